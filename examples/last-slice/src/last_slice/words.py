"""What happens, in words: one sentence for each thing, on the page, in the log and in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

QUESTION = "One slice or two?"


def take(number: int) -> str:
    return "take one slice" if number == 1 else "take two slices"


def olives(number: int) -> str:
    return {0: "no olives", 1: "1 olive"}.get(number, f"{number} olives")


def dealt(name: str, inside: int | None, mine: bool) -> str:
    gets = "You get a box" if mine else f"{name} gets a box"
    return f"{gets}." if inside is None else f"{gets} with {olives(inside)}."


def box(inside: int) -> str:
    return f"Your box: {olives(inside)}"


def took(name: str, slices: Sequence[int], mine: bool) -> str:
    takes = "You take" if mine else f"{name} takes"
    return f"{takes} {'a slice' if len(slices) == 1 else 'two slices'} with {olives(sum(slices))}."


def ended(winners: Sequence[str]) -> str:
    return f"The pile is empty. {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."


def plate(name: str, slices: Sequence[int], inside: int | None) -> str:
    boxed = "" if inside is None else f", {olives(inside)} in the box"
    return f"{name}: {olives(sum(slices))} on {len(slices)} {'slice' if len(slices) == 1 else 'slices'}{boxed}"


def table(names: Sequence[str], taken: Sequence[Sequence[int]], boxes: Sequence[int | None], left: int) -> str:
    plates = [plate(name, slices, inside) for name, slices, inside in zip(names, taken, boxes, strict=True)]
    return "\n".join([*plates, f"{left} {'slice' if left == 1 else 'slices'} in the pile"])

"""Copies and pickles are whole, wherever an object keeps what it holds."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest

import forno
from forno.bots.memory import Forgetting, Mind
from forno.core.states import Reduced, reduce_with_attributes
from tests.syntax import syntax_nodes

SOURCE = Path(__file__).parents[2] / "src" / "forno"
WAYS: list[Callable[[Any], Any]] = [copy, deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]


class Notebook:
    """Made from a name, and written into later."""

    __slots__ = ("lines", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[str] = []

    def __reduce__(self) -> Reduced:
        return reduce_with_attributes(self, self.name)


class Diary(Notebook):
    """The same with room for more."""

    mood = "fine"


@pytest.mark.parametrize("kind", [Notebook, Diary])
@pytest.mark.parametrize("way", WAYS)
def test_what_was_begun_again_holds_all_that_was_written_since(kind: type[Notebook], way: Callable[[Any], Any]) -> None:
    book = kind("orders")
    book.lines.append("two Minimale")
    if isinstance(book, Diary):
        book.mood = "hungry"
    other = way(book)
    assert type(other) is kind
    assert (other.name, other.lines, getattr(other, "mood", "")) == (book.name, book.lines, getattr(book, "mood", ""))


@pytest.mark.parametrize("way", WAYS[1:])
def test_chance_goes_on_alike_in_a_copy(way: Callable[[Any], Any]) -> None:
    chance = forno.Chance(7)
    chance.bits()
    assert [way(chance).bits() for _ in range(3)] == [chance.bits()] * 3


@pytest.mark.parametrize("way", WAYS[1:])
def test_a_copied_mind_remembers_and_forgets_the_same(way: Callable[[Any], Any]) -> None:
    mind = Mind(Forgetting(1 / 4, 1 / 5, 1 / 6), forno.Chance(7))
    mind.pass_time()
    trace = mind.see()
    other = way(mind)
    again = way(trace)
    assert other.now == mind.now
    assert [again.is_lost(now) for now in range(40)] == [trace.is_lost(now) for now in range(40)]
    assert [other.see().fades for _ in range(3)] == [mind.see().fades for _ in range(3)]


def classes_reduced(by: str) -> Iterator[tuple[type, ast.ClassDef]]:
    """Yield the classes that call this function in `__reduce__`, and where that is `by_fields` all states of games."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in syntax_nodes(path):
            if not isinstance(node, ast.ClassDef):
                continue
            names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
            defined = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            inherits = by == "by_fields" and "GameState" in bases
            if inherits or (by in names and "__reduce__" in defined and node.name != "GameState"):
                name = path.relative_to(SOURCE.parent).with_suffix("").as_posix().replace("/", ".")
                yield getattr(import_module(name), node.name), node


def test_constructors_that_are_read_can_be_read_when_compiled() -> None:
    """Mypyc hides a constructor with a default that is neither a number, a string, a tuple nor `None`."""
    kinds = [kind for kind, _node in classes_reduced("by_fields")]
    assert len(kinds) > 8
    for kind in kinds:
        parameters = signature(kind).parameters.values()
        assert parameters, kind
        for parameter in parameters:
            known = isinstance(parameter.default, int | float | str | tuple | None)
            assert known or parameter.default is Parameter.empty, f"{kind} {parameter}"


def test_classes_that_are_rebuilt_by_their_attributes_have_no_properties() -> None:
    """A compiled property can't be told from an attribute, and can't be set."""
    nodes = [node for _kind, node in classes_reduced("reduce_with_attributes")]
    assert len(nodes) > 5
    for node in nodes:
        marks = [mark for part in node.body if isinstance(part, ast.FunctionDef) for mark in part.decorator_list]
        assert not [mark for mark in marks if isinstance(mark, ast.Name) and mark.id == "property"], node.name

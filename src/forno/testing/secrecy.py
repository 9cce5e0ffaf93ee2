"""Checks of secrecy: nobody is told what only others may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from forno.core.chance import Chance
from forno.core.events import Event, SeatEvent, seen_by
from forno.core.game import Game, State
from forno.core.plain import plain
from forno.core.views import View
from forno.testing.trial import ConformanceError, Trial, fingerprint

STEPS_TOGETHER = 4
"""Number of steps for which two states that look the same are played on alike."""

SAMPLES = 4
"""Number of sampled states that tell two memories apart."""

Path = tuple[int | str, ...]
"""Names of fields and places in lists that lead to a part of a view."""

TOLD_DEALS = 24
"""Number of deals whose events are compared."""

MAX_REBUILT_DEALS = 6
"""Number of deals in which hidden information is rebuilt from events beyond which it is no accident."""


def check_privacy(trial: Trial, events: Iterable[Event]) -> None:
    """Check that only its seat sees the private part of an event, or anything of a secret one."""
    for event in events:
        if not event.private and not event.secret:
            continue
        if not isinstance(event, SeatEvent):
            trial.fail("privacy", f"{event} has a private part, and no seat that it belongs to")
        owner = event.seat
        for seat in trial.seats:
            seen = event.seen_by(seat)
            if seat == owner:
                trial.require(seen == event, "privacy", f"seat {seat} sees its own {event} as {seen}")
            elif event.secret:
                trial.require(seen is None, "privacy", f"seat {seat} sees the secret {event}")
            elif seen is not None:
                leaks = [name for name in event.private if getattr(seen, name) is not None]
                trial.require(not leaks, "privacy", f"seat {seat} sees {', '.join(leaks)} of {event}")


def check_leak(trial: Trial, seat: int | None, chance: Chance) -> None:
    """Check that what a seat sees does not depend on what it can't know.

    The true world and a sampled one look the same to the seat. Whatever is then done in both alike: as long as they
    go on looking the same, the seat was told the same. What lay open for a moment only, and is gone from the view,
    may differ; but then it is something to remember, so a perfect memory has a use for it. And the same view reads
    the same.
    """
    true = trial.state.clone()
    world = true.view(seat).sample(trial.memories[seat], chance)
    told: list[list[Event]] = [[], []]
    for _ in range(STEPS_TOGETHER):
        one, other = true.view(seat), world.view(seat)
        if one != other or _any_over(true, world):
            return
        shown = trial.game.show(one), trial.game.show(other)
        trial.require(shown[0] == shown[1], "leak", f"equal views of seat {seat} are shown as {shown}")
        if seat is not None:
            places = trial.game.own_place(true, seat), trial.game.own_place(world, seat)
            trial.require(places[0] == places[1], "leak", f"to equal views of seat {seat} belong the places {places}")
        both = [action for action in true.legal_actions() if action in world.legal_actions()]
        if true.seat != world.seat or not both:
            return
        action = chance.choice(both)
        for place, state in enumerate((true, world)):
            told[place] += seen_by(state.apply(action), seat)
        if _any_over(true, world) or true.view(seat) != world.view(seat):
            return
        if _public(told[0]) != _public(told[1]):
            trial.require(
                _sample_possible(trial, seat, told[0], true) != _sample_possible(trial, seat, told[1], true),
                "leak",
                f"two worlds look the same to seat {seat} before and after {action}, but it was told {told[0]} "
                f"in one and {told[1]} in the other, which isn't even anything to remember",
            )
            return


def _public(events: list[Event]) -> list[Event]:
    """Return the public parts of events: chance may deal the seat itself other cards."""
    return [replace(event, **dict.fromkeys(event.private)) for event in events if not event.secret]


def _any_over(*states: State) -> bool:
    return any(state.is_over for state in states)


def _sample_possible(trial: Trial, seat: int | None, told: list[Event], state: State) -> list[Any]:
    """Return samples of the states that a perfect memory holds possible."""
    memory = trial.game.memory(seat)
    for event in [*trial.seen[seat], *told]:
        memory.observe(event)
    view = state.view(seat)
    return [fingerprint(view.sample(memory, Chance(seed))) for seed in range(SAMPLES)]


def check_told_deals(game: Game) -> None:
    """Check that the events of a deal tell a seat nothing that its view doesn't tell.

    Deals that look the same to a seat are told alike. And whoever takes in what one seat was told, with the memory of
    another, doesn't find what only that other seat sees: hands that a sampled deal could have dealt otherwise.
    """
    told: dict[tuple[int | None, View], list[Event]] = {}
    hidden: Counter[tuple[int | None, int, Path]] = Counter()
    rebuilt: Counter[tuple[int | None, int, Path]] = Counter()
    for number in range(TOLD_DEALS):
        trial = Trial(game, number)
        parts = [list(_parts(plain(trial.state.view(other)))) for other in range(game.players)]
        for seat in trial.seats:
            view = trial.state.view(seat)
            seen = _public(trial.seen[seat])
            before = told.setdefault((seat, view), seen)
            trial.require(
                before == seen,
                "leak",
                f"two deals look the same to seat {seat}, but it was told {before} of one and {seen} of the other",
            )
            world = view.sample(game.memory(seat), Chance(number))
            for other in range(game.players):
                if other != seat:
                    found = _rebuilt(trial, seat, other)
                    dealt_anew = plain(world.view(other))
                    for path, part in parts[other]:
                        if part is not None and _part(dealt_anew, path) != part:
                            hidden[seat, other, path] += 1
                            rebuilt[seat, other, path] += _part(found, path) == part
    for (seat, other, path), times in rebuilt.items():
        if times >= MAX_REBUILT_DEALS and times == hidden[seat, other, path]:
            name = ".".join(map(str, path))
            message = f"what seat {seat} is told of a deal shows it {name!r} of seat {other}, which its view doesn't"
            raise ConformanceError("leak", message, game, "0 and others")


def _rebuilt(trial: Trial, seat: int | None, other: int) -> Any:
    """Return another seat's view in plain form as far as it follows from what this seat has seen."""
    memory = trial.game.memory(other)
    with suppress(Exception):  # a memory needn't bear events that aren't its seat's
        for event in trial.seen[seat]:
            memory.observe(event)
    with suppress(Exception):
        return plain(memory.view())
    return None


def _parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Split a view in plain form into parts: lists as a whole unless something in them is unknown or has parts."""
    if isinstance(value, list) and any(part is None or isinstance(part, dict) for part in value):
        value = dict(enumerate(value))
    if not isinstance(value, dict):
        yield path, value
        return
    for name, part in value.items():
        yield from _parts(part, (*path, name))


def _part(value: Any, path: Path) -> Any:
    """Return the part at this path, or `None`."""
    for name in path:
        try:
            value = value[name]
        except (TypeError, LookupError):
            return None
    return value

"""Checks of observations."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from forno.core.chance import Chance
from forno.core.errors import Unobservable
from forno.core.game import Game
from forno.core.observing import EVERYTHING, KNOWLEDGE, Observer, Refilling, observe_state
from forno.core.views import View
from forno.testing.trial import Trial

GARBAGE = 0xAA
"""Value of a buffer's bytes before it is filled."""


class Sightings:
    """Observations of one game so far, for comparison with later ones."""

    def __init__(self, game: Game) -> None:
        self.observers: Mapping[str, Observer] = {}
        with suppress(Unobservable):
            self.observers = {knowledge: game.observer(knowledge) for knowledge in KNOWLEDGE}
        self.seen: dict[tuple[str, int, str, bytes], Any] = {}
        """Part of the view, by kind of knowledge, seat, field and numbers."""
        self.before: tuple[int, int, Mapping[str, bytearray]] = (-1, -1, {})
        """Observations of the deciding seat, by number of actions."""


def check_observations(trial: Trial, sightings: Sightings, chance: Chance) -> None:
    """Check that observations are within bounds, don't depend on the unknown, and differ where views do."""
    state = trial.state
    if not sightings.observers:
        return
    for seat in range(trial.game.players):
        view = state.view(seat)
        world = view.sample(trial.memories[seat], chance)
        for knowledge, observer in sightings.observers.items():
            numbers = observe_state(observer, state, seat)
            check_bounds(trial, observer, seat, numbers)
            check_fields(trial, sightings, knowledge, view, numbers)
            if knowledge != EVERYTHING:
                other = observe_state(observer, world, seat)
                changed = [
                    f"{name}: {list(numbers[place])} is {list(other[place])}"
                    for name, place in observer.layout.places.items()
                    if numbers[place] != other[place]
                ]
                trial.require(not changed, "observation", f"dealt anew, seat {seat} observes {knowledge}: {changed}")
    check_refilling(trial, sightings)


def check_refilling(trial: Trial, sightings: Sightings) -> None:
    """Check that a second decision's observation can be filled into that of the first."""
    state, made = trial.state, len(trial.actions)
    known = {
        knowledge: observe_state(observer, state, state.seat) for knowledge, observer in sightings.observers.items()
    }
    after, seat, before = sightings.before
    if after + 1 == made and seat == state.seat:
        for knowledge, observer in sightings.observers.items():
            if isinstance(observer, Refilling):
                into = before[knowledge]
                observer.refill(state, seat, into, 0)
                trial.require(into == known[knowledge], "observation", f"seat {seat}: refilled, {knowledge} is another")
    sightings.before = (made, state.seat, known)


def check_bounds(trial: Trial, observer: Observer, seat: int, numbers: bytearray) -> None:
    """Check that every number is within its bounds, wherever it is written, and nothing else is touched."""
    layout = observer.layout
    for name, place in layout.places.items():
        found, most = numbers[place], layout.most[place]
        over = [number for number, limit in zip(found, most, strict=True) if number > limit]
        trial.require(not over, "observation", f"seat {seat}: {name} says {over}, and can't be more than {most[:1]!r}")
    size = layout.size
    into = bytearray([GARBAGE]) * (size + 2)
    observer.fill(trial.state, seat, into, 1)
    trial.require(into[1:-1] == numbers, "observation", f"seat {seat}: what lay in the buffer before shows")
    trial.require(into[0] == into[-1] == GARBAGE, "observation", f"seat {seat}: it writes where it shouldn't")


def check_fields(trial: Trial, sightings: Sightings, knowledge: str, view: View, numbers: bytearray) -> None:
    """Check that what a field shows of the view can be told from it."""
    layout = sightings.observers[knowledge].layout
    assert view.seat is not None
    for field in layout.fields:
        if not field.shows or not field.size:
            continue
        part: Any = view
        for name in field.shows.split("."):
            part = getattr(part, name) if part is not None else None
        if part is None:
            continue
        found = bytes(numbers[layout.places[field.name]])
        before = sightings.seen.setdefault((knowledge, view.seat, field.name, found), part)
        trial.require(
            before == part,
            "observation",
            f"seat {view.seat}: {field.name} is {list(found)} both for {before!r} and for {part!r}",
        )

"""Checks of a game's words: sentences for events, views and questions."""

from __future__ import annotations

from collections.abc import Iterable

from forno.core.events import Event, SeatEvent, seen_by
from forno.core.plain import plain
from forno.testing.trial import Trial

NAMES = ("Anna", "Bruno", "Carla", "Dora", "Enzo", "Fede", "Gino", "Ida")
"""Names that the seats go by."""
GAPS = ("{", "None", "()")
"""Signs of a sentence with something missing."""


def check_words(trial: Trial, events: Iterable[Event]) -> None:
    """Check that every event is told to everyone who sees it, without gaps; every view shown, every question asked."""
    game, state = trial.game, trial.state
    names = [NAMES[seat % len(NAMES)] for seat in range(game.players)]
    events = list(events)
    for seat in trial.seats:
        for seen in seen_by(events, seat):
            try:
                plain(seen)
            except TypeError as error:
                trial.fail("frozen", str(error))
            told = game.tell(seen)
            named, spoken = game.tell(seen, names), game.tell(seen, names, seat)
            for text in (told, named, spoken):
                gaps = [gap for gap in GAPS if gap in text]
                trial.require(not gaps, "words", f"tell says {text!r} of {seen}")
            if isinstance(seen, SeatEvent):
                called = game.say_seat(seen.seat) in told and told == named
                trial.require(not called, "words", f"tell says {told!r}, and the names were {names}")
    for seat in trial.seats:
        view = state.view(seat)
        trial.require(bool(game.show(view).strip()), "words", f"show says nothing of {view}")
        if view.actions:
            trial.require(bool(game.ask(view).strip()), "words", f"ask has no question for seat {seat}")

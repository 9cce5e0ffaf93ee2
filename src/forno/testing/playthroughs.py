"""Playthroughs: whole games as text with every decision, event and view, for golden files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.records import result_text
from forno.testing.trial import at_random

EVERYBODY_EVERY = 12
"""Turns after which everyone's view is shown, not only the deciding seat's."""


def playthrough(game: Game, seed: int | str) -> str:
    """Play a game and write it all down.

    Every decision is there with the legal actions, the one chosen and all events, with what the others don't see of
    them. The view of the seat that decides is shown when the turn or the seat changes, as far as it isn't as that
    seat saw it last; everyone's in full at the start, every so many turns, and at the end.
    """
    choose = at_random(seed)
    state = game.deal(seed)
    lines = [
        repr(game),
        f"deck {game.deck_hash}, rules {game.rules_version}, seed {seed!r}, {len(game.actions)} actions",
    ]
    lines += ["", "the deal", *_event_lines(game, state.events)]
    everybody: list[int | None] = [None, *range(game.players)]
    shown: dict[int | None, list[str]] = {}
    lines += _views(state, everybody, shown)
    shown_turn, deciding = state.turn, (state.turn, state.seat)
    number = 0
    while not state.is_over:
        if state.turn >= shown_turn + EVERYBODY_EVERY:
            shown_turn = state.turn
            lines += _views(state, everybody, shown)
        elif (state.turn, state.seat) != deciding:
            lines += _news(state, state.seat, shown)
        deciding = (state.turn, state.seat)
        legal = state.legal_actions()
        action = choose(legal)
        number += 1
        lines += ["", f"decision {number}, turn {state.turn}: {game.seat_name(state.seat)}"]
        lines.append(f"  can: {', '.join(str(game.actions[one]) for one in legal)}")
        lines.append(f"  does: {game.actions[action]} ({action})")
        lines += _event_lines(game, state.apply(action))
    lines += _views(state, everybody, shown)
    lines += ["", f"the end: {result_text(state)}", ""]
    return "\n".join(lines)


def _event_lines(game: Game, events: Sequence[Event]) -> list[str]:
    """Format events in words, or with their fields; and what the others see of them."""
    lines: list[str] = []
    for event in events:
        seen = event.seen_by(None)
        aside = ""
        if seen is None:
            aside = " [others see nothing]"
        elif seen != event and game.tell(seen) != game.tell(event):
            aside = f" [others see: {game.tell(seen) or _fields(seen)}]"
        lines.append(f"  - {game.tell(event) or _fields(event)}{aside}")
    return lines


def _fields(event: Event) -> str:
    told = ", ".join(f"{field.name}={getattr(event, field.name)!r}" for field in fields(event))
    return f"{type(event).__name__}({told})"


def _views(state: State, seats: Sequence[int | None], shown: dict[int | None, list[str]]) -> list[str]:
    """Format views in full."""
    game = state.game
    lines: list[str] = []
    for seat in seats:
        shown[seat] = game.show(state.view(seat)).splitlines()
        lines += ["", f"  as {'a spectator' if seat is None else game.seat_name(seat)} sees it:"]
        lines += [f"    {line}".rstrip() for line in shown[seat]]
    return lines


def _news(state: State, seat: int, shown: dict[int | None, list[str]]) -> list[str]:
    """Format what has changed in a view since it was shown last."""
    before = set(shown[seat])
    shown[seat] = state.game.show(state.view(seat)).splitlines()
    news = [f"    {line}".rstrip() for line in shown[seat] if line not in before]
    return ["", f"  new to {state.game.seat_name(seat)}:", *news] if news else []

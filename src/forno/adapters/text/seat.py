"""One seat's side of a game as text: the briefing, what it knows now, what happened, and how its answers are read."""

from __future__ import annotations

import json
import re
from typing import Any

from forno.adapters.arguments import one_of
from forno.core.errors import AmbiguousNotation, IllegalAction, InvalidNotation, Shown, Unobservable
from forno.core.events import Awaits, Event
from forno.core.game import Game
from forno.core.language import ENGLISH, use
from forno.core.observing import MEMORY, NOW, observe_view
from forno.core.plain import plain
from forno.core.registry import game_info
from forno.core.views import View
from forno.rulebook import rules_of

MOVE_KEY = "move"
LEGAL_REQUEST = "legal moves"
"""Answer that asks for the legal moves."""
REFUSED = (AmbiguousNotation, IllegalAction, InvalidNotation)
"""Errors for an answer that names no legal move."""
REASONS = {
    AmbiguousNotation: "{move!r} can mean several moves; write one in full.",
    IllegalAction: "{move!r} isn't allowed now.",
    InvalidNotation: "{move!r} names no move that is allowed now.",
}
"""Reasons for refusing an answer. Legal moves are listed on request alone."""
MAX_MOVE_CHARACTERS = 200
HOW_TO_ANSWER = (
    f'End your answer with one line of JSON: {{"{MOVE_KEY}": "…"}}, with a move in the notation above. '
    f'{{"{MOVE_KEY}": "{LEGAL_REQUEST}"}} lists the legal moves.'
)
_MOVE = re.compile(rf'\{{\s*"{MOVE_KEY}"\s*:\s*("(?:[^"\\]++|\\.)*+")')


def read_move(answer: str) -> str:
    """Return the move that an answer names: its last `{"move": …}`, or else its last line, without brackets."""
    for quoted in reversed(_MOVE.findall(answer)):
        try:
            return str(json.loads(quoted)).strip()[:MAX_MOVE_CHARACTERS]
        except ValueError:
            continue
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    return lines[-1].strip("[]`*. ")[:MAX_MOVE_CHARACTERS] if lines else ""


class TextSeat:
    """One seat of a game as text.

    `knowledge` is `now` (the present table and the news since the seat's last decision: the rest must be remembered)
    or `memory` (all of that, and perfect notes of the whole game). Everything is written from the events that the seat
    sees and from its view, in English.
    """

    def __init__(self, game: Game, seat: int, knowledge: str = NOW, legal: bool = False) -> None:
        game.check_seat(seat)
        self.game = game
        self.seat = seat
        self.knowledge = one_of("knowledge", knowledge, (NOW, MEMORY))
        self.legal = legal
        """Whether every prompt lists the legal moves."""
        self.memory = game.memory(seat)
        self.events: list[Event] = []
        self.read = 0
        """Number of events that were told in prompts before the latest decision."""

    def observe(self, event: Event) -> None:
        """Note an event as this seat sees it."""
        self.memory.observe(event)
        self.events.append(event)

    def decided(self) -> None:
        """Note that the seat has decided: the next prompt tells what happens from here on."""
        self.read = len(self.events)

    def briefing(self) -> str:
        """Return what is the same all game: the rules in brief, the notation of all moves, and how to answer."""
        game, info = self.game, game_info(self.game.name)
        with use(ENGLISH):
            rules = [rule for rule in rules_of(game.name) if not rule.chapter.startswith("Rulings")]
            options = ", ".join(f"{name}={value}" for name, value in sorted(game.options.items()))
            seats = ", ".join(game.seat_name(seat) for seat in range(game.players))
            parts = [
                f"You play {info.title} ({options}). {info.summary}",
                f"Seats, clockwise: {seats}. You are {game.seat_name(self.seat)}.",
                "Rules:\n" + "\n".join(f"{rule.number} {rule.gist}" for rule in rules) if rules else "",
                "Notation of all moves in this game: " + "; ".join(map(str, game.actions)) + ".",
                HOW_TO_ANSWER,
            ]
        return "\n\n".join(filter(None, parts))

    def prompt(self, view: View) -> str:
        """Return what the seat is told before it decides."""
        game = self.game
        with use(ENGLISH):
            events = self.events if self.knowledge == MEMORY else self.events[self.read :]
            heading = "Everything that happened so far:" if self.knowledge == MEMORY else "Since your last decision:"
            sentences = [
                text
                for _seat, text in game.tell_all(
                    [event for event in events if not isinstance(event, Awaits)], you=self.seat
                )
            ]
            shown = {name: part for name, part in plain(view).items() if name != "actions"}
            if self.knowledge == MEMORY:
                shown["notes"] = self.notes(view)
            parts = [
                f"{heading}\n" + "\n".join(sentences) if sentences else "",
                "The table now:\n" + game.show(view),
                "The same as JSON: " + json.dumps(shown, separators=(",", ":")),
                self.legal_moves(view) if self.legal else "",
                game.ask(view),
            ]
        return "\n\n".join(filter(None, parts))

    def notes(self, view: View) -> dict[str, Any]:
        """Return what a perfect memory knows besides the view: names of an observation's fields, with their numbers."""
        try:
            remembering, seeing = self.game.observer(MEMORY), self.game.observer(NOW)
        except Unobservable:
            return {}
        open_fields = {field.name for field in seeing.layout.fields}
        fields = remembering.layout.read(observe_view(remembering, view, self.memory))
        return {name: list(numbers) for name, numbers in fields.items() if name not in open_fields}

    def legal_moves(self, view: View) -> str:
        """Return the legal moves as text."""
        return "Legal moves: " + "; ".join(str(self.game.actions[action]) for action in view.actions) + "."

    def parse(self, answer: str, view: View) -> int:
        """Return the action that an answer names. Raises one of `REFUSED`, with a reason that lists no legal moves."""
        move = read_move(answer)
        try:
            return self.game.parse(move, among=view.actions)
        except REFUSED as error:
            raise type(error)(REASONS[type(error)].format(move=Shown(move))) from None

    def asks_for_legal_moves(self, answer: str) -> bool:
        """Return whether an answer asks for the legal moves rather than naming one."""
        return read_move(answer).lower() == LEGAL_REQUEST

    def refusal(self, error: Exception) -> str:
        """Return what the seat is told after an answer that was refused."""
        return f"That answer doesn't count: {error} {HOW_TO_ANSWER}"

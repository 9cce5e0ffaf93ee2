"""A bot that asks a language model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from forno.adapters.text.seat import REFUSED, TextSeat
from forno.bots.bot import Bot
from forno.core.events import Event
from forno.core.game import Game
from forno.core.observing import NOW
from forno.core.views import View

USER, ASSISTANT, SYSTEM = "user", "assistant", "system"
DEFAULT_TRIES = 3
MAX_KEPT_CHARACTERS = 1 << 14
"""Length up to which an answer stays in the conversation: of a longer one the end, where its move is."""

Model: TypeAlias = Callable[[list[dict[str, str]]], str]
"""A model: a function of the messages so far (`role` and `content`) to its answer. It may raise `ModelSilent`."""


class ModelSilent(Exception):
    """Raised by a model that gave no answer in time, or can't be reached; says why."""


@dataclass
class Talk:
    """Counts of what a model answered."""

    decisions: int = 0
    refused: int = 0
    """Answers that named no legal move."""
    silent: int = 0
    """Questions without an answer."""
    asked: int = 0
    """Requests for the legal moves."""
    forfeited: int = 0
    """Decisions that chance made, as no try gave a legal move."""
    reason: str = ""
    """The latest reason for a silence."""

    @property
    def moves(self) -> int:
        """Answers that had to be a move, legal or refused."""
        return self.refused + self.decisions - self.forfeited


class TextBot(Bot):
    """Lets a model decide for a seat.

    With the knowledge `now` the model gets the whole conversation again with every question, and must find in it what
    it needs; with `memory` it gets the briefing and one prompt. After `tries` answers without a legal move chance
    decides. A model that was silent at all tries of a decision isn't asked again in this game.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int | str = 0,
        *,
        model: Model,
        knowledge: str = NOW,
        tries: int = DEFAULT_TRIES,
        legal: bool = False,
    ) -> None:
        super().__init__(game, seat, seed)
        self.model = model
        self.tries = tries
        self.text = TextSeat(game, seat, knowledge, legal)
        self.talk = Talk()
        self.gone = False
        """Whether the model stopped answering."""
        self.messages = [_message(SYSTEM, self.text.briefing())]

    def observe(self, event: Event) -> None:
        self.text.observe(event)

    def choose(self, view: View) -> int:
        self.talk.decisions += 1
        if self.text.knowledge != NOW:
            del self.messages[1:]
        self.messages.append(_message(USER, self.text.prompt(view)))
        action = None if self.gone else self._asked(view)
        if action is None:
            self.talk.forfeited += 1
            action = self.chance.choice(view.actions)
        self.text.decided()
        return action

    def _asked(self, view: View) -> int | None:
        """Return the model's decision; `None` if no try gave a legal one."""
        silent = 0
        left, may_ask = self.tries, True
        while left:
            left -= 1
            try:
                answer = self.model(self.messages)
            except ModelSilent as error:
                silent += 1
                self.talk.silent += 1
                self.talk.reason = str(error)
                continue
            self.messages.append(_message(ASSISTANT, answer[-MAX_KEPT_CHARACTERS:]))
            if may_ask and self.text.asks_for_legal_moves(answer):
                may_ask = False
                left += 1
                self.talk.asked += 1
                self.messages.append(_message(USER, self.text.legal_moves(view)))
                continue
            try:
                return self.text.parse(answer, view)
            except REFUSED as error:
                self.talk.refused += 1
                self.messages.append(_message(USER, self.text.refusal(error)))
        self.gone = silent == self.tries
        return None


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}

"""A whole game as text, for every seat: TextArena's interface."""

from __future__ import annotations

from typing import Any

from forno.adapters.arguments import game_from
from forno.adapters.text.bot import DEFAULT_TRIES
from forno.adapters.text.seat import REFUSED, TextSeat
from forno.core.chance import Chance
from forno.core.events import seen_by
from forno.core.game import Game, State
from forno.core.observing import NOW


class TextEnv:
    """A game in which every seat is asked and answers in text::

        table = TextEnv("mamma-mia")
        table.reset(num_players=3, seed=7)
        done = False
        while not done:
            player, observation = table.get_observation()
            done, info = table.step(answer_of(player, observation))
        rewards, game_info = table.close()

    An illegal answer gets the reason (`info["refused"]`, and in the next observation); after `tries` of them chance
    decides. The first observation of a seat begins with the briefing.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        knowledge: str = NOW,
        tries: int = DEFAULT_TRIES,
        legal: bool = False,
        **options: Any,
    ) -> None:
        self.source, self.options = game, options
        self.knowledge, self.tries, self.legal = knowledge, tries, legal
        self.game: Game
        self.state: State
        self.chance = Chance(0, "text")

    def reset(self, num_players: int | None = None, seed: int | str | None = None) -> None:
        """Deal a game from this seed, or from the next one that follows from the last."""
        players = {} if num_players is None or isinstance(self.source, Game) else {"players": num_players}
        self.game = game_from(self.source, self.options | players)
        seed = self.chance.bits() >> 1 if seed is None else seed
        self.chance = Chance(seed, "text")
        self.state = self.game.deal(seed)
        seats = range(self.game.players)
        self.seats = [TextSeat(self.game, seat, self.knowledge, self.legal) for seat in seats]
        self.briefed: set[int] = set()
        self.reply = ""
        """Answer to the latest step of the seat that is still asked."""
        self.left = self.tries
        self.info: dict[int, dict[str, Any]] = {
            seat: {"role": self.game.seat_name(seat), "turn_count": 0, "refused": 0, "forfeited": 0} for seat in seats
        }
        self._tell(self.state.events)

    def _tell(self, events: Any) -> None:
        for seat, text in enumerate(self.seats):
            for event in seen_by(events, seat):
                text.observe(event)

    def get_observation(self) -> tuple[int, str]:
        """Return the seat that has to answer, and what it is told."""
        seat = self.state.seat
        text = self.seats[seat]
        parts = [self.reply or text.prompt(self.state.view(seat))]
        if seat not in self.briefed:
            self.briefed.add(seat)
            parts.insert(0, text.briefing())
        return seat, "\n\n".join(parts)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the answer of the seat that has to decide. Return whether the game is over, and what came of it."""
        seat = self.state.seat
        text, view = self.seats[seat], self.state.view(seat)
        if text.asks_for_legal_moves(action) and text.legal_moves(view) != self.reply:
            self.reply = text.legal_moves(view)
            return False, {}
        info: dict[str, Any] = {}
        try:
            number = text.parse(action, view)
        except REFUSED as error:
            self.left -= 1
            self.info[seat]["refused"] += 1
            self.reply = text.refusal(error)
            info["refused"] = str(error)
            if self.left:
                return False, info
            self.info[seat]["forfeited"] += 1
            number = self.chance.choice(view.actions)
        self.reply, self.left = "", self.tries
        self.info[seat]["turn_count"] += 1
        text.decided()
        self._tell(self.state.apply(number))
        return self.state.is_over, info | {"move": str(self.game.actions[number])}

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Return each seat's reward (0 before the end) and what is known of its answers."""
        returns = self.state.outcome.returns if self.state.is_over else (0.0,) * self.game.players
        return dict(enumerate(returns)), self.info

"""Batches of games: one row of bytes for each, filled without interpreted code where compiled."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from forno.core.chance import Chance
from forno.core.errors import IllegalAction
from forno.core.game import Game, refusal
from forno.core.outcomes import Outcome


class Rows:
    """A batch of games of one kind. A game that ends is replaced by a new deal at once."""

    def __init__(
        self,
        game: Game,
        observer: Any,
        size: int,
        number: int,
        chance: Chance,
        rewards: Callable[[Outcome], Sequence[float]],
    ) -> None:
        self.game = game
        self.fill: Any = getattr(observer, "write", observer.fill)  # arguments that need no check
        self.refill: Any = getattr(observer, "refill", observer.fill)
        """See `forno.core.observing.Refilling`."""
        self.size = size
        """Length of an observation."""
        self.number = number
        self.chance = chance
        self.worth = rewards
        self.players = game.players
        self.actions = len(game.actions)
        self.states: list[Any] = []
        self.legal: list[list[int]] = []
        self.observations = bytearray(number * size)
        self.masks = bytearray(number * self.actions)
        self.seats = bytearray(number)
        self.ended = bytearray(number)
        self.none_ended = bytes(number)
        self.rewards = array("f", bytes(4 * number * self.players))
        self.no_rewards = array("f", bytes(4 * number * self.players))
        for row in range(number):
            self.states.append(self.deal())
            self.legal.append([])
            self.look(row, -1)

    def deal(self) -> Any:
        return self.game.deal(self.chance.bits() >> 1, quiet=True)

    def reset(self, chance: Chance | None) -> None:
        """Deal all games anew, from this seed or from the one that follows from the last."""
        if chance is not None:
            self.chance = chance
        self.clear()
        for row in range(self.number):
            self.states[row] = self.deal()
            self.look(row, -1)

    def clear(self) -> None:
        """Clear the marks of games that ended in the last step."""
        self.ended[:] = self.none_ended
        self.rewards[:] = self.no_rewards

    def step(self, actions: list[int]) -> None:
        """Apply one action in every game; if one is illegal, none is applied."""
        number, masks = self.actions, self.masks
        for row in range(self.number):
            action = actions[row]
            if not 0 <= action < number or not masks[row * number + action]:
                raise IllegalAction(f"game {row}: " + refusal(self.states[row], action))
        self.clear()
        for row in range(self.number):
            state = self.states[row]
            state.apply(actions[row])
            if state.is_over:
                self.end(row, state.outcome)
                self.look(row, -1)
            else:
                self.look(row, self.seats[row])

    def end(self, row: int, outcome: Outcome) -> None:
        """Record the rewards of a finished game and deal the next."""
        self.ended[row] = 1
        worth = self.worth(outcome)
        for seat in range(self.players):
            self.rewards[row * self.players + seat] = worth[seat]
        self.states[row] = self.deal()

    def look(self, row: int, before: int) -> None:
        """Fill the deciding seat's observation and action mask. `before`: who decided last in this game, or -1."""
        state = self.states[row]
        seat: int = state.seat
        if seat == before:
            self.refill(state, seat, self.observations, row * self.size)
        else:
            self.seats[row] = seat
            self.fill(state, seat, self.observations, row * self.size)
        masks = self.masks
        start = row * self.actions
        for action in self.legal[row]:
            masks[start + action] = 0
        legal: list[int] = state.legal_actions()
        for action in legal:
            masks[start + action] = 1
        self.legal[row] = legal

    def oversee(self, observer: Any, size: int) -> bytearray:
        """Fill another observer's observations, for the deciding seat of every game."""
        into = bytearray(self.number * size)
        for row in range(self.number):
            observer.fill(self.states[row], self.states[row].seat, into, row * size)
        return into

    def choose(self, numbers: list[float]) -> list[int]:
        """Return a legal action for every game, chosen by a number from 0 to 1."""
        chosen: list[int] = []
        for row in range(self.number):
            legal = self.legal[row]
            chosen.append(legal[int(numbers[row] * len(legal))])
        return chosen

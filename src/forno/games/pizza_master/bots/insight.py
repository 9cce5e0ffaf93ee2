"""Knowledge of Pizza Master for the search: priors of answers, playouts of a day, the value of a morning.

A world is played to the end of the day, everyone following a plan that is made once and made anew only when an
ingredient it lacks is gone. What the next morning is worth follows from points, objectives and days left.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from random import Random

from forno.bots.bot import Bot
from forno.bots.search import BUDGET_MILLISECONDS, SearchBot
from forno.core.game import Game, State
from forno.games.pizza_master.bots.aims import LEAD_SCALE, LEAD_SCALE_PER_DAY, BoardStanding
from forno.games.pizza_master.bots.cook import KitchenCook
from forno.games.pizza_master.bots.player import PlannedBot
from forno.games.pizza_master.bots.style import PIZZAIOLO, SKETCHY
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.lookups import Lookups
from forno.games.pizza_master.rules.questions import COINS, COLLECT, DISCARD
from forno.games.pizza_master.rules.state import PizzaMasterState

NEAR_PRIOR = 0.35
"""Prior of an answer that isn't the first idea, but close to it."""
FAR_PRIOR = 0.12
"""Prior of every other answer."""
FIRST_PRIOR = 1.0
SWING_PER_DAY = 1.0
"""Scale, in points, of how much a day changes the difference between two players."""
LAST_DAY_SWING = 4.0
"""The part of that scale left on the last evening."""
MILESTONE_VALUE = 0.2
"""Value of one more coin and card, in points a day."""
OBJECTIVES_SHARE = 0.7
"""Share of what the objectives promise today that is there in the end."""
HELP_COIN_VALUE = 1.2
"""Value of the extra coin today, in points."""
LATER_PLACE_VALUE = 0.13
"""Value of a later place in the turn order, in points: one collects earlier."""
KEPT_INGREDIENT_VALUE = 1.5
"""Value of an ingredient that was kept, in points."""


class Insight:
    """See `forno.bots.search.Knowledge`."""

    def __init__(self, lookups: Lookups) -> None:
        self.lookups = lookups
        self.adviser = PlannedBot(lookups, PIZZAIOLO)
        """The player whose idea is tried first."""
        self.player = PlannedBot(lookups, SKETCHY)
        """The player who plays worlds out, faster and with less thought."""
        self.cook: KitchenCook = self.player.cook
        self.aims = self.cook.aims

    def prior(self, state: State, actions: Sequence[int]) -> list[float]:
        assert isinstance(state, PizzaMasterState)
        if len(actions) == 1:
            return [1.0]
        first = self.adviser.act(state)
        if state.question == COINS:
            return [
                FIRST_PRIOR if action == first else NEAR_PRIOR if abs(action - first) == 1 else FAR_PRIOR / 2
                for action in actions
            ]
        if state.question == COLLECT or state.question == DISCARD:
            return [FIRST_PRIOR if action == first else FAR_PRIOR for action in actions]
        return [FIRST_PRIOR if action == first else NEAR_PRIOR for action in actions]

    def rollout(self, state: State, luck: Random) -> list[float]:
        assert isinstance(state, PizzaMasterState)
        lookups = self.lookups
        day = state.day
        targets = [-1] * lookups.players
        missing = lookups.tallies.missing
        guard = lookups.tallies.guard
        act = self.player.act
        self.aims.hold()
        while state.day == day and not state.is_over:
            seat = state.seat
            if state.question != COLLECT or state.stopped >> seat & 1:
                state.apply(act(state))
                continue
            own = state.board.trays[seat] + state.board.beside[seat]
            target = targets[seat]
            lacking = missing(own, target) if target >= 0 else 0
            if lacking and ((state.board.refrigerator + state.board.reserved[seat] | guard) - lacking) & guard == guard:
                state.apply(self.take(state, seat, lacking))
                continue
            action = self.cook.collect(state)
            targets[seat] = self.cook.latest if action < lookups.pass_ else -1
            state.apply(action)
        return self.evaluate(state)

    def take(self, state: PizzaMasterState, seat: int, lacking: int) -> int:
        """Return the scarcest of what lacks."""
        best, least = 0, 99
        refrigerator, reserved = state.board.refrigerator, state.board.reserved[seat]
        for kind in range(4):
            shift = 6 * kind
            number = lacking >> shift & 63
            if number:
                there = refrigerator >> shift & 63
                if there:
                    spare = there - number + (2 if reserved >> shift & 63 else 0)
                    if spare < least:
                        best, least = self.lookups.take + kind, spare
                elif least > 90:
                    best, least = self.lookups.take_reserved + kind, 90
        return best

    def evaluate(self, state: PizzaMasterState) -> list[float]:
        """Return how likely everyone wins."""
        lookups = self.lookups
        if state.is_over:
            winner = state.outcome.winners[0]
            best = max(state.ledger.points)
            shares = [0.08 * exp((points - best) / 8) / lookups.players for points in state.ledger.points]
            shares[winner] += 0.92
            return shares
        left = self.aims.days_left(state)
        scores = self.promised(state, left)
        for place, seat in enumerate(state.order):
            scores[seat] += MILESTONE_VALUE * state.ledger.milestones[seat] * left + LATER_PLACE_VALUE * place
            if state.board.beside[seat]:
                scores[seat] += KEPT_INGREDIENT_VALUE
        if state.helper >= 0:
            scores[state.helper] += HELP_COIN_VALUE
        scale = LAST_DAY_SWING + SWING_PER_DAY * sqrt(left)
        best_score = max(scores)
        shares = [exp((score - best_score) / scale) for score in scores]
        whole = sum(shares, 0.0)
        return [share / whole for share in shares]

    def points(self, state: PizzaMasterState) -> list[float]:
        """Return the points that everyone has, with what missions and objectives promise them."""
        if state.is_over:
            return [float(points) for points in state.ledger.points]
        return self.promised(state, self.aims.days_left(state))

    def promised(self, state: PizzaMasterState, left: float) -> list[float]:
        """Return the points that everyone has, with what missions and objectives promise where days are left."""
        lookups = self.lookups
        scores: list[float] = [float(points) for points in state.ledger.points]
        if lookups.missions:
            missions = lookups.deck.missions
            for seat, won in enumerate(state.missions.won):
                for mission in won:
                    scores[seat] += missions[mission].bonus
        if state.objectives.shared:
            standings = [BoardStanding(state, seat) for seat in range(lookups.players)]
            outlook = self.aims.outlook(
                standings, state.objectives.shared, LEAD_SCALE + LEAD_SCALE_PER_DAY * left, state.order
            )
            for seat, expected in enumerate(outlook):
                scores[seat] += OBJECTIVES_SHARE * expected
        return scores


def nonna(
    game: Game, seat: int, seed: int | str = 0, milliseconds: float = BUDGET_MILLISECONDS, iterations: int | None = None
) -> Bot:
    """Return a player who never forgets, and thinks ahead."""
    assert isinstance(game, PizzaMaster)
    return SearchBot(game, seat, seed, Insight(game.lookups), milliseconds, iterations)

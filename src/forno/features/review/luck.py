"""Luck in a game: the events that changed the winning chance, and what the drawn cards brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot, sqrt
from random import Random
from typing import Final, NamedTuple

from forno.bots.critic import Facts
from forno.core.chance import Chance
from forno.core.views import Memory
from forno.features.review.findings import CLEAR_ERRORS, LUCK, NEWS, Finding, GameResult, WithError
from forno.features.review.judging import MIN_WORLDS, DecisionJudge, Judged
from forno.features.review.worlds import Decision, Prospects, Seen, Worlds, estimate
from forno.table.composing import is_shown

MIN_NEWS_CHANGE: Final = 0.1
"""Smallest change of the winning chance by one event that makes a finding; less may be sampling noise."""
MAX_NEWS_FINDINGS: Final = 8
"""Maximum number of findings about changes between turns."""
MAX_EVENTS_TOGETHER: Final = 3
"""Maximum number of events that are named for a change that no single one explains."""
MIN_EXPLAINED_SHARE: Final = 0.7
"""Events are named until they explain this part of a change."""
NEWS_WORLDS: Final = 48
"""Number of worlds sampled to find the event that made a change."""
DRAW_SHARE: Final = 0.5
"""Number of worlds in which drawn cards are compared with others, in playouts of one decision."""

Pairs = Sequence[tuple[Decision, Judged]]


def starting(judged: Judged) -> float:
    """Return the seat's winning chance before a turn, which is its chance after the best turn."""
    return judged.prospects.wins + (max(judged.loss, 0.0) if judged.kind is not None else 0.0)


def is_clear(change: float, error: float) -> bool:
    """Return whether a change of the winning chance is large, and more than sampling noise."""
    return abs(change) >= max(MIN_NEWS_CHANGE, CLEAR_ERRORS * error)


def lead(scores: Sequence[float], seat: int) -> float:
    """Return a seat's lead over the best other seat; negative where that is ahead."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


class ChanceChange(NamedTuple):
    """Change of the seat's winning chance by what one action brought."""

    place: int
    before: WithError
    after: WithError
    facts: Facts
    """Event, in the critic's terms; empty if it has no name for it."""

    @property
    def change(self) -> float:
        return self.after.value - self.before.value


class LuckFinder:
    """Finds what luck did to a seat, from what the seat was told."""

    def __init__(self, judge: DecisionJudge, seen: Seen, moments: Sequence[Facts]) -> None:
        self.critic = judge.critic
        self.seen = seen
        self.seed = judge.seed
        self.worlds = judge.scaled(NEWS_WORLDS)
        self.draw_worlds = max(int(judge.critic.playouts * judge.effort * DRAW_SHARE), MIN_WORLDS)
        self.draws: list[WithError] = []
        """Effect of each draw on the lead at the end of its round or day."""
        self.moments = moments

    def changes(self, judged: Pairs, failed: set[int]) -> list[tuple[float, Decision, Judged, Decision]]:
        """Return the largest clear changes between neighbouring turns that no failed order explains, largest first."""
        found = []
        for (first, before), (second, after) in pairwise(judged):
            change = starting(after) - before.prospects.wins
            between = range(first.place, second.place)
            error = hypot(before.prospects.chance().error, after.prospects.chance().error)
            if is_clear(change, error) and (change > 0 or not any(place in between for place in failed)):
                found.append((change, first, before, second))
        found.sort(key=lambda one: (-abs(one[0]), one[1].place))
        return found[:MAX_NEWS_FINDINGS]

    def news(self, change: float, first: Decision, judged: Judged, second: Decision) -> Finding | None:
        """Return the event that did most in a change between two turns, or the events that did it together.

        `None` if fresh worlds don't show the change: it was noise.
        """
        rose = change > 0
        start, steps = self.steps(first, judged, second, rose)
        named = sorted(
            [one for one in steps if one.facts and (one.change > 0) == rose], key=lambda one: -abs(one.change)
        )
        if not named:
            return None
        most, total = (
            named[0],
            WithError(steps[-1].after.value - start.value, hypot(steps[-1].after.error, start.error)),
        )
        found = Finding(
            LUCK,
            NEWS,
            second.step,
            second.place,
            abs(most.change),
            before=most.before.value,
            after=most.after.value,
            moment=self.moments[most.place - 1],  # after an event, the next day may have begun
            facts=most.facts,
        )
        if is_clear(most.change, hypot(most.before.error, most.after.error)):
            return found
        if not is_clear(total.value, total.error) or (total.value > 0) != rose:
            return None
        together = [most]
        for one in named[1:MAX_EVENTS_TOGETHER]:
            if abs(sum(told.change for told in together)) < MIN_EXPLAINED_SHARE * abs(total.value):
                together.append(one)
        events = tuple([one.facts for one in sorted(together, key=lambda one: one.place)])
        return replace(found, weight=abs(total.value), before=start.value, after=steps[-1].after.value, together=events)

    def steps(
        self, first: Decision, judged: Judged, second: Decision, rose: bool
    ) -> tuple[WithError, list[ChanceChange]]:
        """Return the winning chance after a turn, and how every event from then until the next one changed it."""
        seen = self.seen
        memory = first.memory.clone()
        start = before = judged.prospects.chance()
        found: list[ChanceChange] = []
        for place in range(first.place + 1, second.place + 1):
            for event in seen.told[place]:
                memory.observe(event)
            own = place - first.place - len(first.chosen)
            if own < 0 or (place < second.place and not any(map(is_shown, seen.told[place]))):
                continue
            facts, now = self.critic.news(seen.seat, seen.told[place], rose), self.chance_after(memory, place)
            if not own and not facts:  # the seat's turn brought nothing new: what differs is noise
                start = before = now
            found.append(ChanceChange(place, before, now, facts))
            before = now
        return start, found

    def chance_after(self, memory: Memory, place: int) -> WithError:
        """Return the seat's winning chance after an action, by what it knew then."""
        worlds = self.worlds_after(memory, place, "luck")
        prospects = Prospects(self.seen.game.players)
        worlds.meet([()], [prospects], self.worlds)
        return prospects.chance()

    def weigh_draws(self) -> Iterator[None]:
        """Weigh every draw of the seat.

        After a draw, the drawn cards are played on, and in the same worlds others that could have come instead. Nobody
        can tell beforehand which of the two come, so the difference is 0 on average, however well or badly anybody
        plays, and however rough the playouts are.
        """
        seen = self.seen
        memory = seen.game.memory(seen.seat)
        for place, told in enumerate(seen.told):
            for event in told:
                memory.observe(event)
            if self.critic.draws(seen.seat, told):
                self.draws.append(self.draw_luck(memory, place))
                yield

    def result(self) -> GameResult | None:
        """Return the result of the game, and the luck of the draws weighed so far."""
        outcome, seat = self.seen.outcome, self.seen.seat
        if outcome is None:
            return None
        total = sum(draw.value for draw in self.draws)
        error = sqrt(sum(draw.error**2 for draw in self.draws))
        luck = WithError(total, error) if self.draws else None
        return GameResult(outcome.places[seat], lead(outcome.scores, seat), luck)

    def draw_luck(self, memory: Memory, place: int) -> WithError:
        """Return by how much drawn cards raised the lead, against others in their place."""
        seat, told = self.seen.seat, self.seen.told[place]
        worlds = self.worlds_after(memory, place, "draw")
        gains: list[float] = []
        for _ in range(self.draw_worlds):
            world = worlds.sample()
            world.quiet = True
            other = world.clone()
            self.critic.redeal(other, seat, told, worlds.chance)
            chance = worlds.chance.bits()
            drawn, instead = (self.critic.play_out(state, seat, Random(chance), state) for state in (world, other))
            gains.append(lead(drawn.scores, seat) - lead(instead.scores, seat))
        return WithError(*estimate(gains))

    def worlds_after(self, memory: Memory, place: int, what: str) -> Worlds:
        """Return worlds sampled from what the seat knew after an action."""
        chance = Chance(self.seed, what, str(self.seen.seat), str(place))
        return Worlds(self.critic, memory.view(), memory, chance)

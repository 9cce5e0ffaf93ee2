"""Luck of a seat: the events that changed its chance between two of its turns, and its share in the result."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import Final

from forno.bots.critic import Facts
from forno.core.chance import Chance
from forno.core.views import Memory
from forno.features.review.decisions import Decision, Seen
from forno.features.review.findings import CLEAR_ERRORS, LUCK, NEWS, Finding, GameResult, WithError
from forno.features.review.judging import DecisionJudge, Judged
from forno.features.review.worlds import Prospects, Worlds, estimate, lead
from forno.table.composing import is_shown

MIN_NEWS_CHANGE: Final = 0.1
"""Smallest change of the winning chance by one event that makes a finding; less may be sampling noise."""
MAX_NEWS_FINDINGS: Final = 4
"""Maximum number of findings about changes between turns."""
MAX_OWN_LOSS: Final = 0.5
"""Share of the winner's score that a seat's own turns may lose before luck can't be told from them."""
NEWS_WORLDS: Final = 48
"""Number of worlds sampled to find the event that made a change."""
STANDING_WORLDS: Final = 4
"""Number of worlds sampled to count what everybody has."""

Pairs = Sequence[tuple[Decision, Judged]]


def starting(judged: Judged) -> float:
    """Return the seat's winning chance before a turn, which is its chance after the best turn."""
    return judged.prospects.wins + (max(judged.loss, 0.0) if judged.kind is not None else 0.0)


def is_clear(change: float, error: float) -> bool:
    """Return whether a change of the winning chance is large, and more than sampling noise."""
    return abs(change) >= max(MIN_NEWS_CHANGE, CLEAR_ERRORS * error)


class LuckFinder:
    """Finds what luck did to a seat, from what the seat was told."""

    def __init__(self, judge: DecisionJudge, seen: Seen, moments: Sequence[Facts]) -> None:
        self.critic = judge.critic
        self.seen = seen
        self.seed = judge.seed
        self.worlds = judge.scaled(NEWS_WORLDS)
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
        """Return the event that did most in a change between two turns; `None` if no single one is clear."""
        seen, rose = self.seen, change > 0
        memory = first.memory.clone()
        before = judged.prospects.chance()
        found: Finding | None = None
        for place in range(first.place + 1, second.place + 1):
            for event in seen.told[place]:
                memory.observe(event)
            own = place < first.place + len(first.chosen)
            if own or (place < second.place and not any(map(is_shown, seen.told[place]))):
                continue
            now = self.chance_after(memory, place)
            step, error = now.value - before.value, hypot(now.error, before.error)
            facts = self.critic.news(seen.seat, seen.told[place], rose)
            if facts and is_clear(step, error) and (step > 0) == rose and (not found or abs(step) > found.weight):
                found = Finding(
                    LUCK,
                    NEWS,
                    second.step,
                    second.place,
                    abs(step),
                    before=before.value,
                    after=now.value,
                    moment=self.moments[place],
                    facts=facts,
                )
            before = now
        return found

    def chance_after(self, memory: Memory, place: int) -> WithError:
        """Return the seat's winning chance after an action, by what it knew then."""
        seat = self.seen.seat
        worlds = Worlds(self.critic, memory.view(), memory, Chance(self.seed, "luck", str(seat), str(place)))
        prospects = Prospects(self.seen.game.players)
        worlds.meet([()], [prospects], self.worlds)
        return prospects.chance()

    def result(self, judged: Mapping[int, Judged], repeated: Collection[int]) -> GameResult | None:
        """Return the result of the game, and luck's part of it.

        Playouts go to the end of a round or day. So luck is counted by these: how the seat's lead came out, against
        what could be expected at its first turn in it, less what its own turns lost. The numbers of `repeated`
        mistakes are left out. Each loss is counted as if all else were played well. So where they come to more than
        `MAX_OWN_LOSS` of the winner's score, their sum says little, and luck isn't told.
        """
        seen = self.seen
        if seen.outcome is None or not seen.decisions:
            return None
        luck = variance = lost = 0.0
        stages: dict[int, list[Decision]] = {}
        for decision in seen.decisions:
            stages.setdefault(self.critic.stage(decision.view), []).append(decision)
        final = lead(seen.outcome.scores, seen.seat)
        ends = [*[self.standing(decisions[0]) for decisions in stages.values()][1:], final]
        for decisions, end in zip(stages.values(), ends, strict=True):
            expected, error = estimate(judged[decisions[0].number].prospects.margins)
            luck += end - expected
            variance += error**2
            for place, decision in enumerate(decisions):
                one = judged[decision.number]
                if one.fresh is not None and decision.number not in repeated:
                    lost += one.gap.margin
                    luck += one.gap.margin if place else 0.0
                    variance += one.gap.margin_error**2 if place else 0.0
        unclear = lost > MAX_OWN_LOSS * max(seen.outcome.scores)
        return GameResult(seen.outcome.places[seen.seat], final, None if unclear else WithError(luck, sqrt(variance)))

    def standing(self, decision: Decision) -> float:
        """Return the seat's lead at a decision."""
        chance = Chance(self.seed, "standing", str(self.seen.seat), str(decision.number))
        worlds = Worlds(self.critic, decision.view, decision.memory, chance)
        leads = [lead(self.critic.scores(worlds.sample()), self.seen.seat) for _ in range(STANDING_WORLDS)]
        return sum(leads) / len(leads)

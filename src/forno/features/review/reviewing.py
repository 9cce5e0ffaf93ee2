"""Review of a whole game for one seat, decision by decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from time import process_time
from typing import Final

from forno.bots.critic import Failure, critic_for
from forno.core.game import State
from forno.features.review.decisions import Decision, follow
from forno.features.review.findings import (
    DECISION,
    JUDGEMENT,
    LUCK,
    MEMORY,
    NEWS,
    ORDER,
    Choice,
    Finding,
    Point,
    Review,
)
from forno.features.review.judging import DecisionJudge, Judged

MIN_NEWS_CHANGE: Final = 0.1
"""Smallest change of the winning chance between two turns that makes a finding."""
MAX_NEWS_FINDINGS: Final = 3
"""Maximum number of findings about changes between turns."""
MIN_MEMORY_GAP: Final = 0.25
"""A failed order counts as a memory slip if its odds from the open cards alone exceed the odds with memory by this."""
MIN_REASONABLE_ODDS: Final = 0.1
"""A failed order with lower odds than this counts as misjudged rather than as bad luck."""
MIN_SPOILT_GAP: Final = 0.15
"""A turn spoilt an order if the better turn would have raised the order's odds by at least this."""
PLAYOUT_BUDGET_DECISIONS: Final = 150
"""Playout budget of a review, in multiples of one decision's playouts.

Beyond it the remaining decisions get a quarter of the playouts each, since some games are very long.
"""


class Reviewer:
    """Reviews a game for one seat: `advance` does part of the work, `review` returns the findings so far."""

    def __init__(self, states: Iterable[State], seat: int, seed: int | str = 0, effort: float = 1.0) -> None:
        self.seen = follow(states, seat)
        self.seat = seat
        self.seed = seed
        self.effort = effort
        self.critic = critic_for(self.seen.game)
        self.judge = DecisionJudge(self.critic, seed, effort)
        self.failures = self.critic.failures(seat, self.seen.told)
        self.judged: list[Judged] = []
        self.odds: dict[Failure, tuple[float, float]] = {}
        self.spent = 0
        self._work = self._go_through()

    def _go_through(self) -> Iterator[None]:
        most = PLAYOUT_BUDGET_DECISIONS * self.judge.playouts
        for decision in self.seen.decisions:
            if self.spent > most:
                self.judge = DecisionJudge(self.critic, self.seed, self.effort / 4)
            judged = self.judge.judge(decision)
            self.judged.append(judged)
            self.spent += judged.spent
            for failure in self.failures:
                if self._staked(failure) is decision:
                    self.odds[failure] = self.judge.odds(decision, decision.chosen, failure.order)
            yield

    def advance(self, seconds: float | None = None) -> bool:
        """Work for `seconds` of processor time, or to the end. Return whether the review is complete."""
        start = process_time()
        for _ in self._work:
            if seconds is not None and process_time() - start >= seconds:
                break
        return len(self.judged) == len(self.seen.decisions)

    def _staked(self, failure: Failure) -> Decision | None:
        """Return the decision with which the seat committed to an order that failed."""
        for decision in self.seen.decisions:
            if decision.place <= failure.staked < decision.place + len(decision.chosen):
                return decision
        return None

    def review(self) -> Review:
        """Return the review as far as it has been worked out."""
        seen = self.seen
        judged = list(zip(seen.decisions, self.judged, strict=False))
        complete = len(judged) == len(seen.decisions)
        points = [Point(decision.step, decision.place, one.prospects.mean_shares()) for decision, one in judged]
        if complete and seen.won is not None:
            points.append(Point(seen.steps, len(seen.told) - 1, seen.won))
        orders, covered = self._orders(judged)
        worse = [(decision, one) for decision, one in judged if one.kind and decision.number not in covered]
        findings = [*orders, *[turn_finding(decision, one) for decision, one in worse], *self._news(judged)]
        findings.sort(key=lambda finding: (-finding.weight, finding.place))
        return Review(
            game=seen.game.name,
            seat=self.seat,
            players=seen.game.players,
            done=len(judged),
            decisions=len(seen.decisions),
            points=tuple(points),
            findings=tuple(findings),
            playouts=self.spent,
            seed=self.seed,
        )

    def _orders(self, judged: list[tuple[Decision, Judged]]) -> tuple[list[Finding], set[int]]:
        """Return findings about failed orders, and the numbers of the decisions that they cover."""
        found: list[Finding] = []
        covered: set[int] = set()
        for failure in self.failures:
            staked = self._staked(failure)
            if staked is None or failure not in self.odds:
                continue
            odds, looked = self.odds[failure]
            spoilt = self._spoilt(failure, staked, judged)
            if spoilt is not None:
                decision, one = spoilt
                told = decision.number in covered
                found.append(turn_finding(decision, one, ORDER, failure.order, odds, looked, told))
                covered.add(decision.number)
                continue
            kind = MEMORY if looked - odds >= MIN_MEMORY_GAP else JUDGEMENT if odds < MIN_REASONABLE_ODDS else LUCK
            chosen = Choice(staked.chosen, self.judged[staked.number].prospects.wins)
            weight = self._change(failure.failed, judged)
            found.append(
                Finding(
                    kind,
                    ORDER,
                    staked.step,
                    staked.place,
                    weight,
                    chosen,
                    order=failure.order,
                    odds=odds,
                    looked=looked,
                )
            )
        return found, covered

    def _spoilt(
        self, failure: Failure, staked: Decision, judged: list[tuple[Decision, Judged]]
    ) -> tuple[Decision, Judged] | None:
        """Return the worst turn among those that made an order fail, if there is one."""
        order = failure.order
        worst: tuple[Decision, Judged] | None = None
        for decision, one in judged:
            if one.kind is None or not staked.place <= decision.place <= failure.failed:
                continue
            assert one.fresh is not None
            better, chosen = one.fresh
            likelier = better.odds(order) - chosen.odds(order)
            if (decision is staked or likelier >= MIN_SPOILT_GAP) and (worst is None or one.loss > worst[1].loss):
                worst = decision, one
        return worst

    def _change(self, place: int, judged: list[tuple[Decision, Judged]]) -> float:
        """Return how much the winning chance fell around an action."""
        for (_, before), (decision, after) in pairwise(judged):
            if decision.place > place:
                return max(before.prospects.wins - starting(after), 0.0)
        won = self.seen.won
        return max(judged[-1][1].prospects.wins - won[self.seat], 0.0) if won is not None and judged else 0.0

    def _news(self, judged: list[tuple[Decision, Judged]]) -> list[Finding]:
        """Return findings about large changes between two turns, caused by cards or by opponents."""
        found: list[Finding] = []
        told = {failure.failed for failure in self.failures}
        for (first, before), (decision, after) in pairwise(judged):
            change = starting(after) - before.prospects.wins
            between = range(first.place, decision.place)
            if abs(change) >= MIN_NEWS_CHANGE and (change > 0 or not any(place in between for place in told)):
                found.append(
                    Finding(
                        LUCK,
                        NEWS,
                        decision.step,
                        decision.place,
                        abs(change),
                        before=before.prospects.wins,
                        after=starting(after),
                    )
                )
        found.sort(key=lambda finding: -finding.weight)
        return found[:MAX_NEWS_FINDINGS]


def starting(judged: Judged) -> float:
    """Return the seat's winning chance before a turn, which is its chance after the best turn."""
    return judged.prospects.wins + (judged.loss if judged.kind is not None else 0.0)


def turn_finding(
    decision: Decision,
    judged: Judged,
    what: str = DECISION,
    order: str = "",
    odds: float | None = None,
    looked: float | None = None,
    told: bool = False,
) -> Finding:
    """Return the finding about a turn that was worse than another.

    With `told` the loss is left out: a turn that spoilt several orders is charged once.
    """
    assert judged.kind is not None and judged.best is not None
    assert judged.fresh is not None and judged.forgetful is not None
    (better, chosen), (better_looked, chosen_looked) = judged.fresh, judged.forgetful
    return Finding(
        judged.kind,
        what,
        decision.step,
        decision.place,
        0.0 if told else judged.loss,
        None if told else Choice(judged.chosen, chosen.wins, chosen_looked.wins),
        None if told else Choice(judged.best, better.wins, better_looked.wins),
        judged.error,
        order,
        odds,
        looked,
    )


def review(states: Iterable[State], seat: int, seed: int | str = 0, effort: float = 1.0) -> Review:
    """Review a game for one seat.

    `states` yields the state as dealt and after every action; it may be the same object, changed in place.
    """
    reviewer = Reviewer(states, seat, seed, effort)
    reviewer.advance()
    return reviewer.review()

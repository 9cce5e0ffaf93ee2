"""A whole game reviewed for one seat, decision by decision."""

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
from forno.features.review.judging import Judge, Judged

NEWS_MATTERS: Final = 0.1
"""What happens between two turns is told if a chance changes by so much …"""
MOST_NEWS: Final = 3
"""… and if it is among so many that changed it most."""
MISREMEMBERED: Final = 0.25
"""An order failed for want of memory if what lay open promised so much more than what had been seen."""
NO_HOPE: Final = 0.1
"""What speaks against an order that is no likelier to come off could be known, even if it cost nothing to try."""
SPOILT: Final = 0.15
"""A turn spoilt an order if the better one would have made it so much likelier."""
ENOUGH: Final = 150
"""After so many times the playouts of one decision the rest is judged with a quarter of them: some games don't end."""


class Reviewer:
    """Goes through a game for one seat. `advance` does a part of the work; `review` says what is known so far."""

    def __init__(self, states: Iterable[State], seat: int, seed: int | str = 0, effort: float = 1.0) -> None:
        self.seen = follow(states, seat)
        self.seat = seat
        self.seed = seed
        self.effort = effort
        self.critic = critic_for(self.seen.game)
        self.judge = Judge(self.critic, seed, effort)
        self.failures = self.critic.failures(seat, self.seen.told)
        self.judged: list[Judged] = []
        self.odds: dict[Failure, tuple[float, float]] = {}
        self.spent = 0
        self._work = self._go_through()

    def _go_through(self) -> Iterator[None]:
        most = ENOUGH * self.judge.playouts
        for decision in self.seen.decisions:
            if self.spent > most:
                self.judge = Judge(self.critic, self.seed, self.effort / 4)
            judged = self.judge.judge(decision)
            self.judged.append(judged)
            self.spent += judged.spent
            for failure in self.failures:
                if self._staked(failure) is decision:
                    self.odds[failure] = self.judge.odds(decision, decision.chosen, failure.order)
            yield

    def advance(self, seconds: float | None = None) -> bool:
        """Work for so many seconds of processor time, or to the end. Returns whether the end is reached."""
        start = process_time()
        for _ in self._work:
            if seconds is not None and process_time() - start >= seconds:
                break
        return len(self.judged) == len(self.seen.decisions)

    def _staked(self, failure: Failure) -> Decision | None:
        """The decision with which the seat staked on an order that failed."""
        for decision in self.seen.decisions:
            if decision.place <= failure.staked < decision.place + len(decision.chosen):
                return decision
        return None

    def review(self) -> Review:
        """What is known so far."""
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
        """The orders that failed, and the decisions that are told with them."""
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
            kind = MEMORY if looked - odds >= MISREMEMBERED else JUDGEMENT if odds < NO_HOPE else LUCK
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
        """The worst of the turns that an order failed for, if there is one."""
        order = failure.order
        worst: tuple[Decision, Judged] | None = None
        for decision, one in judged:
            if one.kind is None or not staked.place <= decision.place <= failure.failed:
                continue
            assert one.fresh is not None
            better, chosen = one.fresh
            likelier = better.odds(order) - chosen.odds(order)
            if (decision is staked or likelier >= SPOILT) and (worst is None or one.loss > worst[1].loss):
                worst = decision, one
        return worst

    def _change(self, place: int, judged: list[tuple[Decision, Judged]]) -> float:
        """How much a chance fell around an action."""
        for (_, before), (decision, after) in pairwise(judged):
            if decision.place > place:
                return max(before.prospects.wins - starting(after), 0.0)
        won = self.seen.won
        return max(judged[-1][1].prospects.wins - won[self.seat], 0.0) if won is not None and judged else 0.0

    def _news(self, judged: list[tuple[Decision, Judged]]) -> list[Finding]:
        """What came between two turns and changed much: cards, and what the others did."""
        found: list[Finding] = []
        told = {failure.failed for failure in self.failures}
        for (first, before), (decision, after) in pairwise(judged):
            change = starting(after) - before.prospects.wins
            between = range(first.place, decision.place)
            if abs(change) >= NEWS_MATTERS and (change > 0 or not any(place in between for place in told)):
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
        return found[:MOST_NEWS]


def starting(judged: Judged) -> float:
    """How likely the seat wins before a turn: as likely as after the best that it can do."""
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
    """A turn that was worse than another; how much worse is said once, if it spoilt several orders."""
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
    """A game reviewed for one seat: the state as dealt, and then after every action, the same one moved on."""
    reviewer = Reviewer(states, seat, seed, effort)
    reviewer.advance()
    return reviewer.review()

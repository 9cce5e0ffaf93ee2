"""Review of a whole game for one seat, decision by decision; unusual turns are looked at first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import hypot, sqrt
from time import process_time
from typing import Final

from forno.bots.critic import Case, Facts, Failure, critic_for
from forno.core.game import State
from forno.features.review.findings import (
    CLEAR_ERRORS,
    DECISION,
    LUCK,
    ORDER,
    RISK,
    Choice,
    Finding,
    GameResult,
    Point,
    Review,
    WithError,
)
from forno.features.review.judging import MIN_RELEVANT_LOSS, SIGNIFICANT_ERRORS, DecisionJudge, Judged
from forno.features.review.luck import LuckFinder, starting
from forno.features.review.worlds import Decision, follow

MIN_LUCK_ODDS: Final = 0.5
"""A failed order with lower odds than this was a risk; from here on, it is bad luck that it failed."""
MIN_SPOILT_GAP: Final = 0.15
"""A turn spoilt an order if the better turn would have raised the order's odds by at least this."""
PLAYOUT_BUDGET_DECISIONS: Final = 100
"""Playout budget of a review, in multiples of one decision's playouts.

Beyond it the remaining decisions get a quarter of the playouts each, since some games are very long.
"""
USUAL_DOUBT: Final = 0.5
"""Suspicion up to which a turn is what the game's bots would do, too."""
USUAL_SHARE: Final = 0.5
"""Share of the playouts for such a turn."""
REASON_WORLDS: Final = 16
"""Number of worlds sampled to explain a mistake."""


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
        self.moments = self.critic.moments(seat, self.seen.told)
        self.judged: dict[int, Judged] = {}
        """Verdicts by the number of the decision."""
        self.odds: dict[Failure, tuple[float, float]] = {}
        self.reasons: dict[int, Facts | None] = {}
        """Reasons for the better turns, by the number of the decision; `None` where a mistake can't be explained."""
        self.news: list[Finding] = []
        self.luck_looks = 0
        self.result: GameResult | None = None
        self.looking: Facts | None = {}
        self.spent = 0
        self._work = self._go_through()

    def _go_through(self) -> Iterator[None]:
        most = PLAYOUT_BUDGET_DECISIONS * self.judge.playouts
        doubts = {decision.number: self.judge.suspicion(decision) for decision in self.seen.decisions}
        for decision in sorted(self.seen.decisions, key=lambda one: (-doubts[one.number], one.number)):
            self.looking = self.moments[decision.place]
            if self.spent > most:
                self.judge = DecisionJudge(self.critic, self.seed, self.effort / 4)
            self.look_at(decision, 1.0 if doubts[decision.number] > USUAL_DOUBT else USUAL_SHARE)
            yield
        finder = LuckFinder(self.judge, self.seen, self.moments)
        self.looking = {}
        for change in finder.changes(self._in_order(), {failure.failed for failure in self.failures}):
            found = finder.news(*change)
            self.news += [found] if found is not None else []
            self.luck_looks += 1
            yield
        for _ in finder.weigh_draws():
            yield
        self.result = finder.result()
        self.looking = None
        yield

    def look_at(self, decision: Decision, share: float = 1.0) -> None:
        """Judge one decision, with its reason and the odds of orders that it was to complete."""
        judged = self.judged[decision.number] = self.judge.judge(decision, share)
        self.spent += judged.spent
        if judged.kind is not None:
            self.reasons[decision.number] = self._reason(decision, judged)
        for failure in self.failures:
            if self._find_stake(failure) is decision:
                self.odds[failure] = self.judge.odds(decision, judged, failure.order)

    def _reason(self, decision: Decision, judged: Judged) -> Facts | None:
        assert judged.best is not None and judged.fresh is not None
        better, chosen = judged.fresh
        worlds = self.judge.worlds(decision, "reason", decision.memory)
        sampled = [worlds.sample() for _ in range(REASON_WORLDS)]
        for world in sampled:
            world.quiet = True
        odds = {order: (chosen.odds(order), better.odds(order)) for order in sorted({*better.orders, *chosen.orders})}
        told = self.seen.told[: decision.place + 1]
        view, memory = decision.view, decision.memory
        shares = chosen.mean_shares(), better.mean_shares()
        turns = judged.chosen, judged.best
        return self.critic.reason(Case(view, memory, told, judged.mistake, *turns, sampled, odds, shares))

    def _is_unexplained(self, decision: Decision) -> bool:
        """Return whether a decision was a mistake for which there is no reason to tell; it isn't shown."""
        return decision.number in self.reasons and self.reasons[decision.number] is None

    def advance(self, seconds: float | None = None) -> bool:
        """Work for `seconds` of processor time, or to the end. Return whether the review is complete."""
        start = process_time()
        for _ in self._work:
            if seconds is not None and process_time() - start >= seconds:
                break
        return self.looking is None

    def _in_order(self) -> list[tuple[Decision, Judged]]:
        return [
            (decision, self.judged[decision.number])
            for decision in self.seen.decisions
            if decision.number in self.judged
        ]

    def _find_stake(self, failure: Failure) -> Decision | None:
        """Return the decision with which the seat committed to an order that failed."""
        for decision in self.seen.decisions:
            if decision.place <= failure.staked < decision.place + len(decision.chosen):
                return decision
        return None

    def review(self) -> Review:
        """Return the review as far as it has been worked out."""
        seen = self.seen
        judged = self._in_order()
        points = [Point(decision.step, decision.place, one.prospects.mean_shares()) for decision, one in judged]
        if len(judged) == len(seen.decisions) and seen.won is not None:
            points.append(Point(seen.steps, len(seen.told) - 1, seen.won))
        orders, covered = self._orders(judged)
        repeated = self._repeated()
        worse = [
            (decision, one)
            for decision, one in judged
            if one.kind
            and decision.number not in covered
            and decision.number not in repeated
            and not self._is_unexplained(decision)
        ]
        findings = [*orders, *[self.turn_finding(decision, one) for decision, one in worse], *self.news]
        findings.sort(key=lambda finding: (-finding.weight, finding.place))
        real = sum(one.real for _decision, one in judged)
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
            real=real,
            lost=self._lost(real),
            result=self.result,
            looking=self.looking,
            luck_looks=self.luck_looks,
        )

    def _lost(self, real: int) -> WithError:
        """Return the winning chance lost per real decision.

        All fresh comparisons count, also those that stayed unclear: their noise evens out, and leaving them out would
        make everybody look better than they are. Together they cost at least nothing, since every seat may choose what
        it chose, so that the mistakes that are told are never outweighed. The same risk taken again counts once.
        """
        repeated = self._repeated()
        if not real:
            return WithError(0.0, 0.0)
        compared = [one for number, one in self.judged.items() if one.fresh is not None and number not in repeated]
        clear = sum(one.loss for one in compared if one.kind is not None)
        unclear = sum(one.loss for one in compared if one.kind is None)
        error = sqrt(sum(one.error**2 for one in compared))
        return WithError((clear + max(unclear, 0.0)) / real, error / real)

    def _repeated(self) -> dict[int, int]:
        """Return the mistakes that repeat another of the same round or day, with that one, which cost most.

        Who waits with an order, or leaves the scarce ingredient where it is, takes the same risk turn after turn. It is
        charged once.
        """
        alike: dict[tuple[str, int, str], list[int]] = {}
        for decision, one in self._in_order():
            wish = (self.reasons.get(decision.number) or {}).get("wish")
            if one.kind is not None and wish:
                alike.setdefault((one.mistake, self.critic.stage(decision.view), wish), []).append(decision.number)
        found: dict[int, int] = {}
        for numbers in alike.values():
            worst = max(numbers, key=lambda number: self.judge.weight(self.judged[number].gap))
            found |= {number: worst for number in numbers if number != worst}
        return found

    def _orders(self, judged: list[tuple[Decision, Judged]]) -> tuple[list[Finding], set[int]]:
        """Return findings about failed orders, and the numbers of the decisions that they cover."""
        found: list[Finding] = []
        covered: set[int] = set()
        for failure in self.failures:
            staked = self._find_stake(failure)
            if staked is None or failure not in self.odds:
                continue
            odds, looked = self.odds[failure]
            spoilt = self._spoilt(failure, staked, judged)
            if spoilt is not None:
                decision, one = spoilt
                if self._is_unexplained(decision):
                    continue
                told = decision.number in covered
                found.append(self.turn_finding(decision, one, ORDER, failure.order, odds, looked, told))
                covered.add(decision.number)
                continue
            weight = self._change(failure.failed, judged)
            if failure.given_up or (failure.guess and weight < MIN_RELEVANT_LOSS):
                continue
            found.append(
                Finding(
                    LUCK if odds >= MIN_LUCK_ODDS else RISK,
                    ORDER,
                    staked.step,
                    staked.place,
                    min(weight, odds),  # an order that fails takes no more than the hope that it works
                    Choice(staked.chosen, self.judged[staked.number].prospects.wins),
                    order=failure.order,
                    odds=odds,
                    looked=looked,
                    moment=self.moments[staked.place],
                    facts=failure.facts,
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
            likelier = better.likelier(order, chosen)
            is_clear = likelier.clear and likelier.value >= MIN_SPOILT_GAP
            if (decision is staked or is_clear) and (worst is None or one.loss > worst[1].loss):
                worst = decision, one
        return worst

    def _change(self, place: int, judged: list[tuple[Decision, Judged]]) -> float:
        """Return how much the winning chance fell around an action; 0 where that may be sampling noise."""
        for (_, before), (decision, after) in pairwise(judged):
            if decision.place > place:
                fell = before.prospects.wins - starting(after)
                error = hypot(before.prospects.chance().error, after.prospects.chance().error)
                return fell if fell > CLEAR_ERRORS * error else 0.0
        won = self.seen.won
        return max(judged[-1][1].prospects.wins - won[self.seat], 0.0) if won is not None and judged else 0.0

    def turn_finding(
        self,
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
        assert judged.fresh is not None
        better, chosen = judged.fresh
        better_looked, chosen_looked = [one.wins for one in judged.forgetful] if judged.forgetful else (None, None)
        gap = judged.gap
        clear = gap.score >= SIGNIFICANT_ERRORS * gap.score_error
        return Finding(
            judged.kind,
            what,
            decision.step,
            decision.place,
            0.0 if told else self.judge.weight(gap),
            None if told else Choice(judged.chosen, chosen.wins, chosen_looked),
            None if told else Choice(judged.best, better.wins, better_looked),
            gap.error,
            order,
            odds,
            looked,
            mistake="" if told else judged.mistake,
            besides=() if told else judged.besides,
            score=gap.score if clear and not told else 0.0,
            moment=self.moments[decision.place],
            facts=self.reasons.get(decision.number) or {},
            times=1 + sum(worst == decision.number for worst in self._repeated().values()),
        )


def review(states: Iterable[State], seat: int, seed: int | str = 0, effort: float = 1.0) -> Review:
    """Review a game for one seat.

    `states` yields the state as dealt and after every action; it may be the same object, changed in place.
    """
    reviewer = Reviewer(states, seat, seed, effort)
    reviewer.advance()
    return reviewer.review()

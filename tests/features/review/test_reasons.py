"""Reasons why a turn was better, in the words of reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import forno
from forno.bots.critic import Case, Critic, Turn, critic_for
from forno.core.game import Game, State
from forno.features.review import JUDGEMENT, MISTAKES, Finding, Review, Reviewer
from forno.features.review.findings import ORDER
from forno.features.review.judging import DecisionJudge, Judged
from forno.features.review.sentences import counts
from forno.features.review.worlds import Gap
from forno.games.mamma_mia.bots.remarks import LATE
from forno.games.mamma_mia.rules.actions import AddMissing, Place, PlaceOrder, SendBack
from forno.games.mamma_mia.rules.events import Baked
from forno.games.pizza_master.bots.critic import PizzaMasterCritic
from forno.games.pizza_master.bots.remarks import COLLECTING, ORDERS, PASSING
from forno.games.pizza_master.rules.actions import Complete
from forno.games.pizza_master.rules.events import Completed
from tests.features.review.games import played
from tests.features.review.test_reviewing import prospects

NAMES = ("Anna", "Bruno", "Carla", "Dora")


def test_points_are_a_reason_only_if_the_better_order_brings_more() -> None:
    game = forno.game("pizza-master", players=4, mode="master")
    critic = critic_for(game)
    assert isinstance(critic, PizzaMasterCritic)
    points, places = critic.lookups.order_points, critic.lookups.order_places
    compared = set()
    for state in played(game, 36):
        if state.is_over:
            break
        seat, legal = state.seat, state.legal_actions()
        completing = {action: named for action in legal if isinstance(named := game.actions[action], Complete)}
        for chosen, did in completing.items():
            for best, better in completing.items():
                facts = critic.reason(Case(state.view(seat), game.memory(seat), (), ORDERS, (chosen,), (best,), (), {}))
                more = points[places[better.order]] > points[places[did.order]]
                assert ("worth more" in (critic.say_reason(seat, ORDERS, facts, NAMES) if facts else "")) == more
                compared.add(more)
    assert compared == {False, True}


def collected(critic: Critic, game: Game, shares: tuple[Any, Any]) -> str | None:
    """Return the reason told where taking another ingredient was better, but completes nothing more."""
    for state in played(game, 36):
        seat, legal = state.seat, state.legal_actions()
        kinds = [action for action in legal if str(game.actions[action]).startswith("takes ")]
        if len(kinds) > 1 and min(state.view(seat).refrigerator) > 2:  # type: ignore[attr-defined]
            turns = (kinds[0],), (kinds[1],)
            case = Case(state.view(seat), game.memory(seat), (), COLLECTING, *turns, (), {}, shares)
            facts = critic.reason(case)
            return None if facts is None else critic.say_reason(seat, COLLECTING, facts, NAMES)
    raise AssertionError("nobody had a choice")


def test_a_better_turn_that_only_holds_somebody_back_says_whom_and_without_a_reason_there_is_none() -> None:
    game = forno.game("pizza-master", players=4)
    critic = critic_for(game)
    held_back = collected(critic, game, ((0.2, 0.2, 0.4, 0.2), (0.25, 0.25, 0.25, 0.25)))
    assert held_back == "It holds Carla back: their chance to win is then 25% instead of 40%."
    assert collected(critic, game, ((0.25,) * 4, (0.25,) * 4)) is None


def passed(told: Sequence[Sequence[Any]] = (), rival: Sequence[Any] = ()) -> str:
    """Return the reason why collecting was better than passing, if it helps these orders or holds somebody back."""
    critic = critic_for(forno.game("pizza-master", players=4))
    facts = {"there": [3, 0, 0, 1], "tray": [3, 0, 1, 0], "helped": told, "rival": rival, "trades": False}
    return critic.say_reason(0, PASSING, facts, NAMES)


def test_what_could_still_be_taken_is_no_reason_by_itself() -> None:
    assert passed() == ""
    assert "You could still take: 3 cheese and 1 meat." in passed(rival=[1, 0.4, 0.2])
    assert "It holds Bruno back" in passed(rival=[1, 0.4, 0.2])
    assert "is then completed nearly always" in passed([["smokehouse", 0.0, 1.0]])


def test_only_objectives_that_tell_two_orders_apart_are_a_reason_and_with_what_they_count() -> None:
    game = forno.game("pizza-master", players=4, mode="trainee")
    critic = critic_for(game)
    completing = {str(one): action for action, one in enumerate(game.actions) if isinstance(one, Complete)}
    turns = [(completing[f"completes {order}"],) for order in ("fresh-catch", "farmers-market", "melted-reef")]
    state = next(state for state in played(game, 3) if not state.is_over)
    view = replace(state.view(0), objectives=("vegan-guru", "lazy-trainee", "meat-hunter"))  # type: ignore[call-arg]

    def said(chosen: Turn, best: Turn) -> str:
        facts = critic.reason(Case(view, game.memory(0), (), ORDERS, chosen, best, (), {}))
        return "" if facts is None else critic.say_reason(0, ORDERS, facts, NAMES)

    seafood, vegetable, cheap_seafood = turns
    assert said(seafood, vegetable) == "The objectives decide here: Vegan guru (most vegetable orders)."
    assert said(seafood, cheap_seafood) == ""


@pytest.mark.parametrize(("name", "kind"), [("mamma-mia", AddMissing), ("pizza-master", Complete)])
def test_orders_that_a_turn_completes_itself_are_completed(name: str, kind: type) -> None:
    game = forno.game(name, players=3)
    critic = critic_for(game)
    found = 0
    for state in played(game, 4):
        for action in [] if state.is_over else state.legal_actions():
            if isinstance(game.actions[action], kind):
                before = state.clone()
                after = state.clone()
                events = after.apply(action)
                before.quiet = after.quiet = True
                seat = state.seat
                made = {told.order for told in events if isinstance(told, Baked | Completed) and told.seat == seat}
                found += bool(made)
                assert made <= critic.play_out(after, seat, Random(0), before).orders
    assert found


def test_an_order_that_the_seat_sent_back_itself_is_neither_risk_nor_luck() -> None:
    game = forno.game("mamma-mia", players=3)

    def sends_back(state: State) -> int | None:
        legal = [] if state.seat else state.legal_actions()
        named = {type(game.actions[action]): action for action in legal}
        return named[SendBack] if {SendBack, AddMissing} <= named.keys() else None

    made = Reviewer(played(game, 4, sends_back), 0, effort=0.02)
    for decision in made.seen.decisions:
        made.judged[decision.number] = Judged(decision.chosen, None, None, prospects(0.4, 0.4))
    made.odds = dict.fromkeys(made.failures, (0.9, 0.9))
    assert any(failure.given_up for failure in made.failures)
    failed = sorted(failure.order for failure in made.failures if not failure.given_up)
    assert sorted(finding.order for finding in made.review().findings) == failed


def test_what_is_told_of_an_order_is_there_in_the_oven_or_in_the_hand() -> None:
    game = forno.game("mamma-mia", players=3)
    critic = critic_for(game)
    told = 0
    for state in played(game, 4, bot="garzone"):
        if state.is_over or state.view(state.seat).awaited != state.seat:
            continue
        seat, legal = state.seat, state.legal_actions()
        for action in legal:
            after = state.clone()
            after.apply(action)
            if not isinstance(game.actions[action], Place) or after.is_over or after.seat != seat:
                continue
            for order in after.legal_actions():
                if isinstance(game.actions[order], PlaceOrder):
                    turns = (action,), (action, order)
                    view = state.view(seat)
                    case = Case(view, game.memory(seat), (), LATE, *turns, [state.clone()], {})
                    facts = critic.reason(case)
                    assert facts is not None
                    better = facts["better"]
                    assert all(0 <= used <= held for used, held in zip(better["hand"], facts["hand"], strict=True))
                    assert better["lack"] >= 0
                    told += 1
    assert told > 50


@pytest.fixture(scope="module")
def reviewer() -> Reviewer:
    """A review under way, in which the first turn was a mistake."""
    made = Reviewer(played(forno.game("mamma-mia", players=3), 4, bot="garzone"), 0, effort=0.02)
    pair = prospects(0.5, 0.5), prospects(0.2, 0.2)
    turn = made.seen.decisions[0].chosen
    made.judged[0] = Judged(turn, turn, JUDGEMENT, pair[1], Gap(0.3, 0.02), pair, mistake="pile")
    return made


def test_a_mistake_without_a_reason_is_not_shown_but_counted_in_what_was_given_away(reviewer: Reviewer) -> None:
    reviewer.reasons[0] = {"wish": ""}
    [told] = reviewer.review().findings
    reviewer.reasons[0] = None
    whole = reviewer.review()
    assert whole.findings == ()
    assert whole.lost.value * whole.real == pytest.approx(told.cost)


@pytest.mark.parametrize(("odds", "kind"), [(0.02, "risk"), (0.44, "risk"), (0.5, "luck"), (0.9, "luck")])
def test_an_order_that_failed_without_a_better_turn_is_never_a_mistake(odds: float, kind: str) -> None:
    made = Reviewer(played(forno.game("mamma-mia", players=3), 4, bot="garzone"), 0, effort=0.02)
    failure = made.failures[0]
    for decision in made.seen.decisions:
        made.judged[decision.number] = Judged(decision.chosen, None, None, prospects(0.4, 0.4))
    for looked in (odds, 1.0):
        made.odds = {failure: (odds, looked)}
        [finding] = [one for one in made.review().findings if one.what == ORDER]
        assert (finding.kind, finding.mistake, finding.best) == (kind, "", None)


@pytest.mark.parametrize(
    ("before", "after", "weight"),
    [((0.9, 0.9), (0.1, 0.1), 0.06), ((0.9, 0.9), (0.86, 0.86), 0.04), ((0.9, 0.9), (0.0, 1.0), 0.0)],
)
def test_a_risk_costs_no_more_than_its_hope_and_nothing_that_may_be_noise(
    before: tuple[float, ...], after: tuple[float, ...], weight: float
) -> None:
    made = Reviewer(played(forno.game("mamma-mia", players=3), 4, bot="garzone"), 0, effort=0.02)
    failure = made.failures[0]
    for decision in made.seen.decisions:
        chances = before if decision.place <= failure.failed else after
        made.judged[decision.number] = Judged(decision.chosen, None, None, prospects(*chances))
    made.odds = {failure: (0.06, 0.06)}
    [finding] = [one for one in made.review().findings if one.what == ORDER]
    assert finding.weight == pytest.approx(weight)


def test_a_turn_that_spoilt_two_orders_counts_as_one_mistake() -> None:
    first = Finding(JUDGEMENT, ORDER, 3, 9, 0.2, order="minimale", odds=0.3, looked=0.3)
    assert first.kind in MISTAKES
    assert counts(Review("mamma-mia", 0, 3, 5, 5, findings=(first,))) == "Memory: 0, Judgement: 0, Risk: 0, Luck: 0"


@pytest.mark.parametrize(
    ("loss", "error", "clear"), [(0.045, 0.01, True), (0.037, 0.009, False), (0.09, 0.04, False), (0.02, 0.001, False)]
)
def test_a_loss_is_told_where_it_surely_matters_and_is_no_noise(loss: float, error: float, clear: bool) -> None:
    judge = DecisionJudge(critic_for(forno.game("mamma-mia", players=3)), 0)
    assert judge.is_clear(Gap(loss, error)) == clear

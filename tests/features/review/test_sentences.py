"""Reviews in words: odds, costs, bad luck, and what differs between two turns."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

import forno
from forno.bots.critic import Facts, critic_for
from forno.core.language import use
from forno.core.plain import from_plain
from forno.features.review import JUDGEMENT, LUCK, Finding, Review
from forno.features.review.findings import DECISION, NEWS, ORDER, Choice, Pattern, WithError
from forno.features.review.page import review_content, table_ways
from forno.features.review.sentences import bad_luck, bad_luck_text, effect, figures, likely, pattern_cost, sentence
from forno.games.mamma_mia.rules import actions
from forno.games.pizza_master.bots import remarks as pizza_master_remarks
from forno.games.pizza_master.rules.actions import Collect
from tests.features.review.helpers import NAMES


def test_bad_luck_is_named_counted_and_shared_without_a_card() -> None:
    game = forno.game("mamma-mia", players=3)
    short = {"order": "4-olive", "reason": "incomplete", "missing": [1, 0, 0, 0, 0], "took": []}
    taken = {**short, "missing": [2, 0, 0, 0, 0], "took": [[1, "4-salami", [2, 0, 0, 0, 0]]]}
    moment = {"round": 1, "turn": 2}

    def unlucky(facts: Facts, weight: float) -> Finding:
        return Finding(LUCK, ORDER, 3, 9, weight, order="4-olive", odds=0.7, looked=0.7, facts=facts, moment=moment)

    lucky = Finding(LUCK, NEWS, 4, 12, 0.5, before=0.2, after=0.7, facts={"own": ["4-olive"]}, moment=moment)
    found = (lucky, unlucky(taken, 0.2), unlucky(short, 0.15), unlucky(short, 0.1), unlucky(short, 0.001))
    whole = Review("mamma-mia", 0, 3, 5, 5, findings=found)
    critic = critic_for(game)
    strokes = bad_luck(critic, whole)
    assert [(one.title, one.findings) for one in strokes] == [
        ("One card short", (2, 3)),
        ("Snatched from your oven", (1,)),
    ]
    assert bad_luck_text("Mamma Mia!", strokes).splitlines() == [
        "What bad luck! Mamma Mia!",
        "🍀 One card short ×2: −25%",
        "🍀 Snatched from your oven: −20%",
    ]
    page = review_content(game, NAMES, whole, table_ways("t1"))
    assert 'data-share="/t/t1/replay"' in page
    assert 'href="#finding-3"' in page
    with use("it"):
        assert "Che sfortuna!" in review_content(game, NAMES, whole, table_ways("t1"))


def test_what_was_given_away_is_a_limit_where_it_isnt_clear() -> None:
    critic = critic_for(forno.game("mamma-mia", players=2))
    clear, unclear = (Review("mamma-mia", 0, 2, 9, 9, real=9, lost=WithError(lost, 0.01)) for lost in (0.05, 0.0))
    assert figures(critic, clear) == ["In 9 real decisions you gave away 5% of winning chance each (±2%)."]
    assert figures(critic, unclear) == ["In 9 real decisions you gave away at most 2% of winning chance each."]


@pytest.mark.parametrize(("name", "one"), [("mamma-mia", "1 pizza"), ("pizza-master", "1 point")])
def test_a_score_that_is_rounded_to_one_is_singular(name: str, one: str) -> None:
    critic = critic_for(forno.game(name, players=2))
    assert critic.say_score(0.98) == one
    assert [critic.say_score(amount).endswith("s") for amount in (0.4, 1.7, 2)] == [True] * 3
    with use("fr"):
        assert [critic.say_score(amount).endswith("s") for amount in (0.4, 1.7, 2)] == [False, False, True]


def test_sampled_odds_are_never_told_as_certain() -> None:
    assert [likely(odds) for odds in (0.0, 0.4, 1.0)] == ["very unlikely", "40% likely", "almost certain"]
    game = forno.game("pizza-master", players=3)
    critic = critic_for(game)
    take, leave = (game.actions.index(Collect(kind, False)) for kind in (0, 3))
    facts: Facts = {"kinds": [], "helped": [["campfire", 0.0, 1.0]]}
    spoilt = Finding(
        JUDGEMENT,
        ORDER,
        3,
        9,
        0.2,
        Choice((take,), 0.002),
        Choice((leave,), 0.998),
        order="butchers-bites",
        odds=1.0,
        looked=1.0,
        mistake=pizza_master_remarks.COLLECTING,
        facts=facts,
    )
    assert sentence(critic, 0, spoilt, NAMES) == (
        "Butchers bites (1 cheese and 1 meat, 3 points) failed, although at first it was almost certain to work. "
        "You chose to take cheese. Better: take meat. "
        "Campfire (1 cheese and 2 meat, 5 points) is then completed nearly always instead of hardly ever. "
        "Your chance to win fell from over 99% to under 1%."
    )
    lost = Finding(LUCK, ORDER, 3, 9, 0.2, Choice((take,), 0.3), order="butchers-bites", odds=1.0, looked=1.0)
    assert sentence(critic, 0, lost, NAMES) == (
        "Butchers bites (1 cheese and 1 meat, 3 points) failed, although it was almost certain to work."
    )
    news = Finding(LUCK, NEWS, 3, 9, 0.5, before=0.5, after=0.001, facts={"taken": [[1, 0]]})
    assert sentence(critic, 0, news, NAMES) == "Bruno took cheese: your chance to win fell from 50% to under 1%."


def test_answers_at_the_open_oven_name_the_order_that_they_are_about() -> None:
    game = forno.game("mamma-mia", players=3, edition="grande")
    critic = critic_for(game)
    facts: Facts = {"order": "minimale", "owner": 0}

    def say(*done: actions.Action) -> str:
        return critic.say_turn(0, tuple(map(game.actions.index, done)), facts)

    assert say(actions.SendBack()) == "send back Minimale"
    assert say(actions.AddMissing()) == "add what is missing for Minimale"
    asked = actions.AskForHelp(), actions.Request(0, 2), actions.EndRequest()
    assert say(*asked) == "ask for help with Minimale: two pineapples"
    assert say(actions.Choose((1,)), actions.AddMissing()) == (
        "bake Minimale with green pepper and add what is missing for Minimale"
    )
    assert say(actions.AddMissing(), actions.AddCard(1), actions.AddCard(1)) == "add two green peppers for Minimale"
    assert say(actions.Help()) == "help"


def test_a_mistake_made_once_is_told_so() -> None:
    game = forno.game("mamma-mia", players=3)
    turn = Choice((0,), 0.2), Choice((1,), 0.4)
    found = (Finding(JUDGEMENT, DECISION, 3, 9, 0.2, *turn, mistake="pile"),)
    whole = Review("mamma-mia", 0, 3, 5, 5, findings=found)
    [pattern] = whole.patterns()
    assert isinstance(pattern, Pattern)
    assert pattern_cost(critic_for(game), whole, pattern) == "once, 20% of winning chance"


def compared(**changed: object) -> tuple[str, Finding, Review]:
    """Return what is told of a turn with the wrong ingredients; both turns draw from the supply without an order."""
    game = forno.game("mamma-mia", players=3)
    chosen, best = (
        tuple(map(game.actions.index, (actions.Place(kind, 1), actions.PlaceNoOrder(), actions.Draw("supply"))))
        for kind in (0, 1)
    )
    facts: Facts = {"did": [0, 1], "better": [1, 1], "wanting": [], "helped": [], "fed": [], "rival": []}
    told: dict[str, object] = {"mistake": "ingredients", "facts": facts, "moment": {"round": 1, "turn": 2}, **changed}
    finding = Finding(JUDGEMENT, DECISION, 3, 9, 0.2, Choice(chosen, 0.2), Choice(best, 0.4), **told)  # type: ignore[arg-type]
    review_ = Review("mamma-mia", 0, 3, 5, 5, findings=(finding,))
    return sentence(critic_for(game), 0, finding, NAMES), finding, review_


def test_only_what_differs_between_two_turns_is_told() -> None:
    text, finding, whole = compared()
    assert text.startswith("You chose to put in one pineapple. Better: put in one green pepper.")
    assert effect(critic_for(forno.game("mamma-mia", players=3)), finding) == "−20%"
    page = review_content(forno.game("mamma-mia", players=3), NAMES, whole, table_ways("t1"))
    assert '<b class="effect">−20%</b>' in page
    assert '<p class="better">Better: put in one green pepper.</p>' in page


def test_a_second_mistake_in_the_same_turn_is_named_with_its_cost() -> None:
    text, _finding, whole = compared(besides=(("pile", 0.07),))
    assert "In the same turn: drawn from the wrong pile (7%)." in text
    assert from_plain(Review, json.loads(json.dumps(asdict(whole)))) == whole

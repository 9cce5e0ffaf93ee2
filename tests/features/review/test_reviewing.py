"""Reviews of constructed games, in which it is known what was memory, what judgement and what luck."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

import pytest

import forno
from forno.bots.bot import Bot
from forno.bots.critic import Facts, compare_odds, critic_for, how_often
from forno.bots.memory import Forgetting
from forno.core.chance import Chance
from forno.core.errors import UnknownSeat
from forno.core.game import Game, State
from forno.core.language import use
from forno.core.plain import from_plain
from forno.features.review import JUDGEMENT, LUCK, MEMORY, RISK, Finding, Review, Reviewer, as_text, review
from forno.features.review.findings import DECISION, NEWS, ORDER, Choice, Pattern, WithError
from forno.features.review.judging import DecisionJudge, Judged
from forno.features.review.luck import LuckFinder
from forno.features.review.page import record_ways, review_content, table_ways, waiting_content
from forno.features.review.sentences import (
    bad_luck,
    bad_luck_text,
    effect,
    figures,
    likely,
    pattern_cost,
    sentence,
)
from forno.features.review.worlds import Gap, Prospects, follow
from forno.games.mamma_mia.bots.critic import MammaMiaCritic
from forno.games.mamma_mia.bots.judgement import Weights
from forno.games.mamma_mia.bots.players import Thinker
from forno.games.mamma_mia.rules import actions
from forno.games.pizza_master.bots import remarks as pizza_master_remarks
from forno.games.pizza_master.bots.remarks import NEWS as NEWS_KINDS
from forno.games.pizza_master.rules.actions import Collect
from tests.features.review.games import played
from tests.toy import INFO, Toppings, registered

MOVES = Path(__file__).with_name("moves")
NAMES = ["Anna", "Bruno", "Carla"]
INTERNAL_NAME = re.compile(r"\d-[a-z]|[a-z]_[a-z]|one-of-each|order-|-\w+-\w+")
"""Names of orders and kinds of mistakes as records and programs have them."""
CAREFUL = Weights(theft=0.06, hope_lack=2, useless=0.12, hopeless=0.5, tie_break=0.0)
"""Weights of a player who minds an order that comes back: the constructed turns lie in such games."""


def careful(game: Game, seat: int, seed: int) -> Bot:
    return Thinker(game, seat, seed, CAREFUL, Forgetting(), worlds=3, trusting=True)


def forgotten(game: Game, name: str, place: int) -> Reviewer:
    """A recorded game in which seat 0 places an order, in the turn that begins there, for which next to nothing is in
    the oven, as everybody could see when it went in."""
    moves = [game.parse(move) for move in (MOVES / f"{name}.txt").read_text("utf-8").splitlines()]
    reviewer = Reviewer(played(game, 2, lambda state: moves[len(state.history())]), 0, effort=0.5)
    reviewer.critic = MammaMiaCritic(game, CAREFUL)
    reviewer.judge = DecisionJudge(reviewer.critic, 0, 0.5)
    [decision] = [one for one in reviewer.seen.decisions if one.place == place]
    assert "order 4-mushroom" in [str(game.actions[action]) for action in decision.chosen]
    for one in reviewer.seen.decisions[: decision.number]:
        reviewer.judged[one.number] = DecisionJudge(reviewer.critic, 0, 0.01).judge(one)  # not what this is about
    reviewer.look_at(decision)
    reviewer.odds = {failure: odds for failure, odds in reviewer.odds.items() if failure.staked >= place}
    return reviewer


@pytest.mark.parametrize(("aid", "kind"), [(False, MEMORY), (True, JUDGEMENT)])
def test_what_went_into_the_oven_is_a_matter_of_memory_unless_it_can_be_looked_up(aid: bool, kind: str) -> None:
    game = forno.game("mamma-mia", players=3, memory_aid=aid)
    reviewer = forgotten(game, "costly", 91)
    [finding] = [one for one in reviewer.review().findings if one.what == ORDER]
    assert (finding.kind, finding.order) == (kind, "4-mushroom")
    assert finding.odds == 0.0
    assert finding.chosen is not None
    assert finding.best is not None
    assert finding.best.wins > finding.chosen.wins
    text = sentence(reviewer.critic, 0, finding, NAMES)
    assert "The order for four mushrooms and one pineapple failed" in text
    assert ("you had to remember" in text) is (kind == MEMORY)


@pytest.mark.parametrize("aid", [False, True])
def test_an_order_without_hope_that_cost_nothing_is_a_risk_and_no_mistake(aid: bool) -> None:
    game = forno.game("mamma-mia", players=3, memory_aid=aid)
    reviewer = forgotten(game, "harmless", 83)
    [finding] = [one for one in reviewer.review().findings if one.what == ORDER]
    assert (finding.kind, finding.odds, finding.best) == (RISK, 0.0, None)
    text = sentence(reviewer.critic, 0, finding, NAMES)
    assert "very unlikely to work" in text
    assert "nothing was clearly better" in text
    assert ("the open cards made it look" in text) is not aid


def test_whoever_finishes_without_completing_what_is_ready_has_misjudged() -> None:
    game = forno.game("pizza-master", players=3)
    finish = game.parse("finish")
    spoilt: list[int] = []

    def says(state: State) -> int | None:
        legal = state.legal_actions()
        if not spoilt and state.seat == 0 and finish in legal and len(legal) > 1:
            spoilt.append(len(state.history()))
            return finish
        return None

    reviewer = Reviewer(played(game, 3, says, "pizzaiolo"), 0)
    [decision] = [one for one in reviewer.seen.decisions if one.place == spoilt[0]]
    reviewer.look_at(decision)
    judged = reviewer.judged[decision.number]
    assert judged.kind == JUDGEMENT
    assert judged.best is not None
    assert "complete" in str(game.actions[judged.best[0]])
    assert "to win" in sentence(reviewer.critic, 0, reviewer.turn_finding(decision, judged), NAMES)


def test_a_review_grows_and_is_the_same_in_the_end() -> None:
    game = forno.game("pizza-master", mode="tutorial", players=2, max_days=1)
    reviewer = Reviewer(played(game, 4), 1, effort=0.02)
    assert not reviewer.advance(0.0)
    part = reviewer.review()
    assert part.done == 1
    assert len(part.points) == 1
    assert part.looking
    assert not part.finished
    assert reviewer.advance()
    whole = reviewer.review()
    assert whole.finished
    assert part.points[0] in whole.points
    assert whole == review(played(game, 4), 1, effort=0.02)
    assert whole != review(played(game, 4), 1, seed=1, effort=0.02)
    assert whole.points[-1].shares == reviewer.seen.won
    weights = [finding.weight for finding in whole.findings]
    assert weights == sorted(weights, reverse=True)
    assert from_plain(Review, json.loads(json.dumps(asdict(whole)))) == whole


def test_every_order_that_failed_is_put_down_to_something() -> None:
    game = forno.game("mamma-mia", players=3)
    reviewer = Reviewer(played(game, 4, bot="garzone"), 0, effort=0.02)
    reviewer.advance()
    assert all(abs(sum(point.shares) - 1) < 1e-9 for point in reviewer.review().points)
    found = reviewer.review()
    told = sorted(finding.order for finding in found.findings if finding.what == ORDER)
    assert told == sorted(failure.order for failure in reviewer.failures if not failure.given_up)
    assert told
    for spoken in ("en", "it"):
        with use(spoken):
            for finding in found.findings:
                text = sentence(reviewer.critic, 0, finding, NAMES)
                assert "{" not in text
                assert not INTERNAL_NAME.search(text), text
                assert reviewer.critic.say_moment(finding.moment)
    assert {finding.what for finding in found.findings} <= {DECISION, ORDER, NEWS}


def test_a_game_without_a_critic_has_its_decisions_judged() -> None:
    game = Toppings()
    with registered(INFO):
        found = review(played(game, 3, bot="random"), 0)
        assert found.finished
        assert found.points[-1].shares[0] in (0.0, 0.5, 1.0)
        assert all(finding.what != ORDER for finding in found.findings)


def test_nobody_is_reviewed_who_doesnt_play() -> None:
    game = forno.game("mamma-mia", players=3)
    assert "Your chance to win" in as_text(Reviewer(played(game, 4), 2).review(), game, critic_for(game))
    with pytest.raises(UnknownSeat):
        review(played(game, 4), 7)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seed", "place", "order", "world"),
    [("mamma-mia", 1, 89, "4-salami", 4), ("mamma-mia", 1, 103, "minimale", 0)],
)
def test_the_same_turn_with_the_same_knowledge_fails_by_luck(
    name: str, seed: int, place: int, order: str, world: int
) -> None:
    """A good turn, and a world in which everything that its seat couldn't know lies so that it goes wrong."""
    game = forno.game(name, players=3)
    [decision] = [one for one in follow(played(game, seed, bot=careful), 0).decisions if one.place == place]
    turn, worlds = list(decision.chosen), list[State]()

    def anew(state: State) -> State:
        if worlds or len(state.history()) < place:
            return state
        worlds.append(state.view(0).sample(decision.memory, Chance(world)))
        return worlds[0]

    def says(state: State) -> int | None:
        return turn.pop(0) if worlds and turn else None

    reviewer = Reviewer(played(game, seed, says, careful, anew), 0, effort=0.3)
    reviewer.critic = MammaMiaCritic(game, CAREFUL)
    reviewer.judge = DecisionJudge(reviewer.critic, 0, 0.3)
    [failure] = [one for one in reviewer.failures if one.order == order and one.staked >= place]
    for one in reviewer.seen.decisions:
        if one.place <= failure.failed:
            before = one.place < place
            judge = DecisionJudge(reviewer.critic, 0, 0.01) if before else reviewer.judge
            reviewer.judged[one.number] = judge.judge(one)
    reviewer.odds = {failure: reviewer.judge.odds(decision, reviewer.judged[decision.number], order)}
    [finding] = [one for one in reviewer.review().findings if one.what == ORDER]
    assert (finding.kind, finding.order, finding.best) == (LUCK, order, None)
    assert finding.odds is not None
    assert finding.odds > 0.6
    assert "although it was" in sentence(reviewer.critic, 0, finding, NAMES)


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


def test_the_progress_bar_counts_looks_at_luck() -> None:
    game = forno.game("mamma-mia", players=3)
    at_luck = Review("mamma-mia", 0, 3, 5, 5, looking={}, luck_looks=2)
    assert 'max="14" value="7"' in review_content(game, NAMES, at_luck, table_ways("t1"))


@pytest.mark.parametrize("name", ["mamma-mia", "pizza-master"])
def test_everything_that_goes_wrong_has_a_name(name: str) -> None:
    critic = critic_for(forno.game(name, players=3))
    nothing: Facts = {"missing": [0], "took": [], "reason": "forbidden", "order": "", "lacked": [1]}
    bad = (
        ("baked", "asked", "drew", "put", "opened", "own", "back")
        if name == "mamma-mia"
        else [one for one in NEWS_KINDS if one not in ("wasted", "made")]
    )
    news: list[Facts] = [{what: [1]} for what in bad]
    for facts in (nothing, *news):
        assert critic.strokes[critic.stroke(facts)]


def prospects(*worths: float) -> Prospects:
    made = Prospects(3)
    made.worths, made.scores = list(worths), [0.0] * len(worths)
    return made


def test_what_was_given_away_is_never_less_than_what_the_findings_add_up_to() -> None:
    """Comparisons that stayed unclear can't outweigh a mistake that is told."""
    reviewer = Reviewer(played(forno.game("mamma-mia", players=3), 4, bot="garzone"), 0, effort=0.02)
    pair = prospects(0.5, 0.5), prospects(0.2, 0.2)
    turn = reviewer.seen.decisions[0].chosen
    reviewer.judged[0] = Judged(turn, turn, JUDGEMENT, pair[1], Gap(0.3, 0.02), pair, mistake="pile")
    for number in range(1, 5):
        reviewer.judged[number] = Judged(turn, None, None, pair[1], Gap(-0.2, 0.1), pair)
    found = reviewer.review()
    assert sum(finding.cost for finding in found.findings) == pytest.approx(0.3)
    assert found.lost.value * found.real == pytest.approx(0.3)
    reviewer.judged[1] = Judged(turn, None, None, pair[1], Gap(0.9, 0.1), pair)
    assert reviewer.review().lost.value * found.real == pytest.approx(0.6)


def test_sampled_odds_are_never_told_as_certain() -> None:
    assert [how_often(share) for share in (0.0, 0.004, 0.4, 0.996, 1.0)] == [
        "hardly ever",
        "hardly ever",
        "40% of the time",
        "nearly always",
        "nearly always",
    ]
    assert compare_odds(0.75, 0.28) == ("75% of the time", "28%")
    assert compare_odds(0.997, 0.28) == ("nearly always", "28% of the time")
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


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["tutorial", "trainee", "master"])
def test_memory_is_never_named_where_everything_is_open(mode: str) -> None:
    """Of all that a seat sees in Pizza Master only discarded orders are hidden afterwards (PMR-19)."""
    game = forno.game("pizza-master", mode=mode, players=2)
    critic = critic_for(game)
    seen = follow(played(game, 5, bot="random"), 0).decisions
    phases = {getattr(one.view, "phase") for one in seen if critic.needs_memory(one.view)}  # noqa: B009
    assert phases == {"discarding"}
    game = forno.game("pizza-master", mode=mode, players=2, max_days=3)
    reviewer = Reviewer(played(game, 5, bot="random"), 0, effort=0.02)
    reviewer.advance()
    mistakes = [judged for judged in reviewer.judged.values() if judged.kind]
    assert mistakes
    for one in reviewer.seen.decisions:
        judged = reviewer.judged[one.number]
        if not critic.needs_memory(one.view):
            assert judged.forgetful is None, "worlds without memory were looked at"
            assert judged.kind != MEMORY
    for finding in reviewer.review().findings:
        if finding.kind == MEMORY:
            assert finding.moment["phase"] == pizza_master_remarks.MORNING
            assert finding.what == DECISION


def test_a_change_that_may_be_noise_is_no_stroke_of_luck() -> None:
    reviewer = Reviewer(played(forno.game("mamma-mia", players=3), 4, bot="garzone"), 0, effort=0.02)
    finder = LuckFinder(reviewer.judge, reviewer.seen, reviewer.moments)
    first, second = reviewer.seen.decisions[:2]

    def changes(before: Prospects, after: Prospects) -> int:
        return len(
            finder.changes([(first, Judged((), None, None, before)), (second, Judged((), None, None, after))], set())
        )

    assert changes(prospects(*[0.0, 1.0] * 8), prospects(*[0.0, 1.0, 1.0, 1.0] * 4)) == 0
    assert changes(prospects(*[0.4, 0.6] * 8), prospects(*[0.7, 0.8] * 8)) == 1


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


def test_a_review_that_isnt_there_yet_is_asked_for_again_for_the_same_seat() -> None:
    assert 'href="/t/t1/review?seat=2"' in waiting_content(table_ways("t1"), 2)
    assert 'name="seat" value="2"' in waiting_content(record_ways("forno record 1", None), 2)


def test_what_cost_most_is_what_cost_most_winning_chance_and_then_points() -> None:
    turn = Choice((0,), 0.2), Choice((1,), 0.3)
    same = Choice((0,), 0.2), Choice((1,), 0.2)
    found = (
        Finding(JUDGEMENT, DECISION, 3, 9, 0.18, *same, mistake="order-late", score=1.5),
        Finding(JUDGEMENT, DECISION, 4, 10, 0.2, *same, mistake="ingredients", score=1.8),
        Finding(JUDGEMENT, DECISION, 5, 11, 0.1, *turn, mistake="pile", score=0.2),
    )
    whole = Review("mamma-mia", 0, 3, 5, 5, findings=found)
    assert [pattern.mistake for pattern in whole.patterns()] == ["pile", "ingredients", "order-late"]


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

"""Reviews of constructed games, in which it is known what was memory, what judgement and what luck."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import forno
from forno.bots.bot import Bot
from forno.bots.critic import Facts, critic_for
from forno.bots.memory import Forgetting
from forno.core.chance import Chance
from forno.core.errors import UnknownSeat
from forno.core.game import Game, State
from forno.core.language import use
from forno.features.review import JUDGEMENT, LUCK, MEMORY, Finding, Review, Reviewer, as_text, review
from forno.features.review.decisions import follow
from forno.features.review.findings import DECISION, NEWS, ORDER
from forno.features.review.judging import DecisionJudge
from forno.features.review.page import review_content, table_ways
from forno.features.review.sentences import bad_luck, bad_luck_text, sentence
from forno.games.mamma_mia.bots.critic import MammaMiaCritic
from forno.games.mamma_mia.bots.judgement import Weights
from forno.games.mamma_mia.bots.players import Thinker
from forno.games.pizza_master.bots.remarks import NEWS as NEWS_KINDS
from tests.features.review.games import played
from tests.toy import INFO, Toppings, registered

MOVES = Path(__file__).with_name("moves")
NAMES = ["Anna", "Bruno", "Carla"]
INTERNAL_NAME = re.compile(r"\d-[a-z]|[a-z]_[a-z]|one-of-each|order-|-\w+-\w+")
"""Names of orders and kinds of mistakes as records and programs have them."""
CAREFUL = Weights(theft=0.06, hope_lack=2, useless=0.12, hopeless=0.5, tie_break=0.0)
"""How somebody weighs who minds an order that comes back: the constructed turns lie in such games."""


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


@pytest.mark.parametrize(("aid", "kind"), [(False, MEMORY), (True, JUDGEMENT)])
def test_an_order_without_hope_could_be_known_to_fail_though_it_cost_nothing(aid: bool, kind: str) -> None:
    game = forno.game("mamma-mia", players=3, memory_aid=aid)
    reviewer = forgotten(game, "harmless", 83)
    [finding] = [one for one in reviewer.review().findings if one.what == ORDER]
    assert (finding.kind, finding.odds, finding.best) == (kind, 0.0, None)


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
    assert Review.from_dict(json.loads(json.dumps(whole.as_dict()))) == whole


def test_every_order_that_failed_is_put_down_to_something() -> None:
    game = forno.game("mamma-mia", players=3)
    reviewer = Reviewer(played(game, 4, bot="garzone"), 0, effort=0.02)
    reviewer.advance()
    assert all(abs(sum(point.shares) - 1) < 1e-9 for point in reviewer.review().points)
    found = reviewer.review()
    told = sorted(finding.order for finding in found.findings if finding.what == ORDER)
    assert told == sorted(failure.order for failure in reviewer.failures)
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
    reviewer.odds = {failure: reviewer.judge.odds(decision, decision.chosen, order)}
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


@pytest.mark.parametrize("name", ["mamma-mia", "pizza-master"])
def test_everything_that_goes_wrong_has_a_name(name: str) -> None:
    critic = critic_for(forno.game(name, players=3))
    nothing: Facts = {"missing": [0], "took": [], "reason": "forbidden", "order": "", "lacked": [1]}
    bad = ("baked", "drew", "put", "opened") if name == "mamma-mia" else [one for one in NEWS_KINDS if one != "wasted"]
    news: list[Facts] = [{what: [1]} for what in bad]
    for facts in (nothing, *news):
        assert critic.strokes[critic.stroke(facts)]

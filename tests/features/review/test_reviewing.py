"""Reviews of constructed games, in which it is known what was memory, what judgement and what luck."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
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
from forno.core.plain import from_plain
from forno.features.review import JUDGEMENT, LUCK, MEMORY, RISK, Review, Reviewer, as_text, review
from forno.features.review.findings import DECISION, NEWS, ORDER
from forno.features.review.judging import DecisionJudge, Judged
from forno.features.review.luck import LuckFinder
from forno.features.review.sentences import sentence
from forno.features.review.worlds import Gap, Prospects, follow
from forno.games.mamma_mia.bots.critic import MammaMiaCritic
from forno.games.mamma_mia.bots.judgement import Weights
from forno.games.mamma_mia.bots.players import Thinker
from forno.games.pizza_master.bots import remarks as pizza_master_remarks
from forno.games.pizza_master.bots.remarks import NEWS as NEWS_KINDS
from tests.features.review.games import played
from tests.features.review.helpers import NAMES, prospects
from tests.toy import INFO, Toppings, registered

MOVES = Path(__file__).with_name("moves")
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

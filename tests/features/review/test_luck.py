"""The luck of drawn cards, where it is known what it must be."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

import forno
from forno.bots.critic import Critic, PlayedOut, critic_for
from forno.core.chance import Chance
from forno.core.game import Game, State
from forno.core.views import Memory
from forno.features.review.findings import Finding, GameResult, Review, WithError
from forno.features.review.judging import DecisionJudge, Judged
from forno.features.review.luck import LuckFinder
from forno.features.review.sentences import sentence, without_luck
from forno.features.review.worlds import Prospects, Seen, follow
from forno.games.mamma_mia.bots.critic import MammaMiaCritic
from forno.games.mamma_mia.rules.events import OrderPlaced, Placed
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.games.pizza_master.bots.critic import PizzaMasterCritic
from forno.games.pizza_master.rules.state import PizzaMasterState
from tests.features.review.games import played

SEAT = 1


class CountsOlives(MammaMiaCritic):
    """Critic for which the most olives are ahead: the value of a draw can be worked out."""

    def play_out(self, state: State, seat: int, luck: Random, before: State) -> PlayedOut:
        assert isinstance(state, MammaMiaState)
        olives = [self.lookups.tallies.count(hand, 0) if owner == seat else 0 for owner, hand in enumerate(state.hands)]
        return PlayedOut([0.0] * len(olives), olives, frozenset())


class CountsPoints(PizzaMasterCritic):
    """Critic for which the most valuable orders are ahead."""

    def play_out(self, state: State, seat: int, luck: Random, before: State) -> PlayedOut:
        assert isinstance(state, PizzaMasterState)
        points = [
            sum(self.lookups.order_points[order] for order in hand) if owner == seat else 0
            for owner, hand in enumerate(state.orders.hands)
        ]
        return PlayedOut([0.0] * len(points), points, frozenset())


GAMES: list[tuple[str, dict[str, Any], type[MammaMiaCritic | PizzaMasterCritic]]] = [
    ("mamma-mia", {}, CountsOlives),
    ("pizza-master", {"max_days": 2}, CountsPoints),
]


def finder(critic: Critic, seen: Seen, worlds: int) -> LuckFinder:
    found = LuckFinder(DecisionJudge(critic, 0), seen, [])
    found.draw_worlds = worlds
    return found


def dealt(game: Game, seed: int) -> tuple[MammaMiaState, LuckFinder]:
    """A deal, and what weighs its first hand."""
    state = game.deal(seed)
    assert isinstance(state, MammaMiaState)
    return state, finder(CountsOlives(game), follow([game.deal(seed)], SEAT), 600)


@pytest.mark.parametrize("seed", [2, 5, 8])
def test_a_first_hand_is_compared_with_all_that_could_have_come(seed: int) -> None:
    game = forno.game("mamma-mia", players=3)
    state, luck = dealt(game, seed)
    tallies, hand = state.lookups.tallies, state.hands[SEAT]
    size, olives, left = tallies.total(hand), tallies.count(hand, 0), state.left
    unseen = sum(map(tallies.total, state.hands)) - size + left
    hidden = state.lookups.copies - olives
    average = size * (olives + hidden * left / unseen) / (size + left)
    weighed = luck.draw_luck(told_to(game, luck.seen), 0)
    assert weighed.value == pytest.approx(olives - average, abs=4 * weighed.error)
    assert 0 < weighed.error < 0.1


def told_to(game: Game, seen: Seen) -> Any:
    """Return what the seat knows after the deal."""
    memory = game.memory(seen.seat)
    for event in seen.told[0]:
        memory.observe(event)
    return memory


def test_a_lucky_hand_is_told_from_an_unlucky_one() -> None:
    """Of the same table, the deals with most and with fewest olives for this seat."""
    game = forno.game("mamma-mia", players=3)
    found = [dealt(game, seed) for seed in range(40)]
    found.sort(key=lambda one: one[0].lookups.tallies.count(one[0].hands[SEAT], 0))
    few, many = (luck.draw_luck(told_to(game, luck.seen), 0) for _state, luck in (found[0], found[-1]))
    assert few.clear
    assert many.clear
    assert few.value < 0 < many.value


@pytest.mark.parametrize(("name", "options", "counts"), GAMES)
@pytest.mark.parametrize("bot", ["random", "garzone"])
def test_luck_is_nothing_on_average_however_one_plays(
    name: str, options: dict[str, Any], counts: type[MammaMiaCritic | PizzaMasterCritic], bot: str
) -> None:
    game = forno.game(name, players=2, **options)
    found: list[float] = []
    for seed in range(12):
        luck = finder(counts(game), follow(played(game, seed, bot=bot), SEAT), 8)
        for _ in luck.weigh_draws():
            pass
        result = luck.result()
        assert result is not None
        assert result.luck is not None
        found.append(result.luck.value)
    assert stdev(found) > 0.5, "cards differ from game to game"
    assert abs(mean(found)) < 3 * stdev(found) / len(found) ** 0.5


@pytest.mark.parametrize(("name", "options", "_counts"), GAMES)
def test_cards_dealt_anew_come_from_where_the_drawn_ones_lay(
    name: str, options: dict[str, Any], _counts: object
) -> None:
    game = forno.game(name, players=3, **options)
    critic = critic_for(game)
    seen = follow(played(game, 3), SEAT)
    memory, changed = game.memory(SEAT), 0
    for place, told in enumerate(seen.told):
        for event in told:
            memory.observe(event)
        if critic.draws(SEAT, told):
            world = memory.view().sample(memory, Chance(place))
            other = world.clone()
            critic.redeal(other, SEAT, told, Chance(place, "other"))
            assert other.census() == world.census()
            assert all(other.view(seat) == world.view(seat) for seat in (0, 2)), "nobody else sees it"
            changed += other.view(SEAT) != world.view(SEAT)
    assert changed


def told(margin: float, luck: WithError | None) -> str:
    critic = critic_for(forno.game("pizza-master", players=3))
    place = 1 if margin > 0 else 2
    return without_luck(critic, Review("pizza-master", 0, 3, 1, 1, result=GameResult(place, margin, luck)))


def test_the_result_with_average_cards_is_told_where_it_is_clear() -> None:
    fair = "You lost by 7 points; with average cards you would have won by 2 points (±1.2)."
    assert told(-7, WithError(-9.0, 0.6)) == fair
    assert "lost by 3 points (±1)" in told(2, WithError(5.0, 0.5))
    assert "about even (±1.2)" in told(5, WithError(4.5, 0.6))
    assert (
        told(5, WithError(1.0, 0.6)) == "You won by 5 points; the cards that you drew made no clear difference (±1.2)."
    )
    assert told(5, None) == "You won by 5 points."


class KnownChances(LuckFinder):
    """Gives the seat these winning chances, one after every event."""

    chances: list[float]

    def chance_after(self, memory: Memory, place: int) -> WithError:
        return WithError(self.chances.pop(0), 0.01)


def finding(*chances: float) -> tuple[Critic, Finding | None]:
    """Return the findings between a game's first two turns, where the chance was 50% after the first, then these."""
    game = forno.game("mamma-mia", players=3)
    seen = follow(played(game, 4), 0)
    critic = critic_for(game)
    luck = KnownChances(DecisionJudge(critic, 0), seen, critic.moments(0, seen.told))
    luck.chances = list(chances)
    first, second = seen.decisions[:2]
    before = Prospects(3)
    before.worths = [0.49, 0.51] * 100
    found = luck.news(chances[-1] - 0.5, first, Judged((), None, None, before), second)
    assert not luck.chances
    return critic, found


def news(*chances: float) -> str:
    critic, found = finding(*chances)
    return "" if found is None else sentence(critic, 0, found, ["Anna", "Bruno", "Carla"])


def test_an_event_is_told_for_the_turn_in_which_it_happened() -> None:
    """With the last action of a turn, the next one begins."""
    _critic, found = finding(0.30, 0.30, 0.30)
    assert found is not None
    assert "drew" in found.facts
    assert (found.moment["round"], found.moment["turn"]) == (1, 1)


def test_a_change_that_no_single_event_made_names_those_that_made_it_together() -> None:
    assert news(0.50, 0.44, 0.36).count(":") == 1
    together = news(0.50, 0.43, 0.36)
    assert "Bruno put in" in together
    assert "Carla put in" in together
    assert together.endswith("your chance to win fell from 50% to 36%.")
    alone = news(0.49, 0.48, 0.33)
    assert "Bruno" not in alone
    assert "from 48% to 33%" in alone


def test_a_change_that_fresh_worlds_dont_show_is_not_told() -> None:
    assert news(0.50, 0.49, 0.46) == ""


def test_an_order_that_went_in_with_the_ingredients_is_told() -> None:
    critic = critic_for(forno.game("mamma-mia", players=3))
    facts = critic.news(0, [Placed(1, 0, 1), OrderPlaced(1, "bombastica"), Placed(2, 3, 2)], True)
    said = "Bruno put in one pineapple with Bombastica on top and Carla put in two olives"
    assert critic.say_news(0, facts, ["Anna", "Bruno", "Carla"]) == said


def test_events_that_made_a_change_together_are_told_in_their_order() -> None:
    _critic, found = finding(0.46, 0.36, 0.36)
    assert found is not None
    together = news(0.50, 0.44, 0.36), news(0.50, 0.42, 0.36)
    assert all(text.index("Bruno") < text.index("Carla") for text in together if "Bruno" in text and "Carla" in text)
    assert any("Bruno" in text and "Carla" in text for text in together)

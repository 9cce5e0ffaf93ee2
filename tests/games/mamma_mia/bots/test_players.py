"""The bots of Mamma Mia!: sensible in positions where any player would be, and honest."""

from __future__ import annotations

from typing import Any

import pytest

import forno
from forno.bots import Bot, make_bot
from forno.bots.lineup import play_out
from forno.core.chance import Chance
from forno.core.outcomes import Outcome
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.state import MammaMiaState
from tests.games.mamma_mia.helpers import each, opened, sit_down

CLASSIC = sit_down("classic", 2)
GRANDE = sit_down("grande", 3)
KNOWING = ("cuoco", "pizzaiolo", "nonna")
EVERYONE = ("garzone", *KNOWING)
PLAYERS = ("garzone", "cuoco", "pizzaiolo", "garzone", "cuoco")


def sitting(name: str, game: MammaMia, seat: int, seed: int = 0) -> Bot:
    options: dict[str, Any] = {"iterations": 60} if name == "nonna" else {}
    return make_bot(name, game, seat, seed, **options)


def answer(name: str, state: MammaMiaState) -> str:
    """Return a bot's action in a position that it has seen from the beginning."""
    bot = sitting(name, state.game, state.seat)
    memory: Any = bot.memory  # type: ignore[attr-defined]  # a position has no past: the memory is set up by hand
    set_up(memory, state)
    return str(state.game.actions[bot.choose(state.view(state.seat))])


def set_up(memory: Any, state: MammaMiaState) -> None:
    """A memory as it would be in this position."""
    opening = state.opening
    memory.oven = state.oven[0 if opening is None else opening.shown :]
    memory.hand = state.hands[memory.seat]
    memory.orders = state.orders[memory.seat]
    memory.sizes = state.sizes[:]
    memory.waiters = [[0] * len(waiter) for waiter in state.waiters]
    memory.held_orders = [orders.bit_count() for orders in state.orders]
    memory.served = state.served[:]
    memory.rounds = state.rounds
    memory.supply = state.left
    if opening is not None:
        memory.used = opening.used
        memory.table = opening.table
    if hasattr(memory, "traces"):
        memory.traces = [memory.mind.see() for _ in memory.oven]


def play(game: MammaMia, bots: list[Bot], deal: int) -> Outcome:
    """A whole game; every answer is checked by the state itself."""
    state = game.deal(deal)
    play_out(state, bots)
    return state.outcome


@pytest.mark.parametrize("edition", ["classic", "rio-grande", "grande", "grande-it"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_everyone_plays_every_edition(edition: str, players: int) -> None:
    game = sit_down(edition, players)
    outcome = play(game, [make_bot(PLAYERS[seat], game, seat, 1) for seat in range(players)], players)
    assert sum(outcome.scores) > 2 * players


@pytest.mark.parametrize("edition", ["classic", "grande"])
def test_everyone_plays_with_the_memory_aid(edition: str) -> None:
    game = forno.game("mamma-mia", edition=edition, players=4, memory_aid=True)
    assert isinstance(game, MammaMia)
    play(game, [make_bot(PLAYERS[seat], game, seat, 1) for seat in range(4)], 4)


@pytest.mark.parametrize(
    ("edition", "players", "helping"), [("classic", 2, None), ("grande", 6, None), ("grande", 3, False)]
)
def test_nonna_plays_whole_games(edition: str, players: int, helping: bool | None) -> None:
    game = sit_down(edition, players, helping=helping)
    bots = [make_bot("garzone", game, seat, 1) for seat in range(players)]
    bots[0] = make_bot("nonna", game, 0, 1, iterations=4)
    assert play(game, bots, 2).scores[0] > 0


@pytest.mark.parametrize("name", EVERYONE)
def test_an_order_that_is_complete_is_placed(name: str) -> None:
    hands = ["3 salami, 1 mushroom, order 4-olive", "2 salami, order 4-salami"]
    state = CLASSIC.position(hands=hands, seat="yellow", oven=["4 olive", "1 pineapple"], round=2)
    state.apply(CLASSIC.parse("1 mushroom"))
    assert answer(name, state) == "order 4-olive"


@pytest.mark.parametrize(
    ("name", "does"), [("garzone", "no order"), ("cuoco", "no order"), ("pizzaiolo", "order 4-olive")]
)
def test_an_order_without_a_chance_makes_room_for_a_card_to_whoever_dares(name: str, does: str) -> None:
    hands = ["2 salami, 1 mushroom, order 4-olive", "2 salami, order 4-salami"]
    state = CLASSIC.position(hands=hands, seat="yellow", oven=["1 salami"], round=2)
    state.apply(CLASSIC.parse("1 salami"))
    assert answer(name, state) == does


@pytest.mark.parametrize("name", KNOWING)
def test_what_an_order_needs_is_placed_with_it(name: str) -> None:
    hands = ["3 olive, 1 mushroom, 1 salami, order 4-olive", "2 salami, order 4-salami"]
    state = CLASSIC.position(hands=hands, seat="yellow", oven=["1 olive", "1 pineapple"], round=2)
    assert answer(name, state) == "3 olive"


@pytest.mark.parametrize("name", EVERYONE)
def test_what_is_missing_is_added(name: str) -> None:
    state = opened(CLASSIC, "4 olive", "yellow 4-olive", hands=each(CLASSIC, yellow="2 pineapple"), round=2)
    assert answer(name, state) == "adds what is missing"


@pytest.mark.parametrize("name", EVERYONE)
def test_a_bombastica_is_topped_up(name: str) -> None:
    oven = ["5 olive", "5 salami", "3 mushroom", "yellow bombastica"]
    state = opened(CLASSIC, *oven, hands=each(CLASSIC, yellow="2 pineapple, 3 mushroom"), round=2)
    assert answer(name, state) == "adds what is missing"


@pytest.mark.parametrize("name", EVERYONE)
def test_help_is_asked_for_rather_than_nothing_baked(name: str) -> None:
    state = opened(GRANDE, "4 olive", "yellow 4-olive", hands=each(GRANDE, green="1 pineapple", brown="1 pineapple"))
    assert answer(name, state) == "asks for help"


def asked_for_help(*oven: str, **hands: str) -> MammaMiaState:
    state = opened(GRANDE, *oven, hands=each(GRANDE, **hands), round=2)
    state.apply(GRANDE.parse("asks for help"))
    assert GRANDE.seat_name(state.seat) == "green"
    return state


@pytest.mark.parametrize("name", EVERYONE)
def test_whoever_needs_nothing_helps(name: str) -> None:
    state = asked_for_help("4 olive", "yellow 4-olive", green="2 pineapple")
    assert answer(name, state) == "helps"


@pytest.mark.parametrize("name", KNOWING)
def test_whoever_needs_the_card_for_an_own_order_does_not_help(name: str) -> None:
    oven = ("4 olive", "yellow 4-olive", "3 pineapple", "1 green pepper", "green 4-pineapple")
    state = asked_for_help(*oven, green="1 pineapple")
    assert answer(name, state) == "doesn't help"


@pytest.mark.parametrize("name", EVERYONE)
def test_hidden_cards_make_no_difference(name: str) -> None:
    """With the same seed, events and view a bot chooses the same, whatever lies hidden."""
    game = sit_down("grande", 3)
    chance = Chance(7)
    state = game.deal(11)
    bots = [sitting(name, game, 0, 5) for _ in range(2)]
    memory = game.memory(0)
    events = state.events
    asked = 0
    while not state.is_over and asked < 12:
        for event in events:
            seen = event.seen_by(0)
            if seen is not None:
                memory.observe(seen)
                for bot in bots:
                    bot.observe(seen)
        if state.seat == 0:
            asked += 1
            view = state.view(0)
            elsewhere = view.sample(memory, chance)
            action = bots[0].choose(view)
            assert bots[1].choose(elsewhere.view(0)) == action
        else:
            action = chance.choice(state.legal_actions())
        events = state.apply(action)


def test_the_same_seed_plays_the_same_game() -> None:
    game = sit_down("grande", 4)
    outcomes = {play(game, [make_bot(name, game, seat, 9) for seat, name in enumerate(PLAYERS)], 4) for _ in range(2)}
    assert len(outcomes) == 1

"""The bots of Pizza Master: sensible in positions where any player would be, and honest."""

from __future__ import annotations

from typing import Any

import pytest

from forno.bots import Bot, make_bot
from forno.bots.lineup import play_out
from forno.core.chance import Chance
from forno.core.outcomes import Outcome
from forno.games.pizza_master.bots.player import PlannedBot
from forno.games.pizza_master.bots.style import PIZZAIOLO
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.state import PizzaMasterState
from tests.games.pizza_master.helpers import sit_down

TUTORIAL = sit_down("tutorial", 2)
TRAINEE = sit_down("trainee", 2)
MASTER = sit_down("master", 2)
KNOWING = ("cuoco", "pizzaiolo", "nonna")
EVERYONE = ("garzone", *KNOWING)
PLAYERS = ("garzone", "cuoco", "pizzaiolo", "garzone", "cuoco")
OBJECTIVES = ("crazy-cheesy", "meat-hunter")


def sitting(name: str, game: PizzaMaster, seat: int, seed: int = 0) -> Bot:
    options: dict[str, Any] = {"iterations": 40} if name == "nonna" else {}
    return make_bot(name, game, seat, seed, **options)


def answer(name: str, state: PizzaMasterState) -> str:
    """Return a bot's action in a position."""
    bot = sitting(name, state.game, state.seat)
    return str(state.game.actions[bot.choose(state.view(state.seat))])


def play(game: PizzaMaster, bots: list[Bot], deal: int) -> Outcome:
    """A whole game; every answer is checked by the state itself."""
    state = game.deal(deal)
    play_out(state, bots)
    return state.outcome


@pytest.mark.parametrize("mode", ["tutorial", "trainee", "master"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_everyone_plays_every_mode(mode: str, players: int) -> None:
    game = sit_down(mode, players)
    outcome = play(game, [make_bot(PLAYERS[seat], game, seat, 1) for seat in range(players)], players)
    assert max(outcome.scores) >= 50


@pytest.mark.parametrize(
    ("mode", "players", "options"),
    [
        ("trainee", 5, {"secret_objectives": True}),
        ("trainee", 3, {"missions": False}),
        ("master", 3, {"milestones": "shared"}),
    ],
)
def test_everyone_plays_with_every_option(mode: str, players: int, options: dict[str, Any]) -> None:
    game = sit_down(mode, players, **options)
    outcome = play(game, [make_bot(PLAYERS[seat], game, seat, 1) for seat in range(players)], 7)
    assert max(outcome.scores) >= 50


@pytest.mark.parametrize(("mode", "players"), [("tutorial", 3), ("trainee", 2), ("master", 5)])
def test_nonna_plays_whole_games(mode: str, players: int) -> None:
    game = sit_down(mode, players)
    bots = [make_bot("garzone", game, seat, 1) for seat in range(players)]
    bots[0] = make_bot("nonna", game, 0, 1, iterations=4)
    assert play(game, bots, 2).scores[0] > 0


@pytest.mark.parametrize("name", EVERYONE)
def test_what_an_order_lacks_is_collected(name: str) -> None:
    state = TUTORIAL.position(
        phase="collecting",
        seat="green",
        hands=["campfire", "garden-bites"],
        trays=["1 cheese, 1 meat", ""],
        refrigerator="1 meat, 3 seafood",
        passed=["blue"],
    )
    assert answer(name, state) == "takes meat"


@pytest.mark.parametrize("name", EVERYONE)
def test_nothing_is_collected_that_no_order_needs(name: str) -> None:
    state = TUTORIAL.position(
        phase="collecting",
        seat="green",
        hands=["campfire", "garden-bites"],
        trays=["1 cheese, 2 meat", ""],
        refrigerator="2 seafood",
        passed=["blue"],
    )
    assert answer(name, state) == "passes"


@pytest.mark.parametrize("name", KNOWING)
def test_what_is_scarce_is_collected_first(name: str) -> None:
    state = TUTORIAL.position(
        phase="collecting",
        seat="green",
        hands=["chicken-trio", "hunters-garden"],
        refrigerator="6 cheese, 6 vegetable, 1 meat",
        coins=["2 cheese, 2 vegetable", "1 cheese, 2 vegetable, 1 meat"],
    )
    while TUTORIAL.seat_name(state.seat) != "green":
        state.apply(TUTORIAL.parse("takes vegetable"))
    assert answer(name, state) == "takes meat"


@pytest.mark.parametrize("name", KNOWING)
def test_orders_are_completed_that_bring_most_together(name: str) -> None:
    state = TUTORIAL.position(
        phase="making",
        seat="green",
        hands=["big-grill, 2 butchers-bites, surf-and-turf", "garden-bites"],
        trays=["2 cheese, 2 meat, 1 seafood", ""],
        passed=["green", "blue"],
    )
    assert answer(name, state) in ("completes surf-and-turf", "completes butchers-bites")


@pytest.mark.parametrize("name", KNOWING)
def test_coins_go_where_the_hand_needs_them(name: str) -> None:
    state = TUTORIAL.position(
        phase="shopping",
        hands=["3 campfire, 1 big-grill", "4 garden-bites"],
        refrigerator="6 cheese",
    )
    while TUTORIAL.seat_name(state.seat) == "green":
        state.apply(TUTORIAL.parse(answer(name, state)))
    assert state.view(None).coins[0][3] >= 3


@pytest.mark.parametrize("name", ["pizzaiolo", "nonna"])
def test_specials_are_declared_where_they_win_an_objective(name: str) -> None:
    state = TRAINEE.position(
        phase="end",
        points=[50, 49],
        completed=["super-premium, campfire, 2 garden-bites", "big-grill, smokehouse"],
        objectives=OBJECTIVES,
    )
    assert answer(name, state) == "declares a special to be meat"


@pytest.mark.parametrize("name", ["pizzaiolo", "nonna"])
def test_completed_orders_are_traded_for_the_last_cheese(name: str) -> None:
    state = TRAINEE.position(
        phase="making",
        seat="green",
        hands=["surf-and-turf", "garden-bites"],
        trays=["1 seafood, 1 meat", ""],
        completed=["2 green-meadow", ""],
        passed=["green", "blue"],
        objectives=OBJECTIVES,
    )
    assert answer(name, state) == "trades 2 vegetable pizzas"


@pytest.mark.parametrize("name", ["pizzaiolo", "nonna"])
def test_a_shared_order_is_completed_before_an_own_one(name: str) -> None:
    state = MASTER.position(
        phase="collecting",
        seat="green",
        hands=["super-premium", "freestyle-duo"],
        row="surf-and-turf",
        trays=["2 cheese, 2 meat, 2 seafood, 1 vegetable", "1 cheese, 1 meat, 1 seafood"],
        refrigerator="",
        objectives=OBJECTIVES,
    )
    while MASTER.seat_name(state.seat) != "green":
        state.apply(state.legal[-1])
    assert answer(name, state) == "completes the shared surf-and-turf"


@pytest.mark.parametrize("name", EVERYONE)
@pytest.mark.parametrize("mode", ["trainee", "master"])
def test_hidden_cards_make_no_difference(name: str, mode: str) -> None:
    game = sit_down(mode, 3)
    state = game.deal(11)
    memories = [game.memory(seat) for seat in range(3)]
    asked = 0
    player = [make_bot("cuoco", game, seat, 5) for seat in range(3)]
    history: list[list[Any]] = [[] for _ in range(3)]
    events = state.events
    while asked < 12:
        for event in events:
            for seat in range(3):
                seen = event.seen_by(seat)
                if seen is not None:
                    history[seat].append(seen)
                    memories[seat].observe(seen)
                    player[seat].observe(seen)
        seat = state.seat
        view = state.view(seat)
        if seat == 0:
            asked += 1
            if asked % 4 == 0:
                other = view.sample(memories[0], Chance(asked)).view(0)
                chosen = []
                for shown in (view, other):
                    bot = make_bot(name, game, 0, 3, **({"iterations": 12} if name == "nonna" else {}))
                    for seen in history[0]:
                        bot.observe(seen)
                    chosen.append(bot.choose(shown))
                assert chosen[0] == chosen[1]
        events = state.apply(player[seat].choose(view))


@pytest.mark.parametrize("mode", ["tutorial", "trainee", "master"])
def test_rules_of_thumb_look_at_nothing_hidden(mode: str) -> None:
    game = sit_down(mode, 4, **({"secret_objectives": True} if mode != "tutorial" else {}))
    state = game.deal(3)
    memories = [game.memory(seat) for seat in range(4)]
    player = PlannedBot(game.lookups, PIZZAIOLO)
    events = state.events
    for step in range(120):
        for event in events:
            for seat, memory in enumerate(memories):
                seen = event.seen_by(seat)
                if seen is not None:
                    memory.observe(seen)
        view = state.view(state.seat)
        action = player.act(view.sample(memories[state.seat], Chance(step)))
        assert action == player.act(state)
        events = state.apply(action)

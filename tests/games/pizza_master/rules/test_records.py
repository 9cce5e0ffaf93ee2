"""Finished games as text, one for each way a game can end."""

from __future__ import annotations

import pytest

import forno
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.deck import read_deck
from forno.games.pizza_master.rules.state import PizzaMasterState
from tests.games.pizza_master.helpers import legal, sit_down

RICH = """
[[orders]]
name = "feast"
type = "cheese"
dish = "pizza"
needs = { cheese = 1 }
points = 25
count = 31
[[orders]]
name = "party"
type = "special"
dish = "special"
needs = { cheese = 1 }
points = 25
count = 5
"""
FEW = RICH.replace("count = 31", "count = 2").replace("points = 25", "points = 1").replace("count = 5", "count = 2")
PREFERENCE = ("completes", "7 coins", "6 coins", "5 coins", "4 coins", "takes", "keeps", "declares", "finishes", "ret")


def play_well(game: PizzaMaster, seed: int) -> PizzaMasterState:
    """Complete an order if possible; take a cheese if the seat has none."""
    state = game.deal(seed)
    while not state.is_over:
        moves = legal(state)
        tray = state.view(None).trays[state.seat]
        wanted = [move for start in PREFERENCE for move in moves if move.startswith(start)]
        enough = any(tray) and "passes" in moves and not wanted[0].startswith("completes")
        state.apply(game.parse("passes" if enough or not wanted else wanted[0]))
    return state


@pytest.mark.rule("PM-15", "PMR-12")
@pytest.mark.parametrize("mode", ["tutorial", "trainee", "master"])
@pytest.mark.parametrize(("ending", "days"), [("points", 40), ("orders", 40), ("days", 1)])
def test_a_record_of_every_ending_replays(mode: str, ending: str, days: int) -> None:
    deck = read_deck(FEW if ending == "orders" else RICH, "small.toml")
    game = sit_down(mode, 2, deck=deck, max_days=days)
    state = play_well(game, 3)
    assert state.view(None).ending == ending
    record = forno.Record.of(state)
    again = forno.Record.parse(str(record), deck=deck)
    assert str(again) == str(record)
    assert again.replay().outcome == state.outcome


def test_a_line_holds_one_turn_of_one_player() -> None:
    state = play_well(sit_down("trainee", 2, deck=read_deck(RICH, "rich.toml"), max_days=1), 3)
    lines = str(forno.Record.of(state)).split("\n\n")[1].splitlines()
    assert lines[:4] == [
        "1 blue: keeps the rest",
        "2 green: keeps the rest",
        "3 blue: 4 coins on cheese",
        "4 green: 4 coins on cheese",
    ]
    assert any(line.endswith(": passes, completes feast") for line in lines)

"""Games with decks of one's own."""

from __future__ import annotations

from importlib.resources import files

import pytest

import forno
from forno.core.errors import DeckError, OptionError
from forno.table.entries import BotSat, Configured, Opened
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.table.helpers import PINEAPPLES, do, learnt, opened, play_on

FEW_ORDERS = """
title = "Two pizzas"

[[orders]]
name = "plain"
type = "cheese"
dish = "pizza"
needs = { cheese = 1 }
points = 1
count = 20
"""


@pytest.mark.parametrize(("game", "deck"), [("mamma-mia", PINEAPPLES), ("pizza-master", FEW_ORDERS)])
def test_a_table_plays_and_replays_with_its_own_deck(game: str, deck: str) -> None:
    table = Table("t")
    do(table, Opened(0.0, game, {"players": 2}, deck))
    do(table, Configured(0.0, {"players": 3}, TableSettings()))
    for seat in range(3):
        do(table, BotSat(1.0, seat, "random"))
    do(table, table.start(2.0, 7))
    for _ in range(20):
        play_on(table, by="bot")
    assert table.game.deck_hash != forno.game(game).deck_hash
    assert learnt(Table.replay("t", table.log)) == learnt(table)


def test_the_text_of_an_editions_deck_is_a_deck_of_ones_own() -> None:
    text = files("forno.games.mamma_mia").joinpath("decks", "grande.toml").read_text(encoding="utf-8")
    table = opened("mamma-mia", text, edition="grande", players=4)
    assert table.game.deck_hash == forno.game("mamma-mia", edition="grande").deck_hash


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("not a deck", "deck: isn't TOML"),
        ("kinds = 5", "must be \\[\\[orders\\]\\] entries"),
        (PINEAPPLES.replace("P = 2", "P = 99"), "order 1 \\(some-{P}\\): the need for P must be a number"),
        (PINEAPPLES.replace("needs", "neds"), "order 1 \\(some-{P}\\): 'neds' is unknown"),
    ],
)
def test_what_is_wrong_with_a_deck_names_the_card(text: str, reason: str) -> None:
    with pytest.raises(DeckError, match=reason):
        Table("t").check(Opened(0.0, "mamma-mia", {}, text))


def test_a_deck_for_other_rules_is_refused() -> None:
    with pytest.raises(OptionError, match="is for 5 kinds"):
        Table("t").check(Opened(0.0, "mamma-mia", {"edition": "grande"}, PINEAPPLES))

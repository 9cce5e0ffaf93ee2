"""Caches return what they hold, and are swept when they are full."""

from __future__ import annotations

import forno
from forno.core.game import Game
from forno.core.language import language, use
from forno.pages import caches


def test_what_was_found_is_kept_until_it_is_too_much() -> None:
    asked: list[int] = []

    @caches.remembered(3)
    def twice(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [twice(number) for number in (1, 2, 3, 1, 2, 3)] == [2, 4, 6, 2, 4, 6]
    caches.sweep()
    assert twice(3) == 6
    assert asked == [1, 2, 3]
    assert twice(4) == 8
    caches.sweep()
    assert twice(4) == 8
    assert asked == [1, 2, 3, 4, 4]


def test_every_language_has_its_own() -> None:
    @caches.remembered(3)
    def spoken(number: int) -> str:
        return f"{number} {language()}"

    assert spoken(1) == "1 en"
    with use("it"):
        assert spoken(1) == "1 it"
    assert spoken(1) == "1 en"


def test_what_is_worked_out_of_a_game_is_kept_until_it_is_too_much() -> None:
    made: list[Game] = []

    @caches.once_a_game(1)
    def players(game: Game) -> int:
        made.append(game)
        return game.players

    two, three = forno.game("mamma-mia", players=2), forno.game("mamma-mia", players=3)
    assert [players(game) for game in (two, three, two, three)] == [2, 3, 2, 3]
    assert made == [two, three]
    caches.sweep()
    assert players(two) == 2
    assert made == [two, three, two]
    caches.sweep()
    assert players(two) == 2
    assert made == [two, three, two]
    caches.forget()
    assert players(two) == 2
    assert made == [two, three, two, two]

"""The interface of bots: the same seed, events and view make the same choice."""

from __future__ import annotations

from dataclasses import replace

from forno.bots import RandomBot
from tests.toy import Toppings

GAME = Toppings(players=2)


def choices(seat: int, seed: int | str, number: int = 30) -> list[int]:
    bot = RandomBot(GAME, seat, seed)
    view = replace(GAME.deal(7).view(0), actions=tuple(range(6)))
    return [bot.choose(view) for _ in range(number)]


def test_chance_belongs_to_a_seed_and_a_seat() -> None:
    assert choices(0, 7) == choices(0, "7")
    assert choices(0, 7) != choices(0, 8)
    assert choices(0, 7) != choices(1, 7)


def test_chance_takes_every_action_and_no_other() -> None:
    assert set(choices(0, 7, 200)) == set(range(6))


def test_a_bot_without_a_memory_or_anything_to_let_go_of_needs_neither() -> None:
    bot = RandomBot(GAME, 0)
    for event in GAME.deal(7).events:
        bot.observe(event)
    bot.close()
    assert bot.seat == 0

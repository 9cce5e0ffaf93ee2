"""Own luck: what one player does shifts nobody else's cards, and everything is as random as it was."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import forno
from forno.core.chance import Chance, OwnLuck
from forno.core.events import SeatEvent
from forno.core.game import Game
from forno.core.plain import plain
from forno.core.records import Record
from forno.testing import at_random, check_game
from tests.amounts import amount
from tests.variants import SHORTER

GAMES = [info.name for info in forno.catalogue() if any(option.name == "own_luck" for option in info.options)]
DEALS = 60


def table(name: str, own_luck: bool = True, **options: Any) -> Game:
    return forno.game(name, **SHORTER.get(name, {}), own_luck=own_luck, **options)


def next_cards(game: Game, seed: int, chosen: int) -> object:
    """Return what the first of the others draws in a game in which the first to decide decides otherwise."""
    state = game.deal(seed)
    decider = state.seat
    choose = at_random(chosen)
    while not state.is_over:
        actions = state.legal_actions()
        action = choose(actions) if state.seat == decider else actions[0]
        for event in state.apply(action):
            if isinstance(event, SeatEvent) and type(event).__name__ == "Drew" and event.seat != decider:
                return plain(event)
    return None


def share_unchanged(game: Game) -> float:
    same = sum(next_cards(game, seed, 1) == next_cards(game, seed, 2) for seed in range(DEALS))
    return same / DEALS


@pytest.mark.rule("MMR-20")
@pytest.mark.rule("PMR-20")
@pytest.mark.parametrize("name", GAMES)
def test_what_one_chooses_leaves_the_others_their_cards(name: str) -> None:
    own, shared = share_unchanged(table(name)), share_unchanged(table(name, own_luck=False))
    assert own > 0.6
    assert own > 2 * shared


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_own_luck_keeps_the_contract(name: str) -> None:
    check_game(table(name, players=3), "own luck", stride=amount(200, 60))


@pytest.mark.parametrize("name", GAMES)
def test_its_record_says_so_and_replays(name: str) -> None:
    state, choose = table(name).deal("own"), at_random(4)
    while not state.is_over:
        state.apply(choose(state.legal_actions()))
    text = str(Record.of(state))
    assert "own_luck" in text
    assert Record.parse(text).replay().outcome == state.outcome
    assert "own_luck" not in str(Record.of(table(name, own_luck=False).deal("own")))


def test_a_seats_next_card_depends_on_nothing_but_the_pile() -> None:
    """A card that goes from the pile changes what a seat draws only if it is just this one."""
    changed = 0
    for number in range(500):
        key = number.to_bytes(4, "big")
        whole = OwnLuck(key, 0, [0, 0]).draw(1, 0, [6, 6, 6], 6)
        luck = OwnLuck(key, 0, [0, 0])
        first = luck.draw(0, 0, [6, 6, 6], 6)
        counts = [6 - (kind == first) for kind in range(3)]
        found = luck.draw(1, 0, counts, 6)
        assert found == whole or whole == first
        changed += found != whole
    assert 0 < changed < 40


def test_a_new_period_begins_with_the_same_luck_whatever_was_drawn_before() -> None:
    one, other = (OwnLuck(b"key", 0, [0, 0]) for _ in range(2))
    for _ in range(3):
        one.draw(0, 0, [9, 9, 9], 9)
    other.draw(0, 0, [9, 9, 9], 9)
    for _ in range(9):
        assert one.draw(0, 1, [9, 9, 9], 9) == other.draw(0, 1, [9, 9, 9], 9)


def test_every_card_of_the_pile_is_as_likely() -> None:
    counts = [1, 4, 0, 5]
    keys = [Chance(number).bits().to_bytes(8, "big") for number in range(4000)]
    met = Counter(OwnLuck(key, 0, [0]).draw(0, 3, counts, 6) for key in keys)
    assert met[2] == 0
    for kind in (0, 1, 3):
        assert abs(met[kind] / 4000 - counts[kind] / 10) < 0.03


def test_a_stream_never_changes() -> None:
    luck = OwnLuck(b"0123456789abcdef", 0, [0, 0])
    assert [luck.draw(seat, period, [3, 3, 3, 3], 3) for period in (0, 1) for seat in (0, 1, 0)] == [1, 3, 2, 3, 0, 1]

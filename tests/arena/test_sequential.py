"""A test that stops when it is clear, and says the same in whatever order games were played."""

from __future__ import annotations

import pytest

from forno.arena.playing import Played
from forno.arena.sequential import HIGH, LOW, OPEN, Claim, read_claim, verdict, verdict_text
from forno.core.chance import Chance
from forno.core.errors import OptionError
from tests.arena.helpers import played

CLAIM = Claim("A", 0.5, 0.6)


def games(share: float, deals: int, seed: int) -> list[Played]:
    """Deals of two rotations in which A wins so often."""
    luck = Chance(seed)
    found = []
    for deal in range(deals):
        for rotation, seats in enumerate(("A,B", "B,A")):
            ahead = (luck.random() < share) == (rotation == 0)
            found.append(played(deal, rotation, seats, [5, 3] if ahead else [3, 5], [0] if ahead else [1]))
    return found


@pytest.mark.slow
def test_it_settles_what_is_so_and_is_seldom_wrong() -> None:
    for share, expected in ((0.5, LOW), (0.6, HIGH)):
        settled = [verdict(CLAIM, games(share, 1500, seed), 2).settled for seed in range(20)]
        assert settled.count(expected) >= 17


def test_it_stops_early_where_it_is_plain() -> None:
    assert verdict(CLAIM, games(0.9, 400, 1), 2).deals < 60


def test_the_order_of_games_doesnt_matter_and_later_ones_change_nothing() -> None:
    some = games(0.9, 60, 3)
    found = verdict(CLAIM, some, 2)
    assert found.settled == HIGH
    assert verdict(CLAIM, some[::-1], 2) == found
    assert verdict(CLAIM, some + games(0.1, 500, 4)[120:], 2) == found


def test_a_deal_that_isnt_complete_ends_what_counts() -> None:
    some = games(0.9, 60, 3)
    assert verdict(CLAIM, [game for game in some if game.key != (5, 1)], 2).deals == 5
    assert verdict(CLAIM, [], 2).settled == OPEN


def test_it_is_told_in_a_sentence() -> None:
    assert "A wins about 60%, not 50%" in verdict_text(CLAIM, verdict(CLAIM, games(0.9, 60, 3), 2))
    assert "isn't clear whether A wins 50% or 60%" in verdict_text(CLAIM, verdict(CLAIM, [], 2))


def test_a_claim_is_read_or_refused() -> None:
    assert read_claim("0.5,0.55", ["A", "B"]) == Claim("A", 0.5, 0.55)
    assert read_claim("B=0.5,0.55", ["A", "B"]).bot == "B"
    for wrong in ("C=0.5,0.6", "0.6,0.5", "half", "0.1,0.2,0.3", "0.5,2"):
        with pytest.raises(OptionError):
            read_claim(wrong, ["A", "B"])

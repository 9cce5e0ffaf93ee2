"""Standings as text: columns line up, and differences are told with how likely they are luck."""

from __future__ import annotations

from forno.arena.columns import align_columns, differences, duration, standings_text
from forno.arena.standings import standings
from tests.arena.helpers import GAMES, match_of, played


def test_paired_differences_are_told_with_how_likely_they_are_luck() -> None:
    games = [played(deal, turn, "A,B" if not turn else "B,A", [5, 3], [turn]) for deal in range(9) for turn in (0, 1)]
    games += [played(9, turn, "A,B" if not turn else "B,A", [3, 5], [1]) for turn in (0, 1)]
    table = standings(match_of("A", "B"), games)
    assert differences(table) == [("A – B", "+90.0% [+67.4, +100.0]", "<0.001")]
    assert "A – B" in standings_text(table)
    assert differences(standings(match_of("A", "B"), games[:2])) == [("A – B", "+100.0%", "-")]
    assert differences(standings(match_of("A", "B"), [])) == []


def test_deals_that_lack_a_rotation_are_told() -> None:
    table = standings(match_of("A", "B"), GAMES[:3])
    assert table.incomplete == 1
    assert "1 of the deals" in standings_text(table)


def test_columns_line_up() -> None:
    assert align_columns([["a", "bb"], ["ccc", "d"]]) == "a    bb\nccc   d"
    assert [duration(s) for s in (2e-6, 0.0031, 0.3, 1.25)] == ["2 µs", "3.1 ms", "300 ms", "1.2 s"]

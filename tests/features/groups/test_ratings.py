"""Ratings of a group: each game and pace for itself, bots and guests left out."""

from __future__ import annotations

from forno.features.groups.group import GroupResult
from forno.features.groups.ratings import Discipline, ratings

LIVE, SLOW = Discipline("mamma-mia", False), Discipline("mamma-mia", True)


def result(*members: str, places: tuple[int, ...] = (1, 2), slow: bool = False) -> GroupResult:
    return GroupResult("t", "mamma-mia", "classic", slow, 1e9, members, places, members)


def standing(*results: GroupResult, members: str = "abc", which: Discipline = LIVE) -> list[tuple[str, int, int]]:
    return [(one.member, one.games, one.wins) for one in ratings(results, members).get(which, [])]


def test_whoever_wins_is_rated_higher() -> None:
    assert standing(result("b", "a"), result("b", "a"), result("a", "b", places=(2, 1))) == [("b", 3, 3), ("a", 3, 0)]


def test_equals_have_both_won() -> None:
    found = ratings([result("a", "b", places=(1, 1))], "ab")[LIVE]
    assert [one.wins for one in found] == [1, 1]
    assert found[0].mean == found[1].mean


def test_bots_and_guests_dont_count_and_neither_does_a_member_alone() -> None:
    assert standing(result("a", "", places=(1, 2))) == []
    assert standing(result("", "b", "a", places=(1, 3, 2))) == [("a", 1, 1), ("b", 1, 0)]
    assert standing(result("a", "a", "b", places=(1, 2, 3))) == [], "two seats on one device aren't rated"


def test_live_games_and_those_over_days_are_rated_apart() -> None:
    found = ratings([result("a", "b"), result("b", "a", slow=True)], "ab")
    assert [found[which][0].member for which in (LIVE, SLOW)] == ["a", "b"]


def test_who_has_left_is_shown_no_more_but_was_beaten_all_the_same() -> None:
    results = [result("a", "c"), result("a", "b")]
    assert standing(*results, members="ab") == [("a", 2, 2), ("b", 1, 0)]
    assert standing(result("a", "c"), members="ab") == [("a", 1, 1)]
    assert ratings(results, "z") == {}

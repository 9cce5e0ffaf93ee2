"""Cups as pure functions: everybody meets everybody, Swiss rounds, points, standings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from forno.features.groups.cup import (
    ROUND_ROBIN,
    SWISS,
    Cup,
    CupPlan,
    draw_order,
    next_round,
    points,
    ranks,
    standings,
    table_sizes,
)


def cup_of(players: int, scheme: str = SWISS, size: int = 2, rounds: int = 5) -> Cup:
    order = draw_order([f"p{number:02}" for number in range(players)], Random(players))
    return Cup("cup", CupPlan("Cup", scheme, "mamma-mia", size, rounds, "0", order[0]), {}, order)


def played(cup: Cup, chance: Random | None = None) -> Cup:
    """The cup after its next round; without chance who has the smaller name wins."""
    pairing, number = next_round(cup), len(cup.rounds)
    places = dict(cup.places)
    for place, table in enumerate(pairing):
        if len(table) > 1:
            ranked = draw_order(table, chance) if chance else sorted(table)
            places[number, place] = {player: rank + 1 for rank, player in enumerate(ranked)}
    return replace(cup, rounds=[*cup.rounds, pairing], places=places)


def finish(cup: Cup, chance: Random | None = None) -> Cup:
    while not cup.ended:
        assert cup.waits
        cup = played(cup, chance)
    return cup


def meetings(cup: Cup) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for pairing in cup.rounds for table in pairing for pair in combinations(table, 2))


@pytest.mark.parametrize("players", range(3, 13))
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    cup = finish(cup_of(players, ROUND_ROBIN))
    assert set(meetings(cup).values()) == {1}
    assert len(meetings(cup)) == players * (players - 1) // 2
    assert len(cup.rounds) == players - 1 + players % 2 <= 11
    for pairing in cup.rounds:
        assert sorted(player for table in pairing for player in table) == sorted(cup.order)
    assert [line.points for line in standings(cup)] == list(range(players - 1, -1, -1))


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("players", [3, 5, 8, 11, 16, 32])
def test_in_a_swiss_cup_everybody_plays_and_few_meet_again(players: int, size: int) -> None:
    cup = finish(cup_of(players, size=size, rounds=4), Random(size))
    for pairing in cup.rounds:
        assert sorted(player for table in pairing for player in table) == sorted(cup.order)
        sizes = sorted((len(table) for table in pairing), reverse=True)
        assert sizes == table_sizes(players, size)
    if players >= 4 * size:
        assert max(meetings(cup).values()) <= 2
    if size == 2 and players >= 8:
        assert max(meetings(cup).values()) == 1
    resting = Counter(table[0] for pairing in cup.rounds for table in pairing if len(table) == 1)
    assert not resting or max(resting.values()) - min(resting.get(one, 0) for one in cup.order) <= 2
    assert all(count == 1 for count in resting.values()) or players < 5


def test_equals_meet_in_later_rounds_of_a_swiss_cup() -> None:
    cup = played(cup_of(8))
    second = next_round(cup)
    own = points(cup)
    assert [sorted(own[player] for player in table) for table in second] == [[1, 1], [1, 1], [0, 0], [0, 0]]


def test_the_same_cup_is_always_drawn_the_same() -> None:
    cup = played(cup_of(9, size=3))
    assert next_round(cup) == next_round(replace(cup, rounds=list(cup.rounds)))


def test_a_win_is_one_point_at_every_table_and_ties_are_shared() -> None:
    cup = replace(cup_of(3, size=4), rounds=[(("p00", "p01", "p02"),)])
    assert points(replace(cup, places={(0, 0): {"p00": 1, "p01": 2, "p02": 3}})) == {"p00": 1, "p01": 0.5, "p02": 0}
    assert points(replace(cup, places={(0, 0): {"p00": 1, "p01": 1, "p02": 3}})) == {"p00": 0.75, "p01": 0.75, "p02": 0}


def test_absent_players_get_nothing_and_count_as_beaten() -> None:
    cup = replace(cup_of(3, size=4), rounds=[(("p00", "p01", "p02"),)], places={(0, 0): {"p01": 3, "p02": 4}})
    assert points(cup) == {"p00": 0, "p01": 1, "p02": 0.5}
    nobody = replace(cup, places={(0, 0): {}})
    assert set(points(nobody).values()) == {0.0}
    assert nobody.is_over(0)


def test_sitting_out_gives_a_point_in_swiss_cups_alone() -> None:
    swiss, robin = played(cup_of(5)), played(cup_of(5, ROUND_ROBIN))
    assert sum(points(swiss).values()) == 3
    assert sum(points(robin).values()) == 2


def test_the_opponents_points_break_ties_and_equals_share_a_rank() -> None:
    cup = played(played(cup_of(4)))
    lines = standings(cup)
    assert [line.points for line in lines] == [2, 1, 1, 0]
    assert ranks(lines) in ([1, 2, 2, 4], [1, 2, 3, 4])
    assert lines == sorted(lines, key=lambda line: (-line.points, -line.opponents))


def test_a_round_goes_on_until_all_tables_have_finished_or_it_is_closed() -> None:
    cup = cup_of(4)
    cup = replace(cup, rounds=[next_round(cup)])
    assert not cup.waits
    one = replace(cup, places={(0, 0): dict.fromkeys(cup.rounds[0][0], 1)})
    assert not one.waits
    assert replace(one, closed=frozenset({0})).waits
    assert replace(one, places={**one.places, (0, 1): {}}).waits


def test_who_withdraws_meets_nobody_any_more() -> None:
    for scheme in (ROUND_ROBIN, SWISS):
        cup = played(cup_of(6, scheme))
        gone = cup.order[2]
        left = finish(replace(cup, out=frozenset({gone})))
        assert all(gone not in table for pairing in left.rounds[1:] for table in pairing)
        assert gone in [line.player for line in standings(left)]

"""Seatings of matches, and the same cards for everyone."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

import forno
from forno.arena import Match
from forno.bots.lineup import read_lineup
from forno.core.errors import OptionError
from tests.arena.helpers import match_of
from tests.cli.helpers import OWN_DECK


@pytest.mark.parametrize("names", ["A,B", "A,B,C,C", "A,A,B,C,D", "A,B,A,B"])
def test_everyone_sits_equally_often_in_every_seat(names: str) -> None:
    match = match_of(*names.split(","))
    seats = Counter((seat, player.label) for seating in match.seatings() for seat, player in enumerate(seating))
    for label, copies in Counter(names.split(",")).items():
        held = {seats[seat, label] for seat in range(len(match.players))}
        assert held == {copies * len(match.seatings()) // len(match.players)}


@pytest.mark.parametrize(("names", "rotations"), [("A,B", 2), ("A,A", 1), ("A,B,A,B", 2), ("A,A,B", 3), ("A,A,A,B", 4)])
def test_no_line_up_is_played_twice(names: str, rotations: int) -> None:
    assert len(match_of(*names.split(",")).seatings()) == rotations


def test_every_line_up_plays_the_same_deals() -> None:
    match = match_of("A", "B", "C")
    tasks = list(match.tasks(match.deals(10)))
    assert len(tasks) == 12
    assert len(set(tasks)) == 12
    assert Counter(task.deal for task in tasks) == dict.fromkeys(range(4), 3)
    assert [task.deal for task in tasks] == sorted(task.deal for task in tasks)
    assert len({match.deal_seed(task.deal) for task in tasks}) == 4


def test_players_are_counted_from_the_bots() -> None:
    lineup = read_lineup("random,random,random")
    assert Match.of("mamma-mia", {}, lineup, 1).game().players == 3
    with pytest.raises(forno.OptionError, match="3 bots can't play a game of 4"):
        Match.of("mamma-mia", {"players": 4}, lineup, 1)
    with pytest.raises(forno.OptionError, match="no bot 'ghost'"):
        Match.of("mamma-mia", {}, read_lineup("random,ghost"), 1)


def test_a_deck_file_travels_with_the_match(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(OWN_DECK, encoding="utf-8")
    fingerprint = forno.game("mamma-mia", players=2, deck=str(file)).deck_hash
    match = Match.of("mamma-mia", {"deck": str(file)}, read_lineup("random,random"), 1)
    file.unlink()
    assert match.game().deck_hash == fingerprint
    with pytest.raises(forno.OptionError, match="can't be read"):
        Match.of("mamma-mia", {"deck": str(file)}, read_lineup("random,random"), 1)


def test_a_pool_larger_than_the_table_plays_every_table_in_all_rotations() -> None:
    match = Match.of("mamma-mia", {"players": 2}, read_lineup("random,garzone,cuoco"), 7)
    seated = [tuple(player.label for player in seating) for seating in match.seatings()]
    assert sorted(seated) == sorted(permutations(("random", "garzone", "cuoco"), 2))
    assert match.game().players == 2
    assert match.deals(13) == 3


def test_a_pool_has_everybody_once() -> None:
    with pytest.raises(OptionError, match="can't play a game of 2"):
        Match.of("mamma-mia", {"players": 2}, read_lineup("cuoco,cuoco,random"), 7)

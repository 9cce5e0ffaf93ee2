"""Digests: a game that ended, told without its players."""

from __future__ import annotations

from forno.core.chronicles import Deed, Deeds, Digest


def digest(started: float, ended: float) -> Digest:
    return Digest("mamma-mia", "classic", 2, (5, 3), (1, 2), ("", "cuoco"), (False, False), started, ended)


def test_a_game_is_won_from_the_first_place() -> None:
    assert [digest(0.0, 60.0).won(seat) for seat in (0, 1)] == [True, False]


def test_no_game_is_shorter_than_nothing_whatever_the_clocks_said() -> None:
    assert digest(0.0, 60.0).seconds == 60.0
    assert digest(60.0, 0.0).seconds == 0.0


def test_deeds_are_counted_in_the_round_in_which_they_happen() -> None:
    deed = Deed()
    deed.count(9)  # before the first round there is nothing to count in
    deed.begin_row()
    deed.count(2)
    deed.count(1, missed=1)
    deed.begin_row()
    deed.count(0, missed=3)
    assert deed.done().rows == [[3, 1], [0, 3]]


def test_orders_are_missed_by_reason_and_name() -> None:
    deed = Deed()
    for order, reason in (("minimale", "lacks"), ("minimale", "lacks"), ("ghiottona", "lacks"), ("junior", "forbids")):
        deed.miss(order, reason)
    deed.made["junior"] += 1
    deed.feats["helped"] += 2
    assert deed.done() == Deeds(
        {"junior": 1}, {"lacks": {"minimale": 2, "ghiottona": 1}, "forbids": {"junior": 1}}, {"helped": 2}
    )

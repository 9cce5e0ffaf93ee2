"""The sealed deal of a table: who promised, who showed, who is left out, and that nothing else deals the cards."""

from __future__ import annotations

import pytest

from forno.core.errors import FornoError, SealError
from forno.core.sealing import deal_seed, seal_of
from forno.table.entries import (
    BotSat,
    Entry,
    Left,
    NumberPromised,
    NumbersCalled,
    NumberShown,
    Opened,
    Sat,
    SeatCleared,
)
from forno.table.errors import WrongPhase
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.table.helpers import do, learnt

SECRET = "5e" * 32
NUMBERS = {seat: f"{seat}{seat}" * 32 for seat in range(3)}


def gathered(people: int = 2, lesson: str = "") -> Table:
    table = Table("t")
    do(table, Opened(0.0, "mamma-mia", {"players": 3}, None, TableSettings(lesson=lesson), SECRET))
    for seat in range(3):
        guest = Sat(1.0, seat, f"Guest {seat}", key_hash(str(seat))) if seat < people else BotSat(1.0, seat, "random")
        do(table, guest)
    return table


def promised(*seats: int) -> Table:
    table = gathered()
    for seat in seats:
        do(table, NumberPromised(2.0, seat, seal_of(NUMBERS[seat])))
    return table


def called(*seats: int) -> Table:
    table = promised(*seats)
    do(table, NumbersCalled(10.0, 4.0))
    return table


def test_the_deal_comes_from_all_of_them() -> None:
    table = called(0, 1)
    for seat in (1, 0):
        do(table, NumberShown(11.0, seat, NUMBERS[seat]))
    do(table, table.start(11.0, table.deal.seed))
    assert table.state is not None
    assert table.state.seed == deal_seed(SECRET, {0: NUMBERS[0], 1: NUMBERS[1]})
    assert learnt(Table.replay("t", table.log)) == learnt(table)


def test_whoever_shows_nothing_holds_nobody_up_and_is_left_out() -> None:
    table = called(0, 1)
    do(table, NumberShown(11.0, 0, NUMBERS[0]))
    assert table.due == 14.0
    with pytest.raises(WrongPhase):
        table.check(table.start(13.9, table.deal.seed))
    do(table, table.start(14.0, table.deal.seed))
    assert table.opened_envelope() is not None
    assert table.opened_envelope().left_out == (1,)  # type: ignore[union-attr]
    table.opened_envelope().check(table.state.seed, str)  # type: ignore[union-attr]


def test_without_promises_nobody_is_waited_for() -> None:
    table = gathered()
    do(table, table.start(2.0, table.deal.seed))
    assert table.opened_envelope().left_out == (0, 1)  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", [7, "a word", deal_seed(SECRET, {0: NUMBERS[0]}), SECRET])
def test_nothing_else_deals_the_cards(seed: int | str) -> None:
    table = gathered()
    with pytest.raises(SealError):
        table.check(table.start(2.0, seed))


@pytest.mark.parametrize(
    "entry",
    [
        NumberShown(2.0, 0, NUMBERS[0]),
        NumberPromised(2.0, 2, seal_of(NUMBERS[2])),
        NumberPromised(2.0, 0, "7"),
        NumberPromised(2.0, 9, seal_of(NUMBERS[0])),
        NumbersCalled(2.0, -1.0),
        NumbersCalled(2.0, 1e9),
    ],
    ids=lambda entry: f"{entry.kind}",
)
def test_what_isnt_allowed_before_the_call(entry: Entry) -> None:
    table = promised(0, 1)
    before = learnt(table)
    with pytest.raises(FornoError):
        table.check(entry)
    assert learnt(table) == before


@pytest.mark.parametrize(
    "entry",
    [
        NumberShown(11.0, 0, NUMBERS[1]),
        NumberShown(11.0, 2, NUMBERS[2]),
        NumberShown(11.0, 1, NUMBERS[1]),
        NumberPromised(11.0, 0, seal_of(NUMBERS[2])),
        NumbersCalled(11.0, 4.0),
        Left(11.0, 0),
        SeatCleared(11.0, 2),
    ],
    ids=lambda entry: f"{entry.kind}",
)
def test_what_isnt_allowed_after_it(entry: Entry) -> None:
    table = called(0, 1)
    do(table, NumberShown(10.5, 1, NUMBERS[1]))
    with pytest.raises(FornoError):
        table.check(entry)


def test_whoever_gets_up_takes_the_promise_along() -> None:
    table = promised(0, 1)
    do(table, Left(3.0, 1))
    assert set(table.deal.promises) == {0}


def test_all_other_luck_comes_from_the_secret() -> None:
    table = called(0)
    do(table, NumberShown(11.0, 0, NUMBERS[0]))
    do(table, table.start(11.0, table.deal.seed))
    assert table.secret == SECRET


def test_a_chosen_deal_isnt_sealed() -> None:
    table = gathered(lesson="mamma-mia")
    with pytest.raises(WrongPhase):
        table.check(NumberPromised(2.0, 0, seal_of(NUMBERS[0])))
    do(table, table.start(2.0, 7))
    assert table.chosen
    assert not table.sealed
    assert table.opened_envelope() is None

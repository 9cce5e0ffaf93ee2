"""Entries of the chat."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from forno.core.errors import FornoError
from forno.table import errors
from forno.table.entries import Entry, Said
from forno.table.table import Table
from tests.table.helpers import do, refuse, started


@pytest.mark.parametrize(
    ("make", "entry", "error", "reason"),
    [
        (lambda: Table("t"), Said(0, None, "Anna", "spectators", "hello"), errors.WrongPhase, "isn't open yet"),
        (started, Said(0, 0, "Anna", "table", ""), errors.BadText, "Write something first"),
        (started, Said(0, 0, "Anna", "table", "x" * 401), errors.BadText, "too long"),
        (started, Said(0, 0, "Anna", "table", "a\x00b"), errors.BadText, "can't be shown"),
        (started, Said(0, 0, "Anna", "spectators", "hello"), errors.BadSetting, "spectators among themselves"),
        (started, Said(0, None, "Zoe", "table", "hello"), errors.BadSetting, "spectators among themselves"),
        (started, Said(0, None, "", "spectators", "hello"), errors.BadName, "Enter your name"),
        (started, Said(0, 8, "Zoe", "table", "hello"), errors.NoSeat, "no such seat"),
    ],
)
def test_what_cant_be_is_refused_with_the_reason(
    make: Callable[[], Table], entry: Entry, error: type[FornoError], reason: str
) -> None:
    refuse(make(), entry, error, reason)


def test_chat_makes_no_answer_stale() -> None:
    table = started(players=2, starter="yellow")
    step = table.steps(0)
    do(table, Said(3.0, 1, "Bruno", "table", "well?"))
    table.check_step(step, 0)

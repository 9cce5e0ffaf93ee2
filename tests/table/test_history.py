"""History of a game: the events that were told, and the number of steps."""

from __future__ import annotations

from forno.table.history import History, Part
from tests.table.helpers import move, offered
from tests.table.test_pending import ASKED, BACK, PLACED, green_is_asked


def test_an_only_answer_that_is_sent_again_is_answered_as_before() -> None:
    table = green_is_asked("1 green pepper, 3 salami, 1 shrimp")
    step, action = table.steps(1), offered(table)
    move(table, "sends it back")
    assert table.has_answered(step, 1, action)
    assert not table.has_answered(step, 1, (0,))
    assert not table.has_answered(step, 0, action)


def test_a_part_is_a_step_for_everybody_who_sees_some_of_it() -> None:
    history = History(3)
    history.tell([Part((PLACED,)), Part((ASKED,), shown=False)], 4)
    history.tell([Part((BACK,))], 6)
    assert [history.steps(seat) for seat in (None, 0, 1, 2)] == [2, 2, 3, 2]
    assert history.events == [PLACED, ASKED, BACK]
    assert [history.entry_after(step, 1) for step in range(4)] == [4, None, 6, None]
    assert [history.entry_after(step, 0) for step in range(3)] == [4, 6, None]

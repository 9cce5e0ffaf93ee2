"""Notices that entries cause: who is to hear of what, and when."""

from __future__ import annotations

from forno.core.registry import catalogue
from forno.store.outbox import OutboxItem, outbox_items
from forno.table.entries import BotSat, Entry, Opened, Said, Sat, ZoneTold
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.table.timing import HOUR_SECONDS

DAY = 24 * HOUR_SECONDS


class Noted:
    """A table with a list of the notices that its entries caused."""

    def __init__(self, settings: TableSettings, people: int = 2) -> None:
        self.table = Table("noted")
        self.items: list[OutboxItem] = []
        self.add(Opened(0.0, catalogue()[0].name, {"players": 3}, None, settings))
        for seat in range(3):
            self.add(Sat(1.0, seat, f"Anna{seat}", f"hash{seat}") if seat < people else BotSat(1.0, seat, "random"))

    def add(self, entry: Entry) -> list[tuple[int, str]]:
        """Apply an entry; return who hears of what."""
        trial = self.table.check(entry)
        new = outbox_items(trial)
        self.items += new
        self.table.apply(trial)
        return [(item.seat, item.topic) for item in new]

    def move(self, time: float, by: str = "player") -> tuple[int, list[tuple[int, str]]]:
        """Make the first move that is allowed; return who made it, and who hears of what."""
        table, seat = self.table, self.table.awaited
        assert seat is not None
        assert table.state is not None
        actions = table.state.legal_actions() if table.question is None else table.question.actions or ()
        by = "bot" if table.seats[seat].bot is not None else by
        return seat, self.add(table.decide(time, seat, (actions[0],), by))


SLOW = TableSettings(clock=3 * DAY)


def test_who_is_asked_hears_so_and_nobody_else_does() -> None:
    noted = Noted(SLOW)
    told = noted.add(noted.table.start(2.0, 7))
    assert {topic for _seat, topic in told} <= {"begun", "reminder"}
    assert sorted(seat for seat, topic in told if topic == "begun") == [0, 1]
    heard: set[str] = set()
    for number in range(400):
        if noted.table.phase == "over":
            break
        mover, told = noted.move(3.0 + number)
        heard |= {topic for _seat, topic in told}
        awaited = noted.table.awaited
        wants = awaited is not None and noted.table.seats[awaited].person
        if noted.table.phase == "over":
            assert sorted(told) == [(seat, "over") for seat in (0, 1) if seat != mover]
        else:
            assert ((awaited, "turn") in told) == (wants and awaited != mover)
            assert ((awaited, "reminder") in told) == wants
            assert {seat for seat, _topic in told} <= {awaited}
    assert noted.table.phase == "over"
    assert heard == {"turn", "reminder", "over"}


def test_nothing_is_noted_at_a_table_where_everybody_sits_together() -> None:
    noted = Noted(TableSettings(clock=60))
    noted.add(noted.table.start(2.0, 7))
    noted.add(Said(2.5, 0, "Anna0", "table", "hello"))
    for number in range(20):
        noted.move(3.0 + number)
    assert noted.items == []


def test_words_are_told_once_a_turn_and_never_to_spectators_or_the_speaker() -> None:
    noted = Noted(SLOW)
    noted.add(noted.table.start(2.0, 7))
    assert noted.add(Said(3.0, 0, "Anna0", "table", "hello")) == [(1, "said")]
    assert noted.add(Said(4.0, 0, "Anna0", "table", "again")) == [(1, "said")]
    first, second = noted.items[-2:]
    assert first[:4] == second[:4]  # one notice, however often it is put
    assert noted.add(Said(5.0, None, "Zoë", "spectators", "hello")) == []


def test_the_clock_s_decision_asks_the_same_person_anew() -> None:
    noted = Noted(SLOW, people=3)
    noted.add(noted.table.start(2.0, 7))
    _mover, told = noted.move(2.0 + 4 * DAY, "clock")
    assert (noted.table.awaited, "turn") in told


def test_a_reminder_comes_before_the_night_in_which_it_would_fall() -> None:
    noted = Noted(TableSettings(clock=DAY), people=3)
    for seat in range(3):
        noted.add(ZoneTold(1.5, seat, "Europe/Rome"))
    noted.add(noted.table.start(9 * HOUR_SECONDS, 7))  # 10:00 in Rome
    (reminder,) = [item for item in noted.items if item.topic == "reminder"]
    assert reminder.ready == 21 * HOUR_SECONDS  # 22:00 in Rome, instead of 4:00

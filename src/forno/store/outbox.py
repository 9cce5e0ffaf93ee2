"""Outbox: notices that wait to be sent, stored in the same transaction as the entry that causes them.

The table says which seats a notice is for; the feature that sends notices knows who wants them, and how.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from forno.table.entries import KeyReplaced, Moved, Said, Started, TimeProposed, Trial
from forno.table.entries.agreeing import begins_anew
from forno.table.state import TableState
from forno.table.timing import DAY_SECONDS, HOUR_SECONDS, night_around

TURN, BEGUN, REMINDER, OVER, SAID, NUDGE = "turn", "begun", "reminder", "over", "said", "nudge"
PROPOSED: Final = "proposed"
RELINKED: Final = "relinked"
TOPICS: Final = (TURN, BEGUN, REMINDER, OVER, SAID, NUDGE, PROPOSED, RELINKED)
MAX_REMINDER_SECONDS: Final = DAY_SECONDS / 2
"""Longest time before a deadline at which somebody is reminded of it; at short clocks it is a quarter of the time."""


class OutboxItem(NamedTuple):
    """A notice for one seat. There is at most one for each table, seat, topic and turn, however often it is put."""

    table: str
    seat: int
    topic: str
    turn: float
    """Time at which its turn began."""
    ready: float
    """Time from which it may be sent."""
    attempts: int = 0
    delivered: str = ""
    """Names of the channels that have it already, separated by spaces."""


class Outbox(Protocol):
    """Notices that wait. A notice stays until it is settled, even if the process is killed."""

    async def put(self, items: Sequence[OutboxItem]) -> int:
        """Put notices that no entry causes; return how many are new."""

    async def claim(self, now: float, until: float, limit: int) -> list[OutboxItem]:
        """Return the oldest notices that are ready. Nobody else gets them before `until`."""

    async def replace(self, item: OutboxItem) -> None:
        """Store a claimed notice with another time, number of attempts or channels that have it."""

    async def settle(self, item: OutboxItem) -> None:
        """Mark a claimed notice as done. It isn't put again for the same turn."""

    async def clear(self, before: float) -> None:
        """Delete notices that are done and belong to turns from before that time."""


class MemoryOutbox:
    """Outbox that isn't stored."""

    def __init__(self) -> None:
        self._items: dict[tuple[str, int, str, float], OutboxItem | None] = {}

    async def put(self, items: Sequence[OutboxItem]) -> int:
        return self.add(items)

    def add(self, items: Sequence[OutboxItem]) -> int:
        """Put notices without waiting, together with the entry that causes them."""
        new = {item[:4]: item for item in items if item[:4] not in self._items}
        self._items.update(new)
        return len(new)

    async def claim(self, now: float, until: float, limit: int) -> list[OutboxItem]:
        ready = sorted((item for item in self._items.values() if item and item.ready <= now), key=lambda item: item[4])
        self._items.update({item[:4]: item._replace(ready=until) for item in ready[:limit]})
        return [item._replace(ready=until) for item in ready[:limit]]

    async def replace(self, item: OutboxItem) -> None:
        self._items[item[:4]] = item

    async def settle(self, item: OutboxItem) -> None:
        self._items[item[:4]] = None

    async def clear(self, before: float) -> None:
        self._items = {key: item for key, item in self._items.items() if item or key[3] >= before}


def outbox_items(trial: Trial) -> tuple[OutboxItem, ...]:
    """Return the notices that an entry causes; none at live tables."""
    entry, after = trial.entry, trial.after
    if not after.settings.slow:
        return ()
    people = [place for place, seat in enumerate(after.seats) if seat.person]
    told: list[tuple[int, str]] = []
    if isinstance(entry, Said):
        told = [(seat, SAID) for seat in people if seat != entry.seat] if entry.seat is not None else []
    elif isinstance(entry, Started):
        told = [(seat, BEGUN) for seat in people]
    elif isinstance(entry, TimeProposed) and after.proposal is not None:
        told = [(seat, PROPOSED) for seat in people if seat != entry.seat]
    elif isinstance(entry, KeyReplaced):
        told = [(seat, RELINKED) for seat in people if seat not in (entry.seat, entry.by_seat)]
    elif begins_anew(entry, after):
        told = [(after.awaited, TURN)] if after.awaited in people else []
    elif isinstance(entry, Moved):
        mover = entry.seat if entry.by == "player" else None
        if after.phase == "over":
            told = [(seat, OVER) for seat in people if seat != mover]
        elif after.awaited is not None and after.awaited != mover and after.seats[after.awaited].bot is None:
            told = [(after.awaited, TURN)]
    turn = max(after.turn_began, after.opened)
    items = [OutboxItem(after.id, seat, topic, turn, entry.time) for seat, topic in told]
    if isinstance(entry, Started | Moved) or begins_anew(entry, after):
        items += _reminder(after)
    return tuple(items)


def _reminder(table: TableState) -> list[OutboxItem]:
    """Return the reminder of the awaited person's deadline, if there is time for one."""
    ready = reminder_time(table)
    if ready is None or table.awaited is None:
        return []
    return [OutboxItem(table.id, table.awaited, REMINDER, table.turn_began, ready)]


def reminder_time(table: TableState) -> float | None:
    """Return the time at which the awaited person is reminded; `None` if there is no deadline, or no time before it.

    A reminder that would come at night comes an hour before the night: in the morning it may be too late.
    """
    if table.deadline is None or table.awaited is None:
        return None
    time = table.deadline - min(MAX_REMINDER_SECONDS, (table.deadline - table.asked) / 4)
    night = night_around(time, table.seats[table.awaited].zone)
    ready = time if night is None else night[0] - HOUR_SECONDS
    return ready if ready > table.asked else None

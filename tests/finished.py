"""Finished tables, made at once without playing through a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from forno.core.chance import Chance
from forno.store import Store, outlook
from forno.table.entries import BotSat, Entry, HandedOver, Opened, Sat
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from forno.table.table import Table

Guest = tuple[str, str]
"""A name and a key; for a bot its kind, and no key."""
SMALL: dict[str, dict[str, Any]] = {
    "mamma-mia": {},
    "pizza-master": {"mode": "tutorial", "max_days": 3},
}
US: Sequence[Guest] = (("Anna", "key-anna"), ("cuoco", ""))


def finished(
    table_id: str,
    game: str = "mamma-mia",
    guests: Sequence[Guest] = US,
    seed: int = 7,
    time: float = 1e9,
    lesson: str = "",
    stand_in: bool = False,
    settings: Mapping[str, Any] | None = None,
    **options: Any,
) -> Table:
    """A game played by chance to its end, an hour after it began."""
    table = Table(table_id)

    def do(entry: Entry) -> None:
        table.check(entry)
        table.follow(entry)

    agreed = TableSettings(lesson=lesson, **(settings or {}))
    do(Opened(time - 4000, game, {**SMALL[game], "players": len(guests), **options}, None, agreed))
    for seat, (name, key) in enumerate(guests):
        do(Sat(time - 3900, seat, name, key_hash(key)) if key else BotSat(time - 3900, seat, name))
    do(table.start(time - 3600, seed))
    if stand_in:
        do(HandedOver(time - 3500, 0, "random", 1))
    chance = Chance(seed)
    while table.phase != "over":
        assert table.awaited is not None
        bot = table.seats[table.awaited].bot is not None
        action = chance.choice(list(table.turn_tree(1)))
        do(table.decide(time, table.awaited, (action,), "bot" if bot else "player"))
    return table


async def keep(store: Store, *tables: Table) -> None:
    for table in tables:
        copy = Table(table.id)
        for entry in table.log:
            if isinstance(entry, Opened):
                await store.create(table.id, entry)
            else:
                trial = copy.check(entry)
                await store.append(table.id, trial.number, entry, outlook(trial))
            copy.follow(entry)

"""Checks of a store (`forno.store.base`), which is opened and closed for them.

    from forno.testing import check_store

    def test_the_store_keeps_its_promises(tmp_path):
        check_store(lambda: MyStore(tmp_path / "tables"))

Every call of `open_store` opens the same place, empty at first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from forno.core.registry import catalogue
from forno.store import Conflict, Outlook, Store, StoreError, outlook, summary_of
from forno.store.outbox import OutboxItem
from forno.table.entries import BotSat, Configured, Entry, Opened, Said, Sat
from forno.table.errors import NotFound
from forno.table.settings import SLOW_SECONDS, TableSettings
from forno.table.table import Table

RACERS = 40


class StoreCheckError(AssertionError):
    """A store breaks a promise; the message says which."""


def check_store(
    open_store: Callable[[], Store], run: Callable[[Coroutine[Any, Any, None]], None] = asyncio.run
) -> None:
    """Check everything the protocol promises that can be seen from outside. Raises `StoreCheckError`."""
    for check in (
        check_names,
        check_numbers,
        check_races,
        check_groups,
        check_cancelled,
        check_reading,
        check_lobby,
        check_summaries,
        check_due,
        check_finished,
        check_key_values,
        check_outbox,
    ):
        run(_on_store(check, open_store))
    run(check_kept(open_store))
    run(check_closing(open_store))


async def _on_store(check: Callable[[Store], Awaitable[None]], open_store: Callable[[], Store]) -> None:
    store = open_store()
    try:
        await check(store)
    finally:
        await store.close()


def require(kept: bool, promise: str) -> None:
    if not kept:
        raise StoreCheckError(promise)


def chat_entry(text: str) -> Said:
    return Said(5.0, None, "Zoë", "spectators", text)


def opened_entry(public: bool = True, time: float = 1.0) -> Opened:
    """Return the first entry of a new table."""
    return Opened(time, catalogue()[0].name, {"players": 2}, None, TableSettings(public=public))


async def keep(store: Store, table: Table, entry: Entry) -> None:
    """Check, store and apply an entry, as a server does."""
    trial = table.check(entry)
    await store.append(table.id, trial.number, entry, outlook(trial))
    table.apply(trial)


async def new_table(store: Store, table_id: str, public: bool = True, time: float = 1.0) -> Table:
    await store.create(table_id, opened_entry(public, time))
    return Table.replay(table_id, await store.load(table_id))


async def is_refused(work: Awaitable[object], kind: type[Exception]) -> bool:
    try:
        await work
    except kind:
        return True
    return False


async def check_kept(open_store: Callable[[], Store]) -> None:
    store = open_store()
    table = await new_table(store, "kept")
    for entry in (Sat(2.0, 0, "Zoë", "hash"), BotSat(2.0, 1, "random"), table.start(3.0, "secret")):
        await keep(store, table, entry)
    await store.close()
    store = open_store()
    log = await store.load("kept")
    await store.close()
    require(log == table.log, "a log is loaded as it was kept, also after the store was closed and opened anew")


async def check_names(store: Store) -> None:
    await store.create("names", opened_entry())
    require(await is_refused(store.create("names", opened_entry(time=9.0)), Conflict), "there is one table of a name")
    require(len(await store.load("names")) == 1, "a table isn't made twice")
    require(await is_refused(store.load("nowhere"), NotFound), "a table that isn't there isn't found")
    require(await is_refused(store.append("nowhere", 1, chat_entry("x")), NotFound), "nothing is added to no table")


async def check_numbers(store: Store) -> None:
    await store.create("numbers", opened_entry())
    require(await is_refused(store.append("numbers", 2, chat_entry("gap")), StoreError), "a log has no gaps")
    require(await is_refused(store.append("numbers", 0, chat_entry("twice")), Conflict), "a number is taken once")
    await store.append("numbers", 1, chat_entry("fits"))
    require(len(await store.load("numbers")) == 2, "an entry that fits is kept")


async def check_races(store: Store) -> None:
    await store.create("races", opened_entry())
    tries = [store.append("races", 1, chat_entry(str(number))) for number in range(RACERS)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    landed = [number for number, result in enumerate(results) if result is None]
    require(len(landed) == 1, f"of {RACERS} entries with one number exactly one lands, not {len(landed)}")
    late = [result for result in results if result is not None]
    require(all(isinstance(result, Conflict) for result in late), "who comes too late is told so")
    require(
        await store.load("races") == [opened_entry(), chat_entry(str(landed[0]))],
        "what was acknowledged is what is kept",
    )


async def check_groups(store: Store) -> None:
    """Check concurrent entries of many tables: one that comes too late fails alone."""
    for number in range(RACERS):
        await store.create(f"group{number}", opened_entry())
    tries = [store.append(f"group{number}", 0 if number == 3 else 1, chat_entry("fine")) for number in range(RACERS)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    failed = [number for number, result in enumerate(results) if result is not None]
    require(failed == [3], f"what comes too late fails alone; failed: {failed}")
    for number in range(RACERS):
        lines = len(await store.load(f"group{number}"))
        require(lines == (1 if number in failed else 2), "what was acknowledged is kept, and nothing else")


async def check_cancelled(store: Store) -> None:
    await store.create("left", opened_entry())
    await store.create("stayed", opened_entry())
    task = asyncio.ensure_future(store.append("left", 1, chat_entry("bye")))
    await asyncio.sleep(0)
    task.cancel()
    await store.append("stayed", 1, chat_entry("still here"))
    require(len(await store.load("stayed")) == 2, "who no longer waits disturbs nobody")


async def check_reading(store: Store) -> None:
    await store.create("read", opened_entry())

    async def write() -> None:
        for number in range(1, RACERS):
            await store.append("read", number, chat_entry(str(number)))

    writing = asyncio.ensure_future(write())
    longest = 0
    while not writing.done():
        lines = len(await store.load("read"))
        require(lines >= longest, "a log never gets shorter, whoever writes meanwhile")
        longest = lines
    await writing
    require(len(await store.load("read")) == RACERS, "logs can be read while others are written")


async def check_closing(open_store: Callable[[], Store]) -> None:
    store = open_store()
    await store.create("closing", opened_entry())
    waiting = asyncio.ensure_future(store.append("closing", 1, chat_entry("in time")))
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(waiting, return_exceptions=True)
    acknowledged = not waiting.cancelled() and waiting.exception() is None
    store = open_store()
    lines = len(await store.load("closing"))
    await store.close()
    require(lines == 2 or not acknowledged, "what was acknowledged while the store was closing is kept")


async def check_lobby(store: Store) -> None:
    await new_table(store, "hidden", public=False, time=50.0)
    first = await new_table(store, "first", time=51.0)
    await new_table(store, "second", time=52.0)
    await keep(store, first, Sat(60.0, 0, "Zoë", "hash"))
    listed = [row.table for row in await store.listing("gathering", limit=500)]
    require("hidden" not in listed, "the lobby shows public tables alone")
    require(listed.index("first") < listed.index("second"), "those that changed last come first")
    require((await store.listing("gathering", limit=1))[0].table == "first", "a listing is as long as was asked for")


async def check_summaries(store: Store) -> None:
    hidden = await new_table(store, "mine", public=False, time=53.0)
    await keep(store, hidden, Sat(61.0, 0, "Zoë", "hash"))
    found = await store.summaries(["mine", "nowhere", *(f"nowhere{number}" for number in range(3 * RACERS))])
    require([row.table for row in found] == ["mine"], "tables are found by their names, and no others")
    require(found[0].names == ("Zoë", None), "what is known of a table is what was kept last")
    require(await store.summaries([]) == [], "who names no table finds none")


async def check_due(store: Store) -> None:
    table = await new_table(store, "due", time=70.0)
    for entry in (Sat(71.0, 0, "Zoë", "hash"), BotSat(71.0, 1, "random")):
        await keep(store, table, entry)
    require("due" not in await store.due(), "a table that hasn't begun needn't be woken")
    await keep(store, table, table.start(72.0, "secret"))
    state = table.state
    assert state is not None
    bot_decides = table.awaited is not None and table.seats[table.awaited].bot is not None
    require(("due" in await store.due()) == bot_decides, "a table at which a bot has to decide is woken, and no other")
    require("due" not in await store.due(72.0), "a table isn't woken before its time")


async def check_finished(store: Store) -> None:
    for name in ("overa", "overb", "overc"):
        table = await new_table(store, name, public=name != "overb", time=80.0)
        await store.update(replace(summary_of(table, 81.0), phase="over"))
    await new_table(store, "overd", time=80.0)
    found = await store.finished("over", 2)
    require(found == ["overa", "overb"], "tables that are over are found by their names, so many at a time")
    require(await store.finished("overb", 500) == ["overc"], "those after a name, and none that isn't over")


async def check_key_values(store: Store) -> None:
    texts = store.key_values
    await texts.put("mine", {f"key{number}": str(number) for number in range(15 * RACERS)})
    await texts.put("mine", {"key3": "Zoë", "new": ""})
    await texts.put("other", {"key3": "other's"})
    await asyncio.gather(*(texts.put_new("first", "key", str(number)) for number in range(RACERS)))
    (first,) = (await texts.read("first")).values()
    await texts.put_new("first", "key", "late")
    require((await texts.read("first")) == {"key": first}, "of several new values of one key the first stays")
    swaps = await asyncio.gather(*(texts.replace("first", "key", first, f"new {one}") for one in range(RACERS)))
    require(swaps.count(True) == 1, "of several who replace one value at once exactly one does, and all are told")
    require((await texts.read("first")) == {"key": f"new {swaps.index(True)}"}, "and its value is what is there")
    require(not await texts.replace("first", "nowhere", "", "new"), "a value that isn't there isn't replaced")
    await texts.clear("first")
    await texts.put("mine", {})
    whole = await texts.read("mine")
    require(len(whole) == 15 * RACERS + 1 and whole["key3"] == "Zoë", "a value is what was put there last")
    named = await texts.read("mine", ["new", "nowhere", *whole])
    require(named == whole, "values are found by their keys, and no others")
    require(await texts.read("mine", []) == {}, "no keys find no values")
    require(await texts.clear("mine") == len(whole), "a namespace is cleared of all its values")
    require(await texts.read("mine") == {}, "what was cleared is gone")
    require(await texts.read("other") == {"key3": "other's"}, "and nobody else's is")
    await texts.clear("other")


async def check_outbox(store: Store) -> None:
    outbox, slow = store.outbox, TableSettings(clock=SLOW_SECONDS)
    table = await new_table(store, "outbox")
    for entry in (Configured(1.5, {"players": 2}, slow), Sat(2.0, 0, "Zoë", "a"), Sat(2.0, 1, "Ada", "b")):
        await keep(store, table, entry)
    words = Said(5.0, 0, "Zoë", "table", "hello")
    caused = outlook(table.check(words))
    racers = [store.append("outbox", table.number, words, caused) for _ in range(RACERS)]
    await asyncio.gather(*racers, return_exceptions=True)
    refused_too = Outlook(None, None, (OutboxItem("outbox", 0, "over", 9.0, 6.0),))
    require(await is_refused(store.append("outbox", 1, words, refused_too), Conflict), "a number is taken once")
    claimed = await outbox.claim(5.0, 20.0, 9)
    require(claimed == [i._replace(ready=20.0) for i in caused.notices], "notices come with the entry that causes them")
    require(await outbox.claim(19.0, 30.0, 9) == [], "what somebody has claimed nobody else gets, nor what was refused")
    (item,) = await outbox.claim(20.0, 30.0, 9)
    await outbox.replace(item._replace(ready=40.0, attempts=2, delivered="mail"))
    require(await outbox.claim(39.0, 50.0, 9) == [], "a notice waits for its time")
    (item,) = await outbox.claim(40.0, 50.0, 9)
    require((item.attempts, item.delivered) == (2, "mail"), "a notice is what was stored last")
    await outbox.settle(item)
    require(await outbox.put([item._replace(ready=1.0)]) == 0, "a notice that is done isn't put again")
    other = [item._replace(turn=turn, ready=60.0 - turn) for turn in (7.0, 8.0)]
    require(await outbox.put(other) == 2 and await outbox.put(other) == 0, "others are put once")
    await outbox.clear(7.5)
    require(await outbox.put([item]) == 1, "what is done is forgotten after its time")
    found = {item.turn for item in await outbox.claim(100.0, 200.0, 2)}
    require(found == {item.turn, 8.0}, "the oldest are claimed first, so many at a time")

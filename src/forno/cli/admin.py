"""`forno admin`: maintenance of a server's tables, while it runs or not."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final, TextIO

from forno.cli.parser import example
from forno.core.errors import OptionError
from forno.core.language import _, ngettext
from forno.server.settings import data_file
from forno.store import StoreError, check_place, open_store, outlook
from forno.store.dumps import Dumped, header, read_lines
from forno.store.places import shown_place
from forno.store.sqlite.failures import not_usable
from forno.store.transfer import change_secret, deleted, dumped, dumped_leaves, filled, served
from forno.table.entries import Closed
from forno.table.errors import NotFound
from forno.table.table import Table

FINE, WRONG = 0, 1
DAY: Final = 24 * 3600.0
PURGED: Final = ("over", "closed", "gathering")
"""Phases of tables that may be purged by age."""


def add_admin(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    admin = command(
        "admin",
        run,
        _("look after the tables of a house"),
        "admin list",
        example("admin purge --days 90", _("deletes what nobody has touched for so long")),
        example("admin backup house.jsonl", _("all tables, with everything hidden in them")),
        example("admin move --to postgresql://…", _("into another store")),
    )
    admin.add_argument("action", choices=list(ACTIONS), metavar="|".join(ACTIONS), help=_("what to do"))
    admin.add_argument("names", nargs="*", metavar="TABLE|FILE", help=_("tables, or the file of a backup"))
    admin.add_argument(
        "--data",
        metavar="PLACE",
        help=_("where tables are kept: a file, or postgresql://… (default: {file})").format(file=data_file()),
    )
    admin.add_argument("--to", metavar="PLACE", help=_("move: the place to move to, which has no tables yet"))
    admin.add_argument("--days", type=float, metavar="N", help=_("purge: how long nobody has touched a table"))


def run(arguments: argparse.Namespace) -> int:
    place = arguments.data or str(data_file())
    check_place(place)
    work: Coroutine[Any, Any, int] = ACTIONS[arguments.action](arguments, place)
    return asyncio.run(work)


async def list_tables(_arguments: argparse.Namespace, place: str) -> int:
    async for table in dumped(place):
        print(described(table))
    return FINE


async def show(arguments: argparse.Namespace, place: str) -> int:
    """List tables, without hands or seeds."""
    for table in await found(place, named(arguments)):
        print(described(table))
        print(
            ngettext("{n} entry in its log.", "{n} entries in its log.", len(table.entries)).format(
                n=len(table.entries)
            )
        )
        print(table.damage() or _("It replays."))
    return FINE


async def check(arguments: argparse.Namespace, place: str) -> int:
    """Print the tables that don't replay, each with the reason; return 1 if there are any."""
    fine = wrong = 0
    for table in await found(place, arguments.names):
        reason = table.damage()
        if reason is None:
            fine += 1
        else:
            wrong += 1
            print(f"{shown_place(place)}: {table.table}: {reason}", file=sys.stderr)
    print(ngettext("{n} table is intact.", "{n} tables are intact.", fine).format(n=fine))
    return WRONG if wrong else FINE


async def close(arguments: argparse.Namespace, place: str) -> int:
    """Close tables: nobody can play there, records can still be downloaded."""
    await found(place, named(arguments))
    store = open_store(place)
    try:
        for name in arguments.names:
            table = Table.replay(name, await store.load(name))
            trial = table.check(Closed(store.now()))
            await store.append(name, trial.number, trial.entry, outlook(trial))
    finally:
        await store.close()
    return told(ngettext("{n} table is closed.", "{n} tables are closed.", len(arguments.names)), len(arguments.names))


async def delete(arguments: argparse.Namespace, place: str) -> int:
    await found(place, named(arguments))
    return gone(await deleted(place, arguments.names))


async def purge(arguments: argparse.Namespace, place: str) -> int:
    if arguments.days is None or not arguments.days >= 0:
        raise OptionError(_("say which: {command}.").format(command="forno admin purge --days N"))
    before = time.time() - arguments.days * DAY
    old = [table.table for table in await found(place, ()) if table.phase in PURGED and table.changed < before]
    return gone(await deleted(place, old) if old else 0)


async def backup(arguments: argparse.Namespace, place: str) -> int:
    """Write all tables to a file that only its owner can read, atomically; a server may run meanwhile."""
    path = one_file(arguments)
    check_backup_target(path)
    number = 0
    with written(path) as file:
        print(header(), file=file)
        async for table in dumped(place):
            print(table, file=file)
            number += 1
        for leaf in await dumped_leaves(place):
            print(leaf, file=file)
    return told(ngettext("{n} table is kept in {path}.", "{n} tables are kept in {path}.", number), number, path=path)


async def restore(arguments: argparse.Namespace, place: str) -> int:
    path = one_file(arguments)
    try:
        with path.open(encoding="utf-8") as file:
            number = await filled(place, read_lines(file, str(path)))
    except (OSError, UnicodeDecodeError) as error:
        raise not_usable(path, error) from error
    return told(restored(number), number, path=shown_place(place))


async def move(arguments: argparse.Namespace, place: str) -> int:
    """Copy all tables into another store."""
    if not arguments.to:
        raise OptionError(_("say which: {command}.").format(command="forno admin move --to PLACE"))
    if await served(place):
        raise StoreError(
            _("{path}: a server still serves these tables; stop it first.").format(path=shown_place(place))
        )
    tables = await found(place, ())
    number = await filled(arguments.to, [*tables, *await dumped_leaves(place)])
    return told(restored(number), number, path=shown_place(arguments.to))


async def rotate(_arguments: argparse.Namespace, place: str) -> int:
    await change_secret(place)
    print(_("There is a new secret. Start the servers anew; pages that are open have to be loaded again then."))
    return FINE


ACTIONS: Final[dict[str, Callable[[argparse.Namespace, str], Coroutine[Any, Any, int]]]] = {
    "list": list_tables,
    "show": show,
    "check": check,
    "close": close,
    "delete": delete,
    "purge": purge,
    "backup": backup,
    "restore": restore,
    "move": move,
    "rotate": rotate,
}


def named(arguments: argparse.Namespace) -> Sequence[str]:
    if not arguments.names:
        raise OptionError(_("say which: {command}.").format(command=f"forno admin {arguments.action} TABLE"))
    names: list[str] = arguments.names
    return names


def one_file(arguments: argparse.Namespace) -> Path:
    if len(arguments.names) != 1:
        raise OptionError(_("say which: {command}.").format(command=f"forno admin {arguments.action} FILE"))
    return Path(arguments.names[0])


async def found(place: str, names: Sequence[str]) -> list[Dumped]:
    """Return these tables, or all. Raises `NotFound`."""
    tables = [table async for table in dumped(place, names)]
    for missing in set(names) - {table.table for table in tables}:
        raise NotFound(_("There is no table {table!r} in {path}.").format(table=missing, path=shown_place(place)))
    return tables


def described(table: Dumped) -> str:
    """Format a table's line in a list."""
    if table.summary is None:
        return f"{table.table}  ?"
    _id, game, variant, phase, public, players, *_rest = table.summary
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(table.changed))
    seen = _("public") if public else _("private")
    return f"{table.table}  {game} {variant}  {phase}  {players}  {seen}  {when}"


def told(sentence: str, number: int, **names: object) -> int:
    print(sentence.format(n=number, **names))
    return FINE


def gone(number: int) -> int:
    return told(ngettext("{n} table is deleted.", "{n} tables are deleted.", number), number)


def restored(number: int) -> str:
    return ngettext("{n} table is in {path} now.", "{n} tables are in {path} now.", number)


def check_backup_target(path: Path) -> None:
    """Check that a backup replaces nothing but an older backup. Raises `StoreError`."""
    try:
        with path.open(encoding="utf-8") as file:
            for _table in read_lines(islice(file, 1), str(path)):
                pass
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError, StoreError) as error:
        raise StoreError(
            _("{path} is there already, and isn't a backup; choose another name.").format(path=path)
        ) from error


@contextmanager
def written(path: Path) -> Iterator[TextIO]:
    """Open a file that only its owner can read, and that appears when it is complete."""
    new = path.with_name(f"{path.name}.new")
    try:
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException as error:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise not_usable(path, error.strerror) from error
        raise

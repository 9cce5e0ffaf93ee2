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

from forno.cli.options import FINE, WRONG, Parser, example
from forno.cli.screen import printable
from forno.core.errors import OptionError
from forno.core.language import _, ngettext
from forno.server.settings import OPTIONS, data_file
from forno.store import StoreError, check_place, open_store, outlook
from forno.store.dumps import Dumped, header, read_lines
from forno.store.opening import archive
from forno.store.places import shown_place
from forno.store.sqlite.files import not_usable
from forno.table.entries import Closed
from forno.table.errors import NotFound
from forno.table.table import Table

DAY_SECONDS: Final = 24 * 3600.0
PURGEABLE_PHASES: Final = ("over", "closed", "gathering")
"""Phases of tables that may be purged by age."""

Action = Callable[[argparse.Namespace, str], Coroutine[Any, Any, int]]


def add_commands(command: Callable[..., argparse.ArgumentParser], _words: Sequence[str]) -> None:
    """Add the command to the command line."""
    admin = command(
        "admin",
        run,
        "admin list",
        example("admin purge --days 90", _("delete tables that nobody has used for 90 days")),
        example("admin backup tables.jsonl", _("save all tables, including hidden cards")),
        example("admin move --to postgresql://…", _("copy everything to PostgreSQL")),
    )
    actions = admin.add_subparsers(metavar="ACTION", required=True, parser_class=Parser)

    def action(name: str, work: Action, text: str, names: str = "") -> argparse.ArgumentParser:
        added = actions.add_parser(name, help=text, description=text[:1].upper() + text[1:] + ".")
        added.set_defaults(action=work)
        if names:
            added.add_argument("names", nargs=names, metavar="TABLE", help=_("name of a table, as in its link"))
        return added

    actions_on_tables = (
        action("list", list_tables, _("list all tables")),
        action("show", show, _("show tables, without hidden cards"), "+"),
        action("check", check, _("check tables for damage (all by default)"), "*"),
        action("export", export, _("print a table's log, including hidden cards"), "+"),
        action("close", close, _("close tables; their records can still be downloaded"), "+"),
        action("delete", delete, _("delete tables"), "+"),
        purged := action("purge", purge, _("delete old tables that are over or never began")),
        kept := action("backup", backup, _("back up all tables to a file, even while servers run")),
        restored_from := action("restore", restore, _("restore a backup into an empty store")),
        moved := action("move", move, _("copy all tables into another store")),
        action("rotate", rotate, _("replace the server's secret from the next start on")),
    )
    purged.add_argument("--days", type=float, metavar="N", required=True, help=_("days since anyone used a table"))
    for parser in (kept, restored_from):
        parser.add_argument("file", type=Path, metavar="FILE", help=_("backup file"))
    moved.add_argument("--to", metavar="PLACE", required=True, help=_("store to copy to; it must be empty"))
    text = _("where tables are kept: a file, or postgresql://… (default: {file})").format(file=data_file())
    admin.add_argument("--data", metavar="PLACE", help=text)
    for parser in actions_on_tables:  # before the action as well as after it
        parser.add_argument("--data", metavar="PLACE", default=argparse.SUPPRESS, help=text)


def run(arguments: argparse.Namespace) -> int:
    place = arguments.data or os.environ.get(OPTIONS["data"].variable) or str(data_file())
    check_place(place)
    work: Action = arguments.action
    return asyncio.run(work(arguments, place))


async def list_tables(_arguments: argparse.Namespace, place: str) -> int:
    lines = [table_line(table) async for table in archive(place).dump_tables()]
    print("\n".join(lines) or _("There are no tables in {path}.").format(path=shown_place(place)))
    return FINE


async def show(arguments: argparse.Namespace, place: str) -> int:
    """List tables, without hands or seeds."""
    for table in await find_tables(place, arguments.names):
        print(table_line(table))
        print(
            ngettext("{n} entry in its log.", "{n} entries in its log.", len(table.entries)).format(
                n=len(table.entries)
            )
        )
        print(table.damage() or _("The table is in order."))
    return FINE


async def check(arguments: argparse.Namespace, place: str) -> int:
    """Print the tables that don't replay, each with the reason; return 1 if there are any."""
    fine = wrong = 0
    for table in await find_tables(place, arguments.names):
        reason = table.damage()
        if reason is None:
            fine += 1
        else:
            wrong += 1
            print(printable(f"{shown_place(place)}: {table.table}: {reason}"), file=sys.stderr)
    print(ngettext("{n} table is intact.", "{n} tables are intact.", fine).format(n=fine))
    return WRONG if wrong else FINE


async def export(arguments: argparse.Namespace, place: str) -> int:
    for table in await find_tables(place, arguments.names):
        for line in table.export_lines():
            print(line)
    return FINE


async def close(arguments: argparse.Namespace, place: str) -> int:
    """Close tables: nobody can play there, records can still be downloaded."""
    await find_tables(place, arguments.names)
    store = open_store(place)
    try:
        for name in arguments.names:
            table = Table.replay(name, await store.load(name))
            trial = table.check(Closed(store.now()))
            await store.append(name, trial.number, trial.entry, outlook(trial))
    finally:
        await store.close()
    return report(
        ngettext("{n} table is closed.", "{n} tables are closed.", len(arguments.names)), len(arguments.names)
    )


async def delete(arguments: argparse.Namespace, place: str) -> int:
    await find_tables(place, arguments.names)
    return report_deleted(await archive(place).delete_tables(arguments.names))


async def purge(arguments: argparse.Namespace, place: str) -> int:
    if not arguments.days >= 0:
        raise OptionError(
            _("{where}: {value!r} isn't a number from {least} on.").format(
                where="--days", value=arguments.days, least=0
            )
        )
    before = time.time() - arguments.days * DAY_SECONDS
    old = [
        table.table
        for table in await find_tables(place, ())
        if table.phase in PURGEABLE_PHASES and table.changed < before
    ]
    return report_deleted(await archive(place).delete_tables(old) if old else 0)


async def backup(arguments: argparse.Namespace, place: str) -> int:
    """Write all tables to a file that only its owner can read, atomically; a server may run meanwhile."""
    path = arguments.file
    check_backup_target(path)
    number = 0
    with new_file(path) as file:
        print(header(), file=file)
        async for table in archive(place).dump_tables():
            print(table, file=file)
            number += 1
        for value in await archive(place).dump_key_values():
            print(value, file=file)
    return report(ngettext("{n} table is kept in {path}.", "{n} tables are kept in {path}.", number), number, path=path)


async def restore(arguments: argparse.Namespace, place: str) -> int:
    path = arguments.file
    try:
        with path.open(encoding="utf-8") as file:
            for table in read_lines(file, str(path)):  # all of it is checked before anything is written
                if isinstance(table, Dumped):
                    table.check()
            file.seek(0)
            number = await archive(place).import_dump(read_lines(file, str(path)))
    except (OSError, UnicodeDecodeError) as error:
        raise not_usable(path, getattr(error, "strerror", None) or error) from error
    return report(restored_sentence(number), number, path=shown_place(place))


async def move(arguments: argparse.Namespace, place: str) -> int:
    """Copy all tables into another store."""
    check_place(arguments.to)
    if await archive(place).is_served():
        raise StoreError(
            _("{path}: a server still serves these tables; stop it first.").format(path=shown_place(place))
        )
    tables = await find_tables(place, ())
    for table in tables:
        table.check()
    number = await archive(arguments.to).import_dump([*tables, *await archive(place).dump_key_values()])
    return report(restored_sentence(number), number, path=shown_place(arguments.to))


async def rotate(_arguments: argparse.Namespace, place: str) -> int:
    await archive(place).change_secret()
    print(_("The secret was replaced. Restart the servers; visitors then have to reload open pages."))
    return FINE


async def find_tables(place: str, names: Sequence[str]) -> list[Dumped]:
    """Return these tables, or all. Raises `NotFound`."""
    tables = [table async for table in archive(place).dump_tables(names)]
    for missing in set(names) - {table.table for table in tables}:
        raise NotFound(
            _("There is no table {table!r} in {path}; 'forno admin list' names them.").format(
                table=missing, path=shown_place(place)
            )
        )
    return tables


def table_line(table: Dumped) -> str:
    """Format a table's line in a list."""
    if table.summary is None:
        return printable(f"{table.table}  ?", lines=False)
    _id, game, variant, phase, public, players, *_rest = table.summary
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(table.changed))
    seen = _("public") if public else _("private")
    return printable(f"{table.table}  {game} {variant}  {phase}  {players}  {seen}  {when}", lines=False)


def report(sentence: str, number: int, **names: object) -> int:
    print(sentence.format(n=number, **names))
    return FINE


def report_deleted(number: int) -> int:
    return report(ngettext("{n} table is deleted.", "{n} tables are deleted.", number), number)


def restored_sentence(number: int) -> str:
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
def new_file(path: Path) -> Iterator[TextIO]:
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

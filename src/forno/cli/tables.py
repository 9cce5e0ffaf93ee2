"""`forno tables`: check and export a server's tables."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from forno.cli.parser import example
from forno.core.errors import OptionError
from forno.core.language import _, ngettext
from forno.server.settings import data_file
from forno.store.places import file_of
from forno.store.sqlite.export_damaged import damage, exported, table_ids

FINE, WRONG = 0, 1


def add_tables(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    kept = command(
        "tables",
        run,
        _("check the tables that a server keeps, or export one as it is stored"),
        "tables check",
        "tables check --data club.sqlite3",
        example("tables export TABLE > table.jsonl", _("its log, with everything hidden in it")),
    )
    kept.add_argument("action", choices=("check", "export"), metavar="check|export", help=_("what to do"))
    kept.add_argument("tables", nargs="*", metavar="TABLE", help=_("a table, as its link names it; to check, all"))
    kept.add_argument(
        "--data", metavar="FILE", help=_("where tables are kept (default: {file})").format(file=data_file())
    )


def run(arguments: argparse.Namespace) -> int:
    path = file_of(arguments.data or str(data_file()))
    if arguments.action == "check":
        return check(path, arguments.tables or table_ids(path))
    if len(arguments.tables) != 1:
        raise OptionError(_("say which: {command}.").format(command="forno tables export TABLE"))
    for line in exported(path, arguments.tables[0]):
        print(line)
    return FINE


def check(path: Path, tables: list[str]) -> int:
    """Print the damaged tables, each with the reason; return 1 if there are any."""
    wrong = 0
    for table in tables:
        reason = damage(path, table)
        if reason is not None:
            wrong += 1
            print(f"{path}: {table}: {reason}", file=sys.stderr)
    fine = len(tables) - wrong
    print(ngettext("{n} table is intact.", "{n} tables are intact.", fine).format(n=fine))
    return WRONG if wrong else FINE

"""`forno rules`: the rules, listed or in full."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from textwrap import indent

from forno.cli.options import Parser
from forno.cli.screen import wrap
from forno.core.errors import UnknownGame
from forno.core.language import _
from forno.core.registry import game_info
from forno.rulebook import Rule, rule, rules, rules_of


def add_commands(command: Callable[..., Parser], _words: Sequence[str]) -> None:
    asked = command("rules", _rules, "rules", "rules MM-14 MMR-3")
    asked.add_argument("numbers", nargs="*", metavar="NUMBER", help=_("a rule or ruling, such as MM-14 or MMR-3"))
    asked.add_argument("--game", metavar="NAME", help=_("list only this game's rules"))


def _rules(arguments: argparse.Namespace) -> int:
    if arguments.numbers:
        for place, entry in enumerate([rule(number) for number in arguments.numbers]):
            text = indent(entry.text, "  ", lambda _line: True)
            print(("\n" if place else "") + wrap(f"{entry.number}  {entry.chapter}\n{text}", hang=""))
        return 0
    listed: Sequence[Rule] = rules()
    if arguments.game is not None:
        info = game_info(arguments.game)
        listed = rules_of(info.name)
        if not listed:
            raise UnknownGame(_("{game} has no rulebook here.").format(game=info.title))
    chapter = ""
    for entry in listed:
        if entry.chapter != chapter:
            chapter = entry.chapter
            print(f"\n{chapter}")
        line, *more = wrap(f"  {entry.number:6} {entry.gist}").splitlines()
        print(f"{line} …" if more else line)
    return 0

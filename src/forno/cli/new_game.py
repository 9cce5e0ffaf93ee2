"""`forno new-game`: a package for a game of your own, to begin with. It is the example game under another name."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from forno.cli.options import Parser
from forno.core.errors import OptionError
from forno.core.language import _
from forno.core.registry import GAMES
from forno.rulebook import rules

HERE = Path(__file__).parent
EXAMPLES = (HERE / "last-slice", HERE.parents[2] / "examples" / "last-slice")
"""The example game: as the wheel holds it, and in a checkout."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
TEXTS = frozenset({".md", ".py", ".toml"})


def add_commands(command: Callable[..., Parser], words: Sequence[str]) -> None:
    written = command("new-game", _new_game, "new-game pesto-panic", "new-game pesto-panic --folder ../games")
    written.add_argument("name", metavar="NAME", help=_("the game's name: lower-case letters and digits, with hyphens"))
    written.add_argument(
        "--folder", type=Path, default=Path(), metavar="DIR", help=_("where to put it (default: this folder)")
    )


def _new_game(arguments: argparse.Namespace) -> int:
    name, to = arguments.name, arguments.folder / arguments.name
    check_name(name)
    if to.exists():
        raise OptionError(_("{file} is there already; choose another name or --folder.").format(file=to))
    write_game(name, to)
    print(_("Your game is in {folder}. Try it, then change its rules:").format(folder=to))
    print(f'\n  pip install -e "{to}[test]"\n  python -m pytest {to}\n  forno play {name}\n  forno serve --open')
    return 0


def check_name(name: str) -> None:
    """Raise `OptionError` unless a game and its package can have this name."""
    module = name.replace("-", "_")
    if not NAME.fullmatch(name) or iskeyword(module):
        raise OptionError(
            _(
                "{name!r} can't be a game's name; use lower-case letters, digits and hyphens, such as pesto-panic."
            ).format(name=name)
        )
    if name in GAMES.names() or find_spec(module) is not None:
        raise OptionError(_("the name {name!r} is taken.").format(name=name))


def write_game(name: str, to: Path) -> None:
    """Write the example game as a package of that name."""
    example = next(path for path in EXAMPLES if path.is_dir())
    words = name.split("-")
    renamed = {
        "last-slice": name,
        "last_slice": name.replace("-", "_"),
        "LastSlice": "".join(map(str.capitalize, words)),
        "Last Slice": " ".join(map(str.capitalize, words)),
        "LS-": f"{_rule_prefix(words)}-",
    }
    for path in sorted(example.rglob("*")):
        if path.suffix not in TEXTS:
            continue
        text, place = path.read_text(encoding="utf-8"), path.relative_to(example).as_posix()
        for old, new in renamed.items():
            text, place = text.replace(old, new), place.replace(old, new)
        file = to / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


def _rule_prefix(words: Sequence[str]) -> str:
    """Return the letters before the numbers of rules: initials, or more of the name where another game has those."""
    taken = {entry.number.partition("-")[0] for entry in rules()}
    spelt = [re.sub(r"[^A-Z]", "", word.upper()) for word in words]
    lengths = range(1 if len(words) > 1 else 2, max(map(len, words)) + 1)
    prefixes = ("".join(letters[:length] for letters in spelt) for length in lengths)
    return next((prefix for prefix in prefixes if prefix not in taken), "".join(spelt) + "X")

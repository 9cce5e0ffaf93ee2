"""Laying text out in a terminal, or in whatever stands in for one."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from forno.core.events import Awaits, Event
from forno.core.game import Game

WIDEST = 110
"""Longer lines are tiring to read, however wide the terminal."""
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Empties the screen and what could be scrolled back to."""
SHADES: Final = {"yellow": 178, "green": 35, "brown": 137, "purple": 134, "red": 167, "blue": 68}
"""Colours of seats that can be read on black and on white."""
SHADING: Final = re.compile(r"\x1b\[[\d;]*m")


def width() -> int:
    return max(40, min(WIDEST, shutil.get_terminal_size().columns - 1))


def wrap(text: str, hang: str = "  ") -> str:
    """Every line of a text within the width; what is continued hangs under its beginning."""
    lines: list[str] = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        if _length(line) <= width():
            lines.append(line)
        else:
            lines += _broken(line.strip(), indent, indent + hang)
    return "\n".join(lines)


def _broken(line: str, first: str, later: str) -> list[str]:
    """A line in several, as `textwrap` does it; but colours take no room."""
    lines, gap = [first], ""
    for place, part in enumerate(re.split(r"(\s+)", line)):
        if place % 2:
            gap = part
        elif place and _length(lines[-1] + gap + part) > width():
            lines.append(later + part)
        else:
            lines[-1] += gap + part
    return lines


def _length(text: str) -> int:
    """As long as it is seen."""
    return len(SHADING.sub("", text))


def columns(items: Sequence[str]) -> str:
    """Items beside each other, in as many columns as the width has room for."""
    widest = max(map(len, items), default=0) + 3
    number = max(1, width() // widest)
    rows = [items[start : start + number] for start in range(0, len(items), number)]
    return "\n".join("".join(f"{item:{widest}}" for item in row).rstrip() for row in rows)


def choices(game: Game, actions: Sequence[int]) -> str:
    """The legal actions, numbered from 1."""
    digits = len(str(len(actions)))
    listed = columns([f"{number:>{digits + 1}}. {game.choice(action)}" for number, action in enumerate(actions, 1)])
    return re.sub(r"(?<!\S)\d+\.", lambda number: shaded(number.group(), "2"), listed)


def told(game: Game, events: Iterable[Event], you: int | None = None) -> list[str]:
    """Events as paragraphs: what one seat does stands together. Who is awaited goes without saying."""
    sentences = game.tell_all([event for event in events if not isinstance(event, Awaits)], names_of(game), you)
    return [" ".join(text for _seat, text in together) for _seat, together in groupby(sentences, itemgetter(0))]


def heading(text: str) -> str:
    """A line across the screen that begins something new."""
    return strong(f"--- {text} ".ljust(width(), "-"))


# --- colours, where there are any ----------------------------------------------------


def has_colours() -> bool:
    """Whether the output shows colours: a terminal that isn't told otherwise. See no-color.org."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def shaded(text: str, shade: str) -> str:
    return f"\x1b[{shade}m{text}\x1b[0m" if has_colours() else text


def strong(text: str) -> str:
    return shaded(text, "1")


def name_of(game: Game, seat: int) -> str:
    """How the seat is called, in its colour."""
    name, shade = game.say_seat(seat), SHADES.get(game.seat_name(seat))
    return name if shade is None else shaded(name, f"1;38;5;{shade}")


def names_of(game: Game) -> list[str]:
    return [name_of(game, seat) for seat in range(game.players)]


def is_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def read_line(prompt: str) -> str:
    """A line typed in answer. Piped input is shown as if it had been typed, so that a transcript can be read.

    Raises `EOFError` at the end of the input.
    """
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)
    return line.strip()

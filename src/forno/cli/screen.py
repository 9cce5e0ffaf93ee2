"""Text layout for terminals."""

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

MAX_WIDTH = 110
"""Maximum width: longer lines are tiring to read."""
CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J"
"""Escape sequence that clears the screen and its scrollback."""
COLOUR_CODES: Final = {"yellow": 178, "green": 35, "brown": 137, "purple": 134, "red": 167, "blue": 68}
"""Colours of seats, readable on black and white."""
COLOUR_SEQUENCE: Final = re.compile(r"\x1b\[[\d;]*m")
SENTENCE_START: Final = re.compile(r"(^|[.!?] )((?:\x1b\[[\d;]*m)?\w)")
"""The first letter of a sentence, with the colour of the seat that it may begin with."""


def printable(text: object, lines: bool = True) -> str:
    """Return a text from elsewhere without control characters, which could rewrite the screen or hide something.

    `lines`: keep line breaks.
    """
    return "".join(
        sign if sign.isprintable() or (lines and sign == "\n") else " " if sign.isspace() else "\ufffd"
        for sign in str(text)
    )


def width() -> int:
    return max(40, min(MAX_WIDTH, shutil.get_terminal_size().columns - 1))


def wrap(text: str, hang: str = "  ") -> str:
    """Wrap every line of a text; continuation lines are indented."""
    lines: list[str] = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        if _length(line) <= width():
            lines.append(line)
        else:
            lines += _wrap_line(line.strip(), indent, indent + hang)
    return "\n".join(lines)


def _wrap_line(line: str, first: str, later: str) -> list[str]:
    """Wrap a line as `textwrap` does, but count colours as zero width."""
    lines, gap = [first], ""
    for place, part in enumerate(re.split(r"([ \t]+)", line)):
        if place % 2:
            gap = part
        elif place and _length(lines[-1] + gap + part) > width():
            lines.append(later + part)
        else:
            lines[-1] += gap + part
    return lines


def _length(text: str) -> int:
    """Return the visible length of a text."""
    return len(COLOUR_SEQUENCE.sub("", text))


def columns(items: Sequence[str]) -> str:
    """Arrange items in as many columns as fit."""
    widest = max(map(len, items), default=0) + 3
    number = max(1, width() // widest)
    rows = [items[start : start + number] for start in range(0, len(items), number)]
    return "\n".join("".join(f"{item:{widest}}" for item in row).rstrip() for row in rows)


def choices(game: Game, actions: Sequence[int]) -> str:
    """Format the legal actions, numbered from 1."""
    digits = len(str(len(actions)))
    listed = columns([f"{number:>{digits + 1}}. {game.say(action)}" for number, action in enumerate(actions, 1)])
    return re.sub(r"(?<!\S)\d+\.", lambda number: shade_text(number.group(), "2"), listed)


def event_paragraphs(game: Game, events: Iterable[Event], you: int | None = None) -> list[str]:
    """Format events as paragraphs, one for what a seat does; who is awaited is left out."""
    sentences = game.tell_all([event for event in events if not isinstance(event, Awaits)], names_of(game), you)
    paragraphs = (" ".join(text for _seat, text in together) for _seat, together in groupby(sentences, itemgetter(0)))
    return [
        SENTENCE_START.sub(lambda start: start[1] + start[2][:-1] + start[2][-1].upper(), text) for text in paragraphs
    ]


def heading(text: str) -> str:
    """Format a heading line across the screen."""
    return strong(f"--- {text} ".ljust(width(), "-"))


# --- colours, where there are any ----------------------------------------------------


def has_colours() -> bool:
    """Return whether to use colours: on a terminal, unless NO_COLOR is set (no-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def shade_text(text: str, shade: str) -> str:
    return f"\x1b[{shade}m{text}\x1b[0m" if has_colours() else text


def strong(text: str) -> str:
    return shade_text(text, "1")


def name_of(game: Game, seat: int) -> str:
    """Return the seat's name in its colour."""
    name, shade = game.say_seat(seat), COLOUR_CODES.get(game.seat_name(seat))
    return name if shade is None else shade_text(name, f"1;38;5;{shade}")


def names_of(game: Game) -> list[str]:
    return [name_of(game, seat) for seat in range(game.players)]


def is_terminal() -> bool:
    """Return whether input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def read_line(prompt: str) -> str:
    """Read a typed line. Piped input is echoed, so that a transcript can be read.

    Raises `EOFError` at the end of the input.
    """
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)
    return line.strip()

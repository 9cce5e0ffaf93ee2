"""Laying text out in a terminal, or in whatever stands in for one."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

from forno.core.events import Awaits, Event, SeatEvent
from forno.core.game import Game

WIDEST = 110
"""Longer lines are tiring to read, however wide the terminal."""
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Empties the screen and what could be scrolled back to."""


def width() -> int:
    return max(40, min(WIDEST, shutil.get_terminal_size().columns - 1))


def wrap(text: str, hang: str = "  ") -> str:
    """Every line of a text within the width; what is continued hangs under its beginning."""
    lines: list[str] = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        if len(line) <= width():
            lines.append(line)
        else:
            lines += textwrap.wrap(
                line.strip(), width(), initial_indent=indent, subsequent_indent=indent + hang, break_on_hyphens=False
            )
    return "\n".join(lines)


def columns(items: Sequence[str]) -> str:
    """Items beside each other, in as many columns as the width has room for."""
    widest = max(map(len, items), default=0) + 3
    number = max(1, width() // widest)
    rows = [items[start : start + number] for start in range(0, len(items), number)]
    return "\n".join("".join(f"{item:{widest}}" for item in row).rstrip() for row in rows)


def choices(game: Game, actions: Sequence[int]) -> str:
    """The legal actions, numbered from 1."""
    digits = len(str(len(actions)))
    return columns([f"{number:>{digits + 1}}. {game.choice(action)}" for number, action in enumerate(actions, 1)])


def told(game: Game, events: Iterable[Event], you: int | None = None) -> list[str]:
    """Events as paragraphs: what one seat does stands together. Who is awaited goes without saying."""
    paragraphs: list[str] = []
    speaker: object = None
    for event in events:
        sentence = "" if isinstance(event, Awaits) else game.tell(event, None, you)
        if not sentence:
            continue
        seat = event.seat if isinstance(event, SeatEvent) else None
        if paragraphs and seat == speaker:
            paragraphs[-1] += " " + sentence
        else:
            paragraphs.append(sentence)
        speaker = seat
    return paragraphs


def heading(text: str) -> str:
    """A line across the screen that begins something new."""
    return f"--- {text} ".ljust(width(), "-")


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

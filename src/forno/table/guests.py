"""Who sits at a table, and what they may be called and say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from forno.core.language import _, capital
from forno.table.errors import BadName, BadText

LONGEST_NAME = 24
LONGEST_TEXT = 400
JOINER = "\u200d"
"""Joins the parts of one sign, as in many emoji. The only invisible character that a text may have."""


NUMERALS: Final = ("", "", "II", "III", "IV", "V", "VI")
"""Not figures, which would be taken for counts beside a name."""


@dataclass(frozen=True)
class Seat:
    """A seat and who plays it."""

    name: str | None = None
    """What its guest is called; a bot that has no name is called after itself."""
    key_hash: str | None = None
    """The hash of the guest's key; `None` for an empty seat and for a bot."""
    bot: str | None = None
    """The bot that plays now: one that was invited, or one that stands in."""
    stand_in: bool = False
    """Whether the bot stands in for the guest."""
    stand_in_bot: str | None = None
    """The bot that the guest wants for that; `None` leaves it to the house."""

    @property
    def taken(self) -> bool:
        return self.name is not None

    @property
    def person(self) -> bool:
        """Whether the seat is somebody's, who may be away."""
        return self.key_hash is not None

    @property
    def invited_bot(self) -> bool:
        return self.bot is not None and not self.stand_in


def names_of(seats: Sequence[Seat]) -> tuple[str | None, ...]:
    """What the guests are called, wherever they are named; `None` for an empty seat.

    Bots of the same name, or of a person's, are numbered: in a log they must be told apart.
    """
    met: Counter[str] = Counter(seat.name for seat in seats if seat.name and seat.person)
    names = []
    for seat in seats:
        name = seat.name
        if name is not None and seat.invited_bot:
            name = name.capitalize() if name == seat.bot else name
            met[name] += 1
            name = f"{name} {NUMERALS[met[name]]}".strip()
        names.append(name)
    return tuple(names)


def tidy_name(text: str) -> str:
    """A name on one line, without what can't be seen."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[:LONGEST_NAME].strip()


def clean_name(text: str) -> str:
    """A name as it is kept: single spaces, nothing invisible. Raises `BadName`."""
    name = " ".join(text.split())
    check_name(name)
    return name


def check_name(name: str) -> None:
    if not name:
        raise BadName(_("A name is missing; say what you are called."))
    if len(name) > LONGEST_NAME:
        raise BadName(capital(_("this is too long; {most} characters are enough.")).format(most=LONGEST_NAME))
    if not _visible(name) or name != " ".join(name.split()):
        raise BadName(_("Some of its characters can't be shown; use letters, digits and plain symbols."))


def clean_text(text: str) -> str:
    """Something said, as it is kept: on one line. Raises `BadText`."""
    said = " ".join(text.split())
    check_text(said)
    return said


def check_text(text: str) -> None:
    if not text:
        raise BadText(_("There is nothing in it; write something."))
    if len(text) > LONGEST_TEXT:
        raise BadText(capital(_("this is too long; {most} characters are enough.")).format(most=LONGEST_TEXT))
    if not _visible(text):
        raise BadText(_("Some of its characters can't be shown; use letters, digits and plain symbols."))


def _visible(text: str) -> bool:
    return text.replace(JOINER, "").isprintable() and bool(text.replace(JOINER, "").strip())

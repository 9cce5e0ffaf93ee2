"""Guests of a table: seats, names and chat texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from forno.core.language import N_, _, capital
from forno.table.errors import BadName, BadText

MAX_NAME_CHARACTERS = 24
MAX_TEXT_CHARACTERS = 400
UNNAMED: Final = N_("Guest")
"""Name of a person who hasn't said one; translated for who sits down."""
JOINER = "\u200d"
"""Zero-width joiner, as in many emoji: the only invisible character that a text may have."""


NUMERALS: Final = ("", "", "II", "III", "IV", "V", "VI")
"""Numbers of bots with the same name. Not figures, which would be taken for counts beside a name."""


@dataclass(frozen=True)
class Seat:
    """A seat and who plays it."""

    name: str | None = None
    """Name of the guest; the kind of a bot that has none."""
    key_hash: str | None = None
    """Hash of the guest's key; `None` for an empty seat and for a bot."""
    bot: str | None = None
    """Bot that plays now: one that was invited, or one that stands in."""
    stand_in: bool = False
    """Whether the bot stands in for the guest."""
    stand_in_bot: str | None = None
    """Bot that the guest wants to stand in; `None` leaves it to the server."""
    zone: str = ""
    """Time zone of the guest, such as `Europe/Rome`; empty if it isn't known."""
    zone_since: float | None = None
    """Time at which the zone was told."""
    vacations: tuple[tuple[float, float], ...] = ()
    """Announced vacations, ascending: beginnings and ends."""
    answers: int = 0
    """Hours within which the guest usually answers over days; 0 if that isn't known."""
    aided: bool = False
    """Whether the guest has the memory aid as a handicap, at a table that plays without it."""
    key_from: int | None = None
    """Seat of whoever replaced the guest's lost key; `None` for the key with which the guest sat down."""
    first_key_hash: str | None = None
    """Hash of the key with which the guest sat down, if it was replaced: groups know members by it."""

    @property
    def taken(self) -> bool:
        return self.name is not None

    @property
    def person(self) -> bool:
        """Whether the seat is a person's, who may be away."""
        return self.key_hash is not None

    @property
    def invited_bot(self) -> bool:
        return self.bot is not None and not self.stand_in


def names_of(seats: Sequence[Seat]) -> tuple[str | None, ...]:
    """Return the guests' names as pages show them; `None` for an empty seat.

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


def tidy_name(text: str, longest: int = MAX_NAME_CHARACTERS) -> str:
    """Return a name on one line, without invisible characters, cut to the longest that is allowed."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[:longest].strip()


def clean_name(text: str) -> str:
    """Return a name with single spaces. Raises `BadName`."""
    name = " ".join(text.split())
    check_name(name)
    return name


def check_name(name: str) -> None:
    """Raise `BadName` if nobody can be called that."""
    if not name:
        raise BadName(_("Enter your name."))
    if len(name) > MAX_NAME_CHARACTERS:
        raise BadName(capital(_("this is too long; use at most {most} characters.")).format(most=MAX_NAME_CHARACTERS))
    if not _visible(name) or name != " ".join(name.split()):
        raise BadName(_("Some of its characters can't be shown; use letters, digits and plain symbols."))


def clean_text(text: str) -> str:
    """Return a chat text on one line. Raises `BadText`."""
    said = " ".join(text.split())
    check_text(said)
    return said


def check_text(text: str) -> None:
    """Raise `BadText` if nobody can say that."""
    if not text:
        raise BadText(_("Write something first."))
    if len(text) > MAX_TEXT_CHARACTERS:
        raise BadText(capital(_("this is too long; use at most {most} characters.")).format(most=MAX_TEXT_CHARACTERS))
    if not _visible(text):
        raise BadText(_("Some of its characters can't be shown; use letters, digits and plain symbols."))


def _visible(text: str) -> bool:
    return text.replace(JOINER, "").isprintable() and bool(text.replace(JOINER, "").strip())

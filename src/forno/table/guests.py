"""Who sits at a table, and what they may be called and say."""

from __future__ import annotations

from dataclasses import dataclass

from forno.core.language import _
from forno.table.errors import BadName, BadText

LONGEST_NAME = 24
LONGEST_TEXT = 400
JOINER = "\u200d"
"""Joins the parts of one sign, as in many emoji. The only invisible character that a text may have."""


@dataclass
class Seat:
    """A seat and who plays it."""

    name: str | None = None
    """What its guest is called; a bot that was invited is called after itself."""
    key_hash: str | None = None
    """The hash of the guest's key; `None` for an empty seat and for a bot."""
    bot: str | None = None
    """The bot that plays now: one that was invited, or one that stands in."""
    stand_in: bool = False
    """Whether the bot stands in for the guest."""

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


def clean_name(text: str) -> str:
    """A name as it is kept: single spaces, nothing invisible. Raises `BadName`."""
    name = " ".join(text.split())
    check_name(name)
    return name


def check_name(name: str) -> None:
    if not name:
        raise BadName(_("A name is missing; say what you are called."))
    if len(name) > LONGEST_NAME:
        raise BadName(_("That name is too long; {most} signs are enough.").format(most=LONGEST_NAME))
    if not _visible(name) or name != " ".join(name.split()):
        raise BadName(_("That name has signs that can't be shown; use letters, digits and simple signs."))


def clean_text(text: str) -> str:
    """Something said, as it is kept: on one line. Raises `BadText`."""
    said = " ".join(text.split())
    check_text(said)
    return said


def check_text(text: str) -> None:
    if not text:
        raise BadText(_("There is nothing in it; write something."))
    if len(text) > LONGEST_TEXT:
        raise BadText(_("That is too much at once; say it in {most} signs.").format(most=LONGEST_TEXT))
    if not _visible(text):
        raise BadText(_("It has signs that can't be shown; use letters, digits and simple signs."))


def _visible(text: str) -> bool:
    return text.replace(JOINER, "").isprintable() and bool(text.replace(JOINER, "").strip())

"""Seeds: what a game is dealt from, and their text in records and on the command line."""

from __future__ import annotations

import json
import re
from operator import index
from typing import TYPE_CHECKING, Any

from forno.core.errors import SeedError
from forno.core.language import _

if TYPE_CHECKING:
    from datetime import date

MAX_SEED_CHARACTERS = 200
_NUMBER = re.compile(rf"0|-?[1-9][0-9]{{0,{MAX_SEED_CHARACTERS - 1}}}")
_DIGITS = re.compile(r"-?\d+")
"""Digits of any script, with zeros before them or not: not how a number is written here, and so a word."""


def settled_seed(seed: Any) -> int | str:
    """Return the seed, if it can be one: a whole number (NumPy's too), or a text of one line that people can read.

    Raises `SeedError` for everything else.
    """
    if isinstance(seed, str):
        if not seed or not seed.isprintable():
            raise SeedError(
                _("{seed!r} isn't a seed; a text must be one line that can be read.").format(seed=seed[:20])
            )
        if len(seed) > MAX_SEED_CHARACTERS:
            raise SeedError(_("this is too long; use at most {most} characters.").format(most=MAX_SEED_CHARACTERS))
        return seed
    try:
        number = index(seed) if not isinstance(seed, bool) else None
    except TypeError:
        number = None
    if number is None:
        raise SeedError(
            _("a seed is a whole number or a text, not a value of the type {type!r}.").format(type=type(seed).__name__)
        )
    if abs(number) >= 10**MAX_SEED_CHARACTERS:
        raise SeedError(_("this is too long; use at most {most} characters.").format(most=MAX_SEED_CHARACTERS))
    return number


def write_seed(seed: int | str) -> str:
    """Return the text that `read_seed` makes the same seed of: as it is, or in quotes where it would mean another."""
    text = str(seed)
    try:
        plain = read_seed(text) == seed
    except SeedError:
        plain = False
    return text if plain else json.dumps(text, ensure_ascii=False)


def read_seed(text: str) -> int | str:
    """The seed behind its text: a number, a word or several, or a text in quotes, which is one even if it looks like a
    number. Space around it doesn't count. Raises `SeedError`.
    """
    word = text.strip()
    if _NUMBER.fullmatch(word):
        return int(word)
    if word.startswith('"'):
        try:
            word = str(json.loads(word))
        except ValueError:
            raise SeedError(_("{text} isn't a seed; its quotes don't match.").format(text=word[:20])) from None
    elif word.lstrip("-").isdigit() and not _DIGITS.fullmatch(word):
        raise SeedError(_("{text!r} isn't a number; if that is the seed, put it in quotes.").format(text=word[:20]))
    return settled_seed(word)


def daily_date(day: int) -> date:
    """Return the date of a daily table; day 1 was the first with one."""
    from datetime import date, timedelta  # a game needs no dates

    return date(2025, 12, 31) + timedelta(days=day)


def daily_seed(day: int) -> str:
    """Return the seed of all daily tables of that day."""
    return f"daily {day}"

"""Deck files: which orders each colour has.

A deck is a TOML file. Every `[[orders]]` entry is one order of every colour, written with P for the colour's personal
ingredient and X1, X2, … for the kinds that follow it; `colours` limits an entry to some of them, and an ingredient's
own name can stand instead of a letter. The files of the editions in `decks/` are examples.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forno.core import decks
from forno.core.errors import DeckError
from forno.core.language import N_, _
from forno.games.mamma_mia.rules.cards import COLOURS, KINDS, SOURCES, OrderCard, hyphened

ENTRY_KEYS = frozenset(
    {
        "name",
        "style",
        "source",
        "source_of",
        "colours",
        "needs",
        "jokers",
        "fewest",
        "either",
        "either_count",
        "forbidden",
        "at_least",
    }
)
MAX_ORDERS = 40


@dataclass(frozen=True, repr=False)
class Deck:
    """The orders of every colour."""

    title: str
    kinds: int
    orders: Mapping[str, tuple[OrderCard, ...]]

    def __repr__(self) -> str:
        return f"<deck {self.title!r} {self.hash}>"

    @property
    def hash(self) -> str:
        """A fingerprint of what matters in play; titles, styles and sources may differ."""
        orders = [
            (colour, c.name, c.needs, c.jokers, c.fewest, c.either, c.either_count, c.forbidden, c.at_least)
            for colour, cards in self.orders.items()
            for c in cards
        ]
        return decks.fingerprint(self.kinds, orders)


def edition_deck(file: str) -> Deck:
    """Return the deck that comes with an edition."""
    return read_deck(edition_text(file), file)


def edition_text(file: str) -> str:
    """Return the text of an edition's deck file."""
    return decks.shipped_text("forno.games.mamma_mia", file)


def load_deck(path: str | Path) -> Deck:
    """Return the deck in a file. Raises `DeckError`, which names the file, the card and the reason."""
    return read_deck(decks.read_file(path), str(path))


def read_deck(text: str, file: str) -> Deck:
    """Read a deck from the text of a file."""
    data = decks.parse(text, file, ("kinds", "orders"))
    kinds = data.get("kinds")
    if not decks.is_number(kinds, 2, len(KINDS)):
        raise DeckError(
            _("{file}: 'kinds' must say how many kinds of ingredient there are, 2 to {kinds}.").format(
                file=file, kinds=len(KINDS)
            )
        )
    listed = decks.entries(data, "orders", file)
    orders: dict[str, tuple[OrderCard, ...]] = {}
    for personal, colour in enumerate(COLOURS[:kinds]):
        read = [_Order(file, number, entry, kinds, personal).read() for number, entry in enumerate(listed, 1)]
        cards = [card for card in read if card is not None]
        decks.check_names([card.name for card in cards], f"{file}: {colour}")
        decks.check_number_of_orders(len(cards), MAX_ORDERS, f"{file}: {colour}")
        orders[colour] = tuple(cards)
    if len({len(cards) for cards in orders.values()}) > 1:
        numbers = ", ".join(f"{colour} {len(cards)}" for colour, cards in orders.items())
        raise DeckError(
            _("{file}: all colours must have the same number of orders, but they have {numbers}.").format(
                file=file, numbers=numbers
            )
        )
    return Deck(decks.title_of(data, file), kinds, orders)


class _Order(decks.DeckEntry):
    """An entry, read for one colour."""

    def __init__(self, file: str, number: int, entry: dict[str, Any], kinds: int, personal: int) -> None:
        super().__init__(file, N_("order"), number, entry, ENTRY_KEYS)
        self.kinds = kinds
        self.personal = personal

    def read(self) -> OrderCard | None:
        """Read a card; `None` if this colour doesn't have it."""
        entry = self.entry
        colour = COLOURS[self.personal]
        if colour not in self.colours():
            return None
        needs = self.needs("{ P = 1, X1 = 4 }", self.kind, KINDS[: self.kinds])
        jokers = tuple(self.numbers("jokers", 1, 15))
        if len(jokers) > 2 or len(set(jokers)) > 1:
            raise self.fail(_("there can be one joker kind, or two of the same number"))
        fewest = self.number("fewest", 1, 15, 0)
        either = self.either()
        either_count = self.number("either_count", 1, 15, 0)
        forbidden = self.kind(entry["forbidden"]) if "forbidden" in entry else None
        at_least = self.number("at_least", 1, 60, 0)
        if (either is None) != (either_count == 0):
            raise self.fail(_("'either' and 'either_count' go together"))
        if sum(bool(part) for part in (jokers, fewest, either, at_least)) > 1:
            raise self.fail(_("only one of 'jokers', 'fewest', 'either' and 'at_least' is possible"))
        if at_least and (any(needs) or forbidden is not None):
            raise self.fail(_("'at_least' stands alone: it takes ingredients of any kinds"))
        if not (any(needs) or jokers or fewest or either or at_least):
            raise self.fail(
                _("it needs nothing; give {keys}").format(keys="'needs', 'jokers', 'fewest', 'either', 'at_least'")
            )
        if forbidden is not None and needs[forbidden]:
            raise self.fail(_("{kind} is both needed and forbidden").format(kind=KINDS[forbidden]))
        if either is not None and any(needs[kind] or kind == forbidden for kind in either):
            raise self.fail(_("the kinds of 'either' can't also be needed or forbidden"))
        free = sum(not needs[kind] and kind != forbidden for kind in range(self.kinds))
        if free < max(len(jokers), 1 if fewest else 0):
            raise self.fail(_("there is no kind left to choose"))
        return OrderCard(
            name=self.name(),
            style=self.text("style", "own"),
            source=self.source(colour),
            needs=needs,
            jokers=jokers,
            fewest=fewest,
            either=either,
            either_count=either_count,
            forbidden=forbidden,
            at_least=at_least,
        )

    def name(self) -> str:
        """MM order names are single words, since records and people say them: `4-olive`."""
        if "name" not in self.entry:
            raise self.fail(_("it has no name"))
        pattern = self.text("name")
        name = re.sub(r"\{(\w+)\}", lambda match: hyphened(KINDS[self.kind(match[1])]), pattern)
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            raise self.fail(
                _("a name is made of lower-case letters, digits and single hyphens, with {P} or {X1} for kinds")
            )
        return name

    def source(self, colour: str) -> str:
        by_colour = self.entry.get("source_of", {})
        if not isinstance(by_colour, dict) or not set(by_colour) <= set(COLOURS):
            raise self.fail(_("'source_of' maps colours to sources"))
        source = by_colour.get(colour, self.entry.get("source", "own"))
        if source not in SOURCES:
            raise self.fail(
                _("the source {source!r} is unknown; it must be one of {sources}").format(
                    source=source, sources=", ".join(SOURCES)
                )
            )
        return str(source)

    def colours(self) -> list[str]:
        colours = self.entry.get("colours", list(COLOURS))
        if not isinstance(colours, list):
            raise self.fail(_("'colours' must be a list of colours"))
        for colour in colours:
            if colour not in COLOURS:
                raise self.fail(
                    _("there is no colour {colour!r}; there are {colours}.")
                    .removesuffix(".")
                    .format(colour=colour, colours=", ".join(COLOURS))
                )
        return colours

    def kind(self, word: object) -> int:
        """Return the kind that a deck file names by P, X1 … or an ingredient's name."""
        names = KINDS[: self.kinds]
        if word == "P":
            return self.personal
        if isinstance(word, str) and re.fullmatch(r"X[1-9]", word) and int(word[1]) < self.kinds:
            return (self.personal + int(word[1])) % self.kinds
        if isinstance(word, str) and word.replace("-", " ").replace("_", " ") in names:
            return names.index(word.replace("-", " ").replace("_", " "))
        letters = f"P, X1 … X{self.kinds - 1}"
        raise self.fail(
            _("there is no kind {word!r}; use {letters} or {names}").format(
                word=word, letters=letters, names=", ".join(names)
            )
        )

    def either(self) -> tuple[int, int] | None:
        words = self.entry.get("either")
        if words is None:
            return None
        if not isinstance(words, list) or len(words) != 2 or self.kind(words[0]) == self.kind(words[1]):
            raise self.fail(_("'either' must name two different kinds"))
        first, second = sorted((self.kind(words[0]), self.kind(words[1])))
        return first, second

"""A deck of Mamma Mia! as a table that people can check against their cards."""

from __future__ import annotations

from pathlib import Path

from forno.core.errors import DeckError
from forno.games.mamma_mia.cards import KINDS
from forno.games.mamma_mia.deck import Deck, edition_deck, load_deck
from forno.games.mamma_mia.editions import EDITIONS
from forno.games.mamma_mia.meta import INFO
from forno.games.mamma_mia.text import needs_text


def deck_report(path: str | Path | None, edition: str | None) -> str:
    """A deck file, or the deck that comes with an edition. Raises `DeckError` if the file can't be used."""
    if path is None:
        return describe(edition_deck(EDITIONS[edition or INFO.option("edition").default].deck))
    deck = load_deck(path)
    fitting = [name for name, candidate in EDITIONS.items() if candidate.kinds == deck.kinds]
    if edition is not None and edition not in fitting:
        raise DeckError(
            f"{path}: the deck is for {deck.kinds} kinds of ingredient, and {edition} has {EDITIONS[edition].kinds}."
        )
    if not fitting:
        kinds = " or ".join(str(number) for number in sorted({edition.kinds for edition in EDITIONS.values()}))
        raise DeckError(f"{path}: the deck is for {deck.kinds} kinds of ingredient; the editions have {kinds}.")
    return describe(deck)


def describe(deck: Deck) -> str:
    """The deck's title, then for every colour its orders, what they ask for and how each is known."""
    fitting = ", ".join(name for name, edition in EDITIONS.items() if edition.kinds == deck.kinds)
    number = len(next(iter(deck.orders.values())))
    lines = [
        f"{deck.title}: {len(deck.orders)} colours with {number} orders each, for the editions {fitting}",
        f"fingerprint {deck.hash}",
    ]
    everything = [card for cards in deck.orders.values() for card in cards]
    names = max(len(card.name) for card in everything)
    sources = max(len(card.source) for card in everything)
    for personal, (colour, cards) in enumerate(deck.orders.items()):
        lines += ["", f"{colour} (its own ingredient: {KINDS[personal]})"]
        lines += [f"  {card.name:{names}}  {card.source:{sources}}  {needs_text(card)}" for card in cards]
    known = {
        source: sum(card.source == source for card in everything)
        for source in dict.fromkeys(c.source for c in everything)
    }
    lines += ["", "How the cards are known: " + ", ".join(f"{count} {source}" for source, count in known.items())]
    return "\n".join(lines)

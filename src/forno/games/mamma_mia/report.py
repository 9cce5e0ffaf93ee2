"""A deck of Mamma Mia! as a table that people can check against their cards."""

from __future__ import annotations

from pathlib import Path

from forno.core.decks import counted_sources
from forno.core.errors import DeckError
from forno.core.language import _, listed
from forno.games.mamma_mia.meta import INFO
from forno.games.mamma_mia.rules.deck import Deck, edition_deck, edition_text, load_deck
from forno.games.mamma_mia.rules.editions import EDITIONS
from forno.games.mamma_mia.words import kind_word, needs_text, order_name


def deck_report(path: str | Path | None, edition: str | None) -> str:
    """Return a deck file, or the deck that comes with an edition. Raises `DeckError` if the file can't be used."""
    if path is None:
        return describe(edition_deck(EDITIONS[edition or INFO.option("edition").default].deck))
    deck = load_deck(path)
    fitting = [name for name, candidate in EDITIONS.items() if candidate.kinds == deck.kinds]
    if edition is not None and edition not in fitting:
        raise DeckError(
            _("{deck} is for {kinds} kinds of ingredient, but {edition} has {other}.").format(
                deck=path, kinds=deck.kinds, edition=edition, other=EDITIONS[edition].kinds
            )
        )
    if not fitting:
        others = listed(map(str, sorted({edition.kinds for edition in EDITIONS.values()})), either=True)
        raise DeckError(
            _("{path}: the deck is for {kinds} kinds of ingredient; the editions have {others}.").format(
                path=path, kinds=deck.kinds, others=others
            )
        )
    return describe(deck)


def deck_text(edition: str | None) -> str:
    """Return the file of the deck that comes with an edition."""
    return edition_text(EDITIONS[edition or INFO.option("edition").default].deck)


def describe(deck: Deck) -> str:
    """Return the deck's title, then for every colour its orders, what they ask for and how each is known."""
    fitting = ", ".join(name for name, edition in EDITIONS.items() if edition.kinds == deck.kinds)
    number = len(next(iter(deck.orders.values())))
    lines = [
        _("{title}: {colours} colours with {orders} orders each, for the editions {editions}").format(
            title=deck.title, colours=len(deck.orders), orders=number, editions=fitting
        ),
        _("fingerprint {hash}").format(hash=deck.hash),
    ]
    everything = [card for cards in deck.orders.values() for card in cards]
    names = max(len(order_name(card.name)) for card in everything)
    sources = max(len(_(card.source)) for card in everything)
    for personal, (colour, cards) in enumerate(deck.orders.items()):
        title = _("{colour} (its own ingredient: {kind})").format(colour=_(colour), kind=kind_word(personal))
        lines += ["", title]
        lines += [
            f"  {order_name(card.name):{names}}  {_(card.source):{sources}}  {needs_text(card)}" for card in cards
        ]
    sorts = counted_sources(card.source for card in everything)
    lines += ["", _("How the cards are known: {sorts}").format(sorts=sorts)]
    return "\n".join(lines)

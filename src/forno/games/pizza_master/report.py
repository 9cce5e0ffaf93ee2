"""A deck of Pizza Master as a table that people can check against their cards."""

from __future__ import annotations

from pathlib import Path

from forno.core.decks import counted_sources
from forno.core.errors import DeckError
from forno.core.language import _, labelled, ngettext
from forno.games.pizza_master import words
from forno.games.pizza_master.rules.cards import SPECIAL, TYPES
from forno.games.pizza_master.rules.deck import Deck, load_deck, own_deck, own_text
from forno.games.pizza_master.rules.modes import MODES

SAMPLE_PLAYERS = 4
"""Number of players for which the worth of objectives is shown."""


def deck_report(path: str | Path | None, mode: str | None) -> str:
    """Return a deck file, or the deck that comes with the game. Raises `DeckError` if the file can't be used."""
    if path is None:
        return describe(own_deck())
    deck = load_deck(path)
    specials = sum(card.count for card in deck.orders if card.type == SPECIAL)
    if mode is not None and MODES[mode].first_hand_special and specials < MODES[mode].least_players:
        raise DeckError(
            _("{title} deals everyone a special, but {deck} has {specials}.").format(
                title=_(MODES[mode].title), deck=path, specials=specials
            )
        )
    return describe(deck)


def deck_text(mode: str | None) -> str:
    """Return the file of the deck that comes with the game; it is the same in all modes."""
    return own_text()


def describe(deck: Deck) -> str:
    """List the deck's title, then its ingredients, orders, missions and objectives, and how each order is known."""
    lines = [
        _("{title}: {orders} orders, {missions} missions, {objectives} objectives, {ingredients} ingredients").format(
            title=deck.title,
            orders=sum(card.count for card in deck.orders),
            missions=len(deck.missions),
            objectives=len(deck.objectives),
            ingredients=sum(deck.ingredients),
        ),
        _("fingerprint {hash}").format(hash=deck.hash),
        "",
        labelled(_("Ingredients"), words.amounts(deck.ingredients)),
    ]
    every_name = [
        *(card.name for card in deck.orders),
        *(card.name for card in deck.missions),
        *(card.name for card in deck.objectives),
    ]
    names = max(len(words.card_word(name)) for name in every_name)
    sources = max(len(_(card.source)) for card in deck.orders)
    for type_ in range(len(TYPES)):
        cards = [card for card in deck.orders if card.type == type_]
        if cards:
            lines += ["", _(words.TYPE_TITLES[type_])]
            lines += [
                f"  {card.count} × {words.card_word(card.name):{names}}  {_(card.source):{sources}}  "
                f"{words.many_points(card.points)}  {words.order_text(card)}"
                for card in cards
            ]
    lines += ["", _("missions")]
    lines += [f"  {words.card_word(mission.name):{names}}  {words.mission_text(mission)}" for mission in deck.missions]
    players = ngettext("{n} player", "{n} players", SAMPLE_PLAYERS).format(n=SAMPLE_PLAYERS)
    lines += ["", f"{_('objectives')} ({players})"]
    lines += [
        f"  {words.card_word(objective.name):{names}}  {words.objective_text(objective, SAMPLE_PLAYERS)}"
        for objective in deck.objectives
    ]
    sorts = counted_sources(card.source for card in deck.orders for _copy in range(card.count))
    lines += ["", _("How the cards are known: {sorts}").format(sorts=sorts)]
    return "\n".join(lines)

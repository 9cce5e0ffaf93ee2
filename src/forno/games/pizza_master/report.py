"""A deck of Pizza Master as a table that people can check against their cards."""

from __future__ import annotations

from pathlib import Path

from forno.core.errors import DeckError
from forno.games.pizza_master.cards import KINDS, SPECIAL, TYPES
from forno.games.pizza_master.deck import Deck, load_deck, own_deck
from forno.games.pizza_master.modes import MODES
from forno.games.pizza_master.words import mission_text, needs_text, objective_text


def deck_report(path: str | Path | None, mode: str | None) -> str:
    """A deck file, or the deck that comes with the game. Raises `DeckError` if the file can't be used."""
    if path is None:
        return describe(own_deck())
    deck = load_deck(path)
    specials = sum(card.count for card in deck.orders if card.type == SPECIAL)
    if mode is not None and MODES[mode].first_hand_special and specials < MODES[mode].least_players:
        raise DeckError(f"{path}: {MODES[mode].title} deals everyone a special, and the deck has {specials}.")
    return describe(deck)


def describe(deck: Deck) -> str:
    """The deck's title, then its ingredients, orders, missions and objectives, and how each order is known."""
    counted = ", ".join(f"{count} {kind}" for count, kind in zip(deck.ingredients, KINDS, strict=True))
    lines = [
        f"{deck.title}: {sum(card.count for card in deck.orders)} orders, {len(deck.missions)} missions, "
        f"{len(deck.objectives)} objectives, {sum(deck.ingredients)} ingredients",
        f"fingerprint {deck.hash}",
        "",
        f"ingredients: {counted}",
    ]
    every_name = [
        *(card.name for card in deck.orders),
        *(card.name for card in deck.missions),
        *(card.name for card in deck.objectives),
    ]
    names = max(len(name) for name in every_name)
    sources = max(len(card.source) for card in deck.orders)
    for place, type_ in enumerate(TYPES):
        cards = [card for card in deck.orders if card.type == place]
        if cards:
            lines += ["", f"{type_} orders"]
            lines += [
                f"  {card.count} × {card.name:{names}}  {card.source:{sources}}  "
                f"{card.points} points  {needs_text(card)}"
                for card in cards
            ]
    lines += ["", "missions"]
    lines += [f"  {mission.name:{names}}  {mission_text(mission)}" for mission in deck.missions]
    lines += ["", "objectives"]
    lines += [f"  {objective.name:{names}}  {objective_text(objective)}" for objective in deck.objectives]
    known = dict.fromkeys((card.source for card in deck.orders), 0)
    for card in deck.orders:
        known[card.source] += card.count
    lines += ["", "How the orders are known: " + ", ".join(f"{count} {source}" for source, count in known.items())]
    return "\n".join(lines)

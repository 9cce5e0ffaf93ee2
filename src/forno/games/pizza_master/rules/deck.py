"""Deck files: the ingredients, orders, missions and objectives of a game.

A deck is a TOML file with a table `ingredients` and entries `[[orders]]`, `[[missions]]` and `[[objectives]]`. What a
deck of your own leaves out is the game's. The game's own, in `decks/`, is an example.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from forno.core import decks
from forno.core.errors import DeckError
from forno.core.language import N_, _
from forno.games.pizza_master.rules import cards
from forno.games.pizza_master.rules.cards import KINDS, SPECIAL, TYPES, MissionCard, ObjectiveCard, OrderCard

OWN_FILES = ("orders.toml", "missions.toml", "objectives.toml")
SECTIONS = ("ingredients", "orders", "missions", "objectives")
ORDER_KEYS = frozenset(["name", "type", "dish", "source", "needs", "wild", "points", "count"])
MISSION_KEYS = frozenset(["name", "goal", "number", "of", "effect", "gives", "bonus"])
OBJECTIVE_KEYS = frozenset(["name", "counts", "goes_to", "worth", "times"])
MAX_ORDERS = 60
"""Maximum number of different orders in a deck; a set of them is kept in one machine word."""
MAX_OF_A_KIND = 31
"""Maximum number of ingredients of a kind; see `forno.core.tally`."""


@dataclass(frozen=True, repr=False)
class Deck:
    """A deck: all cards as printed, and the ingredients."""

    title: str
    ingredients: tuple[int, ...]
    orders: tuple[OrderCard, ...]
    missions: tuple[MissionCard, ...]
    objectives: tuple[ObjectiveCard, ...]

    def __repr__(self) -> str:
        return f"<deck {self.title!r} {self.hash}>"

    @property
    def hash(self) -> str:
        """A fingerprint of what matters in play; titles and sources may differ."""
        orders = [(c.name, c.type, c.dish, c.needs, c.wild, c.points, c.count) for c in self.orders]
        missions = [(c.name, c.goal, c.number, c.of, c.effect, c.gives, c.bonus) for c in self.missions]
        objectives = [(c.name, c.counts, c.fewest, c.worth, c.times) for c in self.objectives]
        return decks.fingerprint(self.ingredients, orders, missions, objectives)


def own_deck() -> Deck:
    """Return the deck that comes with the game."""
    return read_deck(own_text(), OWN_FILES[0])


def own_text() -> str:
    """Return the text of the game's own deck, in one file."""
    return decks.shipped_text("forno.games.pizza_master", *OWN_FILES)


def load_deck(path: str | Path) -> Deck:
    """Return the deck in a file. Raises `DeckError`, which names the file, the card and the reason."""
    return read_deck(decks.read_file(path), str(path))


def read_deck(text: str, file: str) -> Deck:
    """Return the deck in the text of a file. Sections that it leaves out are those of the game's own deck."""
    data = decks.parse(text, file, SECTIONS)
    if not any(section in data for section in SECTIONS):
        raise DeckError(_("{file}: it holds neither ingredients nor orders, missions or objectives.").format(file=file))
    found: dict[str, Any] = {}
    if "ingredients" in data:
        found["ingredients"] = _ingredients(data["ingredients"], file)
    for section, (what, keys, read) in CARDS.items():
        if section in data:
            listed = enumerate(decks.entries(data, section, file), 1)
            found[section] = tuple(read(decks.DeckEntry(file, what, number, entry, keys)) for number, entry in listed)
            decks.check_names([card.name for card in found[section]], file)
    if "orders" in found:
        decks.check_number_of_orders(len(found["orders"]), MAX_ORDERS, file)
    title = decks.title_of(data, file)
    if len(found) < len(SECTIONS):
        return replace(own_deck(), title=title, **found)
    return Deck(title, **found)


def _ingredients(table: object, file: str) -> tuple[int, ...]:
    if not isinstance(table, dict) or set(table) != set(KINDS):
        raise DeckError(
            _("{file}: 'ingredients' must say how many there are of {kinds}.").format(file=file, kinds=", ".join(KINDS))
        )
    for kind, count in table.items():
        if not decks.is_number(count, 1, MAX_OF_A_KIND):
            raise DeckError(
                _("{file}: 'ingredients': {kind} must be a number from 1 to {most}, not {count!r}.").format(
                    file=file, kind=kind, most=MAX_OF_A_KIND, count=count
                )
            )
    return tuple(table[kind] for kind in KINDS)


def _order(entry: decks.DeckEntry) -> OrderCard:
    """PM-1, PM-2."""
    type_ = TYPES.index(entry.one_of("type", TYPES))
    dish = entry.one_of("dish", cards.DISHES)
    if (type_ == SPECIAL) != (dish == "special"):
        raise entry.fail(_("'dish' must be 'special' for a special, and only for a special"))
    needs = _needs(entry)
    wild = entry.numbers("wild", 1, 15)
    if len(wild) >= len(KINDS):
        raise entry.fail(
            _("there are only {kinds} kinds to choose: cheese can't be chosen").format(kinds=len(KINDS) - 1)
        )
    if wild and any(needs[1:]):
        raise entry.fail(_("an order with wildcards can otherwise need only cheese"))
    if not any(needs) and not wild:
        raise entry.fail(_("it needs nothing; give {keys}").format(keys="'needs', 'wild'"))
    return OrderCard(
        name=entry.name(),
        type=type_,
        dish=dish,
        source=entry.one_of("source", cards.SOURCES, "own"),
        needs=needs,
        wild=tuple(wild),
        points=entry.number("points", 1, 50),
        count=entry.number("count", 1, 31, 1),
    )


def _needs(entry: decks.DeckEntry) -> tuple[int, ...]:
    def place_of(word: object) -> int:
        if word not in KINDS:
            raise entry.fail(
                _("there is no ingredient {kind!r}; there are {kinds}").format(kind=word, kinds=", ".join(KINDS))
            )
        return KINDS.index(str(word))

    return entry.needs("{ cheese = 1, meat = 2 }", place_of, KINDS)


def _mission(entry: decks.DeckEntry) -> MissionCard:
    goal = entry.one_of("goal", cards.GOALS)
    effect = entry.one_of("effect", cards.EFFECTS, cards.EFFECTS[0])
    if goal in ("last pass", "fewest points"):
        entry.absent("number", "of")
        number = 0
    else:
        number = entry.number("number", 1, 20, 1)
    of = -1
    if goal in ("type", "collected"):
        choices = TYPES if goal == "type" else KINDS
        of = choices.index(entry.one_of("of", choices))
    else:
        entry.absent("of")
    gives = -1
    if effect == "receive":
        gives = KINDS.index(entry.one_of("gives", KINDS))
    elif effect == "draw":
        gives = entry.number("gives", 1, 5, 1)
    else:
        entry.absent("gives")
    return MissionCard(entry.name(), goal, number, of, effect, gives, entry.number("bonus", 0, 20, 0))


def _objective(entry: decks.DeckEntry) -> ObjectiveCard:
    return ObjectiveCard(
        name=entry.name(),
        counts=entry.one_of("counts", cards.COUNTED),
        fewest=entry.one_of("goes_to", ("most", "fewest"), "most") == "fewest",
        worth=entry.one_of("worth", cards.WORTH),
        times=entry.number("times", 1, 20, 1),
    )


CARDS: Mapping[
    str, tuple[str, frozenset[str], Callable[[decks.DeckEntry], OrderCard | MissionCard | ObjectiveCard]]
] = {
    "orders": (N_("order"), ORDER_KEYS, _order),
    "missions": (N_("mission"), MISSION_KEYS, _mission),
    "objectives": (N_("objective"), OBJECTIVE_KEYS, _objective),
}
"""Sections with cards: the name of a card, the keys that it can have, and its reader."""

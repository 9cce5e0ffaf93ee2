"""Deck files: the ingredients, orders, missions and objectives of a game.

A deck is a TOML file with a table `ingredients` and entries `[[orders]]`, `[[missions]]` and `[[objectives]]`. What a
deck of your own leaves out is the game's. The game's own, in `decks/`, is an example.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from forno.core.decks import Entry, entries, fingerprint, is_number, parse, read_file, title_of
from forno.core.errors import DeckError
from forno.core.language import N_, _
from forno.games.pizza_master.rules.cards import (
    COUNTED,
    DISHES,
    EFFECTS,
    GOALS,
    KINDS,
    SOURCES,
    SPECIAL,
    TYPES,
    WORTH,
    MissionCard,
    ObjectiveCard,
    OrderCard,
)

OWN_FILES = ("orders.toml", "missions.toml", "objectives.toml")
SORTS = {"orders": N_("order"), "missions": N_("mission"), "objectives": N_("objective")}
SECTIONS = ("ingredients", "orders", "missions", "objectives")
ORDER_KEYS = frozenset(["name", "type", "dish", "source", "needs", "wild", "points", "count"])
MISSION_KEYS = frozenset(["name", "goal", "number", "of", "effect", "gives", "bonus"])
OBJECTIVE_KEYS = frozenset(["name", "counts", "goes_to", "worth", "times"])
MOST_ORDERS = 60
"""How many different orders a deck can have; a set of them is kept in one machine word."""
MOST_OF_A_KIND = 31
"""How many ingredients of a kind there can be; see `forno.core.tally`."""


@dataclass(frozen=True, repr=False)
class Deck:
    """Everything that is printed on cards, and the ingredients."""

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
        return fingerprint(self.ingredients, orders, missions, objectives)


def own_deck() -> Deck:
    """The deck that comes with the game."""
    return read_deck(own_text(), OWN_FILES[0])


def own_text() -> str:
    """That deck as it is written, in one file."""
    folder = files("forno.games.pizza_master").joinpath("decks")
    return "\n".join(folder.joinpath(file).read_text(encoding="utf-8") for file in OWN_FILES)


def load_deck(path: str | Path) -> Deck:
    """A deck file of your own. Raises `DeckError`, naming the file, the card and what is wrong."""
    return read_deck(read_file(path), str(path))


def read_deck(text: str, file: str) -> Deck:
    """A deck from the text of a file."""
    return _build(_parse(text, file), file)


def _parse(text: str, file: str) -> dict[str, Any]:
    data = parse(text, file, SECTIONS)
    if not any(section in data for section in SECTIONS):
        raise DeckError(_("{file}: it holds neither ingredients nor orders, missions or objectives.").format(file=file))
    return data


def _build(data: dict[str, Any], file: str) -> Deck:
    if any(section not in data for section in SECTIONS):
        own = own_deck()
    ingredients = _ingredients(data["ingredients"], file) if "ingredients" in data else own.ingredients
    orders = (
        tuple(_order(entry) for entry in _entries(data, "orders", file, ORDER_KEYS)) if "orders" in data else own.orders
    )
    if not 1 <= len(orders) <= MOST_ORDERS:
        raise DeckError(
            _("{file}: there are {orders} different orders; 1 to {most} are possible.").format(
                file=file, orders=len(orders), most=MOST_ORDERS
            )
        )
    missions = (
        tuple(_mission(entry) for entry in _entries(data, "missions", file, MISSION_KEYS))
        if "missions" in data
        else own.missions
    )
    objectives = (
        tuple(_objective(entry) for entry in _entries(data, "objectives", file, OBJECTIVE_KEYS))
        if "objectives" in data
        else own.objectives
    )
    for section in (orders, missions, objectives):
        _different_names([card.name for card in section], file)
    return Deck(title_of(data, file), ingredients, orders, missions, objectives)


def _ingredients(table: object, file: str) -> tuple[int, ...]:
    if not isinstance(table, dict) or set(table) != set(KINDS):
        raise DeckError(
            _("{file}: 'ingredients' must say how many there are of {kinds}.").format(file=file, kinds=", ".join(KINDS))
        )
    for kind, count in table.items():
        if not is_number(count, 1, MOST_OF_A_KIND):
            raise DeckError(
                _("{file}: 'ingredients': {kind} must be a number from 1 to {most}, not {count!r}.").format(
                    file=file, kind=kind, most=MOST_OF_A_KIND, count=count
                )
            )
    return tuple(table[kind] for kind in KINDS)


def _different_names(names: Sequence[str], file: str) -> None:
    for place, name in enumerate(names):
        if name in names[:place]:
            raise DeckError(
                _("{file}: two cards are named {name!r}; every name must be its own.").format(file=file, name=name)
            )


def _entries(data: dict[str, Any], section: str, file: str, keys: frozenset[str]) -> list[Entry]:
    found = enumerate(entries(data, section, file), 1)
    return [Entry(file, SORTS[section], number, entry, keys) for number, entry in found]


def _order(entry: Entry) -> OrderCard:
    """PM-1, PM-2."""
    type_ = TYPES.index(entry.one_of("type", TYPES))
    dish = entry.one_of("dish", DISHES)
    if (type_ == SPECIAL) != (dish == "special"):
        raise entry.fail(_("the dish of a special is special, and no other's is"))
    needs = _needs(entry)
    wild = entry.numbers("wild", 1, 15)
    if len(wild) >= len(KINDS):
        raise entry.fail(
            _("there are only {kinds} kinds to choose: cheese can't be chosen").format(kinds=len(KINDS) - 1)
        )
    if wild and any(needs[1:]):
        raise entry.fail(_("an order with wildcards can need only cheese besides"))
    if not any(needs) and not wild:
        raise entry.fail(_("it needs nothing; give {keys}").format(keys="'needs', 'wild'"))
    return OrderCard(
        name=entry.name(),
        type=type_,
        dish=dish,
        source=entry.one_of("source", SOURCES, "own"),
        needs=needs,
        wild=tuple(wild),
        points=entry.number("points", 1, 50),
        count=entry.number("count", 1, 31, 1),
    )


def _needs(entry: Entry) -> tuple[int, ...]:
    table = entry.entry.get("needs", {})
    if not isinstance(table, dict):
        raise entry.fail(_("'needs' must be a table such as {example}").format(example="{ cheese = 1, meat = 2 }"))
    for kind, count in table.items():
        if kind not in KINDS:
            raise entry.fail(
                _("there is no ingredient {kind!r}; there are {kinds}").format(kind=kind, kinds=", ".join(KINDS))
            )
        if not is_number(count, 1, 15):
            raise entry.fail(
                _("the need for {kind} must be a number from 1 to 15, not {count!r}").format(kind=kind, count=count)
            )
    return tuple(table.get(kind, 0) for kind in KINDS)


def _mission(entry: Entry) -> MissionCard:
    goal = entry.one_of("goal", GOALS)
    effect = entry.one_of("effect", EFFECTS, EFFECTS[0])
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


def _objective(entry: Entry) -> ObjectiveCard:
    return ObjectiveCard(
        name=entry.name(),
        counts=entry.one_of("counts", COUNTED),
        fewest=entry.one_of("goes_to", ("most", "fewest"), "most") == "fewest",
        worth=entry.one_of("worth", WORTH),
        times=entry.number("times", 1, 20, 1),
    )

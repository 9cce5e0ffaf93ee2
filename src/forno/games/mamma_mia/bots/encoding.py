"""Names for the observations and actions of Mamma Mia!, as networks read them.

Kinds are counted from the looker's own, and orders are named by the kinds counted from their owner's: all colours have
the same orders but for that shift, so a network learns each of them once. Seats are counted clockwise from the looker.
"""

from __future__ import annotations

from typing import Final

from forno.bots.encoding import Column, named_columns
from forno.core.game import Game
from forno.core.observing import MAX_VALUE, Field, Layout
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.actions import AddCard, Choose, Place, PlaceOrder, Request
from forno.games.mamma_mia.rules.cards import COLOURS, KINDS, hyphened

QUESTIONS: Final = ("place", "order", "draw", "bake", "request", "add", "help")
MAX_BEFORE_OWN: Final = 6
MAX_BEFORE: Final = 4
"""Cards of a kind before an order above which more make no difference."""
MAX_DEPTH: Final = 4
"""Depth of an order under a waiter above which more makes no difference."""
SUPPLY_CARDS: Final = 15
"""A critic looks no deeper into the supply."""


class MammaMiaEncoding:
    """See `forno.bots.encoding.Encoding`."""

    points = ""
    goal = 0.0

    def is_standard(self, game: Game) -> bool:
        return "deck" not in game.made_from()

    def facts(self, game: Game, seat: int) -> list[str]:
        assert isinstance(game, MammaMia)
        kinds, players = game.lookups.kinds, game.players
        own = colour(game, seat)
        found = [f"players {players}", f"edition {game.edition.name}", f"colour {game.colours[seat]}"]
        if game.lookups.helping:
            found.append("helping")
        for place in range(1, players):
            found.append(f"colour of {place} +{(colour(game, (seat + place) % players) - own) % kinds}")
        return found

    def actions(self, game: Game, seat: int) -> list[str]:
        assert isinstance(game, MammaMia)
        own, kinds = colour(game, seat), game.lookups.kinds
        found: list[str] = []
        for action in game.actions:
            if isinstance(action, Place):
                found.append(f"place {action.number} +{(action.kind - own) % kinds}")
            elif isinstance(action, PlaceOrder):
                found.append(f"order {order_name(action.order, own, kinds)}")
            elif isinstance(action, Choose):
                found.append("bake " + " ".join(sorted(f"+{(kind - own) % kinds}" for kind in action.kinds)))
            elif isinstance(action, Request):
                found.append(f"request {action.number} +{(action.kind - own) % kinds}")
            elif isinstance(action, AddCard):
                found.append(f"add +{(action.kind - own) % kinds}")
            else:
                found.append(str(action))
        return found

    def columns(self, game: Game, seat: int, layout: Layout) -> list[Column]:
        assert isinstance(game, MammaMia)
        lookups = game.lookups
        own = colour(game, seat)
        kinds = [f"+{(kind - own) % lookups.kinds}" for kind in range(lookups.kinds)]
        seats = [str(place) for place in range(lookups.players)]
        orders = [order_name(lookups.order_names[order], own, lookups.kinds) for order in lookups.orders_of[seat]]
        rounds = [f"{lookups.openings - number} to go" for number in range(lookups.openings + 1)]
        turn = seats + kinds + orders + ["supply", "waiter", "drawn"]
        recent_numbers = layout.places["recent"]
        recent = [str(number) for number in range((recent_numbers.stop - recent_numbers.start) // len(turn))]
        axes: dict[str, tuple[list[str], ...]] = {
            "supply oven_cards completed used_cards": (),
            "awaited sizes waiters opener helper decides": (seats,),
            "hand placing table needs request given added oven used all_placing all_requests": (kinds,),
            "orders ordering all_ordering": (orders,),
            "served in_oven known_in_hands known_waiters known_completed": (seats, orders),
            "all_orders all_waiters all_completed": (seats, orders),
            "all_hands": (seats, kinds),
            "before": (seats, orders, kinds),
            "round": (rounds,),
            "question asked": (list(QUESTIONS),),
            "top": (kinds + [f"of {place}" for place in seats] + orders,),
            "order": (seats + orders,),
            "recent": (recent, turn),
        }
        # Not read: who looks by place at the table, what a perfect memory knows anyway, how it ended.
        return named_columns(layout, axes, {"supply_cards": SUPPLY_CARDS}, limit)


def limit(field: Field, name: str) -> int:
    """Return the largest number of that field that a network tells apart."""
    if field.name == "before":
        return MAX_BEFORE_OWN if name.startswith("0 ") else MAX_BEFORE
    if field.name == "recent":  # amounts of a kind and of cards drawn; all else is so, or isn't
        return MAX_VALUE if name.split(" ", 1)[1].startswith(("+", "drawn")) else 1
    return MAX_DEPTH if field.name in ("known_waiters", "all_waiters") else MAX_VALUE


def colour(game: MammaMia, seat: int) -> int:
    """Return a seat's place in the cycle of colours, which is that of its own kind."""
    return COLOURS.index(game.colours[seat])


def order_name(order: str, own: int, kinds: int) -> str:
    """Return an order's name with its kinds counted from its owner's: `4-olive` of brown is `4-+1`."""
    for kind in range(kinds):
        order = order.replace(hyphened(KINDS[kind]), f"+{(kind - own) % kinds}")
    return order


ENCODING = MammaMiaEncoding()

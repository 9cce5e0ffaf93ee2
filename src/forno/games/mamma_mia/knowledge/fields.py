"""Fields of observations of Mamma Mia!, and a bound on the length of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.observing import MAX_VALUE, Field, Layout
from forno.games.mamma_mia.rules.lookups import Lookups
from forno.games.mamma_mia.rules.questions import OVER

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia


def layout(game: MammaMia, knowledge: str) -> Layout:
    """Return the layout for one kind of knowledge."""
    return Layout.of(knowledge, fields_now(game), fields_memory(game), fields_hidden(game))


def fields_now(game: MammaMia) -> list[Field]:
    """Return the fields of what can be seen at this moment."""
    lookups = game.lookups
    players, kinds, openings = lookups.players, lookups.kinds, lookups.openings
    orders = most_orders(lookups)
    copies, cards = lookups.copies, kinds * lookups.copies
    hand = lookups.hand_size + game.edition.pass_draw
    return [
        Field("seat", players, 1, "who looks, by place at the table", "seat"),
        Field("awaited", players, 1, "who decides, where that is known", "awaited"),
        Field("round", openings + 1, 1, "how often the oven has been opened and emptied", "round"),
        Field("supply", 1, cards, "cards in the supply", "supply"),
        Field("oven_cards", 1, min(cards + players * orders, MAX_VALUE), "cards in the oven", "oven"),
        Field("top", kinds + players + orders, 1, "the top of the oven: its kind, or its owner and order", "top"),
        Field("question", OVER, 1, "what this seat is asked: place, order, draw, bake, request, add, help"),
        Field("hand", kinds, copies, "this seat's ingredients", "hand"),
        Field("orders", orders, 1, "this seat's orders", "orders"),
        Field("placing", kinds, lookups.hand_size, "what this seat is placing in the turn under way", "placing"),
        Field("ordering", orders, 1, "the order that goes with it", "ordering"),
        Field("sizes", players, hand, "cards in every hand", "sizes"),
        Field("waiters", players, orders, "orders under every waiter", "waiters"),
        Field("served", players * orders, 1, "completed orders that lie open", "served"),
        Field("completed", 1, min(players * orders, MAX_VALUE), "completed orders, everyone's together", "completed"),
        Field("opener", players, 1, "who opened the oven; nobody while it is closed", "opening.opener"),
        Field("table", kinds, copies, "ingredients on the table of the open oven", "opening.table"),
        Field("used_cards", 1, cards, "cards on the used pile", "opening.used"),
        Field("order", players + orders, 1, "whose order is being decided, and which", "opening.order"),
        Field("needs", kinds, copies, "what it takes, as far as that is known", "opening.needs"),
        Field("request", kinds, copies, "what help is asked for", "opening.request"),
        Field("helper", players, 1, "who has helped", "opening.helper"),
        Field("given", kinds, copies, "with what", "opening.given"),
        Field("added", kinds, copies, "what this seat has added so far", "opening.added"),
        Field(
            "recent",
            recent_turns(lookups) * turn_size(lookups),
            max(lookups.hand_size, game.edition.pass_draw),
            "turns since this seat's last, the latest first: whose, ingredients by kind, order, "
            "supply or waiter, cards drawn",
            "recent",
        ),
        Field(
            "oven_tally", kinds if game.memory_aid else 0, copies, "the memory aid: what is in the oven", "oven_tally"
        ),
        Field("over", 1, 1, "whether the game is over"),
        Field("scores", players, orders, "what everyone has at the end", "outcome.scores"),
    ]


def fields_memory(game: MammaMia) -> list[Field]:
    """Return the fields that a perfect memory adds."""
    lookups = game.lookups
    players, kinds, orders = lookups.players, lookups.kinds, most_orders(lookups)
    return [
        Field("oven", kinds, lookups.copies, "ingredients in the oven"),
        Field("in_oven", players * orders, 1, "orders in the oven"),
        Field(
            "before",
            players * orders * kinds,
            lookups.copies,
            "for every order in the oven, the ingredients in the oven that come out before it",
        ),
        Field("used", kinds, lookups.copies, "ingredients on the used pile"),
        Field("known_in_hands", players * orders, 1, "orders in hands that have been placed before"),
        Field(
            "known_waiters",
            players * orders,
            orders,
            "orders under waiters that have come back: 1 for the next to be drawn",
        ),
        Field("known_completed", players * orders, 1, "completed orders that have been seen"),
    ]


def fields_hidden(game: MammaMia) -> list[Field]:
    """Return the fields of hidden cards. What later rounds shuffle isn't among them: that is luck to come."""
    lookups = game.lookups
    players, kinds, orders = lookups.players, lookups.kinds, most_orders(lookups)
    return [
        Field("decides", players, 1, "who decides, also while nobody may know"),
        Field("asked", OVER, 1, "what is asked, of whomever"),
        Field("all_hands", players * kinds, lookups.copies, "everyone's ingredients"),
        Field("all_orders", players * orders, 1, "everyone's orders"),
        Field("all_waiters", players * orders, orders, "orders under every waiter: 1 for the next to be drawn"),
        Field("all_completed", players * orders, 1, "everyone's completed orders"),
        Field("all_placing", kinds, lookups.hand_size, "what is being placed, by whomever"),
        Field("all_ordering", orders, 1, "the order that goes with it"),
        Field("all_requests", kinds, lookups.copies, "what is being asked for, as far as it is said"),
        Field("supply_cards", kinds * lookups.copies, kinds, "the supply by card, the top first: its kind, from 1"),
    ]


def most_orders(lookups: Lookups) -> int:
    return max([len(orders) for orders in lookups.orders_of])


def recent_turns(lookups: Lookups) -> int:
    """Return the most turns since one's last: the opener of the oven has the next turn as well, each time (MM-17)."""
    return lookups.players - 1 + lookups.openings


def turn_size(lookups: Lookups) -> int:
    return lookups.players + lookups.kinds + most_orders(lookups) + 3


def longest(game: MammaMia) -> int:
    """Return an upper bound of the number of decisions.

    In a round everyone's turns put at least one ingredient each into the oven (a pass isn't asked for), with three
    questions at most. When the oven is open, the owner of each order is asked for kinds, whether to add or to ask, and
    for what; everybody else whether to help; the owner again card by card.
    """
    lookups = game.lookups
    cards = lookups.kinds * lookups.copies
    most_asked = max([recipe.at_least for recipe in lookups.recipes.values()]) + lookups.kinds + 1
    for_an_order = 2 + most_asked + lookups.players - 1 + lookups.hand_size + game.edition.pass_draw
    return lookups.openings * (3 * cards + lookups.players * most_orders(lookups) * for_an_order)

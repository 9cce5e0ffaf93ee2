"""Fields of observations of Pizza Master, and a bound on the length of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from forno.core.observing import MAX_VALUE, Field, Layout
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.questions import CATEGORIES, OVER, PHASES

if TYPE_CHECKING:
    from forno.games.pizza_master.game import PizzaMaster

PHASE_NAMES: Final = tuple(dict.fromkeys(PHASES))
ENDINGS: Final = ("points", "orders", "days")


def layout(game: PizzaMaster, knowledge: str) -> Layout:
    """Return the layout for one kind of knowledge."""
    return Layout.of(knowledge, fields_now(game), fields_memory(game), fields_hidden(game))


def fields_now(game: PizzaMaster) -> list[Field]:
    """Return the fields of what can be seen at this moment."""
    lookups = game.lookups
    players, kinds, orders = lookups.players, len(KINDS), lookups.different
    missions = len(lookups.mission_names) if lookups.missions else 0
    objectives = len(lookups.objective_names) if game.mode.objectives else 0
    cards, copies = number(len(lookups.cards)), number(max(lookups.copies))
    ingredients = number(max(game.deck.ingredients))
    coins = game.mode.coins + len(lookups.milestones) - 1 + game.mode.help_coins
    goal = max([1, *(card.number for card in game.deck.missions)])
    return [
        Field("seat", players, 1, "who looks, by place at the table", "seat"),
        Field("awaited", players, 1, "who decides", "awaited"),
        Field("question", OVER, 1, "what this seat is asked: discard, coins, collect, make, keep, return, declare"),
        Field("phase", len(PHASE_NAMES), 1, "the phase: " + ", ".join(PHASE_NAMES), "phase"),
        Field("day", 1, number(game.max_days), "the day"),
        Field("turn_order", players, players, "everyone's place in the turn order, from 1", "order"),
        Field("helper", players, 1, "who has the extra help coin", "helper"),
        Field("hand", orders, copies, "this seat's order cards", "hand"),
        Field("discarding", orders, copies, "those that it has discarded so far"),
        Field("placing", kinds, coins, "the coins that it has placed so far", "placing"),
        Field("sizes", players, cards, "cards in every hand", "sizes"),
        Field("deck", 1, cards, "cards in the deck", "deck"),
        Field("discards", 1, cards, "cards among the discards", "discards"),
        Field("row", orders, copies, "the shared order cards"),
        Field("coins", players * kinds, coins, "everyone's coins on the board", "coins"),
        Field("supply", kinds, ingredients, "the supply", "supply"),
        Field("refrigerator", kinds, ingredients, "the refrigerator", "refrigerator"),
        Field("reserved", players * kinds, ingredients, "what is reserved for whom", "reserved"),
        Field("trays", players * kinds, ingredients, "everyone's tray", "trays"),
        Field("beside", players * kinds, ingredients, "what lies beside it", "beside"),
        Field("kept", players * kinds, 1, "the one of that kept by Refrigerator, for this day alone", "kept"),
        Field("collecting", players, players, "who hasn't passed: the place in the queue, from 1", "collecting"),
        Field("stopped", players, 1, "who of them can't collect any more", "stopped"),
        Field("completed", players * orders, copies, "everyone's completed orders"),
        Field("face_up", players * CATEGORIES, cards, "those that are face up, by category", "face_up"),
        Field("extras", players, max(1, missions), "mission cards that count as specials", "extras"),
        Field("declared", players * kinds, cards, "what specials have been declared to be", "declared"),
        Field("points", players, MAX_VALUE, "everyone's points", "points"),
        Field("earned", players, MAX_VALUE, "the points of the day's orders", "earned"),
        Field("milestones", players, len(lookups.milestones), "milestones reached", "milestones"),
        Field("mission", missions, 1, "the daily mission", "mission"),
        Field("missions", 1, max(1, missions), "missions in their deck", "missions"),
        Field(
            "prizes", len(lookups.prizes) * missions, 1, "the mission cards for the first with enough points", "prizes"
        ),
        Field("won", players * missions, 1, "the missions that everyone has won"),
        Field("progress", players, goal, "how much of the daily mission everyone has done", "progress"),
        Field("achiever", players, 1, "who has fulfilled it", "achiever"),
        Field("objectives", objectives, 1, "the objectives on the table", "objectives"),
        Field("secrets", players * objectives, 1, "secret objectives: one's own, at the end everyone's", "secrets"),
        Field("ending", len(ENDINGS), 1, "how the end was reached: " + ", ".join(ENDINGS), "ending"),
    ]


def fields_memory(game: PizzaMaster) -> list[Field]:
    """Return the fields that a perfect memory adds."""
    lookups = game.lookups
    about = "cards that this seat knows among the discards: its own, and those that lay on the table"
    return [Field("known_discards", lookups.different, number(max(lookups.copies)), about)]


def fields_hidden(game: PizzaMaster) -> list[Field]:
    """Return the fields of hidden cards. How the discards will be shuffled isn't among them: that is luck to come."""
    lookups = game.lookups
    players, kinds, orders = lookups.players, len(KINDS), lookups.different
    missions = len(lookups.mission_names) if lookups.missions else 0
    objectives = len(lookups.objective_names) if game.mode.objectives else 0
    copies = number(max(lookups.copies))
    return [
        Field("asked", OVER, 1, "what is asked, of whomever"),
        Field("all_hands", players * orders, copies, "everyone's order cards"),
        Field("all_discarding", orders, copies, "what is being discarded, by whomever"),
        Field("all_placing", kinds, number(game.mode.coins + players), "the coins that are being placed, by whomever"),
        Field(
            "deck_cards", len(lookups.cards), number(orders), "the deck card by card, the top first: its order, from 1"
        ),
        Field("all_discards", orders, copies, "the discards"),
        Field("mission_deck", missions, max(1, missions), "the missions in their deck: 1 for the next"),
        Field("all_secrets", players * objectives, 1, "everyone's secret objective"),
    ]


def number(most: int) -> int:
    """Return a bound within what a byte can hold."""
    return max(1, min(most, MAX_VALUE))


def longest(game: PizzaMaster) -> int:
    """Return an upper bound of the number of decisions.

    On a day every card is discarded at most once, and everybody keeps the rest; coins are asked for in three sections;
    every ingredient is collected at most once, and everybody passes and finishes; orders are completed once in a game
    and traded in pairs; a mission asks twice at most. At the end specials are declared.
    """
    lookups = game.lookups
    cards, players = len(lookups.cards), lookups.players
    on_a_day = cards + sum(game.deck.ingredients) + cards + 6 * players + 2
    return game.max_days * on_a_day + 3 * cards + len(game.deck.missions)

"""Names for the observations and actions of Pizza Master, as networks read them. Seats are counted from the looker."""

from __future__ import annotations

from typing import Final

from forno.bots.encoding import Column, named_columns
from forno.core.game import Game
from forno.core.observing import MAX_VALUE, Layout
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.knowledge.fields import ENDINGS, PHASE_NAMES
from forno.games.pizza_master.rules.actions import ReturnIngredient
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.questions import CATEGORIES

QUESTIONS: Final = ("discard", "coins", "collect", "make", "keep", "return", "declare")
LIMITS: Final = {
    "sizes": 10,
    "reserved": 4,
    "trays": 12,
    "beside": 6,
    "completed": 3,
    "face_up": 8,
    "declared": 4,
    "earned": 40,
}
"""The largest numbers of these fields that a network tells apart."""
DECK_CARDS: Final = 12
"""A critic looks no deeper into the deck."""
USUAL_DAYS: Final = 40


class PizzaMasterEncoding:
    """See `forno.bots.encoding.Encoding`."""

    points = "points"
    goal = 50.0

    def is_standard(self, game: Game) -> bool:
        assert isinstance(game, PizzaMaster)
        return "deck" not in game.made_from() and game.max_days == USUAL_DAYS

    def facts(self, game: Game, seat: int) -> list[str]:
        assert isinstance(game, PizzaMaster)
        found = [f"players {game.players}", f"mode {game.mode.name}", f"milestones {game.milestones}"]
        if game.missions:
            found.append("missions")
        if game.secret_objectives:
            found.append("secret objectives")
        return found

    def actions(self, game: Game, seat: int) -> list[str]:
        assert isinstance(game, PizzaMaster)
        found: list[str] = []
        for action in game.actions:
            if isinstance(action, ReturnIngredient) and action.owner is not None:
                place = (game.colours.index(action.owner) - seat) % game.players
                found.append(f"return {KINDS[action.kind]} {'beside' if action.beside else 'of'} {place}")
            else:
                found.append(str(action))
        return found

    def columns(self, game: Game, seat: int, layout: Layout) -> list[Column]:
        assert isinstance(game, PizzaMaster)
        lookups = game.lookups
        seats = [str(place) for place in range(game.players)]
        kinds, orders = list(KINDS), list(lookups.order_names)
        missions = list(lookups.mission_names) if lookups.missions else []
        objectives = list(lookups.objective_names) if game.mode.objectives else []
        axes: dict[str, tuple[list[str], ...]] = {
            "day deck discards": (),
            "awaited turn_order helper sizes collecting stopped extras": (seats,),
            "points earned milestones progress achiever": (seats,),
            "placing supply refrigerator all_placing": (kinds,),
            "hand discarding row known_discards all_discarding all_discards": (orders,),
            "coins reserved trays beside declared": (seats, kinds),
            "completed all_hands": (seats, orders),
            "face_up": (seats, [str(category) for category in range(CATEGORIES)]),
            "mission mission_deck": (missions,),
            "prizes": ([f"at {points}" for points in lookups.prizes], missions),
            "won": (seats, missions),
            "objectives": (objectives,),
            "secrets all_secrets": (seats, objectives),
            "question asked": (list(QUESTIONS),),
            "phase": (list(PHASE_NAMES),),
            "ending": (list(ENDINGS),),
        }
        # Not read: who looks, by place at the table; how many missions are left.
        depths = {"deck_cards": DECK_CARDS}
        return named_columns(layout, axes, depths, lambda field, _name: LIMITS.get(field.name, MAX_VALUE))


ENCODING = PizzaMasterEncoding()

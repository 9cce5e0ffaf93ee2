"""Names for the observations and actions of Pizza Master, as networks read them. Seats are counted from the looker."""

from __future__ import annotations

from itertools import product
from typing import Final

from forno.bots.encoding import UNREAD, Column
from forno.core.game import Game
from forno.core.observing import MOST, Layout
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
        prizes = [f"at {points}" for points in lookups.prizes]
        names: dict[str, list[str]] = {
            "awaited": seats,
            "question": list(QUESTIONS),
            "phase": list(PHASE_NAMES),
            "day": [""],
            "turn_order": seats,
            "helper": seats,
            "hand": orders,
            "discarding": orders,
            "placing": kinds,
            "sizes": seats,
            "deck": [""],
            "discards": [""],
            "row": orders,
            "coins": crossed(seats, kinds),
            "supply": kinds,
            "refrigerator": kinds,
            "reserved": crossed(seats, kinds),
            "trays": crossed(seats, kinds),
            "beside": crossed(seats, kinds),
            "collecting": seats,
            "stopped": seats,
            "completed": crossed(seats, orders),
            "face_up": crossed(seats, [str(category) for category in range(CATEGORIES)]),
            "extras": seats,
            "declared": crossed(seats, kinds),
            "points": seats,
            "earned": seats,
            "milestones": seats,
            "mission": missions,
            "prizes": crossed(prizes, missions),
            "won": crossed(seats, missions),
            "progress": seats,
            "achiever": seats,
            "objectives": objectives,
            "secrets": crossed(seats, objectives),
            "ending": list(ENDINGS),
            "known_discards": orders,
            "asked": list(QUESTIONS),
            "all_hands": crossed(seats, orders),
            "all_discarding": orders,
            "all_placing": kinds,
            "all_discards": orders,
            "mission_deck": missions,
            "all_secrets": crossed(seats, objectives),
        }
        found: list[Column] = []
        for field in layout.fields:
            if field.name == "deck_cards":
                found += [Column(f"deck_cards {depth}", field.most, exact=True) for depth in range(DECK_CARDS)]
                found += [UNREAD] * (field.size - DECK_CARDS)
            elif field.name in names:
                most = min(field.most, LIMITS.get(field.name, MOST))
                found += [Column(f"{field.name} {name}".strip(), most) for name in names[field.name]]
            else:  # who looks, by place at the table; how many missions are left
                found += [UNREAD] * field.size
        return found


def crossed(*axes: list[str]) -> list[str]:
    """One name for each place of an array with these axes."""
    return [" ".join(names) for names in product(*axes)]


ENCODING = PizzaMasterEncoding()

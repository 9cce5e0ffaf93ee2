"""What the cards of Pizza Master say, in words."""

from __future__ import annotations

from forno.games.pizza_master.cards import KINDS, TYPES, MissionCard, ObjectiveCard, OrderCard


def needs_text(card: OrderCard) -> str:
    """What an order asks for: `1 cheese + 1 of one chosen kind + 2 of another`."""
    parts = [f"{count} {KINDS[kind]}" for kind, count in enumerate(card.needs) if count]
    parts += [f"{count} of {'another' if place else 'one chosen kind'}" for place, count in enumerate(card.wild)]
    return " + ".join(parts) + (" (side dish)" if card.dish == "side dish" else "")


def mission_text(card: MissionCard) -> str:
    """Who wins a mission and what it brings: `first to complete 3 orders: counts as a completed special, bonus 1`."""
    effects = {
        "special": "counts as a completed special, ",
        "last in order": "is last in the next day's turn order, ",
        "draw": f"draws {_many(card.gives, 'order card')}, ",
        "receive": f"gets 1 {KINDS[card.gives]} the next day, ",
        "keep": "may keep 1 ingredient of the tray, ",
        "return": "returns any ingredient to the supply, ",
    }
    return f"{_goal(card)}: {effects.get(card.effect, '')}bonus {card.bonus}"


def _goal(card: MissionCard) -> str:
    if card.goal == "last pass":
        return "last to pass in collecting"
    if card.goal == "fewest points":
        return "fewest points"
    if card.goal == "collected":
        return f"first to collect {card.number} {KINDS[card.of]} in a day"
    if card.goal == "type":
        return f"first to complete {_many(card.number, f'{TYPES[card.of]} order')}"
    return f"first to complete {_many(card.number, 'side dish' if card.goal == 'side dishes' else 'order')}"


def objective_text(card: ObjectiveCard) -> str:
    """Who gets an objective and what it is worth: `fewest orders: 4 points for each player in the game`."""
    counted = f"{card.counts} orders" if card.counts in KINDS else card.counts
    points = "1 point" if card.times == 1 else f"{card.times} points"
    worth = {
        "everyone": f"{points} for each that anybody has",
        "players": f"{points} for each player in the game",
        "own": f"{points} for each of them",
        "own times players": f"{points} for each of them times the number of players",
    }
    return f"{'fewest' if card.fewest else 'most'} {counted}: {worth[card.worth]}"


def _many(number: int, thing: str) -> str:
    plural = "es" if thing.endswith("sh") else "s"
    return f"1 {thing}" if number == 1 else f"{number} {thing}{plural}"

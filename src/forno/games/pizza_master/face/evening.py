"""How the evening is shown, and the end: missions, points, prizes, the new order, objectives, the winner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from forno.core.events import Event
from forno.core.language import N_, _
from forno.games.pizza_master.face.flights import CRATE, SHELF, spot
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.pieces import badge, ingredient
from forno.games.pizza_master.face.words import card_name, listed, many_points
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.events import (
    DayEnded,
    Declared,
    EndReached,
    GameEnded,
    IngredientKept,
    IngredientReturned,
    MilestoneReached,
    MissionMissed,
    MissionWon,
    ObjectiveScored,
    PrizeWon,
    Scored,
)
from forno.games.pizza_master.rules.game import PizzaMaster
from forno.games.pizza_master.words import counted, type_word
from forno.publishing.face import Beat, Fly
from forno.publishing.html import Markup, tag

ENDINGS = {
    "points": (N_("Somebody has {goal} points: this was the last day."), "PM-15"),
    "orders": (N_("No order is left: this was the last day."), "PMR-12"),
    "days": (N_("So many days were to be played: this was the last."), "PMR-12"),
}
Names = Sequence[str]


def _mission_won(game: PizzaMaster, event: MissionWon, names: Names) -> Beat:
    told = _("{name} wins the mission {mission}.").format(name=names[event.seat], mission=card_name(event.mission))
    fly = Fly("#mission .mission-card", spot(event.seat, "done"), tag("div.piece", art("mission")))
    return Beat("mission-won", told, event.seat, _("Mine!"), (fly,), 1300, "PMR-8")


def _mission_missed(game: PizzaMaster, event: MissionMissed, names: Names) -> Beat:
    told = _("Nobody fulfils the mission {mission}; it goes under its deck.").format(mission=card_name(event.mission))
    return Beat("mission-failed", told, pause=1000, why="PMR-8")


def _ingredient_kept(game: PizzaMaster, event: IngredientKept, names: Names) -> Beat:
    name = names[event.seat]
    if event.kind is None:
        return Beat("kept", _("{name} keeps no ingredient.").format(name=name), event.seat, why="PMR-8")
    told = _("{name} keeps {amount} for a later day.").format(name=name, amount=counted(1, event.kind))
    return Beat("kept", told, event.seat, why="PMR-8")


def _ingredient_returned(game: PizzaMaster, event: IngredientReturned, names: Names) -> Beat:
    kind = KINDS[event.kind]
    if event.owner is None:
        told = _("{name} returns {amount} from the refrigerator to the supply.")
        start = SHELF.format(kind=kind)
    elif event.beside:
        told = _("{name} returns {amount} from beside {owner}’s tray to the supply.")
        start = spot(event.owner, "beside")
    else:
        told = _("{name} returns {amount} from {owner}’s tray to the supply.")
        start = spot(event.owner, "tray")
    told = told.format(
        name=names[event.seat],
        amount=counted(1, event.kind),
        owner="" if event.owner is None else names[event.owner],
    )
    fly = Fly(start, CRATE.format(kind=kind), ingredient(event.kind))
    return Beat("given-back", told, event.seat, fly=(fly,), why="PMR-8")


def _scored(game: PizzaMaster, event: Scored, names: Names) -> Beat:
    parts: list[str] = []
    rows: list[Markup] = []
    for seat, (earned, wasted, points) in enumerate(zip(event.earned, event.wasted, event.points, strict=True)):
        told = _("{name} earns {earned}, wastes {wasted} and has {points}")
        parts.append(told.format(name=names[seat], earned=earned, wasted=wasted, points=points))
        colour = game.colours[seat]
        rows.append(
            tag(
                f"tr.c-{colour}",
                tag("th", badge(colour), names[seat], scope="row"),
                tag("td", f"+{earned}"),
                tag("td", f"−{wasted}"),
                tag("td", tag("b", points)),
            )
        )
    heads = [tag("th", head, scope="col") for head in (_("earned"), _("wasted"), _("points"))]
    table = tag("table.scores", tag("thead", tag("tr", tag("td"), heads)), tag("tbody", rows))
    told = _("The day is scored: {scores}.").format(scores="; ".join(parts))
    # Waste is what surprises, and most of all where the points would have fallen below 0.
    floored = any(
        points == 0 and wasted > earned
        for earned, wasted, points in zip(event.earned, event.wasted, event.points, strict=True)
    )
    return Beat("scored", told, pause=2200, why="PMR-6" if floored else "PM-13", html=table)


def _prize_won(game: PizzaMaster, event: PrizeWon, names: Names) -> Beat:
    told = _("{name} is the first with {points} and gets {mission}.").format(
        name=names[event.seat],
        points=many_points(game.mode.prizes[event.place]),
        mission=card_name(event.mission),
    )
    fly = Fly("#mission .prizes", spot(event.seat, "done"), tag("div.piece", art("mission")))
    return Beat("prize-won", told, event.seat, fly=(fly,), pause=1200, why="PMR-7")


def _milestone_reached(game: PizzaMaster, event: MilestoneReached, names: Names) -> Beat:
    told = _("{name} has one coin and one order card more from now on.").format(name=names[event.seat])
    return Beat("milestone", told, event.seat, why="PMR-1")


def _day_ended(game: PizzaMaster, event: DayEnded, names: Names) -> Beat:
    order = listed(names[seat] for seat in event.order)
    told = _("The day ends; trays are cleared. The turn order is {names}.").format(names=order)
    if event.helper is not None:
        told += " " + _("{name} gets the extra coin.").format(name=names[event.helper])
    return Beat("day-ended", told, pause=1300, why="PM-14")


def _end_reached(game: PizzaMaster, event: EndReached, names: Names) -> Beat:
    sentence, why = ENDINGS[event.ending]
    told = _(sentence).format(goal=game.mode.goal)
    scored = listed(
        _("{name} {points}").format(name=names[seat], points=many_points(bonus))
        for seat, bonus in enumerate(event.bonus)
        if bonus
    )
    if scored:
        told += " " + _("Mission cards score: {scores}.").format(scores=scored)
    return Beat("end", told, pause=1800, why=why)


def _declared(game: PizzaMaster, event: Declared, names: Names) -> Beat:
    word = type_word(event.type)
    told = _("{name} declares a special to be a {type} order.").format(name=names[event.seat], type=word)
    say = _("This one is {type}!").format(type=word)
    return Beat("declared", told, event.seat, say, why="PM-16")


def _objective_scored(game: PizzaMaster, event: ObjectiveScored, names: Names) -> Beat:
    name = card_name(event.objective)
    if event.holder is not None:
        name = _("{objective} ({name}’s secret)").format(objective=name, name=names[event.holder])
    if event.seat is None:
        told = _("{objective}: nobody gets it.").format(objective=name)
        return Beat("objective", told, why="PMR-7" if event.holder is None else "PMR-3", pause=1300)
    told = _("{objective}: {name} gets {points}.").format(
        objective=name, name=names[event.seat], points=many_points(event.points)
    )
    return Beat("objective-won", told, event.seat, why="PM-16", pause=1500)


def _game_ended(game: PizzaMaster, event: GameEnded, names: Names) -> Beat:
    winner = event.winners[0]
    name = names[winner]
    points = many_points(event.scores[winner])
    if event.reason == "turn-order":
        told = _("{name} wins with {points}: the tie goes to the earlier in turn order.")
        why = "PMR-16"
    else:
        told, why = _("{name} wins with {points}."), "PM-16"
    return Beat("game-ended", told.format(name=name, points=points), winner, _("Buon appetito!"), (), 2500, why)


EVENING: dict[type[Event], Callable[[PizzaMaster, Any, Names], Beat]] = {
    MissionWon: _mission_won,
    MissionMissed: _mission_missed,
    IngredientKept: _ingredient_kept,
    IngredientReturned: _ingredient_returned,
    Scored: _scored,
    PrizeWon: _prize_won,
    MilestoneReached: _milestone_reached,
    DayEnded: _day_ended,
    EndReached: _end_reached,
    Declared: _declared,
    ObjectiveScored: _objective_scored,
    GameEnded: _game_ended,
}

"""Topics of the guided first game of Pizza Master, and when each is taught."""

from __future__ import annotations

from typing import Final

from forno.core.game import instance
from forno.core.language import N_
from forno.games.pizza_master.knowledge.views import PizzaMasterView
from forno.games.pizza_master.rules import events
from forno.pages.lessons import Moment, Topic

LAST_POINTS: Final = 12
"""Points before the goal at which every day may be the last."""


def _view(moment: Moment) -> PizzaMasterView:
    return instance(moment.view, PizzaMasterView)


def _asked(phase: str, moment: Moment) -> bool:
    """Return whether the learner is to decide, in that part of the day."""
    view = _view(moment)
    return bool(view.actions) and view.phase == phase


def _collects(moment: Moment) -> bool:
    return _asked("collecting", moment) and moment.seat in _view(moment).collecting


def _makes(moment: Moment) -> bool:
    """Return whether the learner has passed and may make pizzas."""
    return _asked("collecting", moment) and moment.seat not in _view(moment).collecting


def _holds(dish: str, moment: Moment) -> bool:
    view = _view(moment)
    cards = {card.name: card for card in view.game.deck.orders}
    return bool(view.actions) and any(cards[name].dish == dish for name in view.hand or ())


def _wasted(moment: Moment) -> bool:
    return isinstance(moment.event, events.Scored) and moment.event.wasted[moment.seat] > 0


TOPICS: Final = (
    Topic(
        "aim",
        N_("A day in the kitchen"),
        N_(
            "Every day you choose orders, buy ingredients, collect them and make pizzas for points. When "
            "someone has 50 points, the day is finished and the most points win."
        ),
        "PM-15",
        lambda moment: True,
        "#phase",
    ),
    Topic(
        "orders",
        N_("Your orders"),
        N_(
            "Each order shows what it needs and how many points it brings. You may swap any number of them "
            "for new ones: orders that need the same things are easier to make together. Then press “Done”."
        ),
        "PM-4",
        lambda moment: _asked("discarding", moment),
        "#hand",
        deed=events.Discarded,
    ),
    Topic(
        "coins",
        N_("Coins bring ingredients"),
        N_(
            "Put all your coins on the four slices of the board, as many on each as you like. A coin brings "
            "one ingredient of its slice; a coin on cheese brings two. Then press “Go shopping”."
        ),
        "PM-7",
        lambda moment: _asked("shopping", moment),
        "#board",
        deed=events.CoinsPlaced,
    ),
    Topic(
        "fridge",
        N_("One refrigerator for all"),
        N_(
            "Everything you all bought is in one refrigerator, and everyone takes from it. You can let "
            "others buy what you need; but will they leave it to you?"
        ),
        "PM-7",
        lambda moment: isinstance(moment.event, events.Loaded),
        "#refrigerator",
        beat="loaded",
    ),
    Topic(
        "collect",
        N_("Collect, the last one first"),
        N_(
            "In turn, everyone takes one ingredient onto their tray, again and again. The order is reversed "
            "now: the last to shop takes first."
        ),
        "PM-9",
        _collects,
        "#refrigerator",
        deed=events.Collected,
    ),
    Topic(
        "pass",
        N_("When to pass"),
        N_(
            "Collect what your orders need, then pass: you stop collecting for today and make your pizzas. "
            "Every ingredient left on your tray in the evening costs a point."
        ),
        "PM-9",
        lambda moment: _collects(moment) and moment.mine[events.Collected] >= 2,
        "#turn",
        deed=events.Passed,
    ),
    Topic(
        "make",
        N_("Make your pizzas"),
        N_(
            "Right after passing you complete every order you have the ingredients for. Each brings the "
            "points it shows."
        ),
        "PM-10",
        _makes,
        "#hand",
    ),
    Topic(
        "closed",
        N_("Left for tomorrow"),
        N_("Everyone has passed. Leftovers stay in the refrigerator: tomorrow they are free."),
        "PM-9",
        lambda moment: isinstance(moment.event, events.KitchenClosed),
        "#refrigerator",
        beat="closed",
    ),
    Topic(
        "scored",
        N_("The points of the day"),
        N_(
            "Everyone scores the orders completed today, minus one point for each ingredient left on the "
            "tray. The pawns around the edge show the score; nobody falls below zero."
        ),
        "PM-13",
        lambda moment: isinstance(moment.event, events.Scored),
        "#track",
        beat="scored",
    ),
    Topic(
        "turns",
        N_("A new turn order"),
        N_(
            "Trays are cleared and coins come back. The player with the most points now shops first and "
            "collects last: being ahead has its price."
        ),
        "PM-14",
        lambda moment: isinstance(moment.event, events.DayEnded),
        "#phase",
        beat="day-ended",
    ),
    Topic(
        "milestone",
        N_("One more coin, one more order"),
        N_(
            "At 11 points, and again at 31, a player gets one more coin and one more order card for every day to come. "
            "The coins on the track show where."
        ),
        "PM-5",
        lambda moment: isinstance(moment.event, events.MilestoneReached),
        "#track",
        beat="milestone",
    ),
    Topic(
        "special",
        N_("special"),
        N_(
            "Specials bring the most points. A jester's cap stands for an ingredient of your choice, but not cheese: "
            "caps in one frame are all of the same kind, and you say which when you make it."
        ),
        "PM-2",
        lambda moment: _holds("special", moment),
        "#hand",
    ),
    Topic(
        "near",
        N_("The end is near"),
        N_(
            "Someone is close to 50 points: any day may be the last now. Orders in hand are worth nothing at "
            "the end, so make what you can."
        ),
        "PM-15",
        lambda moment: (
            bool(moment.view.actions) and max(_view(moment).points) >= _view(moment).game.mode.goal - LAST_POINTS
        ),
        "#track",
    ),
    Topic(
        "end",
        N_("The end"),
        N_(
            "The most points win; a tie goes to the player earlier in the turn order. The other modes add missions, "
            "objectives and orders for everyone: you are ready for them."
        ),
        "PM-16",
        lambda moment: isinstance(moment.event, events.GameEnded),
        ".bill",
    ),
    Topic(
        "wasted",
        N_("Wasted"),
        N_(
            "You had ingredients left on your tray, and each cost you a point. Pass a little earlier, or "
            "keep an order that needs what you have."
        ),
        "PM-13",
        _wasted,
        "#log",
        basic=False,
        beat="scored",
    ),
    Topic(
        "side",
        N_("side dish"),
        N_("A side dish needs only two ingredients and brings three points: small, but quickly made from leftovers."),
        "PM-1",
        lambda moment: _holds("side dish", moment) and moment.mine[events.Passed] >= 1,
        "#hand",
        basic=False,
    ),
)

INTRODUCTION: Final = (
    (
        N_("Your orders"),
        N_("Each shows what it needs and its points. Swap those you don't like, then press “Done”."),
        "PM-4",
        "#hand",
    ),
    (
        N_("Coins buy ingredients"),
        N_("Put coins where your orders need something. It all goes into one refrigerator."),
        "PM-7",
        "#board",
    ),
    (
        N_("Collect and make"),
        N_("Take what your orders need, then pass. Each leftover on your tray costs a point."),
        "PM-9",
        "#refrigerator",
    ),
)

"""Topics of the guided first game of Mamma Mia!, and when each is taught."""

from __future__ import annotations

from typing import Final

from forno.core.game import instance
from forno.core.language import N_
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.games.mamma_mia.rules import events
from forno.pages.lessons import Moment, Topic

LAST_SUPPLY_CARDS: Final = 9
"""Cards in the supply below which the oven will be opened in a turn or two."""


def _view(moment: Moment) -> MammaMiaView:
    return instance(moment.view, MammaMiaView)


def _my_turn(moment: Moment) -> bool:
    """Return whether the learner is to put something in."""
    view = _view(moment)
    return bool(view.actions) and view.opening is None and view.placing is None


def _turn(number: int, moment: Moment) -> bool:
    """Return whether this is the learner's `number`-th turn or a later one."""
    return _my_turn(moment) and moment.mine[events.TurnEnded] >= number - 1


def _round(number: int, moment: Moment) -> bool:
    return _my_turn(moment) and _view(moment).round == number - 1


def _holds(style: str, moment: Moment) -> bool:
    """Return whether the learner has an order of that sort in hand, and could put it in."""
    view = _view(moment)
    if not _my_turn(moment):
        return False
    cards = view.game.deck.orders[view.game.colours[moment.seat]]
    return any(card.style == style and card.name in (view.orders or ()) for card in cards)


def _adds(moment: Moment) -> bool:
    """Return whether the learner is asked about an incomplete order of their own, or somebody has added something."""
    view, event = _view(moment), moment.event
    asked = bool(view.actions) and view.opening is not None and view.opening.owner == moment.seat
    return asked or (isinstance(event, events.Baked) and any(event.from_hand))


TOPICS: Final = (
    Topic(
        "aim",
        N_("One oven for everyone"),
        N_(
            "Everyone bakes in the same oven and wants their own orders to come out as pizzas. After three "
            "bakings, the most completed orders win."
        ),
        "MM-23",
        lambda moment: _turn(1, moment),
        "#oven",
    ),
    Topic(
        "hand",
        N_("Your hand"),
        N_(
            "You hold six ingredients, sorted by kind, and one order. The order shows which ingredients its "
            "pizza needs, and how many. Seven more orders wait with your waiter."
        ),
        "MM-3",
        lambda moment: _turn(1, moment),
        "#hand",
    ),
    Topic(
        "place",
        N_("Put in one kind"),
        N_(
            "On your turn you put at least one ingredient into the oven. You may put in several if they are all of "
            "one kind: tap a stack again for one more card. Leave the order for later and press “Into the oven!”"
        ),
        "MM-5",
        lambda moment: _turn(1, moment),
        "#hand .stacks",
        deed=events.Placed,
    ),
    Topic(
        "others",
        N_("Listen to the others"),
        N_(
            "What the others put in counts for you too: it's all one oven. Only the top card stays in sight, "
            "so remember what was called out: it leaves the list after your next turn."
        ),
        "MM-11",
        lambda moment: isinstance(moment.event, events.Placed) and moment.event.seat != moment.seat,
        "#oven",
        beat="placed",
    ),
    Topic(
        "order",
        N_("Your order goes on top"),
        N_(
            "With your ingredients you may put in one order. Cards come out of the oven in the order they "
            "went in, so everything the pizza needs must already be below it. Play it when you think it is."
        ),
        "MM-6",
        lambda moment: _turn(2, moment) and bool(_view(moment).orders),
        "#hand .slips-held",
    ),
    Topic(
        "draw",
        N_("Draw: supply or waiter?"),
        N_(
            "At the end of your turn you fill your hand up to seven cards, all from one pile. The supply has "
            "ingredients; your waiter has your next orders."
        ),
        "MM-7",
        lambda moment: _turn(2, moment),
        "#turn .draw",
        deed=events.Drew,
    ),
    Topic(
        "waiter",
        N_("No order in hand"),
        N_(
            "Without an order you bake only for the others. Put in a few cards and draw from your waiter: those cards "
            "fill your hand like any others."
        ),
        "MM-7",
        lambda moment: _my_turn(moment) and _view(moment).orders == (),
        "#waiter",
        basic=False,
    ),
    Topic(
        "soon",
        N_("The supply runs out"),
        N_(
            "Drawing the last card of the supply opens the oven at once. Only a few are left: an order you "
            "want baked this time should go in now."
        ),
        "MM-12",
        lambda moment: _my_turn(moment) and _view(moment).supply <= LAST_SUPPLY_CARDS,
        "#supply",
    ),
    Topic(
        "opened",
        N_("The oven is opened"),
        N_(
            "The cards come out in the order they went in. Ingredients are sorted on the table, and each "
            "order is checked against them when it appears. The log shows every card."
        ),
        "MM-13",
        lambda moment: isinstance(moment.event, events.OvenOpened),
        "#opening",
        beat="oven-opened",
    ),
    Topic(
        "baked",
        N_("Baked!"),
        N_(
            "Everything this order needs was on the table, so the pizza was baked. Its ingredients are used "
            "up; the order counts for its owner."
        ),
        "MM-15",
        lambda moment: isinstance(moment.event, events.Baked),
        "#verdict:not(:empty), #log",
        beat="baked",
    ),
    Topic(
        "returned",
        N_("Not baked"),
        N_(
            "Something was missing, so this order went back under its owner's waiter. It isn't lost: it can "
            "be drawn and tried again. The ingredients stay on the table for the next order."
        ),
        "MM-14",
        lambda moment: isinstance(moment.event, events.Returned),
        "#verdict:not(:empty), #log",
        beat="returned",
    ),
    Topic(
        "adding",
        N_("From the hand"),
        N_(
            "If one of your orders lacks something when it appears, you may add the missing cards from your "
            "hand. So it pays to keep rare ones."
        ),
        "MM-14",
        _adds,
        "#turn",
        beat="baked",
    ),
    Topic(
        "left",
        N_("What is left over stays"),
        N_(
            "Ingredients that nobody used are the bottom of the new oven: everyone has just seen them, so remember "
            "them. The used ones are shuffled and become the new supply."
        ),
        "MM-17",
        lambda moment: isinstance(moment.event, events.OvenEmptied),
        "#oven",
        beat="oven-emptied",
    ),
    Topic(
        "second",
        N_("The second baking"),
        N_(
            "The game goes on as before. The new supply is only what was used for pizzas, so this round can "
            "be much shorter."
        ),
        "MM-17",
        lambda moment: _round(2, moment),
        "#supply",
    ),
    Topic(
        "last",
        N_("The last baking"),
        N_(
            "After this one the game is over. Orders in your hand or with your waiter count for nothing then, so get "
            "them into the oven; ingredients left in your hand break ties."
        ),
        "MM-22",
        lambda moment: _round(3, moment),
        "#round",
    ),
    Topic(
        "end",
        N_("The end"),
        N_(
            "The most completed orders win. If there is a tie, the most ingredients in hand decide, and if those are "
            "equal "
            "too, the win is shared. Now you know the game: play again, or try another edition with signs of its "
            "own."
        ),
        "MM-23",
        lambda moment: isinstance(moment.event, events.GameEnded),
        ".bill",
    ),
    Topic(
        "bombastica",
        N_("Bombastica"),
        N_(
            "You hold the greediest order: it takes everything on the table, at least fifteen cards. Put it "
            "in late, or when a lot is left over from the last baking."
        ),
        "MM-24",
        lambda moment: _holds("bombastica", moment),
        "#hand .slips-held",
        basic=False,
    ),
    Topic(
        "monotoni",
        N_("Monotoni"),
        N_(
            "The jester's cap means six of one kind, and you say which when the order appears. Any kind but "
            "your own will do, plus one of your own."
        ),
        "MM-25",
        lambda moment: _holds("monotoni", moment),
        "#hand .slips-held",
        basic=False,
    ),
    Topic(
        "minimale",
        N_("Minimale"),
        N_(
            "This order needs three of the rarest kind on the table, and one of your own. It works best when "
            "there are only a few kinds, and plenty of each."
        ),
        "MM-26",
        lambda moment: _holds("minimale", moment),
        "#hand .slips-held",
        basic=False,
    ),
    Topic(
        "passed",
        N_("Without an ingredient"),
        N_("A player without ingredients at the start of a turn passes and draws from the supply."),
        "MM-10",
        lambda moment: isinstance(moment.event, events.Passed),
        "#log",
        basic=False,
        beat="passed",
    ),
)

INTRODUCTION: Final = (
    (
        N_("Put in one kind"),
        N_("Everyone bakes in one oven. Tap cards of one kind, then press “Into the oven!”"),
        "MM-5",
        "#hand .stacks",
    ),
    (
        N_("Add an order"),
        N_("An order is baked if everything it needs went in before it. Add one when you think so."),
        "MM-6",
        "#hand .slips-held",
    ),
    (
        N_("Remember"),
        N_("Only the top card stays in sight: remember what goes in. The most baked orders win."),
        "MM-11",
        "#oven",
    ),
)

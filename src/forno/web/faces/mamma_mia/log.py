"""The sentences that a page begins with: no more than MMR-11 lets a seat read."""

from __future__ import annotations

from forno.core.language import _
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.views import MammaMiaView, Turn
from forno.web.faces.face import Guests
from forno.web.faces.mamma_mia.cards import book_of
from forno.web.faces.mamma_mia.words import cards, some


def log(view: MammaMiaView, guests: Guests) -> list[str]:
    """The turns since the own last turn; all turns where the table plays with the memory aid."""
    turns = view.recent if view.past_turns is None else view.past_turns
    return [turn_words(view.game, turn, guests) for turn in turns]


def turn_words(game: MammaMia, turn: Turn, guests: Guests) -> str:
    """A turn as one sentence."""
    words = {"name": guests.names[turn.seat], "cards": cards(turn.drawn)}
    if turn.kind is None:
        if turn.drawn:
            return _("{name} passed and drew {cards} from the supply.").format(**words)
        return _("{name} passed.").format(**words)
    words["ingredients"] = some(turn.kind, turn.number)
    if turn.order is not None:
        words["order"] = book_of(game).leaves[turn.seat][turn.order].title
        if turn.pile == "supply":
            told = _("{name} put in {ingredients} with the order {order} and drew {cards} from the supply.")
        elif turn.pile == "waiter":
            told = _("{name} put in {ingredients} with the order {order} and drew {cards} from the waiter.")
        else:
            told = _("{name} put in {ingredients} with the order {order}.")
    elif turn.pile == "supply":
        told = _("{name} put in {ingredients} and drew {cards} from the supply.")
    elif turn.pile == "waiter":
        told = _("{name} put in {ingredients} and drew {cards} from the waiter.")
    else:
        told = _("{name} put in {ingredients}.")
    return told.format(**words)

"""The checks of faces: ours keep the contract, and each way to break it is noticed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import forno
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.views import OwnPlace, View
from forno.pages.face import Beat, Guests, Regions, Tree
from forno.pages.html import NOTHING, Markup, tag
from forno.pages.plain_face import PlainFace
from forno.testing import ConformanceError, FaceError, check_face
from tests import toy
from tests.amounts import amount
from tests.variants import Variant, variants


@pytest.mark.parametrize("variant", [variant for variant in variants() if variant.players in (2, 4)], ids=str)
def test_our_faces_keep_the_contract(variant: Variant) -> None:
    check_face(variant.game(), seeds=range(1), stride=amount(83, 29))


def test_any_registered_game_has_a_face_that_keeps_the_contract() -> None:
    check_face(forno.game("toppings", players=3))


class Wrong(PlainFace):
    def __init__(self) -> None:
        super().__init__("toppings")


class Unescaped(Wrong):
    def board(self, view: View, guests: Guests) -> Regions:
        return {"board": Markup("".join(guests.names))}


class Homeless(Wrong):
    def board(self, view: View, guests: Guests) -> Regions:
        return super().board(view, guests) | {"nowhere": NOTHING}


class Inline(Wrong):
    def picture(self) -> Markup:
        return Markup('<p style="color: red">red</p>')


class Open(Wrong):
    def picture(self) -> Markup:
        return Markup("<p>never closed")


class Mute(Wrong):
    def own(self, place: OwnPlace, guests: Guests, tree: Tree | None) -> Regions:
        return {"hand": NOTHING, "turn": NOTHING}


class Endless(Wrong):
    def ending(self, view: View, guests: Guests) -> Markup:
        return NOTHING


class Early(Wrong):
    def ending(self, view: View, guests: Guests) -> Markup:
        return tag("p", "It is over.")


class Unfilled(Wrong):
    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        return Beat("drew", tell="{name} draws.")


class Nobody(Wrong):
    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        return Beat("drew", tell="Somebody draws.", seat=9)


class Unruly(Wrong):
    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        return Beat("drew", tell="Somebody draws.", why="TP-99")


@pytest.mark.parametrize(
    ("face", "message"),
    [
        (Unruly(), "Face.beat: 'why' is 'TP-99', which isn't in the rulebook"),
        (Unescaped(), "isn't escaped|never closed"),
        (Homeless(), "no place for"),
        (Inline(), "has style"),
        (Open(), "never closed"),
        (Mute(), "one form"),
        (Endless(), "the ending is shown"),
        (Early(), "the ending is shown"),
        (Unfilled(), "isn't filled in"),
        (Nobody(), "there is no seat 9"),
    ],
    ids=lambda given: type(given).__name__,
)
def test_a_face_that_breaks_the_contract_is_noticed(face: PlainFace, message: str) -> None:
    with pytest.raises(FaceError, match=message):
        check_face(forno.game("toppings", players=2), face)


class SharedStock(toy.ToppingsState):
    def clone(self) -> toy.ToppingsState:
        copy = super().clone()
        copy.stock = self.stock
        return copy


class SharesLists(toy.Toppings):
    """Clones of its states share their stock."""

    def deal(self, seed: int | str, *, quiet: bool = False) -> toy.ToppingsState:
        state = super().deal(seed, quiet=quiet)
        state.__class__ = SharedStock
        return state


def test_clones_that_share_lists_arent_the_faces_fault() -> None:
    with pytest.raises(ConformanceError, match=r"promised: State\.clone"):
        check_face(SharesLists(players=3))


class OpenPlaces(toy.Toppings):
    """A seat's own place shows the sum of the stock."""

    def own_place(self, state: State, seat: int) -> OwnPlace:
        assert isinstance(state, toy.ToppingsState)
        return replace(state.view(seat), stock=sum(state.stock))


class OpenTurns(toy.Toppings):
    """The actions of a seat show the top of the stock."""

    def turn_tree(self, state: State, most: int) -> dict[int, Any] | None:
        assert isinstance(state, toy.ToppingsState)
        legal = state.legal_actions()
        return {action: {} for action in (legal[:1] if state.stock and state.stock[-1] > 2 else legal)}


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (OpenPlaces(players=3), r"Face.own: it shows seat \d what it can't know, in"),
        (OpenTurns(players=3), r"Game.turn_tree: it shows seat \d hidden cards"),
    ],
)
def test_a_page_that_depends_on_hidden_cards_is_noticed(game: Game, message: str) -> None:
    with pytest.raises(FaceError, match=message):
        check_face(game, Wrong(), seeds=range(9), stride=1)

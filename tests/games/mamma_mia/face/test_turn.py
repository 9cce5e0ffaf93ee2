"""Every decision of Mamma Mia! can be made with the controls of the page, and no other."""

from __future__ import annotations

import random

import pytest

from forno.games.mamma_mia.face import FACE
from forno.games.mamma_mia.knowledge.viewing import place_in
from forno.games.mamma_mia.rules.actions import AddCard
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.table.composing import turn_tree
from tests.games.mamma_mia.helpers import EDITIONS, sit_down
from tests.games.whole_games import guests_of
from tests.pages.markup import Controls, controls, ways_through, words


def asked(state: MammaMiaState) -> Controls:
    """The controls of the seat that is awaited."""
    return controls(FACE.own(state.view(state.seat), guests_of(state.game), turn_tree(state)))


def check(state: MammaMiaState, most: int = 1000) -> Controls:
    """Every way is composed by choosing its parts; what is offered is legal.

    Every control leads somewhere, but for those of the hand, which are always there. Of more than `most` ways, so many
    are tried.
    """
    found = asked(state)
    legal = state.legal_actions()
    ways = found.ways()
    whole = list(ways_through({str(action): below for action, below in turn_tree(state).items()}))
    assert {way[0] for way in ways} == set(legal)
    used = {action for way in ways for action in way}
    assert used <= set(found.slots)
    assert {found.slots[action] for action in set(found.slots) - used} <= {"place", "order"}
    begun = {longer[:length] for longer in whole for length in range(1, len(longer) + 1)}
    for way in random.Random(0).sample(ways, min(most, len(ways))):
        slots = [found.slots[action] for action in way]
        assert len(slots) == len(set(slots))
        assert found.compose({found.slots[action]: action for action in way}) == way
        assert way in begun
    if ways != whole:
        assert all(len(way) == 1 for way in ways), "cut anywhere but after the first step"
    if not found.submits:
        assert {way[-1] for way in ways} <= found.sends, "the last choice of every way sends it"
    assert not any(set(way[:-1]) & found.sends for way in ways), "and no other"
    return found


def assert_same_hands(state: MammaMiaState) -> None:
    """A hand is the same whosever turn it is, but for one that is asked for cards of it (MMR-4); and a place at the
    table is what the view shows of it.
    """
    guests = guests_of(state.game)
    for seat in range(state.game.players):
        place = state.game.own_place(state, seat)
        assert place == place_in(state.view(seat))
        waiting = FACE.own(place, guests, {})
        assert waiting["turn"] == ""
        if seat == state.seat:
            adds = isinstance(state.game.actions[state.legal_actions()[0]], AddCard)
            assert (FACE.own(place, guests, turn_tree(state))["hand"] == waiting["hand"]) is not adds


def test_where_nobody_plays_there_is_nothing_to_press() -> None:
    game = sit_down("classic", 3)
    state = game.deal(0)
    assert controls(FACE.own(state.view(0), guests_of(game), {})).slots
    assert not controls(FACE.own(state.view(0), guests_of(game), None)).slots


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_whole_games_are_played_with_the_controls(edition: str, players: int) -> None:
    game = sit_down(edition, players)
    slots: set[str] = set()
    for seed in range(2):
        rng = random.Random(seed)
        state = game.deal(seed)
        while not state.is_over:
            found = check(state, most=6)
            slots |= {found.slots[action] for way in found.ways() for action in way}
            assert_same_hands(state)
            seat = state.seat
            for action in rng.choice(found.ways()):
                assert state.seat == seat
                state.apply(action)
    assert {"place", "order", "draw", "fate"} <= slots
    if game.helping:
        assert "help" in slots
        assert any(slot.startswith("ask-") for slot in slots)


@pytest.mark.rule("MM-5")
def test_a_turn_is_one_sentence_that_is_sent_whole() -> None:
    game = sit_down(players=4)
    state = game.position(
        hands=["3 salami, 2 olive, order 4-olive, order bombastica", "7 mushroom", "7 pineapple", "7 green pepper"],
        seat="yellow",
    )
    found = check(state)
    three, bombastica = game.parse("3 salami"), game.parse("order bombastica")
    waiter = game.parse("draws from the waiter")
    assert found.compose({}) is None, "the ingredient is always the player's own choice"
    assert found.compose({"place": three}) == (three, game.parse("no order"), game.parse("draws from the supply"))
    chosen = {"place": three, "order": bombastica, "draw": waiter}
    assert found.compose(chosen) == (three, bombastica, waiter)
    assert [found.phrases[action] for action in chosen.values()] == [
        "three salami",
        "with the order Bombastica",
        "and draw from my waiter",
    ]


def test_who_holds_no_order_draws_from_the_waiter_unless_choosing_otherwise() -> None:
    game = sit_down(players=4)
    state = game.position(hands=["3 salami, 4 olive", "7 mushroom", "7 pineapple", "7 green pepper"], seat="yellow")
    assert check(state).first["draw"] == game.parse("draws from the waiter")


def test_a_turn_begun_elsewhere_goes_on_in_the_sentence() -> None:
    game = sit_down(players=4)
    state = game.position(
        hands=["3 salami, 3 olive, order 4-olive", "7 mushroom", "7 pineapple", "7 green pepper"], seat="yellow"
    )
    state.apply(game.parse("3 salami"))
    check(state)
    turn = FACE.own(state.view(0), guests_of(game), turn_tree(state))["turn"]
    assert "I put in three salami" in words(turn)


def opened(edition: str, oven: list[str], table: str, hands: list[str]) -> MammaMiaState:
    game = sit_down(edition, len(hands))
    return game.position(hands=hands, seat="yellow", table=table, used="rest", oven=oven)


@pytest.mark.rule("MM-25")
def test_the_kind_of_a_joker_is_chosen_with_what_it_lacks_beside_it() -> None:
    state = opened(
        "classic",
        ["1 pineapple", "5 olive", "yellow monotoni"],
        "",
        ["1 olive, 3 salami", "5 mushroom", "5 salami", "5 mushroom"],
    )
    found = check(state)
    ways = {tuple(found.phrases[action] for action in way) for way in found.ways()}
    assert ways == {("with olive",), ("no, send it back",)}
    turn = FACE.own(state.view(0), guests_of(state.game), turn_tree(state))["turn"]
    assert "olive 1 missing" in words(turn)


@pytest.mark.rule("MMR-4")
def test_the_cards_of_a_bombastica_are_added_one_by_one() -> None:
    state = opened(
        "classic",
        ["6 olive", "6 pineapple", "yellow bombastica"],
        "",
        ["2 olive, 3 salami", "5 mushroom", "5 salami", "5 mushroom"],
    )
    game = state.game
    state.apply(game.parse("adds what is missing"))
    added = 0
    while state.seat == 0 and not state.is_over and "adds" in str(game.actions[state.legal_actions()[0]]):
        found = check(state)
        assert found.sends == set(state.legal_actions())
        own = FACE.own(state.view(0), guests_of(game), turn_tree(state))
        in_hand = controls({"hand": own["hand"]})
        assert {in_hand.slots[action] for action in state.legal_actions()} == {"add"}, "where the cards lie"
        assert not controls({"turn": own["turn"]}).slots, "and nowhere else"
        state.apply(state.legal_actions()[0])
        added += 1
    assert added == 2, "with two olives added only salami is left, and nobody is asked"


@pytest.mark.rule("MM-14")
def test_one_press_decides_about_an_order_unless_several_kinds_are_asked_for() -> None:
    alone = opened(
        "classic",
        ["1 pineapple", "3 olive", "yellow 4-olive"],
        "",
        ["1 olive, 3 salami", "5 mushroom", "5 salami", "5 mushroom"],
    )
    found = check(alone)
    assert found.sends == set(alone.legal_actions())
    assert not found.submits
    helped = opened(
        "grande",
        ["3 olive", "yellow 4-olive"],
        "",
        ["1 olive, 1 pineapple, 3 salami", "5 olive, 3 pineapple", "5 salami", "5 mushroom"],
    )
    game = helped.game
    found = check(helped)
    assert found.submits
    assert found.sends == {game.parse("adds what is missing"), game.parse("sends it back")}


@pytest.mark.rule("MM-18")
def test_what_is_asked_for_is_chosen_with_the_order_and_the_helper_answers_with_one_touch() -> None:
    state = opened(
        "grande",
        ["1 pineapple", "2 olive", "yellow 4-olive"],
        "",
        ["1 olive, 3 salami", "5 olive, 1 mushroom", "5 salami", "5 mushroom"],
    )
    game = state.game
    found = check(state)
    two = game.parse("asks for 2 olive")
    way = found.compose({"fate": game.parse("asks for help"), "ask-3": two})
    assert way == (game.parse("asks for help"), two)
    for action in way:
        state.apply(action)
    assert state.seat == 1
    helper = check(state)
    assert helper.sends == {game.parse("helps"), game.parse("doesn't help")}
    turn = FACE.own(state.view(1), guests_of(game), turn_tree(state))["turn"]
    assert "Anna asks for two olives." in words(turn)
    assert FACE.own(state.view(2), guests_of(game), {})["turn"] == ""

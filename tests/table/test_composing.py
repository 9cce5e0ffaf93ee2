"""Composing a turn: the tree of what may follow one another before the turn is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forno.core.chance import Chance
from forno.core.events import Answered, Awaits, Event, event
from forno.core.game import State
from forno.games.mamma_mia.rules.actions import AddCard
from forno.games.mamma_mia.rules.events import Composing, Drew, Placed
from forno.table.composing import Tree, tells_nothing, tried_tree, turn_tree
from tests.games.helpers import each, legal
from tests.games.mamma_mia.helpers import opened, sit_down
from tests.games.pizza_master.helpers import sit_down as sit_down_to_pizza_master
from tests.table.helpers import size
from tests.variants import Variant, quick_at_smallest, variants

Turn = tuple[int, ...]
MAX_NODES = 4000


def leaves(tree: Tree, before: Turn = ()) -> Iterator[Turn]:
    """Every way to a leaf."""
    for action, below in tree.items():
        if below:
            yield from leaves(below, (*before, action))
        else:
            yield (*before, action)


def cut(tree: Tree) -> Tree:
    """The first step alone."""
    return {action: {} for action in tree}


def adds_cards(state: State, tree: Tree) -> bool:
    """MMR-4: whether cards for a Bombastica may be asked for, which are named one by one."""
    return any(isinstance(state.game.actions[action], AddCard) for turn in leaves(tree) for action in turn)


def turns(state: State, before: Turn = ()) -> Iterator[Turn]:
    """Every complete turn, found by trying everything."""
    seat, turn = state.seat, state.turn
    for action in state.legal_actions():
        branch = state.clone()
        quiet = tells_nothing(branch.apply(action), seat)
        if quiet and not branch.is_over and (branch.seat, branch.turn) == (seat, turn):
            yield from turns(branch, (*before, action))
        else:
            yield (*before, action)


def in_any_order(state: State, turn: Turn) -> tuple[frozenset[tuple[int, int]], int]:
    """A turn regardless of the order in which cards of one kind of step were named, but for the step that ends it."""
    return frozenset(Counter(turn).items()), len(turn)


def somewhere(variant: Variant, seed: int, steps: int) -> State:
    """A state in the middle of a random game."""
    chance = Chance(seed, "composing")
    state = variant.game().deal(seed)
    for _ in range(steps):
        following = state.clone()
        following.apply(chance.choice(following.legal_actions()))
        if following.is_over:
            break
        state = following
    return state


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(variants()), st.integers(0, 10_000), st.integers(0, 150))
def test_a_tree_holds_every_turn_and_each_of_them_is_legal(variant: Variant, seed: int, steps: int) -> None:
    state = somewhere(variant, seed, steps)
    before = [state.view(seat) for seat in (None, *range(state.game.players))]
    tree = turn_tree(state, MAX_NODES)
    assert list(tree) == state.legal_actions()
    for turn in leaves(tree):
        branch = state.clone()
        for place, action in enumerate(turn):
            views = [branch.view(seat) for seat in (None, *range(state.game.players)) if seat != state.seat]
            others = [view for view in before if view.seat != state.seat]
            assert place == 0 or views == others
            assert action in branch.legal_actions()
            branch.apply(action)
    whole = tried_tree(state, MAX_NODES)
    if size(whole) < MAX_NODES // 4:
        assert {in_any_order(state, turn) for turn in leaves(whole)} == {
            in_any_order(state, turn) for turn in turns(state)
        }
    assert [state.view(seat) for seat in (None, *range(state.game.players))] == before


@pytest.mark.parametrize("variant", quick_at_smallest(variants()))
def test_a_tree_that_a_game_knows_is_the_one_that_is_found_by_trying(variant: Variant) -> None:
    known = 0
    for seed in range(3):
        chance = Chance(seed, "composing")
        state = variant.game().deal(seed)
        while not state.is_over:
            tree = state.game.turn_tree(state, MAX_NODES)
            if tree is not None:
                known += 1
                tried = tried_tree(state, MAX_NODES)
                assert tree == (cut(tried) if adds_cards(state, tried) else tried)
                assert state.game.turn_tree(state, size(tree) - 1) is None
                assert state.game.turn_tree(state, size(tree)) == tree
            state.apply(chance.choice(state.legal_actions()))
    assert known or variant.info.name != "mamma-mia"


def test_a_turn_is_placed_ordered_and_drawn() -> None:
    game = sit_down(players=2)
    state = game.position(
        seat="yellow", hands=["3 salami, order 4-olive", "1 olive"], supply="rest", oven=["3 olive"], round=1
    )
    notations = {" / ".join(str(game.actions[action]) for action in turn) for turn in leaves(turn_tree(state))}
    assert notations == {
        f"{salami} salami / {order} / draws from the {pile}"
        for salami in (1, 2)
        for order in ("order 4-olive", "no order")
        for pile in ("supply", "waiter")
    } | {"3 salami / order 4-olive", "3 salami / no order"}


def test_cards_to_discard_are_named_in_one_order_and_any_number_of_them() -> None:
    game = sit_down_to_pizza_master("tutorial", 2)
    state = game.deal(3)
    assert "keeps the rest" in legal(state) or any("keep" in text for text in legal(state))
    hand = state.view(state.seat).hand
    assert hand is not None
    subsets = 1
    for copies in Counter(hand).values():
        subsets *= copies + 1
    assert len(list(leaves(turn_tree(state)))) == subsets
    for turn in leaves(turn_tree(state)):
        discards = [a for a in turn if str(game.actions[a]).startswith("discards")]
        assert discards == sorted(discards)


def test_a_tree_that_would_be_too_large_is_cut_where_it_fits() -> None:
    game = sit_down("grande", 4)
    hands = each(game, "2 salami", yellow="1 olive, 1 shrimp")
    state = opened(game, "yellow bombastica", table="2 olive", hands=hands)
    for most in (2, 10, 40, 100, 600):
        tree = turn_tree(state, most)
        assert size(tree) <= most or size(tree) == len(state.legal_actions())
        for turn in leaves(tree):
            branch = state.clone()
            for action in turn:
                branch.apply(action)
    depths = [max(len(turn) for turn in leaves(turn_tree(state, most))) for most in (10, 100, 600)]
    assert depths == sorted(depths)
    assert depths[0] < depths[-1]


def test_a_finished_game_has_no_tree() -> None:
    state = sit_down(players=2).deal(1)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    assert turn_tree(state) == {}


@event
class Peeked(Event):
    """A seat looked at a card, and nobody noticed."""

    secret: ClassVar[bool] = True
    private: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    card: str | None


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([Answered(0, 3), Awaits(0, (1, 2), shown=False)], True),
        ([Answered(0, 3), Composing(0, (), (), ()), Awaits(0, (1, 2), shown=False)], True),
        ([Answered(0, 3), Awaits(0, (1, 2))], False),
        ([Answered(0, 3), Awaits(1, (1, 2), shown=False)], False),
        ([Answered(0, 3), Placed(0, 1, 1)], False),
        ([Answered(0, 3), Drew(0, "supply", 1, (1,), ())], False),
        ([Answered(0, 3), Peeked(0, "olive"), Awaits(0, (1, 2), shown=False)], False),
    ],
)
def test_a_step_tells_nothing_if_only_its_seat_hears_of_it(events: list[Event], expected: bool) -> None:
    assert tells_nothing(events, 0) is expected

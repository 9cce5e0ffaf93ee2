"""Where the specials must lie that everybody begins with."""

from __future__ import annotations

import pytest

from forno.games.pizza_master.knowledge.specials import DECK, DISCARDS, HAND, NOWHERE, FirstSpecials


@pytest.fixture
def firsts() -> FirstSpecials:
    """Two players have been dealt their special."""
    dealt = FirstSpecials(2)
    dealt.dealt(0)
    dealt.dealt(1)
    return dealt


def test_a_special_stays_in_the_hand_until_something_leaves_it(firsts: FirstSpecials) -> None:
    firsts.discarded(0, 0, 2)
    firsts.played(0, special=False, left=1, from_new_deck=False)
    assert firsts.places == [{HAND}, {HAND}]


def test_who_discards_the_whole_hand_discards_the_special(firsts: FirstSpecials) -> None:
    firsts.discarded(0, 1, 1)
    assert firsts.places == [{DISCARDS}, {HAND}]


def test_who_discards_a_part_of_the_hand_may_have_kept_it(firsts: FirstSpecials) -> None:
    firsts.discarded(0, 1, 2)
    assert firsts.places[0] == {HAND, DISCARDS}
    firsts.played(0, special=False, left=0, from_new_deck=False)
    assert firsts.places[0] == {DISCARDS}


def test_a_special_that_is_shown_may_be_the_first_one(firsts: FirstSpecials) -> None:
    firsts.played(0, special=True, left=1, from_new_deck=False)
    assert firsts.places == [NOWHERE, {HAND}]


def test_specials_among_the_discards_come_into_the_deck_that_is_made_of_them(firsts: FirstSpecials) -> None:
    firsts.discarded(0, 1, 1)
    firsts.discarded(1, 1, 2)
    firsts.deck_made_new()
    assert (firsts.renewed, firsts.places) == (1, [NOWHERE, {HAND, DECK}])


def test_a_special_that_comes_out_of_the_new_deck_may_be_a_first_one(firsts: FirstSpecials) -> None:
    firsts.discarded(0, 1, 1)
    firsts.discarded(1, 1, 2)
    firsts.deck_made_new()
    firsts.seen_of_new_deck(1)
    assert (firsts.renewed, firsts.places) == (0, [NOWHERE, NOWHERE])


def test_once_the_deck_has_been_made_new_again_only_hands_and_new_discards_are_certain(firsts: FirstSpecials) -> None:
    firsts.discarded(0, 1, 2)
    firsts.deck_made_new()
    firsts.discarded(1, 1, 1)
    firsts.deck_made_new()
    assert (firsts.renewed, firsts.places) == (1, [NOWHERE, NOWHERE])

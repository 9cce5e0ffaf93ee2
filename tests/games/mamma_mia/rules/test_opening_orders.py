"""The orders, one sort after another (MM-24 to MM-30)."""

from __future__ import annotations

import pytest

from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.events import Baked, OvenEmptied, Returned
from tests.games.mamma_mia.helpers import (
    awaited,
    do,
    each,
    happened,
    ingredients_of,
    legal,
    on_table,
    opened,
    pile,
    sit_down,
)

CLASSIC = sit_down("classic", 5)
GRANDE = sit_down("grande", 6, helping=False)
ITALIAN = sit_down("grande-it", 6, helping=False)


def none_of(game: MammaMia) -> tuple[int, ...]:
    return pile(game, "")


# Bombastica


@pytest.mark.rule("MM-24")
@pytest.mark.parametrize("game", [CLASSIC, GRANDE], ids=["classic", "grande"])
@pytest.mark.parametrize("table", ["13 olive, 2 salami", "5 olive, 5 salami, 6 mushroom", "13 olive, 8 salami"])
def test_bombastica_takes_everything_on_the_table_if_that_is_fifteen_or_more(game: MammaMia, table: str) -> None:
    state = opened(game, "green bombastica", table=table, hands=each(game, yellow="1 pineapple", green="2 mushroom"))
    assert happened(state.events, Baked) == [Baked(1, "bombastica", pile(game, table), none_of(game), none_of(game))]
    assert happened(state.events, OvenEmptied)[0].leftovers == none_of(game)
    assert ingredients_of(state, "green") == pile(game, "2 mushroom")


@pytest.mark.rule("MM-24", "MMR-4")
def test_bombastica_is_topped_up_card_by_card_to_fifteen() -> None:
    hands = each(CLASSIC, yellow="1 pineapple", green="2 mushroom, 3 olive, 1 salami")
    state = opened(CLASSIC, "green bombastica", table="9 pineapple, 3 mushroom", hands=hands)
    assert awaited(state) == "green"
    assert legal(state) == ["adds what is missing", "sends it back"]
    do(state, "adds what is missing")
    assert legal(state) == ["adds 1 mushroom", "adds 1 olive", "adds 1 salami"]
    do(state, "adds 1 salami")
    assert legal(state) == ["adds 1 mushroom", "adds 1 olive"]
    assert awaited(state) == "green"
    do(state, "adds 1 olive")
    assert legal(state) == ["adds 1 mushroom", "adds 1 olive"]
    events = do(state, "adds 1 olive")
    assert happened(events, Baked) == [
        Baked(
            1,
            "bombastica",
            pile(CLASSIC, "9 pineapple, 3 mushroom"),
            pile(CLASSIC, "2 olive, 1 salami"),
            none_of(CLASSIC),
        )
    ]
    assert ingredients_of(state, "green") == pile(CLASSIC, "2 mushroom, 1 olive")
    assert state.view(None).sizes[1] == 3


@pytest.mark.rule("MM-24", "MMR-4")
def test_the_last_cards_of_a_bombastica_arent_asked_for_when_only_one_kind_is_left() -> None:
    hands = each(CLASSIC, yellow="1 pineapple", green="3 olive, 1 salami")
    state = opened(CLASSIC, "green bombastica", table="10 pineapple, 2 mushroom", hands=hands)
    do(state, "adds what is missing")
    events = do(state, "adds 1 salami")
    assert happened(events, Baked)[0].from_hand == pile(CLASSIC, "2 olive, 1 salami")
    assert ingredients_of(state, "green") == pile(CLASSIC, "1 olive")


@pytest.mark.rule("MM-24", "MMR-4")
@pytest.mark.parametrize(("hand", "table"), [("1 olive, 2 salami", 12), ("5 salami", 12), ("2 olive, 2 salami", 11)])
def test_a_bombastica_that_takes_the_whole_hand_or_has_one_kind_to_take_asks_no_more(hand: str, table: int) -> None:
    hands = each(CLASSIC, yellow="1 pineapple", green=hand)
    state = opened(CLASSIC, "green bombastica", table=f"{table} green pepper", hands=hands)
    events = do(state, "adds what is missing")
    taken = "3 salami" if hand == "5 salami" else hand
    assert happened(events, Baked)[0].from_hand == pile(CLASSIC, taken)


@pytest.mark.rule("MM-24", "MM-14")
def test_a_bombastica_out_of_reach_goes_back() -> None:
    hands = each(CLASSIC, yellow="1 pineapple", green="2 olive")
    state = opened(CLASSIC, "green bombastica", table="12 salami", hands=hands)
    assert happened(state.events, Returned) == [Returned(1, "bombastica", "incomplete", None)]
    assert happened(state.events, OvenEmptied)[0].leftovers == pile(CLASSIC, "12 salami")


@pytest.mark.rule("MM-24", "MM-14")
def test_the_owner_may_send_a_bombastica_back() -> None:
    hands = each(CLASSIC, yellow="1 pineapple", green="1 olive")
    state = opened(CLASSIC, "green bombastica", table="12 salami, 2 olive", hands=hands)
    events = do(state, "sends it back")
    assert happened(events, Returned) == [Returned(1, "bombastica", "incomplete", None)]
    assert ingredients_of(state, "green") == pile(CLASSIC, "1 olive")


@pytest.mark.rule("MM-24", "MM-16")
def test_after_a_bombastica_the_table_is_empty_for_the_next_order() -> None:
    state = opened(
        CLASSIC,
        *["green bombastica", "2 olive", "yellow bombastica", "green 4-salami"],
        table="12 salami, 2 olive",
        hands=each(CLASSIC, yellow="1 pineapple", green="1 mushroom, 1 olive, 1 green pepper"),
    )
    do(state, "adds what is missing")
    events = do(state, "adds 1 olive")
    assert happened(events, Returned) == [
        Returned(0, "bombastica", "incomplete", None),
        Returned(1, "4-salami", "incomplete", pile(CLASSIC, "1 green pepper, 4 salami")),
    ]


@pytest.mark.rule("MM-24", "MM-14")
def test_a_normale_after_a_bombastica_is_asked_about_like_any_other() -> None:
    state = opened(
        CLASSIC,
        *["green bombastica", "yellow 4-salami"],
        table="10 salami, 4 olive",
        hands=each(CLASSIC, yellow="1 pineapple", green="1 mushroom, 1 olive"),
    )
    events = do(state, "sends it back", "adds what is missing")
    assert happened(events, Baked) == [
        Baked(0, "4-salami", pile(CLASSIC, "4 salami"), pile(CLASSIC, "1 pineapple"), none_of(CLASSIC))
    ]


@pytest.mark.rule("MM-24", "MMR-4")
def test_two_bombasticas_after_each_other_are_counted_apart() -> None:
    state = opened(
        CLASSIC,
        *["green bombastica", "11 olive", "yellow bombastica"],
        table="10 salami, 2 pineapple",
        hands=each(CLASSIC, yellow="4 pineapple, 1 mushroom", green="1 mushroom, 1 green pepper, 2 salami"),
    )
    events = do(state, "adds what is missing", "adds 1 salami", "adds 1 mushroom", "adds 1 salami")
    assert happened(events, Baked)[0].from_hand == pile(CLASSIC, "1 mushroom, 2 salami")
    assert awaited(state) == "yellow"
    assert on_table(state) == pile(CLASSIC, "11 olive")
    do(state, "adds what is missing", "adds 1 pineapple")
    events = do(state, "adds 1 mushroom")
    assert happened(events, Baked)[0].from_hand == pile(CLASSIC, "3 pineapple, 1 mushroom")


# Monotoni


@pytest.mark.rule("MM-25", "MMR-3")
def test_monotoni_takes_six_of_a_kind_of_the_owners_choice() -> None:
    state = opened(
        CLASSIC,
        "green monotoni",
        table="1 green pepper, 7 salami, 6 olive, 4 mushroom, 5 pineapple",
        hands=each(CLASSIC, yellow="1 pineapple", green="2 mushroom"),
    )
    assert awaited(state) == "green"
    assert legal(state) == ["bakes with mushroom", "bakes with olive", "bakes with salami", "sends it back"]
    events = do(state.clone(), "bakes with salami")
    assert happened(events, Baked) == [
        Baked(1, "monotoni", pile(CLASSIC, "1 green pepper, 6 salami"), none_of(CLASSIC), none_of(CLASSIC))
    ]
    events = do(state.clone(), "bakes with mushroom")
    assert happened(events, Baked) == [
        Baked(
            1,
            "monotoni",
            pile(CLASSIC, "1 green pepper, 4 mushroom"),
            pile(CLASSIC, "2 mushroom"),
            none_of(CLASSIC),
        )
    ]


@pytest.mark.rule("MM-25")
def test_monotoni_is_never_made_of_the_personal_ingredient() -> None:
    state = opened(CLASSIC, "green monotoni", table="7 green pepper", hands=each(CLASSIC, yellow="1 pineapple"))
    assert happened(state.events, Returned) == [Returned(1, "monotoni", "incomplete", pile(CLASSIC, "6 pineapple"))]


@pytest.mark.rule("MM-25", "MMR-3")
def test_one_complete_kind_of_several_still_leaves_the_owner_the_choice_to_send_it_back() -> None:
    state = opened(
        CLASSIC, "green monotoni", table="1 green pepper, 6 salami", hands=each(CLASSIC, yellow="1 pineapple")
    )
    assert legal(state) == ["bakes with salami", "sends it back"]
    events = do(state, "sends it back")
    assert happened(events, Returned) == [Returned(1, "monotoni", "incomplete", None)]


@pytest.mark.rule("MM-14", "MM-25")
def test_an_order_without_settled_kinds_is_told_to_lack_what_it_lacks_least_on_the_table() -> None:
    for hand in ("1 olive", "1 salami, 1 mushroom"):
        hands = each(CLASSIC, yellow="1 pineapple", green=hand)
        state = opened(CLASSIC, "green monotoni", table="3 olive, 5 salami", hands=hands)
        lacks = pile(CLASSIC, "1 green pepper, 1 salami")
        assert happened(state.events, Returned) == [Returned(1, "monotoni", "incomplete", lacks)]


@pytest.mark.rule("MMR-13")
def test_kinds_with_which_an_order_cant_be_completed_arent_offered() -> None:
    state = opened(
        CLASSIC,
        "green monotoni",
        table="6 salami, 5 olive, 5 mushroom, 5 pineapple",
        hands=each(CLASSIC, yellow="1 pineapple", green="1 olive, 1 green pepper"),
    )
    assert legal(state) == ["bakes with olive", "bakes with salami", "sends it back"]


@pytest.mark.rule("MMR-3", "MMR-13")
def test_if_no_kind_can_be_completed_the_order_goes_back_without_a_question() -> None:
    state = opened(
        CLASSIC,
        "green monotoni",
        table="6 salami, 5 olive, 5 mushroom, 5 pineapple",
        hands=each(CLASSIC, yellow="1 pineapple", green="1 olive"),
    )
    assert happened(state.events, Returned) == [Returned(1, "monotoni", "incomplete", pile(CLASSIC, "1 green pepper"))]


# Minimale


@pytest.mark.rule("MM-26")
@pytest.mark.parametrize(("game", "number"), [(CLASSIC, 3), (GRANDE, 4)], ids=["classic", "grande"])
def test_minimale_takes_the_kind_of_which_fewest_lie_on_the_table(game: MammaMia, number: int) -> None:
    state = opened(
        game,
        "green minimale",
        table="1 green pepper, 6 salami, 5 olive, 6 pineapple",
        hands=each(game, yellow="1 pineapple"),
    )
    taken = pile(game, f"1 green pepper, {number} olive")
    assert happened(state.events, Baked) == [Baked(1, "minimale", taken, none_of(game), none_of(game))]


@pytest.mark.rule("MM-26")
def test_minimale_that_isnt_complete_with_the_rarest_kind_can_be_added_to_or_sent_back() -> None:
    state = opened(
        CLASSIC,
        "green minimale",
        table="1 green pepper, 6 salami, 1 olive, 2 pineapple",
        hands=each(CLASSIC, yellow="1 pineapple", green="2 olive, 1 pineapple"),
    )
    assert legal(state) == ["adds what is missing", "sends it back"]
    events = do(state, "adds what is missing")
    assert happened(events, Baked) == [
        Baked(
            1,
            "minimale",
            pile(CLASSIC, "1 green pepper, 1 olive"),
            pile(CLASSIC, "2 olive"),
            none_of(CLASSIC),
        )
    ]


@pytest.mark.rule("MM-26")
def test_of_several_rarest_kinds_the_owner_chooses() -> None:
    state = opened(
        CLASSIC,
        "green minimale",
        table="1 green pepper, 3 salami, 4 olive, 3 pineapple, 3 mushroom",
        hands=each(CLASSIC, yellow="1 pineapple"),
    )
    assert legal(state) == ["bakes with pineapple", "bakes with mushroom", "bakes with salami"]
    events = do(state, "bakes with mushroom")
    assert happened(events, Baked) == [
        Baked(1, "minimale", pile(CLASSIC, "1 green pepper, 3 mushroom"), none_of(CLASSIC), none_of(CLASSIC))
    ]


@pytest.mark.rule("MM-26", "MMR-3")
def test_a_tie_that_is_complete_in_every_way_cant_be_sent_back() -> None:
    state = opened(
        CLASSIC,
        "green minimale",
        table="1 green pepper, 3 salami, 3 olive",
        hands=each(CLASSIC, yellow="1 pineapple"),
    )
    assert "sends it back" not in legal(state)


@pytest.mark.rule("MM-26", "MMR-13")
def test_of_tied_kinds_only_those_in_reach_are_offered() -> None:
    state = opened(
        CLASSIC,
        "green minimale",
        table="1 green pepper, 2 salami, 2 olive",
        hands=each(CLASSIC, yellow="1 pineapple", green="1 olive"),
    )
    assert legal(state) == ["bakes with olive", "sends it back"]


@pytest.mark.rule("MMR-5")
def test_the_personal_ingredient_never_counts_as_the_rarest() -> None:
    state = opened(
        CLASSIC,
        "green minimale",
        table="1 green pepper, 3 salami",
        hands=each(CLASSIC, yellow="1 pineapple", green="3 green pepper"),
    )
    assert happened(state.events, Baked)[0].from_table == pile(CLASSIC, "1 green pepper, 3 salami")


@pytest.mark.rule("MMR-5")
@pytest.mark.parametrize("table", ["", "4 green pepper"])
def test_minimale_cant_be_baked_if_no_other_kind_lies_on_the_table(table: str) -> None:
    state = opened(
        CLASSIC,
        "green minimale",
        table=table,
        hands=each(CLASSIC, yellow="1 pineapple", green="1 green pepper, 3 olive, 3 salami"),
    )
    assert happened(state.events, Returned) == [Returned(1, "minimale", "no-kind", None)]


@pytest.mark.rule("MM-26", "MMR-17")
@pytest.mark.parametrize("game", [CLASSIC, GRANDE, ITALIAN], ids=["classic", "grande", "grande-it"])
def test_in_every_edition_minimale_ignores_the_kind_shown_on_the_card(game: MammaMia) -> None:
    state = opened(
        game,
        "red minimale",
        table="1 salami, 2 mushroom, 2 green pepper, 3 pineapple",
        hands=each(game, yellow="1 pineapple", red="2 mushroom, 2 green pepper"),
    )
    assert legal(state) == ["bakes with green pepper", "bakes with mushroom", "sends it back"]


@pytest.mark.rule("MMR-6", "MM-26")
def test_minimale_uses_exactly_the_number_shown() -> None:
    state = opened(
        CLASSIC, "green minimale", table="2 green pepper, 8 salami", hands=each(CLASSIC, yellow="1 pineapple")
    )
    assert happened(state.events, OvenEmptied)[0].leftovers == pile(CLASSIC, "1 green pepper, 5 salami")


# Ghiottona


@pytest.mark.rule("MM-27")
@pytest.mark.parametrize(("game", "number"), [(GRANDE, 4), (ITALIAN, 5)], ids=["grande", "grande-it"])
def test_ghiottona_takes_two_different_kinds_of_the_owners_choice(game: MammaMia, number: int) -> None:
    state = opened(
        game,
        "brown ghiottona",
        table=f"1 mushroom, {number} pineapple, {number + 1} olive, {number - 1} shrimp, {number - 2} salami",
        hands=each(game, yellow="1 pineapple", brown="1 shrimp, 1 salami"),
    )
    assert legal(state) == [
        "bakes with pineapple and olive",
        "bakes with pineapple and shrimp",
        "bakes with olive and shrimp",
        "sends it back",
    ]
    events = do(state, "bakes with olive and shrimp")
    assert happened(events, Baked) == [
        Baked(
            2,
            "ghiottona",
            pile(game, f"1 mushroom, {number} olive, {number - 1} shrimp"),
            pile(game, "1 shrimp"),
            none_of(game),
        )
    ]


@pytest.mark.rule("MM-27", "MMR-3")
def test_ghiottona_with_every_pair_complete_must_be_baked() -> None:
    state = opened(
        GRANDE,
        "brown ghiottona",
        table="1 mushroom, 4 pineapple, 4 green pepper, 4 olive, 4 salami, 4 shrimp",
        hands=each(GRANDE, yellow="1 pineapple"),
    )
    assert legal(state) == [
        f"bakes with {one} and {two}"
        for one, two in [
            ("pineapple", "green pepper"),
            ("pineapple", "olive"),
            ("pineapple", "salami"),
            ("pineapple", "shrimp"),
            ("green pepper", "olive"),
            ("green pepper", "salami"),
            ("green pepper", "shrimp"),
            ("olive", "salami"),
            ("olive", "shrimp"),
            ("salami", "shrimp"),
        ]
    ]


@pytest.mark.rule("MM-27")
def test_neither_joker_of_ghiottona_is_the_personal_ingredient() -> None:
    state = opened(GRANDE, "brown ghiottona", table="9 mushroom, 4 pineapple", hands=each(GRANDE, yellow="1 pineapple"))
    assert happened(state.events, Returned) == [Returned(2, "ghiottona", "incomplete", pile(GRANDE, "4 green pepper"))]


# Monotoni junior and minipizza


@pytest.mark.rule("MM-28", "MMR-7")
def test_junior_takes_five_of_a_kind_that_isnt_the_forbidden_one() -> None:
    state = opened(
        GRANDE,
        "green monotoni-junior",
        table="6 salami, 5 olive, 4 shrimp, 3 mushroom",
        hands=each(GRANDE, yellow="1 pineapple", green="1 shrimp, 5 green pepper"),
    )
    assert legal(state) == ["bakes with olive", "bakes with salami", "bakes with shrimp", "sends it back"]
    events = do(state, "bakes with salami")
    assert happened(events, Baked) == [
        Baked(1, "monotoni-junior", pile(GRANDE, "5 salami"), none_of(GRANDE), none_of(GRANDE))
    ]


@pytest.mark.rule("MM-28", "MMR-3")
def test_junior_that_is_complete_in_one_way_only_may_be_sent_back() -> None:
    state = opened(GRANDE, "green monotoni-junior", table="6 salami", hands=each(GRANDE, yellow="1 pineapple"))
    assert legal(state) == ["bakes with salami", "sends it back"]


@pytest.mark.rule("MM-28")
def test_junior_goes_back_when_the_forbidden_kind_lies_on_the_table() -> None:
    state = opened(
        GRANDE, "green monotoni-junior", table="6 salami, 1 green pepper", hands=each(GRANDE, yellow="1 pineapple")
    )
    assert happened(state.events, Returned) == [Returned(1, "monotoni-junior", "forbidden", None)]
    assert happened(state.events, OvenEmptied)[0].leftovers == pile(GRANDE, "6 salami, 1 green pepper")


@pytest.mark.rule("MM-29")
def test_minipizza_takes_three_of_its_kind() -> None:
    state = opened(
        GRANDE,
        "green minipizza",
        table="4 green pepper, 2 salami",
        hands=each(GRANDE, yellow="1 pineapple", green="1 shrimp"),
    )
    assert happened(state.events, Baked) == [
        Baked(1, "minipizza", pile(GRANDE, "3 green pepper"), none_of(GRANDE), none_of(GRANDE))
    ]


@pytest.mark.rule("MM-29")
@pytest.mark.parametrize(
    "table", ["3 green pepper, 1 shrimp", "2 green pepper, 8 shrimp", "15 shrimp", "5 green pepper, 1 shrimp"]
)
def test_minipizza_goes_back_when_the_forbidden_kind_lies_on_the_table(table: str) -> None:
    state = opened(
        GRANDE, "green minipizza", table=table, hands=each(GRANDE, yellow="1 pineapple", green="1 green pepper")
    )
    assert happened(state.events, Returned) == [Returned(1, "minipizza", "forbidden", None)]


@pytest.mark.rule("MM-29")
def test_the_forbidden_kind_is_forbidden_only_on_the_table_at_that_moment() -> None:
    state = opened(
        GRANDE,
        *["pink 4-pineapple", "green minipizza", "2 shrimp"],
        table="2 green pepper, 1 shrimp, 4 pineapple",
        hands=each(GRANDE, yellow="1 pineapple", green="1 green pepper, 3 shrimp"),
    )
    events = do(state, "adds what is missing")
    assert happened(events, Baked) == [
        Baked(
            1,
            "minipizza",
            pile(GRANDE, "2 green pepper"),
            pile(GRANDE, "1 green pepper"),
            none_of(GRANDE),
        )
    ]


# Mamma Mia


@pytest.mark.rule("MM-30", "MMR-3")
def test_mamma_mia_takes_five_of_one_of_two_kinds() -> None:
    state = opened(
        GRANDE,
        "red mamma-mia-pineapple-green-pepper",
        table="1 salami, 6 pineapple, 3 green pepper, 5 olive",
        hands=each(GRANDE, yellow="1 pineapple", red="2 green pepper"),
    )
    assert legal(state) == ["bakes with pineapple", "bakes with green pepper", "sends it back"]
    events = do(state, "bakes with green pepper")
    assert happened(events, Baked) == [
        Baked(
            4,
            "mamma-mia-pineapple-green-pepper",
            pile(GRANDE, "1 salami, 3 green pepper"),
            pile(GRANDE, "2 green pepper"),
            none_of(GRANDE),
        )
    ]


@pytest.mark.rule("MM-30", "MMR-6")
def test_mamma_mia_uses_exactly_five() -> None:
    state = opened(
        GRANDE,
        "red mamma-mia-pineapple-green-pepper",
        table="2 salami, 7 pineapple, 5 green pepper",
        hands=each(GRANDE, yellow="1 pineapple"),
    )
    assert legal(state) == ["bakes with pineapple", "bakes with green pepper"]
    events = do(state, "bakes with pineapple")
    assert happened(events, OvenEmptied)[0].leftovers == pile(GRANDE, "1 salami, 2 pineapple, 5 green pepper")


@pytest.mark.rule("MM-30")
def test_mamma_mia_cant_mix_its_two_kinds() -> None:
    state = opened(
        GRANDE,
        "red mamma-mia-pineapple-green-pepper",
        table="1 salami, 3 pineapple, 4 green pepper",
        hands=each(GRANDE, yellow="1 pineapple"),
    )
    assert happened(state.events, Returned) == [
        Returned(4, "mamma-mia-pineapple-green-pepper", "incomplete", pile(GRANDE, "1 green pepper"))
    ]


# The choice


@pytest.mark.rule("MMR-3", "MMR-13")
def test_a_kind_once_named_is_binding_and_what_is_missing_is_added_without_another_question() -> None:
    state = opened(
        GRANDE,
        "red mamma-mia-pineapple-green-pepper",
        table="5 pineapple, 5 green pepper",
        hands=each(GRANDE, yellow="1 pineapple", red="1 salami"),
    )
    events = do(state, "bakes with pineapple")
    assert happened(events, Baked)[0].from_hand == pile(GRANDE, "1 salami")
    assert awaited(state) == "yellow"


@pytest.mark.rule("MM-14", "MM-25")
def test_orders_that_follow_each_other_are_each_decided_by_their_owner() -> None:
    state = opened(
        GRANDE,
        *["green monotoni", "1 mushroom", "brown minipizza", "red 4-pineapple"],
        table="1 green pepper, 6 olive, 2 mushroom, 6 salami",
        hands=each(GRANDE, yellow="1 pineapple", red="4 pineapple"),
    )
    assert awaited(state) == "green"
    events = do(state, "bakes with olive")
    assert happened(events, Baked)[1].order == "minipizza"
    assert awaited(state) == "red"
    do(state, "adds what is missing")
    assert awaited(state) == "yellow"

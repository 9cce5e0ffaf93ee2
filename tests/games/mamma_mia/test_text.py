"""Mamma Mia! in words: every event has its sentence, and nothing hidden is told."""

from __future__ import annotations

import pytest

from forno.core.events import Awaits, Event
from forno.games.mamma_mia.rules.events import (
    Baked,
    CompletedRevealed,
    Composing,
    Dealt,
    Drew,
    GameEnded,
    HelpAsked,
    HelpGiven,
    HelpRefused,
    OrderPlaced,
    OrderRevealed,
    OvenEmptied,
    OvenOpened,
    Passed,
    Placed,
    Returned,
    Revealed,
    Rewarded,
    TurnEnded,
)
from tests.games.mamma_mia.helpers import do, each, opened, pile, sit_down

CLASSIC = sit_down("classic", 3)
GRANDE = sit_down("grande", 3)
AIDED = sit_down("classic", 3, memory_aid=True)
NOTHING = pile(CLASSIC, "")


def of(text: str) -> tuple[int, ...]:
    return pile(CLASSIC, text)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Dealt(1, 7, of("4 olive, 2 salami"), ("minimale",)),
            "green is dealt 7 cards: 4 olive, 2 salami and the order minimale.",
        ),
        (Dealt(1, 7, None, None), "green is dealt 7 cards."),
        (Placed(0, 4, 3), "yellow: 3 salami!"),
        (OrderPlaced(2, "4-olive"), "brown puts in an order: 4-olive."),
        (Passed(0), "yellow has no ingredient and passes."),
        (Drew(0, "supply", 2, of("1 olive, 1 salami"), ()), "yellow draws 2 cards from the supply: 1 olive, 1 salami."),
        (Drew(0, "waiter", 1, NOTHING, ("4-olive",)), "yellow draws 1 card from the waiter: 4-olive."),
        (Drew(0, "waiter", 1, None, None), "yellow draws 1 card from the waiter."),
        (TurnEnded(0), ""),
        (OvenOpened(1, 2, 30), "green opens the oven for the second time: 30 cards."),
        (Revealed(1, 1), "1 green pepper comes out."),
        (Revealed(4, 3), "3 salami come out."),
        (OrderRevealed(0, "4-olive"), "yellow's order comes out: 4-olive."),
        (HelpAsked(0, None, of("2 olive")), "yellow asks for help: 2 olive."),
        (HelpRefused(1), "green doesn't help."),
        (
            CompletedRevealed((("4-olive", "minimale"), (), ("bombastica",))),
            "All completed orders are revealed. yellow: 4-olive, minimale. green: nothing. brown: bombastica.",
        ),
        (HelpGiven(1, of("2 olive")), "green helps with 2 olive."),
        (Baked(0, "4-olive", of("4 olive"), NOTHING, NOTHING), "yellow bakes 4-olive."),
        (
            Baked(0, "4-olive", of("2 olive"), of("1 pineapple"), of("2 olive")),
            "yellow bakes 4-olive, adding 1 pineapple from the hand, with 2 olive from the helper.",
        ),
        (Rewarded(1), "green's top order, unseen, is the reward."),
        (
            Returned(0, "4-olive", "incomplete", of("1 olive")),
            "yellow's 4-olive goes back to the waiter: it isn't completed (missing: 1 olive).",
        ),
        (
            Returned(0, "minipizza", "forbidden", None),
            "yellow's minipizza goes back to the waiter: the forbidden ingredient lies on the table.",
        ),
        (
            Returned(0, "minimale", "no-kind", None),
            "yellow's minimale goes back to the waiter: no other kind lies on the table.",
        ),
        (Returned(0, "monotoni", "no-help", None), "yellow's monotoni goes back to the waiter: nobody helps."),
        (OvenEmptied(NOTHING, 20), "The oven is empty. Left over: nothing. The new supply has 20 cards."),
        (
            GameEnded((3, 1, 2), (0, 4, 4), (0,), "most-orders"),
            "The end. Completed orders: yellow 3, green 1, brown 2. "
            "Ingredients in hand: yellow 0, green 4, brown 4. yellow wins: most orders.",
        ),
        (Awaits(2, (1, 2)), "brown is to decide."),
        (Awaits(None, None), ""),
        (Composing(0, NOTHING, NOTHING, NOTHING), ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else None,
)
def test_every_event_has_its_sentence(event: Event, sentence: str) -> None:
    assert CLASSIC.tell(event) == sentence


@pytest.mark.parametrize(
    ("winners", "reason", "end"),
    [
        ((1,), "most-ingredients", "green wins: the tie goes to most ingredients in hand."),
        ((0, 2), "shared", "yellow and brown win: a shared win."),
    ],
)
def test_how_a_game_was_won(winners: tuple[int, ...], reason: str, end: str) -> None:
    assert CLASSIC.tell(GameEnded((1, 1, 1), (1, 2, 3), winners, reason)).endswith(end)


@pytest.mark.rule("MM-11", "MMR-11")
def test_a_shown_view_tells_the_top_of_the_oven_and_the_own_hand() -> None:
    hands = each(CLASSIC, "2 olive", yellow="3 salami, order bombastica")
    state = CLASSIC.position(hands=hands, oven=["3 mushroom", "green 4-olive"], seat="yellow")
    own = CLASSIC.show(state.view(0))
    assert "4 cards, on top green 4-olive" in own
    assert "3 salami" in own
    assert "at least 15 of any kinds" in own
    assert "mushroom" not in own
    spectator = CLASSIC.show(state.view(None))
    assert "salami" not in spectator
    assert "bombastica" not in spectator


@pytest.mark.rule("MMR-11")
def test_with_the_memory_aid_the_shown_view_counts_the_oven_and_lists_the_turns() -> None:
    state = AIDED.position(hands=each(AIDED, "2 olive"), oven=["3 mushroom", "1 salami"], seat="yellow")
    do(state, "1 olive", "draws from the supply")
    shown = AIDED.show(state.view(0))
    assert "In the oven: 3 mushroom, 1 olive, 1 salami" in shown
    assert "Turns so far: yellow 1 olive, draws 6 from the supply" in shown


@pytest.mark.rule("MM-15")
def test_the_shown_view_names_served_orders_only_where_they_lie_face_up() -> None:
    served = each(CLASSIC, green="minimale")
    assert "minimale" in CLASSIC.show(
        CLASSIC.position(hands=each(CLASSIC, "2 olive"), served=served, seat="yellow", round=1).view(0)
    )
    shown = GRANDE.show(GRANDE.position(hands=each(GRANDE, "2 olive"), served=served, seat="yellow", round=1).view(0))
    assert "minimale" not in shown
    assert "Completed: 1" in shown


@pytest.mark.rule("MM-23")
def test_the_shown_view_of_the_end_names_everyones_completed_orders() -> None:
    state = opened(GRANDE, hands=each(GRANDE, "1 olive"), served=each(GRANDE, green="minimale, ghiottona"), round=2)
    shown = GRANDE.show(state.view(0)).splitlines()
    assert [line.split()[-1] for line in shown[2:5]] == ["-", "minimale", "-"]
    assert "ghiottona, minimale" in shown[3]


def test_the_shown_view_of_an_open_oven_and_of_the_end() -> None:
    hands = each(CLASSIC, "1 olive", green="1 green pepper")
    state = opened(CLASSIC, *["green 4-salami", "1 olive"], table="4 salami", hands=hands, round=2)
    shown = CLASSIC.show(state.view(0))
    assert "1 card still to come out" in shown
    assert "On the table: 4 salami" in shown
    assert "green's 4-salami = 1 green pepper + 4 salami" in shown
    do(state, "adds what is missing")
    assert "Over: yellow 0, green 1, brown 0; won by green (most orders)" in CLASSIC.show(state.view(None))

"""Mamma Mia! in words: every event has its sentence, and nothing hidden is told."""

from __future__ import annotations

import pytest

from forno.core.events import Awaits, Event
from forno.games.mamma_mia.face import FACE
from forno.games.mamma_mia.game import MammaMia
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
from forno.pages.face import Guests
from forno.testing import at_random
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
            "green is dealt seven cards: four olives and two salami; Minimale.",
        ),
        (Dealt(1, 7, None, None), "green is dealt seven cards."),
        (Placed(0, 4, 3), "yellow puts in three salami."),
        (OrderPlaced(2, "4-olive"), "brown puts an order on top: four olives and one mushroom."),
        (Passed(0), "yellow has no ingredients and passes."),
        (
            Drew(0, "supply", 2, of("1 olive, 1 salami"), ()),
            "yellow draws two cards from the supply: one olive and one salami.",
        ),
        (Drew(0, "waiter", 1, NOTHING, ("monotoni",)), "yellow draws one card from the waiter: Monotoni."),
        (Drew(0, "waiter", 1, None, None), "yellow draws one card from the waiter."),
        (TurnEnded(0), ""),
        (
            OvenOpened(1, 2, 30),
            "green draws the last card of the supply and opens the oven. Second baking: 30 cards.",
        ),
        (Revealed(1, 1), "Out of the oven: one green pepper."),
        (Revealed(4, 3), "Out of the oven: three salami."),
        (OrderRevealed(0, "4-olive"), "yellow's order comes out: four olives and one pineapple."),
        (
            OrderRevealed(0, "bombastica"),
            "yellow's order comes out: Bombastica (at least 15 ingredients of any kind).",
        ),
        (HelpAsked(0, None, of("2 olive")), "yellow asks for help: two olives."),
        (HelpRefused(1), "green doesn't help."),
        (
            CompletedRevealed((("4-olive", "minimale"), (), ("bombastica",))),
            "All completed orders are revealed. yellow: four olives and one pineapple; Minimale. "
            "green: nothing. brown: Bombastica.",
        ),
        (HelpGiven(1, of("2 olive")), "green helps with two olives."),
        (Baked(0, "monotoni", of("4 olive"), NOTHING, NOTHING), "yellow bakes Monotoni."),
        (
            Baked(0, "monotoni", of("2 olive"), of("1 pineapple"), of("2 olive")),
            "yellow bakes Monotoni. From the helper: two olives. From the hand: one pineapple.",
        ),
        (Rewarded(1), "green's reward is the top order of the waiter, which nobody sees."),
        (
            Returned(0, "4-olive", "incomplete", of("1 olive")),
            "yellow's order (four olives and one pineapple) goes back under the waiter: one olive missing.",
        ),
        (
            Returned(0, "minimale", "no-kind", None),
            "yellow's order (Minimale) goes back under the waiter: no other kind is on the table.",
        ),
        (
            Returned(0, "monotoni", "no-help", None),
            "yellow's order (Monotoni) goes back under the waiter: nobody helps.",
        ),
        (
            OvenEmptied(NOTHING, 20),
            "The oven is empty. Left over for the next baking: nothing. New supply: 20 cards.",
        ),
        (GameEnded((3, 1, 2), (0, 4, 4), (0,), "most-orders"), "The end. yellow wins with three orders."),
        (Awaits(2, (1, 2)), "brown is thinking."),
        (Awaits(None, None), ""),
        (Composing(0, NOTHING, NOTHING, NOTHING), ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else None,
)
def test_every_event_has_its_sentence(event: Event, sentence: str) -> None:
    assert CLASSIC.tell(event) == sentence


@pytest.mark.rule("MM-29")
def test_an_order_that_goes_back_names_what_it_forbids() -> None:
    told = GRANDE.tell(Returned(0, "minipizza", "forbidden", None))
    assert told == "yellow's order (Minipizza) goes back under the waiter: there is salami on the table."


def test_seats_are_called_by_their_names_if_they_have_any() -> None:
    assert CLASSIC.tell(Passed(1), ("Anna", "Bruno", "Carla")) == "Bruno has no ingredients and passes."


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Dealt(1, 7, None, None), "You are dealt seven cards."),
        (Placed(1, 4, 2), "You put in two salami."),
        (Passed(1), "You have no ingredients and pass."),
        (Drew(1, "waiter", 2, None, None), "You draw two cards from your waiter."),
        (OvenOpened(1, 1, 30), "You draw the last card of the supply and open the oven. First baking: 30 cards."),
        (HelpRefused(1), "You don't help."),
        (
            Baked(1, "monotoni", NOTHING, (0, 1, 0, 0, 0), NOTHING),
            "You bake Monotoni. From the hand: one green pepper.",
        ),
        (Returned(1, "monotoni", "no-help", None), "Your order (Monotoni) goes back under your waiter: nobody helps."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else None,
)
def test_whoever_did_it_is_spoken_to(event: Event, sentence: str) -> None:
    assert CLASSIC.tell(event, ("Anna", "Bruno", "Carla"), you=1) == sentence
    assert CLASSIC.tell(event, ("Anna", "Bruno", "Carla"), you=2).startswith("Bruno")


@pytest.mark.parametrize("game", [CLASSIC, GRANDE, AIDED])
def test_the_page_tells_what_the_terminal_tells(game: MammaMia) -> None:
    names = ("Anna", "Bruno", "Carla")
    guests = Guests(names, (False,) * 3)
    state = game.deal(3)
    choose = at_random(3)
    events = list(state.events)
    while not state.is_over:
        events += state.apply(choose(state.legal_actions()))
    for event in events:
        seen = event.seen_by(None)
        beat = None if seen is None else FACE.beat(game, seen, guests)
        if seen is not None and beat is not None:
            assert beat.tell == game.tell(seen, names)
            assert beat.told_to(beat.seat) == game.tell(seen, names, beat.seat)
            assert beat.own == "" or not any(beat.own.startswith(name) for name in names)


@pytest.mark.parametrize(
    ("winners", "reason", "end"),
    [
        ((1,), "most-ingredients", "A tie at one order: green wins with the most ingredients in hand."),
        ((0, 2), "shared", "A tie at one order, and in ingredients too: yellow and brown share the win."),
    ],
)
def test_how_a_game_was_won(winners: tuple[int, ...], reason: str, end: str) -> None:
    assert CLASSIC.tell(GameEnded((1, 1, 1), (1, 2, 3), winners, reason)).endswith(end)


@pytest.mark.rule("MM-11", "MMR-11")
def test_a_shown_view_tells_the_top_of_the_oven_and_the_own_hand() -> None:
    hands = each(CLASSIC, "2 olive", yellow="3 salami, order bombastica")
    state = CLASSIC.position(hands=hands, oven=["3 mushroom", "green 4-olive"], seat="yellow")
    own = CLASSIC.show(state.view(0))
    assert "four cards, on top green 4-olive" in own
    assert "three salami" in own
    assert "at least 15 ingredients of any kind" in own
    assert "mushroom" not in own
    spectator = CLASSIC.show(state.view(None))
    assert "salami" not in spectator
    assert "bombastica" not in spectator


@pytest.mark.rule("MMR-11")
def test_with_the_memory_aid_the_shown_view_counts_the_oven_and_lists_the_turns() -> None:
    state = AIDED.position(hands=each(AIDED, "2 olive"), oven=["3 mushroom", "1 salami"], seat="yellow")
    do(state, "1 olive", "draws from the supply")
    shown = AIDED.show(state.view(0))
    assert "In the oven: three mushrooms, one olive and one salami" in shown
    assert "Turns so far: yellow puts in one olive. yellow draws six cards from the supply." in shown


@pytest.mark.rule("MM-15")
def test_the_shown_view_names_served_orders_only_where_they_lie_face_up() -> None:
    served = each(CLASSIC, green="minimale")
    assert "minimale" in CLASSIC.show(
        CLASSIC.position(hands=each(CLASSIC, "2 olive"), served=served, seat="yellow", round=1).view(0)
    )
    shown = GRANDE.show(GRANDE.position(hands=each(GRANDE, "2 olive"), served=served, seat="yellow", round=1).view(0))
    assert "minimale" not in shown
    assert "Completed orders: 1" in shown


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
    assert "one card still to come out" in shown
    assert "On the table: four salami" in shown
    assert "green's 4-salami = four salami and one green pepper" in shown
    do(state, "adds what is missing")
    assert "The end. green wins with one order.\nCompleted orders: yellow 0, green 1, brown 0" in CLASSIC.show(
        state.view(None)
    )

"""Pizza Master in words."""

from __future__ import annotations

import pytest

from forno.games.pizza_master.rules.events import Drew
from forno.testing import at_random
from tests.games.pizza_master.helpers import do, each, sit_down

TRAINEE = sit_down("trainee")


@pytest.mark.parametrize("mode", ["tutorial", "trainee", "master"])
def test_every_event_worth_telling_is_a_sentence(mode: str) -> None:
    game = sit_down(mode, 3, max_days=10, secret_objectives=mode != "tutorial")
    silent = {"Answered", "KitchenClosed"}
    for seed in range(4):
        state = game.deal(seed)
        choose = at_random(seed)
        events = list(state.events)
        while not state.is_over:
            events += state.apply(choose(state.legal_actions()))
        for event in events:
            sentence = game.tell(event)
            assert bool(sentence) == (type(event).__name__ not in silent), event
            assert not sentence or sentence.endswith(".")
            hidden = event.seen_by(None)
            if hidden is not None:
                assert game.tell(hidden).count("None") == 0


@pytest.mark.rule("PMR-8")
@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Drew(1, 2, ("campfire", "deep-blue")), "blue draws 2 cards: campfire, deep-blue."),
        (Drew(1, 2, None), "blue draws 2 cards."),
        (Drew(1, 1, ("campfire",), "last-hand-standing"), "blue draws 1 card more for last-hand-standing: campfire."),
        (Drew(1, 1, None, "last-hand-standing"), "blue draws 1 card more for last-hand-standing."),
        (Drew(1, 0, (), "last-hand-standing"), "blue draws nothing for last-hand-standing: no order card is left."),
    ],
)
def test_cards_drawn_for_a_mission_are_told_as_such(event: Drew, sentence: str) -> None:
    assert TRAINEE.tell(event) == sentence


def test_a_day_reads_like_a_story() -> None:
    state = TRAINEE.position(
        phase="collecting",
        mission="supporter",
        hands=each(TRAINEE, red="butchers-bites"),
        trays=each(TRAINEE, red="1 cheese"),
        beside=each(TRAINEE, red="1 meat"),
        refrigerator="3 seafood",
        reserved=each(TRAINEE, red="1 vegetable"),
    )
    events = do(
        state, "takes the reserved vegetable", "takes seafood", "passes", "passes", "completes butchers-bites", "passes"
    )
    story = [sentence for event in events if (sentence := TRAINEE.tell(event)) and "is to decide" not in sentence]
    assert story[:9] == [
        "red takes the reserved vegetable.",
        "blue takes seafood.",
        "green passes.",
        "red passes.",
        "red completes butchers-bites with 1 cheese, 1 meat from beside the tray.",
        "blue passes.",
        "Nobody fulfils the mission supporter.",
        "Points: green 0 (+0, -0), blue 0 (+0, -1), red 2 (+3, -1).",
        "The day ends. The turn order is red, green, blue. blue has the extra help coin.",
    ]


def test_a_view_shows_what_lies_on_the_table() -> None:
    state = TRAINEE.position(
        phase="collecting",
        mission="supporter",
        hands=each(TRAINEE, red="butchers-bites"),
        trays=each(TRAINEE, red="1 cheese"),
        refrigerator="3 seafood",
        completed=each(TRAINEE, red="2 campfire, butchers-bites, super-premium"),
        prizes=["spoil", "poseidon"],
        won=each(TRAINEE, blue="the-flash"),
        objectives=["lazy-trainee", "greedy-gatherer", "indy-creator"],
        points=[1, 2, 3],
        helper="green",
    )
    assert TRAINEE.show(state.view(2)).splitlines() == [
        "Day 1, collecting. Turn order: green, blue, red. Deck: 69, discards: 0.",
        "Mission: supporter = first to complete 2 side dishes: bonus 3.",
        "Missions in the deck: 5; spoil for the first with 10; poseidon for the first with 25.",
        "Objectives: lazy-trainee, greedy-gatherer, indy-creator.",
        "Refrigerator: 3 seafood. Supply: 19 cheese, 15 vegetable, 12 seafood, 15 meat.",
        "             points  hand  before them",
        "  green           1     0  extra help coin",
        "  blue            2     0  missions the-flash",
        "> red (you)       3     1  tray 1 cheese; completed 4, face up 3 meat (1 side dish), 1 special",
        "Your orders:",
        "  butchers-bites  3 points, needs 1 cheese + 1 meat (side dish)",
    ]
    assert TRAINEE.ask(state.view(2)) == "Take an ingredient, or pass?"


def test_the_morning_says_what_the_objectives_ask_for() -> None:
    state = TRAINEE.position(
        phase="discarding",
        hands=each(TRAINEE, green="2 campfire, freestyle-duo"),
        objectives=["lazy-trainee", "crazy-cheesy", "indy-creator"],
    )
    lines = TRAINEE.show(state.view(0)).splitlines()
    assert "  lazy-trainee  fewest orders: 4 points for each player in the game" in lines
    assert "  crazy-cheesy  most cheese orders: 1 point for each that anybody has" in lines
    assert "  indy-creator  most sets: 5 points for each of them" in lines
    assert "  2 × campfire   5 points, needs 1 cheese + 2 meat" in lines
    assert "  freestyle-duo  8 points, needs 1 cheese + 1 of one chosen kind + 2 of another" in lines


def test_every_question_is_put_in_words() -> None:
    asked = set()
    for mode in ("trainee", "master"):
        game = sit_down(mode, 3, max_days=15)
        for seed in range(6):
            state = game.deal(seed, quiet=True)
            choose = at_random(seed)
            while not state.is_over:
                asked.add(game.ask(state.view(state.seat)))
                state.apply(choose(state.legal_actions()))
    assert asked == {
        "Discard an order, or keep the rest?",
        "How many coins on cheese?",
        "How many coins on vegetable?",
        "How many coins on seafood?",
        "Take an ingredient, or pass?",
        "Take an ingredient, complete an order, or pass?",
        "Complete an order?",
        "Which ingredient do you keep?",
        "Which ingredient goes back to the supply?",
        "Which type shall the special be?",
    }

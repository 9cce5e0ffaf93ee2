"""Pizza Master in words."""

from __future__ import annotations

import pytest

from forno.games.pizza_master.face import FACE
from forno.games.pizza_master.rules.events import Collected, Drew, IngredientReturned
from forno.pages.face import Guests
from forno.testing import at_random
from tests.games.pizza_master.helpers import do, each, sit_down

TRAINEE = sit_down("trainee")


@pytest.mark.parametrize("mode", ["tutorial", "trainee", "master"])
def test_every_event_worth_telling_is_a_sentence(mode: str) -> None:
    game = sit_down(mode, 3, max_days=10, secret_objectives=mode != "tutorial")
    silent = {"Answered"}
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
        (Drew(1, 2, ("campfire", "deep-blue")), "blue draws 2 order cards: Campfire and Deep blue."),
        (Drew(1, 2, None), "blue draws 2 order cards."),
        (
            Drew(1, 1, ("campfire",), "last-hand-standing"),
            "blue gets 1 order card for yesterday's mission: Campfire.",
        ),
        (Drew(1, 1, None, "last-hand-standing"), "blue gets 1 order card for yesterday's mission."),
        (
            Drew(1, 0, (), "last-hand-standing"),
            "blue gets nothing for yesterday's mission: no order cards are left.",
        ),
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
    story = [sentence for event in events if (sentence := TRAINEE.tell(event)) and "is thinking" not in sentence]
    assert story[:10] == [
        "red takes the reserved vegetable.",
        "blue takes seafood.",
        "green passes.",
        "red passes.",
        "red completes Butchers bites with 1 cheese and 1 meat: 3 points.",
        "blue passes.",
        "Everyone has passed. Leftovers stay in the refrigerator for tomorrow.",
        "Nobody fulfils the mission Supporter; it goes under its deck.",
        "The day is scored: green earns 0, wastes 0 and has 0; blue earns 0, wastes 1 and has 0; "
        "red earns 3, wastes 1 and has 2.",
        "The day ends, and trays are cleared. The turn order is red, green and blue. blue has the help coin.",
    ]


def test_whoever_did_it_is_spoken_to() -> None:
    names = ("Anna", "Bruno", "Carla")
    assert TRAINEE.tell(Collected(1, 0, False), names, you=1) == "You take cheese."
    assert TRAINEE.tell(Collected(1, 0, False), names, you=2) == "Bruno takes cheese."
    returned = IngredientReturned(1, 0, 1, False)
    assert TRAINEE.tell(returned, names, you=1) == "You return 1 cheese from your tray to the supply."
    assert TRAINEE.tell(returned, names) == "Bruno returns 1 cheese from Bruno's tray to the supply."


@pytest.mark.parametrize("mode", ["tutorial", "trainee", "master"])
def test_the_page_tells_what_the_terminal_tells(mode: str) -> None:
    game = sit_down(mode, 3, max_days=4)
    names = ("Anna", "Bruno", "Carla")
    state = game.deal(3)
    choose = at_random(3)
    events = list(state.events)
    while not state.is_over:
        events += state.apply(choose(state.legal_actions()))
    for event in events:
        seen = event.seen_by(None)
        beat = None if seen is None else FACE.beat(game, seen, Guests(names, (False,) * 3))
        if seen is not None and beat is not None:
            assert (beat.aloud or beat.tell) == game.tell(seen, names)
            assert beat.aloud or beat.told_to(beat.seat) == game.tell(seen, names, beat.seat)
            assert beat.own == "" or not any(beat.own.startswith(name) for name in names)


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
        "Day 1. Collecting. Turn order: green, blue, red. Deck: 69. Discards: 0.",
        "Mission of the day: Supporter (Be the first to complete 2 side dishes today. Bonus 3.)",
        "Missions in the deck: 5. Spoil at 10 points. Poseidon at 25 points.",
        "Objectives: Lazy trainee, Greedy gatherer and Indy creator",
        "Refrigerator: 3 seafood. Supply: 19 cheese, 15 vegetable, 12 seafood and 15 meat.",
        "             points  hand",
        "  green           1     0  has the help coin",
        "  blue            2     0  Mission cards: The flash",
        "> red (you)       3     1  Tray: 1 cheese; "
        "Completed orders: 4 (3 meat orders, 1 of them a side dish; 1 special order)",
        "Your orders:",
        "  butchers-bites  3 points: 1 cheese and 1 meat (side dish)",
    ]
    assert TRAINEE.ask(state.view(2)) == "Take an ingredient or pass."


def test_the_morning_says_what_the_objectives_ask_for() -> None:
    state = TRAINEE.position(
        phase="discarding",
        hands=each(TRAINEE, green="2 campfire, freestyle-duo"),
        objectives=["lazy-trainee", "crazy-cheesy", "indy-creator"],
    )
    lines = TRAINEE.show(state.view(0)).splitlines()
    assert "  Lazy trainee  Fewest orders: 12 points" in lines
    assert "  Crazy cheesy  Most cheese orders: 1 point for each on the table" in lines
    assert "  Indy creator  Most sets: 5 points for each" in lines
    assert "  2 × campfire   5 points: 1 cheese and 2 meat" in lines
    assert "  freestyle-duo  8 points: 1 cheese, 1 of any one kind but cheese and 2 of another kind but cheese" in lines


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
        "Choose the orders to discard.",
        "Choose how many coins to put on cheese.",
        "Choose how many coins to put on vegetable.",
        "Choose how many coins to put on seafood.",
        "Take an ingredient or pass.",
        "Take an ingredient, complete an order or pass.",
        "Complete an order or pass.",
        "You have passed. Complete what you like.",
        "You may keep one ingredient from your tray for tomorrow.",
        "Choose an ingredient to return to the supply.",
        "Choose a type for your special.",
    }

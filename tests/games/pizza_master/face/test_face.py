"""The face of Pizza Master in whole games of every mode: its HTML, its beats, its secrets, its size."""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

import forno
from forno.core.chance import Chance
from forno.core.events import Answered, Awaits, Event
from forno.core.language import languages, use
from forno.core.views import Memory
from forno.games.pizza_master.face import FACE, beats
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules import events as happenings
from forno.games.pizza_master.rules.state import PizzaMasterState
from forno.pages.face import Guests, Regions, Tree
from forno.rulebook import rules
from forno.table.composing import turn_tree
from forno.table.history import affected_seats
from tests.pages.markup import read, words

TABLES = [("tutorial", 2), ("trainee", 3), ("trainee", 5), ("master", 2), ("master", 5)]
NAUGHTY = ("<b>Anna", 'Bruno" onclick="', "O'Neill", "Zoë & Co", "{name}")


def make(mode: str, players: int, **options: object) -> PizzaMaster:
    # A few days are enough: players at random rarely get far, and would play forty.
    game = forno.game("pizza-master", mode=mode, players=players, max_days=4, **options)
    assert isinstance(game, PizzaMaster)
    return game


def guests_of(game: PizzaMaster) -> Guests:
    return Guests(NAUGHTY[: game.players], tuple(seat % 2 == 1 for seat in range(game.players)))


def random_game(game: PizzaMaster, seed: int) -> Iterator[tuple[PizzaMasterState, list[Event]]]:
    """The states of a game played at random, each with what led to it."""
    rng = random.Random(seed)
    state = game.deal(seed)
    yield state, list(state.events)
    while not state.is_over:
        events = list(state.apply(rng.choice(state.legal_actions())))
        yield state, events


def seen(events: list[Event], seat: int | None = None) -> list[Event]:
    return [event for event in (event.seen_by(seat) for event in events) if event is not None]


def tree_for(state: PizzaMasterState, seat: int) -> Tree:
    return turn_tree(state) if not state.is_over and seat == state.seat else {}


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_every_page_is_well_formed_and_every_region_has_its_place(mode: str, players: int) -> None:
    game = make(mode, players, secret_objectives=mode == "master")
    guests = guests_of(game)
    for step, (state, _events) in enumerate(random_game(game, 3)):
        if step % 4 and not state.is_over:
            continue
        seat = state.seat
        regions = FACE.board(state.view(None), guests) | FACE.own(state.view(seat), guests, tree_for(state, seat))
        layout = FACE.layout(game, guests, seat, {})
        places = [attributes["id"] for _tag, attributes in read(layout).tags if "id" in attributes]
        assert len(places) == len(set(places))
        assert set(regions) <= set(places)
        page = read(FACE.layout(game, guests, seat, regions) + FACE.ending(state.view(seat), guests))
        ids = [attributes["id"] for _tag, attributes in page.tags if "id" in attributes]
        assert len(ids) == len(set(ids))
    assert "<b>Anna" in words(FACE.ending(state.view(0), guests)), "the name as it is, not as markup"


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_every_control_has_a_name_in_words(mode: str, players: int) -> None:
    game = make(mode, players)
    guests = guests_of(game)
    for state, _events in random_game(game, 5):
        if state.is_over:
            break
        for html in FACE.own(state.view(state.seat), guests, turn_tree(state)).values():
            for part in html.split("<button")[1:]:
                tag, _, inside = part.partition(">")
                named = 'aria-label="' in tag or words(inside.partition("</button>")[0])
                assert named, part[:200]


def test_every_event_of_the_game_has_a_beat_or_is_silent_on_purpose() -> None:
    known = {
        name
        for name, kind in vars(happenings).items()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == happenings.__name__
    }
    assert known == set(re.findall(r"case events\.(\w+)\(", inspect.getsource(beats)))


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_every_beat_tells_a_sentence_and_its_flights_start_and_end_on_the_page(mode: str, players: int) -> None:
    game = make(mode, players, secret_objectives=mode == "trainee")
    guests = guests_of(game)
    numbers = {rule.number for rule in rules()}
    homes = {"#board", "#refrigerator", "#rail", "#mission", *(f"#seat-{seat}" for seat in range(players))}
    spoken = 0
    for seed in range(2):
        for _state, events in random_game(game, seed):
            for event in seen(events):
                beat = FACE.beat(game, event, guests)
                if beat is None:
                    assert isinstance(event, Awaits | Answered)
                    continue
                assert beat.tell.endswith("."), beat
                assert not beat.why or beat.why in numbers
                assert "{" not in beat.tell.replace("{name}", ""), beat.tell
                spoken += bool(beat.say)
                read(beat.html)
                for fly in beat.fly:
                    read(fly.card)
                    assert fly.number > 0
                    assert fly.start.split()[0] in homes
                    assert fly.end.split()[0] in homes
    assert spoken > 20


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_pages_are_the_same_after_all_that_is_unknown_is_dealt_anew(mode: str, players: int) -> None:
    game = make(mode, players, secret_objectives=mode == "master")
    guests = guests_of(game)
    chance = Chance(7)
    memories: dict[int | None, Memory] = {seat: game.memory(seat) for seat in (None, *range(players))}
    for step, (state, events) in enumerate(random_game(game, 11)):
        for seat, memory in memories.items():
            for event in seen(events, seat):
                memory.observe(event)
        if step % 7:
            continue
        board = FACE.board(state.view(None), guests)
        other = state.view(None).sample(memories[None], chance)
        assert FACE.board(other.view(None), guests) == board
        assert FACE.board(memories[None].view(), guests) == board
        seat = step % players
        other = state.view(seat).sample(memories[seat], chance)
        own = FACE.own(state.view(seat), guests, tree_for(state, seat))
        assert FACE.own(other.view(seat), guests, tree_for(other, seat)) == own


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_seat_that_nothing_names_and_nobody_awaits_keeps_its_own_regions(mode: str, players: int) -> None:
    if players == 2:
        players = 4
    game = make(mode, players)
    guests = guests_of(game)
    rng = random.Random(4)
    state = game.deal(4)
    own = [FACE.own(state.view(seat), guests, tree_for(state, seat)) for seat in range(players)]
    kept = 0
    while not state.is_over:
        before = state.seat
        events = list(state.apply(rng.choice(state.legal_actions())))
        concerned = affected_seats(events, players) | {before, state.seat}
        for seat in range(players):
            now = FACE.own(state.view(seat), guests, tree_for(state, seat))
            if seat not in concerned:
                assert now == own[seat]
                kept += 1
            own[seat] = now
    assert kept > 100


def test_asides_tell_a_seat_its_own_cards_and_nobody_elses() -> None:
    game = make("trainee", 3, secret_objectives=True)
    guests = guests_of(game)
    told = 0
    for _state, events in random_game(game, 2):
        for event in events:
            owner = vars(event).get("seat")
            for seat in range(3):
                mine = event.seen_by(seat)
                aside = "" if mine is None else FACE.aside(game, mine, guests)
                assert not aside or (seat == owner and event.private)
                told += bool(aside)
            if (public := event.seen_by(None)) is not None:
                assert FACE.aside(game, public, guests) == ""
    assert told > 20


@pytest.mark.rule("PMR-8")
def test_cards_drawn_for_a_mission_are_shown_as_such() -> None:
    game = make("trainee", 3)
    told = [
        FACE.beat(game, happenings.Drew(0, number, None, mission), guests_of(game))
        for number, mission in ((3, None), (1, "last-hand-standing"), (0, "last-hand-standing"))
    ]
    name = guests_of(game).names[0]
    assert [beat and beat.tell for beat in told] == [
        f"{name} draws 3 order cards.",
        f"{name} gets 1 order card for yesterday's mission.",
        f"{name} gets nothing for yesterday's mission: no order cards are left.",
    ]
    assert [beat and (beat.why, len(beat.fly)) for beat in told] == [("", 1), ("PMR-8", 1), ("PMR-8", 0)]


@pytest.mark.rule("PM-16")
def test_the_scores_of_a_day_are_told_once_on_the_page_and_in_words_to_screen_readers() -> None:
    game = make("trainee", 3)
    shown = FACE.beat(game, happenings.Scored((4, 0, 2), (1, 0, 3), (13, 5, 0)), guests_of(game))
    assert shown is not None
    assert shown.tell == "The day is scored."
    assert "13" in words(shown.html)
    assert "earns 4, wastes 1 and has 13" in shown.aloud


def test_specials_are_told_as_orders_of_a_type_in_the_end_and_not_as_ingredients() -> None:
    game = make("trainee", 3)
    *_, (state, _events) = random_game(game, 2)
    view = replace(state.view(None), declared=((0, 2, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0)))
    told = words(FACE.ending(view, guests_of(game)))
    assert "2 vegetable orders" in told
    assert "1 cheese order" in told
    assert "Specials" in told


def test_a_step_changes_few_regions() -> None:
    game = make("master", 5)
    guests = guests_of(game)
    memory = game.memory(None)
    board: Regions = {}
    changes: list[int] = []
    for _state, events in random_game(game, 8):
        for event in seen(events):
            memory.observe(event)
            now = FACE.board(memory.view(), guests)
            changes.append(sum(now[region] != board.get(region) for region in now))
            board = now
    assert sum(changes) / len(changes) < 4


@pytest.mark.parametrize("spoken", languages())
def test_nothing_of_one_language_is_remembered_for_another(spoken: str) -> None:
    game = make("master", 3)
    guests = guests_of(game)
    state = game.deal(1)
    english = FACE.board(state.view(None), guests)
    with use(spoken):
        for region, content in FACE.board(state.view(None), guests).items():
            assert (content == english[region]) == (spoken == "en"), region
    assert FACE.board(state.view(None), guests) == english


def test_the_board_never_speaks_to_anyone_in_particular() -> None:
    game = make("master", 4)
    guests = Guests(("Anna", "Bruno", "Carla", "Dario"), (False,) * 4)
    for state, _events in random_game(game, 6):
        for region in FACE.board(state.view(None), guests).values():
            text = words(region).lower().split()
            assert "you" not in text
            assert "your" not in text


def test_the_picture_is_well_formed() -> None:
    assert read(FACE.picture()).tags

"""Beats: every event is told or silent on purpose, and scores once."""

from __future__ import annotations

import inspect
import re

import pytest

from forno.core.events import Answered, Awaits, Event, seen_by
from forno.games.pizza_master.face import FACE, beats
from forno.games.pizza_master.rules import events as happenings
from forno.rulebook import rules
from forno.testing.faces import read
from tests.games.pizza_master.face.short_games import TABLES, short_game
from tests.games.whole_games import guests_of, random_game
from tests.pages.markup import words


def test_every_event_of_the_game_has_a_beat_or_is_silent_on_purpose() -> None:
    known = {
        name
        for name, kind in vars(happenings).items()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == happenings.__name__
    }
    assert known == set(re.findall(r"case events\.(\w+)\(", inspect.getsource(beats)))


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_every_beat_tells_a_sentence_and_its_flights_start_and_end_on_the_page(mode: str, players: int) -> None:
    game = short_game(mode, players, secret_objectives=mode == "trainee")
    guests = guests_of(game)
    numbers = {rule.number for rule in rules()}
    homes = {"#board", "#refrigerator", "#rail", "#mission", *(f"#seat-{seat}" for seat in range(players))}
    spoken = 0
    for seed in range(2):
        for _state, events in random_game(game.deal(seed)):
            for event in seen_by(events, None):
                beat = FACE.beat(game, event, guests)
                if beat is None:
                    assert isinstance(event, Awaits | Answered)
                    continue
                assert beat.tell.endswith("."), beat
                assert not beat.why or beat.why in numbers
                assert "{" not in beat.tell.replace("{Carla}", ""), beat.tell
                spoken += bool(beat.say)
                read(beat.html)
                for fly in beat.fly:
                    read(fly.card)
                    assert fly.number > 0
                    assert fly.start.split()[0] in homes
                    assert fly.end.split()[0] in homes
    assert spoken > 20


def test_asides_tell_a_seat_its_own_cards_and_nobody_elses() -> None:
    game = short_game("trainee", 3, secret_objectives=True)
    guests = guests_of(game)
    told = 0
    for _state, events in random_game(game.deal(2)):
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
    game = short_game("trainee", 3)
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
    game = short_game("trainee", 3)
    shown = FACE.beat(game, happenings.Scored((4, 0, 2), (1, 0, 3), (13, 5, 0)), guests_of(game))
    assert shown is not None
    assert shown.tell == "The day is scored."
    assert "13" in words(shown.html)
    assert "earns 4, wastes 1 and has 13" in shown.aloud

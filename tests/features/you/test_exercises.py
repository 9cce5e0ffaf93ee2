"""Memory exercises: answers agree with the game itself, and nobody is told them beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.exercises import LEVELS, LEVELS_BY_NAME, Level
from forno.core.registry import catalogue
from forno.features.you.exercises import NoExercise, exercise_of, film, from_tables, made_up, rate
from forno.games.mamma_mia.exercise import EXERCISE, YES
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.events import OrderPlaced, OrderRevealed, OvenEmptied, OvenOpened, Placed, Revealed
from forno.games.mamma_mia.words import kind_word, order_card
from forno.pages.face import Guests
from forno.table.table import Table
from tests.features.you.helpers import done
from tests.finished import finished

NAMES = ("Anna", "Bruno", "Carla")
GUESTS = (("Anna", "a"), ("Bruno", "b"), ("Carla", "c"))
SEEDS = (*range(6), 21)
"""In the last one, an oven of classic with two kinds is asked about."""


def played(seed: int, **options: Any) -> tuple[MammaMia, list[Event]]:
    table = finished("t", guests=GUESTS, seed=seed, **options)
    assert isinstance(table.game, MammaMia)
    return table.game, events_of(table)


def events_of(table: Table) -> list[Event]:
    assert table.final.seed is not None
    state = table.game.deal(table.final.seed)
    events = list(state.events)
    for action in table.final.history():
        events += state.apply(action)
    return events


def rest_of_round(events: Sequence[Event], end: int) -> list[Event]:
    """Return the events from there until the oven is opened, and while it is open."""
    opens = next(at for at in range(end, len(events)) if isinstance(events[at], OvenOpened))
    closes = next((at for at in range(opens + 1, len(events)) if isinstance(events[at], OvenEmptied)), len(events))
    return list(events[end:closes])


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize("edition", ["classic", "grande"])
def test_the_answers_are_what_really_comes_out_of_the_oven(level: Level, edition: str) -> None:
    asked = 0
    for seed in SEEDS:
        game, events = played(seed, edition=edition)
        posed = EXERCISE.pose(game, events, NAMES, level, Chance(seed))
        if posed is None:
            continue
        assert level.whole or len(posed.questions) == level.questions
        later = rest_of_round(events, posed.end)
        lies: Counter[str] = Counter()
        before_the_order: Counter[int] = Counter()
        first = next((event for event in later if isinstance(event, OrderRevealed)), None)
        for event in later:
            if isinstance(event, Revealed):
                lies[kind_word(event.kind).capitalize()] += event.number
            elif isinstance(event, Placed) and not level.whole:
                lies[kind_word(event.kind).capitalize()] -= event.number
        for event in later[: later.index(first)] if first is not None else ():
            if isinstance(event, Revealed):
                before_the_order[event.kind] += event.number
        for question in posed.questions:
            asked += 1
            if question.label:
                assert question.answer == str(lies[question.label])
                continue
            assert first is not None
            card = order_card(game, first.seat, first.order)
            if card.style == "normale":
                enough = all(before_the_order[kind] >= count for kind, count in enumerate(card.needs))
                assert (question.answer == YES) == enough
        assert any(isinstance(event, (Placed, OrderPlaced)) for event in events[posed.start : posed.end])
    assert asked


def test_a_film_shows_what_a_spectator_may_see_and_nothing_else() -> None:
    game, events = played(3)
    posed = EXERCISE.pose(game, events, NAMES, LEVELS_BY_NAME["hard"], Chance(1))
    assert posed is not None
    guests = Guests(NAMES, (False,) * 3)
    known = [seen for event in events[: posed.end] if (seen := event.seen_by(None)) is not None]
    start = sum(event.seen_by(None) is not None for event in events[: posed.start])
    assert film(game, events, posed.start, posed.end, guests) == film(game, known, start, len(known), guests)


def test_the_seed_decides_and_another_one_is_another_exercise() -> None:
    one = made_up("mamma-mia", "steady", "one", "en")
    assert made_up("mamma-mia", "steady", "one", "en") == one
    assert made_up("mamma-mia", "steady", "two", "en") != one
    assert made_up("mamma-mia", "steady", "one", "it").questions != one.questions


def test_levels_grow_harder() -> None:
    for ascending in ("cards", "questions", "strength"):
        values = [getattr(level, ascending) for level in LEVELS]
        assert values == sorted(values)
    for level in LEVELS:  # a game may have less to ask about than its level allows
        assert 1 <= len(made_up("mamma-mia", level.name, "seed", "en").questions) <= level.questions
    assert [level.milliseconds for level in LEVELS] == sorted((level.milliseconds for level in LEVELS), reverse=True)


def test_ones_own_games_are_asked_about_but_not_those_with_the_memory_aid() -> None:
    table, aided = finished("t", guests=GUESTS), finished("a", guests=GUESTS, memory_aid=True)
    own = from_tables([("a", aided.log), ("t", table.log)], "easy", "seed", "en")
    assert own.own
    assert any(name in "".join(own.film.told) for name in NAMES)
    for tables in ([("a", aided.log)], [("t", table.log[:-1])], []):
        with pytest.raises(NoExercise, match="another level"):
            from_tables(tables, "easy", "seed", "en")


def test_only_games_with_something_to_remember_have_exercises() -> None:
    assert [info.name for info in catalogue() if exercise_of(info.name) is not None] == ["mamma-mia"]
    for game, level in (("pizza-master", "easy"), ("mamma-mia", "impossible")):
        with pytest.raises(NoExercise):
            made_up(game, level, "seed", "en")


def test_a_rating_rises_with_what_was_right_and_more_so_against_harder_ones() -> None:
    begin, *_rest = rate([])
    won, drawn, lost = (rate([done("steady", right)])[-1] for right in (4, 2, 1))
    assert won.value > drawn.value > lost.value
    assert won.value > begin.value > lost.value
    assert rate([done("nonna", 4)])[-1].value > rate([done("easy", 4)])[-1].value > begin.value
    assert rate([done("easy", 0)])[-1].value < rate([done("nonna", 0)])[-1].value
    assert won.unsure < begin.unsure


def test_who_always_passes_one_level_and_fails_the_next_ends_between_them() -> None:
    value = rate([done(level, 4 if level == "steady" else 0) for _ in range(60) for level in ("steady", "hard")])[-1]
    assert LEVELS_BY_NAME["steady"].strength < value.value < LEVELS_BY_NAME["hard"].strength

"""Time tells nothing: how long an answer takes doesn't depend on whether there was a choice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import log
from random import Random
from statistics import geometric_mean
from typing import Any, NamedTuple

import pytest

from bench.bot_pacing import answer, in_secret
from bench.pacing import Person, draw, draw_as_before, human, told_apart
from bench.samples import ALIKE, APART, auc, chance_alike
from forno.core.chance import Chance
from forno.table.pacing import BOT_PAUSE_SECONDS, MAX_CHOICE_SECONDS, MAX_TIMES_KEPT, Pace, bot_pause
from forno.table.table import Table
from tests.amounts import amount
from tests.table.helpers import do, started

FAMILIES: dict[str, tuple[str, dict[str, Any]]] = {
    "classic": ("mamma-mia", {"edition": "classic", "players": 3}),
    "trainee": ("pizza-master", {"mode": "trainee", "players": 3, "max_days": 8}),
    "master": ("pizza-master", {"mode": "master", "players": 3, "max_days": 8}),
}
GRANDE = ("mamma-mia", {"edition": "grande", "players": 4})
TIMES = 300
"""Number of compared times of either kind."""
PLAYED_TIMES = amount(150, 300)
"""Number of compared times where games are played for them."""
KNOWN_TURNS = 4
"""Turns after which everybody knows a person's pace a little."""


# The test itself


def test_samples_of_one_distribution_are_alike_and_others_arent() -> None:
    rng = Random(1)
    one, other = ([human(rng, 5.0) for _ in range(TIMES)] for _ in range(2))
    assert chance_alike(one, one) == 1.0
    assert chance_alike(one, other) > ALIKE
    assert chance_alike(one, [time * 1.5 for time in other]) < APART
    assert chance_alike(one, [rng.uniform(1.0, 3.0) for _ in range(TIMES)]) < APART


def test_false_alarms_are_rare() -> None:
    rng = Random(2)
    alarms = 0
    for _ in range(300):
        one, other = ([rng.random() for _ in range(100)] for _ in range(2))
        alarms += chance_alike(one, other) < ALIKE
    assert alarms <= 2


# Times that are drawn


@pytest.mark.parametrize(("turns", "choices"), [(0, 0), (3, 0), (20, 0), (20, 1), (20, 3), (20, 12)])
def test_what_is_drawn_looks_like_what_people_take_themselves(turns: int, choices: int) -> None:
    """A watcher has seen as much of them as the table."""
    rng, chance = Random(f"{turns} {choices}"), Chance(f"{turns} {choices}")
    drawn, taken = [], []
    for _ in range(TIMES):
        person = Person(rng)
        drawn.append(person.known(turns, choices).draw(int, chance))
        taken.append(person.choice())
    assert chance_alike(drawn, taken) > ALIKE
    assert 0.45 < auc(drawn, taken) < 0.55


@pytest.mark.parametrize("pace", [0.4, 1.0, 3.0])
@pytest.mark.parametrize(("turns", "choices"), [(20, 0), (20, 1), (20, 3), (20, 12)])
def test_slow_and_quick_people_are_known_by_their_turns(pace: float, turns: int, choices: int) -> None:
    """A watcher takes times far from this person's usual ones for the page's."""
    assert told_apart(draw, pace, turns, choices, TIMES, exact=False) < 0.56
    if choices >= 3:
        assert told_apart(draw, pace, turns, choices, TIMES, exact=True) < 0.62


def test_it_would_be_noticed_if_turns_taught_nothing() -> None:
    assert told_apart(draw_as_before, 3.0, 20, 1, TIMES, exact=False) > 0.75


@pytest.mark.parametrize("usual", [1.5, 4.0, 20.0])
def test_somebody_well_known_is_drawn_after_their_own_times_whatever_people_are_like(usual: float) -> None:
    rng, chance = Random(usual), Chance(str(usual))
    drawn = []
    for _ in range(TIMES):
        pace = Pace()
        for _ in range(MAX_TIMES_KEPT):
            pace = pace.after_choice(rng.choice([usual, 2 * usual]) * rng.uniform(0.9, 1.1), [int])
        drawn.append(pace.draw(int, chance))
    either = [abs(log(time / usual)) < 0.4 or abs(log(time / usual / 2)) < 0.4 for time in drawn]
    assert sum(either) > 0.95 * TIMES


@pytest.mark.parametrize("seconds", [-5.0, 0.0, MAX_CHOICE_SECONDS + 1.0])
def test_neither_a_clock_that_was_set_back_nor_a_walk_is_noted(seconds: float) -> None:
    pace = Pace().after_turn(seconds).after_choice(seconds, [int])
    assert pace.draw(int, Chance(1)) == Pace().draw(int, Chance(1))


def test_nobody_waits_long_for_an_answer_that_is_drawn() -> None:
    pace = Pace()
    for _ in range(10):
        pace = pace.after_turn(MAX_CHOICE_SECONDS).after_choice(MAX_CHOICE_SECONDS, [int])
    assert all(pace.draw(int, Chance(number)) <= MAX_CHOICE_SECONDS for number in range(TIMES))


def test_a_tables_pace_comes_from_its_secret_and_is_the_same_if_asked_again() -> None:
    tables = [started(players=2, seed=seed) for seed in (7, 7, 8)]
    pauses = [bot_pause(BOT_PAUSE_SECONDS, table.luck("bot")) for table in tables]
    assert pauses[0] == pauses[1] != pauses[2]
    assert all(BOT_PAUSE_SECONDS[0] <= pause <= BOT_PAUSE_SECONDS[1] for pause in pauses)


# Whole games, on the clock of somebody who watches


class Wait(NamedTuple):
    """Seconds that everybody waited for an answer that others can't foresee."""

    time: float
    usual: float | None
    """Usual times in the turns of the seat that answers, as far as everybody has seen some."""
    chosen: bool
    """Whether whoever answered had a choice; of several who were asked for help, whether any of them had."""
    asked: int
    """Number of seats that had been asked, where nobody may know which."""


Answer = Callable[[Table, Random], float]
"""Seconds that the awaited seat takes."""


def person(table: Table, rng: Random) -> Person:
    """The awaited person: everybody has a pace of their own."""
    found = Person(Random(f"{table.secret} {table.awaited}"))
    found.rng = rng
    return found


def by_person(table: Table, rng: Random) -> float:
    """Everybody takes their own time; who can only say no lets the page say it."""
    only = table.only_answer_after()
    if only is not None:
        return only
    return person(table, rng).choice() if in_secret(table) else person(table, rng).turn()


def by_bot(table: Table, rng: Random) -> float:
    return bot_pause(BOT_PAUSE_SECONDS, table.luck("bot"))


def person_before(table: Table, rng: Random) -> float:
    """As it was: what was forced came after one to three seconds, and no choice sooner; nobody who couldn't help was
    asked."""
    if table.question is not None:
        return 0.0 if table.unnamed else rng.uniform(1.0, 3.0)
    return max(rng.uniform(1.0, 3.0), person(table, rng).choice())


def bot_before(table: Table, rng: Random) -> float:
    """As it was: a bot that could help thought about it, and nobody else was asked."""
    return 0.0 if table.question is not None else 0.3


def watched(game: str, options: dict[str, Any], takes: Answer, enough: Callable[[list[Wait]], bool]) -> list[Wait]:
    """Return the waits that a watcher with a clock sees, until that is enough."""
    rng = Random(str(options))
    waits: list[Wait] = []
    seed = 0
    while not enough(waits):
        seed += 1
        table = started(game, seed, **options)
        now = asked = 10.0
        chosen, helpers = False, 0
        turns: dict[int, list[float]] = defaultdict(list)
        while (seat := table.awaited) is not None:
            secret = in_secret(table)
            chosen |= table.question is None
            helpers += table.unnamed
            taken = takes(table, rng)
            now += taken
            parts = do(table, table.decide(now, seat, (answer(table, rng),)))
            if not secret:
                turns[seat].append(taken)
            if any(part.shown for part in parts):
                if secret:
                    usual = geometric_mean(turns[seat]) if len(turns[seat]) >= KNOWN_TURNS else None
                    waits.append(Wait(now - asked, usual, chosen, helpers))
                asked, chosen, helpers = now, False, 0
    return waits


def of(waits: list[Wait], chosen: bool, asked: int = 0) -> list[float]:
    """The times as somebody sees them who knows nobody."""
    return [wait.time for wait in waits if wait.chosen == chosen and wait.asked == asked]


def of_known(waits: list[Wait], chosen: bool) -> list[float]:
    """The times of those of whom everybody has seen some turns, by what is usual there."""
    return [wait.time / wait.usual for wait in waits if wait.chosen == chosen and wait.usual and not wait.asked]


def enough_of_both(waits: list[Wait]) -> bool:
    return all(len(of(waits, chosen)) >= PLAYED_TIMES for chosen in (True, False))


def enough_of_known(waits: list[Wait]) -> bool:
    return all(len(of_known(waits, chosen)) >= PLAYED_TIMES for chosen in (True, False))


@pytest.mark.slow
@pytest.mark.rule("MM-14", "PMR-9")
@pytest.mark.parametrize("takes", [by_person, by_bot])
@pytest.mark.parametrize("family", FAMILIES)
def test_nobody_can_tell_by_the_time_whether_there_was_a_choice(family: str, takes: Answer) -> None:
    waits = watched(*FAMILIES[family], takes, enough_of_both)
    assert chance_alike(of(waits, True), of(waits, False)) > ALIKE


@pytest.mark.slow
@pytest.mark.rule("MM-14", "PMR-9")
@pytest.mark.parametrize("family", FAMILIES)
def test_nor_can_anybody_who_has_seen_how_long_that_person_takes(family: str) -> None:
    waits = watched(*FAMILIES[family], by_person, enough_of_known)
    assert chance_alike(of_known(waits, True), of_known(waits, False)) > ALIKE


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_it_would_be_noticed_if_only_answers_came_after_a_time_of_their_own(family: str) -> None:
    waits = watched(*FAMILIES[family], person_before, enough_of_both)
    assert chance_alike(of(waits, True), of(waits, False)) < APART


REQUESTS = amount(60, 120)
"""Requests for help that all three others refuse, of either kind."""


def enough_requests(waits: list[Wait]) -> bool:
    return all(len(of(waits, chosen, 3)) >= REQUESTS for chosen in (True, False))


@pytest.mark.slow
@pytest.mark.rule("MMR-8")
@pytest.mark.parametrize("takes", [by_person, by_bot])
def test_nobody_can_tell_by_the_time_whether_somebody_could_have_helped(takes: Answer) -> None:
    waits = watched(*GRANDE, takes, enough_requests)
    assert chance_alike(of(waits, True, 3), of(waits, False, 3)) > ALIKE


@pytest.mark.slow
@pytest.mark.parametrize("takes", [person_before, bot_before])
def test_it_would_be_noticed_if_nobody_was_asked_who_cant_help(takes: Answer) -> None:
    waits = watched(*GRANDE, takes, enough_requests)
    assert chance_alike(of(waits, True, 3), of(waits, False, 3)) < APART

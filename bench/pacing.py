"""Only answers that pages give for people, and how well others can tell them from choices by their time.

    python -m bench.pacing

Simulated people differ in pace as `forno.table.pacing` expects of people. Somebody watches who takes times far from the
expected one for the page's: either with the times that the table has seen as well, or knowing the person's usual time
exactly. AUC: how often a time of the page's is farther off than a choice (0.5: nothing can be told).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from random import Random

from bench.samples import auc
from forno.core.chance import Chance
from forno.table.pacing import (
    CHOICE_SECONDS,
    CHOICE_SPREAD,
    KIND_SPREAD,
    PEOPLE_SPREAD,
    TURN_SECONDS,
    TURN_SPREAD,
    Pace,
)

PEOPLE = 2_000
KNOWN = ((0, 0), (5, 0), (20, 0), (20, 1), (20, 3), (20, 12))
"""Turns and choices that a table has seen."""
PACES = {"anybody": None, "quick": 0.4, "slow": 3.0}
"""People, by how many times as long as usual they take."""


def human(rng: Random, usual: float, spread: float = 0.5) -> float:
    """Return seconds that a person takes."""
    return usual * exp(rng.gauss(0.0, spread))


class Person:
    """A person with a pace of their own; 1 is usual, and 2 takes twice as long."""

    def __init__(self, rng: Random, pace: float | None = None) -> None:
        self.rng = rng
        self.pace = human(rng, 1.0, PEOPLE_SPREAD) if pace is None else pace
        self.choice_seconds = human(rng, CHOICE_SECONDS * self.pace, KIND_SPREAD)

    def turn(self) -> float:
        return human(self.rng, TURN_SECONDS * self.pace, TURN_SPREAD)

    def choice(self) -> float:
        return human(self.rng, self.choice_seconds, CHOICE_SPREAD)

    def known(self, turns: int, choices: int) -> Pace:
        """Return what a table knows after turns and choices."""
        pace = Pace()
        for _ in range(turns):
            pace = pace.after_turn(self.turn())
        for _ in range(choices):
            pace = pace.after_choice(self.choice(), [int])
        return pace


Draw = Callable[[Pace, Chance], float]


def draw(pace: Pace, chance: Chance) -> float:
    return pace.draw(int, chance)


def draw_as_before(pace: Pace, chance: Chance) -> float:
    """Return a time as it was drawn when the page knew nobody before three choices."""
    own = pace.choices.get(int, ())
    rng = Random(chance.random())
    return human(rng, chance.choice(own), 0.12) if len(own) >= 3 else human(rng, 3.0, 0.5)


def told_apart(draw: Draw, pace: float | None, turns: int, choices: int, people: int, exact: bool) -> float:
    """Return the AUC of somebody who knows as much as the table, or exactly what is usual for these people."""
    rng, chance = Random(f"{turns} {choices}"), Chance(f"{turns} {choices}")
    page, own = [], []
    for _ in range(people):
        person = Person(rng, pace)
        known = person.known(turns, choices)
        usual = log(person.choice_seconds) if exact else known.expected(int)[0]
        page.append(abs(log(draw(known, chance)) - usual))
        own.append(abs(log(person.choice()) - usual))
    return auc(page, own)


def main() -> None:
    print("| people | turns | choices | watcher knows as much: before | now | exact usual time: before | now |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, pace in PACES.items():
        for turns, choices in KNOWN:
            figures = [
                told_apart(way, pace, turns, choices, PEOPLE, exact)
                for exact in (False, True)
                for way in (draw_as_before, draw)
            ]
            print(f"| {name} | {turns} | {choices} | {' | '.join(f'{figure:.2f}' for figure in figures)} |")


if __name__ == "__main__":
    main()

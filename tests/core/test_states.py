"""Copies and pickles are whole, wherever an object keeps what it holds."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest

import forno
from forno.bots.memory import Forgetting, Mind
from forno.core.states import Reduced, reduce_with_attributes

WAYS: list[Callable[[Any], Any]] = [copy, deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]


class Notebook:
    """Made from a name, and written into later."""

    __slots__ = ("lines", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[str] = []

    def __reduce__(self) -> Reduced:
        return reduce_with_attributes(self, self.name)


class Diary(Notebook):
    """The same with room for more."""

    mood = "fine"


@pytest.mark.parametrize("kind", [Notebook, Diary])
@pytest.mark.parametrize("way", WAYS)
def test_what_was_begun_again_holds_all_that_was_written_since(kind: type[Notebook], way: Callable[[Any], Any]) -> None:
    book = kind("orders")
    book.lines.append("two Minimale")
    if isinstance(book, Diary):
        book.mood = "hungry"
    other = way(book)
    assert type(other) is kind
    assert (other.name, other.lines, getattr(other, "mood", "")) == (book.name, book.lines, getattr(book, "mood", ""))


@pytest.mark.parametrize("way", WAYS[1:])
def test_chance_goes_on_alike_in_a_copy(way: Callable[[Any], Any]) -> None:
    chance = forno.Chance(7)
    chance.bits()
    assert [way(chance).bits() for _ in range(3)] == [chance.bits()] * 3


@pytest.mark.parametrize("way", WAYS[1:])
def test_a_copied_mind_remembers_and_forgets_the_same(way: Callable[[Any], Any]) -> None:
    mind = Mind(Forgetting(1 / 4, 1 / 5, 1 / 6), forno.Chance(7))
    mind.pass_time()
    trace = mind.see()
    other = way(mind)
    again = way(trace)
    assert other.now == mind.now
    assert [again.is_lost(now) for now in range(40)] == [trace.is_lost(now) for now in range(40)]
    assert [other.see().fades for _ in range(3)] == [mind.see().fades for _ in range(3)]

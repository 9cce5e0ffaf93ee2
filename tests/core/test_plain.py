"""Plain data and back."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

import forno
from forno.core.errors import UnknownEvent
from forno.core.plain import event_from_plain, from_plain, plain, view_from_plain

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("mamma-mia", {"edition": "grande", "players": 3}),
    ("mamma-mia", {"players": 2, "memory_aid": True}),
    ("pizza-master", {"mode": "master", "players": 3, "secret_objectives": True}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_views_and_events_come_back_from_json_as_they_were(name: str, options: dict[str, Any]) -> None:
    game = forno.game(name, **options)
    state = game.deal("plain")
    rng = random.Random(3)
    while not state.is_over:
        for event in state.apply(rng.choice(state.legal_actions())):
            assert event_from_plain(game, json.loads(json.dumps(plain(event)))) == event
        if rng.random() < 0.1 or state.is_over:
            for seat in (None, *range(game.players)):
                view = state.view(seat)
                assert view_from_plain(game, json.loads(json.dumps(plain(view)))) == view


def test_what_is_no_view_is_refused() -> None:
    game = forno.game("mamma-mia", players=2)
    view = plain(game.deal(1).view(0))
    mistakes: list[dict[str, Any]] = [{}, view | {"pineapple": 1}, view | {"opening": {"pineapple": 1}}]
    for wrong in mistakes:
        with pytest.raises(UnknownEvent):
            view_from_plain(game, wrong)


@dataclass(frozen=True)
class Shelf:
    """Stored: tuples, mappings and dataclasses within one another."""

    name: str
    jars: tuple[Jar, ...] = ()
    best: Jar | None = None
    by_year: Mapping[str, Jar] | None = None
    pairs: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Jar:
    """Stored within a shelf."""

    fruit: str
    grams: tuple[int, ...] = ()


def test_stored_dataclasses_come_back_from_json_as_they_were() -> None:
    plum = Jar("plum", (250, 300))
    for shelf in (Shelf("empty"), Shelf("full", (plum, Jar("fig")), plum, {"2026": plum}, (("a", 0.5), ("b", 1.0)))):
        assert from_plain(Shelf, json.loads(json.dumps(plain(shelf)))) == shelf


def test_stored_fields_of_a_later_version_are_left_out_and_missing_ones_refused() -> None:
    assert from_plain(Jar, {"fruit": "fig", "label": "1926"}) == Jar("fig")
    mistakes: tuple[Any, ...] = ({}, [], None, {"fruit": "fig", "grams": 5}, {"name": "shelf", "best": {"grams": [1]}})
    for wrong in mistakes:
        with pytest.raises(ValueError, match="this is no"):
            from_plain(Shelf if isinstance(wrong, dict) and "name" in wrong else Jar, wrong)

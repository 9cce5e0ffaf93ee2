"""Hints advise: what to do and why; what was announced they remember only where that spoils nobody's game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from forno.games.mamma_mia.face.advice import advice
from forno.games.mamma_mia.face.hints import hints
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.pages.face import Recollection
from forno.table.entries import BotSat, HandedOver, Opened, Sat
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.testing import Trial
from tests.games.mamma_mia.helpers import sit_down
from tests.pages.markup import words
from tests.pages.publishing.helpers import enter, publishing, start
from tests.table.helpers import do

REMEMBERS = "remembers what was announced"


def hinted(guests: str, lesson: str = "", game: str = "mamma-mia", **options: Any) -> str:
    """Return the hint of the first seat, at a table of people (p), bots (b) and people for whom a bot plays (s)."""
    table = Table("t")
    do(table, Opened(0.0, game, {"players": len(guests)} | options, None, TableSettings(lesson=lesson)))
    for seat, guest in enumerate(guests):
        if guest == "b":
            do(table, BotSat(1.0, seat, "cuoco"))
        else:
            do(table, Sat(1.0, seat, f"Guest {seat}", key_hash(f"key{seat}")))
    for seed in range(100):
        publisher = publishing(table)
        start(publisher, seed)
        if publisher.table.awaited == 0:
            break
    for seat, guest in enumerate(guests):
        if guest == "s":
            enter(publisher, HandedOver(2.5, seat, "cuoco", 0))
    return words(publisher.contents.hint(0))


def test_advice_remembers_against_bots_alone_in_lessons_and_with_the_memory_aid_and_says_why() -> None:
    assert f"Against bots alone this hint {REMEMBERS}." in hinted("pbb")
    assert f"In a lesson this hint {REMEMBERS}." in hinted("pbb", "mamma-mia")
    assert f"With the memory aid this hint {REMEMBERS}." in hinted("ppp", memory_aid=True)


@pytest.mark.rule("MMR-11")
@pytest.mark.parametrize("guests", ["ppb", "ppp", "psb"])
def test_where_people_play_what_was_announced_is_theirs_to_remember(guests: str) -> None:
    told = hinted(guests)
    assert REMEMBERS not in told
    assert told.startswith("Put in ")
    assert told.endswith("Based on your hand alone: the oven is yours to remember.")


def test_where_nothing_is_to_be_remembered_nothing_is_said_about_it() -> None:
    told = hinted("pbb", game="pizza-master", mode="trainee")
    assert REMEMBERS not in told
    assert told.split(".")[0].startswith(("Discard ", "Keep your orders", "Place "))


def test_a_hint_counts_what_it_remembers_and_says_once_what_it_is_based_on() -> None:
    trial, choose, differ = Trial(sit_down("classic", 3), 5), random.Random(5).choice, 0
    for _step in range(60):
        state = trial.state
        view, memory = state.view(state.seat), trial.memories[state.seat]
        assert isinstance(view, MammaMiaView)
        told = words(hints(view, Recollection(memory, "Remembered.")))
        assert told.endswith("Remembered.")
        assert "Based on" not in told
        sparse = words(hints(view, None))
        assert told.count("missing") <= sparse.count("missing")
        differ += told.count("missing") < sparse.count("missing")
        trial.step(choose(state.legal_actions()))
    assert differ > 3


@pytest.mark.rule("MM-11")
def test_advice_that_remembers_knows_the_oven_and_the_other_doesnt() -> None:
    trial, choose, differ = Trial(sit_down("classic", 3), 5), random.Random(5).choice, 0
    for _step in range(60):
        state = trial.state
        view, memory = state.view(state.seat), trial.memories[state.seat]
        assert isinstance(view, MammaMiaView)
        differ += advice(view, None) != advice(view, memory)
        trial.step(choose(state.legal_actions()))
    assert differ > 3

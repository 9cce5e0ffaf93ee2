"""Thirteen games with one planted blunder each, of a different kind: the review names it first or second."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import forno
from forno.core.game import State
from forno.core.language import use
from forno.features.review import LUCK, Reviewer
from forno.features.review.sentences import moment, sentence
from tests.features.review.helpers import NAMES
from tests.features.review.test_reviewing import INTERNAL_NAME

PLANTED = tomllib.loads((Path(__file__).with_name("moves") / "planted.toml").read_text("utf-8"))
EFFORT = 0.15


def steps(told: dict[str, Any]) -> Iterator[State]:
    game = forno.game(told["game"], **told["options"])
    state = game.deal(told["seed"])
    yield state
    for move in told["moves"].split(", "):
        state.apply(game.parse(move))
        yield state


def test_six_or_more_are_planted_in_each_family() -> None:
    assert sorted(told["game"] for told in PLANTED.values()) == ["mamma-mia"] * 7 + ["pizza-master"] * 6


@pytest.mark.slow
@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_blunder_is_named_first_or_second_and_by_its_kind(kind: str) -> None:
    told = PLANTED[kind]
    reviewer = Reviewer(steps(told), 0, effort=EFFORT)
    reviewer.advance()
    found = reviewer.review()
    mistakes = [one for one in found.findings if one.mistake]
    assert (kind, told["place"]) in [(one.mistake, one.place) for one in mistakes[:2]]
    assert kind in [pattern.mistake for pattern in found.patterns()[:2]]
    [planted] = [one for one in mistakes if one.place == told["place"]]
    assert planted.kind != LUCK
    for spoken in ("en", "it"):
        with use(spoken):
            text = sentence(reviewer.critic, 0, planted, NAMES)
            assert moment(reviewer.critic, planted)
            assert "{" not in text
            assert not INTERNAL_NAME.search(text), text

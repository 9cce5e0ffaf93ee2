"""Pages of exercises: no answer before it is given, and a curve."""

from __future__ import annotations

from dataclasses import replace

import pytest

from forno.core.exercises import LEVELS
from forno.core.language import fixed, use
from forno.features.you.exercise_page import curve, memory, watching
from forno.features.you.exercises import Rated, made_up, read_prepared
from forno.offline.package_files import PackageFiles
from forno.pages.documents.document import PageContext
from tests.features.you.helpers import done


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_no_answer_is_on_the_page_before_it_is_given(level: str) -> None:
    prepared = made_up("mamma-mia", level, "seed", "en")
    others = tuple(replace(question, answer="another") for question in prepared.questions)
    context = PageContext(PackageFiles({}, {}, {}, {}))
    assert watching(context, prepared) == watching(context, replace(prepared, questions=others))
    assert read_prepared(prepared.to_json()) == prepared
    assert prepared.right([question.answer for question in prepared.questions]) == [True] * len(prepared.questions)
    assert prepared.right(
        [f" 0{question.answer} " for question in prepared.questions if question.label]
        + ["no"] * (len(prepared.questions) - sum(bool(question.label) for question in prepared.questions))
    )[0]
    assert not any(prepared.right(["another"] * len(prepared.questions)))


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_curve_is_drawn_and_said(language: str) -> None:
    with use(language):
        rated = [Rated(25.0, 8.0), Rated(60.0, 3.0), Rated(-5.0, 2.0)]
        drawn = curve(rated)
        assert 'role="img"' in drawn
        assert fixed(60.0) in drawn
        assert memory([done("easy", 4)] * 2, rated).count("<tr>") == 3
        assert "<svg" not in memory([], [])
        assert f"−{fixed(65.0)}" in memory([done("easy", 4)] * 2, rated), "the change of the last exercise"
        assert "<svg" in memory([done("easy", 4)], rated[:2])

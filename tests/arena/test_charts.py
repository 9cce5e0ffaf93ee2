"""Plots as SVG: round ticks around all values, marks at their place, names as text."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from forno.arena.charts import (
    LABELS_WIDTH,
    MAX_NAME_CHARACTERS,
    VALUES_WIDTH,
    WIDTH,
    Mark,
    distributions,
    dots,
    nice_ticks,
)


def plain(value: float) -> str:
    return f"{value:g}"


def places(svg: str) -> list[float]:
    return [float(x) for x in re.findall(r'<circle class="dot" cx="([\d.]+)"', svg)]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0, 1.0, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (-3.0, 47.0, [-10.0, 0.0, 10.0, 20.0, 30.0, 40.0, 50.0]),
        (0.5, 0.5, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
    ],
)
def test_ticks_are_round_and_enclose_the_range(low: float, high: float, ticks: list[float]) -> None:
    assert nice_ticks(low, high) == ticks


def test_whole_scores_have_no_ticks_between_them() -> None:
    assert all(tick == int(tick) for tick in nice_ticks(0.0, 4.0, least_step=1.0))


def test_marks_lie_in_the_order_of_their_values_within_the_plot() -> None:
    marks = [Mark("a", 0.2, 0.1, 0.3, "20%"), Mark("b", 0.8, 0.7, 0.9, "80%"), Mark("c", 0.5, 0.5, 0.5, "50%")]
    for logarithmic in (False, True):
        first, second, third = places(dots("wins", marks, plain, logarithmic=logarithmic))
        assert LABELS_WIDTH <= first < third < second <= WIDTH - VALUES_WIDTH


def test_names_are_text_and_long_ones_are_cut() -> None:
    name = "<b>" + "x" * MAX_NAME_CHARACTERS
    svg = dots('wins & "losses"', [Mark(name, 1.0, 0.5, 1.5, "<1>")], plain, reference=(1.2, "<fair>"))
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == 'wins & "losses"'
    shown = [element.text or "" for element in root.iter("text")]
    assert "<fair>" in shown
    assert "<1>" in shown
    [label] = [element for element in root.iter("text") if element.get("class") == "name"]
    assert [label[0].text, label[0].tail] == [name, name[: MAX_NAME_CHARACTERS - 1] + "…"]


def test_a_histogram_counts_every_value_and_marks_the_median() -> None:
    svg = distributions("scores", [("anna", [3, 3, 4, 9]), ("bruno", [5])])
    notes = [element.text or "" for element in ElementTree.fromstring(svg).iter("title")]
    assert {"anna, 3: 2", "anna, 4: 1", "anna, 9: 1", "bruno, 5: 1"} <= set(notes)
    assert "median 4" in svg
    assert "median 5" in svg

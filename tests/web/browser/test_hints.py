"""Hints are told when they are asked for, and told anew when one's turn is another one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import scene_named
from tests.web.browser.geometry import ALL, TOGETHER, resize
from tools.people import Person, may_decide, open_table, sit
from tools.waiting import until

Pages = Callable[..., Page]


@pytest.mark.parametrize(
    ("game", "told", "stays"), [("mamma-mia", "remembers what was announced", False), ("pizza-master", "missing", True)]
)
def test_a_hint_comes_when_it_is_opened_and_again_with_the_next_turn(
    house: str, new_page: Pages, game: str, told: str, stays: bool
) -> None:
    page = new_page()
    open_table(page, house, game, ["me", "bot:cuoco"])
    person = Person(page, 2)
    until(lambda: may_decide(person.look()))
    hints = page.locator("#turn details.hints")
    expect(hints.locator("li")).to_have_count(0)
    hints.locator("summary").click()
    expect(hints).to_contain_text(told)
    person.take_turn()
    until(lambda: may_decide(person.look()))
    if not stays:
        expect(hints.locator("li")).to_have_count(0)
        hints.locator("summary").click()
    expect(hints).to_contain_text(told)


TWO_FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""A hint that has come finds its place before the second is drawn."""
COVERED = """() => {
  const hint = document.getElementById("hint").getBoundingClientRect();
  const kept = document.querySelectorAll("#hand button, #turn-form button, #verdict :is(.card, .slots, .what, .mark)");
  const covered = [...kept].filter((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    return left < hint.right && right > hint.left && top < hint.bottom && bottom > hint.top;
  });
  return covered.map((button) => button.textContent);
}"""


@pytest.mark.parametrize("name", ["table", "oven", "choosing", "shopping"])
def test_a_hint_leaves_the_hand_and_the_order_on_trial_free_at_every_size(
    staged: str, new_page: Pages, name: str
) -> None:
    page = new_page()
    sit(page, staged, scene_named(name))
    for window in TOGETHER:
        resize(page, ALL[window])
        for _time in range(2):
            with page.expect_response("**/hint"):
                page.locator("#turn details.hints summary").click()
            expect(page.locator("#hint .advice")).to_be_in_viewport()
            page.evaluate(TWO_FRAMES)
            until(lambda: page.evaluate(COVERED) == [], f"covered: {window}")
            page.keyboard.press("Escape")


def test_a_hint_is_put_away_by_a_press_on_it_or_by_escape(staged: str, new_page: Pages) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    sit(page, staged, scene_named("table"))
    hints = page.locator("#turn details.hints")
    for by_key in (False, True):
        hints.locator("summary").click()
        expect(hints).to_contain_text("remembers what was announced")
        if by_key:
            page.keyboard.press("Escape")
        else:
            page.locator("#hint .advice").click()
        expect(hints).not_to_have_attribute("open", "")
        expect(hints.locator("summary")).to_be_focused()
    page.locator("#hand button[data-slot=place]:enabled").first.click()

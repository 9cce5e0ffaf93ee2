"""Strength of the bots: chosen once for all games, and explained in a sentence."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import expect

from tests.web.browser.axe import violations
from tests.web.browser.conftest import Pages
from tests.web.browser.test_coming_back import SIZES
from tools.people import too_wide

CONTROLS: Final = """[...document.querySelectorAll("a, button, input, select, summary")].filter((control) => {
  const { width } = control.getBoundingClientRect();
  return width > 1 && !control.matches(".jump") && control.checkVisibility();
}).length"""
"""Script that returns the number of controls in sight."""
MAX_CONTROLS: Final = 14


def test_the_chosen_strength_is_explained_and_played_against(house: str, new_page: Pages) -> None:
    page = new_page()
    page.goto(house)
    game = page.locator(".game-mamma-mia")
    for size in ("desktop", "phone"):
        page.set_viewport_size(SIZES[size]["viewport"])
        assert page.evaluate(CONTROLS) <= MAX_CONTROLS
    expect(page.get_by_role("radio", name="Medium Cuoco")).to_be_checked()
    expect(page.locator(".about-cuoco")).to_be_visible()
    before = game.bounding_box()
    page.get_by_role("radio", name="Easy Garzone").click()
    expect(page.get_by_role("radio", name="Easy Garzone")).to_be_checked()
    expect(page.get_by_text("New here: makes mistakes")).to_be_visible()
    expect(page.locator(".about-cuoco")).to_be_hidden()
    assert game.bounding_box() == before, "nothing moves when another strength is chosen"
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Expert Nonna")).to_be_checked()
    page.keyboard.press("ArrowRight")
    assert too_wide(page) <= 0
    assert violations(page, within="main") == []
    game.get_by_role("button", name="Play now").click()
    page.locator("body[data-phase=playing]").wait_for()
    for name in ("Pino", "Lia", "Nino"):
        expect(page.locator("#table")).to_contain_text(name)

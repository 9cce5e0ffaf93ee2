"""How strong the bots are is chosen beside *Play now*, and explained in a sentence."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.axe import complaints
from tests.web.browser.conftest import Windows
from tests.web.browser.test_coming_back import SIZES
from tools.people import too_wide


@pytest.mark.parametrize("size", SIZES)
def test_the_chosen_strength_is_explained_and_played_against(house: str, window: Windows, size: str) -> None:
    page = window(**SIZES[size]).new_page()
    page.goto(house)
    game = page.locator(".game-mamma-mia")
    expect(game.get_by_role("radio", name="Cuoco")).to_be_checked()
    expect(game.locator(".about-cuoco")).to_be_visible()
    before = game.bounding_box()
    game.get_by_text("Garzone", exact=True).click()
    expect(game.get_by_role("radio", name="Garzone")).to_be_checked()
    expect(game.get_by_text("Garzoni are new here")).to_be_visible()
    expect(game.locator(".about-cuoco")).to_be_hidden()
    assert game.bounding_box() == before, "nothing moves when another strength is chosen"
    page.keyboard.press("ArrowLeft")
    expect(game.get_by_role("radio", name="Nonna")).to_be_checked()
    page.keyboard.press("ArrowRight")
    assert too_wide(page) <= 0
    assert complaints(page) == []
    game.get_by_role("button", name="Play now").click()
    page.locator("body[data-phase=playing]").wait_for()
    for name in ("Pino", "Lia", "Nino"):
        expect(page.locator("#table")).to_contain_text(name)

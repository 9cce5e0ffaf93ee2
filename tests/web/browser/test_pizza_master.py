"""Pizza Master on the pages: what is asked before points are wasted."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.conftest import Pages, scene_named
from tests.web.browser.geometry import WINDOWS
from tools.people import sit


def test_waste_is_asked_about_and_a_misclick_taken_back(staged: str, new_page: Pages) -> None:
    page = new_page(kept={"undo": "long"})
    sit(page, staged, scene_named("finishing"))
    number = page.locator("#turn-form").get_attribute("data-number")
    ready = page.get_by_role("list", name="Your orders").get_by_role("button")
    for size in ("desktop", "phone", "sideways"):
        page.set_viewport_size(WINDOWS[size])
        page.get_by_role("button", name="Finish", exact=True).click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("You can still complete")
        for button in dialog.get_by_role("button").all():
            expect(button).to_be_in_viewport(ratio=1)
        dialog.get_by_role("button", name="Go back").click()
        ready.first.click()
        undo = page.get_by_role("button", name="Undo")
        expect(undo).to_be_in_viewport(ratio=0.99)
        undo.click()
        expect(ready.first).to_be_enabled()
        page.reload()  # who has gone back isn't asked again
    assert page.locator("#turn-form").get_attribute("data-number") == number, "something was sent"

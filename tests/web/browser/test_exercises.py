"""Exercises for the memory in a real browser: shown once by itself, then asked, by keyboard and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import complaints
from tests.web.browser.conftest import Pages
from tools.people import too_wide

QUICKLY = "document.getElementById('exercise-bar').dataset.milliseconds = 20"


def chosen(house: str, new_page: Pages, level: str, **options: Any) -> Page:
    """A page on which an exercise is about to begin; nobody waits for it here."""
    page = new_page(**options)
    page.goto(f"{house}/you")
    assert not too_wide(page)
    page.locator(f"input[value={level}]").check(force=True)
    page.locator("form.paper button.go").click()
    expect(page.locator("#begin")).to_be_focused()
    page.evaluate(QUICKLY)
    return page


def test_it_is_watched_and_answered_by_keyboard(house: str, new_page: Pages) -> None:
    page = chosen(house, new_page, "steady")
    expect(page.locator("#questions")).to_be_hidden()
    assert complaints(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#questions")).to_be_focused()
    expect(page.locator("#table")).to_be_hidden()
    for _field in range(3):
        page.keyboard.press("Tab")
        page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_contain_text("of 3 right")
    assert complaints(page) == []
    page.get_by_role("link", name="Other exercises").click()
    page.get_by_text("The last exercises").click()
    expect(page.get_by_role("img", name="Your memory over 1 exercises")).to_be_visible()
    assert complaints(page) == []


def test_on_a_phone_in_italian(house: str, new_page: Pages) -> None:
    page = chosen(house, new_page, "hard", viewport={"width": 390, "height": 844}, has_touch=True, locale="it")
    oven = page.locator("#oven")
    before = oven.inner_text()
    page.locator("#begin").tap()
    expect(oven).not_to_have_text(before)
    expect(page.locator("#questions")).to_be_visible()
    assert not too_wide(page)
    assert complaints(page) == []
    for field in page.locator("input[type=number]").all():
        field.fill("3")
    choice = page.locator("#questions input[type=radio]")
    if choice.count():
        choice.first.check()
    page.locator("#questions button.go").tap()
    expect(page.locator("#result")).to_contain_text("giuste")
    assert not too_wide(page)


@pytest.mark.parametrize("level", ["easy"])
def test_without_script_the_turns_are_read(house: str, new_page: Pages, level: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{house}/you")
    page.locator(f"input[value={level}]").check(force=True)
    page.locator("form.paper button.go").click()
    assert page.locator("noscript li, ol.paper li").count() >= 4
    page.locator("input[type=number]").fill("2")
    page.locator("#questions button.go").click()
    expect(page.locator("#result")).to_contain_text("of 1 right")

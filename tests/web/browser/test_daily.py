"""The daily tables in a browser: on a phone, by keyboard, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.axe import complaints
from tests.web.browser.conftest import Pages
from tests.web.browser.geometry import WIDTHS
from tools.people import too_wide


@pytest.mark.parametrize(("locale", "title"), [("en", "The daily table no."), ("it", "Il tavolo del giorno n.")])
def test_the_page_is_for_everybody(house: str, new_page: Pages, locale: str, title: str) -> None:
    page = new_page(locale=locale, viewport={"width": 390, "height": 844})
    page.goto(f"{house}/daily")
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    assert complaints(page, other_light=locale == "en") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_calendars_of_both_games_fit_beside_each_other(house: str, new_page: Pages) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{house}/daily")
    page.locator("details.past > summary").click()
    [first, second], around = (
        page.locator(which).evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
        for which in (".calendar", "details.past")
    )
    assert first["right"] < second["left"]
    assert second["right"] < around[0]["right"]


def test_a_visitor_comes_from_home_by_keyboard_and_back_to_the_same_table(house: str, new_page: Pages) -> None:
    page = new_page()
    page.goto(house)
    page.locator(".menu > summary").press("Enter")
    page.get_by_role("link", name="The daily table").press("Enter")
    page.get_by_role("textbox", name="Your name").first.fill("Anna")
    page.get_by_role("button", name="Play today's table").first.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    table = page.url
    expect(page.locator(".bar")).to_contain_text("Daily,")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        expect(page.locator(".bar .day")).to_be_visible()
        assert too_wide(page) <= 0
        assert page.locator(".bar").evaluate("bar => [...bar.children].every((part) => part.offsetTop < 50)")
    page.goto(f"{house}/daily")
    page.get_by_role("button", name="Continue").press("Enter")
    page.wait_for_url(table)

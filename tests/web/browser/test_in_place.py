"""Cards are chosen where they lie, and one press decides where one press is enough: by pointer and by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from forno.games.mamma_mia.words import some
from tests.web.browser.conftest import Fresh, Pages
from tests.web.browser.geometry import WINDOWS, resize
from tools.people import sit
from tools.scenes import Scene


def at(page: Page, staged: str, scene: Scene) -> str:
    """Sit at a scene; gives the number that a move answers there."""
    sit(page, staged, scene)
    return page.locator("#turn-form").get_attribute("data-number") or ""


def press(page: Page, control: Locator, number: str) -> None:
    """Press something that decides, once it was found to lie free in windows of all kinds."""
    for size in ("desktop", "phone", "sideways"):
        resize(page, WINDOWS[size])
        control.click(trial=True)
    control.click()
    expect_decided(page, number)


def expect_decided(page: Page, number: str) -> None:
    expect(page.locator(f"#turn-form[data-number='{number}']")).to_have_count(0)


def test_a_card_for_the_bombastica_is_pressed_in_the_hand(staged: str, fresh: Fresh, new_page: Pages) -> None:
    page = new_page()
    number = at(page, staged, fresh("bombastica"))
    expect(page.locator("#turn button[data-slot]")).to_have_count(0)
    press(page, page.locator("#hand .stack:enabled").first, number)


def test_a_card_for_the_bombastica_is_chosen_by_keyboard(staged: str, fresh: Fresh, new_page: Pages) -> None:
    page = new_page()
    number = at(page, staged, fresh("bombastica"))
    page.keyboard.press("h")
    first = page.locator("#hand .stack:enabled").first
    while not first.evaluate("(stack) => stack === document.activeElement"):
        page.keyboard.press("Tab")
    kind, count = first.locator(".ingredient").get_attribute("data-kind"), first.locator(".count").text_content()
    expect(first).to_have_accessible_name(re.compile(rf"\b{some(int(kind or ''), int(count or ''))}\b"))
    page.keyboard.press("Enter")
    expect_decided(page, number)


def test_one_press_decides_about_an_order(staged: str, fresh: Fresh, new_page: Pages) -> None:
    page = new_page()
    number = at(page, staged, fresh("oven"))
    expect(page.locator("#turn-form [type=submit]")).to_have_count(0)
    press(page, page.get_by_role("button", name="Send it back"), number)


@pytest.mark.parametrize("thing", ["#rail .slip.pressable", "#refrigerator .shelf.pressable"])
def test_orders_for_everyone_and_ingredients_are_pressed_where_they_are(
    staged: str, fresh: Fresh, new_page: Pages, thing: str
) -> None:
    page = new_page()
    number = at(page, staged, fresh("making"))
    press(page, page.locator(thing).first, number)

"""Keys that lead somewhere, and letters that can be switched off."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.browser.keyboard import focus
from tools.people import Person, open_table, play_now, sit_down
from tools.waiting import until

Pages = Callable[..., Page]

CHOICE = ":is(#hand, #turn) button:enabled"
"""Selector of what can be chosen now."""


def test_escape_takes_everything_back_and_single_letters_can_be_switched_off(house: str, new_page: Pages) -> None:
    page = new_page(kept={"keys": "off"})
    play_now(page, house, "mamma-mia")
    person = Person(page, 16)
    until(lambda: person.look()["number"] is not None)
    stack = page.locator("#hand button[data-slot=place]:enabled").first
    stack.click()
    expect(stack).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#turn-form [type=submit]")).to_be_enabled()
    number = person.look()["number"]
    page.keyboard.press("s")
    assert person.look()["number"] == number
    assert not person.look()["busy"]
    page.keyboard.press("Escape")
    expect(stack).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#turn-form [type=submit]")).to_be_disabled()


def test_keys_lead_to_hand_log_and_chat(house: str, new_page: Pages) -> None:
    pages = [new_page(), new_page()]
    sit_down(pages[1], open_table(pages[0], house, "pizza-master", ["me", "open", "bot:cuoco"]), "Bruno")
    pages[0].get_by_role("button", name="Start the game").click()
    for page in pages:
        page.locator("body[data-phase=playing]").wait_for()
    pages[0].locator("body:is([data-awaits='0'], [data-awaits='1'])").wait_for()
    asked = int(pages[0].locator("body").get_attribute("data-awaits") or "")
    pages[asked].locator(CHOICE).first.wait_for()
    for seat, page in enumerate(pages):
        for key, place in (("l", "#log"), ("h", CHOICE if seat == asked else "#hand"), ("c", "#chat-form")):
            page.keyboard.press(key)
            there = page.evaluate("(place) => !!document.activeElement.closest(place)", place)
            assert there, f"{key} doesn't lead to {place}"
            assert focus(page)["ringed"]
        page.keyboard.type("hls?")
        assert page.locator("#chat-text").input_value() == "hls?"

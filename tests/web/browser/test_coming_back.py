"""Closing the tab costs nothing: home begins with the tables that one has a seat at, here and on another device."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.web.browser.axe import complaints, complaints_in_both_layouts
from tests.web.browser.conftest import Pages, Windows
from tests.web.browser.geometry import ALL, OUT_OF_SIGHT, resize
from tools.people import PHONE, Person, may_decide, open_table, play_now, sit_down, too_wide
from tools.waiting import until

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "phone": PHONE,
}


def home(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page


IN_SIGHT = """(found) => {
  const {left, right, top, bottom} = found.getBoundingClientRect();
  const fits = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  return fits && found.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


def in_sight(found: Locator) -> bool:
    """Whether it is on the screen with nothing over it, once the page has glided into its place."""
    until(lambda: found.evaluate(IN_SIGHT), f"out of sight: {found}")
    return True


def test_who_closes_the_tab_finds_the_table_on_home_and_plays_on(house: str, window: Windows) -> None:
    context = window(**PHONE)
    page = context.new_page()
    play_now(page, house, "mamma-mia")
    anna = Person(page, 3)
    until(lambda: may_decide(anna.look()))
    link, hand = page.url.removesuffix("?first=1"), page.locator("#hand").inner_text()
    page.close()
    back = home(context, house)
    expect(back.locator(".yours .turn .state")).to_contain_text("Your turn")
    button = back.get_by_role("link", name=re.compile("Continue.*Mamma Mia!, Your turn"))
    for name in ("wide", "desktop", "phone"):
        back.set_viewport_size(SIZES[name]["viewport"])
        assert in_sight(button)
        assert too_wide(back) <= 0
    button.click()
    expect(back).to_have_url(link)
    expect(back.locator("#hand")).to_have_text(re.compile(r"\S"))
    assert back.locator("#hand").inner_text() == hand
    Person(back, 3).take_turn()


def test_home_with_tables_in_every_state_is_for_everyone(house: str, new_page: Pages) -> None:
    back = new_page()
    play_now(back, house, "pizza-master")
    open_table(back, house, "mamma-mia", ["me", "open", "bot:cuoco"])
    back.goto(house)
    expect(back.locator(".yours .tables > li")).to_have_count(2)
    expect(back.locator(".yours .waiting .state")).to_contain_text("1 seat is still free")
    assert complaints_in_both_layouts(back) == []
    assert too_wide(back) <= 0
    for name in ("phone", "narrow", "small", "sideways", "small sideways", "desktop"):
        resize(back, ALL[name])
        assert back.evaluate(OUT_OF_SIGHT, [".yours .go", ".game .actions > *"]) == [], name
    back.locator(".menu > summary").click()
    back.get_by_role("button", name="Play on another device").click()
    expect(back.get_by_role("heading", name="Your tables on another device")).to_be_visible()
    for name in ("phone", "desktop"):
        back.set_viewport_size(SIZES[name]["viewport"])
        assert in_sight(back.get_by_role("img", name="QR code with your personal link"))
        assert too_wide(back) <= 0
    assert complaints(back) == []


def test_home_hears_that_it_is_my_turn_while_it_is_open(house: str, window: Windows) -> None:
    first, second = window(), window()
    anna, bruno = first.new_page(), second.new_page()
    link = open_table(anna, house, "mamma-mia", ["me", "open"])
    sit_down(bruno, link, "Bruno")
    waiting = home(second, house)
    expect(waiting.locator(".yours .state")).to_contain_text("Anna starts the game")
    waiting.get_by_role("link", name="Go there").focus()
    anna.get_by_role("button", name="Start the game").click()
    anna.locator("body[data-phase=playing]").wait_for()
    player = Person(anna, 5)
    if may_decide(player.look()):
        player.take_turn()
    waiting.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(waiting.locator(".yours .turn .state")).to_contain_text("Your turn")
    expect(waiting.get_by_role("link", name="Continue")).to_be_focused()


def test_all_tables_are_taken_along_to_the_phone(house: str, window: Windows) -> None:
    laptop, phone = window(), window(**PHONE)
    page = laptop.new_page()
    open_table(page, house, "mamma-mia", ["me", "open"], name="Anna")
    play_now(page, house, "pizza-master")
    page.goto(house)
    here = page
    here.locator(".menu > summary").click()
    here.get_by_role("button", name="Play on another device").click()
    link = here.get_by_role("textbox", name="Your personal link").input_value()
    there = phone.new_page()
    there.goto(link)
    expect(there.locator("main")).to_contain_text("These are Anna's tables.")
    assert in_sight(there.get_by_role("button", name="Bring them here"))
    assert complaints(there) == []
    there.get_by_role("button", name="Bring them here").tap()
    expect(there.locator(".yours .tables > li")).to_have_count(2)
    there.locator(".yours .tables a").first.tap()
    expect(there.locator("body")).to_have_attribute("data-seat", "0")
    person = Person(there, 1)
    until(lambda: may_decide(person.look()))
    person.take_turn()

"""Sealed deals as people have them: browsers add their numbers by themselves, and check the deal after the game."""

from __future__ import annotations

import re
from hashlib import sha256

from playwright.sync_api import Page, expect

from tests.web.browser.axe import complaints
from tests.web.browser.conftest import Pages
from tests.web.servers import SHORT, Program
from tools.people import too_wide

CHECKS = 5
HASHED = ["", "abc", "forno deal\n" + "7" * 64, *("x" * length for length in (55, 56, 63, 64, 65, 119, 120, 1000))]


def program_of(page: Page, house: str) -> Program:
    """The same seat for a program: moves are made quickly."""
    table = str(page.locator("body").get_attribute("data-table"))
    link = str(page.locator(".personal input").get_attribute("value"))
    return Program(house, table, link.rpartition("/")[2])


def check_the_deal(page: Page, *results: str) -> None:
    page.locator("#ending").wait_for()
    page.get_by_text("Fair deal", exact=True).press("Enter")
    items = page.locator(".checks > li")
    expect(items).to_have_count(CHECKS)
    for place, result in enumerate(results):
        expect(items.nth(place)).to_have_class(result)


def test_two_browsers_add_their_numbers_and_check_the_deal(house: str, new_page: Pages) -> None:
    anna, bruno = new_page(), new_page(viewport={"width": 390, "height": 844})
    host = Program.opens(house, "pizza-master", bots=0, options=SHORT)
    anna.goto(f"{house}/t/{host.table}/me/{host.key}")
    expect(anna.locator(".gather")).to_have_attribute("data-promises", re.compile("^0:"))
    bruno.goto(f"{house}/t/{host.table}")
    bruno.get_by_label("Your name").fill("Bruno")
    bruno.get_by_role("button", name="Join the game").click()
    expect(anna.locator(".gather")).to_have_attribute("data-promises", re.compile("^0:.* 1:"))
    anna.get_by_text("Fair deal").press("Enter")
    expect(anna.locator(".about-deal")).to_contain_text("Ready to add a number: Anna and Bruno.")
    anna.get_by_role("button", name="Start the game").click()
    for page in (anna, bruno):
        page.locator("body[data-phase=playing]").wait_for()
    expect(bruno.locator(".about-deal")).to_contain_text("Added a number: Anna and Bruno.")
    programs = [host, program_of(bruno, house)]
    while host.get()["phase"] != "over":
        for program in programs:
            told = program.get()
            if told.get("awaited"):
                program.decide(told)
    for page in (anna, bruno):
        check_the_deal(page, *["fine"] * CHECKS)
        assert too_wide(page) == 0
    assert complaints(bruno) == []
    # A house that shows another seal afterwards is caught.
    bruno.evaluate(
        """table => {
            const deals = JSON.parse(localStorage.getItem("forno-deals"));
            deals[table].seal = deals[table].number;
            localStorage.setItem("forno-deals", JSON.stringify(deals));
        }""",
        host.table,
    )
    bruno.reload()
    check_the_deal(bruno, "wrong", "fine", "fine", "fine", "fine")
    watcher = new_page()
    watcher.goto(f"{house}/t/{host.table}")
    check_the_deal(watcher, "unknown", "fine", "unknown", "fine", "fine")


def test_one_press_plays_at_once_with_this_browsers_number(house: str, new_page: Pages) -> None:
    page = new_page()
    page.goto(house)
    page.get_by_role("button", name="Play now").first.click()
    page.locator("body[data-phase=playing]").wait_for()
    expect(page.locator(".about-deal")).to_contain_text("Added a number: Guest.")
    page.go_back()
    page.get_by_role("button", name="Play now").first.click()
    page.locator("body[data-phase=playing]").wait_for()
    expect(page.locator(".about-deal")).to_contain_text("Added a number: Guest.")


def test_browsers_without_encryption_hash_alike(house: str, new_page: Pages) -> None:
    page = new_page()
    page.goto(f"{house}/settings")
    found = page.evaluate(
        """async texts => {
            const { digest, sha256 } = await import("/static/sealed.js");
            const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
            const own = texts.map((text) => hex(digest(new TextEncoder().encode(text))));
            return [own, await Promise.all(texts.map(sha256))];
        }""",
        HASHED,
    )
    assert found == [[sha256(text.encode()).hexdigest() for text in HASHED]] * 2

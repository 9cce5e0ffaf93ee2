"""Nothing moves that nobody moved, and nothing lies on what is read or pressed: measured while a game goes on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Fresh, Pages, scene_named
from tests.web.browser.geometry import ALL, COVERS, resize
from tools.people import Person, play_now, sit
from tools.scenes import Scene
from tools.waiting import until

WATCH = """() => {
  const shapes = (window.shapes = new Set());
  const look = () => {
    const all = [...document.querySelectorAll(".side > *, .side > * > *, .bar nav > :not(#skip)")];
    shapes.add(JSON.stringify(all.map((element) => element.getBoundingClientRect().toJSON())));
    requestAnimationFrame(look);
  };
  look();
}"""
"""Note every arrangement of the side column and the header, frame by frame."""

UNDO_COVERS = """() => {
  const note = document.querySelector(".undo");
  const all = [...document.querySelectorAll("button[data-slot], #turn-form :is([type=submit], .say, .question)")];
  return all.filter((element) => !element.contains(pressed) && !pressed.contains(element) && covers(note, element))
    .map((element) => element.outerHTML.slice(0, 120));
}"""


def at(page: Page, address: str, scene: Scene) -> None:
    sit(page, address, scene)
    page.evaluate(COVERS)


@pytest.mark.parametrize("name", ["table", "collecting", "lesson"])
def test_the_side_column_keeps_its_places_while_bots_play(
    staged: str, fresh: Fresh, new_page: Pages, name: str
) -> None:
    page = new_page(pace="fast", reduced_motion="no-preference")
    at(page, staged, fresh(name))
    understood(page)
    page.evaluate(WATCH)
    person = Person(page, 1)
    before = person.look()["number"]
    person.compose()
    until(lambda: understood(page) and person.look()["number"] not in (before, None))
    assert page.evaluate("shapes.size") == 1


def understood(page: Page) -> bool:
    """Press *Got it* for whatever a coach has told."""
    while page.locator("[data-got-it]").is_visible():
        page.locator("[data-got-it]").click()
    return True


@pytest.mark.parametrize(
    ("name", "pressed"),
    [
        ("table", "#turn-form [type=submit]"),
        ("oven", "#turn-form .chip:last-of-type"),
        ("bombastica", "#hand .stack:enabled"),
        ("making", "#refrigerator .shelf.pressable"),
    ],
)
def test_undo_takes_the_place_of_what_was_pressed(staged: str, new_page: Pages, name: str, pressed: str) -> None:
    page = new_page(kept={"undo": "long"})
    at(page, staged, scene_named(name))
    number = page.locator("#turn-form").get_attribute("data-number")
    for size in ("desktop", "phone", "sideways"):
        resize(page, ALL[size])
        if name == "table":
            page.locator("#hand .stack:enabled").first.click()
        control = page.locator(pressed).first
        control.evaluate("(element) => { window.pressed = element; }")
        control.click()
        expect(page.locator(".undo")).to_be_visible()
        assert page.evaluate(UNDO_COVERS) == [], size
        page.locator(".undo").click()
        expect(page.locator(".undo")).to_have_count(0)
        page.keyboard.press("Escape")  # takes the choice back, too
    page.reload()
    assert page.locator("#turn-form").get_attribute("data-number") == number, "something was sent"


def test_skip_and_the_start_cover_nothing(house: str, new_page: Pages) -> None:
    page = new_page()
    page.goto(house)
    page.get_by_role("button", name="With friends").first.click()
    page.locator(".start").wait_for()
    page.evaluate(COVERS)
    for name, size in ALL.items():
        resize(page, size)
        found = page.evaluate("""() => [...document.querySelectorAll(".chair, .invite")]
          .filter((chair) => covers(document.querySelector(".start"), chair)).length""")
        assert found == 0, name
    play_now(page, house, "mamma-mia")
    page.evaluate("document.getElementById('skip').hidden = false")
    assert page.evaluate("document.querySelector('.bar').contains(document.getElementById('skip'))")

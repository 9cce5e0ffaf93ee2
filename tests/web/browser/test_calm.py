"""Nothing moves that nobody moved, and nothing lies on what is read or pressed: measured while a game goes on."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Fresh, Windows, scene_named
from tests.web.browser.geometry import ALL, resize
from tools.people import Person, play_now, sit
from tools.scenes import Scene
from tools.waiting import until

SAID: Final = "One pineapple and four green peppers missing!"
"""The longest thing that a seat says."""

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

SPEAK = """async (words) => {
  const modules = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href);
  const { hush, speak } = await import(modules.find((address) => address.includes("bubbles")));
  const kept = "#turn-form :is(button, .say, .question), #hand .card, #verdict :is(.card, .checks > *), " +
    "#rail .slip, #refrigerator .shelf, .side, .bar";
  const others = Array.from({ length: document.body.dataset.players - 1 }, (_, place) => place + 1);
  return others.flatMap((seat) => {
    hush();
    const own = document.getElementById(`seat-${seat}`);
    own?.scrollIntoView({ block: "nearest", behavior: "instant" });
    speak(seat, words);
    const bubble = document.querySelector(".bubble");
    if (!bubble) return [];
    return [...document.querySelectorAll(kept)].filter((element) => !own.contains(element) && covers(bubble, element))
      .map((element) => `seat ${seat} covers ${element.outerHTML.slice(0, 120)}`);
  });
}"""
"""Let every other seat say that, and tell what of the table it covers."""
COVERS = """(() => { window.covers = (one, other) => {
  if (!other.checkVisibility({ visibilityProperty: true })) return false;
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  const wide = Math.min(a.right, b.right, innerWidth) - Math.max(a.left, b.left, 0);
  const high = Math.min(a.bottom, b.bottom, innerHeight) - Math.max(a.top, b.top, 0);
  return wide > 2 && high > 2;
}; })()"""
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
    staged: str, fresh: Fresh, window: Windows, name: str
) -> None:
    page = window(pace="fast", reduced_motion="no-preference").new_page()
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


@pytest.mark.parametrize("name", ["table", "six", "oven", "helping", "shopping", "making"])
def test_what_a_seat_says_covers_nothing_that_is_read_or_pressed(staged: str, window: Windows, name: str) -> None:
    page = window().new_page()
    at(page, staged, scene_named(name))
    wrong = []
    for size, measures in ALL.items():
        resize(page, measures)
        wrong += [f"{size}: {covered}" for covered in page.evaluate(SPEAK, SAID)]
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "pressed"),
    [
        ("table", "#turn-form [type=submit]"),
        ("oven", "#turn-form .chip:last-of-type"),
        ("bombastica", "#hand .stack:enabled"),
        ("making", "#refrigerator .shelf.pressable"),
    ],
)
def test_undo_takes_the_place_of_what_was_pressed(staged: str, window: Windows, name: str, pressed: str) -> None:
    page = window(kept={"undo": "long"}).new_page()
    moves: list[str] = []
    page.on("request", lambda request: moves.append(request.url) if request.url.endswith("/moves") else None)
    at(page, staged, scene_named(name))
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
    assert moves == []


def test_skip_and_the_start_cover_nothing(house: str, window: Windows) -> None:
    page = window().new_page()
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


@pytest.mark.parametrize("name", ["lessonend", "kitchenlessonend"])
def test_the_frame_of_a_lesson_stays_off_its_words(staged: str, window: Windows, name: str) -> None:
    page = window().new_page()
    at(page, staged, scene_named(name))
    page.locator(".pointed").wait_for()
    for size, measures in ALL.items():
        resize(page, measures)
        assert not page.evaluate("covers(document.querySelector('.pointed'), document.getElementById('lesson'))"), size

"""The table fits the window, from the smallest phone to the widest screen: measured, not looked at."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.web.browser.conftest import Pages, scene_named
from tests.web.browser.geometry import ALL, OUT_OF_SIGHT, TOGETHER, resize
from tools.people import sit
from tools.scenes import SCENES, Scene
from tools.waiting import until

BESIDE: Final = ("desktop", "large", "huge")
"""Windows in which the log has its place beside the table."""
PLAYING: Final = [scene for scene in SCENES if scene.name not in ("scoring", "points", "lessonend", "kitchenlessonend")]
LESSONS: Final = [scene for scene in SCENES if scene.name in ("lesson", "kitchenlesson")]

HIDDEN_DECISIONS = """() => {
  const form = document.getElementById("turn-form");
  const shown = (button) => button.checkVisibility() && getComputedStyle(button).opacity > 0;
  const sends = [...form.querySelectorAll("[type=submit], .go")].filter(shown);
  const all = sends.length ? sends : [...form.querySelectorAll("button")].filter(shown).slice(0, 1);
  return all.filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    if (top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1) return true;
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !button.contains(there);
  }).map((button) => `${button.textContent} at ${Math.round(button.getBoundingClientRect().bottom)} of ${innerHeight}`);
}"""
"""Script that returns the controls of a turn that can't be pressed without scrolling."""

PLACES = """() => Object.fromEntries([...document.querySelectorAll("#table [id]")]
  .filter((element) => element.checkVisibility() && !element.closest(".hints, .trading"))
  .map((element) => [element.id, element.getBoundingClientRect()])
  .map(([id, { x, y, width, height }]) => [id, [x, y, width, height].map((number) => Math.round(number))]))"""
"""Script that returns the places of everything on the table."""


def moved(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {place: (before[place], after.get(place)) for place in before if before[place] != after.get(place)}


def places(page: Page) -> dict[str, Any]:
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: dict[str, Any] = page.evaluate(PLACES)
    return found


@pytest.mark.parametrize("scene", LESSONS, ids=attrgetter("name"))
def test_the_coach_and_hints_move_nothing_when_they_come_and_go(staged: str, new_page: Pages, scene: Scene) -> None:
    page = new_page()
    sit(page, staged, scene)
    page.locator("#coach .now").wait_for()
    for name, size in ALL.items():
        resize(page, size)
        before = places(page)
        page.evaluate("document.getElementById('lesson').hidden = true")
        assert moved(before, places(page)) == {}, name
        page.evaluate("document.querySelector('.hints').open = true")
        page.locator("#hint :first-child").first.wait_for()
        assert moved({**before, "turn": None}, {**places(page), "turn": None}) == {}, name
        page.evaluate("document.querySelector('.hints').open = false")
        page.evaluate("document.getElementById('lesson').hidden = false")


@pytest.mark.parametrize("size", ["phone", "tablet", "sideways", "smallest", "small sideways", "narrow", "small"])
def test_the_coach_leaves_in_sight_what_it_speaks_of(staged: str, new_page: Pages, size: str) -> None:
    page = new_page(viewport=ALL[size])
    for scene in LESSONS:
        sit(page, staged, scene)
        if size == "phone" or (scene.name == "lesson" and size in ("narrow", "small")):
            page.locator(".pointed").wait_for()
            assert not page.evaluate(ON_THE_HAND)
        for _ in range(6):
            if "sideways" in size:
                assert page.evaluate(ON_WHAT_IS_NEXT) == [], (scene.name, page.inner_text("#coach .now h3"))
            if page.locator(".pointed").count():
                assert page.evaluate(SEEN), (scene.name, page.inner_text("#coach .now h3"))
            if not page.locator("[data-got-it]").is_visible():
                assert page.evaluate(HIDDEN_DECISIONS) == [], (scene.name, page.inner_text("#coach .now h3"))
                break
            page.locator("[data-got-it]").click()


ON_THE_HAND = """() => {
  const note = document.getElementById("lesson").getBoundingClientRect();
  return [...document.querySelectorAll("#hand .slip, #hand .card")].some((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return top < note.bottom && bottom > note.top;
  });
}"""
"""Whether a lesson's note lies on one's own cards."""
ON_WHAT_IS_NEXT = """() => {
  const note = document.getElementById("lesson").getBoundingClientRect();
  const next = document.querySelectorAll("#hand :is(.slip, .card), #turn-form button");
  return [...next].filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left < note.right && right > note.left && top < note.bottom && bottom > note.top;
  }).map((element) => element.textContent);
}"""
"""Script that returns which of one's own cards, and of the controls of a turn, a lesson's note lies on."""
SEEN = """() => {
  const { left, right, top, bottom } = document.querySelector(".pointed").getBoundingClientRect();
  const note = document.getElementById("lesson").getBoundingClientRect();
  const over = (edges) => {
    const wide = Math.min(right, innerWidth, edges.right) - Math.max(left, 0, edges.left);
    const high = Math.min(bottom, innerHeight, edges.bottom) - Math.max(top, 0, edges.top);
    return Math.max(0, wide) * Math.max(0, high);
  };
  const seen = over({ left: 0, right: innerWidth, top: 0, bottom: innerHeight }) - over(note);
  return seen > (right - left) * Math.min(bottom - top, 80) / 2;
}"""
"""Whether at least half of it is in sight beside the note, or as much as half a row of cards."""


def width(page: Page, selector: str) -> float:
    """Of what may be drawn anew just now."""
    found = page.locator(selector).first
    until(lambda: found.bounding_box() is not None)
    return float(found.evaluate("(element) => element.getBoundingClientRect().width"))


SMALL_PRINT = """() => Object.fromEntries(Object.entries({
  "coins": "#board .stack b", "what coins bring": "#board .brings", "names of orders": "#rail .slip-name",
  "points of orders": "#rail .slip-points", "trays": ".others .tray b",
}).map(([what, selector]) => [what, Math.min(...[...document.querySelectorAll(selector)]
  .map((element) => parseFloat(getComputedStyle(element).fontSize)))]))"""
OFF_THE_BOARD = """() => {
  const board = document.querySelector("#board .slices").getBoundingClientRect();
  const [x, y, radius] = [board.x + board.width / 2, board.y + board.height / 2, board.width / 2];
  return [...document.querySelectorAll("#board .stack")].filter((stack) => {
    const { left, right, top, bottom } = stack.getBoundingClientRect();
    const slice = stack.closest(".slice").getBoundingClientRect();
    const round = getComputedStyle(stack.closest(".slices")).borderRadius === "50%";
    const out = left < slice.left - 1 || right > slice.right + 1 || top < slice.top - 1 || bottom > slice.bottom + 1;
    return out || round && [left, right].some((x1) => [top, bottom].some((y1) => Math.hypot(x1 - x, y1 - y) > radius));
  }).length;
}"""
MIN_LETTER_PIXELS: Final = 10.5


MANY_ORDERS = """() => {
  const slips = document.querySelector("#hand .slips");
  while (slips.children.length < 7) slips.append(slips.firstElementChild.cloneNode(true));
}"""
UNREADABLE = """() => [...document.querySelectorAll("#hand .slip")].filter((slip) => {
  slip.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { left, right, top, bottom } = slip.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left < -1 || right > innerWidth + 1 || right - left < 60 || !slip.contains(there);
}).length"""


def test_seven_orders_can_be_read_on_every_screen(staged: str, new_page: Pages) -> None:
    page = new_page()
    sit(page, staged, scene_named("shopping"))
    page.evaluate(MANY_ORDERS)
    for name in TOGETHER:
        resize(page, ALL[name])
        assert page.evaluate(OUT_OF_SIGHT, ["#turn-form button:enabled", "#board .slice"]) == [], name
        assert page.evaluate(UNREADABLE) == 0, name


def test_five_players_coins_and_orders_can_be_read(staged: str, new_page: Pages) -> None:
    page = new_page()
    sit(page, staged, scene_named("making"))
    for name, size in ALL.items():
        resize(page, size)
        assert page.evaluate(OFF_THE_BOARD) == 0, name
        sizes = page.evaluate(SMALL_PRINT)
        assert {what: pixels for what, pixels in sizes.items() if pixels < MIN_LETTER_PIXELS} == {}, name
        if name in (*BESIDE, "tablet", "low"):
            assert width(page, "#rail .slip-needs .art") >= 16, name


CUT_AT_THE_EDGE = """() => {
  const row = document.querySelector("#rail .slips");
  const more = row.scrollWidth > row.clientWidth;
  if (more && getComputedStyle(row).maskImage === "none") return ["nothing shows that the row goes on"];
  row.scrollTo({ left: row.scrollWidth, behavior: "instant" });
  const end = row.getBoundingClientRect().right - parseFloat(getComputedStyle(row).paddingRight);
  const slips = [...row.querySelectorAll(".slip")].slice(-2);
  return slips.filter((slip) => slip.getBoundingClientRect().right > end + 1).map((slip) => slip.textContent);
}"""
"""Script that returns which of the last orders for everyone can't be read when their row is pushed to its end."""
ALL_BUT_FOUR = "for (const slip of document.querySelectorAll('#rail li:nth-child(n + 5)')) slip.remove()"


def test_orders_for_everyone_can_be_read_on_small_screens(staged: str, new_page: Pages) -> None:
    page = new_page()
    for all_of_them in (True, False):
        sit(page, staged, scene_named("discarding"))
        page.locator("#rail .slip").first.wait_for()
        if not all_of_them:
            page.evaluate(ALL_BUT_FOUR)
        for name in ("smallest", "narrow", "small", "phone", "small sideways", "sideways"):
            resize(page, ALL[name])
            assert page.evaluate(CUT_AT_THE_EDGE) == [], name
            if not all_of_them:
                assert page.evaluate("document.querySelector('#rail .slips').scrollLeft") == 0, name
                assert page.evaluate(OUT_OF_SIGHT, ["#rail .slip"]) == [], name


UNEVEN = """() => [...document.querySelectorAll(".home .game .actions, .ending > .actions")].filter((row) => {
  const ways = [...row.querySelectorAll("a, button")].filter((way) => way.checkVisibility());
  const boxes = ways.map((way) => way.getBoundingClientRect());
  const heights = new Set(boxes.flatMap(({ top, bottom }) => [Math.round(top), Math.round(bottom)]));
  return heights.size > 2 || ways.some((way) => way.scrollWidth > way.clientWidth + 1);
}).map((row) => row.innerText)"""
"""Script that returns the rows of buttons that take more than one line, or in which words are cut off."""


@pytest.mark.parametrize("language", ["en", "it", "de", "fr"])
def test_ways_into_a_game_and_out_of_it_stand_in_one_row_on_phones(staged: str, new_page: Pages, language: str) -> None:
    page = new_page(locale=language)
    scene = scene_named("points")
    for path in ("/", f"/t/{scene.id}/me/{scene.key}"):
        page.goto(f"{staged}{path}")
        page.locator(".actions .go").first.wait_for()
        for name in ("phone", "narrow", "small"):
            resize(page, ALL[name])
            assert page.evaluate(UNEVEN) == [], name

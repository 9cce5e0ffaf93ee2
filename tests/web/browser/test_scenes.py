"""Every scene of both games, loaded once: it fits all windows, nothing is lost at twice the size, axe finds nothing."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.browser.axe import NIGHT, complaints_on_a_desktop, complaints_on_a_phone
from tests.web.browser.conftest import ENDINGS, Pages, scene_named
from tests.web.browser.geometry import (
    ALL,
    CLOSE_DETAILS,
    COVERS,
    LOST,
    OPEN_DETAILS,
    OUT_OF_SIGHT,
    SAID,
    SPEAK,
    TOGETHER,
    UNDER_THE_NOTICE,
    measured,
    resize,
    spilling,
)
from tests.web.browser.test_endings import expect_the_result, wrong_at_the_end
from tests.web.browser.test_fitting import BESIDE, HIDDEN_DECISIONS, LESSONS, PLACES, PLAYING, moved, places, width
from tools.people import sit
from tools.scenes import SCENES, Scene

ZOOMED: Final[ViewportSize] = {"width": 640, "height": 400}
"""A desktop's window at twice its size."""
LARGE_TEXT: Final = "document.documentElement.style.fontSize = '200%'"
USUAL_TEXT: Final = "document.documentElement.style.fontSize = ''"

FULLEST: Final = ("table", "making", "scoring", "points")
"""The scenes with most on the table, at which colours on a desktop are looked at in both lights."""
AT_NOON: Final = ("oven", "bombastica", "helping", "shopping", "keeping", "lesson", "lessonend")
"""Scenes with elements of their own beside those, whose colours are looked at on a phone at noon, too."""

DECIDES: Final = {
    "mamma-mia": ("#turn-form button:enabled", "#hand .stack", ".verdict", ".check"),
    "pizza-master": ("#turn-form button:enabled", "#hand .slip"),
}
"""Selectors of what every decision of a game needs: its controls, one's own cards, and the order on trial."""
ABOUT: Final = {
    "table": ("#oven", "#hand li:first-child > .slip"),
    "six": ("#oven", "#hand li:first-child > .slip"),
    "aid": ("#oven", "#aid"),
    "shopping": ("#board .slice", ".mission-card"),
    "day": ("#board .slice",),
    "collecting": ("#refrigerator .shelf",),
    "making": ("#refrigerator .shelf", "#rail li:first-child .slip"),
    "trading": ("#refrigerator .shelf", "#rail li:first-child .slip", "#turn .trading > summary"),
}
"""Selectors of what else a scene's decision is about."""

WITH_BUBBLES: Final = ("table", "six", "oven", "helping", "shopping", "making")
"""Scenes in which every other seat says something, over what is read or pressed there if it can."""
WORDIEST: Final = ("six", "choosing", "keeping", "trading", "returning")
"""Scenes in which words take most of the room."""
LESSON_ENDS: Final = ("lessonend", "kitchenlessonend")
GROWING: Final = {
    "lesson": ("#hand .card",),
    "table": (".scene",),
    "oven": ("#verdict .card",),
    "making": ("#board .slices", "#rail .slip"),
}
"""Cards and boards, which grow with the screen."""
FRAMED: Final = "covers(document.querySelector('.pointed'), document.getElementById('lesson'))"
"""Whether the frame of a lesson lies on its words."""

OPEN_TRADES = "document.querySelector('#turn .trading').open = true"
CLOSE_TRADES = "document.querySelector('#turn .trading').open = false"
WITH_TRADES: Final = ("#turn .trade", "#turn-form button:enabled", "#hand .slip", "#refrigerator .shelf")
"""Selectors of what is in sight while trades are open."""

OFF_THE_COUNTER: Final = """() => {
  const counter = document.getElementById("opening");
  const spills = counter?.checkVisibility() && counter.scrollHeight > counter.clientHeight + 1;
  return spills ? ["what came out of the oven lies beside the counter"] : [];
}"""
UNFOLDED: Final = ("phone", "narrow")
"""Windows of a phone's width, and of the narrowest that WCAG asks for: nothing that is unfolded makes them wider."""
TWO_FRAMES: Final = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
FILL_THE_SIDE = """() => {
  const log = document.getElementById("log");
  for (let number = 0; number < 60; number++) {
    const line = document.createElement("li");
    line.className = "filling";
    line.textContent = "Somebody puts in something, and it takes a while to tell.";
    log.append(line);
  }
  for (const details of document.querySelectorAll(".side details:not([open])"))
    details.open = details.dataset.unfolded = true;
}"""
EMPTY_THE_SIDE = """() => { for (const line of document.querySelectorAll("#log .filling")) line.remove(); }"""
BESIDE_THE_TABLE = """() => {
  const log = document.getElementById("log");
  return [
    document.querySelector(".side").getBoundingClientRect().bottom > innerHeight + 1 && "the side column is too long",
    log.scrollHeight <= log.clientHeight && "the log doesn't scroll by itself",
  ].filter(Boolean);
}"""


@pytest.mark.parametrize("scene", SCENES, ids=attrgetter("name"))
def test_a_scene_is_whole_in_every_window_and_for_everyone(staged: str, new_page: Pages, scene: Scene) -> None:
    page = new_page(color_scheme=NIGHT)
    sit(page, staged, scene)
    wrong = []
    decides = scene in PLAYING and scene not in LESSONS  # a lesson's note may lie over the table, until it was read
    if decides:
        page.locator("#turn-form").wait_for()
    page.evaluate(COVERS)
    if scene.name in LESSON_ENDS:
        page.locator(".pointed").wait_for()
    widths = []
    for name, size in ALL.items():
        if not decides and scene not in ENDINGS and name not in (*BESIDE, *UNFOLDED):
            continue
        resize(page, size)
        found = list(wrong_with_a_decision(page, scene, name)) if decides else []
        if scene.name in WITH_BUBBLES:
            found += page.evaluate(SPEAK, SAID)
        if scene in ENDINGS:
            found += wrong_at_the_end(page, name)
        if scene.name in LESSON_ENDS and page.evaluate(FRAMED):
            found.append("the frame of the lesson lies on its words")
        if name in BESIDE:
            widths.append([width(page, selector) for selector in GROWING.get(scene.name, ())])
        if name in (BESIDE[0], BESIDE[-1]) and scene in PLAYING:
            found += moved_by_what_happens_beside(page)
        if name in UNFOLDED:
            page.evaluate(OPEN_DETAILS)
            found += spilling(page)
            if name == "phone":
                found += complaints_on_a_phone(page, colours=scene.name in AT_NOON)
            page.evaluate(CLOSE_DETAILS)
        if name in ("desktop", "phone"):
            found += [f"large text: {what}" for what in lost_with_large_text(page)]
        wrong += [f"{name}: {what}" for what in found]
    if scene in ENDINGS:
        expect_the_result(page, scene)
    for usual, large, huge in zip(*widths, strict=True):
        if large <= 1.25 * usual or huge <= 1.6 * usual:
            wrong.append(f"{GROWING[scene.name]} grow too little: {usual}, {large}, {huge}")
    resize(page, ZOOMED)
    wrong += [f"zoomed: {what}" for what in measured(page, *LOST)]
    resize(page, ALL["desktop"])
    page.evaluate(OPEN_DETAILS)
    wrong += complaints_on_a_desktop(page, both_lights=scene.name in FULLEST)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["it", "de", "fr"])
def test_longer_words_leave_decisions_whole_in_every_window(staged: str, new_page: Pages, language: str) -> None:
    page = new_page(locale=language)
    wrong = []
    for scene in map(scene_named, WORDIEST):
        sit(page, staged, scene)
        page.locator("#turn-form").wait_for()
        page.evaluate(COVERS)
        for name, size in ALL.items():
            resize(page, size)
            wrong += [f"{scene.name}, {name}: {what}" for what in wrong_with_a_decision(page, scene, name)]
    assert not wrong, "\n".join(wrong)


def wrong_with_a_decision(page: Page, scene: Scene, window: str) -> list[str]:
    """Return what of a decision is out of sight in this window, or can't be used."""
    together = (OUT_OF_SIGHT, UNDER_THE_NOTICE, OFF_THE_COUNTER) if window in TOGETHER else ()
    about = [*DECIDES[scene.game], *ABOUT.get(scene.name, ())]
    found = measured(page, HIDDEN_DECISIONS, *together, *LOST, about=about)
    if scene.name == "trading":
        page.evaluate(OPEN_TRADES)
        found += [f"trades open: {what}" for what in measured(page, *together, *LOST, about=WITH_TRADES)]
        page.evaluate(CLOSE_TRADES)
    return found


def lost_with_large_text(page: Page) -> list[str]:
    page.evaluate(LARGE_TEXT)
    page.evaluate(TWO_FRAMES)
    found = measured(page, *LOST)
    page.evaluate(USUAL_TEXT)
    return found


def moved_by_what_happens_beside(page: Page) -> list[str]:
    """Return what a long log and a chat beside the table move on it, and whether the log scrolls by itself."""
    before = page.evaluate(PLACES)
    wrong = [] if page.evaluate("document.documentElement.scrollHeight <= innerHeight") else ["it needs scrolling"]
    page.evaluate(FILL_THE_SIDE)
    wrong += [f"{place} moved {how}" for place, how in moved(before, places(page)).items()]
    wrong += page.evaluate(BESIDE_THE_TABLE)
    page.evaluate(EMPTY_THE_SIDE)
    page.evaluate(CLOSE_DETAILS)
    return wrong

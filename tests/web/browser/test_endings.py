"""The end of a game: whatever a final screen offers can be pressed, in every window, and leads where it says."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.browser.geometry import ALL, TOGETHER, WINDOWS, resize
from tools.people import sit
from tools.scenes import SCENES, Scene

ENDINGS: Final = [scene for scene in SCENES if scene.name in ("scoring", "points", "lessonend", "kitchenlessonend")]
OFFERS: Final = (
    "Share the result",
    "Review",
    "Watch it again",
    "Download the record",
    "Home",
    "Rematch",
)

COVERS = """([one, other]) => {
  const [a, b] = [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect());
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return high > 1 && wide > 1;
}"""

CUT = """() => [...document.querySelectorAll(".bill :not(.unseen)")].filter((part) => (
  part.scrollHeight > part.clientHeight + 1 && !["visible", "clip"].includes(getComputedStyle(part).overflowY)
)).map((part) => part.className)"""
"""What of the bill has to be scrolled by itself."""


@pytest.mark.parametrize("scene", ENDINGS, ids=attrgetter("name"))
def test_the_bill_lies_above_the_board_and_everything_can_be_pressed(
    staged: str, window: Windows, scene: Scene
) -> None:
    page = window().new_page()
    sit(page, staged, scene)
    for size in WINDOWS.values():
        resize(page, size)
        assert not page.evaluate(COVERS, [".ending", "#table"]), size
        assert not page.evaluate(COVERS, [".ending", ".side"]), size
        assert page.evaluate(CUT) == [], size
        for name in OFFERS:
            page.locator(".ending").get_by_text(name, exact=True).click(trial=True)
    for name in TOGETHER:
        resize(page, ALL[name])
        expect(page.locator("#rematch button")).to_be_in_viewport(ratio=1)
    expect(page.locator(".bill :is(tr, li)", has=page.locator(".you"))).to_contain_text("Anna")
    expect(page.locator(".ending").get_by_text(re.compile(r"\b(wins|won)\b")).filter(visible=True)).to_have_count(1)
    if scene.name == "scoring":
        expect(page.locator("#honours")).to_contain_text("First place")


@pytest.mark.parametrize("table", ["scenescoring", "scenepoints"])
@pytest.mark.parametrize("seen_by", ["all", "0"])
def test_the_end_of_a_replay_can_be_left_in_every_window(
    staged: str, window: Windows, table: str, seen_by: str
) -> None:
    page = window().new_page()
    page.goto(f"{staged}/t/{table}/replay?at=9999&seat={seen_by}")
    expect(page.locator(".bill")).to_be_visible()
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    for size in WINDOWS.values():
        resize(page, size)
        assert not page.evaluate(COVERS, [".ending", "#table"]), size
        for key in page.locator(".replay-bar button:enabled:visible").all():
            key.click(trial=True)
        page.locator("#seat").click(trial=True)
        page.locator("#at").click(trial=True)


@pytest.mark.parametrize("scene", ENDINGS, ids=attrgetter("name"))
def test_what_is_offered_leads_where_it_says(staged: str, window: Windows, scene: Scene) -> None:
    page = window(viewport=WINDOWS["desktop"]).new_page()
    for name, where in (("Watch it again", r"/t/\w+/replay"), ("Home", r"/"), ("Rematch", r"/t/\w+(\?seat=0)?")):
        sit(page, staged, scene)
        with page.expect_navigation():
            page.locator(".ending").get_by_text(name, exact=True).click()
        assert re.fullmatch(where, page.url.removeprefix(staged)), name
    sit(page, staged, scene)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".txt")

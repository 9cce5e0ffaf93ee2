"""Every scene of both games, loaded once: it fits all windows, nothing is lost at twice the size, axe finds nothing."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.browser.axe import NIGHT, complaints_in_both_layouts
from tests.web.browser.conftest import ENDINGS, Windows
from tests.web.browser.geometry import (
    ALL,
    OPEN_DETAILS,
    OUT_OF_SIGHT,
    TOGETHER,
    WIDTHS,
    WINDOWS,
    lost,
    resize,
    spilling,
)
from tests.web.browser.test_endings import expect_the_result, wrong_at_the_end
from tests.web.browser.test_fitting import BESIDE, HIDDEN_DECISIONS, LESSONS, PLAYING, moved, places
from tools.people import sit
from tools.scenes import SCENES, Scene

ZOOMED: Final[ViewportSize] = {"width": 640, "height": 400}
"""A desktop's window at twice its size."""
LARGE_TEXT: Final = "document.documentElement.style.fontSize = '200%'"
USUAL_TEXT: Final = "document.documentElement.style.fontSize = ''"

DECIDES: Final = {
    "mamma-mia": ("#turn-form button:enabled", "#hand .stack", ".verdict"),
    "pizza-master": ("#turn-form button:enabled", "#hand .slip"),
}
"""What every decision of a game needs: what decides it, one's own cards, and the order on trial."""
ABOUT: Final = {
    "table": ("#oven", "#hand li:first-child > .slip"),
    "six": ("#oven", "#hand li:first-child > .slip"),
    "shopping": ("#board .slice",),
    "day": ("#board .slice",),
    "collecting": ("#refrigerator .shelf",),
    "making": ("#refrigerator .shelf", "#rail li:first-child .slip"),
}
"""What else a scene's decision is about."""

FILL_THE_SIDE = """() => {
  const log = document.getElementById("log");
  for (let number = 0; number < 60; number++) {
    const line = document.createElement("li");
    line.textContent = "Somebody puts in something, and it takes a while to tell.";
    log.append(line);
  }
  for (const details of document.querySelectorAll(".side details")) details.open = true;
}"""


@pytest.mark.parametrize("scene", SCENES, ids=attrgetter("name"))
def test_a_scene_is_whole_in_every_window_and_for_everyone(staged: str, window: Windows, scene: Scene) -> None:
    page = window(color_scheme=NIGHT).new_page()
    sit(page, staged, scene)
    wrong = []
    decides = scene in PLAYING and scene not in LESSONS  # a lesson's note may lie over the table, until it was read
    if decides:
        page.locator("#turn-form").wait_for()
    before = {}
    for name, size in ALL.items():
        if not decides and scene not in ENDINGS and name not in BESIDE:
            continue
        resize(page, size)
        if scene in PLAYING and name in BESIDE:
            before[name] = places(page)
            if page.evaluate("document.documentElement.scrollHeight - innerHeight") > 0:
                wrong.append(f"{name}: a table needs no scrolling")
        if scene in ENDINGS:
            wrong += [f"{name}: {what}" for what in wrong_at_the_end(page, name)]
        if decides:
            wrong += [f"{name}: out of sight: {what}" for what in page.evaluate(HIDDEN_DECISIONS)]
            if name in TOGETHER:
                about = [*DECIDES[scene.game], *ABOUT.get(scene.name, ())]
                wrong += [f"{name}: {what}" for what in page.evaluate(OUT_OF_SIGHT, about)]
            wrong += [f"{name}: {what}" for what in lost(page)]
    if scene in ENDINGS:
        expect_the_result(page, scene)
    wrong += lost_at_twice_the_size(page)
    wrong += moved_by_what_happens_beside(page, before)
    page.evaluate(OPEN_DETAILS)
    for width in WIDTHS:
        resize(page, {"width": width, "height": 844})
        wrong += [f"{width} px wide: {what}" for what in spilling(page)]
    wrong += complaints_in_both_layouts(page)
    assert not wrong, "\n".join(wrong)


def lost_at_twice_the_size(page: Page) -> list[str]:
    resize(page, ZOOMED)
    wrong = [f"zoomed: {what}" for what in lost(page)]
    page.evaluate(LARGE_TEXT)
    for name in ("desktop", "phone"):
        resize(page, WINDOWS[name])
        wrong += [f"large text on a {name}: {what}" for what in lost(page)]
    page.evaluate(USUAL_TEXT)
    return wrong


def moved_by_what_happens_beside(page: Page, before: dict[str, dict[str, Any]]) -> list[str]:
    """What a long log and a chat beside the table move on it, in the windows where it was looked at before."""
    wrong = []
    if before:
        page.evaluate(FILL_THE_SIDE)
    for name in before:
        resize(page, ALL[name])
        wrong += [f"{name}: {place} moved {how}" for place, how in moved(before[name], places(page)).items()]
        side = page.locator(".side").bounding_box()
        assert side is not None
        if side["y"] + side["height"] > ALL[name]["height"] + 1:
            wrong.append(f"{name}: the side column reaches beyond the window")
        if not page.evaluate(
            "(({scrollHeight, clientHeight}) => scrollHeight > clientHeight)(document.getElementById('log'))"
        ):
            wrong.append(f"{name}: the log doesn't scroll by itself")
    return wrong

"""The end of a game: whatever a final screen offers can be pressed, in every window, and leads where it says."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import ENDINGS, Fresh, Pages
from tests.web.browser.geometry import TOGETHER, WINDOWS, resize
from tests.web.servers import Browser
from tools.scenes import Scene

OFFERS: Final = (
    "Share",
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
"""Script that returns the parts of the bill that have to be scrolled by themselves."""

NOT_OFFERED = """(offers) => offers.filter((offer) => {
  const all = [...document.querySelectorAll(".ending *")];
  const named = all.filter((one) => one.textContent.trim() === offer && one.checkVisibility());
  return !named.some((one) => {
    one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
})"""
"""Script that returns the controls that a pointer can't reach on a final screen."""

UNREACHABLE = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  if (!one.checkVisibility()) return false;
  one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((one) => one.outerHTML.slice(0, 120))"""


def wrong_at_the_end(page: Page, window: str) -> list[str]:
    """Return the faults of a final screen in this window: its bill is above the board, and all can be pressed."""
    wrong = []
    if window in TOGETHER:
        expect(page.locator("#rematch button")).to_be_in_viewport(ratio=1)
    if window in WINDOWS:
        covered = [other for other in ("#table", ".side") if page.evaluate(COVERS, [".ending", other])]
        wrong += [f"the bill lies over {other}" for other in covered]
        wrong += [f"{part} of the bill is cut off" for part in page.evaluate(CUT)]
        wrong += [f"{offer} can't be pressed" for offer in page.evaluate(NOT_OFFERED, OFFERS)]
    return wrong


def expect_the_result(page: Page, scene: Scene) -> None:
    """The result is told once, with one's own row."""
    expect(page.locator(".bill :is(tr, li)", has=page.locator(".you"))).to_contain_text("Anna")
    expect(page.locator(".ending").get_by_text(re.compile(r"\b(wins|won)\b")).filter(visible=True)).to_have_count(1)
    if scene.name == "scoring":
        expect(page.locator("#honours")).to_contain_text("First place")


@pytest.mark.parametrize(("table", "seen_by"), [("scenescoring", "all"), ("scenepoints", "0")])
def test_the_end_of_a_replay_can_be_left_in_every_window(
    staged: str, new_page: Pages, table: str, seen_by: str
) -> None:
    page = new_page()
    page.goto(f"{staged}/t/{table}/replay?at=9999&seat={seen_by}")
    expect(page.locator(".bill")).to_be_visible()
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    assert page.locator(".replay-bar button:enabled:visible").count() > 1
    for size in WINDOWS.values():
        resize(page, size)
        assert not page.evaluate(COVERS, [".ending", "#table"]), size
        assert page.evaluate(UNREACHABLE, ".replay-bar button:enabled, #seat, #at") == [], size


def way(html: str, name: str) -> str:
    """Return the address of a link of that name on a final screen."""
    found = re.search(rf'<a\b[^>]*\bhref="([^"]*)"[^>]*>(?:<[^>]*>)*{name}<', html.partition('class="ending')[2])
    assert found is not None, name
    return found[1]


@pytest.mark.parametrize("name", [scene.name for scene in ENDINGS])
def test_what_is_offered_leads_where_it_says(staged: str, fresh: Fresh, name: str) -> None:
    """Whole games and test_results.py press it."""
    visitor, scene = Browser(staged), fresh(name)
    html = visitor.get(f"/t/{scene.id}/me/{scene.key}").text
    assert way(html, "Watch it again") == f"/t/{scene.id}/replay"
    assert way(html, "Home") == "/"
    assert 'id="replay-bar"' in visitor.get(way(html, "Watch it again")).text
    record = visitor.get(way(html, "Download the record"))
    assert re.search(r'filename="[^"]*\.txt"', record.headers["content-disposition"])
    rematch = visitor.send(f"/t/{scene.id}/rematch")
    assert re.fullmatch(r"/t/\w+", rematch.url.path)
    assert rematch.url.path != f"/t/{scene.id}"
    assert f'action="/t/{scene.id}/rematch"' in html

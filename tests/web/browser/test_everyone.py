"""Pages for everyone: axe-core finds nothing, text can be twice as large, and a slow line brings the table soon."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from forno.pages.publishing.show import MAX_FIRST_LOG_LINES
from tests.web.browser.axe import complaints_in_both_layouts
from tests.web.browser.conftest import NO_PAGE, ErrorWatch, Pages, Windows, scene_named
from tests.web.browser.geometry import OPEN_DETAILS, WIDTHS, spilling
from tools import scenes
from tools.people import PHONE, open_settings, open_table, too_wide

PAGES: Final = (
    "/",
    "/lobby",
    "/new/mamma-mia",
    "/new/pizza-master",
    "/settings",
    "/rules",
    "/rules/mamma-mia",
    "/rules/pizza-master/master",
    "/replay",
    "/offline",
    "/nowhere",
    "/t/scenescoring/replay?at=40&seat=all",
    "/t/scenepoints/replay?at=60&seat=0",
    "/t/scenetable",
)
WORDY_PAGES: Final = tuple(path for path in PAGES if path.startswith(("/rules/", "/t/")))
"""Pages of much text, at whose colours axe looks in one light alone: they are those of other pages and of scenes."""
MAX_BYTES: Final = 150_000


def listed(found: dict[str, list[str]]) -> str:
    """Return the findings, line by line."""
    return "\n".join(f"{where}: {line}" for where, wrong in found.items() for line in wrong)


def sideways(page: Page, *widths: int) -> list[str]:
    """Return what makes a page with everything unfolded scroll sideways in windows of these widths."""
    page.evaluate(OPEN_DETAILS)
    wrong = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 844})
        wrong += [f"{width} px wide: {what}" for what in spilling(page)]
    return wrong


def test_axe_finds_nothing_on_pages_and_none_scrolls_sideways(
    staged: str, new_page: Pages, page_errors: ErrorWatch
) -> None:
    page_errors.forgiven.append(NO_PAGE)
    page = new_page()
    found = {}
    for path in PAGES:
        page.goto(f"{staged}{path}")
        found[path] = complaints_in_both_layouts(page, colours=path not in WORDY_PAGES) + sideways(page, *WIDTHS)
    assert not any(found.values()), listed(found)


def test_axe_finds_nothing_where_guests_gather_and_in_dialogs(house: str, new_page: Pages) -> None:
    host, guest = new_page(), new_page()
    link = open_table(host, house, "mamma-mia", ["me", "open", "person:Bruno", "bot:cuoco"], public=True)
    guest.goto(link)
    host.evaluate(OPEN_DETAILS)
    for page in (host, guest):
        assert complaints_in_both_layouts(page) == []
    guest.goto(f"{house}/lobby")
    expect(guest.locator(".tables li").first).to_be_visible()
    assert complaints_in_both_layouts(guest) == []
    host.locator(".menu > summary").click()
    assert complaints_in_both_layouts(host, ".menu") == []
    host.keyboard.press("Escape")
    expect(host.locator(".menu")).not_to_have_attribute("open", "")
    for opens, dialog in ((open_settings, "#settings"), (lambda page: page.keyboard.press("?"), "#keys")):
        opens(host)
        expect(host.locator(dialog)).to_be_visible()
        assert complaints_in_both_layouts(host, dialog) == []
        host.keyboard.press("Escape")
        expect(host.locator(dialog)).to_be_hidden()


def test_axe_finds_nothing_on_the_cover_between_two_hands(house: str, new_page: Pages) -> None:
    page = new_page()
    link = open_table(page, house, "mamma-mia", ["me", "person:Bruno"])
    for seat in (0, 1):
        page.goto(f"{link}?seat={seat}")
        if page.locator("#cover").is_visible():
            break
    expect(page.locator("#cover")).to_be_visible()
    assert complaints_in_both_layouts(page) == []


def test_nothing_scrolls_sideways_on_the_narrowest_italian_phone(
    staged: str, new_page: Pages, page_errors: ErrorWatch
) -> None:
    page_errors.forgiven.append(NO_PAGE)
    # Without scripts, which take longer than the pages. English pages are above, English tables in test_scenes.py.
    page = new_page(viewport={"width": WIDTHS[-1], "height": 844}, locale="it", java_script_enabled=False)
    tables = {scene.name: f"/t/{scene.id}/me/{scene.key}" for scene in scenes.SCENES}
    found = {}
    for name, path in {**dict.fromkeys(PAGES), **tables}.items():
        page.goto(f"{staged}{path or name}")
        page.locator("h1").first.wait_for(state="attached")
        found[name] = sideways(page, WIDTHS[-1])
    assert not any(found.values()), listed(found)


CUT = """() => [...document.querySelectorAll("main select")].flatMap((select) => {
  if (!select.checkVisibility()) return [];
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const arrow = 22;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
  return [...select.options].filter(({ text }) => pen.measureText(text).width > room).map(({ text }) => text);
})"""
"""Script that returns the choices that wouldn't fit into their field."""


@pytest.mark.parametrize("language", ["en", "it"])
def test_whoever_can_sit_down_is_named_in_full_on_a_phone(house: str, new_page: Pages, language: str) -> None:
    page = new_page(**PHONE, locale=language)
    for game in ("mamma-mia", "pizza-master"):
        page.goto(f"{house}/new/{game}")
        assert page.evaluate(CUT) == []
        open_table(page, house, game, ["me", "open", "person:Bruno", "bot:cuoco"])
        page.locator(".chair .here > summary").click()
        expect(page.locator(".chair select[name=bot]")).to_be_visible()
        assert page.evaluate(CUT) == []
        assert too_wide(page) <= 0


@pytest.mark.parametrize("name", ["table", "making", "keeping", "points", "late", "bill"])
def test_a_table_is_at_most_150_kilobytes_over_the_wire(staged: str, window: Windows, name: str) -> None:
    scene = scene_named(name)
    context = window()
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: dict[str, int] = {}
    addresses: dict[str, str] = {}
    line.on("Network.requestWillBeSent", lambda told: addresses.update({told["requestId"]: told["request"]["url"]}))
    line.on("Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}))
    page.goto(f"{staged}/t/{scene.id}/me/{scene.key}", wait_until="load")
    page.locator("#turn-form, #ending").first.wait_for()
    page.evaluate("() => document.fonts.ready.then(() => null)")
    weight = {addresses.get(request, request).removeprefix(staged): int(size) for request, size in sizes.items()}
    print(f"{scene.game}: {sum(weight.values())} bytes over the wire: {weight}")
    assert any(path.endswith(".css") or ".css" in path for path in weight)
    assert sum(weight.values()) <= MAX_BYTES, weight


def test_a_page_begins_with_the_latest_lines_and_shows_those_before_on_demand(staged: str, new_page: Pages) -> None:
    scene = scene_named("keeping")
    page = new_page()
    page.goto(f"{staged}/t/{scene.id}/me/{scene.key}")
    lines, earlier = page.locator("#log > li:not(.earlier)"), page.get_by_role("link", name="Show earlier")
    expect(lines).to_have_count(MAX_FIRST_LOG_LINES)
    whole = page.evaluate(
        """async (address) => [...new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html")
        .querySelectorAll("#log > li")].map((line) => line.textContent)""",
        earlier.get_attribute("href"),
    )
    assert len(whole) > 2 * MAX_FIRST_LOG_LINES
    page.evaluate("document.getElementById('log').lastElementChild.remove()")  # not yet shown, but known already
    earlier.press("Enter")
    expect(earlier).to_have_count(0)
    assert lines.all_text_contents() == whole[:-1]

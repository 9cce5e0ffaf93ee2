"""Games that play themselves: with a pace, a pause and keys, and a link to every moment."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import scene_named
from tests.web.browser.geometry import ALL, spilling
from tests.web.servers import Program
from tools.people import PHONE

NewPage = Callable[..., Page]


@pytest.fixture(scope="module")
def finished(house: str) -> str:
    """The address of a game that is over."""
    program = Program.opens(house, "mamma-mia", options={"players": 2})
    program.start()
    program.play_on()
    return f"{house}/t/{program.table}/replay"


def where(page: Page) -> Locator:
    return page.locator(".replay-bar .where")


def test_a_replay_plays_itself_and_can_be_paused(finished: str, new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    page.goto(finished)
    play = page.locator("#play")
    expect(play).to_have_text("Pause")
    expect(where(page)).to_have_text(re.compile("^2 of"))
    expect(page.locator(".story [aria-current]")).to_have_count(1)
    play.click()
    expect(play).to_have_text("Play")
    at = where(page).text_content()
    assert at is not None
    # What came before the pause is shown, nothing else.
    assert f"at={at.split()[0]}&" in page.url
    page.keyboard.press("Tab")
    page.reload()
    expect(where(page)).to_have_text(at)
    expect(play).to_have_text("Play")


def test_it_goes_on_to_the_end_and_from_there_to_the_beginning(finished: str, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{finished}?at=0")
    last = int(page.locator("#at").get_attribute("max") or 0)
    page.goto(f"{finished}?at={last - 2}")
    play = page.locator("#play")
    play.click()
    expect(where(page)).to_have_text(f"{last} of {last}")
    expect(page.locator(".ending")).to_be_visible()
    expect(play).to_have_text("Play")
    play.click()
    expect(where(page)).to_have_text(re.compile("^[01] of"))
    expect(page.locator(".ending")).to_have_count(0)


def test_keys_play_it_and_go_through_it(finished: str, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{finished}?at=3")
    for key, at in (("ArrowRight", 4), ("ArrowLeft", 3), ("ArrowLeft", 2), ("Home", 0)):
        page.keyboard.press(key)
        expect(where(page)).to_have_text(re.compile(f"^{at} of"))
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Pause")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Play")
    page.keyboard.press("End")
    expect(page.locator(".ending")).to_be_visible()


def test_every_moment_has_a_link(finished: str, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{finished}?at=3")
    line = page.locator(".story a").nth(6)
    said = line.inner_text()
    line.click()
    expect(where(page)).to_have_text(re.compile("^6 of"))
    assert page.url.endswith("/replay?at=6&seat=all")
    expect(page.locator(".log")).to_contain_text(said)
    page.locator("#seat").select_option("0")
    expect(page.locator(".open-hands")).to_have_count(0)
    assert page.url.endswith("?at=6&seat=0")
    expect(page.get_by_role("button", name="Copy a link")).to_have_attribute("data-copy", re.compile(r"at=6&seat=0$"))
    other = new_page()
    other.goto(page.url)
    assert other.locator("#table").inner_text() == page.locator("#table").inner_text()


def test_a_pasted_record_plays_itself_too_and_its_bar_keeps_the_focus(
    finished: str, house: str, new_page: NewPage
) -> None:
    page = new_page(**PHONE)
    page.goto(f"{house}/replay")
    record = page.request.get(finished.replace("/replay", "/record")).text()
    page.locator("textarea[name=record]").fill(record)
    page.locator("main form button[type=submit], main form button:not([type])").first.click()
    on = page.get_by_role("button", name="Next", exact=True)
    on.focus()
    page.keyboard.press("Enter")
    expect(where(page)).to_have_text(re.compile("^1 of"))
    expect(on).to_be_focused()
    page.locator(".story button").nth(4).click()
    expect(where(page)).to_have_text(re.compile("^4 of"))
    page.locator("#play").click()
    expect(where(page)).to_have_text(re.compile("^5 of"))
    page.locator("#play").click()
    assert page.url == f"{house}/replay"


def test_without_script_every_step_is_a_page(finished: str, new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(finished)
    expect(page.locator("#play")).to_be_hidden()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(where(page)).to_have_text(re.compile("^1 of"))
    page.locator(".story a").nth(3).click()
    expect(where(page)).to_have_text(re.compile("^3 of"))


PUSHED_ALONG = """() => [...document.querySelectorAll(".open-hand > div")]
  .filter((hand) => hand.scrollWidth > hand.clientWidth).map((hand) => hand.innerText)"""


LINES_OF_THE_BAR = """() => {
  const shown = [...document.querySelectorAll(".replay-bar > :is(input, button, select)")];
  const tops = shown.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect());
  return new Set(tops.map(({ top, bottom }) => Math.round((top + bottom) / 2))).size;
}"""


@pytest.mark.parametrize("name", ["points", "scoring"])
def test_open_hands_are_whole_on_phones_above_a_bar_of_three_lines(staged: str, new_page: NewPage, name: str) -> None:
    for size in ("phone", "small", "narrow"):
        page = new_page(viewport=ALL[size], locale="de")
        page.goto(f"{staged}/t/{scene_named(name).id}/replay?at=40&seat=all")
        page.locator(".open-hand .slip").first.wait_for()
        assert page.evaluate(PUSHED_ALONG) == [], size
        assert spilling(page) == [], size
        assert page.evaluate(LINES_OF_THE_BAR) == 3, size

"""The result is a moment: in view and in focus wherever one had scrolled to, said, celebrated; and then a rematch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import complaints
from tests.web.browser.conftest import LAST_MOVE_KEYS, LAST_MOVES, Pages, last_move_id
from tests.web.browser.test_coming_back import SIZES, in_sight
from tests.web.servers import Program
from tools.people import too_wide

TO_THE_END = "scrollTo(0, document.documentElement.scrollHeight)"


@dataclass(frozen=True)
class TwoPlayers:
    """A game of two people, before its last moves."""

    programs: list[Program]

    @property
    def links(self) -> list[str]:
        return [f"/t/{program.table}/me/{program.key}" for program in self.programs]

    def finish(self) -> list[int]:
        """Play it to its end; returns who won."""
        while True:
            for program in self.programs:
                told = program.get()
                if told["phase"] == "over":
                    winners: list[int] = told["view"]["outcome"]["winners"]
                    return winners
                if told.get("awaited"):
                    # Each has another habit, so that they don't share the win.
                    program.decide(told, 0 if program is self.programs[0] else -1)


@pytest.fixture(scope="session")
def unfinished() -> Iterator[str]:
    """Names of tables at which the last move is awaited, each for one test."""
    return (last_move_id(number) for number in range(LAST_MOVES))


@pytest.fixture
def two(staged: str, unfinished: Iterator[str]) -> TwoPlayers:
    table = next(unfinished)
    return TwoPlayers([Program(staged, table, key) for key in LAST_MOVE_KEYS])


def seated(two: TwoPlayers, staged: str, new_page: Pages, *devices: dict[str, Any]) -> list[Page]:
    """The pages of Anna and Bruno, on their devices."""
    pages = [new_page(**device) for device in devices]
    for page, link in zip(pages, two.links, strict=True):
        page.goto(staged + link)
        page.locator("body[data-phase=playing]").wait_for()
    return pages


def test_the_result_comes_into_view_and_is_said_wherever_one_looked(
    two: TwoPlayers, staged: str, new_page: Pages
) -> None:
    pages = seated(two, staged, new_page, SIZES["desktop"], SIZES["phone"])
    for page in pages:
        page.evaluate(TO_THE_END)
    winners = two.finish()
    names = ["Anna", "Bruno"]
    for seat, page in enumerate(pages):
        page.locator("body[data-phase=over]").wait_for()
        expect(page.locator("#ending")).to_be_focused()
        result = page.get_by_role("region", name=re.compile("won")).get_by_role("heading").first
        if len(winners) == 2:
            expect(result).to_have_text(f"You won together with {names[1 - seat]}.")
        elif seat in winners:
            expect(result).to_have_text("You won!")
        else:
            expect(result).to_have_text(f"{names[1 - seat]} won. You came second.")
        assert in_sight(result)
        assert in_sight(page.locator(".bill h2"))
        assert too_wide(page) <= 0
        if seat == 0:
            page.set_viewport_size(SIZES["wide"]["viewport"])
        page.evaluate(TO_THE_END)
        page.reload()
        expect(page.locator("#ending")).to_be_focused()
        assert in_sight(result)
        assert too_wide(page) <= 0


def test_the_winner_is_celebrated_unless_motion_isnt_wanted(two: TwoPlayers, staged: str, new_page: Pages) -> None:
    winner = two.finish()[0]
    for pace, motion, rains in (
        ("normal", "no-preference", True),
        ("instant", "no-preference", False),
        ("normal", "reduce", False),
    ):
        page = new_page(pace=pace, reduced_motion=motion)
        page.goto(staged + two.links[winner])
        expect(page.locator("#result .art")).to_be_visible()
        expect(page.locator(".celebration")).to_have_count(1)
        assert page.locator(".celebration").evaluate("all => getComputedStyle(all).display !== 'none'") is rains
    other = new_page(pace="normal", reduced_motion="no-preference")
    other.goto(staged + two.links[1 - winner])
    expect(other.locator("#result")).to_be_visible()
    assert other.locator(".celebration").count() == (1 if "together" in other.locator("#result").inner_text() else 0)


def test_who_wants_a_rematch_is_named_and_the_others_join_with_one_press(
    two: TwoPlayers, staged: str, new_page: Pages
) -> None:
    anna, bruno = seated(two, staged, new_page, SIZES["desktop"], SIZES["phone"])
    two.finish()
    for page in (anna, bruno):
        page.locator("body[data-phase=over]").wait_for()
    bruno.evaluate(TO_THE_END)
    anna.get_by_role("button", name="Rematch").click()
    wish = bruno.locator("#rematch-wish")
    expect(wish).to_contain_text("Anna wants a rematch.")
    for size in ("phone", "desktop", "wide"):
        bruno.set_viewport_size(SIZES[size]["viewport"])
        assert in_sight(wish.get_by_text("Anna wants a rematch."))
        assert in_sight(wish.get_by_role("button", name="Join the rematch"))
        assert too_wide(bruno) <= 0
    assert complaints(bruno) == []
    wish.get_by_role("button", name="Join the rematch").click()
    for page in (anna, bruno):
        page.locator("body[data-phase=playing]").wait_for()
    assert anna.url == bruno.url


def test_who_comes_later_learns_of_the_rematch_too(two: TwoPlayers, staged: str, new_page: Pages) -> None:
    two.finish()
    assert two.programs[1].post("/rematch").status_code == 201
    page = new_page()
    page.goto(staged + two.links[0])
    expect(page.locator("#rematch-wish")).to_contain_text("Bruno wants a rematch.")
    own = new_page()
    own.goto(staged + two.links[1])
    expect(own.get_by_role("button", name="Join the rematch")).to_have_count(1)
    spectator = new_page()
    spectator.goto(f"{staged}/t/{two.programs[0].table}")
    expect(spectator.get_by_role("link", name="Watch the rematch").first).to_be_visible()

"""The result is a moment: in view and in focus wherever one had scrolled to, said, celebrated; and then a rematch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from forno.table.entries import Moved
from forno.table.table import Table
from tests.finished import finished
from tests.web.browser.axe import complaints
from tests.web.browser.conftest import Windows
from tests.web.browser.test_coming_back import SIZES, in_sight
from tests.web.servers import Program, ServerProcess
from tools import scenes
from tools.people import too_wide

TO_THE_END = "scrollTo(0, document.documentElement.scrollHeight)"


@dataclass(frozen=True)
class Two:
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


TABLES = 12
"""More than tests that take one."""
KEYS = ("key-of-anna", "key-of-bruno")


@pytest.fixture(scope="session")
def last_moves(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Iterator[str]]]:
    """A server, and the names of tables there at which the last move is awaited."""
    folder = tmp_path_factory.mktemp("last-moves")
    tables = [before_the_last_move(f"lastmove{number}", number) for number in range(TABLES)]
    scenes.keep(folder / "tables.sqlite3", tables)
    process = ServerProcess(folder)
    process.start()
    yield process.address, iter([table.id for table in tables])
    process.stop()


def before_the_last_move(name: str, seed: int) -> Table:
    """A game of Anna and Bruno without its end."""
    log = finished(name, guests=tuple(zip(("Anna", "Bruno"), KEYS, strict=True)), seed=seed).log
    last = max(place for place, entry in enumerate(log) if isinstance(entry, Moved))
    return Table.replay(name, log[:last])


@pytest.fixture
def house(last_moves: tuple[str, Iterator[str]]) -> str:
    return last_moves[0]


@pytest.fixture
def two(last_moves: tuple[str, Iterator[str]]) -> Two:
    address, names = last_moves
    table = next(names)
    return Two([Program(address, table, key) for key in KEYS])


def seated(two: Two, house: str, window: Windows, **options: object) -> list[Page]:
    pages = [window(**options).new_page() for _ in two.links]
    for page, link in zip(pages, two.links, strict=True):
        page.goto(house + link)
        page.locator("body[data-phase=playing]").wait_for()
    return pages


@pytest.mark.parametrize("size", SIZES)
def test_the_result_comes_into_view_and_is_said_wherever_one_looked(
    two: Two, house: str, window: Windows, size: str
) -> None:
    pages = seated(two, house, window, **SIZES[size])
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
        page.evaluate(TO_THE_END)
        page.reload()
        expect(page.locator("#ending")).to_be_focused()
        assert in_sight(result)
        assert too_wide(page) <= 0


def test_the_winner_is_celebrated_unless_motion_isnt_wanted(two: Two, house: str, window: Windows) -> None:
    winner = two.finish()[0]
    for pace, motion, rains in (
        ("normal", "no-preference", True),
        ("instant", "no-preference", False),
        ("normal", "reduce", False),
    ):
        page = window(pace=pace, reduced_motion=motion).new_page()
        page.goto(house + two.links[winner])
        expect(page.locator("#result .art")).to_be_visible()
        expect(page.locator(".celebration")).to_have_count(1)
        assert page.locator(".celebration").evaluate("all => getComputedStyle(all).display !== 'none'") is rains
    other = window(pace="normal", reduced_motion="no-preference").new_page()
    other.goto(house + two.links[1 - winner])
    expect(other.locator("#result")).to_be_visible()
    assert other.locator(".celebration").count() == (1 if "together" in other.locator("#result").inner_text() else 0)


@pytest.mark.parametrize("size", SIZES)
def test_who_wants_a_rematch_is_named_and_the_others_join_with_one_press(
    two: Two, house: str, window: Windows, size: str
) -> None:
    anna, bruno = seated(two, house, window, **SIZES[size])
    two.finish()
    for page in (anna, bruno):
        page.locator("body[data-phase=over]").wait_for()
    bruno.evaluate(TO_THE_END)
    anna.get_by_role("button", name="Rematch").click()
    wish = bruno.locator("#rematch-wish")
    expect(wish).to_contain_text("Anna wants a rematch.")
    assert in_sight(wish.get_by_text("Anna wants a rematch."))
    assert in_sight(wish.get_by_role("button", name="Join the rematch"))
    assert too_wide(bruno) <= 0
    assert complaints(bruno) == []
    wish.get_by_role("button", name="Join the rematch").click()
    for page in (anna, bruno):
        page.locator("body[data-phase=playing]").wait_for()
    assert anna.url == bruno.url


def test_who_comes_later_learns_of_the_rematch_too(two: Two, house: str, window: Windows) -> None:
    two.finish()
    assert two.programs[1].post("/rematch").status_code == 201
    page = window().new_page()
    page.goto(house + two.links[0])
    expect(page.locator("#rematch-wish")).to_contain_text("Bruno wants a rematch.")
    own = window().new_page()
    own.goto(house + two.links[1])
    expect(own.get_by_role("button", name="Join the rematch")).to_have_count(1)
    spectator = window().new_page()
    spectator.goto(f"{house}/t/{two.programs[0].table}")
    expect(spectator.get_by_role("link", name="Watch the rematch").first).to_be_visible()

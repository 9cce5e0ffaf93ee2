"""Your book in a real browser: whoever looks, with whatever device and in whatever language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from forno.features.your_tables.seat_cookie import TABLES_COOKIE, Kept, write_kept
from forno.store import open_store
from tests.finished import finished, keep
from tests.loops import run
from tests.web.browser.axe import complaints
from tests.web.browser.conftest import Pages
from tests.web.servers import running
from tools.people import too_wide

GUESTS = (("Anna", "key-anna"), ("Bruno", "key-bruno"), ("nonna", ""))
GAMES = ("mamma-mia", "pizza-master")


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("books")

    async def fill() -> None:
        store = open_store(folder / "tables.sqlite3")
        for seed in range(3):
            for game in GAMES:
                await keep(store, finished(f"{game[0]}{seed}", game, GUESTS, seed, 1.7e9 + 86400 * seed))
        await store.close()

    run(fill())
    with running(folder) as started:
        yield started.address


def reader(kitchen: str, new_page: Pages, **options: Any) -> Page:
    page = new_page(**options)
    kept = [Kept(f"{game[0]}{seed}", {0: "key-anna"}) for seed in range(3) for game in GAMES]
    page.context.add_cookies([{"name": TABLES_COOKIE, "value": write_kept(kept), "url": kitchen}])
    page.goto(kitchen)
    return page


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "You"),
        ({"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "it"}, "Tu"),
    ],
)
def test_a_book_is_found_and_read_by_everyone(
    kitchen: str, new_page: Pages, options: dict[str, Any], name: str
) -> None:
    page = reader(kitchen, new_page, **options)
    page.locator(".menu > summary").click()
    page.locator(".menu").get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", name=name, level=1, exact=True)).to_be_visible()
    expect(page.locator(".figures dd").first).to_have_text("6")
    assert complaints(page, other_light=name == "You") == []
    assert not too_wide(page)


def test_it_is_saved_and_deleted_by_keyboard(kitchen: str, new_page: Pages) -> None:
    page = reader(kitchen, new_page)
    page.goto(f"{kitchen}/you")
    save = page.get_by_role("link", name="Save your statistics")
    save.focus()
    with page.expect_download() as file:
        page.keyboard.press("Enter")
    assert file.value.suggested_filename == "forno-book.json"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Delete your statistics?")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("button", name="Delete them for good").press("Enter")
    expect(page.get_by_text("No finished games yet")).to_be_visible()

"""The house's own statistics: off unless switched on, right, and about nobody."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

import pytest
from playwright.sync_api import Page

from forno.features.digests import digest_table
from forno.store import open_store
from tests.features.statistics.helpers import games
from tests.finished import keep
from tests.loops import run
from tests.web.browser.axe import complaints
from tests.web.servers import Browser, Running, running
from tools.people import too_wide
from tools.waiting import until


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("statistics")

    async def fill() -> None:
        store = open_store(folder / "tables.sqlite3")
        await keep(store, *games())
        await store.close()

    run(fill())
    with running(folder, statistics="on") as started:
        yield started


def words(page: str) -> str:
    main = page[page.index("<main") : page.index("</main>")]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def counted(house: Running, **headers: str) -> str:
    visitor = Browser(house.address, **headers)
    until(lambda: 'role="status"' not in visitor.get("/house").text)
    return visitor.get("/house").text


def test_there_is_no_such_page_unless_it_is_switched_on(server: Running) -> None:
    assert Browser(server.address).get("/house").status_code == 404


def test_it_tells_what_was_played_and_nobodys_name(house: Running) -> None:
    page = counted(house)
    made: Counter[str] = Counter()
    for table in games()[:3]:
        for deeds in digest_table(table).digest.deeds:
            made.update(deeds.made)
    assert re.search(r"Mamma Mia! · [^·]+ 3 60 min 1\.0", words(page))
    assert re.search(r"Pizza Master · [^·]+ 1 60 min 1\.0", words(page))
    assert f"Bombastica {made['bombastica']} {made['bombastica'] / 3:.2f}" in words(page)
    assert "Cuoco 4" in words(page)
    assert "Zaira" not in page
    assert "tavolo" not in page


def test_it_speaks_italian(house: Running) -> None:
    page = words(counted(house, **{"accept-language": "it"}))
    assert "Cosa si gioca" in page
    assert "Games" not in page


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_everyone_can_read_it(house: Running, browser: object, size: tuple[int, int]) -> None:
    counted(house)
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})  # type: ignore[attr-defined]
    page: Page = context.new_page()
    page.goto(f"{house.address}/house")
    assert complaints(page) == []
    assert not too_wide(page)
    context.close()

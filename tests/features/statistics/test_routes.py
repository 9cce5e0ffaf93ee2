"""The house's own statistics: off unless switched on, right, and about nobody."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Page

from forno.background.pool import ProcessPool
from forno.core.chronicles import Deeds, Digest
from forno.features.digests import digest_table
from forno.features.statistics.statistics import Statistics, Sums
from forno.features.you.book_store import Books
from forno.store import open_store
from forno.table.table import Table
from tests.finished import finished, keep
from tests.loops import run
from tests.web.browser.axe import complaints
from tests.web.servers import Browser, Running, running
from tools.people import too_wide
from tools.waiting import until

GUESTS = (("Zaira", "key-zaira"), ("cuoco", ""))


def games() -> list[Table]:
    return [
        *(finished(f"tavolo{seed}", seed=seed, guests=GUESTS) for seed in range(3)),
        finished("tavolo9", "pizza-master", guests=GUESTS, seed=1),
    ]


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


@pytest.mark.parametrize("where", ["file", "database"])
def test_each_table_is_counted_once_and_new_ones_later(
    where: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = request.getfixturevalue("database") if where == "database" else str(tmp_path / "tables.db")
    monkeypatch.setattr("forno.features.statistics.statistics.COUNT_TIMEOUT_SECONDS", 60.0)
    monkeypatch.setattr("forno.features.statistics.statistics.CACHE_SECONDS", 0.0)

    async def use() -> None:
        store, workers = open_store(place), ProcessPool(1, 60.0)
        statistics = Statistics(store, Books(store, workers))
        await keep(store, *games()[:2])
        for _again in range(2):
            sums, whole = await statistics.now()
            assert whole
            assert sums.games("mamma-mia") == 2
        await keep(store, *games()[2:])
        sums, whole = await statistics.now()
        assert (sums.games("mamma-mia"), sums.games("pizza-master"), whole) == (3, 1, True)
        workers.close()
        again, _whole = await Statistics(store, Books(store, workers)).now()
        assert again == sums
        await store.close()

    run(use())


def test_sums_are_what_the_games_come_to() -> None:
    def digest(seconds: float, lesson: bool = False) -> Digest:
        deeds = (Deeds({"a": 2}, {"why": {"a": 1, "b": 2}}), Deeds({"a": 1, "b": 1}))
        scores, places, bots, nobody = (1, 2), (2, 1), ("", "cuoco"), (False, False)
        return Digest("mamma-mia", "classic", 2, scores, places, bots, nobody, 0.0, seconds, lesson, deeds)

    sums = Sums()
    for seconds in (600, 660, 6000):
        sums.add(digest(seconds))
    sums.add(digest(9.0, lesson=True))
    kind = sums.played["mamma-mia", "classic"]
    assert (kind.games, kind.median, kind.people, sums.lessons) == (3, 11, 3, 1)
    assert sums.made == {"mamma-mia": {"a": 9, "b": 3}}
    assert sums.missed == {"mamma-mia": {"why": 9}}

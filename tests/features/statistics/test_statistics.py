"""The house's statistics as figures: every table counts once."""

from __future__ import annotations

from pathlib import Path

import pytest

from forno.background.pool import ProcessPool
from forno.core.chronicles import Deeds, Digest
from forno.features.statistics.statistics import Statistics, Sums
from forno.features.you.book_store import Books
from forno.store import open_store
from tests.features.statistics.helpers import games
from tests.finished import keep
from tests.loops import run


@pytest.mark.slow
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

"""Books as they are stored: by a key that is read as it was written, alike in both stores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from forno.background.pool import ProcessPool
from forno.features.you.book_store import SINCE_KEY, BookKey, Books, read_book_key
from forno.store import open_store
from forno.table.keys import new_key
from tests.features.you.helpers import HOUR, MINE, NOW, games
from tests.finished import keep
from tests.loops import run


def test_a_key_is_read_as_it_was_written() -> None:
    key = BookKey(new_key())
    assert read_book_key(key.key) == key
    assert [read_book_key(text) for text in ("", "short", "a" * 100, "x" * 32 + ".now", "<script>aaaaaaa")] == [
        None
    ] * 5


@pytest.mark.slow
@pytest.mark.parametrize("where", ["file", "database"])
def test_books_are_kept_alike_in_both_stores(where: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    place = request.getfixturevalue("database") if where == "database" else str(tmp_path / "tables.db")

    async def use() -> None:
        store, workers = open_store(place), ProcessPool(1, 60.0)
        books, key = Books(store, workers), BookKey("k" * 32)
        await keep(store, *games())
        assert await books.write_in(key, MINE, "Anna") == 0
        told = await books.read(key)
        assert [line.table for line in told.lines] == ["one", "two", "three"]
        assert len(await store.key_values.read("tables")) == 3
        # Worked through once: whoever asks again has it from there.
        workers.close()
        other = BookKey("o" * 32)
        assert await books.write_in(other, MINE, "Anna") == 0
        assert (await books.read(other)).lines == told.lines
        assert json.dumps(await books.export(key)) == json.dumps(await books.export(other))
        await books.delete(key)
        assert (await books.read(key)).games == 0
        assert (await books.read(other)).games == 3
        later = BookKey("n" * 32)
        await store.key_values.put(later.namespace, {SINCE_KEY: str(NOW + HOUR / 2)})
        await books.write_in(later, MINE, "Anna")
        assert [line.table for line in (await books.read(later)).lines] == ["two", "three"]
        before = await store.key_values.read(later.namespace)
        await books.copy(other, later)
        assert await store.key_values.read(later.namespace) == before, "what was deleted doesn't come back"
        await books.copy(later, key)
        assert (await books.read(key)).games == 0, "nor does it here"
        await books.copy(later, BookKey("f" * 32))
        assert [line.table for line in (await books.read(BookKey("f" * 32))).lines] == ["two", "three"]
        await store.close()

    run(use())

"""Your book: kept for whoever has its key, taken along, saved as a file, and really deleted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from forno.features.you.book_store import BOOK_COOKIE, read_book_key
from forno.features.your_tables.seat_cookie import TABLES_COOKIE, Kept, write_kept
from forno.store import open_store
from tests.features.you.helpers import MINE, games
from tests.finished import keep
from tests.loops import run
from tests.web.servers import Browser, Program, Running, kept_in, running


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("books")

    async def fill() -> None:
        store = open_store(folder / "tables.sqlite3")
        await keep(store, *games())
        await store.close()

    run(fill())
    with running(folder) as started:
        yield started


def visitor(kitchen: Running, tables: list[Kept], **headers: str) -> Browser:
    browser = Browser(kitchen.address, **headers)
    browser.client.cookies.set(TABLES_COOKIE, write_kept(tables), domain="127.0.0.1")
    return browser


def words(page: str) -> str:
    main = re.sub(r"<script.*?</script>", " ", page[page.index("<main") : page.index("</main>")], flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def test_a_book_tells_of_the_games_to_which_one_has_the_keys(kitchen: Running) -> None:
    anna = visitor(kitchen, MINE)
    told = words(anna.get("/you").text)
    assert "Games played 3" in told
    assert "Cuoco" in told
    assert re.search(r"Mamma Mia! · [^·]+ 2 \d", told)
    assert words(anna.get("/you").text) == told
    wins = sum(table.final.outcome.places[0] == 1 for table in games()[:3])
    assert f"Wins {wins} " in told


def test_a_game_that_was_really_played_here_is_in_it(kitchen: Running) -> None:
    anna, program = Browser(kitchen.address), Program.opens(kitchen.address, "mamma-mia", options={"players": 2})
    anna.get(f"/t/{program.table}/me/{program.key}")
    program.start()
    scores = program.play_on()["view"]["outcome"]["scores"]
    told = words(anna.get("/you").text)
    assert "Games played 1" in told
    assert re.search(rf"Mamma Mia! · [^·]+ 1 [01] {scores[0]} ", told)
    answer = anna.send("/you/exercises", {"game": "mamma-mia", "level": "easy", "from": "own"})
    assert answer.url.path == "/you/exercise"


def test_a_wrong_key_or_anothers_table_opens_no_line(kitchen: Running) -> None:
    thief = visitor(kitchen, [Kept("one", {0: "key-carla"}), Kept("other", {0: "guessed"}), Kept("nowhere", {0: "k"})])
    assert "No finished games yet" in thief.get("/you").text
    assert "No finished games yet" in Browser(kitchen.address).get("/you").text


def test_a_book_in_italian(kitchen: Running) -> None:
    told = words(visitor(kitchen, MINE, **{"accept-language": "it"}).get("/you").text)
    assert told.startswith("Tu ")
    assert "Games" not in told


def test_what_is_saved_is_all_there_is(kitchen: Running) -> None:
    anna = visitor(kitchen, MINE)
    answer = anna.get("/you/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="forno-book.json"'
    told = answer.json()
    assert {leaf["table"] for leaf in told["leaves"].values()} == {"one", "two", "three"}
    assert "key-anna" not in answer.text


def test_who_deletes_is_asked_once_and_then_nothing_is_left(kitchen: Running) -> None:
    anna = visitor(kitchen, MINE)
    assert "Games played 3" in words(anna.get("/you").text)
    old = read_book_key(anna.client.cookies[BOOK_COOKIE])
    assert old is not None
    asked = anna.get("/you/delete")
    assert "Delete your statistics?" in asked.text
    assert "Games played 3" in words(anna.get("/you").text)
    assert "No finished games yet" in anna.send("/you/delete").text
    assert "No finished games yet" in anna.get("/you").text
    # Nor does it come back on another device that has the same key.
    phone = visitor(kitchen, MINE)
    phone.client.cookies.set(BOOK_COOKIE, old.key, domain="127.0.0.1")
    assert "No finished games yet" in phone.get("/you").text
    store = kitchen.app.host.store

    async def left() -> dict[str, str]:
        elsewhere = open_store(store.place)
        found = await elsewhere.key_values.read(old.namespace)
        await elsewhere.close()
        return found

    assert list(run(left())) == ["since"]
    assert old.key not in Path(store.place).read_bytes().decode("latin-1")


def test_a_form_of_another_page_deletes_nothing(kitchen: Running) -> None:
    anna = visitor(kitchen, MINE)
    anna.get("/you")
    assert anna.client.post("/you/delete", data={"_csrf_token": "no"}).status_code == 403
    assert "Games played 3" in words(anna.get("/you").text)


def test_the_link_to_another_device_copies_the_book_and_shares_the_tables(kitchen: Running) -> None:
    anna, phone = visitor(kitchen, MINE[:2]), visitor(kitchen, MINE[2:])
    assert "Games played 2" in words(anna.get("/you").text)
    assert "Games played 1" in words(phone.get("/you").text)
    link = re.search(r'value="[^"]*(/along/[\w-]+)"', anna.send("/along").text)
    assert link is not None
    before = kept_in(kitchen, anna)
    assert "Add the 2 finished games there to my statistics" in phone.get(link[1]).text
    own = phone.client.cookies[BOOK_COOKIE]
    phone.send(link[1], {"book": "yes"})
    phone.client.cookies.delete(TABLES_COOKIE)
    assert "Games played 3" in words(phone.get("/you").text)
    assert phone.client.cookies[BOOK_COOKIE] == own != anna.client.cookies[BOOK_COOKIE]
    assert kept_in(kitchen, anna) == before, "nobody writes into a book but its own devices"
    assert "Games played 3" in words(anna.get("/you").text)


def test_a_book_comes_along_only_if_it_is_wanted_and_not_from_before_a_deletion(kitchen: Running) -> None:
    anna, stranger = visitor(kitchen, MINE[:2]), visitor(kitchen, MINE[2:])
    anna.get("/you")
    stranger.get("/you")
    stranger.send("/you/delete")
    since = kept_in(kitchen, stranger)
    for form in ({}, {"book": "yes"}):
        link = re.search(r'value="[^"]*(/along/[\w-]+)"', anna.send("/along").text)
        assert link is not None
        stranger.send(link[1], form)
        assert kept_in(kitchen, stranger) == since


def test_a_book_that_isnt_asked_for_stays_where_it_is(kitchen: Running) -> None:
    anna, phone = visitor(kitchen, MINE), Browser(kitchen.address)
    anna.get("/you")
    link = re.search(r'value="[^"]*(/along/[\w-]+)"', anna.send("/along").text)
    assert link is not None
    phone.send(link[1], {"only": "yes"})
    assert BOOK_COOKIE not in phone.client.cookies


def test_games_that_leave_the_list_of_tables_are_written_in_first(
    kitchen: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = visitor(kitchen, MINE)
    monkeypatch.setattr("forno.features.your_tables.seat_cookie.MAX_COOKIE_CHARACTERS", 60)
    anna.play_now("mamma-mia")
    assert "one" not in str(anna.client.cookies.get(TABLES_COOKIE))
    assert "Games played 3" in words(anna.get("/you").text)

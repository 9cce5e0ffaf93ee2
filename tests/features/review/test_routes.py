"""Games reviewed on a server: beside its work, once for each seat, and for any record that is sent."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import forno
from forno.features.review.review_queue import review_key
from forno.store import open_store
from forno.store.dumps import REVIEWS_PREFIX
from forno.store.sqlite.dumps import SqliteArchive
from tests.loops import run
from tests.web.servers import Browser, Program, Running, running
from tools.waiting import WAIT

SHORT = {"players": 2, "mode": "tutorial", "max_days": 1}
"""Options of a game with few decisions to review."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reviews")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    with running(folder) as server:
        yield server


@pytest.fixture(scope="module")
def record() -> str:
    state = forno.game("pizza-master", **SHORT).deal(1)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    return str(forno.Record.of(state))


@pytest.fixture(scope="module")
def program(server: Running) -> Program:
    """Return a visitor who has played a game to its end."""
    program = Program.opens(server.address, "pizza-master", options=SHORT)
    program.start()
    program.play_on()
    return program


@pytest.fixture(scope="module")
def finished(program: Program) -> str:
    return program.table


def looked_at(visitor: Browser, path: str, **form: str) -> str:
    """The page once all is there."""
    deadline = time.monotonic() + WAIT
    while True:
        answer = visitor.send(path, dict(form)) if form else visitor.get(path)
        assert answer.status_code == 200, answer.text
        if "data-again" not in answer.text:
            return answer.text
        assert time.monotonic() < deadline, "the review doesn't come to an end"
        time.sleep(0.2)


def test_a_finished_game_is_reviewed_once_and_kept_with_its_table(server: Running, finished: str, folder: Path) -> None:
    visitor = Browser(server.address)
    page = looked_at(visitor, f"/t/{finished}/review?seat=0")
    assert "Turning points" in page
    assert re.search(r'<polyline class="chance c-\w+ own"', page)
    assert f"/t/{finished}/replay?at=" in page
    assert 'class="finding ' in page
    kept = server.app.host.reviewers
    assert [key for key in kept._found if key[0] == finished] == [(finished, 0)]
    kept._found.clear()
    assert visitor.get(f"/t/{finished}/review?seat=0").text.count("finding ") == page.count("finding ")
    italian = Browser(server.address, **{"accept-language": "it"}).get(f"/t/{finished}/review?seat=0").text
    assert "Punti di svolta" in italian
    assert "You chose" not in italian


def test_the_figures_of_a_review_are_in_the_book_of_whoever_played_and_nobody_elses(
    server: Running, program: Program
) -> None:
    anna, watcher = Browser(server.address), Browser(server.address)
    anna.get(f"/t/{program.table}/me/{program.key}")
    for visitor in (watcher, anna):
        looked_at(visitor, f"/t/{program.table}/review?seat=0")
    assert watcher.get("/you/export").json()["leaves"] == {}
    [line] = anna.get("/you/export").json()["leaves"].values()
    assert set(line["review"]) == {"decisions", "lost", "kinds"}
    assert line["review"]["decisions"] > 0
    anna.send("/you/delete")
    anna.get(f"/t/{program.table}/review?seat=0")
    assert "review" not in anna.get("/you/export").text


def test_what_isnt_over_isnt_reviewed(server: Running) -> None:
    program = Program.opens(server.address, "mamma-mia", options={"players": 2})
    program.start()
    answer = Browser(server.address).get(f"/t/{program.table}/review?seat=1")
    assert answer.status_code == 409
    assert "Wait until the game is over" in answer.text
    assert not [key for key in server.app.host.reviewers._tasks if key[0] == program.table]


def test_a_seat_that_isnt_there_has_no_review(server: Running, finished: str) -> None:
    assert Browser(server.address).get(f"/t/{finished}/review?seat=7").status_code in (403, 404)


def test_a_record_that_is_sent_is_reviewed_and_kept_nowhere(server: Running, record: str) -> None:
    visitor = Browser(server.address)
    page = looked_at(visitor, "/review", record=record, seat="1")
    assert "Turning points" in page
    assert 'form="watch" name="go"' in page
    assert "Try it from here" not in page
    wrong = visitor.send("/review", {"record": "nothing of that kind"})
    assert wrong.status_code == 422
    assert "isn't a record" in unescape(wrong.text)


def test_replays_and_final_screens_lead_there(server: Running, finished: str, record: str) -> None:
    visitor = Browser(server.address)
    assert f'href="/t/{finished}/review"' in visitor.get(f"/t/{finished}").text
    assert f'href="/t/{finished}/review?seat=1"' in visitor.get(f"/t/{finished}/replay?at=3&seat=1").text
    replay = visitor.send("/replay", {"record": record}).text
    assert 'formaction="/review"' in replay
    assert 'formaction="/review"' in visitor.get("/replay").text


def test_one_address_doesnt_keep_the_kitchen_busy(tmp_path: Path, record: str) -> None:
    with running(tmp_path, most_reviews=1) as server:
        visitor = Browser(server.address)
        assert visitor.send("/review", {"record": record, "seat": "0"}).status_code == 200
        assert visitor.send("/review", {"record": record, "seat": "0"}).status_code == 200
        assert visitor.send("/review", {"record": record, "seat": "1"}).status_code == 429


def test_a_review_goes_with_its_table(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"

    async def keep() -> None:
        store = open_store(path)
        for table in ("gone", "stays"):
            await store.key_values.put(REVIEWS_PREFIX + table, {review_key(0): "{}"})
        await store.close()

    run(keep())
    run(SqliteArchive(str(path)).delete_tables(["gone"]))
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT binder FROM leaves").fetchall() == [(f"{REVIEWS_PREFIX}stays",)]

"""Exercises for the memory, as pages: begun, answered once, rated, and forgotten with the book."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from forno.features.you.exercises import Prepared, read_prepared
from forno.features.your_tables.seat_cookie import TABLES_COOKIE, Kept, write_kept
from forno.store import open_store
from tests.finished import finished, keep
from tests.loops import run
from tests.web.servers import Browser, Running, kept_in, running


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("exercises")

    async def fill() -> None:
        store = open_store(folder / "tables.sqlite3")
        await keep(store, finished("mine", guests=(("Zaira", "key"), ("cuoco", "")), seed=4))
        await store.close()

    run(fill())
    with running(folder) as started:
        yield started


def under_way(kitchen: Running, browser: Browser) -> Prepared:
    return read_prepared(kept_in(kitchen, browser, "exercise_namespace")["open"])


def begin(browser: Browser, level: str = "easy", **more: str) -> str:
    answer = browser.send("/you/exercises", {"game": "mamma-mia", "level": level} | more)
    assert answer.status_code == 200, answer.text
    assert answer.url.path == "/you/exercise"
    return answer.text


def answers(prepared: Prepared, right: bool = True) -> dict[str, str]:
    given = [question.answer if right else "77" for question in prepared.questions]
    return {f"answer-{place}": text for place, text in enumerate(given)}


def test_an_exercise_is_watched_answered_and_rated(kitchen: Running) -> None:
    anna = Browser(kitchen.address)
    assert "What's in the oven?" in anna.get("/you").text.replace("&#39;", "'").replace("&#x27;", "'")
    page = begin(anna, "steady")
    prepared = under_way(kitchen, anna)
    steps = re.search(r'<script id="film" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert steps is not None
    told = [step["tell"] for step in json.loads(steps[1]) if step.get("tell")]
    assert told == list(prepared.film.told)
    counted = sum(not one.choices for one in prepared.questions)
    assert page.count('type="number"') == page.count('data-step="1"') == counted > 0
    assert all(f"#{one.picture}" in page for one in prepared.questions)
    assert 'value="' + prepared.questions[0].answer + '" name="answer' not in page
    result = anna.send("/you/exercise", answers(prepared)).text
    assert "3 of 3 right" in result
    assert result.count('class="hit"') == 3
    assert "You are at level" in anna.get("/you").text
    # It counts once, however often it is sent; and what was answered stays to be seen.
    assert "3 of 3 right" in anna.send("/you/exercise", answers(prepared, right=False)).text
    assert sum(name.startswith("memory ") for name in kept_in(kitchen, anna)) == 1


def test_former_addresses_lead_to_you(kitchen: Running) -> None:
    anna = Browser(kitchen.address)
    for path in ("/book", "/exercises", "/exercises/now"):
        assert anna.get(path).url.path == "/you"


def test_an_exercise_answered_many_times_at_once_counts_once(kitchen: Running) -> None:
    anna = Browser(kitchen.address)
    begin(anna)
    prepared, token = under_way(kitchen, anna), anna.token

    async def answer_all() -> None:
        async with httpx.AsyncClient(base_url=kitchen.address, cookies=anna.client.cookies, timeout=30) as client:
            form = answers(prepared) | {"_csrf_token": token}
            sent = await asyncio.gather(*(client.post("/you/exercise", data=form) for _ in range(24)))
            assert {answer.status_code for answer in sent} == {303}

    run(answer_all())
    assert len([name for name in kept_in(kitchen, anna) if name.startswith("memory ")]) == 1


def test_wrong_answers_are_told_the_truth(kitchen: Running) -> None:
    anna = Browser(kitchen.address)
    begin(anna)
    prepared = under_way(kitchen, anna)
    result = anna.send("/you/exercise", answers(prepared, right=False)).text
    assert "0 of 1 right" in result
    assert f"You said 77; it was {prepared.questions[0].answer}." in result
    begin(anna)
    assert "0 of 1 right" in anna.send("/you/exercise", {}).text


def test_ones_own_game_is_asked_about_and_offered_to_whoever_has_one(kitchen: Running) -> None:
    anna = Browser(kitchen.address)
    assert "One of your games" not in anna.get("/you").text
    anna.client.cookies.set(TABLES_COOKIE, write_kept([Kept("mine", {0: "key"})]), domain="127.0.0.1")
    assert "One of your games" in anna.get("/you").text
    assert "Zaira" in begin(anna, **{"from": "own"})
    assert under_way(kitchen, anna).own


def test_what_there_isnt_is_refused_with_what_to_do(kitchen: Running) -> None:
    anna = Browser(kitchen.address)
    for sent in (
        {"game": "mamma-mia", "level": "impossible"},
        {"game": "pizza-master", "level": "easy"},
        {"game": "mamma-mia", "level": "easy", "from": "own"},
    ):
        answer = anna.send("/you/exercises", sent)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
    assert anna.send("/you/exercises", {"game": "chess"}).status_code == 404
    assert anna.get("/you/exercise").url.path == "/you"
    assert anna.send("/you/exercise", {}).url.path == "/you"


def test_ratings_are_saved_and_deleted_with_the_book(kitchen: Running) -> None:
    anna = Browser(kitchen.address)
    begin(anna)
    anna.send("/you/exercise", answers(under_way(kitchen, anna)))
    assert [leaf["level"] for leaf in anna.get("/you/export").json()["leaves"].values()] == ["easy"]
    begin(anna)
    anna.send("/you/delete")
    assert kept_in(kitchen, anna, "exercise_namespace") == {}
    assert list(kept_in(kitchen, anna)) == ["since"]
    assert "to get a memory rating" in anna.get("/you").text


def test_in_italian(kitchen: Running) -> None:
    anna = Browser(kitchen.address, **{"accept-language": "it"})
    assert "Che cosa c" in anna.get("/you").text
    page = begin(anna, "hard")
    assert "Quant" in page
    assert " puts in " not in page


def test_two_servers_know_the_same_exercise(tmp_path: Path, database: str) -> None:
    from forno.features.you.book_store import BookKey
    from forno.features.you.exercises import Memories, made_up

    async def use() -> None:
        one, other = open_store(database), open_store(database)
        key, prepared = BookKey("k" * 32), made_up("mamma-mia", "easy", "seed", "en")
        await Memories(one).begin(key, prepared)
        current = await Memories(other).current(key)
        assert current is not None
        assert (current.prepared, current.done) == (prepared, None)
        given = [question.answer for question in prepared.questions]
        await asyncio.gather(*(Memories(store).answer(key, current, given) for store in (one, other) * 12))
        answered = await Memories(one).current(key)
        assert answered is not None
        assert answered.done is not None
        assert answered.done.answers == given
        assert [(one.right, one.of) for one in await Memories(one).done(key)] == [(1, 1)]
        for store in (one, other):
            await store.close()

    run(use())

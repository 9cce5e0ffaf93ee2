"""Tables with a lesson: the same deal for everybody, and a coach who speaks to the learner alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from forno.pages.lessons import lesson_for
from tests.web.servers import Browser, Program, Running, running

GAMES = ("mamma-mia", "pizza-master")
TOPIC = re.compile(r'data-topic="([^"]+)"')


def begun(server: Running, game: str) -> tuple[Browser, str]:
    browser = Browser(server.address)
    answer = browser.send(f"/learn/{game}")
    assert answer.status_code == 200, answer.text
    return browser, answer.url.path.removeprefix("/t/")


def told_on(page: str) -> list[str]:
    return TOPIC.findall(page)


@pytest.mark.parametrize("game", GAMES)
def test_learning_opens_the_same_deal_for_everybody(server: Running, game: str) -> None:
    views: list[Any] = []
    for _visitor in range(2):
        browser, table = begun(server, game)
        told = Program(server.address, table, browser.key(table)).await_turn()
        lesson = lesson_for(game)
        assert lesson is not None
        assert [seat["bot"] for seat in told["seats"]] == [None, *lesson.bots]
        views.append(told["view"]["hand"])
    assert views[0] == views[1]


def test_the_coach_speaks_to_the_learner_alone(server: Running) -> None:
    browser, table = begun(server, "mamma-mia")
    assert told_on(browser.get(f"/t/{table}").text) == ["aim", "hand", "place"]
    watching = Browser(server.address).get(f"/t/{table}").text
    assert 'id="lesson"' not in watching
    assert told_on(watching) == []


def test_tables_without_a_lesson_have_no_coach(server: Running) -> None:
    browser = Browser(server.address)
    page = browser.get(f"/t/{browser.play_now('mamma-mia')}").text
    assert 'id="lesson"' not in page


def test_the_coach_is_there_after_a_restart_and_the_bots_go_on_as_before(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        browser, table = begun(server, "mamma-mia")
        key = browser.key(table)
        program = Program(server.address, table, key)
        program.play_on(4)
        before = told_on(browser.get(f"/t/{table}").text)
    with running(tmp_path) as server:
        program = Program(server.address, table, key)
        program.await_turn()
        browser = Browser(server.address)
        browser.get(f"/t/{table}/me/{key}")
        assert told_on(browser.get(f"/t/{table}").text) == before


def test_a_lesson_played_to_its_end_is_followed_by_an_ordinary_game(server: Running) -> None:
    browser, table = begun(server, "mamma-mia")
    Program(server.address, table, browser.key(table)).play_on()
    page = browser.get(f"/t/{table}").text
    assert "end" in told_on(page)
    again = browser.send(f"/t/{table}/rematch")
    assert again.status_code == 200
    assert again.url.path != f"/t/{table}"
    assert 'id="lesson"' not in again.text


def test_there_are_lessons_on_the_menu(server: Running) -> None:
    for path in ("/", "/rules"):
        text = Browser(server.address).get(path).text
        for game in GAMES:
            assert f'"/learn/{game}"' in text
    assert Browser(server.address).send("/learn/nothing").status_code == 404

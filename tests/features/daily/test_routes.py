"""The daily tables of a house: once a day and visitor, and everybody's evenings side by side."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

import forno
from forno.core.registry import game_info
from forno.core.seeds import daily_date, daily_seed
from forno.pages.labels import date_text
from tests.web.servers import Browser, Program, Running, running
from tools.waiting import WAIT

GAME = "mamma-mia"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("daily"), evenings=3) as server:
        yield server


def sit_down(visitor: Browser, name: str, game: str = GAME) -> Program:
    answer = visitor.send(f"/daily/{game}", {"name": name})
    assert answer.status_code == 200, answer.text
    table = answer.url.path.removeprefix("/t/")
    return Program(str(visitor.client.base_url).rstrip("/"), table, visitor.key(table))


def standings(page: str) -> list[str]:
    today = page.partition('id="yesterday"')[0]
    return re.findall(r'<li[^>]*><b>\d+</b> <span class="who">([^<]*)', today)


def test_a_visitor_plays_a_day_once_and_everybody_has_the_same_cards(server: Running) -> None:
    anna, bruno = Browser(server.address), Browser(server.address)
    first = sit_down(anna, "Anna")
    assert sit_down(anna, "Anna again").table == first.table
    other = sit_down(bruno, "Bruno")
    assert other.table != first.table
    views = [program.await_turn()["view"] for program in (first, other)]
    assert views[0]["hand"] == views[1]["hand"]
    assert views[0]["orders"] == views[1]["orders"]
    told = first.get()
    assert told["options"]["own_luck"] is True
    assert told["seats"][0]["name"] == "Anna"


def test_standings_hold_who_has_ended_and_practice_counts_for_nothing(server: Running) -> None:
    carla = Browser(server.address)
    assert carla.send(f"/daily/{GAME}/practice").status_code == 409
    assert carla.send(f"/daily/{GAME}/practice", {"day": "99999"}).status_code == 409
    page = carla.get("/daily").text
    assert "No hints" in page
    assert page.count('name="day"') >= 28
    program = sit_down(carla, "Carla & <b>")
    assert "Carla" not in "".join(standings(carla.get("/daily").text))
    program.play_on()
    page = carla.get(f"/t/{program.table}").text
    assert "here today" in page
    assert 'data-share="/daily"' in page
    assert sit_down(carla, "Carla").table == program.table
    assert standings(carla.get("/daily").text) == ["Carla &amp; &lt;b&gt; "]
    again = carla.send(f"/daily/{GAME}/practice")
    practice = Program(server.address, again.url.path.removeprefix("/t/"))
    practice.key = carla.key(practice.table)
    assert practice.table != program.table
    practice.play_on()
    assert "and doesn&#x27;t count" in carla.get(f"/t/{practice.table}").text
    assert len(standings(carla.get("/daily").text)) == 1


def test_a_past_day_is_dealt_as_it_was_and_counts_for_nothing(server: Running) -> None:
    dario, day = Browser(server.address), server.app.host.daily.today - 3
    hands = []
    for _time in range(2):
        opened = dario.send(f"/daily/{GAME}/practice", {"day": str(day)})
        table = opened.url.path.removeprefix("/t/")
        practice = Program(server.address, table, dario.key(table))
        hands.append(practice.await_turn()["view"]["hand"])
        assert date_text(daily_date(day)) in opened.text
    dealt = forno.game(GAME, **dict(game_info(GAME).daily)).deal(daily_seed(day)).view(0)
    assert hands == [list(getattr(dealt, "hand"))] * 2  # noqa: B009
    assert not [one for one in standings(dario.get("/daily").text) if one.startswith("Dario")]


def test_bots_play_their_evenings_beside_the_server(server: Running) -> None:
    visitor = Browser(server.address)
    deadline = time.monotonic() + WAIT
    while "Bots have played this table 3 times." not in (page := visitor.get("/daily").text):
        assert time.monotonic() < deadline, page
        time.sleep(0.3)


def test_what_has_no_daily_table_says_so(server: Running) -> None:
    assert Browser(server.address).send("/daily/chess").status_code == 404


def test_the_page_tells_whoever_shows_links_its_number_and_no_card(server: Running) -> None:
    page = Browser(server.address).get("/daily").text
    found = re.search(r'property="og:image" content="([^"]+)"', page)
    assert found is not None
    assert Browser(server.address).get(found[1]).headers["content-type"] == "image/png"
    assert "looked up in advance" in page
    assert '<a href="/daily">' in Browser(server.address).get("/").text

"""Groups in the browser: made, joined by a link, tables with one press, results; secrets stay where they are."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from forno.features.groups import routes
from forno.features.identity.players import PLAYER_COOKIE
from tests.web.servers import Browser, Program, Running, running


def make_group(browser: Browser, name: str = "Anna", title: str = "Thursdays") -> str:
    """Make a group; return the path of its page."""
    answer = browser.send("/groups", {"title": title, "name": name})
    assert answer.status_code == 200, answer.text
    return answer.url.path


def regulars(server: Running) -> tuple[Browser, Browser, str]:
    anna, ben = Browser(server.address), Browser(server.address)
    path = make_group(anna)
    ben.send(f"{path}/join", {"name": "Ben"})
    return anna, ben, path


def open_table(browser: Browser, path: str, game: str = "pizza-master", clock: str = "0", ticket: str = "t") -> str:
    answer = browser.send(f"{path}/tables", {"game": game, "clock": clock, "ticket": ticket})
    assert answer.status_code == 200, answer.text
    return answer.url.path.removeprefix("/t/")


def test_a_group_is_made_and_joined_by_its_link(server: Running) -> None:
    anna, ben = Browser(server.address), Browser(server.address)
    path = make_group(anna)
    assert "Thursdays" in anna.get(path).text
    assert f'value="{server.address}{path}"' in anna.get(path).text
    asked = ben.get(path)
    assert "Join the group" in asked.text
    assert "Anna" in asked.text
    assert ben.send(f"{path}/join", {"name": "Ben"}).url.path == path
    assert "2 members" in ben.get(path).text
    assert path in anna.get("/you").text
    assert path in ben.get("/you").text
    ben.send(f"{path}/leave")
    assert path not in ben.get("/you").text
    assert "1 member" in anna.get(path).text


def test_members_sit_down_at_a_groups_table_with_one_press(server: Running) -> None:
    anna, ben, path = regulars(server)
    table = open_table(anna, path)
    assert 'data-seat="0"' in anna.get(f"/t/{table}").text
    shown = ben.get(path).text
    assert f'action="{path}/tables/{table}/sit"' in shown
    assert ben.send(f"{path}/tables/{table}/sit").url.path == f"/t/{table}"
    assert 'data-seat="1"' in ben.get(f"/t/{table}").text
    assert ben.send(f"{path}/tables/{table}/sit").url.path == f"/t/{table}"
    assert f'href="/t/{table}"' in ben.get(f"{path}/now/tables").text
    assert "Sit down" not in ben.get(f"{path}/now/tables").text
    seats = [seat["name"] for seat in Program(server.address, table).get()["seats"]]
    assert seats[:2] == ["Anna", "Ben"]
    assert seats[2:] == [None] * len(seats[2:])


def test_the_same_form_again_opens_the_same_table(server: Running) -> None:
    anna, _ben, path = regulars(server)
    first = open_table(anna, path, ticket="once")
    assert open_table(anna, path, ticket="once") == first
    assert open_table(anna, path, ticket="again") != first


def test_a_group_shows_its_latest_tables(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A member who opens thousands of tables makes the page no longer for the others."""
    monkeypatch.setattr(routes, "MAX_TABLES_SHOWN", 2)
    anna, ben, path = regulars(server)
    tables = [open_table(anna, path, ticket=str(number)) for number in range(4)]
    shown = ben.get(path).text
    assert [table for table in tables if f"{path}/tables/{table}/sit" in shown] == tables[2:]


def test_a_finished_game_is_listed_and_rated(server: Running) -> None:
    anna, ben, path = regulars(server)
    table = open_table(anna, path)
    options = {"option_mode": "tutorial", "option_players": "2", "option_max_days": "1"}
    assert anna.send(f"/t/{table}/options", options).status_code == 200
    ben.send(f"{path}/tables/{table}/sit")
    anna.send(f"/t/{table}/start")
    players = [Program(server.address, table, browser.key(table)) for browser in (anna, ben)]
    while players[0].get()["phase"] != "over":
        for player in players:
            told = player.get()
            if told.get("awaited"):
                player.decide(told)
    for _look in range(2):
        shown = unescape(anna.get(path).text)
        assert "Results" in shown
        assert "Ratings: Pizza Master, live" in shown
        assert len(re.findall(r"<td>\d+\.\d\s±\s\d\.\d</td><td>1</td>", shown)) == 2
    assert f'href="/t/{table}"' in shown
    assert "Thursdays" in anna.get("/you/key/export").text


def test_who_is_no_member_learns_nothing_of_tables(server: Running) -> None:
    anna, _ben, path = regulars(server)
    table = open_table(anna, path)
    stranger = Browser(server.address)
    stranger.play_now("pizza-master")
    assert table not in stranger.get(path).text
    assert stranger.get(f"{path}/now/tables").status_code == 403
    assert stranger.send(f"{path}/tables/{table}/sit").status_code == 403
    assert stranger.send(f"{path}/tables", {"game": "mamma-mia"}).status_code == 403
    for wrong in ("x" * 20, "short", "<b>"):
        assert stranger.get(f"/groups/{wrong}").status_code == 404
    other = open_table(anna, make_group(anna, title="Fridays"))
    assert anna.send(f"{path}/tables/{other}/sit").status_code == 404


def test_no_page_of_a_group_shows_a_key_or_what_the_group_calls_its_members(server: Running) -> None:
    anna, ben, path = regulars(server)
    table = open_table(anna, path)
    for page in (anna.get(path), ben.get(path), ben.get(f"{path}/now/tables")):
        assert anna.client.cookies[PLAYER_COOKIE] not in page.text
        assert anna.key(table) not in page.text
    assert "Disallow: /groups/" in anna.get("/robots.txt").text


def test_a_group_comes_along_to_another_device(server: Running) -> None:
    anna, _ben, path = regulars(server)
    open_table(anna, path)
    phone = Browser(server.address)
    own = make_group(phone, "Anna", "Family")
    found = re.search(r'value="http://[^/]+(/along/[\w-]+)"', anna.send("/along").text)
    assert found is not None
    phone.send(found[1])
    assert {path, own} <= set(re.findall(r'href="(/groups/[\w-]+)"', phone.get("/you").text))
    assert own in anna.get("/you").text
    assert "2 members" in phone.get(path).text


def make_cup(browser: Browser, path: str, **form: str) -> str:
    told = {"title": "Cup", "scheme": "swiss", "game": "pizza-master", "clock": "0", "size": "4", "rounds": "2"}
    answer = browser.send(f"{path}/cups", told | form)
    assert answer.status_code == 200, answer.text
    return answer.url.path


def test_a_cup_is_made_joined_started_and_its_tables_are_among_ones_own(server: Running) -> None:
    anna, ben, path = regulars(server)
    carla = Browser(server.address)
    carla.send(f"{path}/join", {"name": "Carla"})
    cup = make_cup(anna, path)
    assert cup in ben.get(path).text
    assert "At least 3 players are needed." in anna.get(cup).text
    ben.send(f"{cup}/enter")
    assert carla.send(f"{cup}/enter").url.path == cup
    assert "Anna starts the cup." in carla.get(cup).text
    assert ben.send(f"{cup}/start").status_code == 409
    assert "Round 1" in anna.send(f"{cup}/start").text
    shown = carla.get(f"{cup}/now").text
    assert "Your table is ready" in shown
    assert re.search(r'class="go"[^>]*>Go there', shown), "one's own table is found at once"
    (table,) = re.findall(r'href="/t/(\w+)"', shown)
    assert table in carla.get("/").text
    assert re.search(r'data-seat="[012]"', carla.get(f"/t/{table}").text)
    assert re.search(r'data-seat="[012]"', ben.get(f"/t/{table}").text)
    seats = Program(server.address, table).get()["seats"]
    assert sorted(seat["name"] for seat in seats) == ["Anna", "Ben", "Carla"]
    closed = anna.send(f"{cup}/close", {"number": "0"})
    assert "Round 2" in closed.text
    assert "No result" in closed.text
    anna.send(f"{cup}/close", {"number": "1"})
    assert "The cup is over." in ben.get(cup).text
    assert ben.send(f"{cup}/withdraw").url.path == cup


def test_cups_are_their_groups_alone_and_odd_requests_are_refused(server: Running) -> None:
    anna, _ben, path = regulars(server)
    cup = make_cup(anna, path)
    stranger = Browser(server.address)
    for address in (cup, f"{cup}/now", f"{path}/cups/new"):
        assert stranger.get(address).status_code == 403
    assert stranger.send(f"{cup}/enter").status_code == 403
    assert anna.send(f"{cup}/explode").status_code == 404
    assert anna.get(f"{path}/cups/nothing").status_code == 404
    assert anna.send(f"{cup}/close", {"number": "x"}).status_code == 409
    for wrong in ({"title": ""}, {"scheme": "x"}, {"game": "chess"}, {"size": "99"}, {"rounds": "x"}, {"clock": "x"}):
        answer = anna.send(f"{path}/cups", {"title": "T", "scheme": "swiss", "size": "2", "rounds": "3"} | wrong)
        assert 400 <= answer.status_code < 500, (wrong, answer.status_code)
        assert "New cup" in answer.text


def test_a_group_needs_a_name_and_names_may_hold_anything(server: Running) -> None:
    anna = Browser(server.address)
    answer = anna.send("/groups", {"title": " \n", "name": "Anna"})
    assert answer.status_code == 400
    assert "Give the group a name." in answer.text
    path = make_group(anna, title="<b>Pizza & friends</b>" * 5)
    assert "<b>Pizza" not in anna.get(path).text
    assert "&lt;b&gt;Pizza &amp; friends" in anna.get(path).text


def test_without_keys_there_are_no_groups(tmp_path: Path) -> None:
    with running(tmp_path, player_keys="off") as server:
        anna = Browser(server.address)
        assert "/groups" not in anna.get("/you").text
        assert anna.get("/groups/new").status_code == 404
        assert anna.send("/groups", {"title": "Thursdays", "name": "Anna"}).status_code == 404

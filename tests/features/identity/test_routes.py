"""All my tables on all my devices: what one device of a player sits down at, the others find."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import httpx
import pytest

from forno.features.identity.players import PLAYER_COOKIE
from forno.features.your_tables.seat_cookie import TABLES_COOKIE
from tests.web.servers import Browser, Program, Running, running


def tables_in(page: httpx.Response) -> set[str]:
    return set(re.findall(r'href="/t/(\w+)"', page.text))


def link_of(browser: Browser) -> str:
    """The path of the link to another device."""
    found = re.search(r'value="http://[^/]+(/along/[\w-]+)"', browser.send("/along").text)
    assert found is not None
    return found[1]


def joined(server: Running) -> tuple[Browser, Browser, str]:
    """Two devices of one player, and a table from before."""
    laptop, phone = Browser(server.address), Browser(server.address)
    table = laptop.play_now("mamma-mia")
    phone.send(link_of(laptop))
    return laptop, phone, table


def test_a_key_is_made_with_the_first_seat_and_then_stays(server: Running) -> None:
    anna = Browser(server.address)
    anna.get("/")
    assert PLAYER_COOKIE not in anna.client.cookies
    anna.play_now("mamma-mia")
    key = anna.client.cookies[PLAYER_COOKIE]
    anna.play_now("pizza-master")
    assert anna.client.cookies[PLAYER_COOKIE] == key


def test_tables_that_come_later_are_on_both_devices_with_their_seats(server: Running) -> None:
    laptop, phone, before = joined(server)
    on_laptop, on_phone = laptop.play_now("pizza-master"), phone.play_now("mamma-mia")
    everything = {before, on_laptop, on_phone}
    assert tables_in(laptop.get("/")) == tables_in(phone.get("/")) == tables_in(phone.get("/your-tables")) == everything
    assert 'data-seat="0"' in laptop.get(f"/t/{on_phone}").text
    assert laptop.key(on_phone) == phone.key(on_phone)
    assert 'data-seat="0"' in phone.get(f"/t/{on_laptop}").text


def test_a_seat_is_found_where_only_the_key_is_left(server: Running) -> None:
    anna = Browser(server.address)
    table = anna.play_now("mamma-mia")
    fresh = Browser(server.address)
    fresh.client.cookies.set(PLAYER_COOKIE, anna.client.cookies[PLAYER_COOKIE], domain="127.0.0.1", path="/")
    assert tables_in(fresh.get("/")) == {table}
    assert 'data-seat="0"' in fresh.get(f"/t/{table}").text
    stranger = Browser(server.address)
    stranger.client.cookies.set(PLAYER_COOKIE, "x" * 32, domain="127.0.0.1", path="/")
    assert tables_in(stranger.get("/")) == set()
    assert 'data-seat=""' in stranger.get(f"/t/{table}").text


def test_who_wants_only_the_tables_shares_nothing(server: Running) -> None:
    stranger, anna = Browser(server.address), Browser(server.address)
    theirs, mine = stranger.play_now("mamma-mia"), anna.play_now("mamma-mia")
    key, path = anna.client.cookies[PLAYER_COOKIE], link_of(stranger)
    assert "Only these tables" in anna.get(path).text
    anna.send(path, {"only": "yes"})
    assert anna.client.cookies[PLAYER_COOKIE] == key != stranger.client.cookies[PLAYER_COOKIE]
    later = anna.play_now("pizza-master")
    assert tables_in(anna.get("/")) == {theirs, mine, later}
    assert tables_in(stranger.get("/")) == {theirs}
    fresh = Browser(server.address)
    fresh.client.cookies.set(PLAYER_COOKIE, key, domain="127.0.0.1", path="/")
    assert tables_in(fresh.get("/")) == {theirs, mine, later}


def test_made_up_tables_in_a_cookie_are_not_stored(server: Running) -> None:
    anna = Browser(server.address)
    table = anna.play_now("mamma-mia")
    made_up = "~".join(f"madeup{number}.0-key" for number in range(100))
    kept = anna.client.cookies[TABLES_COOKIE]
    for keep in ([], [PLAYER_COOKIE]):
        liar = Browser(server.address)
        liar.client.cookies.set(TABLES_COOKIE, f"{kept}~{made_up}", domain="127.0.0.1", path="/")
        for name in keep:
            liar.client.cookies.set(name, anna.client.cookies[name], domain="127.0.0.1", path="/")
        liar.send(link_of(liar))
        stored = httpx.get(
            f"{server.address}/you/key/export", cookies={PLAYER_COOKIE: liar.client.cookies[PLAYER_COOKIE]}
        ).json()
        assert [one["table"] for one in stored["tables"]] == [table]


def test_a_seat_that_is_left_is_left_on_all_devices(server: Running) -> None:
    laptop, phone, before = joined(server)
    form = {"name": "Anna", "option_players": "2", "seat_0": "me", "seat_1": "open"}
    table = laptop.send("/new/mamma-mia", form).url.path.removeprefix("/t/")
    assert tables_in(phone.get("/")) == {before, table}
    laptop.send(f"/t/{table}/leave", {"seat": "0"})
    assert tables_in(phone.get("/")) == {before}


def test_the_page_says_what_is_joined_before_anything_is(server: Running) -> None:
    laptop, phone = Browser(server.address), Browser(server.address)
    table, own = laptop.play_now("mamma-mia"), phone.play_now("pizza-master")
    key = phone.client.cookies[PLAYER_COOKIE]
    path = link_of(laptop)
    asked = unescape(phone.get(path).text)
    assert "1 table of this device is added to these." in asked
    assert "the person who made the link can play at your seats" in asked
    assert phone.client.cookies[PLAYER_COOKIE] == key
    assert tables_in(laptop.get("/")) == {table}
    phone.send(path)
    assert phone.client.cookies[PLAYER_COOKIE] == laptop.client.cookies[PLAYER_COOKIE] != key
    assert tables_in(laptop.get("/")) == tables_in(phone.get("/")) == {table, own}


def test_no_page_shows_the_key(server: Running) -> None:
    laptop, _phone, table = joined(server)
    key = laptop.client.cookies[PLAYER_COOKIE]
    link = link_of(laptop)
    pages = [laptop.get(path) for path in ("/", f"/t/{table}", "/you", "/you/export", "/your-tables", link)]
    pages.append(laptop.send("/along"))
    assert not [page.url for page in pages if key in page.text or key in str(page.url)]


def test_without_keys_each_browser_has_its_own_tables(tmp_path: Path) -> None:
    with running(tmp_path, player_keys="off") as server:
        laptop, phone, before = joined(server)
        assert PLAYER_COOKIE not in laptop.client.cookies
        assert tables_in(phone.get("/")) == {before}
        later = laptop.play_now("pizza-master")
        assert tables_in(laptop.get("/")) == {before, later}
        assert tables_in(phone.get("/")) == {before}


def test_where_a_key_is_required_nobody_sits_down_without_one(tmp_path: Path) -> None:
    """Every way to a seat is refused; the page makes a key, leads back, and then all is as ever."""
    with running(tmp_path, player_keys="required") as server:
        anna, bruno = Browser(server.address), Browser(server.address)
        for path in ("/play/mamma-mia", "/friends/mamma-mia", "/new/mamma-mia", "/daily/mamma-mia", "/groups"):
            refused = anna.send(path)
            assert refused.status_code == 403
            assert "you need a key before you sit down" in refused.text
            assert PLAYER_COOKIE not in anna.client.cookies
        assert anna.get("/new/mamma-mia").status_code == 403, "before the form is filled in"
        opened = httpx.post(f"{server.address}/api/tables", json={"game": "mamma-mia", "name": "Robo"})
        assert (opened.status_code, opened.json()["error"]) == (403, "player-key")
        anna.send("/you/key/make")
        table = str(anna.send("/friends/mamma-mia").url).split("/")[-1]
        assert 'data-seat="0"' in anna.get(f"/t/{table}").text
        assert httpx.post(f"{server.address}/api/tables/{table}/sit", json={"name": "Robo"}).status_code == 403
        refused = bruno.send(f"/t/{table}/sit", {"name": "Bruno"})
        assert refused.status_code == 403
        assert f'name="back" value="/t/{table}"' in refused.text
        assert 'name="name" value="Bruno"' in refused.text
        back = bruno.send("/you/key/make", {"back": f"/t/{table}", "name": "Bruno"})
        assert back.url.path == f"/t/{table}"
        assert "join-name" not in back.text, "the name was said already"
        assert 'data-name="Bruno"' in bruno.send(f"/t/{table}/sit").text
        assert bruno.send("/you/key/make", {"back": "//example.org/"}).url.path == "/"


def test_the_host_replaces_a_lost_key_and_everybody_is_told(tmp_path: Path) -> None:
    with running(tmp_path, away_after=0.0) as server:
        anna, bruno, phone, carla = (Browser(server.address) for _ in range(4))
        form = {
            "name": "Anna",
            "option_players": "3",
            "seat_0": "me",
            "seat_1": "open",
            "seat_2": "open",
            "clock": "86400",
        }
        path = anna.send("/new/mamma-mia", form).url.path
        bruno.send(f"{path}/sit", {"name": "Bruno"})
        carla.send(f"{path}/sit", {"name": "Carla"})
        anna.send(f"{path}/start")
        assert "Create a new link for Bruno" in anna.get(path).text
        assert "Create a new link" not in carla.get(path).text
        assert carla.send(f"{path}/replace-key", {"seat": "1"}).status_code == 403
        shown = anna.send(f"{path}/replace-key", {"seat": "1"})
        assert "A new link for Bruno" in shown.text
        assert "no-transform" in shown.headers["cache-control"]
        link = re.search(rf'value="http://[^/]+({path}/me/[\w-]+)"', shown.text)
        assert link is not None
        assert 'data-seat="0"' in anna.get(path).text, "the host has no other seat"
        assert link[1] not in anna.get(path).text
        for browser, seat in ((bruno, ""), (phone, "1"), (carla, "2")):
            page = browser.get(link[1] if browser is phone else path).text
            assert f'data-seat="{seat}"' in page
            assert "new link from Anna" in page
            assert re.search(r'<details class="leaf guests"[^>]* open', page), "it is in sight"


def test_the_key_of_somebody_who_is_here_cant_be_replaced(tmp_path: Path) -> None:
    with running(tmp_path, away_after=10_000.0) as server:
        host = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
        key = host.post("/sit", {"name": "Bruno"}).json()["key"]
        host.start()
        refused = host.post("/replace-key", {"seat": 1})
        assert (refused.status_code, refused.json()["error"]) == (409, "seat-taken")
        assert Program(server.address, host.table, key).get()["seat"] == 1


@pytest.mark.parametrize("odd", ["", "short", "a" * 100, "x" * 32 + "<", "%00" * 20])
def test_a_key_that_is_none_is_ignored(server: Running, odd: str) -> None:
    answer = httpx.get(server.address, headers={"cookie": f"{PLAYER_COOKIE}={odd}"})
    assert answer.status_code == 200


def test_what_is_stored_can_be_saved_and_deleted(server: Running) -> None:
    anna = Browser(server.address)
    assert anna.get("/you/key").status_code == 404
    table = anna.play_now("mamma-mia")
    key = anna.client.cookies[PLAYER_COOKIE]
    assert 'href="/you/key"' in anna.get("/you").text
    assert "1 table so far." in anna.get("/you/key").text
    saved = anna.get("/you/key/export")
    assert saved.json()["tables"] == [{"table": table, "seats": [0]}]
    assert key not in saved.text
    assert anna.key(table) not in saved.text
    assert anna.client.post("/you/key/delete", data={"_csrf_token": "no"}).status_code == 403
    assert tables_in(anna.send("/you/key/delete")) == set()
    assert PLAYER_COOKIE not in anna.client.cookies
    assert 'data-seat=""' in anna.get(f"/t/{table}").text
    again = httpx.get(server.address, cookies={PLAYER_COOKIE: key})
    assert tables_in(again) == set()

"""Nothing of mine is ever lost: home lists the tables of a browser, and takes them along to another device."""

from __future__ import annotations

import re
import time
from html import unescape
from pathlib import Path

import httpx
import pytest

from forno.features.identity import one_time_notes
from forno.features.your_tables.seat_cookie import Kept, fit_tables, read_kept, write_kept
from forno.table.keys import new_key, new_table_id
from tests.web.servers import SHORT, Browser, Program, Running, ServerProcess, running
from tools.waiting import until


def listed(page: httpx.Response | str) -> str:
    """Return the words of home about the visitor's tables; empty if it lists none."""
    html = page if isinstance(page, str) else page.text
    found = re.search(r'<div id="yours".*?(?=</section>)', html, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split()) if found else ""


def tables_in(page: httpx.Response) -> list[str]:
    """The tables that a page leads to, in their order."""
    return re.findall(r'href="/t/(\w+)"', page.text)


def finished(server: Running, browser: Browser) -> str:
    """A game that was played to its end by whoever has this browser."""
    host = Program.opens(server.address, "pizza-master", options=SHORT)
    browser.get(f"/t/{host.table}/me/{host.key}")
    host.start()
    assert host.play_on()["phase"] == "over"
    return host.table


# --- the list on home -----------------------------------------------------------------------


def test_whoever_never_sat_down_has_no_tables(server: Running) -> None:
    visitor = Browser(server.address)
    assert "Your tables" not in visitor.get("/").text
    watched = Program.opens(server.address, "mamma-mia", public=True)
    visitor.get(f"/t/{watched.table}")
    assert "Your tables" not in visitor.get("/").text


def test_home_says_whose_turn_it_is_and_leads_back(server: Running) -> None:
    anna = Browser(server.address)
    table = anna.play_now("pizza-master")
    until(lambda: "Your turn just now" in listed(anna.get("/")), lambda: listed(anna.get("/")))
    assert "Pizza Master with Rosa, Enzo, Silvia" in listed(anna.get("/"))
    assert tables_in(anna.get("/")) == [table]


def test_home_names_the_other_whose_turn_it_is(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", options={"players": 2, "starter": "green"}, bots=0)
    bruno = Program(server.address, host.table, host.post("/sit", {"name": "Bruno"}).json()["key"])
    host.start()
    browsers = {}
    for program in (host, bruno):
        browsers[program] = Browser(server.address)
        browsers[program].get(f"/t/{host.table}/me/{program.key}")
    awaited, other = (host, bruno) if host.get()["awaited"] else (bruno, host)
    name = "Anna" if awaited is host else "Bruno"
    assert "Your turn" in listed(browsers[awaited].get("/"))
    assert f"{name}'s turn" in listed(browsers[other].get("/"))


def test_home_says_who_is_still_missing_and_that_the_host_can_start(server: Running) -> None:
    anna, bruno = Browser(server.address), Browser(server.address)
    form = {"name": "Anna", "option_players": "2", "seat_0": "me", "seat_1": "open"}
    table = anna.send("/new/mamma-mia", form).url.path.removeprefix("/t/")
    assert "1 seat is still free" in listed(anna.get("/"))
    bruno.get(f"/t/{table}")
    bruno.send(f"/t/{table}/sit", {"seat": "1", "name": "Bruno"})
    assert "with Bruno Everyone is here: start the game" in listed(anna.get("/"))
    assert "with Anna Anna starts the game" in listed(bruno.get("/"))
    bruno.send(f"/t/{table}/leave", {"seat": "1"})
    assert listed(bruno.get("/")) == ""


def test_home_forgets_a_seat_that_the_host_has_cleared(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
    bruno = Browser(server.address)
    bruno.get(f"/t/{host.table}")
    bruno.send(f"/t/{host.table}/sit", {"seat": "1", "name": "Bruno"})
    assert host.table in tables_in(bruno.get("/"))
    assert host.post("/clear", {"seat": 1}).status_code == 200
    assert listed(bruno.get("/")) == ""


def test_home_tells_the_result_of_what_is_over(server: Running) -> None:
    anna = Browser(server.address)
    table = finished(server, anna)
    winners = Program(server.address, table).get()["view"]["outcome"]["winners"]
    won = {(0,): "You won!", (1,): "Rosa won. You came second."}.get(tuple(winners), "You won together with Rosa.")
    assert f"Pizza Master {won} ended just now" in listed(anna.get("/"))


def test_what_goes_on_comes_first_and_the_rest_steps_back(server: Running) -> None:
    anna = Browser(server.address)
    over = [finished(server, anna) for _ in range(2)]
    form = {"name": "Anna", "option_players": "2", "seat_0": "me", "seat_1": "open"}
    waiting = anna.send("/new/mamma-mia", form).url.path.removeprefix("/t/")
    running = anna.play_now("pizza-master")
    until(lambda: "Your turn" in listed(anna.get("/")))
    page = anna.get("/")
    assert tables_in(page) == [running, waiting, *reversed(over)]
    assert page.text.index(running) < page.text.index("3 more tables") < page.text.index(waiting)


def test_a_bot_that_plays_for_me_is_named(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
    bruno = Program(server.address, host.table, host.post("/sit", {"name": "Bruno"}).json()["key"])
    host.start()
    browser = Browser(server.address)
    browser.get(f"/t/{host.table}/me/{host.key}")
    live = server.app.host.in_memory(host.table)
    assert live is not None
    live.publisher.attendance.away_after = -1.0
    assert bruno.post("/hand-over", {"seat": 0}).status_code == 200
    assert "Pizzaiolo plays for you" in listed(browser.get("/"))


def test_my_tables_outlive_the_server(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    process.start()
    try:
        anna = Browser(process.address)
        table = anna.play_now("mamma-mia")
        until(lambda: "Your turn" in listed(anna.get("/")))
        process.kill()
        process.start()
        assert "Your turn" in listed(anna.get("/"))
        assert tables_in(anna.get("/")) == [table]
    finally:
        process.kill()


def test_how_long_ago_it_was_outlives_the_server_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as server:
        anna = Browser(server.address)
        anna.play_now("mamma-mia")
        until(lambda: "Your turn" in listed(anna.get("/")))
        cookies = dict(anna.client.cookies)
    clock = time.time
    monkeypatch.setattr("time.time", lambda: clock() + 3 * 3600 + 90)
    with running(tmp_path) as server:
        later = httpx.get(server.address, cookies=cookies)
        assert "Your turn waiting for 3 hours" in listed(later)


def test_a_table_that_is_damaged_or_gone_takes_no_other_from_the_list(server: Running) -> None:
    anna = Browser(server.address)
    table = anna.play_now("mamma-mia")
    gone = Kept(new_table_id(), {0: new_key()})
    kept = write_kept([gone, *read_kept(anna.client.cookies["forno_tables"])])
    page = httpx.get(server.address, cookies={"forno_tables": kept})
    assert tables_in(page) == [table]


# --- whose they are -----------------------------------------------------------------------------


def test_a_list_that_somebody_made_up_tells_no_more_than_the_tables_link(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
    host.post("/sit", {"name": "Bruno"})
    for phase in ("gathering", "playing"):
        made_up = httpx.get(server.address, cookies={"forno_tables": f"{host.table}.0-{new_key()}"})
        assert host.table not in made_up.text, phase
        host.start() if phase == "gathering" else None
    for odd in ("", "~~", "..", "a.b", f"{host.table}.x-y", "%00" * 900, f"{host.table}", "é.0-a"):
        assert httpx.get(server.address, headers={b"cookie": f"forno_tables={odd}".encode()}).status_code == 200


def test_the_keys_of_other_tables_open_nothing(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
    page = httpx.get(f"{server.address}/t/{host.table}", cookies={"forno_tables": f"{host.table}.0-{new_key()}"})
    assert 'data-seat=""' in page.text
    assert 'data-seat=""' in httpx.get(f"{server.address}/t/{host.table}", cookies=page.cookies).text


def test_the_list_is_renewed_without_loading_the_page_again(server: Running) -> None:
    anna = Browser(server.address)
    table = anna.play_now("mamma-mia")
    answer = anna.get("/your-tables")
    assert tables_in(answer) == [table]
    assert answer.headers["cache-control"] == "no-store"
    assert "<html" not in answer.text


# --- to another device ---------------------------------------------------------------------------


def along(browser: Browser) -> str:
    """The path of the link that takes everything along."""
    answer = browser.send("/along")
    assert "no-transform" in answer.headers["cache-control"]
    found = re.search(r'value="http://[^/]+(/along/[\w-]+)"', answer.text)
    assert found is not None
    return found[1]


def test_all_tables_come_along_to_another_device_with_their_seats_and_the_name(server: Running) -> None:
    laptop, phone = Browser(server.address), Browser(server.address)
    laptop.send("/settings", {"name": "Anna"})
    tables = {laptop.play_now("mamma-mia"), laptop.play_now("pizza-master"), finished(server, laptop)}
    until(lambda: listed(laptop.get("/")).count("Your turn just now") == 2)
    phone_first = phone.play_now("mamma-mia")
    path = along(laptop)
    assert "These are Anna's tables" in unescape(phone.get(path).text)
    assert tables_in(phone.get("/")) == [phone_first], "nothing comes along before it is asked for"
    there = phone.send(path)
    assert set(tables_in(there)) == tables | {phone_first}
    assert 'value="Anna"' in phone.get("/settings").text
    for table in tables:
        assert 'data-seat="0"' in phone.get(f"/t/{table}").text
        assert phone.key(table) == laptop.key(table)


def test_a_seat_that_came_along_is_played_there(server: Running) -> None:
    laptop, phone = Browser(server.address), Browser(server.address)
    table = laptop.play_now("mamma-mia")
    phone.send(along(laptop))
    phone.get(f"/t/{table}")
    seat = Program(server.address, table, phone.key(table))
    told = seat.await_turn()
    move = {"number": told["number"], "actions": [told["actions"][0]["number"]], "seat": 0}
    assert phone.move(table, move).status_code == 200


def test_the_personal_link_of_a_table_puts_it_among_the_tables_of_the_other_device(server: Running) -> None:
    laptop, phone = Browser(server.address), Browser(server.address)
    table = laptop.play_now("mamma-mia")
    phone.get(f"/t/{table}/me/{laptop.key(table)}")
    assert tables_in(phone.get("/")) == [table]


def test_the_link_for_all_tables_works_for_some_minutes(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    laptop, phone = Browser(server.address), Browser(server.address)
    laptop.play_now("mamma-mia")
    path = along(laptop)
    monkeypatch.setattr(one_time_notes, "NOTE_SECONDS", -1)
    for answer in (phone.get(path), phone.send(path), phone.get("/along/nosuchcode")):
        assert answer.status_code == 404
        assert "no longer works" in unescape(answer.text)
    assert listed(phone.get("/")) == ""


def test_the_link_for_all_tables_works_once(server: Running) -> None:
    laptop, phone, stranger = (Browser(server.address) for _ in range(3))
    table = laptop.play_now("mamma-mia")
    path = along(laptop)
    assert "Continue only if you made this link yourself" in phone.get(path).text
    assert tables_in(phone.send(path)) == [table]
    for answer in (stranger.get(path), stranger.send(path)):
        assert answer.status_code == 404
    assert listed(stranger.get("/")) == ""


def test_who_has_no_tables_takes_none_along(server: Running) -> None:
    answer = Browser(server.address).send("/along")
    assert (answer.status_code, "choose “Play on another device” on the device where you have them" in answer.text) == (
        404,
        True,
    )


def test_a_game_that_goes_on_isnt_pushed_out_by_any_number_of_finished_ones(server: Running) -> None:
    anna = Browser(server.address)
    table = anna.play_now("mamma-mia")
    made_up = [Kept(new_table_id(), {0: new_key()}) for _ in range(100)]
    crowded = write_kept([*fit_tables(made_up, frozenset())[:-1], *read_kept(anna.client.cookies["forno_tables"])])
    anna.client.cookies.delete("forno_tables")
    anna.client.cookies.set("forno_tables", crowded, domain="127.0.0.1", path="/")
    second = anna.play_now("mamma-mia")
    kept = [one.table for one in read_kept(anna.client.cookies["forno_tables"])]
    assert {table, second} <= set(kept)
    assert len(kept) < 100


def test_a_game_that_ended_meanwhile_is_marked_until_it_is_seen_on_any_device(server: Running) -> None:
    anna, ben = Browser(server.address), Browser(server.address)
    form = {"name": "Anna", "option_players": "2", "option_mode": "tutorial", "option_max_days": "1"}
    table = anna.send("/new/pizza-master", form | {"seat_0": "me", "seat_1": "open"}).url.path.removeprefix("/t/")
    anna.get("/")
    ben.get(f"/t/{table}")
    ben.send(f"/t/{table}/sit", {"name": "Ben"})
    ben.get("/")
    anna.send(f"/t/{table}/start")
    players = [Program(server.address, table, browser.key(table)) for browser in (anna, ben)]
    while players[0].get()["phase"] != "over":
        for player in players:
            if (told := player.get()).get("awaited"):
                player.decide(told)
    for browser in (anna, ben):
        assert "1 new result" in browser.get("/").text
        assert '<b class="new">new</b>' in browser.get("/your-tables").text
    anna.get(f"/t/{table}")
    assert "new result" not in anna.get("/").text
    assert "1 new result" in ben.get("/").text
    phone = Browser(server.address)
    found = re.search(r'value="http://[^/]+(/along/[\w-]+)"', anna.send("/along").text)
    assert found is not None
    phone.send(found[1])
    assert "new result" not in phone.get("/").text
    ben.send("/you/key/delete")
    assert "new result" not in ben.get("/").text

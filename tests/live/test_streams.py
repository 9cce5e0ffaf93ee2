"""Streams of a real server: nothing missed, nothing doubled, nothing told that mustn't be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from forno.live.streams import MAX_QUEUED_BYTES, Stream
from forno.pages.publishing.readers import Viewer
from tests.loops import run
from tests.web.servers import Browser, Listener, Program, Running, running
from tools.waiting import until

pytestmark = pytest.mark.slow


def page_of(text: str) -> dict[str, str]:
    """Return the attributes of a table page's body."""
    body = re.search(r"<body[^>]*>", text)
    assert body is not None
    return dict(re.findall(r'data-([a-z]+)="([^"]*)"', body[0]))


def watch(server: Running, table: str, after: str = "", **rest: Any) -> Listener:
    return Listener(server.address, f"/t/{table}/stream?after={after}", **rest)


def seat_stream(server: Running, browser: Browser, table: str, after: str, **rest: Any) -> Listener:
    cookies = {"forno_seat": browser.key(table)}
    return Listener(server.address, f"/t/{table}/stream?after={after}&seat=0", cookies=cookies, **rest)


def publics(listener: Listener) -> list[str]:
    return [told.position for told in listener.heard if told.event == "public"]


def test_what_others_do_arrives_step_by_step_and_the_own_part_with_it(server: Running) -> None:
    browser = Browser(server.address)
    table = browser.play_now("mamma-mia")
    program = Program(server.address, table, browser.key(table))
    told = program.await_turn()
    stream = seat_stream(server, browser, table, told["position"])
    program.decide(told)
    own = stream.wait_for("own")
    assert own.data["number"] == told["number"] + 1
    program.play_on(4)
    public = stream.wait_for("public").data
    assert public["steps"]
    assert {"kind", "seat", "say", "tell", "pause", "fly", "regions"} <= set(public["steps"][0])
    assert any(step["tell"] for step in public["steps"])
    stream.close()


def test_a_page_that_comes_back_misses_nothing_and_hears_nothing_twice(server: Running) -> None:
    program = Program.opens(server.address, "pizza-master", options={"players": 3})
    program.start()
    told = program.await_turn()
    steady = watch(server, program.table, told["position"])
    broken = watch(server, program.table, told["position"])
    heard: list[str] = []
    for round_ in range(6):
        program.play_on(2)
        position = program.get()["position"]
        if publics(steady)[-1:] != [position]:
            steady.wait_until(position)
        if round_ % 2 == 0:
            broken.wait_until(position)
            heard += publics(broken)
            broken.close()
            program.play_on(1)
            last = heard[-1] if heard else told["position"]
            broken = watch(server, program.table, "0.0", headers={"Last-Event-ID": last})
    position = program.await_turn()["position"]
    steady.wait_until(position)
    broken.wait_until(position)
    heard += publics(broken)
    assert heard == publics(steady)
    assert len(heard) == len(set(heard))
    steady.close()
    broken.close()


def test_what_is_told_again_is_what_was_told(server: Running) -> None:
    program = Program.opens(server.address, "pizza-master", options={"players": 2})
    program.start()
    before = program.await_turn()["position"]
    first = watch(server, program.table, before)
    program.play_on(3)
    position = program.get()["position"]
    first.wait_until(position)
    second = watch(server, program.table, before)
    second.wait_until(position)
    same = [told.data["steps"] for told in first.heard if told.event == "public"]
    assert [told.data["steps"] for told in second.heard if told.event == "public"] == same
    first.close()
    second.close()


def test_nothing_is_told_to_a_page_that_is_up_to_date(server: Running) -> None:
    browser = Browser(server.address)
    table = browser.play_now("mamma-mia")
    program = Program(server.address, table, browser.key(table))
    told = program.await_turn()
    page = page_of(browser.get(f"/t/{table}").text)
    stream = seat_stream(server, browser, table, page["position"])
    program.decide(told)
    stream.wait_for("own")
    assert stream.heard[0].data["number"] > told["number"]
    stream.close()


@pytest.mark.rule("MMR-11")
def test_whoever_was_away_longer_than_a_turn_gets_the_table_and_not_the_announcements(server: Running) -> None:
    browser = Browser(server.address)
    table = browser.play_now("mamma-mia")
    program = Program(server.address, table, browser.key(table))
    position = program.await_turn()["position"]
    for _ in range(3):
        turn = len(program.get()["view"]["recent"])
        program.play_on(4)
        assert turn >= 0
    stream = seat_stream(server, browser, table, position)
    snapshot = stream.wait_for("snapshot").data
    assert not publics(stream)
    assert "hand" in snapshot["regions"]
    assert "oven" in snapshot["regions"]
    assert len(snapshot["log"]) <= 3 * 4
    stream.close()


@pytest.mark.rule("MMR-11")
def test_a_page_that_is_loaded_again_shows_no_more_than_the_turns_since_the_own_last_one(server: Running) -> None:
    browser = Browser(server.address)
    table = browser.play_now("mamma-mia")
    program = Program(server.address, table, browser.key(table))
    for _ in range(12):
        program.play_on(1)
        told = program.get()
        if told["phase"] == "over":
            break
        log = browser.get(f"/t/{table}").text.partition('id="log"')[2].partition("</ol>")[0]
        turns = len(told["view"]["recent"])
        opening = 40 if told["view"]["opening"] else 0
        assert log.count("<li>") - log.count("is dealt") <= 3 * turns + opening + 1


def test_several_tabs_hear_the_same(server: Running) -> None:
    browser = Browser(server.address)
    table = browser.play_now("pizza-master")
    program = Program(server.address, table, browser.key(table))
    told = program.await_turn()
    tabs = [seat_stream(server, browser, table, told["position"]) for _ in range(3)]
    program.play_on(2)
    position = program.await_turn()["position"]
    for tab in tabs:
        tab.wait_until(position)
    until(lambda: tabs[0].told == tabs[1].told == tabs[2].told, "they hear different things")
    for tab in tabs:
        tab.close()


def test_what_is_the_same_for_all_is_the_same_bytes_and_every_language_has_its_own(server: Running) -> None:
    program = Program.opens(server.address, "mamma-mia")
    program.start()
    position = program.await_turn()["position"]
    english = [watch(server, program.table, position) for _ in range(2)]
    italian = watch(server, program.table, position, headers={"Accept-Language": "it"})
    program.play_on(3)
    position = program.await_turn()["position"]
    for stream in (*english, italian):
        stream.wait_until(position)
    assert english[0].told == english[1].told != italian.told
    assert publics(english[0]) == publics(italian)
    for stream in (*english, italian):
        stream.close()


def test_players_and_spectators_talk_apart(server: Running) -> None:
    program = Program.opens(server.address, "mamma-mia")
    program.start()
    spectator = Program(server.address, program.table)
    seat = Listener(server.address, f"/api/tables/{program.table}/stream", program.headers)
    watching = Listener(server.address, f"/api/tables/{program.table}/stream")
    assert spectator.post("/chat", {"text": "go, Anna", "name": "Carla"}).status_code == 200
    assert program.post("/chat", {"text": "<b>ciao</b>"}).status_code == 200
    assert watching.wait_for("said").data == {"room": "spectators", "name": "Carla", "seat": None, "text": "go, Anna"}
    heard = seat.wait_for("said").data
    assert heard == {"room": "table", "name": "Anna", "seat": 0, "text": "<b>ciao</b>"}
    assert [word["text"] for word in program.get("/chat")] == ["<b>ciao</b>"]
    assert [word["text"] for word in spectator.get("/chat")] == ["go, Anna", "<b>ciao</b>"]
    page = Browser(server.address).get(f"/t/{program.table}").text
    assert "<b>ciao" not in page
    program.play_on()
    assert [word["text"] for word in program.get("/chat")] == ["go, Anna", "<b>ciao</b>"]
    assert program.post("/chat", {"text": "x" * 401}).status_code == 422
    assert program.post("/chat", {"text": "  "}).status_code == 422
    seat.close()
    watching.close()


def test_words_that_were_missed_are_heard_once(server: Running) -> None:
    program = Program.opens(server.address, "mamma-mia")
    program.start()
    position = program.await_turn()["position"]
    program.post("/chat", {"text": "one"})
    stream = watch(server, program.table, position)
    program.post("/chat", {"text": "two"})
    until(lambda: len(stream.heard) > 1, "words get lost")
    assert [told.data["text"] for told in stream.heard if told.event == "said"] == ["one", "two"]
    stream.close()


def test_guests_arrive_and_the_start_is_told(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
    stream = watch(server, host.table)
    guest = Program(server.address, host.table)
    guest.key = guest.post("/sit", {"name": "Bruno & Co"}).json()["key"]
    assert any("Bruno &amp; Co" in told.data["regions"]["guests"] for told in [stream.wait_for("guests", 1)])
    host.start()
    stream.wait_for("started")
    stream.close()


def test_a_seat_without_a_stream_is_absent_after_a_while_and_here_again_with_one(tmp_path: Path) -> None:
    with running(tmp_path, away_after=0.3) as server:
        host = Program.opens(server.address, "mamma-mia", options={"players": 3}, bots=0)
        guest = Program(server.address, host.table)
        guest.key = guest.post("/sit", {"name": "Bruno"}).json()["key"]
        assert guest.post("/sit", {"name": "Carla"}).status_code == 201
        host.start()
        stream = Listener(server.address, f"/api/tables/{host.table}/stream", guest.headers)
        until(lambda: host.get()["seats"][2]["present"] is False, "Carla never goes")
        assert host.get()["seats"][1]["present"] is True
        assert host.post("/hand-over", {"seat": 1}).status_code == 409
        stream.close()
        until(lambda: host.get()["seats"][1]["present"] is False, "Bruno never goes")
        assert host.post("/hand-over", {"seat": 0}).status_code == 409
        assert host.post("/hand-over", {"seat": 1}).status_code == 200
        seat = host.get()["seats"][1]
        assert (seat["bot"], seat["stand_in"], seat["name"]) == ("pizzaiolo", True, "Bruno")
        assert host.post("/take-back").status_code == 409
        assert guest.post("/take-back").status_code == 200
        assert host.get()["seats"][1]["bot"] is None


def test_pings_are_comments(tmp_path: Path) -> None:
    with running(tmp_path, ping_every=0.2) as server:
        program = Program.opens(server.address, "mamma-mia")
        program.start()
        stream = watch(server, program.table, program.await_turn()["position"])
        until(lambda: b": ping\n\n" in stream.raw, "there are no pings")
        assert stream.heard == []
        stream.close()


def test_a_reader_who_doesnt_read_is_dropped() -> None:
    stream = Stream(Viewer())
    piece = b"x" * 1024
    for _ in range(MAX_QUEUED_BYTES // len(piece)):
        stream.push(piece)
    waited = stream.closed
    stream.push(piece)
    assert (waited, stream.closed) == (False, True)
    assert run(stream.next()) == b""


def test_all_that_waits_for_a_reader_is_written_at_once() -> None:
    stream = Stream(Viewer())
    for piece in (b"one", b"two", b"three"):
        stream.push(piece)
    assert run(stream.next()) == b"onetwothree"
    stream.close()
    stream.push(b"four")
    assert run(stream.next()) == b""


def test_a_browser_that_never_got_that_far_gets_everything_anew(server: Running) -> None:
    program = Program.opens(server.address, "mamma-mia")
    program.start()
    program.await_turn()
    for after in ("9999.9999", "x", "1", "-1.0", "1.2.3.4", ""):
        stream = watch(server, program.table, after)
        assert stream.wait_for("snapshot").data["regions"]
        stream.close()

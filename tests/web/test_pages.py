"""The pages around the tables, as a visitor without a script sees them."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

import forno
from forno.core.records import Record
from tests.web.servers import SHORT, Browser, Program, Running, running

PAGES = ("/", "/lobby", "/new/mamma-mia", "/new/pizza-master", "/settings", "/rules", "/rules/mamma-mia", "/replay")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_one_heading_landmarks_and_a_language(server: Running, path: str) -> None:
    text = Browser(server.address).get(path).text
    assert len(re.findall(r"<h1\b", text)) == 1
    assert '<main id="content"' in text
    assert '<header class="bar"' in text
    assert '<html lang="en">' in text
    assert 'href="#content"' in text


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_inline_script_style_or_handlers(server: Running, path: str) -> None:
    text = Browser(server.address).get(path).text
    assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=", text)
    for tag in re.findall(r"<script\b[^>]*>", text):
        assert "src=" in tag or 'type="application/json"' in tag, tag


def test_every_answer_has_the_headers_that_keep_visitors_safe(server: Running) -> None:
    table = Program.opens(server.address, "mamma-mia").table
    for path in ("/", f"/t/{table}", f"/api/tables/{table}", "/static/icon.svg", "/nowhere"):
        headers = httpx.get(server.address + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "form-action 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    assert httpx.get(f"{server.address}/static/forno.css").headers["x-content-type-options"] == "nosniff"
    assert httpx.get(f"{server.address}/t/{table}").headers["cache-control"] == "no-store"


def test_play_now_seats_the_visitor_among_bots_in_one_click(server: Running) -> None:
    for game in ("mamma-mia", "pizza-master"):
        browser = Browser(server.address)
        table = browser.play_now(game)
        told = Program(server.address, table, browser.key(table)).get()
        assert told["phase"] == "playing"
        assert told["seat"] == 0
        assert [seat["bot"] for seat in told["seats"]] == [None, "cuoco", "cuoco", "cuoco"]
        page = browser.get(f"/t/{table}").text
        assert 'data-phase="playing"' in page
        assert 'data-seat="0"' in page
        assert 'id="hand"' in page


def test_cookies_are_safe_and_a_seat_key_goes_to_its_table_alone(server: Running) -> None:
    browser = Browser(server.address)
    answer = browser.client.post("/play/mamma-mia", data={"_csrf_token": browser.token}, follow_redirects=False)
    assert answer.status_code == 303
    (cookie,) = [line for line in answer.headers.get_list("set-cookie") if line.startswith("forno_seat")]
    assert f"Path={answer.headers['location'].removesuffix('?first=1')};" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_a_form_without_the_token_of_its_page_is_refused(server: Running) -> None:
    browser = Browser(server.address)
    browser.get("/")
    for data in ({}, {"_csrf_token": "0" * 128}):
        answer = browser.client.post("/play/mamma-mia", data=data)
        assert answer.status_code == 403
        assert "This page has expired" in answer.text


def test_the_new_table_form_offers_every_option_and_opens_the_table_it_describes(server: Running) -> None:
    browser = Browser(server.address)
    form = browser.get("/new/mamma-mia").text
    for name in ("edition", "players", "helping", "memory_aid", "starter", "deck"):
        assert f'name="option_{name}"' in form, name
    wish = {
        "name": "Anna",
        "option_edition": "grande",
        "option_players": "3",
        "option_helping": "yes",
        "option_memory_aid": "yes",
        "option_starter": "pink",
        "seat_0": "me",
        "colour_0": "pink",
        "seat_1": "person",
        "person_1": "Bruno",
        "seat_2": "bot:garzone",
        "clock": "60",
        "public": "yes",
    }
    answer = browser.send("/new/mamma-mia", wish)
    assert answer.status_code == 200, answer.text
    table = answer.url.path.removeprefix("/t/")
    told = Program(server.address, table).get()
    assert told["phase"] == "playing"
    assert told["options"]["edition"] == "grande"
    assert told["options"]["memory_aid"] is True
    assert told["options"]["colours"][0] == "pink"
    assert told["options"]["starter"] == "pink"
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "Bruno", "Pino"]
    assert told["settings"].items() >= {"public": True, "clock": 60}.items()
    assert "Bruno" in browser.get("/lobby").text


def test_wrong_options_bring_the_form_back_with_a_sentence_and_what_was_chosen(server: Running) -> None:
    browser = Browser(server.address)
    answer = browser.send("/new/mamma-mia", {"name": "Anna", "option_players": "6", "seat_0": "me"})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="6"' in answer.text
    for wrong in ({"option_edition": "huge"}, {"seat_1": "bot:hal"}, {"clock": "soon"}, {"option_players": "x"}):
        assert browser.send("/new/mamma-mia", {"seat_0": "me"} | wrong).status_code == 422
    assert browser.get("/new/chess").status_code == 404


def test_a_deck_of_ones_own_is_played_and_a_file_that_is_none_is_refused(server: Running) -> None:
    browser = Browser(server.address)
    token = browser.token
    data = {"_csrf_token": token, "seat_0": "me", "seat_1": "bot:random", "option_players": "2"}
    for content in (b"not a deck at all", b"\xff\xfe\x00"):
        files = {"option_deck": ("deck.toml", content)}
        answer = browser.client.post("/new/mamma-mia", data=data, files=files)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text


def test_a_hot_seat_holds_several_seats_on_one_device(server: Running) -> None:
    browser = Browser(server.address)
    wish = {"name": "Anna", "option_players": "2", "seat_0": "me", "seat_1": "person", "person_1": "Bruno"}
    table = browser.send("/new/mamma-mia", wish).url.path.removeprefix("/t/")
    first, second = (browser.get(f"/t/{table}?seat={seat}").text for seat in (0, 1))
    assert 'data-seat="0"' in first
    assert 'data-seat="1"' in second
    assert 'id="cover"' in first
    awaited = re.search(r'data-awaits="(\d)"', first)
    assert awaited is not None
    other = second if awaited[1] == "0" else first
    assert f'data-call="{awaited[1]}"' in other


def test_names_are_text_and_never_markup(server: Running) -> None:
    browser = Browser(server.address)
    wish = {"name": "<b>Anna</b>", "option_players": "2", "seat_0": "me", "seat_1": "open"}
    answer = browser.send("/new/mamma-mia", wish)
    assert "<b>Anna" not in answer.text
    assert "&lt;b&gt;Anna&lt;/b&gt;" in answer.text


def test_the_language_is_the_browsers_or_the_one_that_was_chosen(server: Running) -> None:
    italian = Browser(server.address, **{"Accept-Language": "it-IT,it;q=0.9,en;q=0.5"})
    assert '<html lang="it">' in italian.get("/").text
    answer = italian.send("/settings", {"language": "en", "back": "/lobby"})
    assert answer.url.path == "/lobby"
    assert '<html lang="en">' in answer.text
    assert '<html lang="en">' in Browser(server.address, **{"Accept-Language": "tlh, *;q=0.1"}).get("/").text


def test_settings_never_lead_to_another_site(server: Running) -> None:
    browser = Browser(server.address)
    for back in ("//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example"):
        assert str(browser.send("/settings", {"back": back}).url) == f"{server.address}/"


def test_rules_can_be_linked_by_their_numbers(server: Running) -> None:
    assert 'id="MM-14"' in Browser(server.address).get("/rules/mamma-mia").text
    assert Browser(server.address).get("/rules/chess").status_code == 404


def test_static_files_have_lasting_addresses_and_are_compressed(server: Running) -> None:
    page = httpx.get(f"{server.address}/").text
    sheet = re.search(r'href="(/static/[0-9a-f]{6}/forno\.css)"', page)
    assert sheet is not None
    answer = httpx.get(server.address + sheet[1], headers={"Accept-Encoding": "gzip"})
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    plain = httpx.get(f"{server.address}/static/forno.css")
    assert plain.headers["cache-control"] == "no-cache"
    again = httpx.get(f"{server.address}/static/forno.css", headers={"If-None-Match": plain.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/nothing.css"):
        assert httpx.get(server.address + path).status_code == 404


def test_a_finished_game_can_be_watched_again_from_any_seat_and_its_record_verifies(server: Running) -> None:
    program = Program.opens(server.address, "mamma-mia", options={"players": 3})
    program.start()
    browser = Browser(server.address)
    assert browser.get(f"/t/{program.table}/replay").status_code == 409
    assert browser.get(f"/t/{program.table}/record").status_code == 409
    program.play_on()
    record = browser.get(f"/t/{program.table}/record")
    assert "attachment" in record.headers["content-disposition"]
    assert Record.parse(record.text).replay().is_over
    for query in ("", "?at=3", "?at=100000&seat=none", "?at=5&seat=1", "?seat=77", "?at=x"):
        page = browser.get(f"/t/{program.table}/replay{query}")
        assert page.status_code == 200, query
    assert page.text.count('class="leaf open-hand') == 3
    assert browser.get(f"/t/{program.table}/replay?seat=none").text.count("open-hand") == 0


def test_any_record_can_be_pasted_and_a_broken_one_is_refused_with_its_line(server: Running) -> None:
    program = Program.opens(server.address, "pizza-master", options=SHORT)
    program.start()
    program.play_on()
    browser = Browser(server.address)
    text = browser.get(f"/t/{program.table}/record").text
    assert browser.send("/replay", {"record": text}).status_code == 200
    answer = browser.send("/replay", {"record": text, "go": "4", "seat": "1"})
    assert answer.status_code == 200
    assert "replay-bar" in answer.text
    broken = browser.send("/replay", {"record": text.replace("seed: ", "seed: other")})
    assert broken.status_code == 422
    assert "ine " in broken.text
    assert browser.send("/replay", {"record": "hello"}).status_code == 422
    for seed in ("²", "--5"):
        broken = browser.send("/replay", {"record": re.sub("(?m)^seed: .*", f"seed: {seed}", text)})
        assert broken.status_code == 422
        assert "a number; if that is the seed, put it in quotes" in broken.text


def test_a_record_that_goes_on_from_a_position_is_shown_and_one_that_cant_be_refused(server: Running) -> None:
    state = forno.game("mamma-mia", players=2).position(hands=["3 olive", "2 salami"], seat="green", oven=["1 salami"])
    state.apply(state.legal_actions()[0])
    browser, text = Browser(server.address), str(Record.of(state))
    shown = browser.send("/replay", {"record": text})
    assert shown.status_code == 200
    assert "replay-bar" in shown.text
    broken = browser.send("/replay", {"record": text.replace("3 olive", "30 olive")})
    assert broken.status_code == 422
    assert "30 olive" in broken.text


def test_too_many_tables_of_one_visitor_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, most_tables=2) as server:
        browser = Browser(server.address)
        assert [browser.send("/play/mamma-mia").status_code for _ in range(3)] == [200, 200, 429]

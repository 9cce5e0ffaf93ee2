"""Inviting takes one press: a table with open seats, its link at once, options and bots afterwards."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.web.servers import Browser, Program, Running

GAMES = ["mamma-mia", "pizza-master"]


def with_friends(browser: Browser, game: str = "mamma-mia") -> str:
    """One click; returns the name of the table."""
    answer = browser.send(f"/friends/{game}")
    assert answer.status_code == 200, answer.text
    return answer.url.path.removeprefix("/t/")


@pytest.mark.parametrize("game", GAMES)
def test_one_press_opens_a_table_with_open_seats_and_its_link(server: Running, game: str) -> None:
    anna = Browser(server.address)
    table = with_friends(anna, game)
    page = anna.get(f"/t/{table}").text
    assert f'value="{server.address}/t/{table}"' in page
    assert f'src="/t/{table}/qr.svg"' in page
    assert f'data-share="/t/{table}"' in page
    seats = Program(server.address, table).get()["seats"]
    assert [seat["name"] is not None for seat in seats] == [True, False, False, False]


def test_bots_take_what_stays_empty(server: Running) -> None:
    anna, bruno = Browser(server.address), Browser(server.address)
    table = with_friends(anna)
    bruno.get(f"/t/{table}")
    bruno.send(f"/t/{table}/sit", {"seat": "2", "name": "Bruno"})
    anna.send(f"/t/{table}/start", {"bot": "garzone"})
    told = Program(server.address, table).get()
    assert told["phase"] == "playing"
    assert [seat["bot"] for seat in told["seats"]] == [None, "garzone", None, "garzone"]
    assert [seat["name"] for seat in told["seats"]] == ["Guest", "Pino", "Bruno", "Lia"]


def test_the_game_doesnt_start_with_empty_seats_or_bots_that_arent_here(server: Running) -> None:
    anna, bruno = Browser(server.address), Browser(server.address)
    table = with_friends(anna)
    for bot, status in (("", 409), ("nobody", 422)):
        assert anna.send(f"/t/{table}/start", {"bot": bot}).status_code == status
    bruno.get(f"/t/{table}")
    assert bruno.send(f"/t/{table}/start", {"bot": "garzone"}).status_code in (401, 403)
    assert Program(server.address, table).get()["phase"] == "gathering"


def test_the_name_is_asked_for_where_the_others_read_it(server: Running) -> None:
    anna = Browser(server.address)
    table = with_friends(anna)
    assert "What should the others call you?" in anna.get(f"/t/{table}").text
    anna.send(f"/t/{table}/name", {"seat": "0", "name": "  Anna \t"})
    page = anna.get(f"/t/{table}").text
    assert "What should the others call you?" not in page
    assert 'data-name="Anna"' in page
    assert Program(server.address, table).get()["seats"][0]["name"] == "Anna"
    second = with_friends(anna)
    assert "What should the others call you?" not in anna.get(f"/t/{second}").text
    assert Program(server.address, second).get()["seats"][0]["name"] == "Anna"


def test_nobody_gives_another_guest_a_name(server: Running) -> None:
    anna, bruno = Browser(server.address), Browser(server.address)
    table = with_friends(anna)
    assert bruno.send(f"/t/{table}/name", {"seat": "0", "name": "Bruno"}).status_code in (401, 403)
    assert Program(server.address, table).get()["seats"][0]["name"] == "Guest"


def test_the_host_thinks_better_of_the_options(server: Running) -> None:
    anna, bruno = Browser(server.address), Browser(server.address)
    table = with_friends(anna)
    assert bruno.get(f"/t/{table}/options").status_code in (401, 403)
    page = anna.get(f"/t/{table}/options").text
    assert re.search(r'value="classic" checked', page)
    assert re.search(r'name="option_players" value="4" checked', page)
    wish = {"option_edition": "grande", "option_players": "6", "option_helping": "no", "option_memory_aid": "yes"}
    assert anna.send(f"/t/{table}/options", wish).url.path == f"/t/{table}"
    told = Program(server.address, table).get()
    assert len(told["seats"]) == 6
    assert (told["options"]["edition"], told["options"]["memory_aid"]) == ("grande", True)
    again = anna.get(f"/t/{table}/options").text
    assert re.search(r'value="grande" checked', again)
    refused = anna.send(f"/t/{table}/options", wish | {"option_edition": "classic"})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert len(Program(server.address, table).get()["seats"]) == 6


def test_fewer_players_than_guests_are_refused_with_a_sentence(server: Running) -> None:
    anna, bruno = Browser(server.address), Browser(server.address)
    table = with_friends(anna)
    bruno.get(f"/t/{table}")
    bruno.send(f"/t/{table}/sit", {"seat": "3", "name": "Bruno"})
    answer = anna.send(f"/t/{table}/options", {"option_edition": "classic", "option_players": "2"})
    assert answer.status_code == 409
    assert "Remove the last ones first" in unescape(answer.text)


def test_the_options_of_a_game_that_goes_on_stay_as_they_are(server: Running) -> None:
    anna = Browser(server.address)
    table = anna.play_now("mamma-mia")
    assert anna.send(f"/t/{table}/options", {"option_players": "2"}).status_code == 409


# --- how strong the bots are ------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_strength_of_the_bots_is_chosen_on_home(server: Running, game: str) -> None:
    anna = Browser(server.address)
    for bot in ("garzone", "pizzaiolo"):
        table = anna.send(f"/play/{game}", {"bot": bot}).url.path.removeprefix("/t/")
        assert {seat["bot"] for seat in Program(server.address, table).get()["seats"][1:]} == {bot}
    assert anna.send(f"/play/{game}", {"bot": "nobody"}).status_code == 422
    usual = anna.play_now(game)
    assert 'id="chat-form"' not in anna.get(f"/t/{usual}").text  # nobody is there to talk to
    assert {seat["bot"] for seat in Program(server.address, usual).get()["seats"][1:]} == {"cuoco"}


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_played_against_garzoni(server: Running, game: str) -> None:
    anna = Browser(server.address)
    table = anna.send(f"/learn/{game}").url.path.removeprefix("/t/")
    assert [seat["bot"] for seat in Program(server.address, table).get()["seats"]] == [None, "garzone", "garzone"]


def test_bots_have_names_faces_and_a_word_about_each(server: Running) -> None:
    anna = Browser(server.address)
    table = with_friends(anna)
    anna.send(f"/t/{table}/bot", {"seat": "1", "bot": "nonna"})
    page = unescape(anna.get(f"/t/{table}").text)
    assert 'data-name="Nonna Pina"' in page
    assert "Nonna · sees everything" in page
    assert "#bot-nonna" in page
    anna.send(f"/t/{table}/start", {"bot": "garzone"})
    page = anna.get(f"/t/{table}").text
    assert "#bot-nonna" in page
    assert "#bot-garzone" in page


def test_the_bots_of_a_rematch_are_the_same(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", options={"players": 3})
    assert host.post("/clear", {"seat": 1}).status_code == 200
    assert host.post("/bot", {"seat": 1, "bot": "cuoco"}).status_code == 200
    names = [seat["name"] for seat in host.get()["seats"]]
    assert names == ["Anna", "Rosa", "Enzo"]
    host.start()
    host.play_on()
    again = Program(server.address, host.post("/rematch").json()["table"])
    assert [seat["name"] for seat in again.get()["seats"]] == names

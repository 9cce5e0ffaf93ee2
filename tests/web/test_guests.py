"""Guests of a table: their names, wherever they are named; who may watch, and what is there afterwards."""

from __future__ import annotations

import re

import pytest

from forno.core.language import listed
from forno.core.records import Record
from forno.table.guests import Seat, names_of
from tests.web.servers import Browser, Program, Running

NAMES = ["Anna", "Rosa", "Enzo", "Pino"]


@pytest.fixture(scope="module")
def finished(server: Running) -> Program:
    """A public game that is over."""
    host = Program.opens(server.address, "mamma-mia", bots=2, public=True)
    assert host.post("/bot", {"seat": 3, "bot": "garzone"}).status_code == 200
    host.start()
    assert host.play_on()["phase"] == "over"
    return host


def test_bots_of_one_name_are_numbered_and_none_is_called_as_a_person_is() -> None:
    seats = [Seat("Cuoco", "hash"), Seat("cuoco", bot="cuoco"), Seat(), Seat("cuoco", bot="cuoco")]
    assert names_of(seats) == ("Cuoco", "Cuoco II", None, "Cuoco III")
    assert names_of([Seat("Anna", "hash", "cuoco", stand_in=True)]) == ("Anna",)
    assert names_of([Seat("Nonna Ada", bot="nonna"), Seat("Rosa", "hash")]) == ("Nonna Ada", "Rosa")


def test_guests_have_the_same_names_on_the_page_in_the_lobby_in_the_api_and_in_the_record(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", bots=2, public=True)
    assert host.post("/bot", {"seat": 3, "bot": "garzone"}).status_code == 200
    assert [seat["name"] for seat in host.get()["seats"]] == NAMES
    assert [seat["bot"] for seat in host.get()["seats"]] == [None, "cuoco", "cuoco", "garzone"]
    (row,) = [row for row in host.client.get("/tables").json() if row["table"] == host.table]
    assert row["names"] == NAMES
    assert listed(NAMES) in Browser(server.address).get("/lobby").text
    page = Browser(server.address).get(f"/t/{host.table}").text
    for name in NAMES:
        assert f'data-name="{name}"' in page


def test_the_record_says_who_played_and_is_read_as_any_other(finished: Program) -> None:
    text = finished.client.get(f"/tables/{finished.table}/record").text
    colours = [seat["colour"] for seat in finished.get()["seats"]]
    for colour, name in zip(colours, NAMES, strict=True):
        assert f"\n# {colour}: {name}\n" in text
    record = Record.parse(text)
    assert record.replay().is_over
    assert str(record).splitlines() == [line for line in text.splitlines() if not line.startswith("#")]


def test_anybody_watches_a_public_table_from_the_lobby_and_a_private_one_by_its_link(server: Running) -> None:
    guest = Browser(server.address)
    for public in (True, False):
        host = Program.opens(server.address, "pizza-master", public=public)
        host.start()
        assert (f'href="/t/{host.table}"' in guest.get("/lobby").text) is public
        page = guest.get(f"/t/{host.table}")
        assert page.status_code == 200
        assert 'data-seat=""' in page.text
        assert 'data-phase="playing"' in page.text
        assert "turn-form" not in page.text
        assert not re.search(r"\bme/", page.text)  # a table's own name may end in these letters


def test_a_finished_table_shows_everyone_the_scoring_the_replay_and_the_record(
    server: Running, finished: Program
) -> None:
    guest = Browser(server.address)
    here = f"/t/{finished.table}"
    page = guest.get(here).text
    assert 'class="ending' in page
    assert f'href="{here}/replay"' in page
    assert f'href="{here}/record"' in page
    assert f'action="{here}/rematch"' not in page
    replay = guest.get(f"{here}/replay")
    assert replay.status_code == 200
    for name in NAMES:
        assert name in replay.text
    assert guest.get(f"{here}/record").headers["content-disposition"].startswith("attachment")
    assert guest.send(f"{here}/rematch").status_code == 401
    player = Browser(server.address)
    assert f'action="{here}/rematch"' in player.get(f"{here}/me/{finished.key}").text
    again = player.send(f"{here}/rematch").url.path
    assert f'href="{again}"' in guest.get(here).text

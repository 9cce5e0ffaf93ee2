"""Players switch notices on at their table, confirm their address, and stop them with one press."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import http_ece
import pytest

from forno.core.errors import OptionError
from forno.features.notices import sender
from forno.features.notices.mail import MAX_ASKED_PER_DAY
from forno.server.host import ServerHost
from forno.server.settings import ServerSettings
from tests.features.notices.receivers import Mailbox, Receiver, mailbox, receiver
from tests.features.notices.test_push import AUTH, Subscriber, check_signature
from tests.web.servers import Browser, Running, running
from tools.waiting import WAIT

ALL = {"turn": "1", "begun": "1", "reminder": "1", "over": "1", "said": "1", "nudge": "1"}
"""All topics; at night, too, since the test may run at any time."""


@dataclass
class Kitchen:
    """A server with channels on this machine."""

    server: Running
    box: Mailbox
    hooks: Receiver


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    with mailbox() as (box, mail), receiver() as hooks, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sender, "POLL_SECONDS", 0.05)
        told = {"mail": mail, "mail_from": "forno@example.org", "webhooks": "local", "push": "on"}
        address = "https://forno.example.org"
        with running(tmp_path_factory.mktemp("notices"), address=address, **told) as server:
            yield Kitchen(server, box, hooks)


def slow_table(kitchen: Kitchen) -> tuple[str, Browser, Browser]:
    """A table over days with two people that hasn't begun."""
    anna, bruno = Browser(kitchen.server.address), Browser(kitchen.server.address)
    wish = {"name": "Anna", "option_players": "2", "seat_0": "me", "seat_1": "open", "clock": "86400/14400/259200"}
    table = anna.send("/new/mamma-mia", wish).url.path.removeprefix("/t/")
    bruno.send(f"/t/{table}/sit", {"name": "Bruno"})
    return table, anna, bruno


def await_that(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_an_address_is_used_once_it_is_confirmed_and_until_it_is_stopped(kitchen: Kitchen) -> None:
    box = kitchen.box
    table, anna, bruno = slow_table(kitchen)
    assert f"/t/{table}/notices" in anna.get(f"/t/{table}").text
    page = anna.send(f"/t/{table}/notices", ALL | {"mail": "anna@example.org"})
    assert "Open the link in it to confirm the address" in page.text
    await_that(lambda: box.mails)
    mail = box.mails.pop()
    assert (mail["To"], mail["Subject"]) == ("anna@example.org", "Confirm your address")
    link = re.search(r"https://forno\.example\.org(\S+)", mail.get_content().partition("link")[2])
    assert link is not None
    bruno.send(f"/t/{table}/chat", {"text": "are you there?"})
    stranger = Browser(kitchen.server.address)
    assert "Send notifications here" in stranger.get(link[1]).text
    assert "Your address is confirmed" in stranger.client.post(link[1]).text
    assert stranger.client.post(link[1]).status_code == 404
    anna.send(f"/t/{table}/start")
    await_that(lambda: box.mails)
    begun = box.mails.pop()
    assert begun["Subject"] in ("The game has begun", "New message in the chat")
    assert "Mamma Mia! with Bruno" in begun.get_content()
    stop = begun["List-Unsubscribe"].strip("<>").removeprefix("https://forno.example.org")
    answer = stranger.client.post(stop, data={"List-Unsubscribe": "One-Click"})
    assert "Notifications for this table are off" in answer.text
    again = anna.send(f"/t/{table}/notices", ALL | {"mail": "anna@example.org"})
    assert "already on its way" in again.text, "an address isn't asked again and again"
    assert again.status_code == 422
    assert "Confirm your address" not in [mail["Subject"] for mail in box.mails]


def test_one_mailbox_and_one_client_are_asked_so_often_a_day(kitchen: Kitchen) -> None:
    table, anna, bruno = slow_table(kitchen)

    def enter(browser: Browser, address: str) -> int:
        return browser.send(f"/t/{table}/notices", ALL | {"mail": address}, headers=elsewhere).status_code

    elsewhere = {"x-forwarded-for": "198.51.100.7"}
    assert enter(anna, "carla@example.org") == 200
    assert [enter(bruno, spelt) for spelt in ("CARLA@example.org", "carla+1@example.org")] == [422, 422]
    entered = [enter(anna, f"friend{number}@example.org") for number in range(MAX_ASKED_PER_DAY)]
    assert entered == [200] * (MAX_ASKED_PER_DAY - 1) + [422]
    elsewhere = {"x-forwarded-for": "198.51.100.8"}
    assert enter(anna, "dario@example.org") == 200


def test_a_webhook_hears_of_turns_and_of_nudges_once_a_day(kitchen: Kitchen) -> None:
    hooks = kitchen.hooks
    table, anna, bruno = slow_table(kitchen)
    for browser, name in ((anna, "anna"), (bruno, "bruno")):
        page = browser.send(f"/t/{table}/notices", ALL | {"webhook": f"{hooks.address}/{name}"})
        assert "Saved." in page.text
    anna.send(f"/t/{table}/start")
    await_that(lambda: len(hooks.received) == 2)
    told = {path: json.loads(body) for path, _headers, body in hooks.received}
    (awaited,) = [path for path, data in told.items() if "your turn" in data["message"]]
    assert {data["title"] for data in told.values()} == {"The game has begun"}
    other = bruno if awaited == "/anna" else anna
    seat = awaited.strip("/").capitalize()
    assert f"Nudge {seat}" in other.get(f"/t/{table}/notices").text
    assert "The nudge is on its way." in other.send(f"/t/{table}/nudge").text
    assert "Once a day is enough" in other.send(f"/t/{table}/nudge").text
    assert "nobody you can nudge" in (anna if other is bruno else bruno).send(f"/t/{table}/nudge").text
    await_that(lambda: len(hooks.received) == 3)
    path, _headers, body = hooks.received[-1]
    assert (path, json.loads(body)["title"]) == (awaited, "The others are waiting for you")


def test_a_browser_that_was_told_shows_notices_until_it_is_switched_off(kitchen: Kitchen) -> None:
    hooks, browser = kitchen.hooks, Subscriber()
    table, anna, bruno = slow_table(kitchen)
    key = re.search(r'data-push="([^"]+)"', anna.get(f"/t/{table}/notices").text)
    assert key is not None
    told = json.dumps(browser.told(f"{hooks.address}/browser-{table}"))
    assert "This browser shows notifications" in anna.send(f"/t/{table}/notices", ALL | {"push": told}).text
    assert "This browser shows notifications" in anna.send(f"/t/{table}/notices", ALL | {"keep": "1"}).text
    bruno.send(f"/t/{table}/chat", {"text": "the secret is olives"})
    await_that(lambda: any(path == f"/browser-{table}" for path, *_rest in hooks.received))
    ((_path, headers, body),) = [sent for sent in hooks.received if sent[0] == f"/browser-{table}"]
    check_signature(headers["authorization"], key[1], hooks.address)
    shown = http_ece.decrypt(body, private_key=browser.key, auth_secret=AUTH).decode()
    assert json.loads(shown)["title"] == "New message in the chat"
    assert "olives" not in shown
    assert "This browser shows notifications" not in anna.send(f"/t/{table}/notices", ALL).text


def test_deleting_the_key_forgets_where_notices_go(kitchen: Kitchen) -> None:
    table, anna, bruno = slow_table(kitchen)
    hook = f"{kitchen.hooks.address}/{table}"
    anna.send(f"/t/{table}/notices", ALL | {"webhook": hook})
    bruno.send(f"/t/{table}/notices", ALL | {"webhook": f"{hook}/bruno"})
    (told,) = anna.get("/you/key/export").json()["notices"]
    assert (told["table"], told["seat"], told["targets"]["webhook"]) == (table, 0, hook)
    assert len(bruno.get("/you/key/export").json()["notices"]) == 1
    bruno.send(f"/t/{table}/chat", {"text": "Ciao!"})
    await_that(lambda: kitchen.hooks.received)
    anna.send("/you/key/delete")
    stored = kitchen.server.app.host.settings.data
    with closing(sqlite3.connect(stored)) as file:
        rows = file.execute("SELECT name, text FROM leaves WHERE binder = ?", (f"notices {table}",)).fetchall()
    assert [hook in text for _name, text in sorted(rows)] == [False, True], "Bruno's address stays"


def test_what_is_wrong_is_said_and_strangers_see_nothing(kitchen: Kitchen) -> None:
    table, anna, _bruno = slow_table(kitchen)
    wrong = anna.send(f"/t/{table}/notices", ALL | {"mail": "anna"})
    assert (wrong.status_code, "an e-mail address. Write one" in wrong.text) == (422, True)
    stranger = Browser(kitchen.server.address)
    assert stranger.get(f"/t/{table}/notices").status_code == 401
    assert stranger.send(f"/t/{table}/notices", ALL).status_code == 401
    assert stranger.send(f"/t/{table}/nudge").status_code == 401
    assert stranger.get(f"/notices/stop/{table}/0/{'0' * 40}").status_code == 404
    assert f"/t/{table}/notices" not in stranger.get(f"/t/{table}").text
    quick = anna.play_now("mamma-mia")
    assert anna.get(f"/t/{quick}/notices").status_code == 404
    assert f"/t/{quick}/notices" not in anna.get(f"/t/{quick}").text


def test_the_page_speaks_the_visitor_s_language_and_says_what_was_chosen(kitchen: Kitchen) -> None:
    table, anna, _bruno = slow_table(kitchen)
    anna.send(f"/t/{table}/notices", {"turn": "1", "webhook": f"{kitchen.hooks.address}/x", "when": "daily"})
    page = anna.get(f"/t/{table}/notices").text
    ticks = dict(re.findall(r'name="(\w+)" value="1"( checked)?', page))
    assert {name for name, checked in ticks.items() if checked} == {"turn"}
    assert f'value="{kitchen.hooks.address}/x"' in page
    stopped = anna.send(f"/t/{table}/notices/stop").text
    assert f'value="{kitchen.hooks.address}/x"' not in stopped
    assert "Notifiche" in anna.get(f"/t/{table}/notices", headers={"accept-language": "it"}).text


@pytest.mark.parametrize(
    "told",
    [
        {"webhooks": "on"},
        {"push": "on", "address": "http://x.example"},
        {"mail": "smtp://127.0.0.1", "address": "https://x.example"},
    ],
)
def test_a_host_who_forgets_something_is_told_so(told: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(OptionError):
        ServerHost(ServerSettings(data=str(tmp_path / "tables.sqlite3"), **told))

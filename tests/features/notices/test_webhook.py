"""Webhooks reach a real web server, whatever it does, and no private address."""

from __future__ import annotations

import asyncio
import json
import socket
from threading import Event
from typing import Any

import pytest

from forno.core.errors import OptionError
from forno.features.notices import webhook
from forno.features.notices.messages import Undelivered
from forno.features.notices.webhook import Webhook, check_url, is_public, payload
from tests.features.notices.receivers import MESSAGE, receiver
from tests.loops import run
from tools.waiting import WAIT


def test_a_webhook_gets_json_that_slack_and_discord_understand() -> None:
    with receiver() as server:
        run(Webhook(private=True).send(f"{server.address}/hook?key=1", MESSAGE))
    ((path, headers, body),) = server.received
    data = json.loads(body)
    assert (path, headers["content-type"]) == ("/hook?key=1", "application/json")
    assert data["content"] == f"{MESSAGE.text}\n{MESSAGE.link}"
    assert data["allowed_mentions"] == {"parse": []}
    assert "<!channel>" not in data["text"]
    assert (data["id"], data["title"], data["click"]) == ("abc", MESSAGE.title, MESSAGE.link)


def test_ntfy_gets_its_topic_at_its_root() -> None:
    url, data = payload("https://ntfy.example.org/anna-plays", MESSAGE)
    assert url == "https://ntfy.example.org/"
    assert data == {"topic": "anna-plays", "title": MESSAGE.title, "message": MESSAGE.text, "click": MESSAGE.link}
    assert payload("https://example.org/anna-plays", MESSAGE)[0] == "https://example.org/anna-plays"


@pytest.mark.parametrize(
    ("path", "gone"),
    [("500", False), ("302", False), ("429", False), ("410", True), ("endless", False), ("stall", False)],
)
def test_a_receiver_that_fails_stalls_or_redirects_is_an_error(
    path: str, gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook, "TIMEOUT_SECONDS", 0.2 if path == "stall" else 10.0)
    with receiver() as server, pytest.raises(Undelivered) as error:
        run(Webhook(private=True).send(f"{server.address}/{path}", MESSAGE))
    assert (error.value.gone, error.value.counts) == (gone, True)
    assert [sent[0] for sent in server.received] == [f"/{path}"]


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "10.1.2.3", "169.254.169.254", "[::ffff:127.0.0.1]", "0.0.0.0"]
)
def test_a_private_address_is_never_connected_to(host: str) -> None:
    with receiver() as server:
        with pytest.raises(Undelivered) as error:
            run(webhook.post(f"http://{host}:{server.server_port}/", {}, b"", private=False))
        assert error.value.gone
        assert server.received == []


def test_public_addresses_are_those_of_the_internet() -> None:
    assert is_public("93.184.215.14")
    assert is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")
    private = ("192.168.1.1", "fd00::1", "fe80::1%eth0", "2002:7f00:1::", "224.0.0.1", "100.64.0.1", "fec0::1")
    translated = ("64:ff9b::7f00:1", "::7f00:1", "::ffff:0:a00:1")
    for address in private + translated:
        assert not is_public(address), address


@pytest.mark.parametrize("later", ["127.0.0.1", "10.0.0.1"])
def test_a_name_with_a_public_and_a_private_address_is_never_connected_to(
    later: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither is one that is public at the first look and private at the second: there is one look."""
    looks: list[str] = []

    def look_up(host: str, port: int, **_more: Any) -> list[Any]:
        looks.append(host)
        return [(None, None, 0, "", (address, port)) for address in ("93.184.215.14", later)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with receiver() as server:
        with pytest.raises(Undelivered) as error:
            run(webhook.post(f"http://club.example.org:{server.server_port}/", {}, b"", private=False))
        assert error.value.gone
        assert server.received == []
    assert looks == ["club.example.org"]


def test_names_that_take_long_to_look_up_hold_up_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = Event()

    def look_up(*_asked: Any, **_more: Any) -> list[Any]:
        assert answers.wait(WAIT)
        return [(None, None, 0, "", ("10.0.0.1", 443))]

    async def work_meanwhile() -> None:
        asked = [asyncio.create_task(webhook.resolve("slow.example.org", 443, private=True)) for _ in range(40)]
        assert await asyncio.wait_for(asyncio.to_thread(answers.is_set), WAIT) is False
        answers.set()
        assert set(await asyncio.gather(*asked)) == {"10.0.0.1"}

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    run(work_meanwhile())


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://example.org",
        "http://example.org/",
        "https://",
        "https://exa mple.org",
        "https://example.org:x/",
        "https://example.org/" + "x" * 500,
    ],
)
def test_what_is_no_address_of_a_webhook_is_refused(url: str) -> None:
    with pytest.raises(OptionError):
        check_url(url)
    assert check_url(" https://example.org/hook ") == "https://example.org/hook"
    assert check_url("http://192.168.1.2:8080/hook", private=True)

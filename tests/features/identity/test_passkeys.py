"""Passkeys: a player's key on every device that has the passkey, and on no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cbor2
import httpx
import pytest

from forno.core.errors import OptionError
from forno.features.identity import one_time_notes
from forno.features.identity.passkeys import check_passkeys
from forno.features.identity.players import PLAYER_COOKIE
from tests.features.identity.authenticators import Authenticator, decoded, encoded
from tests.web.servers import Browser, Running, running

ORIGIN = "http://localhost:8000"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("passkeys"), passkeys="on", address=ORIGIN) as server:
        yield server


def ask(browser: Browser, path: str, data: Any = None) -> httpx.Response:
    return browser.client.post(path, json=data or {}, headers={"X-CSRFToken": browser.token})


def make(browser: Browser, authenticator: Authenticator) -> httpx.Response:
    asked = ask(browser, "/you/key/passkey/options").json()
    made = authenticator.create(asked["options"])
    return ask(browser, "/you/key/passkey", {"code": asked["code"], "credential": made})


def show(browser: Browser, authenticator: Authenticator) -> httpx.Response:
    asked = ask(browser, "/you/key/passkey/open/options").json()
    shown = authenticator.show(asked["options"])
    return ask(browser, "/you/key/passkey/open", {"code": asked["code"], "credential": shown})


def with_passkey(club: Running) -> tuple[Browser, str, Authenticator]:
    anna, passkey = Browser(club.address), Authenticator(ORIGIN)
    table = anna.play_now("mamma-mia")
    assert make(anna, passkey).status_code == 200
    return anna, table, passkey


def test_a_passkey_opens_all_tables_on_another_device(club: Running) -> None:
    anna, table, passkey = with_passkey(club)
    phone = Browser(club.address)
    own = phone.play_now("pizza-master")
    assert "Use my passkey" in phone.get("/you/key").text
    assert show(phone, passkey).json() == {"next": "/"}
    assert phone.client.cookies[PLAYER_COOKIE] == anna.client.cookies[PLAYER_COOKIE]
    for browser in (anna, phone):
        assert set(re.findall(r'href="/t/(\w+)"', browser.get("/").text)) == {table, own}
    assert 'data-seat="0"' in phone.get(f"/t/{table}").text
    assert show(phone, passkey).status_code == 200
    fresh = Browser(club.address)
    assert "/you/key" in fresh.get("/you").text
    assert show(fresh, passkey).status_code == 200


def test_an_answer_works_once_and_for_its_own_question(club: Running) -> None:
    anna, _table, passkey = with_passkey(club)
    passkey.counts = False
    phone = Browser(club.address)
    asked = ask(phone, "/you/key/passkey/open/options").json()
    shown = {"code": asked["code"], "credential": passkey.show(asked["options"])}
    other = ask(phone, "/you/key/passkey/open/options").json()
    assert ask(phone, "/you/key/passkey/open", shown | {"code": other["code"]}).status_code == 404
    assert ask(phone, "/you/key/passkey/open", shown).status_code == 200
    assert ask(Browser(club.address), "/you/key/passkey/open", shown).status_code == 404
    made = ask(anna, "/you/key/passkey/options").json()
    assert ask(phone, "/you/key/passkey/open", shown | {"code": made["code"]}).status_code == 404


def test_a_question_expires(club: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    _anna, _table, passkey = with_passkey(club)
    monkeypatch.setattr(one_time_notes, "NOTE_SECONDS", -1)
    assert show(Browser(club.address), passkey).status_code == 404


@pytest.mark.parametrize("lie", ["origin", "unverified", "handle", "key", "stranger", "count"])
def test_false_passkeys_open_nothing(club: Running, lie: str) -> None:
    _anna, _table, passkey = with_passkey(club)
    thief = Browser(club.address)
    if lie == "count":
        passkey.count = 10
        assert show(Browser(club.address), passkey).status_code == 200
        passkey.count = 3
    elif lie == "origin":
        passkey.origin = "https://evil.example.org"
    elif lie == "unverified":
        passkey.flags = 1
    elif lie == "handle":
        passkey.handle = b"x" * 32
    else:
        other = Authenticator(ORIGIN)
        other.handle = passkey.handle
        other.id = passkey.id if lie == "key" else other.id
        passkey = other
    answer = show(thief, passkey)
    assert answer.status_code == 404
    assert PLAYER_COOKIE not in thief.client.cookies


def test_a_passkey_is_made_for_ones_own_key_alone(club: Running) -> None:
    anna, ben = Browser(club.address), Browser(club.address)
    assert ask(anna, "/you/key/passkey/options").status_code == 404
    anna.play_now("mamma-mia")
    ben.play_now("mamma-mia")
    asked, passkey = ask(anna, "/you/key/passkey/options").json(), Authenticator(ORIGIN)
    made = {"code": asked["code"], "credential": passkey.create(asked["options"])}
    assert ask(ben, "/you/key/passkey", made).status_code == 404
    assert ask(anna, "/you/key/passkey", made).status_code == 404
    assert show(Browser(club.address), passkey).status_code == 404


def test_nobody_puts_a_passkey_of_theirs_in_place_of_anothers(club: Running) -> None:
    anna, _table, passkey = with_passkey(club)
    thief, same = Browser(club.address), Authenticator(ORIGIN)
    thief.play_now("mamma-mia")
    same.id = passkey.id
    assert make(thief, same).status_code == 404
    thief.send("/you/key/delete")
    phone = Browser(club.address)
    assert show(phone, passkey).status_code == 200
    assert phone.client.cookies[PLAYER_COOKIE] == anna.client.cookies[PLAYER_COOKIE]


@pytest.mark.parametrize(
    "odd", [None, [], "x", {}, {"rawId": 1}, {"rawId": "AA", "response": {"userHandle": "AA"}}, {"response": []}]
)
def test_odd_answers_are_refused(club: Running, odd: Any) -> None:
    anna = Browser(club.address)
    anna.play_now("mamma-mia")
    for path in ("/you/key/passkey", "/you/key/passkey/open"):
        code = ask(anna, f"{path}/options").json()["code"]
        assert ask(anna, path, {"code": code, "credential": odd}).status_code == 404
        assert ask(anna, path, {"credential": odd}).status_code == 404


def test_an_odd_attestation_is_refused(club: Running) -> None:
    """The library reads formats of many makers, and fails in several ways at what none of them sends."""
    anna, passkey = Browser(club.address), Authenticator(ORIGIN)
    anna.play_now("mamma-mia")
    asked = ask(anna, "/you/key/passkey/options").json()
    made = passkey.create(asked["options"])
    sent = cbor2.loads(decoded(made["response"]["attestationObject"]))
    odd = sent | {"fmt": "android-safetynet", "attStmt": {"ver": "1", "response": {}}}
    made["response"]["attestationObject"] = encoded(cbor2.dumps(odd))
    assert ask(anna, "/you/key/passkey", {"code": asked["code"], "credential": made}).status_code == 404


def test_neither_page_nor_store_tells_the_key_and_deleting_it_deletes_the_passkey(club: Running) -> None:
    anna, _table, passkey = with_passkey(club)
    key = anna.client.cookies[PLAYER_COOKIE]
    answers = [ask(anna, "/you/key/passkey/options"), show(Browser(club.address), passkey), anna.get("/you/key")]
    assert not [answer for answer in answers if key in answer.text]
    folder = Path(club.app.settings.data).parent
    stored = b"".join(path.read_bytes() for path in folder.iterdir())
    assert key.encode() not in stored
    assert encoded(passkey.handle).encode() not in stored
    anna.send("/you/key/delete")
    assert show(Browser(club.address), passkey).status_code == 404


def test_without_passkeys_nothing_is_offered(server: Running) -> None:
    anna = Browser(server.address)
    anna.play_now("mamma-mia")
    assert "passkey" not in anna.get("/you/key").text
    assert ask(anna, "/you/key/passkey/options").status_code == 404


@pytest.mark.parametrize("address", ["", "http://forno.example.org"])
def test_passkeys_need_an_address_that_stays(address: str) -> None:
    check_passkeys("off", address)
    with pytest.raises(OptionError, match="https"):
        check_passkeys("on", address)

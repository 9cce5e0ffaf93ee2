"""Sealed deals at a real server: added by browsers and programs, hidden until the end, and checked from the record."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forno.cli import main
from forno.core.sealing import deal_seed, new_number, seal_of
from tests.web.servers import Browser, Listener, Program, Running, running
from tools.waiting import until

pytestmark = pytest.mark.slow

TWO = {"options": {"players": 2}}


def two(server: Running) -> tuple[Program, Program]:
    anna = Program.opens(server.address, "mamma-mia", bots=0, **TWO)
    bruno = Program(server.address, anna.table, anna.post("/sit", {"name": "Bruno"}).json()["key"])
    return anna, bruno


def added(program: Program, **what: str) -> dict[str, Any]:
    answer = program.post("/deal", what)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()["deal"]
    return told


def finish(*programs: Program) -> dict[str, Any]:
    while True:
        for program in programs:
            told: dict[str, Any] = program.get()
            if told["phase"] == "over":
                return told
            if told["awaited"]:
                program.decide(told)


def verified(tmp_path: Path, record: str, change: Callable[[str], str] = str) -> int:
    file = tmp_path / "record.txt"
    file.write_text(change(record), encoding="utf-8")
    return main(["verify", str(file)])


def test_a_deal_that_two_programs_add_to(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with running(tmp_path, deal_patience=60.0) as server:
        anna, bruno = two(server)
        numbers = {"0": new_number(), "1": new_number()}
        seal = anna.get()["deal"]["seal"]
        listener = Listener(server.address, f"/api/tables/{anna.table}/stream")
        page = Listener(server.address, f"/t/{anna.table}/stream")
        for program, number in zip((anna, bruno), numbers.values(), strict=True):
            deal = added(program, promise=seal_of(number))
        assert deal["promises"] == {seat: seal_of(number) for seat, number in numbers.items()}
        assert anna.post("/deal", {"number": numbers["0"]}).status_code == 409, "nobody has called for it"
        anna.start()
        assert anna.get()["deal"]["called"]
        assert anna.get()["phase"] == "gathering"
        assert anna.post("/deal", {"number": new_number()}).status_code == 422
        added(bruno, number=numbers["1"])
        added(bruno, number=numbers["1"])
        added(anna, number=numbers["0"])
        assert anna.get()["phase"] == "playing"
        # Until the end the secret is nowhere, and neither is what follows from it.
        live = server.app.host.in_memory(anna.table)
        assert live is not None
        hidden = [live.table.deal.secret, live.table.deal.seed]
        visitor = Browser(server.address)
        told = [str(program.get()) for program in (anna, bruno)]
        told += [visitor.get(path).text for path in (f"/t/{anna.table}", f"/api/tables/{anna.table}")]
        assert all(seal in text for text in told)
        for path in ("record", "replay", "envelope"):
            assert visitor.get(f"/t/{anna.table}/{path}").status_code == 409
        heard = listener.told + page.told
        for secret in hidden:
            assert not any(secret in text for text in told)
            assert secret.encode() not in heard
            assert secret not in caplog.text
        deal = finish(anna, bruno)["deal"]
        assert deal["seal"] == seal == seal_of(deal["secret"])
        assert deal["numbers"] == numbers
        assert deal["seed"] == deal_seed(deal["secret"], {int(seat): number for seat, number in numbers.items()})
        record = visitor.get(f"/t/{anna.table}/record").text
        over = visitor.get(f"/t/{anna.table}").text
        assert all(part in over for part in (deal["secret"], deal["seal"], deal["seed"], *numbers.values()))
        for reader in (listener, page):
            reader.close()
    assert verified(tmp_path, record) == 0
    assert "sealed" in capsys.readouterr().out
    assert verified(tmp_path, record, lambda text: text.replace(numbers["1"], new_number())) == 1
    assert "promised" in capsys.readouterr().err


def test_who_doesnt_answer_is_left_out_and_holds_nobody_up(tmp_path: Path) -> None:
    with running(tmp_path, deal_patience=2.0) as server:
        anna, bruno = two(server)
        number, late = new_number(), new_number()
        added(anna, promise=seal_of(number))
        added(bruno, promise=seal_of(late))
        anna.start()
        added(anna, number=number)
        until(lambda: anna.get()["phase"] == "playing")
        page = Browser(server.address).get(f"/t/{anna.table}").text
        assert "Added a number: Anna." in page
        assert "Left out, since no number came in time: Bruno." in page
        assert bruno.post("/deal", {"number": late}).status_code == 409


def test_a_server_that_ends_after_the_call_deals_when_it_is_back(tmp_path: Path) -> None:
    with running(tmp_path, deal_patience=60.0, secret="the same") as server:
        anna, bruno = two(server)
        numbers = [new_number(), new_number()]
        for program, number in zip((anna, bruno), numbers, strict=True):
            added(program, promise=seal_of(number))
        anna.start()
        added(anna, number=numbers[0])
        table, key = anna.table, bruno.key
    with running(tmp_path, secret="the same") as server:
        added(Program(server.address, table, key), number=numbers[1])
        assert Program(server.address, table, key).get()["phase"] == "playing"


def test_numbers_that_come_to_different_servers_make_one_deal(database: str, tmp_path: Path) -> None:
    with running(database, deal_patience=60.0) as one, running(database, deal_patience=60.0) as other:
        anna, bruno = two(one)
        elsewhere = Program(other.address, bruno.table, bruno.key)
        numbers = {"0": new_number(), "1": new_number()}
        added(anna, promise=seal_of(numbers["0"]))
        promised = added(elsewhere, promise=seal_of(numbers["1"]))["promises"]
        assert promised == {seat: seal_of(number) for seat, number in numbers.items()}
        anna.start()
        added(elsewhere, number=numbers["1"])
        added(anna, number=numbers["0"])
        deals = [finish(anna, elsewhere)["deal"], elsewhere.get()["deal"]]
        record = Browser(other.address).get(f"/t/{anna.table}/record").text
    for deal in deals:
        assert deal["numbers"] == numbers
        assert deal["seed"] == deal_seed(deal["secret"], {int(seat): number for seat, number in numbers.items()})
    assert verified(tmp_path, record) == 0


def test_a_table_where_a_call_is_due_is_woken(tmp_path: Path) -> None:
    with running(tmp_path, deal_patience=1.0) as server:
        anna, _bruno = two(server)
        added(anna, promise=seal_of(new_number()))
        anna.start()
        table = anna.table
    with running(tmp_path) as server:
        until(lambda: any(live.id == table and live.table.phase == "playing" for live in server.app.host.awake()))


def envelope(visitor: Browser, number: str = "") -> dict[str, str]:
    told = visitor.get("/envelope").json()
    return {"envelope": told["envelope"], "seal": told["seal"], "number": number or new_number()}


def test_one_press_adds_a_number_to_a_seal_that_was_seen_before(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = Browser(server.address)
        form = envelope(anna)
        table = anna.send("/play/mamma-mia", form).url.path.removeprefix("/t/")
        live = server.app.host.in_memory(table)
        assert live is not None
        assert live.table.phase == "playing"
        assert live.table.deal.numbers == {0: form["number"]}
        assert live.table.deal.seal == form["seal"]
        # The same envelope again, from a page that was gone back to: another table, with another secret.
        other = anna.send("/play/mamma-mia", form).url.path.removeprefix("/t/")
        again = server.app.host.in_memory(other)
        assert again is not None
        assert other != table
        assert again.table.deal.secret != live.table.deal.secret
        assert again.table.deal.numbers == {}


@pytest.mark.parametrize("spoilt", ["envelope", "seal", "number"])
def test_a_wrong_envelope_is_no_mistake_but_doesnt_count(tmp_path: Path, spoilt: str) -> None:
    with running(tmp_path) as server:
        anna = Browser(server.address)
        form = envelope(anna) | {spoilt: "1.x.y"}
        table = anna.send("/play/mamma-mia", form).url.path.removeprefix("/t/")
        live = server.app.host.in_memory(table)
        assert live is not None
        assert live.table.phase == "playing"
        assert live.table.deal.numbers == {}


def test_a_rematch_alone_adds_its_number_at_once(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = Browser(server.address)
        sent = {"name": "Anna", "option_players": "2", "seat_0": "me", "seat_1": "bot:random"} | envelope(anna)
        table = anna.send("/new/mamma-mia", sent).url.path.removeprefix("/t/")
        Program(server.address, table, anna.key(table)).play_on()
        sealed = anna.get(f"/t/{table}/envelope").json()
        form = {"seal": sealed["seal"], "number": new_number()}
        new = anna.send(f"/t/{table}/rematch", form).url.path.removeprefix("/t/")
        assert new == sealed["table"]
        live = server.app.host.in_memory(new)
        assert live is not None
        assert live.table.phase == "playing"
        assert live.table.deal.numbers == {0: form["number"]}
        assert live.table.deal.seal == form["seal"]


def test_a_deal_that_was_chosen_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = Browser(server.address)
        page = anna.send("/learn/mamma-mia")
        assert "Everyone gets the same practice deal." in page.text
        told = anna.get(f"/api{page.url.path.replace('/t/', '/tables/')}").json()
        assert told["deal"]["kind"] == "chosen"

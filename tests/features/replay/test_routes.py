"""Games watched again: the steps that they have, and that whoever looks at a long one keeps nobody waiting."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from forno.background.pool import MAX_WAITING_PER_CLIENT, ClientQueue, ProcessPool
from forno.background.rate_limits import TooMany
from forno.core.records import Record
from forno.features.replay.page import MAX_RECORD_CHARACTERS
from tests.background.test_pool import forget_yourself, who
from tests.features.replay.helpers import played
from tests.loops import run
from tests.variants import variants
from tests.web.servers import SHORT, Browser, Program, Running, running
from tools.waiting import WAIT


def test_replays_are_worked_out_beside_the_server(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    here: list[object] = []
    monkeypatch.setattr("forno.features.replay.page.scene", lambda states, at: here.append(states))
    monkeypatch.setattr(Record, "parse", lambda text, deck=None: here.append(text))
    monkeypatch.setattr(Record, "of", lambda state: here.append(state))
    program = Program.opens(server.address, "pizza-master", options=SHORT)
    program.start()
    program.play_on()
    browser = Browser(server.address)
    assert "replay-bar" in browser.get(f"/t/{program.table}/replay?go=3").text
    monkeypatch.undo()
    text = browser.get(f"/t/{program.table}/record").text
    monkeypatch.setattr(Record, "parse", lambda text, deck=None: here.append(text))
    assert "replay-bar" in browser.send("/replay", {"record": text}).text
    assert not here


def test_a_replay_that_takes_too_long_is_given_up_with_a_sentence(tmp_path: Path) -> None:
    text = str(played(variants()[0].game()))
    with running(tmp_path, replay_seconds=0.0) as server:
        answer = Browser(server.address).send("/replay", {"record": text})
        assert answer.status_code == 422
        assert "took too long" in answer.text


def test_a_record_has_its_longest_length(server: Running) -> None:
    answer = Browser(server.address).send("/replay", {"record": "x" * (MAX_RECORD_CHARACTERS + 1)})
    assert answer.status_code == 422
    assert f"use at most {MAX_RECORD_CHARACTERS} characters" in answer.text


def test_replays_have_a_limit_of_their_own(tmp_path: Path) -> None:
    text = str(played(variants()[0].game()))
    with running(tmp_path, most_replays=2) as server:
        browser = Browser(server.address)
        answers = [browser.send("/replay", {"record": text}).status_code for _ in range(3)]
        assert answers == [200, 200, 429]
        assert browser.play_now("mamma-mia")


def test_who_asks_for_much_waits_for_it_and_nobody_else_does() -> None:
    async def use() -> None:
        arrays = ClientQueue(ProcessPool(2, WAIT), 1e6)
        async with asyncio.timeout(WAIT):
            mine = [asyncio.create_task(arrays.run("me", forget_yourself)) for _ in range(MAX_WAITING_PER_CLIENT)]
            await asyncio.sleep(0)
            with pytest.raises(TooMany):
                await arrays.run("me", who)
            assert await arrays.run("somebody else", who) == await arrays.run("another", who)
            arrays.workers.close()
            await asyncio.gather(*mine, return_exceptions=True)
        assert not arrays._turns

    run(use())

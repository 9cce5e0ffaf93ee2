"""Programs as bots of a server: slow ones keep nobody else waiting, there are so many of them, and they end with it."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest

import forno
from forno.core.events import seen_by
from forno.server.bots import MAX_DECIDING, MAX_RUNNING, ProgramRoom, ProgramSeat
from tests.loops import run
from tests.processes import runs
from tests.web.servers import SHORT, Program, ServerProcess, running
from tools.waiting import WAIT, until

pytestmark = pytest.mark.slow

QUICK = f"{sys.executable} -m forno bot garzone"


def program(folder: Path, name: str, chooses: str) -> str:
    """A program that writes down its number, and does so when it is asked to choose."""
    file = folder / f"{name}.py"
    file.write_text(
        "import json, os, pathlib, signal, sys, time\n"
        f"(pathlib.Path({str(folder)!r}) / f'{name}-{{os.getpid()}}.number').touch()\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "for line in sys.stdin:\n"
        "    word, _, rest = line.strip().partition(' ')\n"
        "    if word == 'forno': print('fornook', flush=True)\n"
        "    if word == 'game': print('readyok', flush=True)\n"
        "    if word == 'choose':\n"
        f"        (pathlib.Path({str(folder)!r}) / f'{name}-{{os.getpid()}}.asked').touch()\n"
        f"        {chooses}\n",
        encoding="utf-8",
    )
    return f"{sys.executable} {file}"


SLEEP = "time.sleep(600)"
FIRST = "print('bestaction', json.loads(rest)['actions'][0]['number'], flush=True)"


def numbers(folder: Path, what: str) -> list[int]:
    return [int(file.stem.rpartition("-")[2]) for file in folder.glob(f"*.{what}")]


def test_programs_that_dont_answer_keep_nobody_elses_bots_waiting(tmp_path: Path) -> None:
    commands = {"slow": program(tmp_path, "slow", SLEEP), "robo": QUICK}
    with running(tmp_path, programs=commands) as server:
        for _table in range(20):
            slow = Program.opens(server.address, "mamma-mia", options={"players": 2, "starter": "green"}, bots=0)
            assert slow.post("/bot", {"seat": 1, "bot": "slow"}).status_code == 200
            slow.start()
        until(lambda: len(numbers(tmp_path, "asked")) == MAX_DECIDING)
        for bot in ("cuoco", "robo"):
            other = Program.opens(server.address, "pizza-master", options=SHORT, bots=0)
            assert other.post("/bot", {"seat": 1, "bot": bot}).status_code == 200
            other.start()
            assert other.play_on()["phase"] == "over"
    until(lambda: not any(map(runs, numbers(tmp_path, "number"))), "they are still there")


def test_however_many_tables_there_are_so_many_programs_run(tmp_path: Path) -> None:
    """A program is taken from one table for another, and told of the game anew when it comes back."""
    game = forno.game("mamma-mia", players=2, starter="yellow")
    state = game.deal(7)
    seen = seen_by(state.events, 0)
    places = [ProgramSeat(game, 0, str(number)) for number in range(40)]

    async def use() -> None:
        room = ProgramRoom(program(tmp_path, "one", FIRST))
        async with asyncio.timeout(WAIT):
            for _round in range(2):
                answers = await asyncio.gather(*(room.choose(place, seen, state.view(0)) for place in places))
                assert set(answers) == {state.legal_actions()[0]}
            assert len(numbers(tmp_path, "number")) <= MAX_RUNNING
            room.leave(places[-1])
        await asyncio.to_thread(room.close)

    run(use())
    assert not any(map(runs, numbers(tmp_path, "number")))


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_programs_and_thinkers_end_with_the_server(tmp_path: Path, end: signal.Signals) -> None:
    server = ServerProcess(tmp_path, "--bot", f"slow={program(tmp_path, 'slow', SLEEP)}")
    server.start()
    assert server.process is not None
    table = Program.opens(server.address, "mamma-mia", options={"players": 3, "starter": "green"}, bots=0)
    assert table.post("/bot", {"seat": 1, "bot": "nonna"}).status_code == 200
    assert table.post("/bot", {"seat": 2, "bot": "slow"}).status_code == 200
    table.start()
    until(lambda: numbers(tmp_path, "asked"), "nobody is asked")
    family = descendants(server.process.pid)
    assert len(family) >= 2
    server.process.send_signal(end)
    server.process.wait(WAIT)
    until(
        lambda: not any(map(runs, family)), lambda: f"{[number for number in family if runs(number)]} are still there"
    )


def descendants(process: int) -> list[int]:
    """The processes that one has started, and those that they have started."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):  # it has just ended
            continue
    found = [child for child, parent in parents.items() if parent == process]
    return found + [other for child in found for other in descendants(child)]

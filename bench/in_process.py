"""CPU of a move without sockets: `python -m bench.in_process`, for a machine that is too busy for `make bench-serving`.

The server runs in this process with its real parsers and protocols, between transports that keep what is written. Whole
games are played at some tables, every seat with a live stream. The driver's own work is counted, too, about 0.1 ms a
move. `--against REV` measures an earlier commit in turns with the checkout. `--profile` prints the calls that take
longest.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, Final

from uvicorn.server import ServerState

from bench.serving import extract
from forno.cli.serve import collect_seldom, server_config, take_turns_often
from forno.server.settings import ServerSettings
from forno.web.app import create_app

SEATS: Final = 4
ANY: Final = 1e12
FORM: Final = re.compile(r"data-number=\"(\d+)\"[^>]* data-tree=(['\"])(.*?)\2")
LENGTH: Final = re.compile(rb"content-length: (\d+)")


class Kept(asyncio.Transport):
    """Transport that passes on what is written."""

    def __init__(self, written: Callable[[bytes], object]) -> None:
        super().__init__()
        self.write = written  # type: ignore[assignment, method-assign]

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Driver:
    """Player of all tables, until the wanted number of moves is made."""

    def __init__(self, edition: str, folder: str) -> None:
        unlimited = {"most_tables": ANY, "most_moves": ANY, "most_words": ANY, "most_streams_per_address": int(ANY)}
        settings = ServerSettings(data=f"{folder}/tables.sqlite3", bot_pause=(0.0, 0.0))
        self.app = create_app(replace(settings, **unlimited))  # type: ignore[arg-type]
        self.config = server_config(self.app)
        self.config.load()
        self.state = ServerState()
        self.edition = edition
        self.luck = random.Random(1)
        self.tables: list[PlayedTable] = []
        self.left = 0
        self.resting = 0
        self.rested = asyncio.Event()

    def connect(self, written: Callable[[bytes], object]) -> Any:
        connection = self.config.http_protocol_class(self.config, self.state, {})
        connection.connection_made(Kept(written))
        return connection

    async def post(self, path: str, body: object, key: str = "") -> Any:
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        parts = bytearray()

        def written(data: bytes) -> None:
            parts.extend(data)
            head, _, content = bytes(parts).partition(b"\r\n\r\n")
            length = LENGTH.search(head)
            if length is not None and len(content) >= int(length[1]):
                answered.set_result(content)

        self.connect(written).data_received(request("POST", path, f"authorization: Bearer {key}", json.dumps(body)))
        return json.loads(await answered)

    async def cpu_of_a_move(self, moves: int) -> float:
        """Return the milliseconds of processor time that a move takes."""
        self.left, self.resting = moves, 0
        self.rested.clear()
        began = time.process_time()
        for table in self.tables:
            table.go_on()
        await self.rested.wait()
        return (time.process_time() - began) * 1000 / moves


class PlayedTable:
    """Table with a stream for each seat, at which any legal move is played; then another one."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.turn: tuple[int, str, Any] | None = None
        self.answered = True
        self.tasks: set[asyncio.Task[None]] = set()
        self.moves = driver.connect(self._hear_answer)

    async def open(self) -> None:
        post, options = self.driver.post, {"edition": self.driver.edition, "players": SEATS}
        opened = await post("/api/tables", {"game": "mamma-mia", "options": options, "name": "p0"})
        self.id, self.keys = opened["table"], [opened["key"]]
        for seat in range(1, SEATS):
            self.keys.append((await post(f"/api/tables/{self.id}/sit", {"name": f"p{seat}"}))["key"])
        await post(f"/api/tables/{self.id}/start", {}, self.keys[0])
        self.streams = [self._listen(self.id, seat, key) for seat, key in enumerate(self.keys)]

    def _listen(self, table: str, seat: int, key: str) -> Any:
        def written(data: bytes) -> None:
            if table == self.id and b"data-tree" in data:
                self._read_turn(seat, data.decode())
            elif table == self.id and b"event: over" in data:
                self.id = ""
                task = asyncio.get_running_loop().create_task(self._open_another())
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

        stream = self.driver.connect(written)
        stream.data_received(request("GET", f"/t/{table}/stream", f"cookie: forno_seat={key}"))
        return stream

    async def _open_another(self) -> None:
        for stream in self.streams:
            stream.connection_lost(None)
        self.turn = None
        await self.open()

    def _read_turn(self, seat: int, text: str) -> None:
        for line in text.split("\n"):
            if line.startswith("data: ") and "data-tree" in line:
                form = FORM.search(json.loads(line.removeprefix("data: "))["regions"].get("turn", ""))
                if form is not None:
                    self.turn = (seat, form[1], json.loads(form[3].replace("&quot;", '"')))
                    asyncio.get_running_loop().call_soon(self.go_on)

    def _hear_answer(self, data: bytes) -> None:
        assert data.startswith(b"HTTP/1.1 200"), data
        self.answered = True
        self.go_on()

    def go_on(self) -> None:
        """Make the next move once it is known and the last one is answered."""
        driver = self.driver
        if self.turn is None or not self.answered:
            return
        if not driver.left:
            driver.resting += 1
            if driver.resting == len(driver.tables):
                driver.rested.set()
            return
        driver.left -= 1
        self.answered = False
        seat, number, tree = self.turn
        self.turn = None
        actions = []
        while tree:
            actions.append(driver.luck.choice(list(tree)))
            tree = tree[actions[-1]]
        body = f'{{"number": {number}, "actions": [{", ".join(actions)}]}}'
        path = f"/api/tables/{self.id}/moves"
        self.moves.data_received(request("POST", path, f"authorization: Bearer {self.keys[seat]}", body))


def request(method: str, path: str, header: str, body: str = "") -> bytes:
    sent = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:8000\r\n{header}\r\n{sent}\r\n{body}".encode()


async def measure(driver: Driver, arguments: argparse.Namespace) -> None:
    await driver.app.host.open()
    try:
        await play(driver, arguments)
    finally:
        for table in driver.tables:
            for connection in (table.moves, *table.streams):
                connection.connection_lost(None)
        await asyncio.sleep(0.1)  # streams end
        await driver.app.host.close()


async def play(driver: Driver, arguments: argparse.Namespace) -> None:
    for _ in range(arguments.tables):
        table = PlayedTable(driver)
        await table.open()
        driver.tables.append(table)
    while any(table.turn is None for table in driver.tables):
        await asyncio.sleep(0.01)
    await driver.cpu_of_a_move(arguments.warm_up)
    if arguments.profile:
        profile = cProfile.Profile(time.thread_time)
        profile.enable()
        await driver.cpu_of_a_move(arguments.moves)
        profile.disable()
        profile.print_stats("cumtime")
        return
    if arguments.by_line:
        while await asyncio.to_thread(sys.stdin.readline):
            print(await driver.cpu_of_a_move(arguments.moves), flush=True)
        return
    found = [await driver.cpu_of_a_move(arguments.moves) for _ in range(arguments.rounds)]
    print(f"{median(found):.3f} ms of CPU a move (median of {len(found)} rounds), {min(found):.3f} at best")


def compare(revision: str, rounds: int) -> None:
    """Measure an earlier commit and the checkout, each in a process of its own, round by round in turns."""
    with tempfile.TemporaryDirectory() as folder:
        extract(revision, Path(folder))
        earlier, ours = waiting(f"{folder}/src"), waiting(str(Path(__file__).parents[1] / "src"))
        pairs = [(round_of(earlier), round_of(ours)) for _ in range(rounds)]
        for process in (earlier, ours):
            process.communicate()
    before, after = (median(found) for found in zip(*pairs, strict=True))
    ratio = median(one / other for one, other in pairs)
    print(f"{before:.3f} ms of CPU a move at {revision}, {after:.3f} here; {ratio:.3f} times as many moves")


def waiting(source: str) -> subprocess.Popen[str]:
    """Start this program on another copy of the package, to make a round for each line that it reads."""
    path = f"{source}:{Path(__file__).parents[1]}"
    command = [sys.executable, "-m", "bench.in_process", *sys.argv[1:], "--by-line"]
    return subprocess.Popen(
        command, env=os.environ | {"PYTHONPATH": path}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def round_of(process: subprocess.Popen[str]) -> float:
    """Return what a round takes that a waiting process makes."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--warm-up", type=int, default=1500, help="moves before the measurement")
    parser.add_argument("--moves", type=int, default=300, help="moves in a round")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--profile", action="store_true", help="only print the calls that take longest")
    parser.add_argument("--against", metavar="REV", help="measure an earlier commit, too, in turns")
    parser.add_argument("--by-line", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.against and not arguments.by_line:
        compare(arguments.against, arguments.rounds)
        return
    collect_seldom()
    take_turns_often()
    with tempfile.TemporaryDirectory() as folder:
        driver = Driver(arguments.edition, folder)
        with asyncio.Runner(loop_factory=driver.config.get_loop_factory()) as runner:
            runner.run(measure(driver, arguments))


if __name__ == "__main__":
    main()

"""Attacks on a server and its file: damage, kills, many tables at the start, slow programs, a hard stop."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Final

import httpx

from forno.table.entries import BotSat, Opened, Sat
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from forno.table.table import Table
from tools import scenes
from tools.attacks.ground import HOST, SECONDS, Attack, Broken, Ground, Guest, hold, until
from tools.servers import Running, forno_server, free_port

TABLES: Final = 3
MAX_STOP_SECONDS: Final = 8.0
"""Longest that a server may take to stop; requests under way have ten seconds."""


def damage(ground: Ground, times: int) -> str:
    """Change, cut off or overwrite a file's bytes: the server starts, or refuses it with a sentence."""
    whole = ground.folder / "whole.sqlite3"
    with forno_server(whole, "--quick") as server:
        tables = [_played(server, 6) for _ in range(TABLES)]
    served = refused = 0
    chance = random.Random(times)
    for number in range(times):
        path = ground.folder / f"damaged{number}.sqlite3"
        shutil.copy(whole, path)
        (_spoil_table, _spoil_bytes, _spoil_end)[number % 3](path, chance, tables[0])
        # Who damaged one table alone has damaged no other.
        fine = tables[1:] if number % 3 == 0 else []
        if _serves(path, fine):
            served += 1
        else:
            refused += 1
    return f"{served} served, {refused} refused with a sentence"


def _played(server: Running, moves: int) -> str:
    with httpx.Client(base_url=server.address, timeout=SECONDS, verify=False) as client:
        guest = Guest.opens(client, "mamma-mia", players=2)
        guest.play(moves)
        return guest.table


def _spoil_table(path: Path, chance: random.Random, table: str) -> None:
    """Overwrite one entry of one table."""
    with closing(sqlite3.connect(path)) as file, file:
        nonsense = chance.choice(["", "{", "null", '{"kind":"moved"}', b"\xff\xfe", 7, "[" * 5000])
        number = chance.randrange(1, 6)
        file.execute("UPDATE entries SET entry = ? WHERE table_id = ? AND number = ?", (nonsense, table, number))


def _spoil_bytes(path: Path, chance: random.Random, _table: str) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(chance.choice([1, 10, 200])):
        content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)


def _spoil_end(path: Path, chance: random.Random, _table: str) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: chance.randrange(len(content))])


def _serves(path: Path, fine: list[str]) -> bool:
    """Return whether a server starts on that file; a refusal must be a sentence."""
    port = free_port()
    started = False
    process = _serve(path, port)
    try:
        until(lambda: process.poll() is not None or _answers(port), "the server neither starts nor ends")
        if process.poll() is None:
            with httpx.Client(base_url=f"http://{HOST}:{port}", timeout=SECONDS, verify=False) as client:
                hold(client.get("/").status_code == 200, "the first page can't be seen")
                for table in fine:
                    status = client.get(f"/api/tables/{table}").status_code
                    hold(status == 200, f"a table beside the damaged one is answered with {status}")
            started = True
    finally:
        process.terminate()
        _out, said = process.communicate(timeout=SECONDS)
    hold("Traceback" not in said, f"instead of a sentence it said {said[-300:]!r}")
    return started


def _serve(path: Path, port: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "forno", "serve", "--quick", "--port", str(port), "--data", str(path)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://{HOST}:{port}/robots.txt", timeout=SECONDS, verify=False).status_code == 200
    except httpx.TransportError:
        return False


def kills(ground: Ground, times: int) -> str:
    """Kill the server in the middle of moves: every move that was answered is stored."""
    path = ground.folder / "killed.sqlite3"
    table, key, answered = "", "", 0
    sent: dict[str, Any] = {}
    for _ in range(times):
        with (
            forno_server(path, "--quick") as server,
            httpx.Client(base_url=server.address, timeout=SECONDS, verify=False) as client,
        ):
            guest = Guest(client, table, key) if table else Guest.opens(client, "pizza-master", players=2)
            told = guest.get()
            hold(told["number"] >= answered, f"{answered} moves were answered, {told['number']} are there")
            if sent:
                hold(guest.post("/moves", sent).status_code == 200, "the last move, sent again, isn't known")
            if told["phase"] == "over":
                guest = Guest.opens(client, "pizza-master", players=2)
                told, sent = guest.get(), {}
            table, key = guest.table, guest.key
            sent = guest.play(5) or sent
            answered = sent["number"] + 1
            os.kill(server.pid, signal.SIGKILL)
    return f"{times} kills, every move that was answered is there"


def many_tables(ground: Ground, times: int) -> str:
    """Start a server on a file with many tables, at each of which a bot has to act."""
    path = ground.folder / "many.sqlite3"
    log = _waiting_for_a_bot().log
    scenes.keep(path, (Table.replay(f"table{number}", log) for number in range(times)))
    empty, many = _first_answer(ground.folder / "empty.sqlite3"), _first_answer(path)
    return f"first answer after {many:.1f} s, on an empty file after {empty:.1f} s"


def _first_answer(path: Path) -> float:
    """Return the seconds until a server's first answer."""
    port = free_port()
    start = time.monotonic()
    process = _serve(path, port)
    try:
        until(lambda: _answers(port), "the server doesn't start")
        return time.monotonic() - start
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)


def _waiting_for_a_bot() -> Table:
    for seed in range(100):
        table = Table("waiting")
        for entry in (
            Opened(scenes.NOW, "mamma-mia", {"players": 2}, None, TableSettings()),
            Sat(scenes.NOW, 0, scenes.PERSON, key_hash("key")),
            BotSat(scenes.NOW, 1, "cuoco"),
        ):
            table.follow(entry)
        table.follow(table.start(scenes.NOW, seed))
        if table.awaited == 1:
            return table
    raise Broken("no deal lets a bot begin")


def slow_bots(ground: Ground, times: int) -> str:
    """Play with a program that never answers: other bots go on, and no program outlives the server."""
    sleep = f"sleep 600.{ground.server.port}"
    with (
        forno_server(ground.folder / "slow.sqlite3", "--quick", "--bot", f"slow={sleep}") as server,
        httpx.Client(base_url=server.address, timeout=SECONDS, verify=False) as client,
    ):
        for _ in range(times):
            host = Guest.opens(client, "mamma-mia", bots=False, players=2)
            host.post("/bot", {"seat": 1, "bot": "slow"})
            host.post("/start")
        start = time.monotonic()
        Guest.opens(client, "mamma-mia", players=2).play(5)
        took = time.monotonic() - start
    until(lambda: not _runs(sleep), "programs outlive the server")
    return f"five turns with another bot took {took:.1f} s"


def _runs(command: str) -> bool:
    """Return whether a process with that command line runs; `False` where that can't be known."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().replace(b"\0", b" ").strip() == command.encode():
                return True
        except OSError:
            continue
    return False


def second_server(ground: Ground, times: int) -> str:
    """Start a second server on the same file."""
    path = ground.folder / "shared.sqlite3"
    with forno_server(path, "--quick"):
        for _ in range(times):
            process = _serve(path, free_port())
            try:
                _out, said = process.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                raise Broken("two servers share one file") from None
            hold(process.returncode and "Traceback" not in said, f"it said {said[-300:]!r}")
    return "refused with a sentence"


def stopping(ground: Ground, times: int) -> str:
    """Stop the server while many clients hold connections."""
    port = free_port()
    process = _serve(ground.folder / "stopped.sqlite3", port)
    try:
        until(lambda: _answers(port), "the server doesn't start")
        server = Running(f"http://{HOST}:{port}", port, process.pid)
        there = Ground(server, 0, ground.folder)
        client = there.client()
        table = Guest.opens(client, "mamma-mia", players=2).table
        ask = f"GET /t/{table}/stream HTTP/1.1\r\nHost: forno\r\n\r\n".encode()
        late: list[socket.socket] = []
        with ExitStack() as stack:
            for number in range(times):
                connection = stack.enter_context(there.connect(4096))
                connection.sendall((ask, ask[:-2], b"")[number % 3])
                if number % 3 == 1:
                    late.append(connection)
            start = time.monotonic()
            process.terminate()
            for connection in late:  # they join while the server ends
                with suppress(OSError):
                    connection.sendall(ask[-2:])
            _out, said = process.communicate(timeout=SECONDS)
            ended = time.monotonic() - start
            there.close()
        hold("Traceback" not in said, f"it said {said[-300:]!r}")
        hold(ended < MAX_STOP_SECONDS, f"it took {ended:.1f} s")
        return f"ended after {ended:.1f} s"
    except subprocess.TimeoutExpired:
        raise Broken("it doesn't end") from None
    finally:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


ATTACKS: Final = (
    Attack("damaged files", damage, 30, 3),
    Attack("kills in the middle of moves", kills, 20, 2),
    Attack("a start with many tables that wait for bots", many_tables, 2000, 50),
    Attack("bots that are programs and never answer", slow_bots, 20, 2),
    Attack("a second server on the same file", second_server, 3, 1),
    Attack("an end while many hold on, and more join", stopping, 150, 9),
)

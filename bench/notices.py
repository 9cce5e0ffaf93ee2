"""Time from a move to its notice: one server, games over days, and a webhook on this machine.

`python -m bench.notices --tables 20 --moves 200` makes moves one after the other, by chance at any time between two
looks of the sender, and tells how long after the server's answer each notice arrived.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx

from tools.servers import forno_server
from tools.waiting import WAIT

HOUR_SECONDS = 3600
PAUSE_SECONDS = 0.3
"""Longest pause between two moves."""


class Receiver(ThreadingHTTPServer):
    """Notes when the notice of each seat arrives."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.arrived: dict[str, list[float]] = {}


class Handler(BaseHTTPRequestHandler):
    """Takes a notice."""

    server: Receiver

    def do_POST(self) -> None:
        json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.arrived.setdefault(self.path, []).append(time.monotonic())
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""


class Game:
    """A game over days of two programs whose seats have webhooks."""

    def __init__(self, client: httpx.Client, hook: str) -> None:
        self.client = client
        new = {"game": "mamma-mia", "options": {"players": 2}, "clock": 72 * HOUR_SECONDS, "name": "Anna"}
        told = client.post("/api/tables", json=new).json()
        self.table: str = told["table"]
        other = client.post(f"/api/tables/{self.table}/sit", json={"name": "Bruno"}).json()
        self.keys: list[str] = [told["key"], other["key"]]
        for seat, key in enumerate(self.keys):
            self.subscribe(seat, key, f"{hook}/{self.table}/{seat}")
        self.post(0, "start", None)

    def subscribe(self, seat: int, key: str, hook: str) -> None:
        with httpx.Client(base_url=self.client.base_url, follow_redirects=True) as browser:
            page = browser.get(f"/t/{self.table}/me/{key}").text
            token = page.split('name="csrf-token" content="')[1].split('"')[0]
            form = {"_csrf_token": token, "seat": str(seat), "webhook": hook, "turn": "1"}
            browser.post(f"/t/{self.table}/notices", data=form).raise_for_status()

    def post(self, seat: int, does: str, data: Any) -> None:
        headers = {"Authorization": f"Bearer {self.keys[seat]}"}
        self.client.post(f"/api/tables/{self.table}/{does}", json=data, headers=headers).raise_for_status()

    def see(self, seat: int) -> Any:
        headers = {"Authorization": f"Bearer {self.keys[seat]}"}
        return self.client.get(f"/api/tables/{self.table}", headers=headers).json()

    def pass_turn(self) -> int | None:
        """Move until the other seat is asked; return it, or `None` if the game is over."""
        first = None
        while True:
            seen = [self.see(seat) for seat in (0, 1)]
            asked = next((seat for seat in (0, 1) if seen[seat].get("awaited")), None)
            if asked is None or (first is not None and asked != first):
                return asked
            first = asked
            move = {"number": seen[asked]["number"], "actions": [seen[asked]["actions"][0]["number"]]}
            self.post(asked, "moves", move)


def measure(tables: int, moves: int) -> list[float]:
    """Return the seconds from each move's answer to its notice."""
    hook = Receiver()
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    luck, waits = random.Random(7), []
    with tempfile.TemporaryDirectory() as folder:
        variables = {"FORNO_MOST_TABLES": "100000", "FORNO_MOST_MOVES": "1000000", "FORNO_MOST_WORDS": "100000"}
        variables |= {"FORNO_ADDRESS": "http://127.0.0.1:1", "FORNO_WEBHOOKS": "local"}
        with (
            forno_server(Path(folder) / "tables.sqlite3", log=None, **variables) as server,
            httpx.Client(base_url=server.address, timeout=WAIT) as client,
        ):
            games = [Game(client, f"http://127.0.0.1:{hook.server_port}") for _table in range(tables)]
            for number in range(moves):
                game = games[number % tables]
                known = [len(hook.arrived.get(f"/{game.table}/{seat}", ())) for seat in (0, 1)]
                asked = game.pass_turn()
                moved = time.monotonic()
                if asked is None:
                    continue
                path = f"/{game.table}/{asked}"
                while len(hook.arrived.get(path, ())) == known[asked] and time.monotonic() < moved + WAIT:
                    time.sleep(0.005)
                waits.append(max(0.0, hook.arrived[path][-1] - moved))
                time.sleep(luck.uniform(0, PAUSE_SECONDS))
    hook.shutdown()
    return waits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--moves", type=int, default=100)
    chosen = parser.parse_args()
    waits = sorted(measure(chosen.tables, chosen.moves))
    cuts = quantiles(waits, n=100)
    print(f"{len(waits)} notices: median {cuts[49]:.2f} s, p95 {cuts[94]:.2f} s, longest {waits[-1]:.2f} s")


if __name__ == "__main__":
    main()

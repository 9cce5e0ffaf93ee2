"""How long it takes to play without a server: `make bench-offline`.

A Chromium of its own opens the package from this machine, first with nothing kept, then with everything kept by its
service worker and no network. It is timed when home is there and when the first decision of one's own can be made, at
normal pace, if *Play now* is pressed at once; and then once more from *Play now*. In the worker, bots play whole games.
"""

from __future__ import annotations

import argparse
import http.server
import json
import threading
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tools.browser import FLAGS, find

ROOT: Final = Path(__file__).parents[1]
TYPES: Final = {".wasm": "application/wasm", ".mjs": "text/javascript", ".js": "text/javascript"}
WAIT: Final = 120_000
GAMES: Final = """
import json, time
import forno
from forno.bots import make_bot
told = {}
for game, options, name in (
    ("mamma-mia", {"edition": "classic"}, "cuoco"),
    ("mamma-mia", {"edition": "grande"}, "pizzaiolo"),
    ("pizza-master", {"mode": "trainee"}, "pizzaiolo"),
):
    made = forno.game(game, players=4, **options)
    bots = [make_bot(name, made, seat, f"{seat}") for seat in range(4)]
    state, slowest, began = made.deal(7), 0.0, time.perf_counter()
    for event in state.events:
        for seat, bot in enumerate(bots):
            if (seen := event.seen_by(seat)) is not None:
                bot.observe(seen)
    while not state.is_over:
        asked = time.perf_counter()
        action = bots[state.seat].choose(state.view(state.seat))
        slowest = max(slowest, time.perf_counter() - asked)
        for event in state.apply(action):
            for seat, bot in enumerate(bots):
                if (seen := event.seen_by(seat)) is not None:
                    bot.observe(seen)
    told[f"{game} {name}"] = [time.perf_counter() - began, slowest]
json.dumps(told)
"""
IN_THE_WORKER: Final = """(code) => new Promise((done, failed) => {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.wrong) failed(new Error(data.wrong));
    else if (data.number === 1) done(data.answer);
  };
  worker.postMessage({ number: 1, code });
})"""


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012

    def log_message(self, *_told: object) -> None:
        """Nobody reads it."""


def opened(context: BrowserContext, address: str, keeps: bool) -> tuple[float, float, float]:
    """Seconds until home is there, until the first own decision from the start, and from *Play now*."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address)
    frame = page.frame_locator("iframe")
    frame.locator(".hero").wait_for(timeout=WAIT)
    home = time.perf_counter()
    # Whoever comes for a game presses it as soon as it is there.
    frame.locator("button.go").first.click()
    frame.locator("#turn-form").wait_for(timeout=WAIT)
    decision = time.perf_counter()
    page.goto(f"{address}#/")
    frame.locator(".hero").wait_for(timeout=WAIT)
    pressed = time.perf_counter()
    frame.locator("button.go").first.click()
    frame.locator("#turn-form").wait_for(timeout=WAIT)
    again = time.perf_counter()
    if keeps:
        page.wait_for_function("navigator.serviceWorker.ready.then(() => true)", timeout=WAIT)
    page.close()
    return home - began, decision - began, again - pressed


def measure(browser: Browser, address: str, rounds: int) -> None:
    rows: dict[str, list[tuple[float, float, float]]] = {"cold": [], "kept, no network": []}
    for _round in range(rounds):
        context = browser.new_context()
        rows["cold"].append(opened(context, address, keeps=True))
        context.set_offline(True)
        rows["kept, no network"].append(opened(context, address, keeps=False))
        context.close()
    print(f"{'':20}{'home':>8}{'first decision':>16}{'from Play now, warm':>22}")
    for name, times in rows.items():
        home, decision, again = (median(column) for column in zip(*times, strict=True))
        print(f"{name:20}{home:>6.1f} s{decision:>14.1f} s{again:>20.1f} s")
    page = browser.new_page()
    page.goto(f"{address}files.json")
    for game, (whole, slowest) in json.loads(page.evaluate(IN_THE_WORKER, GAMES)).items():
        print(f"{game}: a whole game of four in {whole:.1f} s, the slowest decision {slowest * 1000:.0f} ms")


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("--folder", type=Path, default=ROOT / "build" / "offline")
    reading.add_argument("--rounds", type=int, default=5)
    wished = reading.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(wished.folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        measure(browser, f"http://127.0.0.1:{server.server_port}/", wished.rounds)
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()

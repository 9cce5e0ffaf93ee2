"""Start times of the offline package: `make bench-offline`.

A Chromium of its own opens the package from this machine, first with nothing kept; then, started anew each time, with
everything kept and no network: the installed app. *Play now* is pressed as soon as home is there, and the time until
the first decision of one's own, at normal pace, counts the turns of bots that sit before one; then once more for each
game, from *Play now*. Frames are counted on a table's page while bots think, and in the worker bots play. What is
printed belongs into `bench/README.md`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, Final, cast

from playwright.sync_api import BrowserContext, Frame, Page, Playwright, sync_playwright

from forno.core.registry import catalogue
from tools.browser import FLAGS, find
from tools.hosting import hosting
from tools.people import Person, may_decide
from tools.waiting import until

ROOT: Final = Path(__file__).parents[1]
WAIT: Final = 120_000
PLAYERS: Final = 4
GAMES: Final = [info.name for info in catalogue()]
IN_THE_WORKER: Final = """(code) => new Promise((done, failed) => {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.wrong) failed(new Error(data.wrong));
    else if (data.number === 1) done(data.answer);
  };
  worker.postMessage({ number: 1, code });
})"""
COUNT_FRAMES: Final = """() => {
  window.gaps = [];
  let last = performance.now();
  const next = (now) => {
    window.gaps.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""
MAX_MILLISECONDS: Final = 50
"""Longest that a heuristic bot may take."""
BUDGET: Final = 300
"""Milliseconds for nonna's decisions."""
PLAY: Final = f"""
import json, time
import forno
from forno.bots import make_bot
from forno.core.registry import catalogue

def play(made, names, timed, most):
    bots = [make_bot(name, made, seat, f"{{seat}}") for seat, name in enumerate(names)]
    state, taken = made.deal(7), []
    def tell(events):
        for event in events:
            for seat, bot in enumerate(bots):
                if (seen := event.seen_by(seat)) is not None:
                    bot.observe(seen)
    tell(state.events)
    while not state.is_over and len(taken) < most:
        seat, view = state.seat, state.view(state.seat)
        began = time.perf_counter()
        action = bots[seat].choose(view)
        if names[seat] == timed and len(view.actions) > 1:
            taken.append(1000 * (time.perf_counter() - began))
        tell(state.apply(action))
    return taken

told = {{}}
for info in catalogue():
    option = next(option for option in info.options if option.name == info.variant)
    for variant in (option.choices[0], option.choices[-1]):
        made = forno.game(info.name, **{{info.variant: variant, "players": {PLAYERS}}})
        quick = {MAX_MILLISECONDS}
        for name, most, aim in (("cuoco", 400, quick), ("pizzaiolo", 400, quick), ("nonna", 12, {BUDGET})):
            taken = play(made, [name] + ["cuoco"] * {PLAYERS - 1}, name, most)
            told[f"{{info.title}} {{variant}}, {{name}}"] = [aim, taken]
json.dumps(told)
"""
"""Script that plays a game and returns the milliseconds and limit of every decision; nonna plays among cuochi."""
KEPT: Final = "navigator.serviceWorker.ready.then(() => true)"
Times = dict[str, list[float]]


@contextmanager
def app(playwright: Playwright, profile: str, offline: bool) -> Iterator[BrowserContext]:
    """Open a browser that was closed before, with its cached files."""
    context = playwright.chromium.launch_persistent_context(profile, executable_path=find(), args=list(FLAGS))
    context.set_offline(offline)
    try:
        yield context
    finally:
        context.close()


def begun(page: Page, address: str, times: Times) -> None:
    """Open the app, and press *Play now* as soon as it is there."""
    began = time.perf_counter()

    def note(name: str) -> None:
        times.setdefault(name, []).append(time.perf_counter() - began)

    page.goto(address)
    inside = page.frame_locator("iframe")
    inside.locator(".hero").wait_for(timeout=WAIT)
    note("home")
    inside.locator("button.go").first.click()
    inside.locator("body[data-phase=playing]").wait_for(timeout=WAIT)
    note("table")
    inside.locator("#turn-form").wait_for(timeout=WAIT)
    note("decision")


def pressed(page: Page, address: str, game: str) -> tuple[float, float]:
    """Return the seconds from *Play now* to the table and to the first decision, once Python is warm."""
    page.goto(f"{address}#/")
    inside = page.frame_locator("iframe")
    button = inside.locator(f".game-{game} button.go")
    button.wait_for(timeout=WAIT)
    began = time.perf_counter()
    button.click()
    inside.locator("body[data-phase=playing]").wait_for(timeout=WAIT)
    table = time.perf_counter()
    inside.locator("#turn-form").wait_for(timeout=WAIT)
    return table - began, time.perf_counter() - began


def loading(playwright: Playwright, address: str, rounds: int) -> tuple[dict[str, Times], dict[str, list[Any]]]:
    rows: dict[str, Times] = {"nothing kept": {}, "installed, no network": {}}
    warm: dict[str, list[Any]] = {game: [] for game in GAMES}
    for _round in range(rounds):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            with app(playwright, profile, offline=False) as context:
                page = context.new_page()
                begun(page, address, rows["nothing kept"])
                page.evaluate(KEPT)
            with app(playwright, profile, offline=True) as context:
                page = context.new_page()
                begun(page, address, rows["installed, no network"])
                for game in GAMES:
                    warm[game].append(pressed(page, address, game))
    return rows, warm


def frames(context: BrowserContext, address: str, game: str, bot: str, turns: int) -> list[float]:
    """Return milliseconds from frame to frame on a table's page while bots play, from each own turn to the next."""
    page = context.new_page()
    page.goto(f"{address}#/new/{game}")
    form = page.frame_locator("iframe")
    form.locator("#name").fill("Anna")
    form.locator(f"input[name=option_players][value='{PLAYERS}']").check(force=True)
    form.locator("details.more:has([name^=option_]) > summary").click()
    for place in range(1, PLAYERS):
        form.locator(f"#seat-{place}").select_option(f"bot:{bot}")
    form.locator("main form button.go").click()
    form.locator("body[data-phase=playing]").wait_for(timeout=WAIT)
    table: Frame = page.frames[-1]
    person = Person(cast(Page, table), seed=1)
    table.evaluate(COUNT_FRAMES)
    gaps: list[float] = []
    for _turn in range(turns):
        until(lambda: may_decide(person.look()))
        person.compose()
        # What the one who presses does to the page isn't what bots do to it.
        table.evaluate("window.gaps = []")
        until(lambda: not may_decide(person.look()))
        with suppress(AssertionError):
            until(lambda: may_decide(person.look()))
        gaps += table.evaluate("window.gaps")
    page.close()
    return gaps


def among(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def heading(*names: str) -> str:
    return f"\n{row(*names)}\n{row('---', *(['---:'] * (len(names) - 1)))}"


def told(values: list[float], shown: Callable[[float], str]) -> list[str]:
    return [shown(median(values)), shown(max(values))]


def seconds(value: float) -> str:
    return f"{value:.1f} s"


def milliseconds(value: float) -> str:
    return f"{value:.0f} ms"


def size_of(folder: Path) -> str:
    listed = json.loads((folder / "files.json").read_text(encoding="utf-8"))["files"]
    whole = sum(size for size, _hash in listed.values())
    packed = sum(len(gzip.compress((folder / path).read_bytes(), 6)) for path in listed)
    return f"{whole / 1e6:.1f} MB, {packed / 1e6:.1f} MB with gzip"


def measure(playwright: Playwright, address: str, rounds: int) -> None:
    rows, warm = loading(playwright, address, rounds)
    print(heading("", "home is there", "the table, too", "first decision of one's own", "at most"))
    for name, times in rows.items():
        first = told(times["decision"], seconds)
        print(row(name, seconds(median(times["home"])), seconds(median(times["table"])), *first))
    print(heading("from *Play now*, once Python is warm", "the table", "first decision of one's own", "at most"))
    for game, found in warm.items():
        tables, decisions = (list(column) for column in zip(*found, strict=True))
        print(row(game, seconds(median(tables)), *told(decisions, seconds)))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, app(playwright, profile, False) as context:
        page = context.new_page()
        page.goto(f"{address}files.json")
        answer: dict[str, Any] = json.loads(page.evaluate(IN_THE_WORKER, PLAY))
        print(heading("in the worker", "decisions", "in the middle", "slowest", "aim"))
        for name, (aim, taken) in answer.items():
            print(row(name, len(taken), *told(taken, milliseconds), milliseconds(aim)))
        page.close()
        print(heading("from frame to frame while they play", "frames", "in the middle", "99 of 100 within", "longest"))
        for bot in ("cuoco", "nonna"):
            gaps = frames(context, address, GAMES[0], bot, turns=2)
            print(
                row(
                    bot, len(gaps), milliseconds(median(gaps)), milliseconds(among(gaps, 0.99)), milliseconds(max(gaps))
                )
            )


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("--folder", type=Path, default=ROOT / "build" / "offline")
    reading.add_argument("--rounds", type=int, default=5)
    reading.add_argument("--cores", type=int, default=2, help="so many processors are used")
    wished = reading.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: wished.cores])
    print(f"The package: {size_of(wished.folder)}.")
    with hosting(wished.folder) as (address, _host), sync_playwright() as playwright:
        measure(playwright, address, wished.rounds)
    print(f"\nLoad {os.getloadavg()[0]:.1f} on {wished.cores} cores. Nothing was slowed down:")
    print("Chromium's throttling of processors doesn't reach workers. Nonna finishes what she has begun.")


if __name__ == "__main__":
    main()

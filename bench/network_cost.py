"""CPU time of a decision of `bisnonna`'s network alone: python -m bench.network_cost [--plain | --browser | --search]

With NumPy, in plain Python, or in plain Python as Pyodide runs it in Node.js (`make offline` fetches Pyodide); or of a
decision of her search, with at most 160 iterations. Other programs on the machine don't count, since CPU time is
measured.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any

import forno
from forno.bots import make_bot

ROOT = Path(__file__).parents[1]
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("mamma-mia", {"edition": "classic", "players": 2}),
    ("mamma-mia", {"edition": "grande", "players": 2}),
    ("mamma-mia", {"edition": "grande", "players": 6}),
    ("pizza-master", {"mode": "tutorial", "players": 2}),
    ("pizza-master", {"mode": "trainee", "players": 2}),
    ("pizza-master", {"mode": "master", "players": 5}),
]
IN_PYODIDE = """
const { loadPyodide } = await import(`${process.argv[1]}/build/pyodide/node_modules/pyodide/pyodide.mjs`);
const python = await loadPyodide();
python.FS.mkdir("/root");
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.argv[1] }, "/root");
python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/root", "/root/src"]
import js
from bench.network_cost import measure
def seconds():
    used = js.process.cpuUsage()
    return (used.user + used.system) / 1e6
measure(seconds, 40)
`);
"""


def measure(seconds: Callable[[], float], number: int, iterations: int = 0) -> None:
    """Print the CPU time of that many decisions at each table."""
    for name, options in TABLES:
        game = forno.game(name, **options)
        bots = [make_bot("bisnonna", game, seat, 1, iterations=iterations) for seat in range(game.players)]
        state = game.deal(5)
        events, spent = state.events, list[float]()
        while not state.is_over and len(spent) < number:
            for seat, bot in enumerate(bots):
                for event in events:
                    if (seen := event.seen_by(seat)) is not None:
                        bot.observe(seen)
            view = state.view(state.seat)
            start = seconds()
            action = bots[state.seat].choose(view)
            if len(view.actions) > 1:
                spent.append(1000 * (seconds() - start))
            events = state.apply(action)
        most = quantiles(spent, n=20)[-1]
        words = ", ".join(map(str, options.values()))
        print(
            f"{name} {words}: mean {mean(spent):.2f} ms, median {median(spent):.2f}, 95% within {most:.2f}", flush=True
        )


if __name__ == "__main__":
    if sys.argv[1:] == ["--browser"]:
        subprocess.run(["node", "--input-type=module", "--eval", IN_PYODIDE, str(ROOT)], check=True)
    else:
        if sys.argv[1:] == ["--plain"]:
            sys.modules["numpy"] = None  # type: ignore[assignment]
        searches = sys.argv[1:] == ["--search"]
        measure(time.process_time, 40 if searches else 200, 160 if searches else 0)

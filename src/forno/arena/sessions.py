"""Whole runs of a match: play what is missing, store results, show progress, report interruption."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

from forno.arena.matches import Match
from forno.arena.playing import Played
from forno.arena.results import Results
from forno.arena.runners import run_here, run_on_cluster
from forno.arena.sequential import Claim, is_settled
from forno.core.language import _


def run(
    match: Match,
    games: int,
    *,
    processes: int | None = None,
    cluster: str | None = None,
    out: Path | None = None,
    resume: bool = False,
    claim: Claim | None = None,
) -> tuple[list[Played], bool]:
    """Play at least that many games, each deal in all rotations; return all games and whether the run was completed.

    Ctrl-C ends it early, and everything that was played until then is kept. A claim ends it as soon as it is settled.
    """
    rotations = len(match.seatings())
    tasks = list(match.tasks(match.deals(games)))
    with Results(match, out, resume) as results:
        left = [task for task in tasks if task not in results.games]
        runner = run_here(match, left, processes) if cluster is None else run_on_cluster(match, left, cluster)
        try:
            with closing(runner), ProgressBar(len(tasks), len(tasks) - len(left)) as progress:
                for game in runner:
                    if results.add(game):
                        progress.step()
                    if claim is not None and is_settled(claim, results.games.values(), rotations):
                        break
        except KeyboardInterrupt:
            return results.sorted(), False
    return results.sorted(), True


class ProgressBar:
    """Bar on standard error, only on a terminal. Use it as a context manager, and call `step` for every game."""

    def __init__(self, total: int, done: int = 0) -> None:
        self.total, self.done, self.before = total, done, done
        self.start = self.shown = monotonic()
        self.visible = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def step(self) -> None:
        self.done += 1
        now = monotonic()
        if self.visible and now - self.shown > 0.1:
            self.shown = now
            print(f"\r\x1b[K{self.line(now - self.start)}", end="", file=sys.stderr, flush=True)

    def line(self, seconds: float) -> str:
        filled = 24 * self.done // self.total
        rate = (self.done - self.before) / max(seconds, 1e-9)
        left = span((self.total - self.done) / rate) if rate else "?"
        return _("[{bar}] {done}/{total} games, {rate:.3g} a second, {time} left").format(
            bar=f"{'#' * filled:.<24}", done=self.done, total=self.total, rate=rate, time=left
        )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.visible:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def span(seconds: float) -> str:
    """Format a duration: `2 h 05 min`, `3 min 20 s`, `8 s`."""
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60:02} min"
    return f"{whole // 60} min {whole % 60:02} s" if whole >= 60 else f"{whole} s"

"""Whole runs of a match: play what is missing, store results, report interruption."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from forno.arena.matches import Match
from forno.arena.playing import Played
from forno.arena.progress import ProgressBar
from forno.arena.results import Results
from forno.arena.runners import run_here, run_on_cluster
from forno.arena.sequential import Claim, is_settled


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

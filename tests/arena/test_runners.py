"""Many games at once: in one process, in two, and on a cluster that loses a worker."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence
from time import monotonic

import pytest

import forno
from forno.arena import Match, Played, run_here, run_on_cluster
from forno.bots.lineup import read_lineup

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def match() -> Match:
    return Match.of("mamma-mia", {"edition": "grande"}, read_lineup("random,random:"), 11)


def told(games: Sequence[Played]) -> list[object]:
    """What games came to, whatever the clock said."""
    return [(game.key, game.seats, game.scores, game.winners) for game in sorted(games, key=lambda game: game.key)]


def test_two_processes_play_the_same_games_as_one(match: Match) -> None:
    tasks = list(match.tasks(20))
    assert told(list(run_here(match, tasks, 2))) == told(list(run_here(match, tasks, 1)))


def test_a_bot_that_fails_in_a_process_ends_the_run_with_its_reason() -> None:
    broken = f"exec:{sys.executable} -c 'import sys; sys.exit(3)'"
    lineup = read_lineup(f'random,"{broken}"')
    match = Match("mamma-mia", (("players", 2),), tuple(lineup), 1)
    with pytest.raises(forno.BotError, match=r"has ended \(exit code 3\)"):
        list(run_here(match, list(match.tasks(4)), 2))


def test_a_run_can_be_given_up(match: Match) -> None:
    games = run_here(match, list(match.tasks(100_000)), 2)
    assert next(games).game == "mamma-mia"
    started = monotonic()
    games.close()
    assert monotonic() - started < 60


def test_a_process_that_is_killed_ends_the_run_with_a_sentence(match: Match) -> None:
    games = run_here(match, list(match.tasks(100_000)), 2)
    next(games)
    multiprocessing.active_children()[0].kill()
    with pytest.raises(forno.BotError, match="ended unexpectedly"):
        list(games)


def test_a_cluster_that_is_not_there(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(forno.MissingExtra, match=r"forno\[cluster\]"):
        list(run_on_cluster(match, list(match.tasks(1)), "tcp://127.0.0.1:9"))


def test_a_cluster_that_loses_a_worker_loses_no_game(match: Match) -> None:
    distributed = pytest.importorskip("distributed")
    tasks = list(match.tasks(40))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        games = run_on_cluster(match, tasks, cluster.scheduler_address)
        found = [next(games)]
        victim = next(iter(cluster.workers.values()))
        # Not by Dask's own `kill`, which makes a loop for this thread and never closes it.
        os.kill(victim.pid, signal.SIGKILL)
        found += games
    assert told(found) == told(list(run_here(match, tasks, 1)))
    assert len({game.key for game in found}) == len(tasks)

"""Many games at once: in one process, in two, and on a cluster that loses a worker."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import forno
from forno.arena import Match, Played, run_here, run_on_cluster
from forno.bots.lineup import read_lineup

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def match() -> Match:
    return Match.of("mamma-mia", {"edition": "grande"}, read_lineup("random,random:"), 11)


def told(games: Sequence[Played]) -> list[object]:
    """Return the results of games without times."""
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
    others = set(multiprocessing.active_children())  # of tests before this one
    games = run_here(match, list(match.tasks(100_000)), 2)
    assert next(games).game == "mamma-mia"
    games.close()
    assert set(multiprocessing.active_children()) <= others


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


BOT = """
from forno.bots import Bot

class {name}(Bot):
    def __init__(self, game, seat, seed=0, place=0):
        self.place = place

    def choose(self, view):
        return view.actions[self.place]
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        yield cluster


def test_a_cluster_gets_bots_of_ones_own(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_lone_bot.py").write_text(BOT.format(name="Lone"), encoding="utf-8")
    (tmp_path / "my_bots").mkdir()
    (tmp_path / "my_bots" / "__init__.py").touch()
    (tmp_path / "my_bots" / "packed.py").write_text(BOT.format(name="Packed"), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    lineup = read_lineup("my_lone_bot:Lone:place=-1,my_bots.packed:Packed,forno.bots.bot:RandomBot")
    match = Match.of("mamma-mia", {}, lineup, 3)
    tasks = list(match.tasks(2))
    assert told(list(run_on_cluster(match, tasks, cluster.scheduler_address))) == told(list(run_here(match, tasks, 1)))


def test_a_cluster_that_loses_a_worker_loses_no_game(match: Match, cluster: Any) -> None:
    tasks = list(match.tasks(40))
    games = run_on_cluster(match, tasks, cluster.scheduler_address)
    found = [next(games)]
    victim = next(iter(cluster.workers.values()))
    # Not by Dask's own `kill`, which makes a loop for this thread and never closes it.
    os.kill(victim.pid, signal.SIGKILL)
    found += games
    assert told(found) == told(list(run_here(match, tasks, 1)))
    assert len({game.key for game in found}) == len(tasks)

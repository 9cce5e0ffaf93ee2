"""Runners: play all games of a match in this process, in several, or on a cluster.

Every runner yields the games as they are finished, in any order, and can be given up at any time.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sysconfig
import tempfile
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from shutil import make_archive
from time import perf_counter
from typing import Any, Final

from forno.arena.matches import Match, Task
from forno.arena.playing import Played, play, play_all
from forno.bots import children
from forno.core.errors import BotError, MissingExtra, OptionError
from forno.core.language import _

CHUNK_SECONDS: Final = 0.25
"""Target duration of a chunk: short enough to lose little, long enough to keep messages rare."""
MAX_CHUNK_GAMES: Final = 200
CHUNKS_PER_PROCESS: Final = 3
"""Chunks queued per process, so that none is idle while results are written."""
CLUSTER_CHUNK_GAMES: Final = 8


def run_here(match: Match, tasks: Sequence[Task], processes: int | None = None) -> Generator[Played, None, None]:
    """Play with that many processes; by default one for each core."""
    affinity = getattr(os, "sched_getaffinity", None)
    number = processes or (len(affinity(0)) if affinity is not None else os.cpu_count() or 1)
    if number == 1 or len(tasks) < 2:
        return (play(match, task) for task in tasks)
    return _run_processes(match, tasks, min(number, len(tasks)))


_match: Match | None = None
"""The match that this worker process plays."""


def _begin(match: Match) -> None:
    global _match
    children.end_with_parent()
    children.think_with_one_thread()
    _match = match
    match.game()


def _work(tasks: list[Task]) -> tuple[list[Played], float]:
    assert _match is not None
    before = perf_counter()
    return play_all(_match, tasks), perf_counter() - before


def _run_processes(match: Match, tasks: Sequence[Task], processes: int) -> Generator[Played, None, None]:
    left = iter(tasks)
    size = 1
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begin, (match,))
    working: set[Future[tuple[list[Played], float]]] = set()
    finished = False
    try:
        while True:
            with _deaf_to_interrupts():
                while len(working) < processes * CHUNKS_PER_PROCESS and (chunk := list(islice(left, size))):
                    working.add(pool.submit(_work, chunk))
            if not working:
                break
            done, working = wait(working, return_when=FIRST_COMPLETED)
            for future in done:
                games, seconds = future.result()
                size = _next_size(len(games), seconds, len(tasks), processes)
                yield from games
        finished = True
    except BrokenProcessPool as error:
        raise BotError(
            _("a process ended unexpectedly. It may have been killed, or memory may be short; try fewer --processes.")
        ) from error
    finally:
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            ended = set(multiprocessing.active_children()) - before
            for child in ended:
                child.terminate()
            for child in ended:
                child.join()


def _next_size(games: int, seconds: float, total: int, processes: int) -> int:
    """Return the size of the next chunk, so that it takes `CHUNK_SECONDS` and every process gets several."""
    fitting = int(games * CHUNK_SECONDS / max(seconds, 1e-6))
    return max(1, min(fitting, MAX_CHUNK_GAMES, total // (processes * CHUNKS_PER_PROCESS)))


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Block Ctrl-C for processes started in this context; the parent handles it afterwards and ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_on_cluster(match: Match, tasks: Sequence[Task], address: str) -> Generator[Played, None, None]:
    """Play on a Dask cluster. The games of a lost worker are played again by others.

    A game that is played twice is yielded once.
    """
    try:
        import distributed
    except ImportError as error:
        raise MissingExtra(_("a cluster needs Dask: pip install 'forno[cluster]'.")) from error
    try:
        client = distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise OptionError(
            _("there is no Dask scheduler at {address}: {error}.").format(address=address, error=error)
        ) from error
    with client:
        _send_modules(client, match)
        size = max(1, min(CLUSTER_CHUNK_GAMES, len(tasks) // (CHUNKS_PER_PROCESS * max(1, len(client.nthreads())))))
        chunks = [list(tasks[start : start + size]) for start in range(0, len(tasks), size)]
        futures = client.map(partial(play_all, match), chunks, pure=False)
        try:
            yield from _gather(distributed, client, futures)
        finally:
            client.cancel(futures, force=True)


def _send_modules(client: Any, match: Match) -> None:
    """Send bots and columns of one's own to all workers, also to those that come later.

    Installed packages aren't sent; they must be on every machine.
    """
    installed = [Path(sysconfig.get_path(kind)) for kind in ("stdlib", "platstdlib", "purelib", "platlib")]
    for module in dict.fromkeys(name.partition(".")[0] for name in match.modules()):
        file = Path(import_module(module).__file__ or "")
        if any(file.is_relative_to(folder) for folder in installed) or module == "forno":
            continue
        if file.name != "__init__.py":
            client.upload_file(str(file))
            continue
        with tempfile.TemporaryDirectory() as folder:
            client.upload_file(make_archive(str(Path(folder, module)), "zip", file.parents[1], module))


def _gather(distributed: Any, client: Any, futures: list[Any]) -> Generator[Played, None, None]:
    seen: set[Task] = set()
    for future in distributed.as_completed(futures, loop=client.loop):
        try:
            games = future.result()
        except distributed.KilledWorker as error:
            raise BotError(
                _("several cluster workers were lost while playing the same games. See their logs.")
            ) from error
        for game in games:
            if game.key not in seen:
                seen.add(game.key)
                yield game
        future.release()

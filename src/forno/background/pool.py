"""Worker processes beside the event loop, with limits of number and time; none outlives the server."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, Final, ParamSpec, TypeVar

from forno.background.rate_limits import RateLimit, Turns, busy
from forno.bots import children
from forno.core.errors import FornoError
from forno.core.language import _

P = ParamSpec("P")
T = TypeVar("T")

MAX_WAITING_PER_CLIENT: Final = 6
"""Maximum number of calls of one client that run or wait."""
START_TIMEOUT_SECONDS: Final = 60.0
"""Timeout of a process's start, which imports much."""


class TookTooLong(FornoError):
    """A call was stopped because it took too long."""

    code = "too-long"


class WorkerLost(FornoError):
    """The worker process exited unexpectedly."""

    code = "lost"


class ProcessPool:
    """Processes that work for a server, each on one thing at a time. They start when there is something to do.

    `seconds`: who takes longer is ended, and so is what it worked on. `modules` are loaded before the time begins to
    count. With `behind` they work when nothing else does.
    """

    def __init__(
        self,
        most: int,
        seconds: float,
        most_waiting: int | None = None,
        modules: Sequence[str] = (),
        behind: bool = False,
    ) -> None:
        self.seconds = seconds
        self.most_waiting = most_waiting
        self._how = tuple(modules), behind
        self._threads = ThreadPoolExecutor(most, "forno-workers")
        """Each waits for one process."""
        self._lock = threading.Lock()
        self._all: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._given = 0
        """Number of unfinished calls."""
        self._closed = False

    async def run(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function in a worker process; return its result. Function and arguments are pickled.

        Raises what the function raises, `TookTooLong`, `Busy` or `WorkerLost`.
        """
        with self._lock:
            if self._closed:
                raise lost_error()
            if self.most_waiting is not None and self._given >= self.most_waiting:
                raise busy()
            self._given += 1
        future = self._threads.submit(self._ask, function, arguments, named)
        future.add_done_callback(self._done)
        answer: T = await asyncio.wrap_future(future)
        return answer

    def _done(self, _future: Future[Any]) -> None:
        with self._lock:
            self._given -= 1

    def _ask(self, *what: Any) -> Any:
        """Run a call; executed in a thread."""
        worker = self._take()
        try:
            fine, answer = worker.ask(what, self.seconds)
        except BaseException:
            worker.end()
            with self._lock:
                self._all.discard(worker)
            raise
        with self._lock:
            self._idle.append(worker)
        if not fine:
            raise answer
        return answer

    def _take(self) -> _Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        worker = _Worker(*self._how)
        with self._lock:
            self._all.add(worker)
            closed = self._closed
        if closed:
            worker.end()
        return worker

    def close(self) -> None:
        """End all processes. Waiting calls fail with `WorkerLost`."""
        with self._lock:
            self._closed = True
            workers = list(self._all)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.end()


class ClientQueue:
    """Queue of visitors' long calls: a limited number a minute, and for each visitor one after another.

    So a visitor who asks for much waits, and nobody else.
    """

    def __init__(self, workers: ProcessPool, most: float) -> None:
        self.workers = workers
        self.limit = RateLimit(most)
        self._turns = Turns(1, MAX_WAITING_PER_CLIENT - 1)

    async def run(self, client: str, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run a call as `ProcessPool.run` does, when it is this client's turn. Raises `TooMany` besides."""
        self.limit.count(client)
        async with self._turns.take(client):
            return await self.workers.run(function, *arguments, **named)


class _Worker:
    """One worker process."""

    def __init__(self, modules: tuple[str, ...], behind: bool) -> None:
        # Forking a process that has threads can hang it.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, modules, behind), daemon=True)
        self.process.start()
        theirs.close()
        assert self.process.pid is not None
        children.watch(self.process.pid)
        self._ending = threading.Lock()
        self._ended = False
        self._ready = False

    def ask(self, what: Any, seconds: float) -> tuple[bool, Any]:
        """Call the function in the process; return whether it succeeded, and its result or exception."""
        try:
            if not self._ready and self.connection.poll(START_TIMEOUT_SECONDS):
                self._ready = self.connection.recv()
            self.connection.send(what)
            if not self.connection.poll(seconds):
                raise took_too_long()
            answer: tuple[bool, Any] = self.connection.recv()
        except (EOFError, OSError) as error:
            raise lost_error() from error
        return answer

    def end(self) -> None:
        with self._ending:
            if self._ended:
                return
            self._ended = True
            assert self.process.pid is not None
            if self.process.is_alive():  # otherwise its number may be another's
                children.end(self.process.pid)
            self.process.join()
            children.forget(self.process.pid)
            self.connection.close()


def took_too_long() -> TookTooLong:
    return TookTooLong(_("That took too long. Try again."))


def lost_error() -> WorkerLost:
    return WorkerLost(_("Something went wrong in the kitchen. Your table is safe; try again."))


# --- in the process itself ------------------------------------------------------


def _work(connection: Connection[Any, Any], modules: tuple[str, ...], behind: bool) -> None:
    """Execute calls until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears it, and ends us
    if behind and hasattr(os, "nice"):
        os.nice(5)
    for name in modules:
        import_module(name)
    with suppress(EOFError, OSError):
        connection.send(True)
        while True:
            connection.send(_answer(*connection.recv()))


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[bool, Any]:
    try:
        return True, function(*arguments, **named)
    except Exception as error:
        error.add_note("".join(traceback.format_exception(error)))
        return False, error

"""`forno serve --workers N`: a parent process that holds the port and keeps N servers running.

Each worker has a place, and each place a socket of its own at the same port, among which the system spreads
connections (where it can't, they share one). The parent keeps all sockets open, whatever becomes of a worker: whoever
comes while one is replaced waits in the queue for the next.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any, Final

from forno.bots import children
from forno.core.errors import OptionError
from forno.core.language import _
from forno.server.settings import METRICS_FOLDER

CHECK_SECONDS: Final = 0.1
"""Seconds between checks of the workers."""
START_TIMEOUT_SECONDS: Final = 120.0
END_TIMEOUT_SECONDS: Final = 30.0
MIN_RESTART_SECONDS: Final = 1.0
"""Minimum seconds between restarts of a worker."""


class Worker:
    """One server process."""

    def __init__(self, arguments: Sequence[str], variables: Mapping[str, str], listener: socket.socket) -> None:
        self._ready, theirs = os.pipe()
        files = (listener.fileno(), theirs)
        command = [sys.executable, "-m", "forno", *arguments, "--listener", str(files[0]), "--ready", str(files[1])]
        self.started = time.monotonic()
        self.process = subprocess.Popen(command, pass_fds=files, env=os.environ | variables)
        children.watch(self.process.pid)
        os.close(theirs)
        os.set_blocking(self._ready, False)
        self._answers = False
        self._metrics = variables[METRICS_FOLDER]

    @property
    def runs(self) -> bool:
        if self.process.poll() is None:
            return True
        children.forget(self.process.pid)
        return False

    @property
    def answers(self) -> bool:
        """Return whether it has begun to serve."""
        if not self._answers:
            with suppress(BlockingIOError):
                self._answers = bool(os.read(self._ready, 1))
        return self._answers

    def ask_to_end(self) -> None:
        if self.runs:
            self.process.send_signal(signal.SIGTERM)

    def end(self) -> None:
        """Wait until it has ended, and kill it if it takes too long."""
        self.ask_to_end()
        try:
            self.process.wait(END_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        children.forget(self.process.pid)
        os.close(self._ready)
        from prometheus_client import multiprocess  # part of the extra `web`

        multiprocess.mark_process_dead(self.process.pid, self._metrics)  # type: ignore[no-untyped-call]


class Crew:
    """The workers, and the parent's signals: TERM and INT stop all, HUP replaces them one by one."""

    def __init__(
        self, arguments: Sequence[str], variables: Mapping[str, str], listeners: Sequence[socket.socket]
    ) -> None:
        self._words = list(arguments), dict(variables)
        self._listeners = listeners
        self._workers: list[Worker] = []
        self._told: list[int] = []

    def run(self) -> int:
        """Run until told to stop; return the exit status, or that of a worker that couldn't start."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._hear)
        self._workers = [Worker(*self._words, listener) for listener in self._listeners]
        try:
            if not self._wait_for(self._workers):
                return 1 if not self._told else 0
            while True:
                while self._told:
                    if self._told.pop(0) != signal.SIGHUP:
                        return 0
                    self._replace_all()
                self._replace_the_dead()
                time.sleep(CHECK_SECONDS)
        finally:
            for worker in self._workers:
                worker.ask_to_end()
            for worker in self._workers:
                worker.end()

    def _hear(self, number: int, _frame: Any) -> None:
        self._told.append(number)

    @property
    def _ends(self) -> bool:
        return any(number != signal.SIGHUP for number in self._told)

    def _wait_for(self, workers: Sequence[Worker]) -> bool:
        """Return whether all of these workers serve in time."""
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        while not all(worker.answers for worker in workers):
            if self._ends or time.monotonic() > deadline or not all(worker.runs for worker in workers):
                return False
            time.sleep(CHECK_SECONDS)
        return True

    def _replace_all(self) -> None:
        """Replace the workers one by one; each stops when its successor answers."""
        for place, listener in enumerate(self._listeners):
            following = Worker(*self._words, listener)
            if not self._wait_for([following]):
                following.end()
                if not self._ends:
                    print(_("A new worker didn't start; the old ones go on."), file=sys.stderr)
                return
            self._workers[place].end()
            self._workers[place] = following

    def _replace_the_dead(self) -> None:
        for place, worker in enumerate(self._workers):
            if not worker.runs and time.monotonic() - worker.started > MIN_RESTART_SECONDS:
                worker.end()
                print(_("Worker {number} has ended; another takes its place.").format(number=place), file=sys.stderr)
                self._workers[place] = Worker(*self._words, self._listeners[place])


def check_workers(number: int, several: bool) -> None:
    """Check the number of workers. Raises `OptionError`; `several`: whether the store allows several servers."""
    if number < 1:
        raise OptionError(_("at least one worker is needed."))
    if number > 1 and not several:
        raise OptionError(
            _(
                "tables in a file can have only one worker; "
                "for several, keep tables in PostgreSQL: --data postgresql://…"
            )
        )
    if number > 1 and sys.platform == "win32":
        raise OptionError(_("several workers can't share a port on Windows; run one, or use another system."))


def serve_together(arguments: Sequence[str], variables: Mapping[str, str], listeners: Sequence[socket.socket]) -> int:
    """Serve with one worker per listener, started with these arguments and variables."""
    for listener in listeners:
        listener.set_inheritable(True)
    with TemporaryDirectory(prefix="forno-metrics-") as folder:
        return Crew(arguments, {**variables, METRICS_FOLDER: folder}, listeners).run()

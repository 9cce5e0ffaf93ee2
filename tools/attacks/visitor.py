"""The ordinary visitor: a process of its own, so that attacks slow it down only through the server."""

from __future__ import annotations

import multiprocessing
import re
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Self

import httpx

from tools.attacks.ground import SECONDS, Broken, Guest
from tools.servers import Running

PAUSE_SECONDS = 0.02
"""Seconds between two looks of the visitor."""
REPORT_TIMEOUT_SECONDS = 3 * SECONDS
"""Timeout for the visitor's report."""


@dataclass(frozen=True)
class Seen:
    """Measurements of the visitor."""

    longest: float
    """Seconds of the slowest answer."""
    grown: int
    """Largest increase of the server's memory in bytes."""
    wrong: str
    """Why the visitor was turned away, if so."""


class Visitor:
    """Process that keeps loading one table."""

    def __init__(self, server: Running, pause: float = PAUSE_SECONDS) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._line, theirs = spawning.Pipe()
        self._process = spawning.Process(target=look, args=(server, theirs, pause), daemon=True)

    def __enter__(self) -> Self:
        self._process.start()
        self.noticed()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.join()

    def noticed(self) -> Seen:
        """Return the measurements since the last call."""
        self._line.send("well?")
        if not self._line.poll(REPORT_TIMEOUT_SECONDS):
            return Seen(REPORT_TIMEOUT_SECONDS, 0, "an ordinary visitor isn't answered at all")
        seen: Seen = self._line.recv()
        return seen


def look(server: Running, line: Connection, pause: float) -> None:
    """Sit down, load the page again and again, and report when asked."""
    with httpx.Client(base_url=server.address, timeout=SECONDS, verify=False) as client:
        guest = Guest.opens(client, "mamma-mia", players=2)
        while True:
            longest, wrong, before = 0.0, "", memory_of(server.pid)
            most = before
            while True:
                start = time.monotonic()
                try:
                    guest.get()
                except (Broken, httpx.HTTPError) as error:
                    wrong = wrong or f"an ordinary visitor is turned away: {error!r}"
                longest = max(longest, time.monotonic() - start)
                most = max(most, memory_of(server.pid))
                if line.poll(pause):
                    break
            line.recv()
            line.send(Seen(longest, most - before, wrong))


def memory_of(pid: int) -> int:
    """Return the memory of a process in bytes; 0 where that can't be known."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0

"""The ordinary visitor: a process of its own, so that no attack takes its time but through the server."""

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

PAUSE = 0.02
"""Seconds between two looks of the visitor."""
PATIENCE = 3 * SECONDS
"""How long to wait for what the visitor has to say: on a busy machine it takes time until one is there."""


@dataclass(frozen=True)
class Seen:
    """What the visitor noticed."""

    longest: float
    """How long the longest answer took."""
    grown: int
    """How many bytes of memory more than before the server had, at most."""
    wrong: str
    """Why the visitor was turned away, if so."""


class Visitor:
    """Somebody who looks at a table all the time."""

    def __init__(self, server: Running, pause: float = PAUSE) -> None:
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
        """What the visitor has noticed since this was asked last."""
        self._line.send("well?")
        if not self._line.poll(PATIENCE):
            return Seen(PATIENCE, 0, "an ordinary visitor isn't answered at all")
        seen: Seen = self._line.recv()
        return seen


def look(server: Running, line: Connection, pause: float) -> None:
    """Sit down, look, and tell whenever asked."""
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
    """The bytes that a process has in memory; 0 where that can't be known."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0

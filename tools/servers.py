"""Real servers, started for pictures, checks of pages and benchmarks."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from forno.bots import children


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    address: str
    port: int
    pid: int


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(
    command: Sequence[str], port: int, environment: Mapping[str, str] | None = None, log: Path | None = None
) -> Iterator[Running]:
    """Start any server that listens on that port. Its errors go into `log`, if there is one."""
    with log.open("ab") if log is not None else nullcontext() as complaints:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=complaints, env=environment)
    children.watch(process.pid)
    try:
        for _ in range(1200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        else:
            sys.exit(f"{command[0]} didn't start")
        yield Running(f"http://127.0.0.1:{port}", port, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        children.forget(process.pid)


@contextmanager
def forno_server(data: Path, *options: str, log: Path | None = None, **variables: str) -> Iterator[Running]:
    """Start Forno's own server on that store; `variables`: of its environment."""
    port = free_port()
    command = [sys.executable, "-m", "forno", "serve", "--port", str(port), "--data", str(data), *options]
    environment = (
        os.environ | {"FORNO_EVENINGS": "0"} | variables
    )  # bots' games of the daily table would take a core for minutes
    with running(command, port, environment, log) as server:
        yield server

"""Scale of a server: two workers beside one, PostgreSQL beside SQLite, 2,000 live streams, 10,000 tables, long logs.

`make bench-scale` (ARGS=--small for a minute of it). The driver is that of `make bench-serving`, and needs Node.js.
CPU is counted by whose it is: the workers', the database's, the driver's; on few cores they stand in each other's way.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import httpx

from bench.scale_stores import Cluster, fill, long_table
from bench.serving import HERE, cpu_seconds
from tools.servers import Running, free_port, running


@dataclass(frozen=True)
class Run:
    """Figures of one run of the driver."""

    moves: int
    seconds: float
    p50: float
    p99: float
    workers: float
    database: float
    driver: float
    """Processor seconds."""

    @property
    def per_second(self) -> float:
        return self.moves / self.seconds

    @property
    def cost(self) -> float:
        """Return milliseconds of the workers' processor time for a move."""
        return 1000 * self.workers / max(1, self.moves)

    @property
    def busy(self) -> str:
        """Return the cores that each of them kept busy."""
        shares = (self.workers, self.database, self.driver)
        return " + ".join(f"{share / self.seconds:.2f}" for share in shares)


def drive(
    servers: Sequence[Running],
    cluster: Cluster | None,
    tables: int,
    seats: int,
    seconds: int,
    rate: int,
    together: bool,
) -> Run:
    """`together`: all servers listen at the port of the first."""
    ports = [servers[0].port] if together else [server.port for server in servers]
    told = [",".join(map(str, ports)), *map(str, (tables, seats, seconds, rate))]
    driver = subprocess.Popen(["node", str(HERE / "drive_forno.cjs"), *told], stdout=subprocess.PIPE, text=True)

    def spent() -> tuple[float, float, float]:
        workers = sum(cpu_seconds(server.pid) for server in servers)
        return workers, cpu_seconds(cluster.pid) if cluster else 0.0, cpu_seconds(driver.pid)

    assert driver.stdout is not None
    before = (0.0, 0.0, 0.0)
    for line in driver.stdout:
        said = json.loads(line)
        if "measuring" in said:
            before = spent()
        elif "moves" in said:
            used = [after - then for after, then in zip(spent(), before, strict=True)]
            driver.wait()
            return Run(said["moves"], said["seconds"], said["p50"] or 0.0, said["p99"] or 0.0, *used)
    sys.exit(f"the driver ended early with {driver.wait()}")


@contextmanager
def started(data: str, number: int = 1, together: bool = False) -> Iterator[list[Running]]:
    """Start that many workers of the same tables, each at a port of its own unless they are `together`."""
    with ExitStack() as stack:
        port = free_port()
        found = []
        for place in range(number):
            here = port if together or place == 0 else free_port()
            command = [sys.executable, str(HERE / "server.py"), str(here), data, *(["shared"] if together else [])]
            found.append(stack.enter_context(running(command, here)))
        yield found


def row(*cells: object) -> None:
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def head(*cells: str) -> None:
    print()
    row(*cells)
    row("---", *["--:"] * (len(cells) - 1))


def throughput(cluster: Cluster, folder: str, tables: int, seconds: int, rounds: int) -> None:
    """Return moves a second at saturation."""
    kinds: list[tuple[str, str, int, bool]] = [
        ("SQLite, one worker", "", 1, False),
        ("PostgreSQL, one worker", "database", 1, False),
        ("PostgreSQL, two workers, each table at one", "database", 2, False),
        ("PostgreSQL, two workers at one port", "database", 2, True),
    ]
    found: dict[str, list[Run]] = {}
    for number in range(rounds):
        for name, place, workers, together in kinds:
            data = cluster.new_database() if place else f"{folder}/{number}.sqlite3"
            with started(data, workers, together) as servers:
                run = drive(servers, cluster if place else None, tables, 4, seconds, 0, together)
            found.setdefault(name, []).append(run)
    head(
        f"saturation, {tables} tables of 4 streams",
        "moves/s",
        "CPU ms a move",
        "p99 ms",
        "cores: workers + database + driver",
    )
    for name, runs in found.items():
        best = max(runs, key=lambda run: run.per_second)
        row(name, f"{best.per_second:.0f}", f"{best.cost:.2f}", f"{best.p99:.0f}", best.busy)
    sqlite, one, two, spread = ([run.per_second for run in found[kind[0]]] for kind in kinds)
    costs = [[run.cost for run in found[kind[0]]] for kind in kinds]

    def times(these: list[float], those: list[float]) -> str:
        return f"{median(a / b for a, b in zip(these, those, strict=True)):.2f}"

    head("how many times", "moves/s", "moves per worker's CPU second")
    row("one worker on PostgreSQL to SQLite (aim 0.6)", times(one, sqlite), times(costs[0], costs[1]))
    row("two workers to one, each table at one (aim 1.7)", times(two, one), f"2 × {times(costs[1], costs[2])}")
    row("two workers to one, at one port", times(spread, one), f"2 × {times(costs[1], costs[3])}")
    print("\nThe second column is what two workers would carry with a core for each, and the database's beside them.")


def streams(cluster: Cluster, folder: str, tables: int, seconds: int, rate: int) -> None:
    head(
        f"{tables * 4} live streams, {rate} moves/s",
        "moves/s",
        "p50 ms",
        "p99 ms to the last stream (aim 250)",
        "CPU ms a move",
    )
    for name, data, workers in (
        ("SQLite, one worker", f"{folder}/streams.sqlite3", 1),
        ("PostgreSQL, one worker", cluster.new_database(), 1),
        ("PostgreSQL, two workers, each table at one", cluster.new_database(), 2),
    ):
        with started(data, workers) as servers:
            run = drive(servers, None, tables, 4, seconds, rate, False)
        row(name, f"{run.per_second:.0f}", f"{run.p50:.1f}", f"{run.p99:.1f}", f"{run.cost:.2f}")


def sizes(cluster: Cluster, folder: str, numbers: Sequence[int], seconds: int) -> None:
    head("tables in the store", "first answer s", "memory MB then", "after 5 s", "CPU ms of a move", "database's")
    for number in numbers:
        for name, data in (("SQLite", f"{folder}/{number}.tables.sqlite3"), ("PostgreSQL", cluster.new_database())):
            asyncio.run(fill(data, number))
            began = time.monotonic()
            with started(data) as servers:
                ready = first_answer(servers[0], began)
                at_first = memory(servers[0].pid)
                time.sleep(5)
                later = memory(servers[0].pid)
                run = drive(servers, cluster if name != "SQLite" else None, 25, 4, seconds, 50, False)
            told = f"{1000 * run.database / max(1, run.moves):.2f}" if run.database else "–"
            row(f"{name}, {number:,}", f"{ready:.2f}", f"{at_first:.0f}", f"{later:.0f}", f"{run.cost:.2f}", told)


def first_answer(server: Running, began: float) -> float:
    while True:
        try:
            if httpx.get(f"{server.address}/readyz", timeout=30).status_code == 200:
                return time.monotonic() - began
        except httpx.TransportError:
            pass
        time.sleep(0.02)


def memory(pid: int) -> float:
    """Return the memory of a process in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def lengths(folder: str, most: int) -> None:
    head("entries of the table before", "CPU ms of a move with 4 streams", "CPU ms of opening it anew")
    found: dict[str, Any] = asyncio.run(long_table(f"{folder}/long.sqlite3", most))
    for length, (move, load) in found.items():
        row(length, f"{move:.2f}", f"{load:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--small", action="store_true", help="a minute of it, to see that it works")
    parser.add_argument("--only", choices=("throughput", "streams", "sizes", "lengths"))
    chosen = parser.parse_args()
    small = chosen.small
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}")
    with tempfile.TemporaryDirectory() as folder, Cluster(Path(folder) / "postgres") as cluster:
        parts: dict[str, Callable[[], None]] = {
            "throughput": lambda: throughput(
                cluster, folder, 20 if small else 100, 2 if small else 6, 1 if small else 2
            ),
            "streams": lambda: streams(cluster, folder, 25 if small else 500, 2 if small else 8, 100),
            "sizes": lambda: sizes(cluster, folder, (10, 200) if small else (10, 10_000), 2 if small else 4),
            "lengths": lambda: lengths(folder, 200 if small else 2000),
        }
        for name, part in parts.items():
            if chosen.only in (None, name):
                part()


if __name__ == "__main__":
    main()

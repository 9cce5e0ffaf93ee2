"""Cost of serving a move, beside boardgame.io's server, in one run: `make bench-serving`.

Both servers get the same load from the same kind of driver (`serving/load.cjs`): many tables, every seat with a live
stream, moves at a fixed rate and then as many as it takes. Ours stores every move before it answers; the peer keeps
everything in memory. CPU is that of the server's processes; the driver has the other core.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.profiles import sample, shares
from tools.servers import free_port, running

HERE = Path(__file__).parent / "serving"
PEER = "boardgame.io"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Server:
    """A server to start, and its driver."""

    name: str
    command: list[str]
    driver: str
    path: str = ""
    """Folder from which Python imports the package, if not the installed one."""


@dataclass(frozen=True)
class Figures:
    """Figures of one run."""

    moves: int
    seconds: float
    cpu: float
    p50: float
    p99: float

    @property
    def per_second(self) -> float:
        return self.moves / self.seconds

    @property
    def per_cpu_second(self) -> float:
        return self.moves / self.cpu


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and of all its children, running or ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    spent = sum(int(field) for field in fields[11:15]) / TICKS
    for task in Path(f"/proc/{pid}/task").iterdir():
        spent += sum(cpu_seconds(int(child)) for child in (task / "children").read_text().split())
    return spent


def measure(
    server: Server,
    tables: int,
    seats: int,
    seconds: int,
    rate: int,
    watch: Callable[[int], object] = lambda _pid: None,
) -> Figures:
    """Return the figures of one run; `watch` is called with the server's process once it is under load."""
    port = free_port()
    environment = os.environ | ({"PYTHONPATH": server.path} if server.path else {})
    with running([part.format(port=port) for part in server.command], port, environment) as started:
        pid = started.pid
        arguments = [str(number) for number in (port, tables, seats, seconds, rate)]
        driver = subprocess.Popen(["node", str(HERE / server.driver), *arguments], stdout=subprocess.PIPE, text=True)
        assert driver.stdout is not None
        before = 0.0
        for line in driver.stdout:
            said = json.loads(line)
            if "measuring" in said:
                before = cpu_seconds(pid)
                watch(pid)
            elif "moves" in said:
                cpu = cpu_seconds(pid) - before
                driver.wait()
                return Figures(said["moves"], said["seconds"], cpu, said["p50"], said["p99"])
        sys.exit(f"the driver of {server.name} ended early with {driver.wait()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=15, help="how long each run is measured")
    parser.add_argument(
        "--rate", type=int, default=400, help="moves a second of the run that isn't at saturation; 0: there is none"
    )
    parser.add_argument("--rounds", type=int, default=2, help="how often each run is made, the servers in turn")
    parser.add_argument("--against", metavar="REV", help="measure an earlier commit of ours, too, interpreted")
    parser.add_argument("--compiled", help="measure the package that lies there too, as `make compile` makes it")
    parser.add_argument("--profile", action="store_true", help="only print where our server's time goes at saturation")
    arguments = parser.parse_args()
    rates = list(dict.fromkeys((arguments.rate, 0)))
    with tempfile.TemporaryDirectory() as folder:
        servers = [
            Server("Forno", ours(HERE, folder), "drive_forno.cjs"),
            Server(PEER, ["node", str(HERE / "peer.cjs"), "{port}"], "drive_peer.cjs"),
        ]
        if arguments.profile:
            print_profile(servers[0], arguments.tables, arguments.seats, arguments.seconds)
            return
        if arguments.against:
            extract(arguments.against, Path(folder))
            earlier = ours(Path(folder, "bench/serving"), folder)
            servers.insert(0, Server(arguments.against[:12], earlier, "drive_forno.cjs", f"{folder}/src"))
        if arguments.compiled:
            servers.insert(-1, Server("Forno compiled", ours(HERE, folder), "drive_forno.cjs", arguments.compiled))
        print(f"{arguments.tables} tables of {arguments.seats} live streams; load {os.getloadavg()[0]:.1f}")
        print(f"{'':15}{'load':>12}{'moves/s':>9}{'CPU ms/move':>13}{'moves/CPU s':>13}{'p50 ms':>8}{'p99 ms':>8}")
        runs: dict[tuple[str, int], list[Figures]] = {}
        for rate in rates:
            for _ in range(arguments.rounds):
                for server in servers:
                    found = measure(server, arguments.tables, arguments.seats, arguments.seconds, rate)
                    load = f"{rate}/s" if rate else "saturation"
                    print(
                        f"{server.name:15}{load:>12}{found.per_second:>9.0f}{1000 / found.per_cpu_second:>13.2f}"
                        f"{found.per_cpu_second:>13.0f}{found.p50:>8.1f}{found.p99:>8.1f}",
                        flush=True,
                    )
                    runs.setdefault((server.name, rate), []).append(found)
        for rate in rates:
            for server in servers:
                if server.name != PEER:
                    mine, theirs = runs[server.name, rate], runs[PEER, rate]
                    load = f"{rate}/s" if rate else "saturation"
                    print(
                        f"moves per CPU second at {load}: {server.name} {best(mine) / best(theirs):.2f}× by the best "
                        f"round of each, {together(mine) / together(theirs):.2f}× by all rounds together, "
                        f"{side_by_side(mine, theirs):.2f}× by the median of the rounds"
                    )


def ours(scripts: Path, folder: str) -> list[str]:
    """Return the command of our server, with its tables in a folder."""
    return [sys.executable, str(scripts / "server.py"), "{port}", f"{folder}/{{port}}.sqlite3"]


def extract(revision: str, folder: Path) -> None:
    """Write the package of an earlier commit into a folder, and the script that starts its server."""
    wanted = ["git", "archive", revision, "src", "bench/serving"]
    archive = subprocess.run(wanted, cwd=HERE.parents[1], stdout=subprocess.PIPE, check=True)
    subprocess.run(["tar", "--extract", "--directory", folder], input=archive.stdout, check=True)


def print_profile(server: Server, tables: int, seats: int, seconds: int) -> None:
    """Print the share of each group of calls in the time of the server's thread at saturation."""
    stacks: list[str] = []
    measure(server, tables, seats, seconds, 0, lambda pid: stacks.extend(sample(pid, seconds)))
    for name, share in shares(stacks).items():
        print(f"{name:36}{share:>7.1%}")


def best(runs: list[Figures]) -> float:
    return max(run.per_cpu_second for run in runs)


def side_by_side(ours: list[Figures], theirs: list[Figures]) -> float:
    """Compare runs that were made right after one another: a machine is slower for a while, and faster again."""
    return median(one.per_cpu_second / other.per_cpu_second for one, other in zip(ours, theirs, strict=True))


def together(runs: list[Figures]) -> float:
    return sum(run.moves for run in runs) / sum(run.cpu for run in runs)


if __name__ == "__main__":
    main()

"""Attacks on a server of your own, and a table of what held.

    python -m tools.attack                  # everything, a few minutes
    python -m tools.attack --small          # everything, a little of it
    python -m tools.attack --only flood     # whatever has that word in its name

The server is started here, on this machine's own address and with a file of its own, and ended in the end: nothing else
can be attacked with this. How often each thing is tried is fixed, and so is how long all of it may take.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from tools.attacks import ATTACKS
from tools.attacks.ground import Attack, Broken, Ground
from tools.attacks.visitor import PAUSE_SECONDS, Visitor
from tools.servers import Running, forno_server

MAX_WAIT_SECONDS = 2.0
"""Longest that an ordinary visitor may wait, whatever is done to the server."""
MAX_GROWTH_BYTES = 200 * 1024 * 1024
"""Largest increase of the server's memory during an attack."""
MAX_SECONDS = 900.0
NOTICES = {"FORNO_ADDRESS": "https://forno.example.org", "FORNO_WEBHOOKS": "on"}
HEADINGS = ("attack", "times", "held", "what came of it", "longest wait", "memory")


@dataclass(frozen=True)
class Finding:
    """Result of one attack."""

    attack: Attack
    times: int
    held: bool
    told: str
    longest: float
    grown: int

    @property
    def cells(self) -> tuple[str, ...]:
        held = "yes" if self.held else "**no**"
        memory = f"+{self.grown / 1e6:.0f} MB"
        return self.attack.name, str(self.times), held, self.told, f"{self.longest * 1000:.0f} ms", memory


def try_out(attack: Attack, times: int, ground: Ground, visitor: Visitor, log: Path, patience: float) -> Finding:
    """Make an attack while an ordinary visitor uses the server. A failure in the server's log counts as not held."""
    logged = log.stat().st_size
    visitor.noticed()
    with closing(ground):
        try:
            told, held = attack.run(ground, times), True
        except (Broken, httpx.HTTPError, OSError, subprocess.SubprocessError) as error:
            told, held = str(error) or repr(error), False
    complaints = log.read_bytes()[logged:].decode(errors="replace").strip()
    seen = visitor.noticed()
    for wrong, reason in (
        ("Traceback" in complaints, f"the log says: {complaints.splitlines()[-1:]}; {told}"),
        (seen.wrong, seen.wrong),
        (seen.longest > patience, f"a visitor waited {seen.longest:.1f} s; {told}"),
        (seen.grown > MAX_GROWTH_BYTES, f"it took {seen.grown / 1e6:.0f} MB; {told}"),
    ):
        if held and wrong:
            told, held = reason, False
    return Finding(attack, times, held, told, seen.longest, seen.grown)


@dataclass(frozen=True)
class Target:
    """A server started to be attacked."""

    server: Running
    visitor: Visitor
    log: Path

    def attack(self, attack: Attack, number: int, times: int, patience: float) -> Finding:
        """Make one attack, from the address with that number."""
        with TemporaryDirectory() as folder:
            ground = Ground(self.server, number, Path(folder))
            return try_out(attack, times, ground, self.visitor, self.log, patience)


@contextmanager
def target(pause: float = PAUSE_SECONDS, **variables: str) -> Iterator[Target]:
    """Start a server and its ordinary visitor, who pauses that many seconds between two requests.

    `variables`: of the server's environment.
    """
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        data = Path(folder) / "tables.sqlite3"
        with (
            forno_server(data, "--quick", log=log, **NOTICES, **variables) as server,
            Visitor(server, pause) as visitor,
        ):
            yield Target(server, visitor, log)


def run_attacks(attacks: Sequence[Attack], small: bool = False, patience: float = MAX_WAIT_SECONDS) -> list[Finding]:
    """Make attacks one after the other on a server of our own, as far as time allows."""
    findings = []
    deadline = time.monotonic() + MAX_SECONDS
    with target() as server:
        print(row(HEADINGS), row(["---"] * len(HEADINGS)), sep="\n", flush=True)
        for number, attack in enumerate(attacks):
            if time.monotonic() > deadline:
                print(row([attack.name, "0", "not tried: no time is left", "", "", ""]), flush=True)
                continue
            finding = server.attack(attack, number, attack.few if small else attack.times, patience)
            findings.append(finding)
            print(row(finding.cells), flush=True)
    return findings


def row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/').replace(chr(10), ' ') for cell in cells)} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="a little of everything")
    parser.add_argument("--only", default="", metavar="WORD", help="the attacks with that word in their names")
    parser.add_argument("--patience", type=float, default=MAX_WAIT_SECONDS, help="how many seconds a visitor may wait")
    arguments = parser.parse_args()
    chosen = [attack for attack in ATTACKS if arguments.only in attack.name]
    findings = run_attacks(chosen, arguments.small, arguments.patience)
    return 0 if findings and all(finding.held for finding in findings) else 1


if __name__ == "__main__":
    sys.exit(main())

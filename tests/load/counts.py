"""Counts of survived faults over all runs: `python -m tests.load.counts` prints them as a table."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

COUNTS = Path(__file__).parents[2] / "build" / "faults.jsonl"


def count(store: str, what: str, times: int, moves: int = 0, tables: int = 0) -> None:
    """Add a line: how often it was survived this time."""
    COUNTS.parent.mkdir(exist_ok=True)
    line = {"store": store, "fault": what, "times": times, "moves": moves, "tables": tables}
    with COUNTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")  # in one piece: several processes write


def table(lines: list[str]) -> str:
    """Return the sums of all lines as Markdown."""
    sums: dict[tuple[str, str], Counter[str]] = {}
    for line in lines:
        told = json.loads(line)
        sums.setdefault((told["store"], told["fault"]), Counter()).update(
            {"runs": 1, **{what: told[what] for what in ("times", "moves", "tables")}}
        )
    rows = [
        f"| {store} | {fault} | {found['times']:,} | {found['runs']:,} | {found['moves']:,} | {found['tables']:,} |"
        for (store, fault), found in sorted(sums.items())
    ]
    return "\n".join(
        ["| store | what broke | times | runs | moves acknowledged | tables |", "|---|---|--:|--:|--:|--:|", *rows]
    )


def main() -> None:
    if not COUNTS.exists():
        raise SystemExit(f"{COUNTS} isn't there yet: make test-load writes it.")
    print(table(COUNTS.read_text(encoding="utf-8").splitlines()))


if __name__ == "__main__":
    main()

"""Golden files: whole games as text, finished records, and counts of possible games.

`make golden` writes them anew; `test_golden` compares. They are found through the registry, so a new edition, mode or
game gets its files by `make golden` alone, and the tests fail until it has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import forno
from forno.testing import Trial, at_random, playthrough
from tests.variants import Variant, variants

HERE = Path(__file__).parent
PLAYTHROUGHS = HERE / "playthroughs"
RECORDS = HERE / "records"
COUNTS = HERE / "counts.json"

SEED = 7
"""Seed of the playthroughs and the counts."""

SEARCHED = 400
"""Number of games of a variant that are played to find one for each way it can end."""

COUNTED = 1500
"""Counts go as deep as it takes to pass this number."""

ENDINGS: dict[str, tuple[str, ...]] = {
    "mamma-mia": ("most-orders", "most-ingredients", "shared"),
    "pizza-master": ("most-points", "turn-order"),
}
"""Every way a game can end. There must be a record of each; a game that isn't named needs one record at least."""


def usual_tables() -> list[Variant]:
    """Return one table for each edition and mode: four players where possible."""
    chosen: dict[tuple[str, str], Variant] = {}
    for variant in variants():
        key = variant.info.name, variant.name
        if key not in chosen or variant.players == 4:
            chosen[key] = variant
    return list(chosen.values())


# Playthroughs


def playthrough_path(variant: Variant) -> Path:
    return PLAYTHROUGHS / f"{variant}.txt"


def playthrough_text(variant: Variant) -> str:
    return playthrough(variant.game(), SEED)


# Records


@dataclass(frozen=True)
class Ending:
    """One way a game ended, and the record of it."""

    variant: Variant
    reason: str
    record: forno.Record

    @property
    def path(self) -> Path:
        return RECORDS / f"{self.variant.info.name}-{self.variant.name}-{self.reason}.txt"


def endings(variant: Variant) -> Iterator[Ending]:
    """Return the first game found for each way this variant ends."""
    game = variant.game()
    found: set[str] = set()
    for seed in range(SEARCHED):
        state = game.deal(seed, quiet=True)
        choose = at_random(seed)
        while not state.is_over:
            state.apply(choose(state.legal_actions()))
        reason = state.outcome.reason
        if reason not in found:
            found.add(reason)
            yield Ending(variant, reason, forno.Record.of(state))
        if found == set(ENDINGS.get(variant.info.name, ())):
            return


# Counts


def count(state: forno.State, depth: int) -> int:
    """Return the number of sequences of that many actions; a game that ends before counts once."""
    if depth == 0 or state.is_over:
        return 1
    legal = state.legal_actions()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        ahead = state.clone()
        ahead.apply(action)
        total += count(ahead, depth - 1)
    return total


def counted_steps(variant: Variant) -> list[int]:
    """Return the steps of a game at which it is counted: the deal, and places spread over the whole of it."""
    trial = Trial(variant.game(), SEED)
    trial.play(at_random(SEED))
    length = len(trial.actions)
    return [0, *(length * part // 12 for part in range(1, 12)), length - 2]


def counts(variant: Variant, steps: int, depth: int | None = None) -> list[int]:
    """Return the counts to every depth, from 1 to where they pass `COUNTED` (or to the depth given)."""
    state = variant.game().deal(SEED, quiet=True)
    choose = at_random(SEED)
    for _ in range(steps):
        state.apply(choose(state.legal_actions()))
    found: list[int] = []
    while (not found or (found[-1] < COUNTED and len(found) < 10)) if depth is None else len(found) < depth:
        found.append(count(state, len(found) + 1))
    return found


def all_counts() -> dict[str, dict[str, list[int]]]:
    return {
        str(variant): {str(steps): counts(variant, steps) for steps in counted_steps(variant)}
        for variant in usual_tables()
    }


def stored_counts() -> dict[str, dict[str, list[int]]]:
    stored: dict[str, Any] = json.loads(COUNTS.read_text())
    return stored


def write() -> None:
    """Write all golden files."""
    for folder in (PLAYTHROUGHS, RECORDS):
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.txt"):
            path.unlink()
    for variant in usual_tables():
        playthrough_path(variant).write_text(playthrough_text(variant), encoding="utf-8", newline="\n")
        for ending in endings(variant):
            ending.path.write_text(str(ending.record), encoding="utf-8", newline="\n")
            print(f"{ending.path.name}: seed {ending.record.seed}")
    lines = [
        f"  {json.dumps(name)}: {{\n"
        + ",\n".join(f"    {json.dumps(steps)}: {json.dumps(found)}" for steps, found in by_steps.items())
        + "\n  }"
        for name, by_steps in all_counts().items()
    ]
    from tests.adapters import spaces  # only here: it takes the libraries of the environments

    spaces.PAGE.write_text(spaces.page(), encoding="utf-8", newline="\n")
    COUNTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()

"""Train a network by self-play: `python -m training --game mamma-mia --edition classic --players 2,3,4 --minutes 9`.

Each option of the game takes several values with commas between them; all that fit together are trained at once. A
value that is named twice is played twice as much; after a `+` come more variants. The folder `--out` gets the log,
snapshots of the weights, and `checkpoint.pt`, from which `--resume` goes on.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any

from forno.bots.encoding import Encoding
from forno.bots.lineup import read_value
from forno.core.errors import OptionError
from forno.core.plugins import load
from forno.core.registry import game_info
from training.collector import Variant, made
from training.settings import Settings
from training.space import Space


def main(arguments: list[str] | None = None) -> None:
    """Train as the command line says."""
    started = time.time()
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--game", default="mamma-mia")
    parser.add_argument("--out", type=Path, default=Path("build/training"))
    parser.add_argument("--resume", type=Path, help="a checkpoint, or exported weights to start from")
    for field in fields(Settings):
        parser.add_argument("--" + field.name.replace("_", "-"), type=type(field.default), default=field.default)
    known, rest = parser.parse_known_args(arguments)
    settings = Settings(**{field.name: getattr(known, field.name) for field in fields(Settings)})
    variants = read_variants(known.game, rest)
    space = make_space(known.game, variants)
    from training.checkpoints import Checkpoint
    from training.learner import Learner

    start = None if known.resume is None else Checkpoint.load(known.resume)
    learner = Learner(space, variants, settings, start)
    weights = sum(value.numel() for value in learner.policy.parameters())
    print(
        f"{len(variants)} variants, {len(space.columns)} columns ({space.known} known), {len(space.actions)} actions, "
        f"{weights / 1e6:.2f} M weights, {settings.workers} workers on {learner.device}, "
        f"{learner.checkpoint.seconds:.0f} s trained before",
        flush=True,
    )
    learner.train(known.out, started)
    print(f"{learner.checkpoint.seconds:.0f} s trained, {learner.checkpoint.decisions} decisions", flush=True)


def read_variants(game: str, words: list[str]) -> list[Variant]:
    """Return the variants that the options name: every combination that the game allows."""
    if "+" in words:
        place = words.index("+")
        return read_variants(game, words[:place]) + read_variants(game, words[place + 1 :])
    info = game_info(game)
    axes: dict[str, list[Any]] = {}
    for word, values in zip(words[::2], words[1::2], strict=True):
        name = word.removeprefix("--").replace("-", "_")
        info.option(name)
        axes[name] = [read_value(value) for value in values.split(",")]
    found: list[Variant] = []
    for chosen in product(*axes.values()):
        variant = {"game": game, **dict(zip(axes, chosen, strict=True))}
        try:
            made(variant)
        except OptionError:
            continue
        found.append(variant)
    if not found:
        sys.exit("the game allows no such variant")
    return found


def make_space(game: str, variants: list[Variant]) -> Space:
    """Return the columns and actions of all variants together."""
    encoding: Encoding = load(game_info(game).encoding)
    return Space(encoding, [made(variant) for variant in variants])


if __name__ == "__main__":
    main()

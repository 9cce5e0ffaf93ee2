"""A network learns: what it is told twice it knows better, and training goes on where it stopped."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import forno
from forno.bots.learned import learned
from forno.testing import check_bot
from training.__main__ import main, make_space, read_variants
from training.collector import HALVES
from training.settings import Settings

pytestmark = [pytest.mark.training, pytest.mark.slow]

TINY = Settings(
    workers=1, games=16, steps=8, warm_up=40, hidden=24, critic_hidden=24, blocks=1, critic_blocks=1, minibatch=64
)


def test_the_loss_falls_and_the_weights_load(tmp_path: Path) -> None:
    from training.learner import Learner

    variants = read_variants("mamma-mia", ["--players", "2,3"])
    learner = Learner(make_space("mamma-mia", variants), variants, TINY, None)
    batch = learner.batches[0]
    for half in range(HALVES):
        learner.collector.wait(half)
        learner.receive(batch, half, 0)
    learner.collect(batch, None, [])
    losses = [learner.learn(batch, 0.0)["critic_loss"] for _ in range(2)]
    assert losses[1] < losses[0]
    learner.snapshot(tmp_path)
    learner.close()
    (weights,) = tmp_path.glob("policy-*.npz")
    check_bot(
        lambda game, seat, seed: learned(game, seat, seed, str(weights), iterations=0),
        forno.game("mamma-mia", players=3),
        seed=7,
    )


def test_training_ends_in_time_and_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    words = (
        "--game pizza-master --mode tutorial --players 2 --shaping 0.5 --minutes 0.2 --workers 1 --games 16 --steps 8 "
        f"--warm-up 5 --hidden 24 --critic-hidden 24 --minibatch 64 --out {tmp_path}"
    ).split()
    started = time.monotonic()
    main(words)
    assert time.monotonic() - started < 60
    before = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    main([*words, "--resume", str(tmp_path / "checkpoint.pt")])
    after = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert after[len(before)]["decisions"] > before[-1]["decisions"]
    assert after[-1]["seconds"] > before[-1]["seconds"]

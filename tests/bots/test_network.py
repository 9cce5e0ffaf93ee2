"""A network's arithmetic: the same with NumPy and without."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import forno
from forno.bots.network import Network, PlainEvaluator, product, read_weights

NETWORKS = sorted((Path(forno.__file__).parent / "games").glob("*/networks/*.npz"))


@pytest.mark.parametrize("path", NETWORKS, ids=lambda path: path.stem)
def test_trained_networks_answer_the_same_without_numpy(path: Path) -> None:
    weights = read_weights(path)
    network, plain = Network(weights), PlainEvaluator(weights)
    rows = [bytes(row) for row in np.random.default_rng(1).integers(0, 4, (2, len(network.columns)), np.uint8)]
    for ours, theirs in zip(plain.evaluate(rows), network.evaluator.evaluate(rows), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(
    ("numbers", "found"), [([0.0, 0.0], [1.0, 0.0]), ([0.0, 2.0], [5.0, 8.0]), ([1.0, 2.0], [6.0, 11.0])]
)
def test_a_matrix_times_a_vector_with_zeros(numbers: list[float], found: list[float]) -> None:
    assert product([[1.0, 2.0], [3.0, 4.0]], [1.0, 0.0], numbers) == found

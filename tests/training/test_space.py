"""Networks read and answer by name: the same name means the same in every variant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import forno
from forno.bots.encoding import Encoding, Translation
from forno.bots.network import Network, PlainEvaluator, read_weights
from forno.core.observing import EVERYTHING, MEMORY
from forno.core.plugins import load
from tests.variants import Variant, variants
from training.__main__ import make_space, read_variants
from training.checkpoints import export, imported
from training.collector import shares
from training.space import Space

ENCODED = [variant for variant in variants() if variant.info.encoding]


def encoding_of(variant: Variant) -> Encoding:
    found: Encoding = load(variant.info.encoding)
    return found


@pytest.mark.parametrize("variant", ENCODED, ids=str)
def test_every_number_and_action_has_one_name(variant: Variant) -> None:
    encoding = encoding_of(variant)
    for game in variant.games():
        for seat in range(game.players):
            for knowledge in (MEMORY, EVERYTHING):
                layout = game.observer(knowledge).layout
                columns = encoding.columns(game, seat, layout)
                assert len(columns) == layout.size
                names = [column.name for column in columns if column.name] + encoding.facts(game, seat)
                assert len(set(names)) == len(names)
                assert all(column.most <= most for column, most in zip(columns, layout.most, strict=True))
            actions = encoding.actions(game, seat)
            assert len(set(actions)) == len(actions) == len(game.actions)


def test_kinds_are_counted_from_ones_own_colour() -> None:
    """Green's mushrooms are to green what yellow's green peppers are to yellow."""
    game = forno.game("mamma-mia", edition="classic", players=2)
    encoding: Encoding = load("forno.games.mamma_mia.bots.encoding:ENCODING")
    yellow, green = encoding.actions(game, 0), encoding.actions(game, 1)
    names = [str(action) for action in game.actions]
    assert yellow[names.index("2 green pepper")] == green[names.index("2 mushroom")] == "place 2 +1"
    assert yellow[names.index("order 4-olive")] == green[names.index("order 4-salami")] == "order 4-+3"


def test_a_translation_finds_columns_and_actions_by_name() -> None:
    space = make_space("mamma-mia", read_variants("mamma-mia", ["--players", "2,3"]))
    game = forno.game("mamma-mia", players=2)
    layout = game.observer(MEMORY).layout
    found = Translation(space.encoding, game, 1, layout, space.columns[: space.known], space.actions)
    assert found.is_complete
    assert found.places[space.columns.index("players 2")] == found.fact
    assert found.places[space.columns.index("players 3")] == found.absent
    assert found.places[space.columns.index("supply")] == layout.start("supply")


def test_what_was_never_learned_is_noticed() -> None:
    space = make_space("mamma-mia", read_variants("mamma-mia", ["--players", "2"]))
    game = forno.game("mamma-mia", players=3)
    layout = game.observer(MEMORY).layout
    assert not Translation(space.encoding, game, 0, layout, space.columns, space.actions).is_complete


def test_variants_are_all_combinations_that_the_game_allows() -> None:
    found = read_variants("mamma-mia", ["--edition", "classic,grande", "--players", "5,6", "+", "--players", "2"])
    assert [(variant.get("edition"), variant["players"]) for variant in found] == [
        ("classic", 5),
        ("grande", 5),
        ("grande", 6),
        (None, 2),
    ]
    with pytest.raises(SystemExit):
        read_variants("mamma-mia", ["--edition", "classic", "--players", "6"])


def test_games_are_shared_out_evenly() -> None:
    assert shares(10, 3) == [4, 3, 3]


def random_weights(space: Space, hidden: int = 12, blocks: int = 2) -> dict[str, Any]:
    luck = np.random.default_rng(7)

    def some(*shape: int) -> Any:
        return luck.normal(0, 0.3, shape).astype(np.float32)

    weights = {
        "inputs.weight": some(hidden, len(space.policy_features.columns)),
        "inputs.bias": some(hidden),
        "norm.weight": some(hidden),
        "norm.bias": some(hidden),
        "policy.weight": some(len(space.actions), hidden),
        "policy.bias": some(len(space.actions)),
        "values.weight": some(space.players, hidden),
        "values.bias": some(space.players),
    }
    for block in range(blocks):
        for name, shape in (("norms", (hidden,)), ("blocks", (hidden, hidden))):
            weights[f"{name}.{block}.weight"] = some(*shape)
            weights[f"{name}.{block}.bias"] = some(hidden)
    return weights


def test_exported_weights_load_with_and_without_numpy(tmp_path: Path) -> None:
    space = make_space("mamma-mia", read_variants("mamma-mia", ["--players", "2,3"]))
    weights = random_weights(space)
    path = tmp_path / "policy.npz"
    export(path, space, weights)
    again = imported(dict(np.load(path)))
    assert again.keys() == weights.keys()
    for name, value in weights.items():
        np.testing.assert_allclose(again[name], value, rtol=0.01, atol=0.01)
    read = read_weights(path)
    network, plain = Network(read), PlainEvaluator(read)
    assert network.columns == space.columns[: space.known]
    assert network.actions == space.actions
    assert (network.players, network.is_fast) == (3, True)
    rows = [bytes(row) for row in np.random.default_rng(1).integers(0, 4, (3, space.known), np.uint8)]
    logits, values = network.evaluator.evaluate(rows)
    plain_logits, plain_values = plain.evaluate(rows)
    np.testing.assert_allclose(plain_logits, logits, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(plain_values, values, rtol=1e-4, atol=1e-4)


def test_a_file_that_isnt_an_array_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy.npz"
    np.savez(path, columns=np.zeros(3, np.complex64))
    with pytest.raises(ValueError, match="can't be read"):
        read_weights(path)

"""Bisnonna: she knows every variant, peeks at nothing, and keeps to her budget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import forno
from forno.bots import make_bot
from forno.bots.learned import LearnedBot, NetworkSearch, learned
from forno.bots.search import SearchBot
from forno.core.chance import Chance
from forno.core.observing import MEMORY, observe_state, observe_view
from forno.testing import Trial, check_bot, check_bot_in_processes
from tests.variants import Variant, variants

NETWORKS = sorted((Path(forno.__file__).parent / "games").glob("*/networks/*.npz"))
LEARNED = [variant for variant in variants() if variant.info.encoding]
CHECKED: list[tuple[str, dict[str, Any]]] = [
    ("mamma-mia", {"edition": "classic", "players": 2}),
    ("mamma-mia", {"edition": "grande", "players": 3}),
    ("pizza-master", {"mode": "tutorial", "players": 2}),
    ("pizza-master", {"mode": "master", "players": 3}),
]


def usual_length(variant: Variant) -> dict[str, Any]:
    return {"max_days": 40} if variant.info.name == "pizza-master" else {}


@pytest.mark.parametrize("variant", LEARNED, ids=str)
def test_she_has_learned_every_variant(variant: Variant) -> None:
    bot = make_bot("bisnonna", variant.game(**usual_length(variant)), 0)
    assert isinstance(bot, LearnedBot)


def test_her_weights_are_within_their_limit() -> None:
    assert len(NETWORKS) == 4
    assert sum(path.stat().st_size for path in NETWORKS) < 12_000_000


@pytest.mark.parametrize("variant", LEARNED, ids=str)
def test_she_peeks_at_nothing(variant: Variant) -> None:
    check_bot(without_search, variant.game(**usual_length(variant)), seed=7, seat=variant.players - 1)


@pytest.mark.parametrize("variant", LEARNED, ids=str)
def test_her_search_peeks_at_nothing(variant: Variant) -> None:
    check_bot(
        lambda game, seat, seed: make_bot("bisnonna", game, seat, seed, iterations=2),
        variant.game(**usual_length(variant)),
        seed=7,
        seat=variant.players - 1,
        stride=8,
    )


@pytest.mark.slow
def test_she_chooses_the_same_in_every_process() -> None:
    check_bot_in_processes("tests.bots.test_learned:without_search", forno.game("mamma-mia", players=3), seed=7)


def without_search(game: forno.Game, seat: int, seed: int | str = 0) -> forno.bots.Bot:
    return make_bot("bisnonna", game, seat, seed, iterations=0)


@pytest.mark.parametrize(("name", "options"), CHECKED)
def test_what_a_seat_knows_follows_from_view_and_memory(name: str, options: dict[str, Any]) -> None:
    game = forno.game(name, **options)
    observer, chance = game.observer(MEMORY), Chance(7)
    trial = Trial(game, 7)
    for _ in range(120):
        state = trial.state
        if state.is_over:
            break
        seat = state.seat
        assert observe_view(observer, state.view(seat), trial.memories[seat]) == observe_state(observer, state, seat)
        trial.step(chance.choice(state.legal_actions()))


def test_a_spectator_knows_nothing_as_a_seat() -> None:
    game = forno.game("mamma-mia", players=2)
    with pytest.raises(forno.FornoError, match="spectator"):
        observe_view(game.observer(MEMORY), game.deal(1).view(None), game.memory(None))


def test_where_she_has_learned_nothing_nonna_plays() -> None:
    assert isinstance(make_bot("bisnonna", forno.game("pizza-master", players=2, max_days=3), 0), SearchBot)


def test_weights_for_another_game_are_refused() -> None:
    with pytest.raises(forno.OptionError, match="weren't trained for"):
        learned(forno.game("mamma-mia", edition="grande", players=2), 0, weights=str(NETWORKS[0]))


@pytest.mark.parametrize("content", [b"text", b"PK\x05\x06" + bytes(18)], ids=["text", "an empty archive"])
def test_a_file_without_weights_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    file.write_bytes(content)
    with pytest.raises(forno.OptionError, match="doesn't hold a network's weights"):
        learned(forno.game("mamma-mia", players=2), 0, weights=str(file))


def test_with_little_time_the_network_decides_alone() -> None:
    game = forno.game("mamma-mia", players=2)
    quick, slow = (make_bot("bisnonna", game, 0, milliseconds=time) for time in (1, 60))
    assert isinstance(quick, LearnedBot)
    assert isinstance(slow, LearnedBot)
    assert (quick.searches, slow.searches) == (False, True)


def test_iterations_are_the_budget_of_her_search() -> None:
    game = forno.game("mamma-mia", players=2)
    bot = make_bot("bisnonna", game, 0)
    assert isinstance(bot, LearnedBot)
    trial = Trial(game, 1)
    seat = trial.state.seat
    search = NetworkSearch(bot.reader, Chance(0))
    action = search.think(trial.state.view(seat), trial.memories[seat], 40, 0)
    children = search.root.children
    assert children is not None
    assert sum(child.visits for child in children.values()) <= 40
    assert children[action].visits == max(child.visits for child in children.values())

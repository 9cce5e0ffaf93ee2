"""Every game in every edition and mode, for every number of players, keeps the contract in random play."""

from __future__ import annotations

import os
from math import ceil

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from forno import Chance, Game
from forno.testing import at_random, by_numbers, check_game, check_sampled_deals, check_told_deals, check_vocabulary
from tests.variants import Variant, quick_at_smallest, variants

GAMES = int(os.environ.get("FORNO_GAMES", "30"))
"""Number of random games of each registered game, all its variants together; 2,000 in `make test-load`.

Small tables play more of them than large ones, whose games are longer. What is cheap is checked at every step of each,
what is expensive at a few steps of one in thirty.
"""

VARIANTS = variants()


def share(variant: Variant) -> int:
    """Return the number of its game's random games that are played at this table."""
    tables = [other for other in VARIANTS if other.info.name == variant.info.name]
    return ceil(GAMES / variant.players / sum(1 / other.players for other in tables))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_notation_reads_back(variant: Variant) -> None:
    for game in variant.games():
        check_vocabulary(game)


@pytest.mark.parametrize("variant", quick_at_smallest(VARIANTS))
def test_deals_tell_no_secrets_and_worlds_sampled_after_them_could_have_been_dealt(variant: Variant) -> None:
    check_told_deals(variant.game())
    check_sampled_deals(variant.game())


@pytest.mark.parametrize("variant", quick_at_smallest(VARIANTS))
def test_one_game_keeps_the_contract(variant: Variant) -> None:
    check_game(variant.game(), "one", stride=80)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_random_games_keep_the_contract(variant: Variant) -> None:
    games = share(variant)
    played: set[tuple[Game, int, tuple[int, ...]]] = set()

    @settings(max_examples=2 * games, phases=[Phase.explicit, Phase.generate])
    @given(
        game=st.sampled_from(variant.games()),
        seed=st.integers(0, 2**64 - 1),
        numbers=st.lists(st.integers(0, 31), max_size=40).map(tuple),
    )
    def play(game: Game, seed: int, numbers: tuple[int, ...]) -> None:
        if len(played) < games and (game, seed, numbers) not in played:
            stride = 100 if Chance(seed).below(30) == 0 else 0
            check_game(game, seed, by_numbers(numbers, then=at_random(seed)), stride=stride)
            played.add((game, seed, numbers))

    play()
    assert len(played) >= games

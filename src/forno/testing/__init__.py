"""The conformance suite: what the contract in `forno.core` promises, checked for any game.

In pytest, for a game of your own::

    import pytest
    from forno.testing import check_game, check_many
    from mygame import MyGame

    def test_it_keeps_the_contract():
        check_many(MyGame(players=3), seeds=range(50))

    @pytest.mark.parametrize("seed", range(10))
    def test_it_keeps_the_contract_at_every_single_step(seed):
        check_game(MyGame(players=3), seed, stride=1)

With Hypothesis, which then shrinks the choices that break it::

    from forno.testing import at_random, by_numbers

    @given(seed=st.integers(), numbers=st.lists(st.integers(0, 99)))
    def test_whatever_is_chosen(seed, numbers):
        check_game(MyGame(players=3), seed, by_numbers(numbers, then=at_random(seed)), stride=50)

A broken promise raises `ConformanceError`, which names the promise and says how to get there again. The game must
be registered (`forno.core.registry.register`, or the entry point `forno.games`), or its records can't be read back.

Hashes differ from one process to another; `check_game_in_processes` finds games that depend on them.

A bot is checked for peeking and for luck that isn't its own with `check_bot` and `check_bot_in_processes`.

A face is checked with `check_face`, a store with `check_store`.

Every check is a function of its own as well, which looks at a `Trial`: a game played so far, with everyone's memory.
"""

from forno.testing.bots import BotCheckError, check_bot, check_bot_in_processes
from forno.testing.faces import FaceError, check_face
from forno.testing.games import check_game, check_many
from forno.testing.knowledge import (
    check_concern,
    check_memory,
    check_poor_sample,
    check_sample,
    check_sample_repeats,
    check_sampled_deals,
    check_view,
    places_of,
)
from forno.testing.manners import (
    check_copies,
    check_game_in_processes,
    check_seats,
    check_seeds,
    check_settled,
    check_shown,
    check_whole_numbers,
)
from forno.testing.moves import check_decision, check_notation, check_refusal, check_turn_tree, check_vocabulary
from forno.testing.observing import Sightings, check_observations
from forno.testing.playthroughs import playthrough
from forno.testing.records import check_position, check_record, check_tampering
from forno.testing.secrecy import check_leak, check_privacy, check_told_deals
from forno.testing.states import (
    check_census,
    check_clone,
    check_events,
    check_history,
    check_outcome,
    check_quiet,
    check_same_way,
)
from forno.testing.stores import StoreCheckError, check_store
from forno.testing.trial import (
    INVARIANTS,
    Choose,
    ConformanceError,
    Trial,
    at_random,
    by_numbers,
    differences,
    fingerprint,
)
from forno.testing.words import check_words

__all__ = [
    "INVARIANTS",
    "BotCheckError",
    "Choose",
    "ConformanceError",
    "FaceError",
    "Sightings",
    "StoreCheckError",
    "Trial",
    "at_random",
    "by_numbers",
    "check_bot",
    "check_bot_in_processes",
    "check_census",
    "check_clone",
    "check_concern",
    "check_copies",
    "check_decision",
    "check_events",
    "check_face",
    "check_game",
    "check_game_in_processes",
    "check_history",
    "check_leak",
    "check_many",
    "check_memory",
    "check_notation",
    "check_observations",
    "check_outcome",
    "check_poor_sample",
    "check_position",
    "check_privacy",
    "check_quiet",
    "check_record",
    "check_refusal",
    "check_same_way",
    "check_sample",
    "check_sample_repeats",
    "check_sampled_deals",
    "check_seats",
    "check_seeds",
    "check_settled",
    "check_shown",
    "check_store",
    "check_tampering",
    "check_told_deals",
    "check_turn_tree",
    "check_view",
    "check_vocabulary",
    "check_whole_numbers",
    "check_words",
    "differences",
    "fingerprint",
    "places_of",
    "playthrough",
]

"""The suite notices games that misbehave as Python's objects."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from copy import copy, deepcopy
from typing import Any, SupportsIndex

import pytest

import forno
from forno.core.events import Event
from forno.core.game import Game
from forno.core.states import Reduced
from forno.core.views import View
from forno.testing import ConformanceError, at_random, check_many, check_seeds, check_settled, fingerprint
from tests.testing.spoilt import Spoilt, again_with, breaks
from tests.toy import Toppings, ToppingsMemory, ToppingsState
from tests.variants import Variant, variants


def unsettled(game: Game) -> str:
    with pytest.raises(ConformanceError) as failure:
        check_settled(game)
    return failure.value.invariant


# --- games --------------------------------------------------------------------


def test_options_actions_and_numbers_of_a_game_cant_be_changed() -> None:
    game = forno.game("mamma-mia", players=3)
    with pytest.raises(TypeError):
        game.options["players"] = 4  # type: ignore[index]
    with pytest.raises(TypeError):
        game.actions[0] = game.actions[1]  # type: ignore[index]
    with pytest.raises(AttributeError, match="'players' of a game is settled when it is made"):
        game.players = 4
    assert game == forno.game("mamma-mia", players=3)


def test_a_game_that_can_be_changed_is_noticed() -> None:
    class Loose(Toppings):
        def __setattr__(self, name: str, value: Any) -> None:
            object.__setattr__(self, name, value)

    assert unsettled(Loose()) == "settled"


def test_a_game_that_is_copied_is_noticed() -> None:
    class Copied(Toppings):
        def __copy__(self) -> Copied:
            return Copied()

    assert unsettled(Copied()) == "settled"


def test_a_game_that_cant_be_made_again_is_noticed() -> None:
    class Local(Toppings):
        """Pickles find classes by their names."""

    assert unsettled(Local()) == "equal"


class Forgetful(Toppings):
    def made_from(self) -> dict[str, Any]:
        return {}


class Nameless(Toppings):
    def __repr__(self) -> str:
        return "a game"


class Faithless(Toppings):
    def follows(self, rules: int) -> bool:
        return False


class Careless(Toppings):
    """Takes anything for a seed."""

    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        state = super().deal(str(seed)[:9].encode("ascii", "ignore").decode() or "none", quiet=quiet)
        state.seed = seed
        return state


class Rounding(Toppings):
    """Forgets the seed."""

    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        state = super().deal(seed, quiet=quiet)
        state.seed = str(seed)
        return state


def test_a_game_that_makes_another_or_doesnt_say_what_it_is_is_noticed() -> None:
    assert unsettled(Forgetful(players=3)) == "equal"
    assert unsettled(Nameless()) == "repr"
    assert unsettled(Faithless()) == "rules"


@pytest.mark.parametrize("kind", [Careless, Rounding])
def test_a_game_that_is_careless_with_seeds_is_noticed(kind: type[Toppings]) -> None:
    with pytest.raises(ConformanceError, match=r"^seed: "):
        check_seeds(kind())


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_equal_games_are_equal_and_so_are_their_views(variant: Variant) -> None:
    games = variant.games()
    for game in games:
        again = type(game)(**game.made_from())
        assert game == again
        assert hash(game) == hash(again)
        assert repr(game) == repr(again)
        assert game.deal(7).view(0) == again.deal(7).view(0)
        assert sum(game == other for other in games) == 1
    assert games[0] != "mamma-mia"


def test_a_deck_of_its_own_makes_another_game(tmp_path: Any) -> None:
    usual = forno.game("pizza-master")
    deck = tmp_path / "deck.toml"
    deck.write_text('title = "Ours"\ningredients = { cheese = 30, vegetable = 15, seafood = 15, meat = 15 }\n')
    own = forno.game("pizza-master", deck=deck)
    assert own != usual
    assert "deck=<deck 'Ours'" in repr(own)
    again = pickle.loads(pickle.dumps(own))
    assert again == own
    assert again.deal(3).census() == own.deal(3).census()


# --- states, views and memories -----------------------------------------------


def test_a_copy_that_shares_a_pile_is_noticed() -> None:
    class Wrong(Spoilt):
        def __deepcopy__(self, memo: object) -> Spoilt:
            inner = self.inner.clone()
            inner.hands = self.inner.hands
            return self.wrap(inner)

    assert breaks(Wrong) == "copies"


def test_a_pickle_that_loses_something_is_noticed() -> None:
    class Wrong(Spoilt):
        def __reduce__(self) -> Reduced:
            inner = self.inner.clone()
            inner.past = inner.past[:-1]
            return again_with, (self.game, inner)

    assert breaks(Wrong) == "copies"


class SharingMemory(ToppingsMemory):
    def clone(self) -> SharingMemory:
        return copy(self)


class Sharing(Toppings):
    def memory(self, seat: int | None) -> SharingMemory:
        self.check_seat(seat)
        return SharingMemory(self, seat)


def test_a_memory_whose_clone_shares_something_is_noticed() -> None:
    with pytest.raises(ConformanceError, match=r"^copies: a clone of seat .* took something in"):
        check_many(Sharing(), range(20), stride=1)


def test_a_state_that_takes_pythons_own_numbers_only_is_noticed() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            return self.inner.apply(action if type(action) is int else -1)

    assert breaks(Wrong) == "whole-numbers"


def test_a_view_from_no_seat_is_noticed() -> None:
    class Wrong(Spoilt):
        def view(self, seat: int | None) -> View:
            return self.inner.view(0 if seat is not None and seat >= 3 else seat)

    assert breaks(Wrong) == "seats"


def test_a_state_that_doesnt_say_what_it_is_is_noticed() -> None:
    class Wrong(Spoilt):
        def __repr__(self) -> str:
            return "a state"

    assert breaks(Wrong) == "repr"


@pytest.mark.parametrize("seat", [-1, 2, 7, 1 << 70])
def test_nobody_sees_from_a_seat_that_isnt_there(seat: int) -> None:
    for name in ("mamma-mia", "pizza-master"):
        game = forno.game(name, players=2)
        with pytest.raises(forno.UnknownSeat, match="there are 0 to 1, and None for a spectator"):
            game.deal(1).view(seat)
        with pytest.raises(forno.UnknownSeat):
            game.memory(seat)


def test_what_is_shown_of_states_memories_and_records_says_what_they_are() -> None:
    game = forno.game("mamma-mia", players=2)
    state = game.deal(7)
    state.apply(state.legal_actions()[0])
    assert repr(state).startswith("<forno.game('mamma-mia', edition='classic', players=2")
    assert repr(state).endswith(f": dealt from 7, 1 actions, {game.seat_name(state.seat)} decides>")
    assert repr(game.memory(1)) == f"<what seat 1 has seen of {game!r}>"
    record = forno.Record.of(state)
    assert eval(repr(record), {"Record": forno.Record}) == record


@pytest.mark.parametrize("name", ["mamma-mia", "pizza-master"])
@pytest.mark.slow
def test_a_pickled_state_goes_on_in_another_process(name: str) -> None:
    state = forno.game(name, players=3).deal("far away")
    choose = at_random(1)
    for _ in range(30):
        state.apply(choose(state.legal_actions()))
    there = "import pickle, sys; state = pickle.load(sys.stdin.buffer); state.apply(state.legal_actions()[0]);"
    there += "sys.stdout.buffer.write(pickle.dumps(state))"
    done = subprocess.run([sys.executable, "-c", there], input=pickle.dumps(state), capture_output=True, check=True)
    state.apply(state.legal_actions()[0])
    assert fingerprint(pickle.loads(done.stdout)) == fingerprint(state)


@pytest.mark.parametrize("name", ["mamma-mia", "pizza-master"])
def test_a_long_game_can_be_pickled(name: str) -> None:
    """The past of a state is a chain, and pickles can't be as deep as a game is long."""
    state = forno.game(name, players=4).deal(1, quiet=True)
    choose = at_random(2)
    while not state.is_over:
        state.apply(choose(state.legal_actions()))
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(150)
        again = pickle.loads(pickle.dumps(state))
    finally:
        sys.setrecursionlimit(limit)
    assert again.history() == state.history()
    assert copy(state).history() == deepcopy(state).history() == state.history()

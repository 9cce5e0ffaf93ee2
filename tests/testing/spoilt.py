"""A game whose states break one promise each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex, cast

import pytest

from forno.core.events import Event, event
from forno.core.game import Game
from forno.core.states import Reduced
from forno.core.views import View
from forno.testing import ConformanceError, check_many
from tests.toy import Toppings, ToppingsState


class Spoilt:
    """A state that goes its way through another one. Its subclasses each break one promise."""

    def __init__(self, inner: ToppingsState, game: SpoiltGame) -> None:
        self.inner = inner
        self.game: Game = game
        self.spoil = game.spoil

    def wrap(self, inner: ToppingsState) -> Spoilt:
        return type(self)(inner, cast(SpoiltGame, self.game))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    @property
    def quiet(self) -> bool:
        return self.inner.quiet

    @quiet.setter
    def quiet(self, value: bool) -> None:
        self.inner.quiet = value

    def __repr__(self) -> str:
        return f"spoilt {self.inner!r}"

    def __reduce__(self) -> Reduced:
        return again_with, (self.game, self.inner)

    def __deepcopy__(self, memo: object) -> Spoilt:
        return self.clone()

    def legal_actions(self) -> list[int]:
        return self.inner.legal_actions()

    def apply(self, action: SupportsIndex) -> Sequence[Event]:
        return self.inner.apply(action)

    def clone(self) -> Spoilt:
        return self.wrap(self.inner.clone())

    def view(self, seat: int | None) -> View:
        return self.inner.view(seat)

    def census(self) -> Mapping[str, int]:
        return self.inner.census()

    def history(self) -> list[int]:
        return self.inner.history()


class SpoiltGame(Toppings):
    """Toppings with spoilt states."""

    def __init__(self, spoil: type[Spoilt]) -> None:
        super().__init__(players=3)
        self.spoil = spoil
        self.place = len(SPOILT)
        SPOILT.append(self)

    def made_from(self) -> dict[str, Any]:
        return {"spoil": self.spoil}

    def __reduce__(self) -> Reduced:
        """Classes within functions can't be pickled, so a pickle remembers the game itself."""
        return _game, (self.place,)

    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        return cast(ToppingsState, self.spoil(super().deal(seed, quiet=quiet), self))


SPOILT: list[SpoiltGame] = []


def _game(place: int) -> SpoiltGame:
    return SPOILT[place]


def again_with(game: SpoiltGame, inner: ToppingsState) -> Spoilt:
    return game.spoil(inner, game)


def breaks(spoil: type[Spoilt]) -> str:
    """Which promise the suite finds broken."""
    with pytest.raises(ConformanceError) as failure:
        check_many(SpoiltGame(spoil), range(20), stride=2)
    assert "forno.game('toppings'" in str(failure.value)
    return failure.value.invariant


def retold(tell: Callable[[Spoilt, Event], list[Event]]) -> type[Spoilt]:
    """A state that tells events otherwise."""

    class Wrong(Spoilt):
        told: Sequence[Event] | None = None

        @property
        def events(self) -> Sequence[Event]:
            return self.inner.events if self.told is None else self.told

        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            self.told = [told for event in self.inner.apply(action) for told in tell(self, event)]
            return self.told

    return Wrong


@event
class Whispered(Event):
    """A public event that shouldn't be: it tells what lies on top of the stock."""

    top: int

"""The suite notices actions that are unsorted, doubled, unreadable, or leave a trace when they are refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsIndex

import pytest

from forno.core.errors import IllegalAction
from forno.core.events import Event
from forno.testing import ConformanceError, check_game, check_vocabulary
from tests.testing.spoilt import Spoilt, SpoiltGame, breaks
from tests.toy import Toppings


def test_unsorted_legal_actions_are_noticed() -> None:
    class Wrong(Spoilt):
        def legal_actions(self) -> list[int]:
            return self.inner.legal_actions()[::-1]

    assert breaks(Wrong) == "legal-actions"


def test_a_doubled_legal_action_is_noticed() -> None:
    class Wrong(Spoilt):
        def legal_actions(self) -> list[int]:
            return [number for number in self.inner.legal_actions() for _ in range(2)]

    assert breaks(Wrong) == "legal-actions"


def test_a_legal_action_outside_the_vocabulary_is_noticed() -> None:
    class Wrong(Spoilt):
        def legal_actions(self) -> list[int]:
            return [*self.inner.legal_actions(), 6]

    with pytest.raises((ConformanceError, IndexError)):
        check_game(SpoiltGame(Wrong), 1)


def test_nothing_legal_before_the_end_is_noticed() -> None:
    class Wrong(Spoilt):
        def legal_actions(self) -> list[int]:
            return self.inner.legal_actions() if len(self.inner.past) < 5 else []

    with pytest.raises(ConformanceError, match="nothing is legal"):
        check_game(SpoiltGame(Wrong), 1, stride=0)


def test_a_list_of_legal_actions_that_the_state_keeps_is_noticed() -> None:
    class Wrong(Spoilt):
        kept: tuple[int, list[int]] = (-1, [])

        def legal_actions(self) -> list[int]:
            if self.kept[0] != len(self.inner.past):
                self.kept = len(self.inner.past), self.inner.legal_actions()
            return self.kept[1]

    assert breaks(Wrong) in {"legal-actions", "refusal"}


def test_an_illegal_action_that_leaves_a_trace_is_noticed() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            if action not in self.inner.legal_actions() and len(self.inner.stock) > 1:
                self.inner.stock.reverse()
            return self.inner.apply(action)

    assert breaks(Wrong) == "refusal"


def test_an_illegal_action_that_is_applied_is_noticed() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            return self.inner.apply(action) if action in self.inner.legal_actions() else ()

    assert breaks(Wrong) == "refusal"


def test_a_refusal_by_another_error_is_noticed() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            try:
                return self.inner.apply(action)
            except IllegalAction:
                raise TypeError from None

    assert breaks(Wrong) == "refusal"


@dataclass(frozen=True)
class Named:
    name: str

    def __str__(self) -> str:
        return self.name


@pytest.mark.parametrize(
    "names", [("plays", "plays"), ("plays, draws",), ("plays\ndraws",), ("",), (" plays",), ("Plays",)]
)
def test_a_notation_that_does_not_read_back_is_noticed(names: tuple[str, ...]) -> None:
    game = Toppings()
    vars(game)["actions"] = [Named(name) for name in names]
    with pytest.raises(ConformanceError) as failure:
        check_vocabulary(game)
    assert failure.value.invariant == "notation"

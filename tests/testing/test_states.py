"""The suite notices states that lose cards, share lists, skip history or speak when they are quiet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import SupportsIndex

import pytest

from forno.core.events import Answered, Event
from forno.core.outcomes import Outcome
from forno.testing import ConformanceError, check_game
from tests.testing.spoilt import Spoilt, SpoiltGame, breaks


def test_a_lost_card_is_missed() -> None:
    class Wrong(Spoilt):
        def census(self) -> Mapping[str, int]:
            cards = dict(self.inner.census())
            if len(self.inner.past) > 4:
                cards["1"] -= 1
            return cards

    assert breaks(Wrong) == "census"


def test_clones_that_share_a_list_are_noticed() -> None:
    class Wrong(Spoilt):
        def clone(self) -> Spoilt:
            copy = self.inner.clone()
            copy.past = self.inner.past
            return self.wrap(copy)

    assert breaks(Wrong) == "clone"


def test_a_clone_that_forgets_something_is_noticed() -> None:
    class Wrong(Spoilt):
        def clone(self) -> Spoilt:
            copy = self.inner.clone()
            copy.stock.reverse()
            return self.wrap(copy)

    assert breaks(Wrong) == "clone"


def test_a_seat_that_is_nobodys_is_noticed() -> None:
    class Wrong(Spoilt):
        @property
        def seat(self) -> int:
            return self.inner.seat if len(self.inner.past) < 3 else 7

    with pytest.raises(ConformanceError, match=r"^seat: "):
        check_game(SpoiltGame(Wrong), 1, stride=0)


def test_a_turn_that_falls_is_noticed() -> None:
    class Wrong(Spoilt):
        @property
        def turn(self) -> int:
            return self.inner.turn if len(self.inner.past) < 5 else 1

    with pytest.raises(ConformanceError, match=r"^turn: "):
        check_game(SpoiltGame(Wrong), 1, stride=0)


def test_an_outcome_before_the_end_is_noticed() -> None:
    class Wrong(Spoilt):
        @property
        def outcome(self) -> Outcome:
            return Outcome((0, 0, 0), (0,), "most")

    assert breaks(Wrong) == "outcome"


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome((1, 2), (1,), "most"),
        Outcome((1, 2, 3), (), "most"),
        Outcome((3, 3, 3), (1, 0), "most"),
        Outcome((3, 3, 3), (3,), "most"),
        Outcome((1, 2, 3), (0,), "most"),
        Outcome((1, 2, 3), (2,), ""),
        Outcome((3, 3, 1), (0,), "most"),
        Outcome((3, 3, 1), (0, 1), "most", (), (("luck", (1, 0, 0)),)),
        Outcome((3, 3, 1), (0,), "most", (), (("luck", (1, 0)),)),
        Outcome((3, 3, 1), (0,), "most", (), (("", (1, 0, 0)),)),
        Outcome((1, 2, 3), (2,), "most", (), (), ((2,), (0,), (1,))),
    ],
)
def test_an_outcome_that_makes_no_sense_is_noticed(outcome: Outcome) -> None:
    class Wrong(Spoilt):
        @property
        def outcome(self) -> Outcome:
            return outcome if self.inner.is_over else self.inner.outcome

    assert breaks(Wrong) == "outcome"


def test_a_history_that_skips_is_noticed() -> None:
    class Wrong(Spoilt):
        def history(self) -> list[int]:
            return self.inner.history()[1:]

    assert breaks(Wrong) == "history"


def test_events_that_differ_from_what_apply_told_are_noticed() -> None:
    class Wrong(Spoilt):
        @property
        def events(self) -> Sequence[Event]:
            return self.inner.events[: None if not self.inner.past else 1]

    with pytest.raises(ConformanceError, match=r"^events: "):
        check_game(SpoiltGame(Wrong), 1, stride=0)


def test_a_quiet_state_that_speaks_is_noticed() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            return self.inner.apply(action) or [Answered(0, 0)]

    assert breaks(Wrong) == "quiet"

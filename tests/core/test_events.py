"""Events: the whole of them for their own seat, the public part for the others."""

from __future__ import annotations

from typing import ClassVar

import pytest

from forno.core.events import Answered, Awaits, Event, SeatEvent, event, seen_by
from forno.core.plain import plain


@event
class Rained(Event):
    hours: int


@event
class Rang(SeatEvent):
    times: int


@event
class Drew(SeatEvent):
    private: ClassVar[tuple[str, ...]] = ("card",)

    number: int
    card: str | None


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_everyone_sees_all_of_a_public_event(seat: int | None) -> None:
    assert Rang(0, 3).seen_by(seat) == Rang(0, 3)


def test_the_private_part_is_for_the_own_seat() -> None:
    event = Drew(1, 1, "olive")
    assert event.seen_by(1) == event
    assert event.seen_by(0) == event.seen_by(None) == Drew(1, 1, None)


def test_seat_0_is_not_nobody() -> None:
    event = Drew(0, 1, "olive")
    assert event.seen_by(0) == event
    assert event.seen_by(None) == Drew(0, 1, None)


def test_a_secret_event_is_not_seen_by_others_at_all() -> None:
    event = Answered(1, 17)
    assert event.seen_by(1) == event
    assert event.seen_by(0) is None
    assert event.seen_by(None) is None


def test_only_the_awaited_seat_is_told_between_what() -> None:
    event = Awaits(0, (3, 4))
    assert event.seen_by(0) == event
    assert event.seen_by(1) == event.seen_by(None) == Awaits(0, None)


def test_another_question_to_the_same_seat_is_no_news_to_others() -> None:
    event = Awaits(0, (3, 4), shown=False)
    assert event.seen_by(0) == event
    assert event.seen_by(1) is None
    assert event.seen_by(None) is None


def test_nobody_in_particular_can_be_awaited() -> None:
    event = Awaits(None, None)
    assert event.seen_by(0) == event.seen_by(None) == event


def test_events_are_plain_data() -> None:
    assert plain(Drew(1, 1, "olive")) == {"event": "Drew", "seat": 1, "number": 1, "card": "olive"}


def test_what_others_see_is_another_event() -> None:
    drew = Drew(1, 1, "olive")
    assert drew.seen_by(0) == Drew(1, 1, None)
    assert drew == Drew(1, 1, "olive")


def test_equal_events_are_one_in_a_set() -> None:
    assert len({Rang(0, 3), Rang(0, 3), Rang(0, 4), Drew(0, 3, None)}) == 3


def test_what_one_seat_did_or_got_concerns_that_seat() -> None:
    assert Rang(2, 1).concerns() == (2,)
    assert Answered(1, 17).concerns() == (1,)
    assert Awaits(0, (3, 4)).concerns() == (0,)


def test_what_just_happened_may_concern_everybody() -> None:
    assert Rained(3).concerns() is None


def test_when_nobody_in_particular_is_awaited_it_concerns_nobody() -> None:
    assert Awaits(None, None).concerns() == ()


def test_whatever_hides_something_is_not_public() -> None:
    assert Rang.public
    assert Rained.public
    assert not any(kind.public for kind in (Drew, Answered, Awaits))


def test_a_seat_sees_events_without_what_is_hidden() -> None:
    events = [Awaits(0, (1, 2)), Drew(0, 1, "olive"), Answered(0, 1)]
    assert seen_by(events, 0) == events
    assert seen_by(events, 1) == seen_by(events, None) == [Awaits(0, None), Drew(0, 1, None)]

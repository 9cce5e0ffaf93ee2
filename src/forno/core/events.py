"""Events: what happened at the table, as each seat may see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def event(kind: type[T]) -> type[T]:
    """Make a class a kind of event: a dataclass that is never changed.

    The type checker sees to that. At run time it isn't guarded: every move makes a dozen events, and guarding each of
    their fields takes longer than making them.
    """
    return dataclass(unsafe_hash=True)(kind)


@event
class Event:
    """Something that happened.

    Pages, logs, animations and bots live off events. Each has a public part; one of a seat's own, a `SeatEvent`, may
    have a private one as well.

    Invariants, checked by `forno.testing`:

    - the events of a deal and of all steps, as seen by a seat, suffice to rebuild that seat's view;
    - `seen_by(seat)` tells nothing that the view of that seat doesn't tell when it happens;
    - a seat that no event of a step `concerns`, and that isn't awaited, has the same `Game.own_place` as before, where
      that is less than its view.
    """

    private: ClassVar[tuple[str, ...]] = ()
    secret: ClassVar[bool] = False
    public: ClassVar[bool] = True
    """Whether everybody sees all of it; found out for every kind."""
    changes_places: ClassVar[bool] = True
    """Whether a seat's own place may look otherwise after it, apart from what the seat is asked."""

    def __init_subclass__(cls) -> None:
        cls.public = cls.seen_by is Event.seen_by

    def concerns(self) -> tuple[int, ...] | None:
        """Return the seats whose own place may look otherwise after it; `None` if it may be anybody's."""
        return None if self.changes_places else ()

    def seen_by(self, seat: int | None) -> Self | None:
        """Return the event as a seat sees it, `None` for a spectator's; `None` if it isn't seen at all."""
        return self


@event
class SeatEvent(Event):
    """Something that one seat did, got or was told: it concerns that seat.

    The fields named in `private` are known only to that seat. An event that is `secret` isn't seen by anybody else at
    all.
    """

    seat: int

    def __init_subclass__(cls) -> None:
        cls.public = not cls.private and not cls.secret and cls.seen_by is SeatEvent.seen_by

    def concerns(self) -> tuple[int, ...] | None:
        return (self.seat,) if self.changes_places else ()

    def seen_by(self, seat: int | None) -> Self | None:
        if self.public or self.seat == seat:
            return self
        return None if self.secret else _without(self, self.private)


def seen_by(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Return the events as a seat or a spectator sees them, without those that it doesn't see at all."""
    return [seen for event in events if (seen := event.seen_by(seat)) is not None]


E = TypeVar("E", bound=Event)


def _without(event: E, names: tuple[str, ...]) -> E:
    """Return a copy of an event with these fields hidden. It is made often, so this isn't `replace`."""
    seen = object.__new__(type(event))
    parts = seen.__dict__
    parts.update(event.__dict__)
    for name in names:
        parts[name] = None
    return seen


@event
class Answered(SeatEvent):
    """A seat answered a question. Only the seat itself is told: others see what comes of it."""

    secret: ClassVar[bool] = True

    action: int


@event
class Awaits(Event):
    """A decision is awaited. Its seat is told between what, the others whose it is.

    How many questions a player is asked before acting can tell what is in the hand, and so can whether there is a
    question at all. So the others are told once for everything that may need a player's word, whether or not that
    player has a choice, with no actions; the questions themselves are for their seat alone.

    Rules don't stop at a question with one answer. Where others could tell from that what somebody holds, its seat is
    told the question and the answer all the same (`only_answer`), and what follows comes after them. So a table can
    wait between the two, and ask: then time doesn't tell, either.
    """

    seat: int | None
    """The seat that decides; `None` where the others may not know, as while help is asked for."""
    actions: tuple[int, ...] | None
    shown: bool = True
    """Whether the others are told."""

    def concerns(self) -> tuple[int, ...] | None:
        return () if self.seat is None else (self.seat,)

    def seen_by(self, seat: int | None) -> Self | None:
        if seat is not None and seat == self.seat:
            return self
        if not self.shown:
            return None
        return self if self.actions is None else type(self)(self.seat, None)


def only_answer(seat: int, action: int) -> tuple[Awaits, Answered]:
    """Return a question that can be answered in one way alone, and the answer."""
    return Awaits(seat, (action,), shown=False), Answered(seat, action)

"""Events of Mamma Mia!. Kinds are places in `KINDS`, amounts are one number for each kind."""

from __future__ import annotations

from typing import Any, ClassVar

from forno.core.events import Event, SeatEvent, event
from forno.core.game import Game

Amounts = tuple[int, ...]


@event
class Dealt(SeatEvent):
    """MM-2, MM-3: a seat got its first hand."""

    private: ClassVar[tuple[str, ...]] = ("ingredients", "orders")

    size: int
    ingredients: Amounts | None
    orders: tuple[str, ...] | None


@event
class Placed(SeatEvent):
    """MM-5: "three salami!"."""

    kind: int
    number: int


@event
class OrderPlaced(SeatEvent):
    """MM-6: an order went into the oven."""

    order: str


@event
class Passed(SeatEvent):
    """MM-10: a player without ingredients passed."""

    changes_places: ClassVar[bool] = False


@event
class Drew(SeatEvent):
    """MM-7: a player drew from one pile, `supply` or `waiter`."""

    private: ClassVar[tuple[str, ...]] = ("ingredients", "orders")

    pile: str
    number: int
    ingredients: Amounts | None
    orders: tuple[str, ...] | None


@event
class TurnEnded(SeatEvent):
    """The turn is over."""

    changes_places: ClassVar[bool] = False


@event
class OvenOpened(SeatEvent):
    """MM-12, MM-13: the oven is opened for the `time`-th time."""

    changes_places: ClassVar[bool] = False

    time: int
    cards: int


@event
class Revealed(Event):
    """MM-13: ingredients that were placed together come out of the oven."""

    changes_places: ClassVar[bool] = False

    kind: int
    number: int


@event
class OrderRevealed(SeatEvent):
    """MM-14: an order comes out of the oven."""

    changes_places: ClassVar[bool] = False

    order: str


@event
class HelpAsked(SeatEvent):
    """MM-18: the owner asks for help."""

    changes_places: ClassVar[bool] = False

    needs: Amounts | None
    """Needs of the pizza, its kinds settled; `None` for a Bombastica."""
    request: Amounts


@event
class HelpRefused(SeatEvent):
    """MM-19, MMR-8: somebody can't or doesn't want to help."""

    changes_places: ClassVar[bool] = False


@event
class HelpGiven(SeatEvent):
    """MM-19: somebody gives what was asked for."""

    cards: Amounts


@event
class Baked(SeatEvent):
    """MM-14, MM-15: a pizza is baked."""

    order: str
    from_table: Amounts
    from_hand: Amounts
    from_helper: Amounts


@event
class Rewarded(SeatEvent):
    """MM-20: the helper's top order, unseen by everyone, counts as completed."""


@event
class Returned(SeatEvent):
    """MM-14: an order goes face down under its owner's waiter.

    The reason is `forbidden` (MM-28, MM-29), `no-kind` (MMR-5), `no-help` (MM-21) or `incomplete`.
    """

    order: str
    reason: str
    missing: Amounts | None
    """Needs missing on the table; where the kinds weren't settled, with those that lack least there."""


@event
class OvenEmptied(Event):
    """MM-17: leftovers become the bottom of the new oven, used ingredients the new supply."""

    changes_places: ClassVar[bool] = False

    leftovers: Amounts
    supply: int


@event
class CompletedRevealed(Event):
    """MM-23: the common pile is turned over, and everyone's completed orders lie before them, rewards among them."""

    orders: tuple[tuple[str, ...], ...]


@event
class GameEnded(Event):
    """MM-22, MM-23: the end."""

    scores: tuple[int, ...]
    ingredients: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@event
class Composing(SeatEvent):
    """The owner of an order goes on composing: only the owner is told."""

    secret: ClassVar[bool] = True

    needs: Amounts
    request: Amounts
    added: Amounts


def completed_order(game: Game, event: Event) -> str | None:
    """Return the order that an event completes, for counting over many games."""
    return event.order if isinstance(event, Baked) else None


def recorded_figures(state: Any) -> dict[str, int]:
    """Return the figures that the arena records of a finished game."""
    return {"rounds": state.rounds}

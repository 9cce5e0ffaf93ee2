"""What happens at a table of Mamma Mia!. Kinds are places in `KINDS`, amounts are one number for each kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from forno.core.events import Event
from forno.core.game import Game

Amounts = tuple[int, ...]


@dataclass(frozen=True)
class Dealt(Event):
    """MM-2, MM-3: a seat got its first hand."""

    private: ClassVar[tuple[str, ...]] = ("ingredients", "orders")

    seat: int
    size: int
    ingredients: Amounts | None
    orders: tuple[str, ...] | None


@dataclass(frozen=True)
class Placed(Event):
    """MM-5: "three salami!"."""

    seat: int
    kind: int
    number: int


@dataclass(frozen=True)
class OrderPlaced(Event):
    """MM-6: an order went into the oven."""

    seat: int
    order: str


@dataclass(frozen=True)
class Passed(Event):
    """MM-10: a player without ingredients passed."""

    seat: int


@dataclass(frozen=True)
class Drew(Event):
    """MM-7: a player drew from one pile, `supply` or `waiter`."""

    private: ClassVar[tuple[str, ...]] = ("ingredients", "orders")

    seat: int
    pile: str
    number: int
    ingredients: Amounts | None
    orders: tuple[str, ...] | None


@dataclass(frozen=True)
class TurnEnded(Event):
    """The turn is over."""

    seat: int


@dataclass(frozen=True)
class OvenOpened(Event):
    """MM-12, MM-13: the oven is opened for the `time`-th time."""

    seat: int
    time: int
    cards: int


@dataclass(frozen=True)
class Revealed(Event):
    """MM-13: ingredients that were placed together come out of the oven."""

    kind: int
    number: int


@dataclass(frozen=True)
class OrderRevealed(Event):
    """MM-14: an order comes out of the oven."""

    seat: int
    order: str


@dataclass(frozen=True)
class HelpAsked(Event):
    """MM-18: the owner asks for help."""

    seat: int
    needs: Amounts | None
    """What the pizza takes, its kinds settled; `None` for a Bombastica."""
    request: Amounts


@dataclass(frozen=True)
class HelpRefused(Event):
    """MM-19, MMR-8: somebody can't or doesn't want to help."""

    seat: int


@dataclass(frozen=True)
class HelpGiven(Event):
    """MM-19: somebody gives what was asked for."""

    seat: int
    cards: Amounts


@dataclass(frozen=True)
class Baked(Event):
    """MM-14, MM-15: a pizza is baked."""

    seat: int
    order: str
    from_table: Amounts
    from_hand: Amounts
    from_helper: Amounts


@dataclass(frozen=True)
class Rewarded(Event):
    """MM-20: the helper's top order, unseen by everyone, counts as completed."""

    seat: int


@dataclass(frozen=True)
class Returned(Event):
    """MM-14: an order goes face down under its owner's waiter.

    The reason is `forbidden` (MM-28, MM-29), `no-kind` (MMR-5), `no-help` (MM-21) or `incomplete`.
    """

    seat: int
    order: str
    reason: str
    missing: Amounts | None
    """What was missing, where that is settled."""


@dataclass(frozen=True)
class OvenEmptied(Event):
    """MM-17: leftovers become the bottom of the new oven, used ingredients the new supply."""

    leftovers: Amounts
    supply: int


@dataclass(frozen=True)
class GameEnded(Event):
    """MM-22, MM-23: the end."""

    scores: tuple[int, ...]
    ingredients: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class Composing(Event):
    """What the owner of an order has settled so far. Nobody else is told until it is done."""

    secret: ClassVar[bool] = True

    seat: int
    needs: Amounts
    request: Amounts
    added: Amounts


def completed_order(game: Game, event: Event) -> str | None:
    """The order that an event completes, for counting over many games."""
    return event.order if isinstance(event, Baked) else None

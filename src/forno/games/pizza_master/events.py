"""What happens at a table of Pizza Master. Kinds are places in `KINDS`, amounts are one number for each kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from forno.core.events import Event
from forno.core.game import Game

Amounts = tuple[int, ...]


@dataclass(frozen=True)
class Seated(Event):
    """The first turn order, drawn by chance."""

    order: tuple[int, ...]


@dataclass(frozen=True)
class ObjectivesDealt(Event):
    """The objectives on the table."""

    objectives: tuple[str, ...]


@dataclass(frozen=True)
class SecretDealt(Event):
    """PMR-3: a seat got a secret objective."""

    private: ClassVar[tuple[str, ...]] = ("objective",)

    seat: int
    objective: str | None


@dataclass(frozen=True)
class PrizesLaid(Event):
    """PM-13: the mission cards for whoever first has 10 and 25 points."""

    missions: tuple[str, ...]


@dataclass(frozen=True)
class DayStarted(Event):
    """PM-4: a new day."""

    day: int


@dataclass(frozen=True)
class Received(Event):
    """PMR-8: an ingredient that yesterday's mission brings; `None` if the supply has none."""

    seat: int
    kind: int | None


@dataclass(frozen=True)
class RowLaid(Event):
    """PM-4: the shared orders are laid out."""

    orders: tuple[str, ...]


@dataclass(frozen=True)
class DeckRenewed(Event):
    """PM-4: the discards are shuffled and become the deck."""

    cards: int


@dataclass(frozen=True)
class Drew(Event):
    """PM-4: a player drew order cards."""

    private: ClassVar[tuple[str, ...]] = ("orders",)

    seat: int
    number: int
    orders: tuple[str, ...] | None


@dataclass(frozen=True)
class Discarded(Event):
    """PM-4: a player discarded order cards, or none."""

    private: ClassVar[tuple[str, ...]] = ("orders",)

    seat: int
    number: int
    orders: tuple[str, ...] | None


@dataclass(frozen=True)
class ShopOpened(Event):
    """PM-4, PM-6: the daily mission is revealed, if there is one, and shopping begins."""

    mission: str | None


@dataclass(frozen=True)
class CoinsPlaced(Event):
    """PM-6: a player placed all coins."""

    seat: int
    coins: Amounts


@dataclass(frozen=True)
class Loaded(Event):
    """PM-7: ingredients come from the supply into the refrigerator."""

    ingredients: Amounts


@dataclass(frozen=True)
class Reserved(Event):
    """PM-8: ingredients are reserved for a player."""

    seat: int
    ingredients: Amounts


@dataclass(frozen=True)
class Collected(Event):
    """PM-9: a player took an ingredient."""

    seat: int
    kind: int
    reserved: bool


@dataclass(frozen=True)
class Passed(Event):
    """PM-9, PM-11: a player collects no more this day."""

    seat: int


@dataclass(frozen=True)
class Completed(Event):
    """PM-10, PM-11: an order is completed."""

    seat: int
    order: str
    shared: bool
    from_tray: Amounts
    from_beside: Amounts


@dataclass(frozen=True)
class Traded(Event):
    """PM-12: two completed orders of one type were turned face down for an ingredient."""

    seat: int
    type: int
    side_dishes: int
    kind: int


@dataclass(frozen=True)
class KitchenClosed(Event):
    """PMR-5, PMR-9: everyone has passed; what was reserved and left joins the refrigerator."""


@dataclass(frozen=True)
class MissionWon(Event):
    """PM-13: the daily mission is fulfilled."""

    seat: int
    mission: str


@dataclass(frozen=True)
class MissionMissed(Event):
    """PMR-8: nobody fulfilled the mission, and it goes under the mission deck."""

    mission: str


@dataclass(frozen=True)
class IngredientKept(Event):
    """The mission Refrigerator: an ingredient of the tray, or none, is kept beside it."""

    seat: int
    kind: int | None


@dataclass(frozen=True)
class IngredientReturned(Event):
    """The mission Spoil: an ingredient returns to the supply, from the refrigerator if it has no owner."""

    seat: int
    kind: int
    owner: int | None
    beside: bool


@dataclass(frozen=True)
class Scored(Event):
    """PM-13: the day's points, by seat: earned, wasted, and what everyone has now."""

    earned: tuple[int, ...]
    wasted: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class PrizeWon(Event):
    """PM-13: a player is the first to have so many points and gets the mission card lying there."""

    seat: int
    mission: str
    place: int


@dataclass(frozen=True)
class MilestoneReached(Event):
    """PM-5: a player gets one coin and one card more from now on."""

    seat: int


@dataclass(frozen=True)
class DayEnded(Event):
    """PM-14: everything is returned; the new turn order and who has the extra help coin."""

    order: tuple[int, ...]
    helper: int | None


@dataclass(frozen=True)
class EndReached(Event):
    """PM-15, PMR-12: the last day is over. The mission cards score.

    The ending is `points` (somebody has enough), `orders` (none is left) or `days` (so many have been played).
    """

    ending: str
    bonus: tuple[int, ...]


@dataclass(frozen=True)
class Declared(Event):
    """PM-16: a special counts as an order of this type."""

    seat: int
    type: int


@dataclass(frozen=True)
class ObjectiveScored(Event):
    """PM-16: who achieved an objective, and what it scores. `holder` is whose secret it was."""

    objective: str
    holder: int | None
    seat: int | None
    points: int


@dataclass(frozen=True)
class GameEnded(Event):
    """PM-16: the end."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


def completed_order(game: Game, event: Event) -> str | None:
    """The order that an event completes, for counting over many games."""
    return event.order if isinstance(event, Completed) else None

"""Events of Pizza Master. Kinds are places in `KINDS`, amounts are one number for each kind."""

from __future__ import annotations

from typing import Any, ClassVar

from forno.core.events import Event, SeatEvent, event
from forno.core.game import Game

Amounts = tuple[int, ...]


@event
class Seated(Event):
    """The first turn order, drawn by chance."""

    order: tuple[int, ...]


@event
class ObjectivesDealt(Event):
    """The objectives on the table."""

    objectives: tuple[str, ...]


@event
class SecretDealt(SeatEvent):
    """PMR-3: a seat got a secret objective."""

    private: ClassVar[tuple[str, ...]] = ("objective",)

    objective: str | None


@event
class PrizesLaid(Event):
    """PM-13: the mission cards for the first to have 10 and 25 points."""

    missions: tuple[str, ...]


@event
class DayStarted(Event):
    """PM-4: a new day."""

    day: int


@event
class Received(SeatEvent):
    """PMR-8: an ingredient that yesterday's mission brings; `None` if the supply has none."""

    kind: int | None


@event
class RowLaid(Event):
    """PM-4: the shared orders are laid out."""

    orders: tuple[str, ...]


@event
class DeckRenewed(Event):
    """PM-4: the discards are shuffled and become the deck."""

    cards: int


@event
class Drew(SeatEvent):
    """PM-4: a player drew order cards; PMR-8: or, beyond the hand limit, those that yesterday's mission brings."""

    private: ClassVar[tuple[str, ...]] = ("orders",)

    number: int
    orders: tuple[str, ...] | None
    mission: str | None = None


@event
class Discarded(SeatEvent):
    """PM-4: a player discarded order cards, or none."""

    private: ClassVar[tuple[str, ...]] = ("orders",)

    number: int
    orders: tuple[str, ...] | None


@event
class ShopOpened(Event):
    """PM-4, PM-6: the daily mission is revealed, if there is one, and shopping begins."""

    mission: str | None


@event
class CoinsPlaced(SeatEvent):
    """PM-6: a player placed all coins."""

    coins: Amounts


@event
class Loaded(Event):
    """PM-7: ingredients come from the supply into the refrigerator."""

    ingredients: Amounts


@event
class Reserved(SeatEvent):
    """PM-8: ingredients are reserved for a player."""

    ingredients: Amounts


@event
class Collected(SeatEvent):
    """PM-9: a player took an ingredient."""

    kind: int
    reserved: bool


@event
class Passed(SeatEvent):
    """PM-9, PM-11: a player collects no more this day."""


@event
class Completed(SeatEvent):
    """PM-10, PM-11: an order is completed."""

    order: str
    shared: bool
    from_tray: Amounts
    from_beside: Amounts


@event
class Traded(SeatEvent):
    """PM-12: two completed orders of one type were turned face down for an ingredient."""

    type: int
    side_dishes: int
    kind: int


@event
class KitchenClosed(Event):
    """PMR-5, PMR-9: everyone has passed; what was reserved and left joins the refrigerator."""


@event
class MissionWon(SeatEvent):
    """PM-13: the daily mission is fulfilled."""

    mission: str


@event
class MissionMissed(Event):
    """PMR-8: nobody fulfilled the mission, and it goes under the mission deck."""

    mission: str


@event
class IngredientKept(SeatEvent):
    """The mission Refrigerator: an ingredient of the tray, or none, is kept beside it."""

    kind: int | None


@event
class KeptReturned(SeatEvent):
    """PMR-8: an ingredient kept for this day alone goes back to the supply unused."""

    kind: int


@event
class IngredientReturned(SeatEvent):
    """The mission Spoil: an ingredient returns to the supply, from the refrigerator if it has no owner."""

    kind: int
    owner: int | None
    beside: bool

    def concerns(self) -> tuple[int, ...]:
        return (self.seat,) if self.owner is None else (self.seat, self.owner)


@event
class Scored(Event):
    """PM-13: the day's points, by seat: earned, wasted, and what everyone has now."""

    earned: tuple[int, ...]
    wasted: tuple[int, ...]
    points: tuple[int, ...]


@event
class PrizeWon(SeatEvent):
    """PM-13: a player is the first to reach a prize's points and gets the mission card lying there."""

    mission: str
    place: int


@event
class MilestoneReached(SeatEvent):
    """PM-5: a player gets one coin and one card more from now on."""


@event
class DayEnded(Event):
    """PM-14: everything is returned; the new turn order and who has the extra help coin."""

    order: tuple[int, ...]
    helper: int | None


@event
class EndReached(Event):
    """PM-15, PMR-12: the last day is over. The mission cards score.

    The ending is `points` (somebody has enough), `orders` (none is left) or `days` (the last one is over).
    """

    ending: str
    bonus: tuple[int, ...]


@event
class Declared(SeatEvent):
    """PM-16: a special counts as an order of this type."""

    type: int


@event
class ObjectiveScored(Event):
    """PM-16: who achieved an objective, and what it scores. `holder` is whose secret it was."""

    objective: str
    holder: int | None
    seat: int | None
    points: int


@event
class GameEnded(Event):
    """PM-16: the end."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


Kinds = tuple[type[Event], ...]
SET_UP: Kinds = (Seated, ObjectivesDealt, SecretDealt, PrizesLaid)
MORNING: Kinds = (DayStarted, RowLaid, DeckRenewed, Drew, Discarded, ShopOpened, CoinsPlaced)
KITCHEN: Kinds = (Loaded, Reserved, Collected, Passed, Completed, Traded, KitchenClosed)
MISSIONS: Kinds = (MissionWon, MissionMissed, IngredientKept, KeptReturned, IngredientReturned, Received)
EVENING: Kinds = (Scored, PrizeWon, MilestoneReached, DayEnded)
ENDING: Kinds = (EndReached, Declared, ObjectiveScored, GameEnded)
"""The events by the part of the game in which they happen."""


def completed_order(game: Game, event: Event) -> str | None:
    """Return the order that an event completes, for counting over many games."""
    return event.order if isinstance(event, Completed) else None


def recorded_figures(state: Any) -> dict[str, int]:
    """Return the figures that the arena records of a finished game."""
    return {"days": state.day}

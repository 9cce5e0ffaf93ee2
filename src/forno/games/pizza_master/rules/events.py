"""What happens at a table of Pizza Master. Kinds are places in `KINDS`, amounts are one number for each kind."""

from __future__ import annotations

from typing import ClassVar

from forno.core.events import Event, event
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
class SecretDealt(Event):
    """PMR-3: a seat got a secret objective."""

    private: ClassVar[tuple[str, ...]] = ("objective",)

    seat: int
    objective: str | None


@event
class PrizesLaid(Event):
    """PM-13: the mission cards for whoever first has 10 and 25 points."""

    missions: tuple[str, ...]


@event
class DayStarted(Event):
    """PM-4: a new day."""

    day: int


@event
class Received(Event):
    """PMR-8: an ingredient that yesterday's mission brings; `None` if the supply has none."""

    seat: int
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
class Drew(Event):
    """PM-4: a player drew order cards."""

    private: ClassVar[tuple[str, ...]] = ("orders",)

    seat: int
    number: int
    orders: tuple[str, ...] | None


@event
class Discarded(Event):
    """PM-4: a player discarded order cards, or none."""

    private: ClassVar[tuple[str, ...]] = ("orders",)

    seat: int
    number: int
    orders: tuple[str, ...] | None


@event
class ShopOpened(Event):
    """PM-4, PM-6: the daily mission is revealed, if there is one, and shopping begins."""

    mission: str | None


@event
class CoinsPlaced(Event):
    """PM-6: a player placed all coins."""

    seat: int
    coins: Amounts


@event
class Loaded(Event):
    """PM-7: ingredients come from the supply into the refrigerator."""

    ingredients: Amounts


@event
class Reserved(Event):
    """PM-8: ingredients are reserved for a player."""

    seat: int
    ingredients: Amounts


@event
class Collected(Event):
    """PM-9: a player took an ingredient."""

    seat: int
    kind: int
    reserved: bool


@event
class Passed(Event):
    """PM-9, PM-11: a player collects no more this day."""

    seat: int


@event
class Completed(Event):
    """PM-10, PM-11: an order is completed."""

    seat: int
    order: str
    shared: bool
    from_tray: Amounts
    from_beside: Amounts


@event
class Traded(Event):
    """PM-12: two completed orders of one type were turned face down for an ingredient."""

    seat: int
    type: int
    side_dishes: int
    kind: int


@event
class KitchenClosed(Event):
    """PMR-5, PMR-9: everyone has passed; what was reserved and left joins the refrigerator."""


@event
class MissionWon(Event):
    """PM-13: the daily mission is fulfilled."""

    seat: int
    mission: str


@event
class MissionMissed(Event):
    """PMR-8: nobody fulfilled the mission, and it goes under the mission deck."""

    mission: str


@event
class IngredientKept(Event):
    """The mission Refrigerator: an ingredient of the tray, or none, is kept beside it."""

    seat: int
    kind: int | None


@event
class IngredientReturned(Event):
    """The mission Spoil: an ingredient returns to the supply, from the refrigerator if it has no owner."""

    seat: int
    kind: int
    owner: int | None
    beside: bool


@event
class Scored(Event):
    """PM-13: the day's points, by seat: earned, wasted, and what everyone has now."""

    earned: tuple[int, ...]
    wasted: tuple[int, ...]
    points: tuple[int, ...]


@event
class PrizeWon(Event):
    """PM-13: a player is the first to have so many points and gets the mission card lying there."""

    seat: int
    mission: str
    place: int


@event
class MilestoneReached(Event):
    """PM-5: a player gets one coin and one card more from now on."""

    seat: int


@event
class DayEnded(Event):
    """PM-14: everything is returned; the new turn order and who has the extra help coin."""

    order: tuple[int, ...]
    helper: int | None


@event
class EndReached(Event):
    """PM-15, PMR-12: the last day is over. The mission cards score.

    The ending is `points` (somebody has enough), `orders` (none is left) or `days` (so many have been played).
    """

    ending: str
    bonus: tuple[int, ...]


@event
class Declared(Event):
    """PM-16: a special counts as an order of this type."""

    seat: int
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


def completed_order(game: Game, event: Event) -> str | None:
    """The order that an event completes, for counting over many games."""
    return event.order if isinstance(event, Completed) else None

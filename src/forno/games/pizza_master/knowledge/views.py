"""Views of Pizza Master as data: they show everything but hands, decks and secret objectives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from forno.core.outcomes import Outcome
from forno.core.views import Memory, View
from forno.games.pizza_master.rules.events import Amounts

if TYPE_CHECKING:
    from forno.core.chance import Chance
    from forno.games.pizza_master.game import PizzaMaster
    from forno.games.pizza_master.rules.state import PizzaMasterState


@dataclass(frozen=True)
class Award:
    """An objective at the end: whose secret it was, who achieved it and for how many points; `None` for nobody."""

    objective: str
    holder: int | None
    seat: int | None
    points: int


@dataclass(frozen=True)
class PizzaMasterView(View):
    """See `forno.core.views.View` for what it promises. Amounts are one number for each kind, lists are by seat."""

    game: PizzaMaster
    day: int
    phase: str
    """`discarding`, `shopping`, `collecting` (and making), `scoring`, `declaring` or `over`."""
    order: tuple[int, ...]
    """The turn order."""
    helper: int | None
    """The seat with the extra help coin; `None` for nobody."""
    hand: tuple[str, ...] | None
    """The own order cards."""
    discarding: tuple[str, ...]
    """Order cards that this seat has discarded in the turn under way."""
    placing: Amounts | None
    """Coins that this seat has placed in the turn under way; `None` if it isn't placing any."""
    sizes: tuple[int, ...]
    """Number of order cards that everyone holds."""
    deck: int
    discards: int
    row: tuple[str, ...]
    """The shared order cards."""
    coins: tuple[Amounts, ...]
    """Everyone's coins on the board."""
    supply: Amounts
    refrigerator: Amounts
    reserved: tuple[Amounts, ...]
    trays: tuple[Amounts, ...]
    beside: tuple[Amounts, ...]
    """Ingredients beside the trays (PMR-8)."""
    kept: tuple[Amounts, ...]
    """The one among them that Refrigerator keeps for this day alone (PMR-8)."""
    collecting: tuple[int, ...]
    """Seats that haven't passed, in the order in which they collect."""
    stopped: tuple[int, ...]
    """PM-11: those of them that can't collect any more."""
    completed: tuple[tuple[str, ...], ...]
    """Everyone's completed orders, face up or down."""
    face_up: tuple[Amounts, ...]
    """Number of them that are face up, by category: for each type pizzas and side dishes, then specials."""
    extras: tuple[int, ...]
    """PMR-15: how many mission cards count as completed specials."""
    declared: tuple[Amounts, ...]
    """PM-16: what specials have been declared to be, by type."""
    points: tuple[int, ...]
    earned: tuple[int, ...]
    """The points of the orders completed this day."""
    milestones: tuple[int, ...]
    mission: str | None
    missions: int
    """Number of missions in their deck."""
    prizes: tuple[str | None, ...]
    """The mission cards on the score track, for the first to get there; `None` once taken."""
    won: tuple[tuple[str, ...], ...]
    progress: tuple[int, ...]
    """Everyone's progress in the daily mission."""
    achiever: int | None
    """The seat that has fulfilled the daily mission."""
    objectives: tuple[str, ...]
    secrets: tuple[str | None, ...]
    """The secret objectives: only the seat's own is known before the end."""
    ending: str | None
    """Reason of the end: `points`, `orders` or `days`."""
    awards: tuple[Award, ...]
    """Awards of the objectives, once the game is over."""
    outcome: Outcome | None

    def lasting(self, seat: int) -> Amounts:
        """Return the ingredients beside a tray that lie there until used (PMR-8)."""
        return tuple([there - kept for there, kept in zip(self.beside[seat], self.kept[seat], strict=True)])

    def sample(self, memory: Memory, chance: Chance) -> PizzaMasterState:
        return self.game.sample(self, memory, chance)


class PizzaMasterPlace(NamedTuple):
    """A seat's own place at the table."""

    game: PizzaMaster
    seat: int
    actions: tuple[int, ...]
    hand: tuple[str, ...]
    secret: str | None
    """The own secret objective."""
    has_passed: bool
    """Whether this seat collects no more today."""
    is_ending: bool
    """Whether the last day is over."""
    view: PizzaMasterView | None
    """The whole view, if this seat is to decide; otherwise `None`."""

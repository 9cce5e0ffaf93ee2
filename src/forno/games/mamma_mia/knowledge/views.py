"""Views of Mamma Mia! as data (MM-11, MMR-11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from forno.core.outcomes import Outcome
from forno.core.views import Memory, View
from forno.games.mamma_mia.rules.events import Amounts

if TYPE_CHECKING:
    from forno.core.chance import Chance
    from forno.games.mamma_mia.game import MammaMia
    from forno.games.mamma_mia.rules.state import MammaMiaState


@dataclass(frozen=True)
class Turn:
    """A turn as everyone saw it. A pass has no kind and number 0."""

    seat: int
    kind: int | None
    number: int
    order: str | None
    pile: str | None
    """Pile from which cards were drawn; `None` if none were."""
    drawn: int


@dataclass(frozen=True)
class OpeningView:
    """The open oven, as a seat sees it."""

    opener: int
    table: Amounts
    """The unused ingredients on the table."""
    used: int
    """Number of cards on the used pile."""
    owner: int | None
    """Owner of the order that is being decided, and the order; `None` between orders."""
    order: str | None
    needs: Amounts | None
    """Needs of the pizza once its kinds are named: known to its owner, and to all who are asked for help."""
    request: Amounts | None
    """Ingredients asked for: known to the owner while composing, and then to all."""
    helper: int | None
    """The seat that has helped; `given` is what it gave."""
    given: Amounts | None
    added: Amounts | None
    """Ingredients added to a Bombastica so far: known to the owner."""


@dataclass(frozen=True)
class MammaMiaView(View):
    """See `forno.core.views.View` for what it promises. Amounts are one number for each kind."""

    game: MammaMia
    round: int
    """Number of times that the oven has been opened and emptied."""
    supply: int
    oven: int
    """Number of cards in the oven."""
    top: str | None
    """The card on top of the oven: an ingredient, or a colour with an order. `None` while the oven is open or empty."""
    hand: Amounts | None
    """This seat's ingredients; `None` for a spectator."""
    orders: tuple[str, ...] | None
    """This seat's orders; `None` for a spectator."""
    placing: str | None
    """Ingredients that this seat places in the turn under way, in notation."""
    ordering: str | None
    """Order that goes with them."""
    sizes: tuple[int, ...]
    """Number of cards that everyone holds."""
    waiters: tuple[int, ...]
    """Number of orders that everyone's waiter has."""
    served: tuple[tuple[str, ...], ...] | None
    """The completed orders before everyone, where they lie face up (MM-15); at the end they all do (MM-23)."""
    completed: int
    """Number of completed orders, everyone's together."""
    opening: OpeningView | None
    recent: tuple[Turn, ...]
    """MMR-11: the turns since one's last turn; for a spectator, one round of the table."""
    past_turns: tuple[Turn, ...] | None
    """MMR-11: all turns, if the table plays with the memory aid."""
    oven_tally: Amounts | None
    """MMR-11: the ingredients in the oven, if the table plays with the memory aid."""
    outcome: Outcome | None

    def sample(self, memory: Memory, chance: Chance) -> MammaMiaState:
        return self.game.sample(self, memory, chance)


class MammaMiaPlace(NamedTuple):
    """A seat's own place, as in its view."""

    game: MammaMia
    seat: int
    actions: tuple[int, ...]
    hand: Amounts
    orders: tuple[str, ...]
    waiter: int
    """Number of orders that this seat's waiter has."""
    placing: str | None
    ordering: str | None
    opening: OpeningView | None
    """The open oven, if this seat is to decide; otherwise `None`."""

"""A perfect memory: everything that a seat has seen, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.events import Answered, Awaits, Event
from forno.core.game import Outcome
from forno.core.views import Memory
from forno.games.mamma_mia.actions import Place, PlaceOrder
from forno.games.mamma_mia.events import (
    Baked,
    Composing,
    Dealt,
    Drew,
    GameEnded,
    HelpAsked,
    HelpGiven,
    OrderPlaced,
    OrderRevealed,
    OvenEmptied,
    OvenOpened,
    Passed,
    Placed,
    Returned,
    Revealed,
    Rewarded,
    TurnEnded,
)
from forno.games.mamma_mia.questions import SEATS
from forno.games.mamma_mia.views import MammaMiaView, OpeningView, Turn, entry_name, recent_turns

if TYPE_CHECKING:
    from forno.core.chance import Chance
    from forno.games.mamma_mia.game import MammaMia


class MammaMiaMemory(Memory):
    """Feed it the events of a game as one seat sees them; it forgets nothing.

    Tallies and orders are kept as in the state: the oven as entries, waiters top first with 0 for an unknown card.
    """

    def __init__(self, game: MammaMia, seat: int | None) -> None:
        tables = game.tables
        self.game = game
        self.tables = tables
        self.seat = seat
        self.awaited: int | None = None
        self.actions: tuple[int, ...] = ()
        self.rounds = 0
        self.hand = 0
        self.orders = 0
        self.placing: str | None = None
        self.ordering: str | None = None
        self.sizes = [0] * tables.players
        self.waiters = [[0] * len(orders) for orders in tables.orders_of]
        self.known_orders = [0] * tables.players
        """Orders that must be in a hand: they came back, and were drawn again."""
        self.held_orders = [0] * tables.players
        """How many orders everyone holds."""
        self.served = [0] * tables.players
        self.rewards = [0] * tables.players
        """How many orders of everyone's were completed unseen."""
        self.supply = tables.kinds * tables.copies
        self.supply_pool = tables.copies * sum(tables.tallies.unit)
        """What the supply was made of, less what this seat drew of it: no card outside this pool can be in it."""
        self.oven: list[int] = []
        self.turns: list[Turn] = []
        self.outcome: Outcome | None = None
        self.used = 0
        self._turn: dict[str, object] = {}
        self._close_opening()

    def _close_opening(self) -> None:
        self.opener: int | None = None
        self.table = 0
        self._close_order()

    def _close_order(self) -> None:
        self.owner: int | None = None
        self.order: str | None = None
        self.needs = 0
        self.request: int | None = None
        self.helper: int | None = None
        self.given = 0
        self.added = 0

    def observe(self, event: Event) -> None:
        """Take in an event as this seat sees it."""
        tables = self.tables
        pack = tables.tallies.pack
        match event:
            case Dealt(seat, size, ingredients, orders):
                self.sizes[seat] = size
                self.supply -= tables.dealt
                self.held_orders[seat] = size - tables.dealt
                del self.waiters[seat][: size - tables.dealt]
                if ingredients is not None and orders is not None:
                    self.hand = pack(ingredients)
                    self.orders = self.tables.bits(orders)
                    self.supply_pool -= self.hand
            case Answered(_, action):
                self._answer(action)
            case Awaits(seat, actions):
                self.awaited = seat
                self.actions = actions or ()
            case Composing(_, needs, request, added):
                self.needs, self.request, self.added = pack(needs), pack(request), pack(added)
            case Placed() | OrderPlaced() | Passed() | Drew() | TurnEnded():
                self._see_turn(event)
            case Rewarded(seat):
                del self.waiters[seat][0]
                self.rewards[seat] += 1
            case OvenEmptied(leftovers, _):
                self.supply = tables.tallies.total(self.used)
                self.supply_pool = self.used
                self.oven = [n * unit for n, unit in zip(leftovers, tables.tallies.unit, strict=True) if n]
                self.rounds += 1
                self.used = 0
                self._close_opening()
            case GameEnded(scores, _, winners, reason):
                self.rounds += 1
                self.outcome = Outcome(scores, winners, reason)
                self.awaited, self.actions = None, ()
            case _:
                self._see_opening(event)

    def _answer(self, action: int) -> None:
        """The own answer: until there is news, nothing more is asked of this seat."""
        chosen = self.game.actions[action]
        if isinstance(chosen, Place):
            self.placing = str(chosen)
        elif isinstance(chosen, PlaceOrder):
            self.ordering = chosen.order
        if str(chosen) == "doesn't help":
            self.awaited = None
        self.actions = ()

    def _see_turn(self, event: Event) -> None:
        tables = self.tables
        match event:
            case Placed(seat, kind, number):
                tally = number * tables.tallies.unit[kind]
                self.oven.append(tally)
                self.sizes[seat] -= number
                self._turn = {"kind": kind, "number": number}
                if seat == self.seat:
                    self.hand -= tally
                    self.placing = self.ordering = None
            case OrderPlaced(seat, name):
                order = tables.order_names.index(name)
                self.oven.append(~(seat * SEATS + order))
                self.sizes[seat] -= 1
                self.held_orders[seat] -= 1
                self.known_orders[seat] &= ~(1 << order)
                self._turn["order"] = name
                if seat == self.seat:
                    self.orders &= ~(1 << order)
            case Drew(seat, pile, number, ingredients, orders):
                self.sizes[seat] += number
                self._turn |= {"pile": pile, "drawn": number}
                if pile == "supply":
                    self.supply -= number
                else:
                    self.held_orders[seat] += number
                    self.known_orders[seat] |= sum(self.waiters[seat][:number])
                    del self.waiters[seat][:number]
                if ingredients is not None and orders is not None:
                    drawn = tables.tallies.pack(ingredients)
                    self.hand += drawn
                    self.supply_pool -= drawn
                    self.orders |= self.tables.bits(orders)
            case TurnEnded(seat):
                turn = {"kind": None, "number": 0, "order": None, "pile": None, "drawn": 0} | self._turn
                self.turns.append(Turn(seat, **turn))  # type: ignore[arg-type]  # gathered from three events
                self._turn = {}

    def _see_opening(self, event: Event) -> None:
        tables = self.tables
        pack = tables.tallies.pack
        match event:
            case OvenOpened(seat):
                self.opener = seat
            case Revealed(kind, number):
                self.table += number * tables.tallies.unit[kind]
                del self.oven[0]
            case OrderRevealed(seat, name):
                self.owner, self.order = seat, name
                del self.oven[0]
            case HelpAsked(_, needs, request):
                self.needs = pack(needs) if needs is not None else 0
                self.request = pack(request)
            case HelpGiven(seat, cards):
                self.helper, self.given = seat, pack(cards)
                self.sizes[seat] -= sum(cards)
                if seat == self.seat:
                    self.hand -= self.given
            case Baked(seat, name, from_table, from_hand, from_helper):
                self.sizes[seat] -= sum(from_hand)
                self.table -= pack(from_table)
                self.used += pack(from_table) + pack(from_hand) + pack(from_helper)
                self.served[seat] |= self.tables.bits((name,))
                if seat == self.seat:
                    self.hand -= pack(from_hand)
                self._close_order()
            case Returned(seat, name):
                self.waiters[seat].append(self.tables.bits((name,)))
                self._close_order()

    def believed(self, chance: Chance) -> list[int]:
        """What everyone is believed to hold: no knowledge, but dealt so where it can be. A memory believes nothing."""
        return [0] * self.tables.players

    def view(self) -> MammaMiaView:
        """The view that follows from the events alone."""
        game, tables, seat = self.game, self.tables, self.seat
        tallies = tables.tallies
        hand = self.hand - self.added if self.owner == seat else self.hand
        orders = self.orders
        if self.placing is not None:
            placed = game.actions[game.parse(self.placing)]
            assert isinstance(placed, Place)
            hand -= placed.number * tallies.unit[placed.kind]
        if self.ordering is not None:
            orders &= ~self.tables.bits((self.ordering,))
        open_piles = game.edition.served_openly
        return MammaMiaView(
            game=game,
            seat=seat,
            awaited=self.awaited,
            actions=self.actions,
            round=self.rounds,
            supply=self.supply,
            oven=sum(1 if entry < 0 else tallies.total(entry) for entry in self.oven),
            top=entry_name(game, self.oven[-1]) if self.opener is None and self.oven else None,
            hand=None if seat is None else tuple(tallies.unpack(hand)),
            orders=None if seat is None else tables.names(orders),
            placing=self.placing,
            ordering=self.ordering,
            sizes=tuple(self.sizes),
            waiters=tuple(len(waiter) for waiter in self.waiters),
            served=tuple(tables.names(served) for served in self.served) if open_piles else None,
            completed=sum(served.bit_count() for served in self.served) + sum(self.rewards),
            opening=None if self.opener is None else self._opening_view(self.opener),
            recent=recent_turns(self.turns, seat, tables.players),
            past_turns=tuple(self.turns) if game.memory_aid else None,
            oven_tally=tuple(tallies.unpack(sum(max(e, 0) for e in self.oven))) if game.memory_aid else None,
            outcome=self.outcome,
        )

    def _opening_view(self, opener: int) -> OpeningView:
        tallies = self.tables.tallies
        own = self.owner is not None and self.owner == self.seat
        return OpeningView(
            opener=opener,
            table=tuple(tallies.unpack(self.table)),
            used=tallies.total(self.used),
            owner=self.owner,
            order=self.order,
            needs=tuple(tallies.unpack(self.needs)) if self.needs else None,
            request=None if self.request is None else tuple(tallies.unpack(self.request)),
            helper=self.helper,
            given=tuple(tallies.unpack(self.given)) if self.given else None,
            added=tuple(tallies.unpack(self.added)) if own else None,
        )

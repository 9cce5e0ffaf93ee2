"""Perfect memory of a seat: everything that it has seen, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from forno.core.events import Answered, Awaits, Event
from forno.core.outcomes import Outcome
from forno.core.states import Reduced, reduce_with_attributes
from forno.core.views import Memory, out_of_order
from forno.games.mamma_mia.knowledge.supplies import Supplies
from forno.games.mamma_mia.knowledge.viewing import entry_name, recent_turns, turn_of
from forno.games.mamma_mia.knowledge.views import MammaMiaPlace, MammaMiaView, OpeningView, Turn
from forno.games.mamma_mia.rules import events
from forno.games.mamma_mia.rules.actions import Place, PlaceOrder, RefuseHelp
from forno.games.mamma_mia.rules.questions import SEATS

if TYPE_CHECKING:
    from forno.core.chance import Chance
    from forno.games.mamma_mia.game import MammaMia


class MammaMiaMemory(Memory):
    """Memory that forgets nothing, fed with the events of a game as one seat sees them.

    Tallies and orders are kept as in the state: the oven as entries, waiters top first with 0 for an unknown card.
    """

    game: MammaMia
    seat: int | None

    def __init__(self, game: MammaMia, seat: int | None) -> None:
        lookups = game.lookups
        self.game = game
        self.lookups = lookups
        self.seat = seat
        self.awaited: int | None = None
        self.actions: tuple[int, ...] = ()
        self.rounds = 0
        self.hand = 0
        self.orders = 0
        self.placing: str | None = None
        self.ordering: str | None = None
        self.sizes = [0] * lookups.players
        self.waiters = [[0] * len(orders) for orders in lookups.orders_of]
        self.known_orders = [0] * lookups.players
        """Orders that must be in a hand: they came back, and were drawn again."""
        self.held_orders = [0] * lookups.players
        """Number of orders that everyone holds."""
        self.announced = [0] * lookups.players
        """Orders that have ever been placed."""
        self.served = [0] * lookups.players
        self.served_openly = game.edition.served_openly
        """Whether they lie face up before their owners; at the end they do in every edition."""
        self.rewards = [0] * lookups.players
        """Number of everyone's orders that were completed unseen."""
        self.supply = lookups.kinds * lookups.copies
        self.supplies = Supplies(lookups.tallies, lookups.players, lookups.copies * sum(lookups.tallies.unit))
        self.oven: list[int] = []
        self.oven_cards = 0
        """Number of cards in these entries."""
        self.turns: list[Turn] = []
        self.outcome: Outcome | None = None
        self.used = 0
        self._begin_turn()
        self._close_opening()

    def __reduce__(self) -> Reduced:
        return reduce_with_attributes(self, self.game, self.seat)

    def oven_contents(self) -> tuple[int, ...]:
        """Return the ingredients in the oven, by kind."""
        return self.lookups.tallies.unpack(sum(max(entry, 0) for entry in self.oven))

    def _begin_turn(self) -> None:
        self._placed_kind: int | None = None
        self._placed = 0
        self._ordered: str | None = None
        self._pile: str | None = None
        self._drawn = 0

    def _close_opening(self) -> None:
        self.opener: int | None = None
        self.table = 0
        self._close_order()

    def _close_order(self) -> None:
        self.owner: int | None = None
        self.order: str | None = None
        self.needs = 0
        self.request: int | None = None
        self.refused = False
        """Whether this seat was asked for help, and refused: then those before it have refused as well."""
        self.helper: int | None = None
        self.given = 0
        self.added = 0

    def observe(self, event: Event) -> None:
        """Take in an event as this seat sees it."""
        see = SEE.get(type(event))
        if see is not None:
            try:
                see(self, event)
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                raise out_of_order(event) from error
        elif not isinstance(event, Event):
            raise out_of_order(event)

    def _see_dealt(self, event: events.Dealt) -> None:
        seat, lookups = event.seat, self.lookups
        self.sizes[seat] = event.size
        self.supply -= lookups.dealt
        self.held_orders[seat] = event.size - lookups.dealt
        del self.waiters[seat][: event.size - lookups.dealt]
        if event.ingredients is not None and event.orders is not None:
            self.hand = lookups.tallies.pack(event.ingredients)
            self.orders = lookups.bits(event.orders)
            self.supplies.see(self.hand)
        else:
            self.supplies.draw(seat, lookups.dealt)

    def _see_answered(self, event: Answered) -> None:
        self._answer(event.action)

    def _see_awaits(self, event: Awaits) -> None:
        self.awaited = event.seat
        self.actions = event.actions or ()

    def _see_composing(self, event: events.Composing) -> None:
        pack = self.lookups.tallies.pack
        self.needs, self.request, self.added = pack(event.needs), pack(event.request), pack(event.added)

    def _see_rewarded(self, event: events.Rewarded) -> None:
        order = self.waiters[event.seat].pop(0)
        if order:  # it came back before, so that it is known though nobody sees it
            self.served[event.seat] |= order
        else:
            self.rewards[event.seat] += 1

    def _see_emptied(self, event: events.OvenEmptied) -> None:
        tallies = self.lookups.tallies
        self.supply = tallies.total(self.used)
        self.supplies.renew(self.used)
        self.oven = [n * unit for n, unit in zip(event.leftovers, tallies.unit, strict=True) if n]
        self.oven_cards = sum(event.leftovers)
        self.rounds += 1
        self.used = 0
        self._close_opening()

    def _see_completed(self, event: events.CompletedRevealed) -> None:
        self.served = [self.lookups.bits(orders) for orders in event.orders]
        self.served_openly = True
        self.rewards = [0] * self.lookups.players

    def _see_end(self, event: events.GameEnded) -> None:
        self.rounds += 1
        revealed = tuple([self.lookups.names(served) for served in self.served])
        held = (("ingredients", event.ingredients),)
        self.outcome = Outcome(event.scores, event.winners, event.reason, revealed, held)
        self.awaited, self.actions = None, ()

    def _answer(self, action: int) -> None:
        """This seat's answer: until there is news, nothing more is asked of this seat."""
        chosen = self.game.actions[action]
        if isinstance(chosen, Place):
            self.placing = str(chosen)
        elif isinstance(chosen, PlaceOrder):
            self.ordering = chosen.order
        elif isinstance(chosen, RefuseHelp):
            self.refused = True
            self.awaited = None
        self.actions = ()

    # --- a turn ---------------------------------------------------------------

    def _see_placed(self, event: events.Placed) -> None:
        seat, number = event.seat, event.number
        tally = number * self.lookups.tallies.unit[event.kind]
        self.oven.append(tally)
        self.oven_cards += number
        self.sizes[seat] -= number
        self._placed_kind, self._placed = event.kind, number
        if seat == self.seat:
            self.hand -= tally
            self.placing = self.ordering = None
        else:
            self.supplies.lay(seat, tally)

    def _see_order_placed(self, event: events.OrderPlaced) -> None:
        seat, name = event.seat, event.order
        order = self.lookups.order_names.index(name)
        self.oven.append(~(seat * SEATS + order))
        self.oven_cards += 1
        self.sizes[seat] -= 1
        self.held_orders[seat] -= 1
        self.known_orders[seat] &= ~(1 << order)
        self.announced[seat] |= 1 << order
        self._ordered = name
        if seat == self.seat:
            self.orders &= ~(1 << order)

    def _see_drew(self, event: events.Drew) -> None:
        seat, number = event.seat, event.number
        self.sizes[seat] += number
        self._pile, self._drawn = event.pile, number
        if event.pile == "supply":
            self.supply -= number
        else:
            self.held_orders[seat] += number
            self.known_orders[seat] |= sum(self.waiters[seat][:number])
            del self.waiters[seat][:number]
        if event.ingredients is not None and event.orders is not None:
            drawn = self.lookups.tallies.pack(event.ingredients)
            self.hand += drawn
            self.supplies.see(drawn)
            self.orders |= self.lookups.bits(event.orders)
        elif event.pile == "supply":
            self.supplies.draw(seat, number)

    def _see_turn_ended(self, event: events.TurnEnded) -> None:
        self.turns.append(turn_of(event.seat, self._placed_kind, self._placed, self._ordered, self._pile, self._drawn))
        self._begin_turn()

    # --- the open oven --------------------------------------------------------

    def _see_opened(self, event: events.OvenOpened) -> None:
        self.opener = event.seat

    def _see_revealed(self, event: events.Revealed) -> None:
        self.table += event.number * self.lookups.tallies.unit[event.kind]
        self.oven_cards -= event.number
        del self.oven[0]

    def _see_order_revealed(self, event: events.OrderRevealed) -> None:
        self.owner, self.order = event.seat, event.order
        self.oven_cards -= 1
        del self.oven[0]

    def _see_help_asked(self, event: events.HelpAsked) -> None:
        pack = self.lookups.tallies.pack
        self.needs = pack(event.needs) if event.needs is not None else 0
        self.request = pack(event.request)
        if event.needs is not None and event.seat != self.seat:  # MM-18: the owner holds what isn't asked for
            missing = self.lookups.tallies.missing
            self.supplies.hold(event.seat, missing(self.request, missing(self.table, self.needs)))

    def _see_help_given(self, event: events.HelpGiven) -> None:
        seat = event.seat
        self.helper, self.given = seat, self.lookups.tallies.pack(event.cards)
        self.sizes[seat] -= sum(event.cards)
        if seat == self.seat:
            self.hand -= self.given
        else:
            self.supplies.lay(seat, self.given)

    def _see_baked(self, event: events.Baked) -> None:
        pack = self.lookups.tallies.pack
        seat, from_table, from_hand = event.seat, pack(event.from_table), pack(event.from_hand)
        self.sizes[seat] -= sum(event.from_hand)
        self.table -= from_table
        self.used += from_table + from_hand + pack(event.from_helper)
        self.served[seat] |= self.lookups.bits((event.order,))
        if seat == self.seat:
            self.hand -= from_hand
        elif from_hand:
            self.supplies.lay(seat, from_hand)
        self._close_order()

    def _see_returned(self, event: events.Returned) -> None:
        self.waiters[event.seat].append(self.lookups.bits((event.order,)))
        self._close_order()

    def believed(self, chance: Chance) -> list[int]:
        """Return tallies that everyone is believed to hold: no knowledge, but sampled so where possible. None here."""
        return [0] * self.lookups.players

    def view(self) -> MammaMiaView:
        """Return the view that follows from the events alone."""
        game, lookups, seat = self.game, self.lookups, self.seat
        tallies = lookups.tallies
        return MammaMiaView(
            game=game,
            seat=seat,
            awaited=self.awaited,
            actions=self.actions,
            round=self.rounds,
            supply=self.supply,
            oven=self.oven_cards,
            top=entry_name(game, self.oven[-1]) if self.opener is None and self.oven else None,
            hand=None if seat is None else tallies.unpack(self._held_ingredients()),
            orders=None if seat is None else lookups.names(self._held_orders()),
            placing=self.placing,
            ordering=self.ordering,
            sizes=tuple(self.sizes),
            waiters=tuple(len(waiter) for waiter in self.waiters),
            served=tuple(lookups.names(served) for served in self.served) if self.served_openly else None,
            completed=sum(served.bit_count() for served in self.served) + sum(self.rewards),
            opening=None if self.opener is None else self.opening_view(self.opener),
            recent=recent_turns(self.turns, seat, lookups.players),
            past_turns=tuple(self.turns) if game.memory_aid else None,
            oven_tally=self.oven_contents() if game.memory_aid else None,
            outcome=self.outcome,
        )

    def own_place(self) -> MammaMiaPlace:
        seat, lookups = self.seat, self.lookups
        assert seat is not None
        return MammaMiaPlace(
            self.game,
            seat,
            self.actions,
            lookups.tallies.unpack(self._held_ingredients()),
            lookups.names(self._held_orders()),
            len(self.waiters[seat]),
            self.placing,
            self.ordering,
            None if self.opener is None or not self.actions else self.opening_view(self.opener),
        )

    def _held_ingredients(self) -> int:
        """Return the tally of the own hand, without what is placed or added in the turn under way."""
        hand = self.hand - self.added if self.owner == self.seat else self.hand
        if self.placing is not None:
            placed = self.game.actions[self.game.parse(self.placing)]
            assert isinstance(placed, Place)
            hand -= placed.number * self.lookups.tallies.unit[placed.kind]
        return hand

    def _held_orders(self) -> int:
        """Return the own orders, without the one that is placed in the turn under way."""
        return self.orders if self.ordering is None else self.orders & ~self.lookups.bits((self.ordering,))

    def opening_view(self, opener: int) -> OpeningView:
        """Return the open oven as this seat sees it."""
        tallies = self.lookups.tallies
        own = self.owner is not None and self.owner == self.seat
        return OpeningView(
            opener=opener,
            table=tallies.unpack(self.table),
            used=tallies.total(self.used),
            owner=self.owner,
            order=self.order,
            needs=tallies.unpack(self.needs) if self.needs else None,
            request=None if self.request is None else tallies.unpack(self.request),
            helper=self.helper,
            given=tallies.unpack(self.given) if self.given else None,
            added=tallies.unpack(self.added) if own else None,
        )


SEE: Final[Mapping[type[Event], Callable[[MammaMiaMemory, Any], None]]] = {
    events.Dealt: MammaMiaMemory._see_dealt,
    Answered: MammaMiaMemory._see_answered,
    Awaits: MammaMiaMemory._see_awaits,
    events.Composing: MammaMiaMemory._see_composing,
    events.Placed: MammaMiaMemory._see_placed,
    events.OrderPlaced: MammaMiaMemory._see_order_placed,
    events.Drew: MammaMiaMemory._see_drew,
    events.TurnEnded: MammaMiaMemory._see_turn_ended,
    events.OvenOpened: MammaMiaMemory._see_opened,
    events.Revealed: MammaMiaMemory._see_revealed,
    events.OrderRevealed: MammaMiaMemory._see_order_revealed,
    events.HelpAsked: MammaMiaMemory._see_help_asked,
    events.HelpGiven: MammaMiaMemory._see_help_given,
    events.Baked: MammaMiaMemory._see_baked,
    events.Rewarded: MammaMiaMemory._see_rewarded,
    events.Returned: MammaMiaMemory._see_returned,
    events.OvenEmptied: MammaMiaMemory._see_emptied,
    events.CompletedRevealed: MammaMiaMemory._see_completed,
    events.GameEnded: MammaMiaMemory._see_end,
}
"""Methods by kind of event; a pass and a refusal add nothing to the memory."""

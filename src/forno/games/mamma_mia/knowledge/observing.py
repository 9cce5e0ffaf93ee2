"""Observer of Mamma Mia!: fills in what a seat knows as numbers.

Seats are counted clockwise from the observing seat, so that every seat sees the table alike; orders by place in the
deck of their owner. What is written for `now` is what `viewing` shows, for `memory` what `memory` keeps.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from forno.core.observing import EVERYTHING, MAX_VALUE, NOW, check_fill
from forno.games.mamma_mia.knowledge.fields import layout, most_orders
from forno.games.mamma_mia.rules.baking import Opening
from forno.games.mamma_mia.rules.lookups import FIELD_BITS, FIELD_MASK
from forno.games.mamma_mia.rules.questions import DRAW, HELP, ORDER, SEATS
from forno.games.mamma_mia.rules.state import MammaMiaState

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia

MAX_CACHED: Final = 4000
"""Maximum sets of orders and piles that are cached for a seat."""


class MammaMiaObserver:
    """See `forno.core.observing.Observer` for what it promises."""

    def __init__(self, game: MammaMia, knowledge: str) -> None:
        self.game = game
        self.layout = layout(game, knowledge)
        self.remembers = knowledge != NOW
        self.knows_all = knowledge == EVERYTHING
        lookups = game.lookups
        self.lookups = lookups
        self.players = lookups.players
        self.kinds = lookups.kinds
        self.orders = most_orders(lookups)
        self.openly = game.edition.served_openly
        self.aid = game.memory_aid
        self.size = self.layout.size
        self.empty = bytearray(self.size)  # copied in less time than bytes
        seats = range(self.players)
        self.seats_from = [[(seat + place) % self.players for place in seats] for seat in seats]
        """Seats clockwise from each."""
        self.slots: list[list[int]] = []
        """Place of each order in the deck of its owner, by seat and order."""
        for deck in lookups.orders_of:
            self.slots.append([deck.index(order) if order in deck else 0 for order in range(len(lookups.order_names))])
        self.sets: list[dict[int, bytearray]] = [{} for _ in range(self.players)]
        """Sets of a seat's orders as they are written, by seat; filled as they come up."""
        self.piles: list[dict[tuple[int, ...], bytes]] = [{} for _ in range(self.players)]
        """Waiters as they are written, by seat; filled in the same way."""
        self.supplies: dict[tuple[int, ...], bytes] = {}
        """Supplies as they are written; filled in the same way."""
        self.number_of_card = {1 << FIELD_BITS * kind: kind + 1 for kind in range(self.kinds)}
        """Number for an ingredient card, by its tally."""
        at = self.layout.start
        self.at_seat = at("seat")
        self.at_awaited = at("awaited")
        self.at_question = at("question")
        self.at_round = at("round")
        self.at_supply = at("supply")
        self.at_oven_cards = at("oven_cards")
        self.at_top = at("top")
        self.at_hand = at("hand")
        self.at_orders = at("orders")
        self.at_placing = at("placing")
        self.at_ordering = at("ordering")
        self.at_sizes = at("sizes")
        self.at_waiters = at("waiters")
        self.at_served = at("served")
        self.at_completed = at("completed")
        self.at_opener = at("opener")
        self.at_table = at("table")
        self.at_used_cards = at("used_cards")
        self.at_order = at("order")
        self.at_needs = at("needs")
        self.at_request = at("request")
        self.at_helper = at("helper")
        self.at_given = at("given")
        self.at_added = at("added")
        self.at_recent = at("recent")
        self.at_oven_tally = at("oven_tally")
        self.at_over = at("over")
        self.at_scores = at("scores")
        self.at_oven = at("oven")
        self.at_in_oven = at("in_oven")
        self.at_before = at("before")
        self.at_used = at("used")
        self.at_known_in_hands = at("known_in_hands")
        self.at_known_waiters = at("known_waiters")
        self.at_known_completed = at("known_completed")
        self.at_decides = at("decides")
        self.at_asked = at("asked")
        self.at_all_hands = at("all_hands")
        self.at_all_placing = at("all_placing")
        self.at_all_ordering = at("all_ordering")
        self.at_all_requests = at("all_requests")
        self.at_supply_cards = at("supply_cards")
        self.no_hidden = bytearray(max(self.at_supply_cards - self.at_decides, 0))
        self.no_own = bytearray(self.at_sizes - self.at_question)
        """Zeros for the fields that change while a seat composes its turn."""

    def fill(self, given: Any, seat: Any, into: Any, start: Any) -> None:
        self.write(given, check_fill(self.game, given, seat, into, start, self.size), into, start)

    def write(self, given: Any, seat: int, into: bytearray, start: int) -> None:
        """Write what the seat knows; the arguments have been checked."""
        assert isinstance(given, MammaMiaState)
        into[start : start + self.size] = self.empty
        self.fill_now(given, seat, into, start)
        self.fill_own(given, seat, into, start)
        self.fill_oven(given, seat, into, start)
        if self.remembers:
            self.fill_memory(given, seat, into, start)
        if self.knows_all:
            self.fill_hidden(given, seat, into, start)

    def refill(self, given: Any, seat: int, into: bytearray, start: int) -> None:
        """Update an observation within a turn, in which only the player's own part changes."""
        assert isinstance(given, MammaMiaState)
        if given.question != ORDER and given.question != DRAW:
            self.write(given, seat, into, start)
            return
        into[start + self.at_question : start + self.at_sizes] = self.no_own
        self.fill_own(given, seat, into, start)
        if self.knows_all:
            into[start + self.at_decides : start + self.at_supply_cards] = self.no_hidden
            self.fill_hidden_but_supply(given, seat, into, start)

    def fill_own(self, state: MammaMiaState, seat: int, into: bytearray, start: int) -> None:
        """Write what this seat is asked, holds, and does in the turn under way."""
        self.put_counts(into, start + self.at_hand, state.hands[seat])
        self.put_orders(into, start + self.at_orders, state.orders[seat], seat)
        if seat != state.seat or state.is_over:
            return
        question = state.question
        into[start + self.at_question + question] = 1
        if question in (ORDER, DRAW):
            self.put_counts(into, start + self.at_placing, self.lookups.place_tally[state.placing])
            if question == DRAW and state.ordering >= 0:
                into[start + self.at_ordering + self.slots[seat][state.ordering]] = 1

    def fill_now(self, state: MammaMiaState, seat: int, into: bytearray, start: int) -> None:
        players = self.players
        into[start + self.at_seat + seat] = 1
        if not state.is_over and (seat == state.seat or state.question != HELP):
            into[start + self.at_awaited + (state.seat - seat) % players] = 1
        into[start + self.at_round + state.rounds] = 1
        into[start + self.at_supply] = state.left
        completed = 0
        openly = self.openly or state.is_over
        for place in range(players):
            other = (seat + place) % players
            into[start + self.at_sizes + place] = state.sizes[other]
            into[start + self.at_waiters + place] = len(state.waiters[other])
            served = state.served[other]
            if served:
                completed += served.bit_count()
                if openly:
                    self.put_orders(into, start + self.at_served + place * self.orders, served, other)
        into[start + self.at_completed] = min(completed, MAX_VALUE)
        opening = state.opening
        if opening is not None:
            self.put_opening(opening, seat, into, start)
        self.put_recent(state.past, seat, into, start + self.at_recent)
        if state.is_over:
            into[start + self.at_over] = 1
            for place in range(players):
                other = (seat + place) % players
                into[start + self.at_scores + place] = state.served[other].bit_count()

    def fill_oven(self, state: MammaMiaState, seat: int, into: bytearray, start: int) -> None:
        """Fill in how much is in the oven and what lies on top; for a memory, all of it."""
        lookups, players, kinds = self.lookups, self.players, self.kinds
        oven, opening = state.oven, state.opening
        tally = 0
        cards = 0
        for place in range(0 if opening is None else opening.shown, len(oven)):
            entry = oven[place]
            if entry > 0:
                tally += entry
                continue
            cards += 1
            if self.remembers:
                owner = ~entry // SEATS
                slot = (owner - seat) % players * self.orders + self.slots[owner][~entry % SEATS]
                into[start + self.at_in_oven + slot] = 1
                self.put_counts(into, start + self.at_before + slot * kinds, tally)
        into[start + self.at_oven_cards] = min(cards + lookups.tallies.total(tally), MAX_VALUE)
        if self.aid:
            self.put_counts(into, start + self.at_oven_tally, tally)
        if self.remembers:
            self.put_counts(into, start + self.at_oven, tally)
        if opening is None and oven:
            entry = oven[-1]
            if entry > 0:
                into[start + self.at_top + lookups.tallies.only_kind(entry)] = 1
            else:
                owner = ~entry // SEATS
                into[start + self.at_top + kinds + (owner - seat) % players] = 1
                into[start + self.at_top + kinds + players + self.slots[owner][~entry % SEATS]] = 1

    def put_opening(self, opening: Opening, seat: int, into: bytearray, start: int) -> None:
        """Write the open oven as `viewing` shows it."""
        players = self.players
        into[start + self.at_opener + (opening.opener - seat) % players] = 1
        self.put_counts(into, start + self.at_table, opening.table)
        into[start + self.at_used_cards] = self.lookups.tallies.total(opening.used)
        recipe = opening.recipe
        if recipe is None:
            return
        owner = recipe.owner
        into[start + self.at_order + (owner - seat) % players] = 1
        into[start + self.at_order + players + self.slots[owner][~recipe.entry % SEATS]] = 1
        asked = opening.helper >= 0
        if asked or owner == seat:
            self.put_counts(into, start + self.at_needs, opening.needs)
            self.put_counts(into, start + self.at_request, opening.request)
        if asked and opening.given:
            into[start + self.at_helper + (opening.helper - seat) % players] = 1
            self.put_counts(into, start + self.at_given, opening.given)
        if owner == seat:
            self.put_counts(into, start + self.at_added, opening.added)

    def put_recent(self, past: Any, seat: int, into: bytearray, start: int) -> None:
        """Write the turns since this seat's last, as `viewing` finds them."""
        lookups, players, kinds = self.lookups, self.players, self.kinds
        size = players + kinds + self.orders + 3
        room = players - 1 + lookups.openings
        at = start
        link: Any = past
        while link and room:
            if len(link) == 2:  # an answer while the oven was open, or where a sampled game began
                link = link[0]
                continue
            other: int = link[1]
            if other == seat:
                return
            placing: int = link[2]
            ordering: int = link[3]
            drawn: int = link[5]
            into[at + (other - seat) % players] = 1
            if placing >= 0:
                into[at + players + placing // lookups.hand_size] = lookups.place_number[placing]
            if ordering >= 0:
                into[at + players + kinds + self.slots[other][ordering]] = 1
            if drawn:
                pile: int = link[4]
                into[at + size - 4 + pile] = 1  # the supply is 1, the waiter 2
                into[at + size - 1] = drawn
            at += size
            room -= 1
            link = link[0]

    def fill_memory(self, state: MammaMiaState, seat: int, into: bytearray, start: int) -> None:
        players, orders = self.players, self.orders
        opening = state.opening
        if opening is not None:
            self.put_counts(into, start + self.at_used, opening.used)
        for place in range(players):
            other = (seat + place) % players
            announced = state.announced[other]
            if not announced:
                continue
            held = state.orders[other]
            if state.question == DRAW and other == state.seat and state.ordering >= 0:
                held |= self.lookups.order_bit[state.ordering]  # it is seen in the hand until the turn is complete
            at = start + place * orders
            self.put_orders(into, at + self.at_known_in_hands, held & announced, other)
            waiter = state.waiters[other]
            for depth in range(len(waiter)):
                if waiter[depth] & announced:
                    into[at + self.at_known_waiters + self.slot_of(waiter[depth], other)] = depth + 1
            self.put_orders(into, at + self.at_known_completed, state.served[other] & announced, other)

    def fill_hidden(self, state: MammaMiaState, seat: int, into: bytearray, start: int) -> None:
        self.fill_hidden_but_supply(state, seat, into, start)
        at, left = start + self.at_supply_cards, state.left
        into[at : at + left] = self.supply_as_bytes(state.supply)[-left:] if left else b""

    def fill_hidden_but_supply(self, state: MammaMiaState, seat: int, into: bytearray, start: int) -> None:
        lookups, players = self.lookups, self.players
        if not state.is_over:
            into[start + self.at_decides + (state.seat - seat) % players] = 1
            into[start + self.at_asked + state.question] = 1
        hands: list[bytes | bytearray] = []
        orders: list[bytes | bytearray] = []
        waiters: list[bytes | bytearray] = []
        completed: list[bytes | bytearray] = []
        for other in self.seats_from[seat]:
            hands.append(bytes(lookups.tallies.unpack(state.hands[other])))
            orders.append(self.orders_as_bytes(state.orders[other], other))
            waiters.append(self.waiter_as_bytes(state.waiters[other], other))
            completed.append(self.orders_as_bytes(state.served[other], other))
        at = start + self.at_all_hands
        into[at : start + self.at_all_placing] = b"".join(hands + orders + waiters + completed)
        if state.question in (ORDER, DRAW):
            self.put_counts(into, start + self.at_all_placing, lookups.place_tally[state.placing])
            if state.question == DRAW and state.ordering >= 0:
                into[start + self.at_all_ordering + self.slots[state.seat][state.ordering]] = 1
        if state.opening is not None:
            self.put_counts(into, start + self.at_all_requests, state.opening.request)

    def put_counts(self, into: bytearray, start: int, tally: int) -> None:
        """Write a tally, one number for each kind."""
        at = start
        while tally:
            number = tally & FIELD_MASK
            if number:
                into[at] = number
            tally >>= FIELD_BITS
            at += 1

    def put_orders(self, into: bytearray, start: int, orders: int, owner: int) -> None:
        """Write a set of a seat's orders."""
        if orders:
            into[start : start + self.orders] = self.orders_as_bytes(orders, owner)

    def orders_as_bytes(self, orders: int, owner: int) -> bytearray:
        """Return a set of a seat's orders, 1 for each that is in it."""
        found = self.sets[owner].get(orders)
        if found is None:
            found = bytearray(self.orders)
            for order, slot in enumerate(self.slots[owner]):
                if orders >> order & 1:
                    found[slot] = 1
            if len(self.sets[owner]) < MAX_CACHED:
                self.sets[owner][orders] = found
        return found

    def waiter_as_bytes(self, waiter: tuple[int, ...], owner: int) -> bytes:
        """Return the orders under a waiter: for each how deep it lies, 1 for the next to be drawn."""
        found = self.piles[owner].get(waiter)
        if found is None:
            depths = bytearray(self.orders)
            for depth in range(len(waiter)):
                depths[self.slot_of(waiter[depth], owner)] = depth + 1
            found = bytes(depths)
            if len(self.piles[owner]) >= MAX_CACHED:
                self.piles[owner].clear()
            self.piles[owner][waiter] = found
        return found

    def supply_as_bytes(self, supply: tuple[int, ...]) -> bytes:
        """Return all cards of a supply, the top first, also those that have been drawn."""
        found = self.supplies.get(supply)
        if found is None:
            numbers = self.number_of_card
            found = bytes([numbers[with_it - below] for with_it, below in pairwise(supply[::-1])])
            if len(self.supplies) >= MAX_CACHED:
                self.supplies.clear()
            self.supplies[supply] = found
        return found

    def slot_of(self, bit: int, owner: int) -> int:
        """Return the place of one order in the deck of its owner."""
        return self.slots[owner][bit.bit_length() - 1]

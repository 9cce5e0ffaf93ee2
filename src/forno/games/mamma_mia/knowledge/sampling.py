"""Dealing out what a seat can't know, consistently with what it knows.

What the view shows holds in every sampled state. Beyond that the memory decides (see `sampling_by_memory`). If it
contradicts the view, what the view counts does: how many cards lie in every pile, and what was put into the oven in the
turns that it shows. Then it is first settled how many orders of everyone's lie where, so that all of this comes out;
the cards are dealt to these numbers, those that are remembered in a place to that place as far as it has room for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.chance import Chance
from forno.games.mamma_mia.knowledge.sampling_by_memory import ByMemory, Contradiction
from forno.games.mamma_mia.knowledge.viewing import entry_name, number_of_cards
from forno.games.mamma_mia.rules.cards import KINDS
from forno.games.mamma_mia.rules.questions import SEATS
from forno.games.mamma_mia.rules.state import MammaMiaState

if TYPE_CHECKING:
    from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
    from forno.games.mamma_mia.knowledge.views import MammaMiaView

MAX_TRIES = 200
"""Maximum number of deals until the awaited player has something to decide."""

MAX_OWN_TRIES = 20
"""Maximum number of deals if this seat is awaited: the first is good, unless a poor memory confuses it."""

HAND, SERVED, OVEN = range(3)
"""Places of an order besides the waiter, whose size is known."""

Range = tuple[int, int]
"""Minimum and maximum."""


def sample(view: MammaMiaView, memory: MammaMiaMemory, chance: Chance) -> MammaMiaState:
    """Return a full state that looks the same to this seat."""
    tries = MAX_TRIES if view.awaited != view.seat else MAX_OWN_TRIES
    if (memory.rounds, memory.supply, *memory.sizes) != (view.round, view.supply, *view.sizes):
        tries = 0  # it has missed something, so that the turns in view tell more of the oven than it does
    try:
        for attempt in range(tries):
            state = ByMemory(view, memory, chance).deal(forced=attempt == tries - 1)
            if state is not None:
                return state
    except Contradiction:
        pass
    return sample_by_the_view(view, memory, chance)


def sample_by_the_view(view: MammaMiaView, memory: MammaMiaMemory, chance: Chance) -> MammaMiaState:
    """Sample without the memory."""
    for _ in range(MAX_TRIES):
        try:
            state = ByTheView(view, memory, chance).deal(forced=True)
        except Contradiction:
            continue
        if state is not None:
            return state
    raise AssertionError("nothing that is known can be so")


class ByTheView(ByMemory):
    """One attempt."""

    def deal_orders(self) -> None:
        """Deal everyone's orders: those that are seen, those that are remembered, the others at random."""
        pool = self.unseen()
        self.oven = self.seen_in_the_oven(pool)
        self.due = [0] * self.lookups.players
        self.least = [0] * self.lookups.players
        self.demand(pool)
        numbers = self.number_of_orders()
        unplaced: list[int] = []
        for seat, (in_hand, served, in_oven) in enumerate(numbers):
            unplaced += self.deal_orders_of(seat, in_hand, served, in_oven)
        self.below = unplaced

    # What is seen

    def seen_in_the_oven(self, pool: int) -> list[int]:
        """Return the upper entries of the oven, as far as the view shows what was put in last."""
        entries = self.placed_this_round()
        view, tallies = self.view, self.tallies
        top = [] if view.top is None else [self.entry(view.top)]
        if top and (not entries or entry_name(view.game, entries[-1]) != view.top):
            return top
        orders = [entry for entry in entries if entry < 0]
        limit = pool if view.oven_tally is None else tallies.pack(view.oven_tally)
        possible = all(1 << ~entry % SEATS & self.elsewhere(~entry // SEATS) == 0 for entry in orders)
        fits = tallies.covers(limit, sum(entry for entry in entries if entry > 0))
        return entries if possible and fits and len(set(orders)) == len(orders) else top

    def entry(self, name: str) -> int:
        """Return a card in the oven, as it is called."""
        if name in KINDS:
            return self.tallies.unit[KINDS.index(name)]
        owner, _, order = name.partition(" ")
        return ~(self.view.game.colours.index(owner) * SEATS + self.lookups.order_names.index(order))

    def placed_this_round(self) -> list[int]:
        """Return what the shown turns put into the oven since it was emptied, less what has been revealed.

        Whoever opened the oven has the next turn as well (MM-17), so that two turns of one player in a row mean that
        it was opened between them.
        """
        view, lookups = self.view, self.lookups
        entries: list[int] = []
        room = view.oven
        later = view.awaited if view.opening is None else None
        for turn in reversed(view.past_turns if view.past_turns is not None else view.recent):
            if turn.seat == later:
                break
            later = turn.seat
            if turn.order is not None and room:
                entries.append(~(turn.seat * SEATS + lookups.order_names.index(turn.order)))
                room -= 1
            if turn.kind is not None and room:
                number = min(turn.number, room)
                entries.append(number * self.tallies.unit[turn.kind])
                room -= number
        return entries[::-1]

    def elsewhere(self, seat: int) -> int:
        """Return the seat's orders that are seen outside the oven."""
        view, lookups = self.view, self.lookups
        opening = view.opening
        seen = 0 if view.served is None else lookups.bits(view.served[seat])
        if opening is not None and opening.owner == seat and opening.order is not None:
            seen |= lookups.bits((opening.order,))
        if seat == view.seat:
            seen |= lookups.bits(view.orders or ())
            if view.ordering is not None:
                seen |= lookups.bits((view.ordering,))
        return seen

    def demand(self, pool: int) -> None:
        """Note what each seat is known to hold: one asked for help can give it, one awaited can act."""
        view, lookups, tallies = self.view, self.lookups, self.tallies
        opening = view.opening
        if opening is None:
            if view.awaited is not None:
                self.least[view.awaited] = 1
            return
        owner = opening.owner
        if owner is None:
            return
        self.due[owner], self.least[owner] = self.owed_cards()
        others = [seat for seat in range(lookups.players) if seat != owner and view.waiters[seat]]
        if view.awaited is None and opening.request is not None and opening.given is None:
            request = tallies.pack(opening.request)
            self.asked = self.one_of([seat for seat in others if seat != view.seat])
            self.due[self.asked] = request
        elif view.awaited == owner != view.seat and opening.given is not None:
            kinds = [unit for unit in tallies.unit if tallies.covers(pool, unit)]  # MMR-4: there is a choice
            self.chance.shuffle(kinds)
            self.due[owner] = sum(kinds[:2])
            self.least[owner] += 1
        elif view.awaited == owner != view.seat and not (lookups.helping and others):
            recipe = self.recipe(owner, opening.order or "")
            table = tallies.pack(opening.table)
            self.least[owner] = recipe.at_least and recipe.at_least - tallies.total(table)
            if recipe.ways:
                missing = [tallies.missing(table, needs) for _, needs in recipe.ways]
                self.due[owner] = self.one_of([tally for tally in missing if tallies.covers(pool, tally)])

    def one_of(self, choices: list[int]) -> int:
        if not choices:
            raise Contradiction
        return self.chance.choice(choices)

    # How many orders lie where

    def number_of_orders(self) -> list[list[int]]:
        """Return for everyone the numbers of orders in hand, served and in the oven, which fit the view."""
        view = self.view
        seen = [entry for entry in self.oven if entry < 0]
        most = view.oven - number_of_cards(view.game, self.oven) + len(seen)
        in_oven = (len(seen), most)
        if view.oven_tally is not None:
            in_oven = (view.oven - sum(view.oven_tally),) * 2
        ranges: list[list[Range]] = []
        numbers: list[list[int]] = []
        for seat in range(self.lookups.players):
            number = self.orders_about(seat)
            row = self.ranges(seat, number, sum(~entry // SEATS == seat for entry in seen))
            ranges.append(row)
            numbers.append(self.spread(seat, number, row))
        rows = list(zip(numbers, ranges, strict=True))
        totals = [(0, sum(map(sum, numbers))), (view.completed, view.completed), in_oven]
        balance(rows, totals, self.chance)
        return numbers

    def orders_about(self, seat: int) -> int:
        """Return how many of the seat's orders are in the hand, served, or in the oven."""
        view = self.view
        number = len(self.lookups.orders_of[seat]) - view.waiters[seat]
        number -= view.opening is not None and view.opening.owner == seat
        return number - (seat == view.seat and view.ordering is not None)

    def ranges(self, seat: int, number: int, seen: int) -> list[Range]:
        """Return how many orders can be in the hand, served, in the oven."""
        view = self.view
        if seat == view.seat:
            hand = (len(view.orders or ()),) * 2
        else:
            most = view.sizes[seat] - max(self.tallies.total(self.due[seat]), self.least[seat])
            hand = (0, min(most, self.lookups.hand_size))
        served = (0, number) if view.served is None else (len(view.served[seat]),) * 2
        return [hand, served, (seen, number)]

    def spread(self, seat: int, number: int, row: list[Range]) -> list[int]:
        """Choose orders within these ranges: as remembered, and then at random."""
        memory = self.memory
        remembered = [
            memory.held_orders[seat],
            memory.served[seat].bit_count() + memory.rewards[seat],
            sum(entry < 0 and ~entry // SEATS == seat for entry in memory.oven),
        ]
        numbers = [least for least, _ in row]
        for place in (HAND, SERVED, OVEN):
            more = min(remembered[place], row[place][1], numbers[place] + number - sum(numbers))
            numbers[place] = max(numbers[place], more)
        while sum(numbers) < number:
            room = [place for place in (HAND, OVEN) if numbers[place] < row[place][1]]
            numbers[self.one_of(room or [SERVED])] += 1
        if sum(numbers) > number:
            raise Contradiction
        return numbers

    # Orders

    def deal_orders_of(self, seat: int, in_hand: int, served: int, in_oven: int) -> list[int]:
        """Deal out a seat's orders. Returns entries of the oven that aren't seen there."""
        view, memory, lookups = self.view, self.memory, self.lookups
        seen_in_oven = sum(1 << ~entry % SEATS for entry in self.oven if entry < 0 and ~entry // SEATS == seat)
        known_in_oven = sum({1 << ~entry % SEATS for entry in memory.oven if entry < 0 and ~entry // SEATS == seat})
        self.unknown = sum(1 << order for order in lookups.orders_of[seat]) & ~self.elsewhere(seat) & ~seen_in_oven
        if seat == view.seat:
            self.orders[seat] = lookups.bits(view.orders or ())
        else:
            self.orders[seat] = self.some_of(memory.known_orders[seat], in_hand)
        if view.served is None:
            self.served[seat] = self.some_of(memory.served[seat], served)
        else:
            self.served[seat] = lookups.bits(view.served[seat])
        hidden = self.some_of(known_in_oven, in_oven - seen_in_oven.bit_count())
        size = view.waiters[seat]
        waiter = [self.some_of(card, 1) for card in memory.waiters[seat][-size:]] if size else []
        waiter = [0] * (size - len(waiter)) + waiter
        rest = bits_of(self.unknown)
        self.chance.shuffle(rest)
        self.waiters[seat] = tuple([card or rest.pop() for card in waiter])
        while self.orders[seat].bit_count() < in_hand:
            self.orders[seat] |= rest.pop()
        while self.served[seat].bit_count() < served:
            self.served[seat] |= rest.pop()
        return [~(seat * SEATS + card.bit_length() - 1) for card in bits_of(hidden) + rest]

    def some_of(self, orders: int, most: int) -> int:
        """Place at most this many of the orders, of those not placed yet, and return them."""
        cards = bits_of(orders & self.unknown)
        self.chance.shuffle(cards)
        found = sum(cards[:most])
        self.unknown &= ~found
        return found

    # Ingredients

    def deal_ingredients(self, forced: bool) -> bool:
        """Deal ingredients: first what is seen in the oven and what somebody must hold, then as remembered."""
        view, memory, tallies = self.view, self.memory, self.tallies
        seen = sum(entry for entry in self.oven if entry > 0)
        inside = seen if view.oven_tally is None else tallies.pack(view.oven_tally)
        pool = self.unseen() - inside
        for seat, tally in enumerate(self.due):
            if not tallies.covers(pool, tally):
                raise Contradiction
            self.hands[seat] += tally
            pool -= tally
        number = view.oven - number_of_cards(view.game, self.oven) - len(self.below) - tallies.total(inside - seen)
        remembered = tallies.missing(inside, sum(entry for entry in memory.oven if entry > 0))
        more = self.limit_tally(remembered, pool, number)
        pool, more = self.fill(pool - more, more, number)
        self.below += tallies.cards(inside - seen + more)
        self.chance.shuffle(self.below)
        self.oven = self.below + self.oven
        if view.opening is not None:
            pool = self.deal_used(pool, view.opening.used)
        self.deal_hands(pool)
        return True


def bits_of(orders: int) -> list[int]:
    """Return the single orders of a set."""
    return [1 << place for place in range(orders.bit_length()) if orders >> place & 1]


def balance(rows: list[tuple[list[int], list[Range]]], totals: list[Range], chance: Chance) -> None:
    """Move orders of each seat from place to place until every place has as many, of all together, as it must.

    A row is how many orders of a seat are in every place, and how many can be. A move can need another first: if nobody
    can have one more in the oven and one less in hand, somebody may have one more served and one less in hand, and
    somebody else one more in the oven and one less served.
    """
    while True:
        sums = [sum(numbers[place] for numbers, _ in rows) for place in range(len(totals))]
        over = [place for place, (_, most) in enumerate(totals) if sums[place] > most]
        under = [place for place, (least, _) in enumerate(totals) if sums[place] < least]
        if not over and not under:
            return
        sources = over or [place for place, (least, _) in enumerate(totals) if sums[place] > least]
        targets = under or [place for place, (_, most) in enumerate(totals) if sums[place] < most]
        chance.shuffle(rows)
        chance.shuffle(sources)
        for one, other in moves(rows, sources, targets):
            numbers = next(numbers for numbers, ranges in rows if can_move(numbers, ranges, one, other))
            numbers[one] -= 1
            numbers[other] += 1


def moves(rows: list[tuple[list[int], list[Range]]], sources: list[int], targets: list[int]) -> list[tuple[int, int]]:
    """Return the shortest chain of moves from one of the sources to one of the targets."""
    chains = [[source] for source in sources]
    for chain in chains:
        for place in (HAND, SERVED, OVEN):
            if place not in chain and any(can_move(*row, chain[-1], place) for row in rows):
                chains.append([*chain, place])
                if place in targets:
                    return list(zip(chain, [*chain[1:], place], strict=True))
    raise Contradiction


def can_move(numbers: list[int], ranges: list[Range], one: int, other: int) -> bool:
    """Return whether a seat can have one order fewer in one place and one more in the other."""
    return numbers[one] > ranges[one][0] and numbers[other] < ranges[other][1]

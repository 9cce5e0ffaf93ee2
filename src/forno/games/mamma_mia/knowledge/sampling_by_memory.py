"""Dealing out what a seat can't know by what it remembers: one attempt.

What the view shows holds. Beyond that the memory decides: which orders lie where, what went into the oven, what the
supply was made of. A memory that has faded is taken as far as it agrees with the view.
"""

from __future__ import annotations

from forno.games.mamma_mia.knowledge.layout import OvenLayout, placing_of
from forno.games.mamma_mia.knowledge.supplies import Draws, Supplies
from forno.games.mamma_mia.knowledge.viewing import entry_name, number_of_cards
from forno.games.mamma_mia.rules.actions import Place
from forno.games.mamma_mia.rules.cards import KINDS
from forno.games.mamma_mia.rules.questions import SEATS
from forno.games.mamma_mia.rules.shuffles import stack
from forno.games.mamma_mia.rules.state import MammaMiaState

FOLLOW_TRIES = 50
"""Attempts to give laid cards back to supplies, if some card fits none."""


class Contradiction(Exception):
    """Raised when the memory contradicts the view."""


class ByMemory(OvenLayout):
    """One attempt."""

    def deal(self, forced: bool) -> MammaMiaState | None:
        """Return the whole table; `None` if the player who is awaited would have nothing to decide."""
        self.deal_orders()
        if not self.deal_ingredients(forced):
            return None
        self.check()
        state = self.build()
        return state if state.view(self.view.seat) == self.view else None

    def check(self) -> None:
        """Make every pile as large as the view says, and give every seat what it must hold to give or place."""
        view, tallies = self.view, self.tallies
        right = (
            len(self.supply) - 1 == view.supply
            and number_of_cards(view.game, self.oven) == view.oven
            and sum([served.bit_count() for served in self.served]) == view.completed
        )
        for seat, size in enumerate(view.sizes):
            if seat != view.seat:
                orders = self.orders[seat].bit_count()  # nobody draws orders to an over-full hand (MMR-1)
                held = tallies.total(self.hands[seat]) + orders
                right = right and held == size and orders <= self.lookups.hand_size
            right = right and 0 not in self.waiters[seat]
        if view.oven_tally is not None:
            right = right and sum([entry for entry in self.oven if entry > 0]) == tallies.pack(view.oven_tally)
        if view.opening is not None:
            cards, number = self.owed_cards()
            hand = self.hands[view.opening.owner or 0]
            right = right and tallies.covers(hand, cards) and tallies.total(hand) >= number
            right = right and tallies.total(self.used) == view.opening.used
        elif view.awaited is not None:
            right = right and (self.hands[view.awaited] > 0 or view.awaited == view.seat)
        if not right:
            raise Contradiction

    def owed_cards(self) -> tuple[int, int]:
        """MM-18: return the cards that another owner who asks for help must hold, and the fewest cards."""
        opening, tallies = self.view.opening, self.tallies
        if opening is None or opening.request is None or opening.owner in (None, self.view.seat):
            return 0, 0
        table, request = tallies.pack(opening.table), tallies.pack(opening.request)
        if opening.needs is not None:
            rest = tallies.missing(request, tallies.missing(table, tallies.pack(opening.needs)))
            return rest, tallies.total(rest)
        short = self.recipe(opening.owner or 0, opening.order or "").at_least - tallies.total(table)
        return 0, max(short - tallies.total(request), 0)

    # Orders

    def deal_orders(self) -> None:
        """Deal orders: in the oven as remembered, returned ones at the bottom of their waiter, the others at random."""
        view, memory, lookups = self.view, self.memory, self.lookups
        opening = view.opening
        self.oven = self.put_top(list(memory.oven))
        for seat in range(lookups.players):
            own = seat == view.seat
            unknown = sum(1 << order for order in lookups.orders_of[seat])
            if opening is not None and opening.owner == seat and opening.order is not None:
                unknown &= ~lookups.bits((opening.order,))
            if own and view.ordering is not None:
                unknown &= ~lookups.bits((view.ordering,))
            served = memory.served[seat] if view.served is None else lookups.bits(view.served[seat])
            hand = lookups.bits(view.orders or ()) if own else memory.known_orders[seat]
            self.served[seat] = served & unknown
            unknown &= ~served
            self.orders[seat] = hand & unknown
            unknown &= ~hand
            unknown &= ~self.orders_in_oven(seat, unknown)
            waiter = [card if card & unknown else 0 for card in memory.waiters[seat]][-view.waiters[seat] :]
            if not view.waiters[seat]:
                waiter = []
            waiter = [0] * (view.waiters[seat] - len(waiter)) + waiter
            unknown &= ~sum(waiter)
            self.deal_unknown_orders(seat, unknown, waiter)

    def put_top(self, oven: list[int]) -> list[int]:
        """Put the card that can be seen on top, if memory has something else there."""
        view, lookups = self.view, self.lookups
        if view.top is None:
            return oven
        if view.top in KINDS:
            seen = bool(oven) and entry_name(view.game, oven[-1]) == view.top
            return oven if seen else [*oven, self.tallies.unit[KINDS.index(view.top)]]
        owner, _, order = view.top.partition(" ")
        top = ~(view.game.colours.index(owner) * SEATS + lookups.order_names.index(order))
        return [entry for entry in oven if entry != top] + [top]

    def orders_in_oven(self, seat: int, possible: int) -> int:
        """Return the seat's orders that are remembered in the oven; what can't be there is forgotten."""
        found = 0
        kept: list[int] = []
        for entry in self.oven:
            if entry < 0 and ~entry // SEATS == seat:
                order = 1 << ~entry % SEATS
                if not order & possible or order & found:
                    continue
                found |= order
            kept.append(entry)
        self.oven = kept
        return found

    def taken_back(self, seat: int, number: int) -> list[int]:
        """Return `number` of the seat's orders that can't be in the oven after all: they are needed elsewhere."""
        cards: list[int] = []
        last = len(self.oven) - (self.view.top is not None)
        for place in range(last - 1, -1, -1):
            entry = self.oven[place]
            if len(cards) < number and entry < 0 and ~entry // SEATS == seat:
                cards.append(1 << ~entry % SEATS)
                del self.oven[place]
        return cards

    def deal_unknown_orders(self, seat: int, unknown: int, waiter: list[int]) -> None:
        """Fill the gaps in the waiter, the unseen rewards and the hand; all other orders must be in the oven."""
        view, memory = self.view, self.memory
        rewards = memory.rewards[seat] if view.served is None else 0
        cards = [1 << place for place in range(unknown.bit_length()) if unknown >> place & 1]
        cards += self.taken_back(seat, waiter.count(0) + rewards - len(cards))
        self.chance.shuffle(cards)
        for place, card in enumerate(waiter):
            if not card and cards:
                waiter[place] = cards.pop()
        self.waiters[seat] = tuple(waiter)
        for _ in range(rewards):
            if cards:
                self.served[seat] |= cards.pop()
        if seat != view.seat:
            room = min(memory.held_orders[seat], view.sizes[seat]) - self.orders[seat].bit_count()
            for _ in range(room):
                if cards:
                    self.orders[seat] |= cards.pop()
        for card in cards:
            place = self.chance.below(len(self.oven) + (view.top is None or not self.oven))
            self.oven.insert(place, ~(seat * SEATS + card.bit_length() - 1))

    # Ingredients

    def must_hold(self, pool: int, forced: bool) -> list[int]:
        """Return what each seat is known to hold: one asked for help can give it, one awaited can act."""
        view, lookups = self.view, self.lookups
        held = [0] * lookups.players
        opening = view.opening
        if opening is None or opening.owner is None:
            return held
        held[opening.owner] = self.owed_cards()[0]
        if view.awaited is None and opening.request is not None and opening.given is None:
            able = [
                seat
                for seat in self.may_be_asked(opening.owner, sum(opening.request))
                if view.waiters[seat] and view.sizes[seat] - self.orders[seat].bit_count() >= sum(opening.request)
            ]
            if not able:
                raise Contradiction
            self.asked = self.chance.choice(able)
            held[self.asked] = self.tallies.pack(opening.request)
        elif forced and view.awaited == opening.owner and view.seat != opening.owner:
            recipe = self.recipe(opening.owner, opening.order or "")
            table = self.tallies.pack(opening.table)
            missing = [self.tallies.missing(table, needs) for _, needs in recipe.ways]
            room = view.sizes[opening.owner] - self.orders[opening.owner].bit_count()
            fitting = [
                tally for tally in missing if 0 < self.tallies.total(tally) <= room and self.tallies.covers(pool, tally)
            ]
            if fitting:
                held[opening.owner] = self.chance.choice(fitting)
        return held

    def may_be_asked(self, owner: int, cards: int) -> list[int]:
        """MM-19: return the seats that an owner may be asking for this many cards now.

        Who has refused knows that all before have, too; who is still to be asked, that nobody after is asked yet.
        """
        seat, sizes = self.view.seat, self.view.sizes
        to_ask = self.lookups.yet_to_ask[owner]
        if seat is None or seat == owner:
            return to_ask[owner]
        if self.memory.refused:
            return to_ask[seat]
        asks_me = self.view.waiters[seat] and sizes[seat] >= cards
        return [other for other in to_ask[owner] if other != seat and not (asks_me and other in to_ask[seat])]

    def deal_ingredients(self, forced: bool) -> bool:
        """Deal ingredients: the oven as remembered, the supply from what it was made of, the rest to the other hands.

        Return whether those hold what they must.
        """
        view, supplies = self.view, self.memory.supplies.settle()
        pool = self.unseen()
        if view.opening is not None:
            pool = self.deal_used(pool, view.opening.used)
        pool = self.deal_oven(pool)
        held = self.must_hold(pool, forced)
        if pool == supplies.unseen:
            return self.deal_by_supplies(supplies, held)
        for seat, tally in enumerate(held):
            part = self.limit_tally(tally, pool, 99)
            self.hands[seat] += part
            pool -= part
        self.deal_hands(pool)
        return True

    def deal_by_supplies(self, supplies: Supplies, held: list[int]) -> bool:
        """Deal hands and supply so that every card can have come from its supply; return whether hands are as held."""
        view, lookups = self.view, self.lookups
        others = [seat for seat in range(lookups.players) if seat != view.seat]
        for _ in range(FOLLOW_TRIES):
            draws = Draws(supplies, self.chance)
            stuck = draws.follow(others)
            if stuck < 0:
                break
            others.remove(stuck)
            others.insert(0, stuck)
        else:
            raise Contradiction
        for seat in others:
            if sum(draws.places[seat], self.tallies.total(draws.hands[seat])) != (
                view.sizes[seat] - self.orders[seat].bit_count()
            ):
                raise Contradiction
            if not draws.give(seat, held[seat]):
                return False
        for seat, tally in enumerate(self.memory.believed(self.chance)):
            if seat != view.seat:
                draws.give(seat, tally)
        self.supply = stack(draws.deal())
        for seat in others:
            self.hands[seat] = draws.hands[seat]
        return True

    def unseen(self) -> int:
        """Return all ingredients that the view doesn't show; the seat's own hand is as it shows."""
        view, lookups, tallies = self.view, self.lookups, self.tallies
        pool = lookups.copies * sum(tallies.unit)
        if view.hand is not None and view.seat is not None:
            self.hands[view.seat] = tallies.pack(view.hand)
            pool -= self.hands[view.seat]
        if view.placing is not None:
            placed = view.game.actions[placing_of(view.game, view.placing)]
            assert isinstance(placed, Place)
            pool -= placed.number * tallies.unit[placed.kind]
        if view.opening is not None:
            for amounts in (view.opening.table, view.opening.given, view.opening.added):
                pool -= tallies.pack(amounts) if amounts is not None else 0
        return pool

    def deal_used(self, pool: int, number: int) -> int:
        """Set the used pile as remembered, with as many cards as the view says. Return what is left of the pool."""
        self.used = self.limit_tally(self.memory.used, pool, number)
        pool, self.used = self.fill(pool - self.used, self.used, number)
        return pool

    def deal_hands(self, pool: int) -> None:
        """Deal hands as they are believed to be, the supply from what it was made of, and the rest to the hands."""
        view, memory, lookups, tallies = self.view, self.memory, self.lookups, self.tallies
        for seat, tally in enumerate(memory.believed(self.chance)):
            if tally and seat != view.seat:
                room = view.sizes[seat] - self.orders[seat].bit_count() - tallies.total(self.hands[seat])
                part = self.limit_tally(tallies.missing(self.hands[seat], tally), pool, max(room, 0))
                self.hands[seat] += part
                pool -= part
        supply = 0
        limit = self.limit_tally(memory.supplies.settle().pools[-1], pool, 99)
        for card in self.drawn_from(limit, view.supply):
            supply += card
        pool -= supply
        pool, supply = self.fill(pool, supply, view.supply)
        cards = tallies.cards(supply)
        self.chance.shuffle(cards)
        self.supply = stack(cards)
        rest = tallies.cards(pool)
        self.chance.shuffle(rest)
        first = view.awaited if view.opening is None and view.awaited != view.seat else None
        for seat in sorted(range(lookups.players), key=lambda seat: seat != first):
            if seat != view.seat:
                room = view.sizes[seat] - self.orders[seat].bit_count() - tallies.total(self.hands[seat])
                self.hands[seat] += sum(rest[: max(room, 0)])
                del rest[: max(room, 0)]
        if rest:
            raise Contradiction

    def deal_oven(self, pool: int) -> int:
        """Set the oven as remembered, with as many cards as the view says. Return what is left of the pool."""
        view, tallies = self.view, self.tallies
        kept: list[int] = []
        for entry in reversed(self.oven):  # what is seen on top is certain, the rest comes after it
            if entry >= 0:
                entry = self.limit_tally(entry, pool, 99)
                pool -= entry
                if not entry:
                    continue
            kept.append(entry)
        kept.reverse()
        excess = sum(1 if entry < 0 else tallies.total(entry) for entry in kept) - view.oven
        while excess > 0:
            places = [place for place, entry in enumerate(kept) if entry > 0]
            if view.top is not None and len(places) > 1 and kept[-1] in self.tallies.unit:
                places.remove(len(kept) - 1)
            if not places:
                raise Contradiction
            place = self.chance.choice(places)
            unit = tallies.unit[tallies.only_kind(kept[place])]
            kept[place] -= unit
            pool += unit
            excess -= 1
            if not kept[place]:
                del kept[place]
        for card in self.drawn_from(pool, -excess):
            pool -= card
            kept.insert(self.chance.below(len(kept) + (view.top is None or not kept)), card)
        self.oven = kept
        return pool

    def limit_tally(self, tally: int, limit: int, most: int) -> int:
        """Return the part of a tally that is within a limit and a number of cards."""
        tallies = self.tallies
        part = tally - tallies.missing(limit, tally)
        if tallies.total(part) <= most:
            return part
        counts = list(tallies.unpack(part))
        while sum(counts) > most:
            counts[self.chance.choice([kind for kind, count in enumerate(counts) if count])] -= 1
        return tallies.pack(counts)

    def fill(self, pool: int, pile: int, size: int) -> tuple[int, int]:
        """Bring a pile to its size from the pool. Returns both."""
        for card in self.drawn_from(pool, size - self.tallies.total(pile)):
            pool -= card
            pile += card
        return pool, pile

    def drawn_from(self, pool: int, number: int) -> list[int]:
        """Return random cards of a pool."""
        if number <= 0:
            return []
        cards = self.tallies.cards(pool)
        self.chance.shuffle(cards)
        return cards[:number]

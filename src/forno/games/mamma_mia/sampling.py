"""Dealing out what a seat can't know, consistently with what it knows.

What the view shows holds in every sampled state. Beyond that the memory decides: which orders lie where, what went into
the oven, what the supply was made of. A memory that has faded is taken as far as it agrees with the view.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from forno.core.chance import Chance
from forno.games.mamma_mia.actions import Place, Request
from forno.games.mamma_mia.cards import KINDS
from forno.games.mamma_mia.opening import add_to_bombastica, check_order
from forno.games.mamma_mia.questions import ADD, BAKE, DRAW, HELP, ORDER, OVER, PLACE, REQUEST, SEATS
from forno.games.mamma_mia.shuffles import shuffles, stack
from forno.games.mamma_mia.state import MammaMiaState, Opening
from forno.games.mamma_mia.tables import Recipe
from forno.games.mamma_mia.views import entry_name

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia
    from forno.games.mamma_mia.memory import MammaMiaMemory
    from forno.games.mamma_mia.views import MammaMiaView

TRIES = 200
"""How often hands are dealt anew until the player who is awaited has something to decide."""

OWN_TRIES = 20
"""The same if it is this seat that is awaited: the first deal is good, unless a poor memory confuses it."""


@lru_cache(maxsize=256)
def _placing(game: MammaMia, notation: str) -> int:
    """The number of what is being placed: many worlds are dealt from one view."""
    return game.parse(notation)


def sample(view: MammaMiaView, memory: MammaMiaMemory, chance: Chance) -> MammaMiaState:
    """A full state that looks the same to this seat."""
    tries = TRIES if view.awaited != view.seat else OWN_TRIES
    for _ in range(tries - 1):
        state = _Sampler(view, memory, chance).deal(forced=False)
        if state is not None:
            return state
    state = _Sampler(view, memory, chance).deal(forced=True)
    assert state is not None, "nothing that is known can be so"
    return state


class _Sampler:
    """One attempt."""

    def __init__(self, view: MammaMiaView, memory: MammaMiaMemory, chance: Chance) -> None:
        self.view = view
        self.memory = memory
        self.chance = chance
        self.tables = view.game.tables
        self.tallies = self.tables.tallies
        players = self.tables.players
        self.hands = [0] * players
        self.orders = [0] * players
        self.waiters: list[tuple[int, ...]] = [()] * players
        self.served = [0] * players
        self.oven: list[int] = []
        self.supply: tuple[int, ...] = (0,)

    def deal(self, forced: bool) -> MammaMiaState | None:
        """The whole table; `None` if the player who is awaited would have nothing to decide."""
        self.deal_orders()
        self.deal_ingredients(forced)
        state = self.build()
        return state if state.view(self.view.seat) == self.view else None

    # Orders

    def deal_orders(self) -> None:
        """Orders: in the oven as remembered, returned ones at the bottom of their waiter, the others at random."""
        view, memory, tables = self.view, self.memory, self.tables
        opening = view.opening
        self.oven = self.topped(list(memory.oven))
        for seat in range(tables.players):
            own = seat == view.seat
            unknown = sum(1 << order for order in tables.orders_of[seat])
            if opening is not None and opening.owner == seat and opening.order is not None:
                unknown &= ~tables.bits((opening.order,))
            if own and view.ordering is not None:
                unknown &= ~tables.bits((view.ordering,))
            served = memory.served[seat] if view.served is None else tables.bits(view.served[seat])
            hand = tables.bits(view.orders or ()) if own else memory.known_orders[seat]
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

    def topped(self, oven: list[int]) -> list[int]:
        """The top card can be seen: if memory has something else there, that card comes on top."""
        view, tables = self.view, self.tables
        if view.top is None:
            return oven
        if view.top in KINDS:
            seen = bool(oven) and entry_name(view.game, oven[-1]) == view.top
            return oven if seen else [*oven, self.tallies.unit[KINDS.index(view.top)]]
        owner, _, order = view.top.partition(" ")
        top = ~(view.game.colours.index(owner) * SEATS + tables.order_names.index(order))
        return [entry for entry in oven if entry != top] + [top]

    def orders_in_oven(self, seat: int, possible: int) -> int:
        """The seat's orders that are remembered in the oven; what can't be there is forgotten."""
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
        """So many of the seat's orders that can't be in the oven after all: they are needed elsewhere."""
        cards: list[int] = []
        last = len(self.oven) - (self.view.top is not None)
        for place in range(last - 1, -1, -1):
            entry = self.oven[place]
            if len(cards) < number and entry < 0 and ~entry // SEATS == seat:
                cards.append(1 << ~entry % SEATS)
                del self.oven[place]
        return cards

    def deal_unknown_orders(self, seat: int, unknown: int, waiter: list[int]) -> None:
        """Fill the gaps in the waiter, the unseen rewards and the hand; whatever is left over must be in the oven."""
        view, memory = self.view, self.memory
        cards = [1 << place for place in range(unknown.bit_length()) if unknown >> place & 1]
        cards += self.taken_back(seat, waiter.count(0) + memory.rewards[seat] - len(cards))
        self.chance.shuffle(cards)
        for place, card in enumerate(waiter):
            if not card and cards:
                waiter[place] = cards.pop()
        self.waiters[seat] = tuple(waiter)
        for _ in range(memory.rewards[seat]):
            if cards:
                self.served[seat] |= cards.pop()
        if seat != view.seat:
            room = min(memory.held_orders[seat], view.sizes[seat]) - self.orders[seat].bit_count()
            for _ in range(room):
                if cards:
                    self.orders[seat] |= cards.pop()
        for card in cards:
            place = self.chance.below(len(self.oven) + (view.top is None))
            self.oven.insert(place, ~(seat * SEATS + card.bit_length() - 1))

    # Ingredients

    def must_hold(self, pool: int, forced: bool) -> list[int]:
        """What somebody is known to hold: whoever is asked for help can give it, whoever is awaited can act."""
        view, tables = self.view, self.tables
        held = [0] * tables.players
        opening = view.opening
        self.asked = -1
        if opening is None or opening.owner is None:
            return held
        if opening.request is not None and opening.needs is not None and opening.owner != view.seat:
            rest = self.tallies.missing(self.tallies.pack(opening.table), self.tallies.pack(opening.needs))
            rest = self.tallies.missing(self.tallies.pack(opening.request), rest)  # MM-18: the owner can add that
            held[opening.owner] = self.limited(rest, pool, 99)
        if view.awaited is None and opening.request is not None and opening.given is None:
            able = [
                seat
                for seat in range(tables.players)
                if seat not in (opening.owner, view.seat)
                and view.waiters[seat]
                and view.sizes[seat] - self.orders[seat].bit_count() >= sum(opening.request)
            ]
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

    def deal_ingredients(self, forced: bool) -> None:
        """Ingredients: the oven as remembered, the supply from what it was made of, the rest to the other hands."""
        view, memory, tables, tallies = self.view, self.memory, self.tables, self.tallies
        opening = view.opening
        pool = tables.copies * sum(tallies.unit)
        if view.hand is not None and view.seat is not None:
            self.hands[view.seat] = tallies.pack(view.hand)
            pool -= self.hands[view.seat]
        if view.placing is not None:
            placed = view.game.actions[_placing(view.game, view.placing)]
            assert isinstance(placed, Place)
            pool -= placed.number * tallies.unit[placed.kind]
        self.used = 0
        if opening is not None:
            for amounts in (opening.table, opening.given, opening.added):
                pool -= tallies.pack(amounts) if amounts is not None else 0
            self.used = self.limited(memory.used, pool, opening.used)
            pool -= self.used
            pool, self.used = self.fill(pool, self.used, opening.used)
        pool = self.deal_oven(pool)
        for seat, tally in enumerate(self.must_hold(pool, forced)):
            part = self.limited(tally, pool, 99)
            self.hands[seat] += part
            pool -= part
        for seat, tally in enumerate(memory.believed(self.chance)):
            if tally and seat != view.seat:
                room = view.sizes[seat] - self.orders[seat].bit_count() - tallies.total(self.hands[seat])
                part = self.limited(tallies.missing(self.hands[seat], tally), pool, max(room, 0))
                self.hands[seat] += part
                pool -= part
        supply = 0
        limit = self.limited(memory.supply_pool, pool, 99)
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
        for seat in sorted(range(tables.players), key=lambda seat: seat != first):
            if seat != view.seat:
                room = view.sizes[seat] - self.orders[seat].bit_count() - tallies.total(self.hands[seat])
                self.hands[seat] += sum(rest[: max(room, 0)])
                del rest[: max(room, 0)]

    def deal_oven(self, pool: int) -> int:
        """The oven as remembered, with as many cards as the view says. Returns what is left of the pool."""
        view, tallies = self.view, self.tallies
        kept: list[int] = []
        for entry in reversed(self.oven):  # what is seen on top is certain, the rest comes after it
            if entry >= 0:
                entry = self.limited(entry, pool, 99)
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
            place = self.chance.choice(places)
            unit = tallies.unit[tallies.only_kind(kept[place])]
            kept[place] -= unit
            pool += unit
            excess -= 1
            if not kept[place]:
                del kept[place]
        for card in self.drawn_from(pool, -excess):
            pool -= card
            kept.insert(self.chance.below(len(kept) + (view.top is None)), card)
        self.oven = kept
        return pool

    def recipe(self, owner: int, order: str) -> Recipe:
        return self.tables.recipes[~(owner * SEATS + self.tables.order_names.index(order))]

    def limited(self, tally: int, limit: int, most: int) -> int:
        """As much of a tally as the limit has, and no more cards than that."""
        tallies = self.tallies
        part = tally - tallies.missing(limit, tally)
        if tallies.total(part) <= most:
            return part
        counts = tallies.unpack(part)
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
        """So many cards at random."""
        if number <= 0:
            return []
        cards = self.tallies.cards(pool)
        self.chance.shuffle(cards)
        return cards[:number]

    # The state

    def build(self) -> MammaMiaState:
        """Put it together, and bring it to the question that is open."""
        view, tables = self.view, self.tables
        state = MammaMiaState(
            game=view.game,
            tables=tables,
            seed=None,
            shuffles=shuffles(tables, self.chance.bits().to_bytes(8, "big")),
            quiet=True,
            is_over=view.outcome is not None,
            seat=view.awaited if view.awaited is not None else 0,
            question=PLACE,
            turn=0,
            rounds=view.round,
            placing=-1,
            ordering=-1,
            hands=self.hands,
            orders=self.orders,
            sizes=list(view.sizes),
            waiters=self.waiters,
            served=self.served,
            supply=self.supply,
            left=len(self.supply) - 1,
            oven=self.oven,
            opening=None,
            legal=[],
            past=(),
        )
        if view.opening is not None:
            self.open(state)
        elif view.placing is None:
            state.legal = tables.legal_places(state.hands[state.seat])
        else:
            state.legal = list(view.actions)
            state.placing = _placing(view.game, view.placing)
            state.ordering = -1 if view.ordering is None else tables.order_names.index(view.ordering)
            state.question = DRAW if view.actions[0] >= tables.draw_supply else ORDER
        given = {ORDER: 1, DRAW: 2}.get(state.question, 0)
        state.past = (self.remembered_turns(), ~given)
        state.quiet = False
        return state

    def remembered_turns(self) -> object:
        """The turns that the view shows, as links of the state's past."""
        view, tables = self.view, self.tables
        shown = view.past_turns if view.past_turns is not None else view.recent
        turns: object = ()
        if view.past_turns is None and view.seat is not None:
            turns = (turns, view.seat, -1, -1, 0, 0, PLACE)
        for turn in shown:
            placing = -1 if turn.kind is None else turn.kind * tables.hand_size + turn.number - 1
            ordering = -1 if turn.order is None else tables.order_names.index(turn.order)
            pile = {"supply": 1, "waiter": 2}.get(turn.pile or "", 0)
            turns = (turns, turn.seat, placing, ordering, pile, turn.drawn, PLACE)
        return turns

    def open(self, state: MammaMiaState) -> None:
        """The oven is open: lay out the table and ask what is being asked."""
        view, tables, tallies = self.view, self.tables, self.tallies
        seen = view.opening
        assert seen is not None
        table = tallies.pack(seen.table)
        opening = Opening(seen.opener, 0, table, self.used, None, 0, 0, 0, 0, -1, -1, 0, 0)
        state.opening = opening
        if state.is_over:
            state.question = OVER
            return
        if seen.owner is None or seen.order is None:
            return
        recipe = self.recipe(seen.owner, seen.order)
        own = view.seat == seen.owner == view.awaited
        if view.awaited == seen.owner and not own and seen.given is None:
            check_order(state, opening, recipe)
            return
        opening.recipe = recipe
        opening.needs = tallies.pack(seen.needs) if seen.needs is not None else 0
        opening.missing = tallies.missing(table, opening.needs)
        opening.short = max(recipe.at_least - tallies.total(table), 0)
        opening.request = tallies.pack(seen.request) if seen.request is not None else 0
        opening.given = tallies.pack(seen.given) if seen.given is not None else 0
        opening.added = tallies.pack(seen.added) if seen.added is not None else 0
        opening.helper = -1 if seen.helper is None else seen.helper
        state.legal = list(view.actions)
        if view.awaited is None or (view.actions and view.actions[0] == tables.help):
            state.question = HELP
            opening.helper = state.seat = self.asked if view.awaited is None else view.awaited
            state.legal = [tables.help, tables.refuse]
        elif not own:
            add_to_bombastica(state, opening, recipe)
        elif view.actions[0] >= tables.add_card:
            state.question = ADD
        elif view.actions[0] >= tables.request:
            state.question = REQUEST
            first = view.game.actions[view.actions[0]]
            assert isinstance(first, Request)
            opening.asking = first.kind
        else:
            state.question = BAKE

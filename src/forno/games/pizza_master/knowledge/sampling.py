"""Dealing out what a seat can't know, consistently with what it knows.

What the view shows holds in every sampled state. Beyond that the memory decides: which orders lie among the discards,
which came into the deck when it was made new, where the specials lie that everybody began with, which missions lie
under theirs. A memory that has faded is taken as far as it agrees with the view.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from forno.core.chance import Chance
from forno.games.pizza_master.knowledge.memory import SHOWN, SHOWN_NEW
from forno.games.pizza_master.knowledge.specials import DECK, DISCARDS, HAND
from forno.games.pizza_master.rules.actions import PlaceCoins
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.kitchen import ask_to_make, legal_turn
from forno.games.pizza_master.rules.lookups import bits
from forno.games.pizza_master.rules.missions import ask_to_keep, ask_to_return
from forno.games.pizza_master.rules.morning import coins_of, offer_cards
from forno.games.pizza_master.rules.parts import Board, Ledger, Missions, Objectives, Orders
from forno.games.pizza_master.rules.questions import (
    COINS,
    COLLECT,
    DECLARE,
    DISCARD,
    KEEP,
    MAKE,
    OVER,
    RETURN,
    SPECIALS,
)
from forno.games.pizza_master.rules.state import PizzaMasterState

if TYPE_CHECKING:
    from forno.games.pizza_master.knowledge.memory import PizzaMasterMemory
    from forno.games.pizza_master.knowledge.views import PizzaMasterView

IN_DECK = -1
IN_DISCARDS = -2
"""Where a card can lie besides the hands, which are the seats."""


def sample(view: PizzaMasterView, memory: PizzaMasterMemory, chance: Chance) -> PizzaMasterState:
    """Return a full state that looks the same to this seat."""
    return _Sampler(view, memory, chance).deal()


class _Sampler:
    """Builds one sampled state."""

    def __init__(self, view: PizzaMasterView, memory: PizzaMasterMemory, chance: Chance) -> None:
        self.view = view
        self.memory = memory
        self.chance = chance
        self.lookups = view.game.lookups
        players = self.lookups.players
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.deck: list[int] = []
        self.discards: list[int] = []
        self.firsts: list[int] = []
        """Where everybody's first special lies; the deck also stands for places that its cards have come to."""
        self.known_discards = 0
        """How many of the discards are known; they lie first."""
        self.renewed = bool(memory.known_deck) or any(memory.old_cards)
        """Whether some cards were drawn before the deck was renewed."""
        self.old: set[tuple[int, int]] = set()
        """Cards that were drawn before the deck was renewed: the place, and where in its pile."""
        self.kept: Counter[int] = Counter()
        """How many specials must stay in a place."""

    def deal(self) -> PizzaMasterState:
        self.deal_orders()
        self.make_able()
        state = self.build()
        self.ask(state)
        return state

    # Orders

    def deal_orders(self) -> None:
        """Orders that aren't seen: known discards first, then those known to have been in the deck, then the others."""
        view, memory, lookups = self.view, self.memory, self.lookups
        seen = [*view.row, *view.discarding, *(name for names in view.completed for name in names)]
        if view.seat is not None and view.hand is not None:
            self.hands[view.seat] = list(lookups.places(view.hand))
            seen += view.hand
        unknown = lookups.copies[:]
        for card in lookups.places(tuple(seen)):
            unknown[card] -= 1
        known = self.among(unknown, memory.known_discards)[: view.discards]
        self.discards += known
        self.known_discards = len(known)
        for card in known:
            unknown[card] -= 1
        renewed = self.among(unknown, memory.known_deck)
        for card in renewed:
            unknown[card] -= 1
        recent, old = self.places(view.discards - len(known))
        self.chance.shuffle(recent)
        self.lay_first_specials(unknown, recent)
        while renewed and recent:
            self.lay(renewed.pop(), recent.pop())
        rest = self.cards_of(unknown) + renewed
        self.chance.shuffle(rest)
        for card, place in zip(rest[: len(recent)], recent, strict=True):
            self.lay(card, place)
        for card, place in zip(rest[len(recent) :], old, strict=True):
            self.lay_old(card, place)
        self.chance.shuffle(self.deck)

    def among(self, pool: list[int], cards: list[int]) -> list[int]:
        """Return those of the cards that are in a pool, which gives the number of each order."""
        left = pool[:]
        found: list[int] = []
        for card in cards:
            if left[card]:
                left[card] -= 1
                found.append(card)
        return found

    def cards_of(self, pool: list[int]) -> list[int]:
        """Return the cards of a pool, one after the other."""
        return [card for card, number in enumerate(pool) for _ in range(number)]

    def places(self, discards: int) -> tuple[list[int], list[int]]:
        """Return the places of unknown cards: those that cards of the renewed deck can have come to, and the others."""
        view = self.view
        recent = [IN_DECK] * view.deck
        old: list[int] = []
        for seat in range(self.lookups.players):
            if seat == view.seat:
                continue
            hand, thrown = self.followed(seat)
            thrown = thrown[:discards]
            discards -= len(thrown)
            new = [seat] * hand.count(True) + [IN_DISCARDS] * thrown.count(True)
            before = [seat] * hand.count(False) + [IN_DISCARDS] * thrown.count(False)
            self.set_first_special_apart(seat, before if self.renewed else new)
            recent += new
            old += before
        return recent, old + [IN_DISCARDS] * discards

    def followed(self, seat: int) -> tuple[list[bool], list[bool]]:
        """Return a hand and its unseen discards: for every card, whether it was drawn since the deck was renewed.

        Which cards were discarded is chosen at random, as often as cards of both kinds were in the hand.
        """
        memory = self.memory
        hand = [False] * memory.old_cards[seat]
        thrown: list[bool] = []
        for step in memory.course[seat]:
            if step in (SHOWN, SHOWN_NEW):
                if hand:
                    wanted = step == SHOWN_NEW
                    hand.remove(wanted if wanted in hand else not wanted)
            elif step > 0:
                hand += [True] * step
            else:
                self.chance.shuffle(hand)
                thrown += hand[:-step]
                del hand[:-step]
        size = self.view.sizes[seat]
        return (hand + [True] * (size - len(hand)))[:size], thrown

    def set_first_special_apart(self, seat: int, own: list[int]) -> None:
        """Settle where a seat's first special lies; if that is among these cards of its own, the place is taken."""
        places = self.memory.first_specials.places[seat]
        free = [place for place in own if (DISCARDS if place == IN_DISCARDS else HAND) in places]
        if DECK in places:
            free += [IN_DECK] * self.view.deck
        if free:
            self.firsts.append(self.chance.choice(free))
            if self.firsts[-1] != IN_DECK:
                own.remove(self.firsts[-1])

    def lay_first_specials(self, unknown: list[int], recent: list[int]) -> None:
        """Specials go where they must lie, before anything else takes those places."""
        specials = [card for card in self.cards_of(unknown) if self.is_special(card)]
        self.chance.shuffle(specials)
        for place in self.firsts + [IN_DECK] * self.memory.first_specials.renewed:
            settled = place != IN_DECK
            if not settled:
                if not recent:
                    continue
                place = recent.pop()
            if specials:
                unknown[specials[-1]] -= 1
                if settled and self.renewed:
                    self.lay_old(specials.pop(), place)
                else:
                    self.lay(specials.pop(), place)
                self.kept[place] += 1
            else:  # the memory is mistaken
                recent.append(place)

    def is_special(self, card: int) -> bool:
        return self.lookups.category[card] == SPECIALS

    def lay(self, card: int, place: int) -> None:
        self.pile(place).append(card)

    def lay_old(self, card: int, place: int) -> None:
        self.old.add((place, len(self.pile(place))))
        self.lay(card, place)

    def pile(self, place: int) -> list[int]:
        if place == IN_DECK:
            return self.deck
        return self.discards if place == IN_DISCARDS else self.hands[place]

    def make_able(self) -> None:
        """PMR-9: make sure that a seat asked to make something can: if nothing else, a card of its hand allows it."""
        view, lookups = self.view, self.lookups
        seat = view.awaited
        if seat is None or seat == view.seat or view.phase != "collecting":
            return
        state = self.build()
        collecting = seat in view.collecting
        if collecting and (not lookups.one_a_turn or len(legal_turn(state, seat)) > 1):
            return
        if not collecting and ask_to_make(state, seat):
            return
        able = lookups.made_of(state.board.trays[seat] + state.board.beside[seat]).able
        others = [other for other in range(lookups.players) if other not in (seat, view.seat)]
        swaps = [
            (place, there, here)
            for place in (IN_DECK, IN_DISCARDS, *others)
            for there, card in enumerate(self.pile(place))
            if able >> card & 1
            for here in range(len(self.hands[seat]))
            if self.can_swap(seat, here, place, there)
        ]
        self.chance.shuffle(swaps)
        for place, there, here in swaps:
            self.swap(seat, here, place, there)
            if self.has_enough(seat) and self.has_enough(place):
                return
            self.swap(seat, here, place, there)
        if swaps:  # the memory is mistaken, and the view is right
            self.swap(seat, swaps[0][2], *swaps[0][:2])

    def can_swap(self, seat: int, here: int, place: int, there: int) -> bool:
        """Return whether two cards can lie in each other's place: a card known to have been in the deck when it was
        renewed can't lie where one was drawn before; known discards stay."""
        if place == IN_DISCARDS and there < self.known_discards:
            return False
        known = self.memory.known_deck
        old_here, old_there = (seat, here) in self.old, (place, there) in self.old
        return not ((old_here and self.pile(place)[there] in known) or (old_there and self.hands[seat][here] in known))

    def swap(self, seat: int, here: int, place: int, there: int) -> None:
        hand, pile = self.hands[seat], self.pile(place)
        hand[here], pile[there] = pile[there], hand[here]

    def has_enough(self, place: int) -> bool:
        """Return whether the specials lie there that must."""
        return sum(map(self.is_special, self.pile(place))) >= self.kept[place]

    # Missions and objectives

    def deal_missions(self) -> tuple[int, ...]:
        """Return the mission deck: those that went under it as remembered, the others at random."""
        view, lookups = self.view, self.lookups
        if not lookups.missions:
            return ()
        seen = {view.mission, *view.prizes, *(name for won in view.won for name in won)}
        unknown = [number for number, name in enumerate(lookups.mission_names) if name not in seen]
        under = [number if number in unknown else -1 for number in self.memory.mission_deck][-view.missions :]
        under = [-1] * (view.missions - len(under)) + under
        rest = [number for number in unknown if number not in under]
        self.chance.shuffle(rest)
        return tuple([number if number >= 0 else rest.pop() for number in under]) if view.missions else ()

    def deal_objectives(self) -> Objectives:
        """Deal the objectives that aren't seen: secrets of others, or in the box."""
        view, lookups = self.view, self.lookups
        names = lookups.objective_names
        known = [*view.objectives, *view.secrets]
        rest = [number for number in view.game.objectives_in_play if names[number] not in known]
        self.chance.shuffle(rest)
        secrets = [rest.pop() if name is None else names.index(name) for name in view.secrets]
        return Objectives(tuple(names.index(name) for name in view.objectives), tuple(secrets), tuple(rest))

    # The state

    def build(self) -> PizzaMasterState:
        """Put it together."""
        view = self.view
        objectives = self.deal_objectives()
        return PizzaMasterState(
            game=view.game,
            lookups=self.lookups,
            start=None,
            quiet=False,
            is_over=view.outcome is not None,
            seat=view.awaited if view.awaited is not None else 0,
            question=OVER,
            turn=0,
            day=view.day,
            order=view.order,
            place=0,
            queue=view.collecting,
            stopped=sum(1 << seat for seat in view.stopped),
            helper=-1 if view.helper is None else view.helper,
            orders=self.orders(),
            board=self.board(),
            ledger=self.ledger(),
            missions=self.missions(),
            objectives=objectives,
            ending=view.ending or "",
            legal=[],
            past=(),
            today=[],
        )

    def orders(self) -> Orders:
        view, lookups = self.view, self.lookups
        hands = [tuple(sorted(hand)) for hand in self.hands]
        row = lookups.places(view.row)
        return Orders(
            hands=hands,
            held=[bits(hand) for hand in hands],
            deck=tuple(self.deck),
            discards=tuple(self.discards),
            seen_discards=[self.seen_by(seat) for seat in range(lookups.players)],
            row=row,
            shared=bits(row) << lookups.different,
            discarding=lookups.places(view.discarding),
            key=self.chance.bits().to_bytes(8, "big"),
            renewals=0,
        )

    def seen_by(self, seat: int) -> tuple[int, ...]:
        """Return the discards that a seat knows of: what lay on the table; of its own only this seat is sure."""
        memory = self.memory
        return tuple(memory.known_discards if seat == self.view.seat else memory.row_discards)

    def board(self) -> Board:
        view = self.view
        pack = self.lookups.tallies.pack
        return Board(
            coins=self.coins_on_the_board(),
            section=0,
            unplaced=0,
            supply=pack(view.supply),
            refrigerator=pack(view.refrigerator),
            reserved=[pack(amounts) for amounts in view.reserved],
            trays=[pack(amounts) for amounts in view.trays],
            beside=[pack(amounts) for amounts in view.beside],
            kept=next((4 * seat + amounts.index(1) for seat, amounts in enumerate(view.kept) if any(amounts)), -1),
        )

    def ledger(self) -> Ledger:
        view, lookups = self.view, self.lookups
        return Ledger(
            completed=[lookups.places(names) for names in view.completed],
            face_up=[lookups.categories.pack(amounts) for amounts in view.face_up],
            earned=list(view.earned),
            extras=list(view.extras),
            declared=[lookups.tallies.pack(amounts) for amounts in view.declared],
            points=list(view.points),
            milestones=list(view.milestones),
        )

    def missions(self) -> Missions:
        view, lookups = self.view, self.lookups
        names = lookups.mission_names
        mission = -1 if view.mission is None else names.index(view.mission)
        watched = (view.phase == "collecting" and view.achiever is None) or view.phase == "shopping"
        return Missions(
            deck=self.deal_missions(),
            today=mission,
            prizes=tuple(-1 if name is None else names.index(name) for name in view.prizes),
            won=[tuple(names.index(name) for name in won) for won in view.won],
            watch=lookups.watches[mission] if watched and mission >= 0 else 0,
            progress=list(view.progress),
            achiever=-1 if view.achiever is None else view.achiever,
            fulfilled=-1,
        )

    def coins_on_the_board(self) -> list[int]:
        view = self.view
        coins = list(view.coins)
        if view.placing is not None and view.seat is not None:
            coins[view.seat] = view.placing
        return [sum(stack[kind] << (6 * seat) for seat, stack in enumerate(coins)) for kind in range(len(KINDS))]

    def ask(self, state: PizzaMasterState) -> None:
        """Ask what is being asked."""
        view, lookups = self.view, self.lookups
        seat = view.awaited
        if seat is None:
            return
        own = seat == view.seat
        if view.phase == "collecting":
            self.ask_in_the_kitchen(state, seat)
            return
        state.place = view.order.index(seat)
        if view.phase == "discarding":
            state.question = DISCARD
            offer_cards(state, seat)
        elif view.phase == "shopping":
            state.question = COINS
            board = state.board
            board.unplaced = coins_of(state, seat) - sum(view.placing or ())
            if own:
                first = lookups.actions[view.actions[0]]
                assert isinstance(first, PlaceCoins)
                board.section = first.kind
            state.legal = lookups.coin_legal[board.section][board.unplaced]
        elif view.phase == "declaring":
            state.question = DECLARE
            state.legal = lookups.declare_legal
        else:
            self.ask_at_scoring(state, seat)

    def ask_in_the_kitchen(self, state: PizzaMasterState, seat: int) -> None:
        view, lookups = self.view, self.lookups
        if seat in view.collecting:
            state.place = view.collecting.index(seat)
            state.question = COLLECT
            state.legal = legal_turn(state, seat)
            return
        reverse = view.order[::-1]
        after = reverse[reverse.index(seat) + 1 :]
        state.place = sum(other not in after for other in view.collecting)
        if not ask_to_make(state, seat):
            state.question = MAKE
            state.legal = lookups.only_finish

    def ask_at_scoring(self, state: PizzaMasterState, seat: int) -> None:
        """The mission just won asks its winner."""
        effect = self.lookups.deck.missions[state.missions.won[seat][-1]].effect
        if effect == "keep":
            state.question = KEEP
            ask_to_keep(state, seat)
        else:
            state.question = RETURN
            ask_to_return(state, seat)

"""Dealing out what a seat can't know, consistently with what it knows.

What the view shows holds in every sampled state. Beyond that the memory decides: which orders lie among the discards,
which came into the deck when it was made new, where the specials lie that everybody began with, which missions lie
under theirs. A memory that has faded is taken as far as it agrees with the view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.chance import Chance
from forno.games.pizza_master.knowledge.decks import OrderPlaces
from forno.games.pizza_master.rules.actions import PlaceCoins
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.kitchen import ask_to_make, legal_turn
from forno.games.pizza_master.rules.lookups import bits
from forno.games.pizza_master.rules.missions import ask_to_keep, ask_to_return
from forno.games.pizza_master.rules.morning import coins_of, offer_cards
from forno.games.pizza_master.rules.parts import Board, Ledger, Missions, Objectives, Orders
from forno.games.pizza_master.rules.questions import COINS, COLLECT, DECLARE, DISCARD, KEEP, MAKE, OVER, RETURN
from forno.games.pizza_master.rules.state import PizzaMasterState

if TYPE_CHECKING:
    from forno.games.pizza_master.knowledge.memory import PizzaMasterMemory
    from forno.games.pizza_master.knowledge.views import PizzaMasterView

FOLLOW_TRIES = 30
"""Attempts to explain what others showed and discarded, if some card fits nowhere."""

IN_DECK = -1
IN_DISCARDS = -2
"""Places of a card besides the hands, which are numbered by seat."""


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
        self.own: list[int] = []
        """Cards in this seat's own hand."""
        self.unknown: list[int] = []
        """Number of each order that lies somewhere unseen."""
        self.known_discards: list[int] = []
        """Known discards, which lie first."""
        self.hands: list[list[int]] = [[] for _ in range(self.lookups.players)]
        self.deck: list[int] = []
        self.discards: list[int] = []
        self.follows = True
        """Whether memory and view agree."""

    def deal(self) -> PizzaMasterState:
        self.deal_orders()
        self.make_able()
        state = self.build()
        self.ask(state)
        return state

    # Orders

    def deal_orders(self) -> None:
        """Deal orders that aren't seen: known discards first, then what the decks can have given to each place."""
        view, memory, lookups = self.view, self.memory, self.lookups
        seen = [*view.row, *view.discarding, *(name for names in view.completed for name in names)]
        if view.seat is not None and view.hand is not None:
            self.own = list(lookups.places(view.hand))
            seen += view.hand
        unknown = lookups.copies[:]
        for card in lookups.places(tuple(seen)):
            unknown[card] -= 1
        self.known_discards = self.among(unknown, memory.known_discards)[: view.discards]
        for card in self.known_discards:
            unknown[card] -= 1
        self.unknown = unknown
        self.follows = self.deal_by_decks(-1) or self.deal_by_view()

    def clear(self) -> None:
        """Begin with the cards that are known to lie in a place."""
        self.hands = [[] for _ in range(self.lookups.players)]
        if self.view.seat is not None:
            self.hands[self.view.seat] = self.own.copy()
        self.discards = self.known_discards.copy()
        self.deck = []

    def deal_by_decks(self, able: int) -> bool:
        """Deal so that every card can have come from its deck, and the awaited seat holds an able one, if not -1.

        Return whether that can be.
        """
        places = self.follow_decks()
        if places is None:
            return False
        view = self.view
        self.clear()
        if able >= 0 and view.awaited is not None:
            if not places.show(view.awaited, able, self.chance):
                return False
            self.hands[view.awaited].append(able)
        left: list[list[int]] = [[] for _ in places.known]
        for seat, held in enumerate(places.held):
            for deck, number in enumerate(held):
                left[deck] += [seat] * number
        for deck, number in enumerate(places.thrown):
            left[deck] += [IN_DISCARDS] * number
        left[-1] += [IN_DECK] * view.deck
        for deck in range(len(left) - 1, -1, -1):
            cards = self.cards_of(places.known[deck])
            for former, number in enumerate(places.strays[deck]):
                cards += [~former] * number
            if len(cards) != len(left[deck]):
                return False
            self.chance.shuffle(cards)
            for card, place in zip(cards, left[deck], strict=True):
                if card < 0:
                    left[~card].append(place)
                else:
                    self.pile(place).append(card)
        self.chance.shuffle(self.deck)
        sizes = [seat == view.seat or len(hand) == view.sizes[seat] for seat, hand in enumerate(self.hands)]
        return all(sizes) and len(self.discards) == view.discards

    def follow_decks(self) -> OrderPlaces | None:
        """Return what is left of the decks after all that others drew, showed and discarded."""
        decks = self.memory.decks
        for _ in range(FOLLOW_TRIES):
            places = decks.places.clone()
            if places.follow(decks.course, self.chance):
                left = [sum(numbers) for numbers in zip(*places.known, strict=True)]
                return places if left == self.unknown else None
        return None

    def deal_by_view(self) -> bool:
        """Deal what isn't seen at random: the memory is mistaken."""
        view = self.view
        self.clear()
        cards = self.cards_of(self.unknown)
        self.chance.shuffle(cards)
        for seat, hand in enumerate(self.hands):
            while seat != view.seat and len(hand) < view.sizes[seat]:
                hand.append(cards.pop())
        while len(self.discards) < view.discards:
            self.discards.append(cards.pop())
        self.deck = cards
        return False

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

    def pile(self, place: int) -> list[int]:
        if place == IN_DECK:
            return self.deck
        return self.discards if place == IN_DISCARDS else self.hands[place]

    def make_able(self) -> None:
        """PMR-9: make sure that a seat asked to make something can: if nothing else, a card of its hand allows it."""
        seat = self.view.awaited
        if seat is None or seat == self.view.seat or self.view.phase != "collecting" or self.is_able(seat):
            return
        state = self.build()
        cards = self.lookups.made_of(state.board.trays[seat] + state.board.beside[seat]).able
        able = [card for card, number in enumerate(self.unknown) if number and cards >> card & 1]
        self.chance.shuffle(able)
        if self.follows:
            for card in able:
                if self.deal_by_decks(card):
                    return
            self.deal_by_view()
        for card in able:  # the memory is mistaken, and the view is right
            for place in (IN_DECK, IN_DISCARDS, *range(self.lookups.players)):
                first = len(self.known_discards) if place == IN_DISCARDS else 0
                pile = self.pile(place)
                if place not in (seat, self.view.seat) and card in pile[first:]:
                    there = pile.index(card, first)
                    pile[there], self.hands[seat][0] = self.hands[seat][0], card
                    return

    def is_able(self, seat: int) -> bool:
        """Return whether a seat has something to decide."""
        state = self.build()
        if seat in self.view.collecting:
            return not self.lookups.one_a_turn or len(legal_turn(state, seat)) > 1
        return ask_to_make(state, seat)

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
            seen_discards=tuple([self.seen_by(seat) for seat in range(lookups.players)]),
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
            beside=tuple([pack(amounts) for amounts in view.beside]),
            kept=next((4 * seat + amounts.index(1) for seat, amounts in enumerate(view.kept) if any(amounts)), -1),
        )

    def ledger(self) -> Ledger:
        view, lookups = self.view, self.lookups
        return Ledger(
            completed=[lookups.places(names) for names in view.completed],
            face_up=[lookups.categories.pack(amounts) for amounts in view.face_up],
            earned=list(view.earned),
            extras=view.extras,
            declared=tuple([lookups.tallies.pack(amounts) for amounts in view.declared]),
            points=view.points,
            milestones=view.milestones,
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
            won=tuple([tuple([names.index(name) for name in won]) for won in view.won]),
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
        """Ask the winner of the mission just won."""
        effect = self.lookups.deck.missions[state.missions.won[seat][-1]].effect
        if effect == "keep":
            state.question = KEEP
            ask_to_keep(state, seat)
        else:
            state.question = RETURN
            ask_to_return(state, seat)

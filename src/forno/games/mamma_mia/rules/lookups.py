"""Lookup tables of the rules: the actions by number, the orders ready to be checked, the numbers of the edition.

Made once for a game and shared by all its states. Everything here follows from the edition, the deck and the options.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from operator import attrgetter
from typing import Final

from forno.core.game import Game
from forno.core.states import Reduced
from forno.core.tally import Tallies
from forno.games.mamma_mia.rules import actions
from forno.games.mamma_mia.rules.cards import OrderCard
from forno.games.mamma_mia.rules.editions import Edition
from forno.games.mamma_mia.rules.questions import NOT_ASKED, SEATS, SUPPLY

FIELD_BITS: Final = 5
"""Bits of a field of a tally, which counts to FIELD_MASK: there are at most 15 copies."""
FIELD_MASK: Final = 15

MAX_CACHED_REQUESTS = 50_000
"""Size at which the cache of requests is cleared."""
MAX_CACHED_ORDERS = 9
"""The most orders of a seat for which the legal answers to every set of them are cached together."""


SLOTS = """
    actions add_card add_missing ask_for_help choose_one choose_two copies dealt draw_legal draw_supply draw_waiter
    draws draws_from draws_passing end_request entries fields first_half first_order game guard hand_size help
    help_legal helping kinds most_asked must_draw_supply named next_seat no_order openings order_bit order_legal
    order_legal_more order_names orders_of owner_legal place_legal place_number place_tally players recipe_at
    recipes refuse request request_tally requests send_back tallies yet_to_ask
""".split()  # noqa: SIM905
"""Attributes of `Lookups`: with more than 30, Python looks them up slowly unless they are slots."""


class Recipe:
    """An order of one seat, ready to be checked against the table."""

    def __init__(
        self,
        lookups: Lookups,
        owner: int,
        order: int,
        name: str,
        at_least: int,
        forbidden: int,
        fewest: bool,
        least: int,
        ways: list[tuple[int, int]],
    ) -> None:
        self.lookups = lookups
        self.owner = owner
        self.bit = 1 << order
        """`order` is its place in the names of all orders."""
        self.alone = (self.bit,)
        """A pile of this order alone."""
        self.entry = ~(owner * SEATS + order)
        """Its entry in the oven."""
        self.name = name
        self.at_least = at_least
        """MM-24: how many ingredients of any kinds; 0 for every other order."""
        self.forbidden = forbidden
        """MM-28, MM-29: the field of the forbidden kind, as a mask over a tally; 0 for none."""
        self.fewest = fewest
        """MM-26: only the ways with the kind that is rarest on the table count."""
        self.least = least
        """Needs that every way to bake it has; 0 for a Bombastica."""
        self.ways = ways
        """Ways to bake it: the number of the action that chooses each (-1 if there is no choice) and the needs."""
        self.needs_of = dict(ways)

    def __reduce__(self) -> Reduced:
        return recipe_of, (self.lookups, self.entry)


def recipe_of(lookups: Lookups, entry: int) -> Recipe:
    return lookups.recipes[entry]


class Lookups:
    """Lookup tables of one game."""

    __slots__ = SLOTS

    def __init__(
        self, game: Game, edition: Edition, players: int, helping: bool, hands: Sequence[Sequence[OrderCard]]
    ) -> None:
        self.game = game
        kinds = edition.kinds
        self.players = players
        self.kinds = kinds
        self.tallies = Tallies(kinds, FIELD_BITS)
        self.guard = self.tallies.guard
        self.fields = [FIELD_MASK * unit for unit in self.tallies.unit]
        """The field of every kind, as a mask over a tally."""
        self.copies = edition.copies - edition.taken_out[players - 2]
        self.dealt = edition.dealt
        self.hand_size = edition.hand
        held = range(edition.hand + edition.pass_draw + 1)
        self.draws = [max(0, min(edition.hand - cards, edition.draw)) for cards in held]
        """MM-7, MMR-1: how many cards are drawn, by the number of cards in hand."""
        self.draws_passing = [edition.pass_draw or edition.hand - cards for cards in held]
        """MM-10: how many cards a player who passes draws, by the number of cards in hand."""
        self.must_draw_supply = edition.must_draw_supply
        self.helping = helping
        self.next_seat = [*range(1, players), 0]
        self.openings = edition.openings if helping else edition.openings_alone

        self.yet_to_ask = [
            [[(asked + i) % players for i in range(1, (owner - asked - 1) % players + 1)] for asked in range(players)]
            for owner in range(players)
        ]
        """MM-19: who comes after somebody when an owner asks around; by owner and by who was asked last."""

        self.order_names = list(dict.fromkeys([card.name for cards in zip(*hands, strict=True) for card in cards]))
        """Names of all orders in the game, in the order of the deck files."""
        self.order_bit = [1 << order for order in range(len(self.order_names))]
        self.entries = [[~(seat * SEATS + order) for order in range(len(self.order_names))] for seat in range(players)]
        """Entry of each seat's orders in the oven."""
        self.most_asked = max([max(1, *c.needs, *c.jokers, c.fewest, c.either_count) for cards in hands for c in cards])
        """The most of one kind that an order can lack."""
        self.actions: list[actions.Action] = []
        self._number_actions()
        recipes = [self._recipe(seat, card) for seat, cards in enumerate(hands) for card in cards]
        self.recipes = {recipe.entry: recipe for recipe in recipes}
        """Recipes by the entry that the order makes in the oven."""
        self.recipe_at = [recipes[0]] * (SEATS * players)
        """Recipes at `~entry`, as a list is quicker. Places without an order hold a recipe that is never looked up."""
        for entry, recipe in self.recipes.items():
            self.recipe_at[~entry] = recipe
        self.orders_of = [[self.order_names.index(card.name) for card in cards] for cards in hands]
        """The orders of every seat, as places in `order_names`."""

        self.place_legal: dict[int, list[int]] = {}
        """Legal place actions by hand; filled as hands come up."""
        self.requests: dict[tuple[int, int, int], tuple[int, int, list[int]]] = {}
        """Plans of requests: what is clear, and what is asked next (`helping.plan_request`); filled in the same way."""
        self.named: dict[int, tuple[str, ...]] = {}
        """The names of sets of orders; filled in the same way."""
        names = len(self.order_names)
        self.first_half = (1 << (names if max(map(len, hands)) <= MAX_CACHED_ORDERS else names // 2)) - 1
        self.order_legal: dict[int, list[int]] = {}
        """Legal actions that place an order, by the orders in hand of the first half of all; filled in the same way."""
        self.order_legal_more: dict[int, list[int]] = {}
        """The same for the second half, to be added; filled in the same way."""
        self.draw_legal = [self.draw_supply, self.draw_waiter]
        self.help_legal = [self.help, self.refuse]
        self.owner_legal = [
            [self.add_missing + i for i, offered in enumerate(offers) if offered]
            for offers in product((False, True), repeat=3)
        ]
        """Legal answers of an owner whose order lacks cards: at 4 for adding + 2 for asking + 1 for sending back."""

    def __copy__(self) -> Lookups:
        return self

    def __deepcopy__(self, memo: object) -> Lookups:
        return self

    def __reduce__(self) -> Reduced:
        return attrgetter("lookups"), (self.game,)

    def _number_actions(self) -> None:
        kinds, most = self.kinds, self.hand_size
        numbered = self.actions
        numbered += [actions.Place(kind, number) for kind in range(kinds) for number in range(1, most + 1)]
        self.place_tally = [number << (FIELD_BITS * kind) for kind in range(kinds) for number in range(1, most + 1)]
        self.place_number = [number for kind in range(kinds) for number in range(1, most + 1)]
        self.no_order = len(numbered)
        self.first_order = self.no_order + 1
        numbered.append(actions.PlaceNoOrder())
        numbered += [actions.PlaceOrder(name) for name in self.order_names]
        self.draw_supply = len(numbered)
        self.draw_waiter = self.draw_supply + 1
        self.draws_from = self.draw_supply - SUPPLY
        """An action that draws, less this, is the pile: SUPPLY or WAITER."""
        numbered += [actions.Draw("supply"), actions.Draw("waiter")]
        self.choose_one = len(numbered)
        numbered += [actions.Choose((kind,)) for kind in range(kinds)]
        pairs = list(combinations(range(kinds), 2))
        self.choose_two = {pair: len(numbered) + i for i, pair in enumerate(pairs)}
        numbered += [actions.Choose(pair) for pair in pairs]
        self.add_missing = len(numbered)
        self.ask_for_help = self.add_missing + 1
        self.send_back = self.add_missing + 2
        numbered += [actions.AddMissing(), actions.AskForHelp(), actions.SendBack()]
        self.request = len(numbered)
        numbered += [actions.Request(kind, number) for kind in range(kinds) for number in range(self.most_asked + 1)]
        self.request_tally = [
            number << FIELD_BITS * kind for kind in range(kinds) for number in range(self.most_asked + 1)
        ]
        self.end_request = len(numbered)
        numbered.append(actions.EndRequest())
        self.add_card = len(numbered)
        numbered += [actions.AddCard(kind) for kind in range(kinds)]
        self.help = len(numbered)
        self.refuse = self.help + 1
        numbered += [actions.Help(), actions.RefuseHelp()]

    def _recipe(self, seat: int, card: OrderCard) -> Recipe:
        order = self.order_names.index(card.name)
        tallies = self.tallies
        shown = tallies.pack(card.needs)
        free = [kind for kind in range(self.kinds) if not card.needs[kind] and kind != card.forbidden]
        ways: list[tuple[int, int]] = []
        if len(card.jokers) == 2:
            for one, two in combinations(free, 2):
                needs = shown + card.jokers[0] * (tallies.unit[one] + tallies.unit[two])
                ways.append((self.choose_two[(one, two)], needs))
        elif card.jokers or card.fewest or card.either:
            number = card.jokers[0] if card.jokers else card.fewest or card.either_count
            for kind in card.either or free:
                ways.append((self.choose_one + kind, shown + number * tallies.unit[kind]))
        elif not card.at_least:
            ways.append((-1, shown))
        forbidden = 0 if card.forbidden is None else tallies.field * tallies.unit[card.forbidden]
        return Recipe(self, seat, order, card.name, card.at_least, forbidden, card.fewest > 0, shown, ways)

    def names(self, orders: int) -> tuple[str, ...]:
        """Return the names of a set of orders."""
        found = self.named.get(orders)
        if found is None:
            found = self.named[orders] = tuple([name for i, name in enumerate(self.order_names) if orders >> i & 1])
        return found

    def bits(self, names: Iterable[str]) -> int:
        """Return the set of orders of these names."""
        return sum(1 << self.order_names.index(name) for name in names)

    def answers(self, placing: int, ordering: int) -> list[int]:
        """Return the actions that placed these ingredients and this order."""
        return [placing] if ordering == NOT_ASKED else [placing, self.first_order + ordering]

    def legal_places(self, hand: int) -> list[int]:
        """MM-5: every number of every kind in the hand. The answer is kept."""
        legal: list[int] = []
        for kind in range(self.kinds):
            first = kind * self.hand_size
            legal += range(first, first + (hand >> FIELD_BITS * kind & FIELD_MASK))
        self.place_legal[hand] = legal
        return legal

    def legal_orders(self, orders: int) -> list[int]:
        """MM-6: no order, or any in the hand. The answer is kept for each half: there are too many sets of orders."""
        first = orders & self.first_half
        legal = self.order_legal.get(first)
        if legal is None:
            legal = self.order_legal[first] = [self.no_order, *self._places(first, self.first_order)]
        if first == orders:
            return legal
        more = self.order_legal_more.get(orders - first)
        if more is None:
            more = self.order_legal_more[orders - first] = self._places(orders - first, self.first_order)
        return legal + more

    def _places(self, orders: int, first: int) -> list[int]:
        return [first + place for place in range(orders.bit_length()) if orders >> place & 1]

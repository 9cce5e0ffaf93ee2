"""Lookup tables of the rules: the actions by number, what can be made of a tray, the numbers of the mode.

Made once for a game and shared by all its states. Everything here follows from the mode, the deck and the options.
"""

from __future__ import annotations

from itertools import permutations
from operator import attrgetter

from forno.core.game import Game
from forno.core.states import Reduced
from forno.core.tally import Tallies
from forno.games.pizza_master.rules import actions
from forno.games.pizza_master.rules.cards import KINDS, SPECIAL, MissionCard, OrderCard
from forno.games.pizza_master.rules.deck import Deck
from forno.games.pizza_master.rules.modes import Mode
from forno.games.pizza_master.rules.questions import ABREAST, ALL_FIELDS_FULL, CATEGORIES, GUARD, SPECIALS

NEVER = 1 << 30
"""More points than anybody ever has."""
MAX_CACHED_ENTRIES = 50_000
"""Size at which a cache of legal answers is cleared."""


SLOTS = """
    actions alike cards categories category coin_legal coin_number coins complete complete_shared copies deck declare
    declare_legal declaring different discard discard_legal finish first_hand_special game goal hand help_coins
    ingredients keep keep_ingredient last_pass loads makeable milestones mission_names missions objective_names
    one_a_turn only_finish only_pass order_names order_places order_points pass_ players prizes reserving
    return_ingredient row sections shared_milestones small_stack take take_reserved take_unit take_watch takes tallies
    trade trades trading unit watches way_needs way_order
""".split()  # noqa: SIM905
"""Attributes of `Lookups`: with more than 30, Python looks them up slowly unless they are slots."""


class Section:
    """Effect of the coins in one section of the board."""

    def __init__(self, brings: int, first: int, reserves: int) -> None:
        self.brings = brings
        """PM-7: how many ingredients they bring."""
        self.first = first
        """PM-8: who alone has the most there; -1 for nobody."""
        self.reserves = reserves
        """PM-8: how many ingredients that reserves."""


class Makeable:
    """Orders that can be made of the ingredients on a tray."""

    def __init__(self, alone: dict[int, list[int]]) -> None:
        self.alone = alone
        """The actions that complete an order, by its bit; the upper half of the bits stands for the shared ones."""
        self.able = sum(alone)
        """The orders that the tray covers, as a set of such bits."""
        self.completions: dict[int, list[int]] = {}
        """The actions that complete them, by which of them are there."""


class Lookups:
    """Lookup tables of one game, with its actions by number.

    With R different orders, W ways to complete them (a wildcard has several), C the most coins and P players, there are
    in `tutorial` R + 3 (C + 1) + W + 7 actions; in `trainee` R + 3 (C + 1) + W + 8 P + 40; in `master`
    R + 3 (C + 1) + 2 W + 8 P + 39. With the game's own deck (R 30, W 37, C 7, in `tutorial` 6) that makes 95 in
    `tutorial`; 147, 155, 163 and 171 for two to five players in `trainee`; 183, 191, 199 and 207 in `master`.
    """

    __slots__ = SLOTS

    def __init__(
        self,
        game: Game,
        mode: Mode,
        players: int,
        milestones: str,
        missions: bool,
        deck: Deck,
        colours: tuple[str, ...],
    ) -> None:
        self.game = game
        self.players = players
        self.tallies = Tallies(len(KINDS), 6)
        self.unit = self.tallies.unit
        self.ingredients = self.tallies.pack(deck.ingredients)
        self.deck = deck

        self.coins = mode.coins
        self.hand = mode.hand
        self.row = mode.row_times * (players + 1)
        self.first_hand_special = mode.first_hand_special
        self.reserving = mode.reserving
        self.trading = mode.trading
        self.one_a_turn = mode.one_a_turn
        self.help_coins = mode.help_coins
        self.loads = mode.loads
        self.small_stack = mode.small_stack
        self.missions = missions
        self.declaring = mode.objectives
        self.shared_milestones = milestones == "shared"
        self.milestones = [*(mode.shared_milestones if self.shared_milestones else mode.own_milestones), NEVER]
        """The points that make a milestone, by how many have been reached before."""
        self.prizes = mode.prizes
        self.goal = mode.goal

        self.order_names = [card.name for card in deck.orders]
        self.order_places = {name: place for place, name in enumerate(self.order_names)}
        self.different = len(self.order_names)
        self.order_points = [card.points for card in deck.orders]
        self.category = [
            SPECIALS if card.type == SPECIAL else 2 * card.type + (card.dish == "side dish") for card in deck.orders
        ]
        """The category of every order, see `questions`."""
        self.categories = Tallies(CATEGORIES, 6)
        self.copies = [card.count for card in deck.orders]
        """Number of cards of every order."""
        self.alike = max([card.count for card in deck.orders])
        """Maximum number of cards that are alike."""
        self.cards = tuple([order for order, card in enumerate(deck.orders) for _ in range(card.count)])
        """Every order card of the deck, as its place in `order_names`."""
        self.mission_names = [card.name for card in deck.missions]
        self.objective_names = [card.name for card in deck.objectives]
        self.watches = [_watch(card) for card in deck.missions]
        """Things that count for every mission, as bits: categories of completed orders, then kinds collected."""
        self.last_pass = [card.goal == "last pass" for card in deck.missions] + [False]
        """Whether a mission goes to the last to pass; no mission, -1, doesn't."""

        self.actions: list[actions.Action] = []
        self.way_order: list[int] = []
        self.way_needs: list[int] = []
        self._number_actions(mode, colours)

        self.only_pass = [self.pass_]
        self.only_finish = [self.finish]
        self.takes = self._takes()
        self.sections: dict[int, dict[int, Section]] = {6 * kind: {} for kind in range(len(KINDS))}
        """Cached sections by the kind's place in a tally, and by the coins there, six bits for each seat."""
        self.makeable: dict[int, Makeable] = {}
        self.discard_legal: dict[int, list[int]] = {}
        self.trades: list[dict[int, list[int]]] = [{} for _ in range(16)]
        """The answers that trade, by the kinds that the supply has and by what is face up."""

    def __copy__(self) -> Lookups:
        return self

    def __deepcopy__(self, memo: object) -> Lookups:
        return self

    def __reduce__(self) -> Reduced:
        return attrgetter("lookups"), (self.game,)

    def _number_actions(self, mode: Mode, colours: tuple[str, ...]) -> None:
        numbered = self.actions
        kinds = range(len(KINDS))
        self.keep = len(numbered)
        numbered.append(actions.Keep())
        self.discard = len(numbered)
        numbered += [actions.Discard(name) for name in self.order_names]
        most = mode.coins + len(self.milestones) - 1 + mode.help_coins
        first = len(numbered)
        numbered += [actions.PlaceCoins(kind, number) for kind in kinds[:-1] for number in range(most + 1)]
        self.coin_number = [action.number if isinstance(action, actions.PlaceCoins) else 0 for action in numbered]
        self.coin_legal = [
            [list(range(start, start + left + 1)) for left in range(most + 1)]
            for start in range(first, len(numbered), most + 1)
        ]
        """The answers by section and number of coins left."""
        self.take = len(numbered)
        numbered += [actions.Collect(kind, False) for kind in kinds]
        self.take_reserved = len(numbered)
        if mode.reserving:
            numbered += [actions.Collect(kind, True) for kind in kinds]
        taking = [action if isinstance(action, actions.Collect) else None for action in numbered]
        self.take_unit = [0 if action is None else self.unit[action.kind] for action in taking]
        """Tally that a collecting action takes, by action."""
        self.take_watch = [0 if action is None else 1 << (CATEGORIES + action.kind) for action in taking]
        """Bit of a collecting action in a mission's watch, by action."""
        self.pass_ = len(numbered)
        numbered.append(actions.Pass())
        self.complete = len(numbered)
        for order, card in enumerate(self.deck.orders):
            for chosen, needs in self._ways(card):
                self.way_order.append(order)
                self.way_needs.append(needs)
                numbered.append(actions.Complete(card.name, chosen, False))
        self.complete_shared = len(numbered)
        if mode.row_times:
            numbered += [
                actions.Complete(a.order, a.chosen, True)
                for a in numbered[self.complete :]
                if isinstance(a, actions.Complete)
            ]
        self.trade = len(numbered)
        if mode.trading:
            numbered += [actions.Trade(type_, sides) for type_ in kinds for sides in range(3)]
            numbered += [actions.TradeSpecials(kind) for kind in kinds]
        self.finish = len(numbered)
        if not mode.one_a_turn:
            numbered.append(actions.Finish())
        self.keep_ingredient = len(numbered)
        self.return_ingredient = self.keep_ingredient + len(KINDS) + 1
        if mode.missions:
            numbered += [*[actions.KeepIngredient(kind) for kind in kinds], actions.KeepIngredient(None)]
            numbered += [actions.ReturnIngredient(kind, None, False) for kind in kinds]
            numbered += [actions.ReturnIngredient(kind, colour, False) for colour in colours for kind in kinds]
            numbered += [actions.ReturnIngredient(kind, colour, True) for colour in colours for kind in kinds]
        self.declare = len(numbered)
        if mode.objectives:
            numbered += [actions.Declare(type_) for type_ in kinds]
        self.declare_legal = list(range(self.declare, len(numbered)))

    def _ways(self, card: OrderCard) -> list[tuple[tuple[tuple[int, int], ...], int]]:
        """PM-2: what is chosen for the wildcards, and what that makes the order need."""
        shown = self.tallies.pack(card.needs)
        ways: dict[int, tuple[tuple[int, int], ...]] = {}
        for kinds in permutations(range(1, len(KINDS)), len(card.wild)):
            chosen = tuple(zip(card.wild, kinds, strict=True))
            ways.setdefault(shown + sum(number * self.unit[kind] for number, kind in chosen), chosen)
        return [(chosen, needs) for needs, chosen in ways.items()]

    def _takes(self) -> list[list[int]]:
        """PM-9: the answers while collecting, by the kinds in the refrigerator + 16 × the kinds in reserve."""
        takes: list[list[int]] = []
        kinds = range(len(KINDS))
        for reserved in range(16):
            for common in range(16):
                legal = [self.take + kind for kind in kinds if common >> kind & 1]
                legal += [self.take_reserved + kind for kind in kinds if reserved >> kind & 1]
                takes.append([*legal, self.pass_])
        return takes

    def look_at(self, shift: int, coins: int) -> Section:
        """PM-7, PM-8: what the coins in one section come to."""
        stacks = [coins >> (6 * seat) & 63 for seat in range(self.players)]
        most = max(stacks)
        first = stacks.index(most) if stacks.count(most) == 1 else -1
        section = Section(sum(stacks) * self.loads[shift // 6], first, 1 if most <= self.small_stack else 2)
        self.sections[shift][coins] = section
        return section

    def made_of(self, tray: int) -> Makeable:
        """Return what can be made of these ingredients."""
        guarded = tray | GUARD
        alone: dict[int, list[int]] = {}
        for way, needs in enumerate(self.way_needs):
            if (guarded - needs) & GUARD == GUARD:
                order = 1 << self.way_order[way]
                alone.setdefault(order, []).append(self.complete + way)
                alone.setdefault(order << self.different, []).append(self.complete_shared + way)
        made = Makeable(alone)
        if len(self.makeable) >= MAX_CACHED_ENTRIES:
            self.makeable.clear()
        self.makeable[tray] = made
        return made

    def legal_completions(self, makeable: Makeable, orders: int) -> list[int]:
        """PM-10, PM-11: the actions that complete one of these orders, of the hand or shared."""
        legal: list[int] = []
        left = orders
        while left:
            order = left & -left
            legal += makeable.alone[order]
            left ^= order
        if len(makeable.completions) >= MAX_CACHED_ENTRIES:
            makeable.completions.clear()
        makeable.completions[orders] = legal
        return legal

    def legal_discards(self, held: int, hand: tuple[int, ...]) -> list[int]:
        """PM-4: keep the rest, or discard any order in the hand, which is sorted."""
        legal = [self.keep]
        for order in hand:
            if legal[-1] != self.discard + order:
                legal.append(self.discard + order)
        if len(self.discard_legal) >= MAX_CACHED_ENTRIES:
            self.discard_legal.clear()
        self.discard_legal[held] = legal
        return legal

    def legal_trades(self, face_up: int, supply: int) -> list[int]:
        """PM-12, PMR-14: the trades that these face-up orders allow, as far as the supply has the ingredient."""
        known = self.trades[((supply + ALL_FIELDS_FULL) & GUARD) % ABREAST]
        legal: list[int] = []
        if self.trading and supply & self.tallies.field:
            for type_ in range(len(KINDS)):
                pizzas = self.categories.count(face_up, 2 * type_)
                sides = self.categories.count(face_up, 2 * type_ + 1)
                first = self.trade + 3 * type_
                if pizzas >= 2:
                    legal.append(first)
                if pizzas and sides:
                    legal.append(first + 1)
                if sides >= 2:
                    legal.append(first + 2)
        if self.trading and self.categories.count(face_up, SPECIALS) >= 2:
            first = self.trade + 3 * len(KINDS)
            legal += [first + kind for kind in range(len(KINDS)) if self.tallies.count(supply, kind)]
        if len(known) >= MAX_CACHED_ENTRIES:
            known.clear()
        known[face_up] = legal
        return legal

    def names(self, orders: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of these order cards."""
        return tuple([self.order_names[order] for order in orders])

    def places(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """Return the order cards of these names."""
        return tuple([self.order_places[name] for name in names])


def _watch(card: MissionCard) -> int:
    if card.goal == "orders":
        return (1 << CATEGORIES) - 1
    if card.goal == "side dishes":
        return sum(1 << category for category in range(1, SPECIALS, 2))
    if card.goal == "type":
        return 1 << SPECIALS if card.of == SPECIAL else 3 << (2 * card.of)
    if card.goal == "collected":
        return 1 << (CATEGORIES + card.of)
    return 0


def bits(orders: tuple[int, ...]) -> int:
    """Return the different orders among these cards, as a set of bits."""
    found = 0
    for order in orders:
        found |= 1 << order
    return found

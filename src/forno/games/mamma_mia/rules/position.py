"""Positions built by hand, every pile named: for tests, puzzles and rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from forno.core.chance import chance_key, permutation
from forno.core.errors import PositionError
from forno.core.positions import REST, cards, each_seat, lie_nowhere, place_of_kind, player
from forno.games.mamma_mia.rules.baking import Opening
from forno.games.mamma_mia.rules.cards import KINDS
from forno.games.mamma_mia.rules.questions import NO_ANSWERS, SEATS
from forno.games.mamma_mia.rules.rounds import go_on
from forno.games.mamma_mia.rules.shuffles import shuffles, stack
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.games.mamma_mia.rules.turn import await_answer, start_turn

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia


def build(
    game: MammaMia,
    *,
    hands: Sequence[str],
    seat: str,
    waiters: Sequence[str] | None = None,
    served: Sequence[str] | None = None,
    oven: Sequence[str] = (),
    supply: str = REST,
    table: str | None = None,
    used: str = "",
    round: int = 0,
    seed: int | str = 0,
) -> MammaMiaState:
    """Build a position before the turn of `seat`, or, if `table` is given, with `seat` opening the oven.

    Piles are lists of cards separated by commas, ingredients with an optional number:

    - `hands`, for each seat: `"3 salami, 1 olive, order 4-olive"`;
    - `waiters`, for each seat, top card first: `"bombastica, 4-salami"`; or `"rest"`, which is the default: every order
      of the seat that lies nowhere else, in the order of the deck;
    - `served`, for each seat: its completed orders; none by default;
    - `oven`, bottom first: `["3 salami", "green 4-olive"]`;
    - `supply`, top card first, or `"rest"`, the default: every ingredient that lies nowhere else, shuffled by `seed`;
    - `table` and `used`, for a position with the oven open: the unused ingredients already revealed (`""` for none)
      and those used already; `"rest"` is possible for `used`. The supply is empty then;
    - `round`: how often the oven has been opened before.

    The oven may be stacked in any order, also one in which nobody would have placed it: rulings need that. Otherwise it
    raises `PositionError` if a card is missing or there twice, or no game could come to it.
    """
    builder = _Builder(game)
    first = player(game, "seat", seat)
    if not 0 <= round < game.lookups.openings:
        raise PositionError(f"the oven is opened {game.lookups.openings} times, so 'round' can't be {round}.")
    if table is not None and supply == REST:
        supply = ""
    if table is not None and supply:
        raise PositionError("the supply is empty while the oven is open (MM-12): leave 'supply' out.")
    if table is None and not supply and not round:
        raise PositionError("the first round begins with a supply: give one, or let it be 'rest'.")
    if table is None and used:
        raise PositionError("there is a used pile only while the oven is open: give 'table' too.")
    builder.read_hands(hands)
    builder.read_served(served)
    builder.read_oven(oven)
    laid_out = builder.ingredients("table", table or "")
    used_tally = 0 if used == REST else builder.ingredients("used", used)
    stacked = () if supply == REST else builder.stack("supply", supply)
    builder.read_waiters(waiters)
    rest = builder.rest()
    if supply == REST:
        units = game.lookups.tallies.cards(rest)
        stacked = tuple(units[place] for place in permutation(chance_key(seed, "position"), 0, len(units)))
    elif used == REST:
        used_tally = rest
    elif rest:
        raise lie_nowhere(builder.describe(rest), "a pile")
    shown = laid_out if table is not None else None
    return builder.state(first, stacked, shown, used_tally, round, seed)


class _Builder:
    """Reads the piles and keeps count."""

    def __init__(self, game: MammaMia) -> None:
        self.game = game
        self.lookups = game.lookups
        self.tallies = game.lookups.tallies
        self.counts = [0] * self.lookups.kinds
        players = game.players
        self.hands = [0] * players
        self.orders = [0] * players
        self.served = [0] * players
        self.placed = [0] * players
        self.announced = [0] * players
        self.oven: list[int] = []
        self.waiters: list[tuple[int, ...]] = []

    def ingredient(self, where: str, number: int, kind: str) -> int:
        """Return the tally of these cards, and count them as placed."""
        kinds = KINDS[: self.lookups.kinds]
        place = place_of_kind(where, kind, kinds)
        if not number:
            raise PositionError(f"{where}: '0 {kind}' is no card; leave it out.")
        self.counts[place] += number
        if self.counts[place] > self.lookups.copies:
            raise PositionError(
                f"{where}: that makes {self.counts[place]} {kind}, and {self.lookups.players} players "
                f"play with {self.lookups.copies} of each kind (MM-1)."
            )
        return number * self.tallies.unit[place]

    def ingredients(self, where: str, text: str) -> int:
        return sum(self.ingredient(where, number, kind) for number, kind in cards(text))

    def stack(self, where: str, text: str) -> tuple[int, ...]:
        """Read single cards, in the order named."""
        stacked: list[int] = []
        for number, kind in cards(text):
            stacked += self.tallies.cards(self.ingredient(where, number, kind))
        return tuple(stacked)

    def order(self, where: str, seat: int, name: str) -> int:
        """Return the bit of an order, and count it as lying somewhere."""
        colour = self.game.seat_name(seat)
        names = [self.lookups.order_names[order] for order in self.lookups.orders_of[seat]]
        if name not in names:
            raise PositionError(f"{where}: {colour} has no order {name!r}; there are {', '.join(names)}.")
        bit = 1 << self.lookups.order_names.index(name)
        if self.placed[seat] & bit:
            raise PositionError(f"{where}: {colour}'s {name} lies somewhere else already.")
        self.placed[seat] |= bit
        return bit

    def read_hands(self, hands: Sequence[str]) -> None:
        lookups = self.lookups
        for seat, where, hand in each_seat(self.game, "hand", hands):
            for number, name in cards(hand):
                if name.startswith("order "):
                    self.orders[seat] |= self.order(where, seat, name.removeprefix("order "))
                else:
                    self.hands[seat] += self.ingredient(where, number, name)
            ingredients = self.tallies.total(self.hands[seat])
            orders = self.orders[seat].bit_count()
            if orders > lookups.hand_size or ingredients > lookups.hand_size:
                raise PositionError(f"{where}: no hand comes to more than {lookups.hand_size} orders or ingredients.")
            if ingredients + orders > lookups.hand_size and ingredients > self.game.edition.pass_draw:
                raise PositionError(
                    f"{where}: {ingredients + orders} cards are more than a hand of {lookups.hand_size}; "
                    f"only a pass can over-fill it (MM-10)."
                )
            if lookups.must_draw_supply and orders == lookups.hand_size:
                raise PositionError(f"{where}: nobody comes to a hand full of orders (MM-9).")

    def read_served(self, served: Sequence[str] | None) -> None:
        for seat, where, pile in each_seat(self.game, "served", served):
            for _, name in cards(pile):
                self.served[seat] |= self.order(where, seat, name)
            self.announced[seat] |= self.served[seat]

    def read_oven(self, oven: Sequence[str]) -> None:
        for entry in oven:
            colour, _, name = entry.strip().partition(" ")
            if colour in self.game.colours and entry.strip() not in KINDS:
                seat = self.game.colours.index(colour)
                order = self.order("oven", seat, name)
                self.announced[seat] |= order
                self.oven.append(~(seat * SEATS + order.bit_length() - 1))
            else:
                [(number, kind)] = cards(entry)
                self.oven.append(self.ingredient("oven", number, kind))

    def read_waiters(self, waiters: Sequence[str] | None) -> None:
        for seat, where, pile in each_seat(
            self.game, "waiter", [REST] * self.game.players if waiters is None else waiters
        ):
            if pile == REST:
                orders = [1 << order for order in self.lookups.orders_of[seat]]
                self.waiters.append(tuple(bit for bit in orders if not self.placed[seat] & bit))
                continue
            self.waiters.append(tuple(self.order(where, seat, name) for _, name in cards(pile)))
            lost = sum(1 << order for order in self.lookups.orders_of[seat]) & ~self.placed[seat]
            if lost:
                raise lie_nowhere(self.lookups.names(lost), "the waiter", f"{where}: these")

    def rest(self) -> int:
        return self.tallies.pack([self.lookups.copies - count for count in self.counts])

    def describe(self, tally: int) -> list[str]:
        return [f"{count} {KINDS[kind]}" for kind, count in enumerate(self.tallies.unpack(tally)) if count]

    def state(
        self, seat: int, supply: tuple[int, ...], table: int | None, used: int, round: int, seed: int | str
    ) -> MammaMiaState:
        key = chance_key(seed, "position")
        state = MammaMiaState(
            game=self.game,
            lookups=self.lookups,
            start=None,
            shuffles=shuffles(self.lookups, key),
            seat=seat,
            rounds=round,
            hands=self.hands,
            orders=self.orders,
            sizes=[
                self.tallies.total(hand) + orders.bit_count()
                for hand, orders in zip(self.hands, self.orders, strict=True)
            ],
            waiters=self.waiters,
            served=self.served,
            announced=self.announced,
            supply=stack(supply[::-1]),
            left=len(supply),
            oven=self.oven,
            legal=NO_ANSWERS,
            luck=self.game.luck(key),
        )
        if table is None:
            phase_over = start_turn(state, seat)
        else:
            phase_over = True
            state.opening = Opening(seat, table=table, used=used)
        if phase_over:
            go_on(state)
        await_answer(state)
        state.events = state.telling
        return state

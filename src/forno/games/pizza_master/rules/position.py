"""Positions built by hand, every pile named: for tests, puzzles and rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from forno.core.chance import chance_key, permutation
from forno.core.errors import PositionError
from forno.core.positions import REST, cards, each_seat, lie_nowhere, place_of_kind, player
from forno.games.pizza_master.rules.cards import KINDS, SPECIAL, TYPES
from forno.games.pizza_master.rules.day import await_answer, go_on
from forno.games.pizza_master.rules.evening import score_the_day
from forno.games.pizza_master.rules.kitchen import ask_to_make, next_to_collect
from forno.games.pizza_master.rules.lookups import bits
from forno.games.pizza_master.rules.morning import ask_for_coins, ask_to_discard, coins_of, hand_limit, start_the_day
from forno.games.pizza_master.rules.objectives import end_reached, end_the_game
from forno.games.pizza_master.rules.parts import Objectives, with_more
from forno.games.pizza_master.rules.questions import SPECIALS
from forno.games.pizza_master.rules.state import PizzaMasterState

if TYPE_CHECKING:
    from forno.games.pizza_master.game import PizzaMaster

PHASES = ("morning", "discarding", "shopping", "collecting", "making", "scoring", "end")


def build(
    game: PizzaMaster,
    *,
    phase: str,
    seat: str | None = None,
    order: Sequence[str] | None = None,
    hands: Sequence[str] | None = None,
    row: str = "",
    deck: str = REST,
    discards: str = "",
    coins: Sequence[str] | None = None,
    refrigerator: str = "",
    reserved: Sequence[str] | None = None,
    trays: Sequence[str] | None = None,
    beside: Sequence[str] | None = None,
    kept: Sequence[str] | None = None,
    passed: Sequence[str] = (),
    stopped: Sequence[str] = (),
    completed: Sequence[str] | None = None,
    face_down: Sequence[str] | None = None,
    extras: Sequence[int] | None = None,
    points: Sequence[int] | None = None,
    earned: Sequence[int] | None = None,
    milestones: Sequence[int] | None = None,
    helper: str | None = None,
    mission: str | None = None,
    missions: str = REST,
    prizes: Sequence[str | None] | None = None,
    won: Sequence[str] | None = None,
    progress: Sequence[int] | None = None,
    achiever: str | None = None,
    objectives: Sequence[str] | None = None,
    secrets: Sequence[str] | None = None,
    day: int = 1,
    seed: int | str = 0,
) -> PizzaMasterState:
    """Build a position at the beginning of a phase, or before the turn of `seat` in it.

    `phase` is `morning` (before a new day), `discarding`, `shopping`, `collecting`, `making` (`seat` has just passed),
    `scoring` (everyone has passed) or `end` (the last day is over). Piles are lists separated by commas, with an
    optional number: `"2 chicken-trio, campfire"`, `"3 cheese, 1 meat"`. Lists with an entry for each player go by seat.

    - `order`: the turn order, by colour; the order of the seats by default;
    - `hands`, `row`, `discards`, `deck` (top card first): order cards. The deck is `"rest"` by default: every card that
      lies nowhere else, shuffled by `seed`;
    - `refrigerator`, `reserved`, `trays`, `beside`, `kept` (one at most, by Refrigerator for the day): ingredients; all
      others are in the supply;
    - `coins`: the stacks on the board, such as `"2 cheese, 2 meat"`;
    - `passed`, `stopped`: who has passed, and who (`master`) can't collect any more;
    - `completed`, `face_down`: completed orders, face up and face down; `extras`: how many missions count as specials;
    - `points`, `earned` (this day), `milestones` (by default those that the points make);
    - `mission`, `missions` (the deck, top card first), `prizes` (`None` for one that was taken), `won`; `progress` and
      `achiever` of the mission;
    - `objectives` on the table, `secrets`, `helper` (who has the extra coin), `day`.

    Raises `PositionError` if a card or ingredient is there too often or missing, or no game could come to it.
    """
    if phase not in PHASES:
        raise PositionError(f"there is no phase {phase!r}; there are {', '.join(PHASES)}.")
    builder = _Builder(game, phase)
    state = builder.state
    state.orders.key = chance_key(seed, "position")
    state.orders.luck = game.luck(state.orders.key)
    builder.read_order(order, passed, stopped, helper)
    builder.read_points(points, earned, milestones, day)
    builder.read_completed(completed, face_down)
    builder.read_missions(mission, missions, prizes, won, extras)
    builder.read_progress(progress, achiever)
    builder.read_orders(hands, row, discards, deck)
    builder.read_ingredients(refrigerator, reserved, trays, beside)
    builder.read_kept(kept)
    builder.read_objectives(objectives, secrets)
    builder.read_coins(coins, seat)
    builder.start(seat)
    if not state.is_over:
        await_answer(state, -1)
    state.events = state.telling
    return state


class _Builder:
    """Reads the piles and keeps count."""

    def __init__(self, game: PizzaMaster, phase: str) -> None:
        self.game = game
        self.lookups = game.lookups
        self.phase = phase
        self.state = game.deal(0, quiet=True)
        self.cards = Counter(self.lookups.cards)

    def numbers(self, where: str, values: Sequence[int] | None) -> tuple[int, ...]:
        found = (0,) * self.game.players if values is None else tuple(values)
        if len(found) != self.game.players:
            raise PositionError(f"{where}: give one number for each of the {self.game.players} players.")
        if any(value < 0 for value in found):
            raise PositionError(f"{where}: no number can be below 0 (PMR-6).")
        return found

    # Players

    def read_order(
        self, order: Sequence[str] | None, passed: Sequence[str], stopped: Sequence[str], helper: str | None
    ) -> None:
        state = self.state
        seats = [player(self.game, "order", colour) for colour in (self.game.colours if order is None else order)]
        if sorted(seats) != list(range(self.game.players)):
            raise PositionError("order: name every player once.")
        state.order = tuple(seats)
        gone = [player(self.game, "passed", colour) for colour in passed]
        if gone and self.phase not in ("collecting", "making"):
            raise PositionError(f"passed: nobody passes in the phase {self.phase}.")
        state.queue = tuple([seat for seat in reversed(seats) if seat not in gone]) if self.in_kitchen() else ()
        halted = [player(self.game, "stopped", colour) for colour in stopped]
        if halted and not self.lookups.one_a_turn:
            raise PositionError("stopped: only in master does one stop collecting without passing (PM-11).")
        state.stopped = sum(1 << seat for seat in halted)
        if helper is not None and not self.lookups.help_coins:
            raise PositionError(f"helper: {self.game.mode.title} has no extra help coin.")
        state.helper = -1 if helper is None else player(self.game, "helper", helper)

    def in_kitchen(self) -> bool:
        return self.phase in ("collecting", "making")

    def read_points(
        self, points: Sequence[int] | None, earned: Sequence[int] | None, milestones: Sequence[int] | None, day: int
    ) -> None:
        state, lookups = self.state, self.lookups
        state.ledger.points = self.numbers("points", points)
        if max(state.ledger.points) >= lookups.goal and self.phase != "end":
            raise PositionError(f"points: with {lookups.goal} points the game would have ended (PM-15).")
        state.ledger.earned = list(self.numbers("earned", earned))
        if any(state.ledger.earned) and not (self.in_kitchen() or self.phase == "scoring"):
            raise PositionError(f"earned: nothing has been earned in the phase {self.phase}.")
        best = max(state.ledger.points)
        least = [
            sum((best if lookups.shared_milestones else own) >= needed for needed in lookups.milestones[:-1])
            for own in state.ledger.points
        ]
        state.ledger.milestones = tuple(least) if milestones is None else self.numbers("milestones", milestones)
        for seat, reached in enumerate(state.ledger.milestones):
            if not least[seat] <= reached < len(lookups.milestones):
                raise PositionError(f"milestones: {self.game.seat_name(seat)} can't have reached {reached} (PMR-1).")
        if not 1 <= day <= self.game.max_days:
            raise PositionError(f"day: the days are 1 to {self.game.max_days}, not {day}.")
        state.day = day

    # Order cards

    def orders(self, where: str, text: str) -> tuple[int, ...]:
        """Return order cards, counted as lying somewhere."""
        found: list[int] = []
        for number, name in cards(text):
            if name not in self.lookups.order_names:
                raise PositionError(f"{where}: there is no order {name!r}.")
            order = self.lookups.order_names.index(name)
            self.cards[order] -= number
            if self.cards[order] < 0:
                have = self.game.deck.orders[order].count
                raise PositionError(f"{where}: there are only {have} {name}, and this is one more.")
            found += [order] * number
        return tuple(found)

    def read_completed(self, completed: Sequence[str] | None, face_down: Sequence[str] | None) -> None:
        state, lookups = self.state, self.lookups
        for seat, where, text in each_seat(self.game, "completed", completed):
            orders = self.orders(where, text)
            state.ledger.completed[seat] = orders
            state.ledger.face_up[seat] = sum(lookups.categories.unit[lookups.category[order]] for order in orders)
        for seat, where, text in each_seat(self.game, "face_down", face_down):
            orders = self.orders(where, text)
            if orders and not lookups.trading:
                raise PositionError(f"{where}: {self.game.mode.title} has no trading (PM-12).")
            types = Counter(self.game.deck.orders[order].type for order in orders)
            for type_, number in types.items():
                if number % 2 and type_ != SPECIAL:
                    raise PositionError(f"{where}: {TYPES[type_]} orders are turned down two at a time (PM-12).")
            state.ledger.completed[seat] += orders

    def read_orders(self, hands: Sequence[str] | None, row: str, discards: str, deck: str) -> None:
        state, lookups = self.state, self.lookups
        for seat, where, text in each_seat(self.game, "hand", hands):
            hand = tuple(sorted(self.orders(where, text)))
            limit = hand_limit(state, seat)
            limit += sum(max(self.game.deck.missions[m].gives, 0) for m in state.missions.won[seat] if self.draws(m))
            if len(hand) > limit:
                raise PositionError(f"{where}: {len(hand)} cards are more than the {limit} that it can hold (PM-5).")
            state.orders.hands[seat] = hand
            state.orders.held[seat] = bits(hand)
        state.orders.row = self.orders("row", row)
        state.orders.shared = bits(state.orders.row) << lookups.different
        if len(state.orders.row) > (0 if self.phase in ("morning", "end") else lookups.row):
            raise PositionError(f"row: so many shared orders can't lie there in the phase {self.phase} (PM-4).")
        state.orders.discards = self.orders("discards", discards)
        state.orders.seen_discards = (state.orders.discards,) * self.game.players
        if deck != REST:
            state.orders.deck = self.orders("deck", deck)
            lost = [f"{number} {lookups.order_names[order]}" for order, number in self.cards.items() if number]
            if lost:
                raise lie_nowhere(lost, "the deck")
            return
        rest = sorted(self.cards.elements())
        state.orders.deck = tuple(rest[place] for place in permutation(state.orders.key, 0, len(rest)))

    def draws(self, mission: int) -> bool:
        return self.game.deck.missions[mission].effect == "draw"

    # Ingredients and coins

    def ingredients(self, where: str, text: str) -> int:
        tally = 0
        for number, kind in cards(text):
            place = place_of_kind(where, kind, KINDS)
            there = self.lookups.tallies.count(self.state.board.supply, place)
            if number > there:
                raise PositionError(f"{where}: {number} {kind} are too many, there are only {there} left.")
            tally += number * self.lookups.unit[place]
            self.state.board.supply -= number * self.lookups.unit[place]
        return tally

    def read_ingredients(
        self,
        refrigerator: str,
        reserved: Sequence[str] | None,
        trays: Sequence[str] | None,
        beside: Sequence[str] | None,
    ) -> None:
        state = self.state
        state.board.supply = self.lookups.ingredients
        state.board.refrigerator = self.ingredients("refrigerator", refrigerator)
        for seat, where, text in each_seat(self.game, "reserved", reserved):
            state.board.reserved[seat] = self.ingredients(where, text)
            if state.board.reserved[seat] and not (self.lookups.reserving and self.in_kitchen()):
                raise PositionError(f"{where}: nothing can be reserved here (PM-8).")
        for seat, where, text in each_seat(self.game, "tray", trays):
            state.board.trays[seat] = self.ingredients(where, text)
            if state.board.trays[seat] and not (self.in_kitchen() or self.phase == "scoring"):
                raise PositionError(f"{where}: a tray is empty in the phase {self.phase} (PM-14).")
        for seat, where, text in each_seat(self.game, "beside the tray", beside):
            tally = self.ingredients(where, text)
            state.board.beside = with_more(state.board.beside, seat, tally)
            if tally and not self.lookups.missions:
                raise PositionError(f"{where}: only a mission lays an ingredient there (PMR-8).")

    def read_kept(self, kept: Sequence[str] | None) -> None:
        board = self.state.board
        for seat, where, text in each_seat(self.game, "kept", kept):
            tally = self.ingredients(where, text)
            if not tally:
                continue
            if not self.lookups.missions:
                raise PositionError(f"{where}: only a mission keeps an ingredient (PMR-8).")
            if board.kept >= 0 or self.lookups.tallies.total(tally) > 1:
                raise PositionError(f"{where}: only one ingredient at a time is kept for a day (PMR-8).")
            board.beside = with_more(board.beside, seat, tally)
            board.kept = 4 * seat + self.lookups.tallies.only_kind(tally)

    def read_coins(self, coins: Sequence[str] | None, turn: str | None) -> None:
        state = self.state
        for seat, where, text in each_seat(self.game, "coins", coins):
            counts = [0] * len(KINDS)
            for number, kind in cards(text):
                if kind not in KINDS:
                    raise PositionError(f"{where}: there is no section {kind!r}; there are {', '.join(KINDS)}.")
                counts[KINDS.index(kind)] += number
            for section, number in enumerate(counts):
                state.board.coins[section] += number << (6 * seat)
            own = coins_of(state, seat)
            if any(counts) and self.phase in ("morning", "discarding", "end"):
                raise PositionError(f"{where}: no coins lie on the board in the phase {self.phase} (PM-14).")
            if any(counts) and sum(counts) != own:
                raise PositionError(f"{where}: all {own} coins are placed at once, and these are {sum(counts)} (PM-6).")
        if self.phase == "shopping":
            first = 0 if turn is None else state.order.index(player(self.game, "seat", turn))
            for place, seat in enumerate(state.order):
                if (place < first) != any(coins >> (6 * seat) & 63 for coins in state.board.coins):
                    raise PositionError("coins: those before the turn have placed theirs, those after haven't (PM-6).")

    # Missions and objectives

    def read_missions(
        self,
        mission: str | None,
        missions: str,
        prizes: Sequence[str | None] | None,
        won: Sequence[str] | None,
        extras: Sequence[int] | None,
    ) -> None:
        state, lookups = self.state, self.lookups
        left = list(range(len(lookups.mission_names))) if lookups.missions else []

        def card(where: str, name: str) -> int:
            number = lookups.mission_names.index(name) if name in lookups.mission_names else -1
            if not lookups.missions:
                raise PositionError(f"{where}: this game is played without missions.")
            if number not in left:
                known = name in lookups.mission_names
                raise PositionError(f"{where}: " + (f"{name} lies elsewhere." if known else f"there is no {name!r}."))
            left.remove(number)
            return number

        if mission is not None and self.phase in ("morning", "discarding", "end"):
            raise PositionError(f"mission: none lies open in the phase {self.phase} (PM-4).")
        state.missions.today = -1 if mission is None else card("mission", mission)
        state.missions.watch = lookups.watches[state.missions.today] if state.missions.today >= 0 else 0
        for seat, where, text in each_seat(self.game, "won", won):
            found = tuple([card(where, name) for _, name in cards(text)])
            state.missions.won = with_more(state.missions.won, seat, found)
        if lookups.missions and prizes is not None and len(prizes) != len(lookups.prizes):
            raise PositionError(f"prizes: there are {len(lookups.prizes)}; say None for one that was taken.")
        if prizes is not None:
            state.missions.prizes = tuple([-1 if name is None else card("prizes", name) for name in prizes])
        stacked = [] if missions == REST else [card("missions", name) for _, name in cards(missions)]
        if prizes is None:
            best = max(state.ledger.points)
            state.missions.prizes = tuple(
                [-1 if best >= needed or not left else left.pop() for needed in lookups.prizes if lookups.missions]
            )
        if missions != REST and left:
            raise lie_nowhere([lookups.mission_names[number] for number in left], "the missions", "these missions")
        state.missions.deck = tuple(left if missions == REST else stacked)
        state.ledger.extras = self.numbers("extras", extras)
        for seat, number in enumerate(state.ledger.extras):
            able = sum(self.game.deck.missions[m].effect == "special" for m in state.missions.won[seat])
            if number > able:
                raise PositionError(
                    f"extras: {self.game.seat_name(seat)} has won {able} missions that count as specials."
                )
            state.ledger.face_up[seat] += number * lookups.categories.unit[SPECIALS]

    def read_progress(self, progress: Sequence[int] | None, achiever: str | None) -> None:
        state = self.state
        state.missions.progress = list(self.numbers("progress", progress))
        if achiever is not None:
            state.missions.achiever = player(self.game, "achiever", achiever)
        if (any(state.missions.progress) or achiever is not None) and state.missions.today < 0:
            raise PositionError("progress: there is no mission to fulfil.")
        if achiever is not None:
            state.missions.watch = 0
        elif state.missions.today >= 0 and any(
            number >= self.game.deck.missions[state.missions.today].number > 0 for number in state.missions.progress
        ):
            raise PositionError("progress: somebody has fulfilled the mission; say who as 'achiever'.")

    def read_objectives(self, objectives: Sequence[str] | None, secrets: Sequence[str] | None) -> None:
        state, lookups, game = self.state, self.lookups, self.game
        left = list(game.objectives_in_play)

        def card(where: str, name: str) -> int:
            number = lookups.objective_names.index(name) if name in lookups.objective_names else -1
            if number not in left:
                raise PositionError(f"{where}: there is no {name!r}, or it lies elsewhere.")
            left.remove(number)
            return number

        if secrets is not None and len(secrets) != (game.players if game.secret_objectives else 0):
            raise PositionError("secrets: one for each player, if the game has secret objectives (PMR-3).")
        if objectives is not None and len(objectives) != game.shared_objectives():
            raise PositionError(f"objectives: {game.shared_objectives()} on the table, not {len(objectives)} (PMR-3).")
        chosen = None if objectives is None else [card("objectives", name) for name in objectives]
        held = None if secrets is None else [card("secrets", name) for name in secrets]
        if chosen is None:
            chosen = [left.pop(0) for _ in range(game.shared_objectives())]
        if held is None:
            held = [left.pop(0) for _ in range(game.players if game.secret_objectives else 0)]
        state.objectives = Objectives(tuple(sorted(chosen)), tuple(held), tuple(left))

    # The beginning

    def start(self, turn: str | None) -> None:
        """Bring it to the first question."""
        state = self.state
        state.quiet = False
        state.turn = 0
        first = state.queue[0] if self.phase == "collecting" and state.queue else state.order[0]
        seat = first if turn is None else player(self.game, "seat", turn)
        state.seat = seat
        state.place = state.order.index(seat)
        if self.begin(seat):
            go_on(state)

    def begin(self, seat: int) -> bool:
        """Begin the phase, or this seat's turn in it. Returns whether it is over before anybody is asked."""
        state = self.state
        if self.phase == "morning":
            return start_the_day(state)
        if self.phase == "discarding":
            return ask_to_discard(state)
        if self.phase == "shopping":
            ask_for_coins(state)
            return False
        if self.phase == "collecting":
            if seat not in state.queue:
                raise PositionError(f"seat: {self.game.seat_name(seat)} has passed.")
            state.place = state.queue.index(seat)
            return next_to_collect(state)
        if self.phase == "making":
            return self.begin_making(seat)
        if self.phase == "scoring":
            return score_the_day(state)
        points = state.ledger.points
        state.order = tuple(sorted(state.order, key=lambda other: -points[other]))
        ending = end_reached(state, max(points))
        if not ending:
            raise PositionError("points: nobody has enough for the end, and it isn't the last day (PM-15, PMR-12).")
        end_the_game(state, ending)
        return False

    def begin_making(self, seat: int) -> bool:
        state = self.state
        if self.lookups.one_a_turn:
            raise PositionError(f"phase: in {self.game.mode.title} making is part of collecting (PM-11).")
        if seat in state.queue:
            raise PositionError(f"seat: {self.game.seat_name(seat)} must have passed to make pizzas (PM-10).")
        reverse = state.order[::-1]
        after = reverse[reverse.index(seat) + 1 :]
        state.place = sum(other not in after for other in state.queue)
        return not ask_to_make(state, seat) and next_to_collect(state)

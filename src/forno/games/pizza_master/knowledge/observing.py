"""Observer of Pizza Master: fills in what a seat knows as numbers.

Seats are counted from the observing seat, so that every seat sees the table alike. What is written for `now` is what
`viewing` shows, for `memory` what `memory` keeps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from forno.core.observing import EVERYTHING, MAX_VALUE, NOW, check_fill
from forno.games.pizza_master.knowledge.fields import ENDINGS, PHASE_NAMES, layout
from forno.games.pizza_master.rules.questions import COINS, DISCARD, PHASES
from forno.games.pizza_master.rules.state import PizzaMasterState

if TYPE_CHECKING:
    from forno.games.pizza_master.game import PizzaMaster

FROM_ONE: Final = bytes([*range(1, 256), 255])
"""Each byte's successor: cards are numbered from 1 in observations, since 0 is none."""


class PizzaMasterObserver:
    """See `forno.core.observing.Observer` for what it promises."""

    def __init__(self, game: PizzaMaster, knowledge: str) -> None:
        self.game = game
        self.layout = layout(game, knowledge)
        self.remembers = knowledge != NOW
        self.knows_all = knowledge == EVERYTHING
        lookups = game.lookups
        self.players = lookups.players
        self.orders = lookups.different
        self.missions = len(lookups.mission_names) if lookups.missions else 0
        self.objectives = len(lookups.objective_names) if game.mode.objectives else 0
        self.phases: list[int] = [PHASE_NAMES.index(phase) for phase in PHASES]
        """The phase by question."""
        self.endings: dict[str, int] = {ending: place for place, ending in enumerate(ENDINGS)}
        self.size = self.layout.size
        self.empty = bytearray(self.size)  # copied in less time than bytes
        at = self.layout.start
        self.at_seat = at("seat")
        self.at_awaited = at("awaited")
        self.at_question = at("question")
        self.at_phase = at("phase")
        self.at_day = at("day")
        self.at_turn_order = at("turn_order")
        self.at_helper = at("helper")
        self.at_hand = at("hand")
        self.at_discarding = at("discarding")
        self.at_placing = at("placing")
        self.at_sizes = at("sizes")
        self.at_deck = at("deck")
        self.at_discards = at("discards")
        self.at_row = at("row")
        self.at_coins = at("coins")
        self.at_supply = at("supply")
        self.at_refrigerator = at("refrigerator")
        self.at_reserved = at("reserved")
        self.at_trays = at("trays")
        self.at_beside = at("beside")
        self.at_kept = at("kept")
        self.at_collecting = at("collecting")
        self.at_stopped = at("stopped")
        self.at_completed = at("completed")
        self.at_face_up = at("face_up")
        self.at_extras = at("extras")
        self.at_declared = at("declared")
        self.at_points = at("points")
        self.at_earned = at("earned")
        self.at_milestones = at("milestones")
        self.at_mission = at("mission")
        self.at_missions = at("missions")
        self.at_prizes = at("prizes")
        self.at_won = at("won")
        self.at_progress = at("progress")
        self.at_achiever = at("achiever")
        self.at_objectives = at("objectives")
        self.at_secrets = at("secrets")
        self.at_ending = at("ending")
        self.at_known_discards = at("known_discards")
        self.at_asked = at("asked")
        self.at_all_hands = at("all_hands")
        self.at_all_discarding = at("all_discarding")
        self.at_all_placing = at("all_placing")
        self.at_deck_cards = at("deck_cards")
        self.at_all_discards = at("all_discards")
        self.at_mission_deck = at("mission_deck")
        self.at_all_secrets = at("all_secrets")
        self.no_own = bytearray(self.at_sizes - self.at_hand)
        """Zeros for the fields that change while a seat discards or places its coins."""
        self.no_hidden = bytearray(max(self.at_deck_cards - self.at_asked, 0))

    def fill(self, given: Any, seat: Any, into: Any, start: Any) -> None:
        self.write(given, check_fill(self.game, given, seat, into, start, self.size), into, start)

    def write(self, given: Any, seat: int, into: bytearray, start: int) -> None:
        """Write what the seat knows; the arguments have been checked."""
        assert isinstance(given, PizzaMasterState)
        into[start : start + self.size] = self.empty
        self.fill_course(given, seat, into, start)
        self.fill_own(given, seat, into, start)
        self.fill_orders(given, seat, into, start)
        self.fill_board(given, seat, into, start)
        self.fill_ledger(given, seat, into, start)
        self.fill_goals(given, seat, into, start)
        if self.remembers:
            self.put_cards(into, start + self.at_known_discards, given.orders.seen_discards[seat])
        if self.knows_all:
            self.fill_hidden(given, seat, into, start)

    def refill(self, given: Any, seat: int, into: bytearray, start: int) -> None:
        """Update an observation while a seat discards or places coins, when only its own part changes."""
        assert isinstance(given, PizzaMasterState)
        discards = given.question == DISCARD and len(given.orders.discarding) > 0
        places = given.question == COINS and given.board.section > 0
        if not (discards or places):
            self.write(given, seat, into, start)
            return
        into[start + self.at_hand : start + self.at_sizes] = self.no_own
        self.fill_own(given, seat, into, start)
        if self.knows_all:
            into[start + self.at_asked : start + self.at_deck_cards] = self.no_hidden
            self.fill_hands(given, seat, into, start)

    def fill_own(self, state: PizzaMasterState, seat: int, into: bytearray, start: int) -> None:
        """Write what this seat holds, and what it is doing with its cards or coins."""
        orders = state.orders
        self.put_cards(into, start + self.at_hand, orders.hands[seat])
        if state.seat == seat:
            if state.question == DISCARD:
                self.put_cards(into, start + self.at_discarding, orders.discarding)
            elif state.question == COINS:
                self.put_coins(into, start + self.at_placing, state.board.coins, seat)

    def fill_course(self, state: PizzaMasterState, seat: int, into: bytearray, start: int) -> None:
        """Write who looks, who decides what, and the turn order."""
        players = self.players
        into[start + self.at_seat + seat] = 1
        if not state.is_over:
            into[start + self.at_awaited + (state.seat - seat) % players] = 1
            if state.seat == seat:
                into[start + self.at_question + state.question] = 1
        into[start + self.at_phase + self.phases[state.question]] = 1
        into[start + self.at_day] = min(state.day, MAX_VALUE)
        place = 1
        for other in state.order:
            into[start + self.at_turn_order + (other - seat) % players] = place
            place += 1
        if state.helper >= 0:
            into[start + self.at_helper + (state.helper - seat) % players] = 1
        place = 1
        for other in state.queue:
            into[start + self.at_collecting + (other - seat) % players] = place
            place += 1
        if state.stopped:
            for other in range(players):
                if state.stopped >> other & 1:
                    into[start + self.at_stopped + (other - seat) % players] = 1
        if state.ending:
            into[start + self.at_ending + self.endings[state.ending]] = 1

    def fill_orders(self, state: PizzaMasterState, seat: int, into: bytearray, start: int) -> None:
        players, orders = self.players, state.orders
        for place in range(players):
            other = (seat + place) % players
            size = len(orders.hands[other])
            if other == state.seat:
                size += len(orders.discarding)
            into[start + self.at_sizes + place] = size
        into[start + self.at_deck] = min(len(orders.deck), MAX_VALUE)
        into[start + self.at_discards] = min(len(orders.discards), MAX_VALUE)
        self.put_cards(into, start + self.at_row, orders.row)

    def fill_board(self, state: PizzaMasterState, seat: int, into: bytearray, start: int) -> None:
        players, board = self.players, state.board
        placing = state.seat if state.question == COINS else -1
        self.put_counts(into, start + self.at_supply, board.supply)
        self.put_counts(into, start + self.at_refrigerator, board.refrigerator)
        for place in range(players):
            other = (seat + place) % players
            if other != placing:
                self.put_coins(into, start + self.at_coins + 4 * place, board.coins, other)
            self.put_counts(into, start + self.at_reserved + 4 * place, board.reserved[other])
            self.put_counts(into, start + self.at_trays + 4 * place, board.trays[other])
            self.put_counts(into, start + self.at_beside + 4 * place, board.beside[other])
        if board.kept >= 0:
            into[start + self.at_kept + 4 * ((board.kept >> 2) - seat) % (4 * players) + (board.kept & 3)] = 1

    def fill_ledger(self, state: PizzaMasterState, seat: int, into: bytearray, start: int) -> None:
        players, ledger = self.players, state.ledger
        for place in range(players):
            other = (seat + place) % players
            self.put_cards(into, start + self.at_completed + place * self.orders, ledger.completed[other])
            self.put_counts(into, start + self.at_face_up + 9 * place, ledger.face_up[other])
            self.put_counts(into, start + self.at_declared + 4 * place, ledger.declared[other])
            if ledger.points[other]:
                into[start + self.at_points + place] = min(ledger.points[other], MAX_VALUE)
            if ledger.milestones[other]:
                into[start + self.at_milestones + place] = ledger.milestones[other]
            if ledger.earned[other]:
                into[start + self.at_earned + place] = min(ledger.earned[other], MAX_VALUE)
            if ledger.extras[other]:
                into[start + self.at_extras + place] = ledger.extras[other]

    def fill_goals(self, state: PizzaMasterState, seat: int, into: bytearray, start: int) -> None:
        """Write missions and objectives."""
        players = self.players
        missions, objectives = state.missions, state.objectives
        if self.missions:
            if missions.today >= 0:
                into[start + self.at_mission + missions.today] = 1
            into[start + self.at_missions] = len(missions.deck)
            at = start + self.at_prizes
            for mission in missions.prizes:
                if mission >= 0:
                    into[at + mission] = 1
                at += self.missions
            for place in range(players):
                other = (seat + place) % players
                for mission in missions.won[other]:
                    into[start + self.at_won + place * self.missions + mission] = 1
                if missions.progress[other]:
                    into[start + self.at_progress + place] = missions.progress[other]
            if missions.achiever >= 0:
                into[start + self.at_achiever + (missions.achiever - seat) % players] = 1
        for objective in objectives.shared:
            into[start + self.at_objectives + objective] = 1
        if objectives.secrets:
            for place in range(players if state.is_over else 1):
                secret = objectives.secrets[(seat + place) % players]
                into[start + self.at_secrets + place * self.objectives + secret] = 1

    def fill_hidden(self, state: PizzaMasterState, seat: int, into: bytearray, start: int) -> None:
        self.fill_hands(state, seat, into, start)
        orders, secrets = state.orders, state.objectives.secrets
        if secrets:
            for place in range(self.players):
                secret = secrets[(seat + place) % self.players]
                into[start + self.at_all_secrets + place * self.objectives + secret] = 1
        at = start + self.at_deck_cards
        into[at : at + len(orders.deck)] = bytes(orders.deck).translate(FROM_ONE)
        self.put_cards(into, start + self.at_all_discards, orders.discards)
        depth = 1
        for mission in state.missions.deck:
            into[start + self.at_mission_deck + mission] = depth
            depth += 1

    def fill_hands(self, state: PizzaMasterState, seat: int, into: bytearray, start: int) -> None:
        """Fill in the question, everyone's cards, and the cards or coins being chosen."""
        players, orders = self.players, state.orders
        if not state.is_over:
            into[start + self.at_asked + state.question] = 1
        for place in range(players):
            hand = orders.hands[(seat + place) % players]
            self.put_cards(into, start + self.at_all_hands + place * self.orders, hand)
        self.put_cards(into, start + self.at_all_discarding, orders.discarding)
        if state.question == COINS:
            self.put_coins(into, start + self.at_all_placing, state.board.coins, state.seat)

    def put_counts(self, into: bytearray, start: int, tally: int) -> None:
        """Write a tally, six bits for each number."""
        at = start
        while tally:
            number = tally & 63
            if number:
                into[at] = number
            tally >>= 6
            at += 1

    def put_cards(self, into: bytearray, start: int, cards: tuple[int, ...]) -> None:
        """Write the number of cards of each order."""
        for order in cards:
            number = into[start + order]
            if number < MAX_VALUE:
                into[start + order] = number + 1

    def put_coins(self, into: bytearray, start: int, coins: list[int], seat: int) -> None:
        """Write a seat's coins in the four sections."""
        for section in range(4):
            number = coins[section] >> (6 * seat) & 63
            if number:
                into[start + section] = number

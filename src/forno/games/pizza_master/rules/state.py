"""A game of Pizza Master in progress.

Counts, not card objects: ingredients are tallies of the four kinds (see `forno.core.tally`), so are coins by section.
Order cards are places in `lookups.order_names`; a hand is a sorted tuple of them, and beside it lies, as a set of bits,
which orders are in it at all. What has been completed is counted by category as well (see `questions`). What belongs
together on the table lies together here (see `parts`).

Discarding and placing coins are composed in small steps and show to others only when complete: until then `discarding`
holds the cards, and what the player whose turn it is has in `coins` is nobody else's to see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from forno.core.errors import IllegalAction
from forno.core.events import Answered, Event
from forno.core.game import refusal, whole
from forno.core.outcomes import Outcome
from forno.core.positions import Position
from forno.core.states import GameState
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.day import await_answer, go_on
from forno.games.pizza_master.rules.kitchen import collect, make
from forno.games.pizza_master.rules.lookups import Lookups
from forno.games.pizza_master.rules.missions import keep_ingredient, return_ingredient
from forno.games.pizza_master.rules.morning import discard, place_coins
from forno.games.pizza_master.rules.objectives import declare_specials, score
from forno.games.pizza_master.rules.parts import Board, Ledger, Missions, Objectives, Orders
from forno.games.pizza_master.rules.questions import COINS, COLLECT, DECLARE, DISCARD, KEEP, MAKE

if TYPE_CHECKING:
    from forno.games.pizza_master.game import PizzaMaster
    from forno.games.pizza_master.knowledge.views import PizzaMasterView

NOTHING: Final[Sequence[Event]] = ()


class PizzaMasterState(GameState):
    """State of a game; see `forno.core.game.State` for what it promises."""

    def __init__(
        self,
        game: PizzaMaster,
        lookups: Lookups,
        start: int | str | Position | None,
        quiet: bool,
        is_over: bool,
        seat: int,
        question: int,
        turn: int,
        day: int,
        order: tuple[int, ...],
        place: int,
        queue: tuple[int, ...],
        stopped: int,
        helper: int,
        orders: Orders,
        board: Board,
        ledger: Ledger,
        missions: Missions,
        objectives: Objectives,
        ending: str,
        legal: list[int],
        past: object,
        today: list[int],
    ) -> None:
        self.game = game
        self.lookups = lookups
        self.start = start
        self.quiet = quiet
        self.is_over = is_over
        self.seat = seat
        self.question = question
        self.turn = turn
        self.day = day
        self.order = order
        """The turn order of the day."""
        self.place = place
        """Place of the turn: in the turn order, while collecting in the queue."""
        self.queue = queue
        """Seats that haven't passed, in reverse turn order."""
        self.stopped = stopped
        """PM-11: who can't collect any more without having passed, a bit for each seat."""
        self.helper = helper
        """The seat with the extra help coin; -1 for nobody."""
        self.orders = orders
        self.board = board
        self.ledger = ledger
        self.missions = missions
        self.objectives = objectives
        self.ending = ending
        """Reason of the end; empty before."""
        self.legal = legal
        self.past = past
        """Actions of all days before, the latest outside: ((((), (3, 17)), (40, 5)), (8,))."""
        self.today = today
        """Actions of this day."""
        self.events = NOTHING
        self.telling = []

    def clone(self) -> PizzaMasterState:
        return PizzaMasterState(
            self.game,
            self.lookups,
            self.start,
            self.quiet,
            self.is_over,
            self.seat,
            self.question,
            self.turn,
            self.day,
            self.order,
            self.place,
            self.queue,
            self.stopped,
            self.helper,
            self.orders.clone(),
            self.board.clone(),
            self.ledger.clone(),
            self.missions.clone(),
            self.objectives,
            self.ending,
            self.legal,
            self.past,
            self.today.copy(),
        )

    def apply(self, chosen: SupportsIndex) -> Sequence[Event]:
        action = chosen if type(chosen) is int else whole(chosen)
        quiet = self.quiet
        if not quiet:
            if action not in self.legal:
                raise IllegalAction(refusal(self, chosen))
            before = self.turn
            self.telling = [Answered(self.seat, action)]
        self.today.append(action)
        question = self.question
        if question == COLLECT:
            phase_over = collect(self, action)
        elif question == COINS:
            phase_over = place_coins(self, action)
        elif question == DISCARD:
            phase_over = discard(self, action)
        elif question == MAKE:
            phase_over = make(self, action)
        elif question == DECLARE:
            phase_over = declare_specials(self, action)
        elif question == KEEP:
            phase_over = keep_ingredient(self, action)
        else:
            phase_over = return_ingredient(self, action)
        if phase_over:
            go_on(self)
        if quiet:
            return NOTHING
        await_answer(self, before)
        self.events = self.telling
        return self.events

    def final_outcome(self) -> Outcome:
        return score(self)

    def view(self, seat: Any) -> PizzaMasterView:
        view: PizzaMasterView = self.game.view(self, seat)
        return view

    def history(self) -> list[int]:
        actions = self.today[::-1]
        past: Any = self.past
        while past:
            past, day = past
            actions += day[::-1]
        return actions[::-1]

    def census(self) -> Mapping[str, int]:
        """Count every card and ingredient by name, and the coins of the mode."""
        lookups = self.lookups
        board, orders, missions, objectives = self.board, self.orders, self.missions, self.objectives
        ingredients = board.supply + board.refrigerator + sum(board.reserved) + sum(board.trays) + sum(board.beside)
        found = {kind: lookups.tallies.count(ingredients, place) for place, kind in enumerate(KINDS)}
        cards = [*orders.deck, *orders.discards, *orders.row, *orders.discarding]
        for piles in (orders.hands, self.ledger.completed):
            for pile in piles:
                cards += pile
        for order in cards:
            name = f"order {lookups.order_names[order]}"
            found[name] = found.get(name, 0) + 1
        cards = [*missions.deck, missions.today, *missions.prizes]
        for won in missions.won:
            cards += won
        for mission in cards:
            if mission >= 0:
                name = f"mission {lookups.mission_names[mission]}"
                found[name] = found.get(name, 0) + 1
        for objective in (*objectives.shared, *objectives.secrets, *objectives.box):
            name = f"objective {lookups.objective_names[objective]}"
            found[name] = found.get(name, 0) + 1
        return found

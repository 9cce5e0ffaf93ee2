"""A game of Pizza Master in progress.

Counts, not card objects: ingredients are tallies of the four kinds (see `forno.core.tally`), so are coins by section.
Order cards are places in `tables.order_names`; a hand is a sorted tuple of them, and beside it lies, as a set of bits,
which orders are in it at all. What has been completed is counted by category as well (see `questions`).

Discarding and placing coins are composed in small steps and show to others only when complete: until then `discarding`
holds the cards, and what the player whose turn it is has in `coins` is nobody else's to see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from forno.core.copies import Reduced, by_fields
from forno.core.errors import IllegalAction
from forno.core.events import Answered, Event
from forno.core.game import described, refusal, whole
from forno.core.outcomes import Outcome
from forno.core.positions import Position
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.day import await_answer, discard, place_coins
from forno.games.pizza_master.rules.kitchen import collect, make
from forno.games.pizza_master.rules.lookups import Tables
from forno.games.pizza_master.rules.missions import keep_ingredient, return_ingredient
from forno.games.pizza_master.rules.objectives import declare_specials, score
from forno.games.pizza_master.rules.questions import COINS, COLLECT, DECLARE, DISCARD, KEEP, MAKE, RETURN
from forno.games.pizza_master.rules.viewing import view_of
from forno.games.pizza_master.rules.views import PizzaMasterView

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.game import PizzaMaster

NOTHING: Final[Sequence[Event]] = ()

SLOTS = """
    game tables start key quiet is_over seat question turn day shuffles order place queue stopped hands held deck
    discards row shared discarding section unplaced coins supply refrigerator reserved trays beside completed
    face_up extras declared points earned milestones helper missions mission prizes won watch progress achiever
    fulfilled objectives secrets box ending legal past today events telling
""".split()  # noqa: SIM905
"""More attributes than Python keeps at hand without being told."""


class PizzaMasterState:
    """See `forno.core.game.State` for what it promises."""

    __slots__ = SLOTS

    def __init__(
        self,
        game: PizzaMaster,
        tables: Tables,
        start: int | str | Position | None,
        key: bytes,
        quiet: bool,
        is_over: bool,
        seat: int,
        question: int,
        turn: int,
        day: int,
        shuffles: int,
        order: tuple[int, ...],
        place: int,
        queue: tuple[int, ...],
        stopped: int,
        hands: list[tuple[int, ...]],
        held: list[int],
        deck: tuple[int, ...],
        discards: tuple[int, ...],
        row: tuple[int, ...],
        shared: int,
        discarding: tuple[int, ...],
        section: int,
        unplaced: int,
        coins: list[int],
        supply: int,
        refrigerator: int,
        reserved: list[int],
        trays: list[int],
        beside: list[int],
        completed: list[tuple[int, ...]],
        face_up: list[int],
        extras: list[int],
        declared: list[int],
        points: list[int],
        earned: list[int],
        milestones: list[int],
        helper: int,
        missions: tuple[int, ...],
        mission: int,
        prizes: tuple[int, ...],
        won: list[tuple[int, ...]],
        watch: int,
        progress: list[int],
        achiever: int,
        fulfilled: int,
        objectives: tuple[int, ...],
        secrets: tuple[int, ...],
        box: tuple[int, ...],
        ending: str,
        legal: list[int],
        past: object,
        today: list[int],
    ) -> None:
        self.game = game
        self.tables = tables
        self.start = start
        """What it was dealt from, or how it was built; `None` if it was sampled."""
        self.key = key
        self.quiet = quiet
        self.is_over = is_over
        self.seat = seat
        self.question = question
        self.turn = turn
        self.day = day
        self.shuffles = shuffles
        """How often the deck has been made new."""
        self.order = order
        """The turn order of the day."""
        self.place = place
        """Whose turn it is: a place in the turn order, while collecting in the queue."""
        self.queue = queue
        """Who hasn't passed, in reverse turn order."""
        self.stopped = stopped
        """PM-11: who can't collect any more without having passed, a bit for each seat."""
        self.hands = hands
        self.held = held
        """Which orders are in every hand."""
        self.deck = deck
        """The order deck, top card first."""
        self.discards = discards
        self.row = row
        """The shared order cards …"""
        self.shared = shared
        """… and which orders are among them, in the upper half of a set of bits (see `Makeable`)."""
        self.discarding = discarding
        """What the player whose turn it is has discarded so far."""
        self.section = section
        """The section for which the player whose turn it is places coins, …"""
        self.unplaced = unplaced
        """… and the coins left."""
        self.coins = coins
        """The coins on the board: for each section one number, in it six bits for each seat."""
        self.supply = supply
        self.refrigerator = refrigerator
        self.reserved = reserved
        self.trays = trays
        self.beside = beside
        """PMR-8: ingredients that lie beside a tray."""
        self.completed = completed
        """All completed orders, face up or down, in the order of their completion."""
        self.face_up = face_up
        """The face-up ones among them, by category."""
        self.extras = extras
        """PMR-15: how many mission cards count as completed specials, face up or down."""
        self.declared = declared
        """PM-16: the specials declared at the end, by type."""
        self.points = points
        self.earned = earned
        """PMR-10: the points of the orders completed this day."""
        self.milestones = milestones
        """PMR-1: how many milestones everyone has reached."""
        self.helper = helper
        """Who has the extra help coin; -1 for nobody."""
        self.missions = missions
        """The mission deck, top card first."""
        self.mission = mission
        """The daily mission; -1 for none."""
        self.prizes = prizes
        """The mission cards for the first to have so many points; -1 once taken."""
        self.won = won
        self.watch = watch
        """What counts for the mission while nobody has fulfilled it; see `Tables.watches`."""
        self.progress = progress
        """How much of it everyone has."""
        self.achiever = achiever
        """Who has fulfilled the mission; -1 for nobody."""
        self.fulfilled = fulfilled
        """The mission that the achiever has been awarded; -1 for none. What it brings may come the next day."""
        self.objectives = objectives
        self.secrets = secrets
        """PMR-3: everyone's secret objective; empty if there are none."""
        self.box = box
        """The objectives that aren't in the game."""
        self.ending = ending
        """How the end was reached; empty before."""
        self.legal = legal
        """The answers to the question."""
        self.past = past
        """The actions of all days before, the latest outside: ((((), (3, 17)), (40, 5)), (8,)) …"""
        self.today = today
        """… and of this day."""
        self.events: Sequence[Event] = NOTHING
        self.telling: list[Event] = []

    def clone(self) -> PizzaMasterState:
        return PizzaMasterState(
            self.game,
            self.tables,
            self.start,
            self.key,
            self.quiet,
            self.is_over,
            self.seat,
            self.question,
            self.turn,
            self.day,
            self.shuffles,
            self.order,
            self.place,
            self.queue,
            self.stopped,
            self.hands.copy(),
            self.held.copy(),
            self.deck,
            self.discards,
            self.row,
            self.shared,
            self.discarding,
            self.section,
            self.unplaced,
            self.coins.copy(),
            self.supply,
            self.refrigerator,
            self.reserved.copy(),
            self.trays.copy(),
            self.beside.copy(),
            self.completed.copy(),
            self.face_up.copy(),
            self.extras.copy(),
            self.declared.copy(),
            self.points.copy(),
            self.earned.copy(),
            self.milestones.copy(),
            self.helper,
            self.missions,
            self.mission,
            self.prizes,
            self.won.copy(),
            self.watch,
            self.progress.copy(),
            self.achiever,
            self.fulfilled,
            self.objectives,
            self.secrets,
            self.box,
            self.ending,
            self.legal,
            self.past,
            self.today.copy(),
        )

    @property
    def seed(self) -> int | str | None:
        start = self.start
        return None if isinstance(start, Position) else start

    @property
    def built_from(self) -> Position | None:
        start = self.start
        return start if isinstance(start, Position) else None

    def __repr__(self) -> str:
        return described(self)

    def __copy__(self) -> PizzaMasterState:
        return self.clone()

    def __deepcopy__(self, memo: object) -> PizzaMasterState:
        return self.clone()

    def __reduce__(self) -> Reduced:
        return by_fields(self, "past")

    def legal_actions(self) -> list[int]:
        return self.legal.copy()

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
            collect(self, action)
        elif question == COINS:
            place_coins(self, action)
        elif question == DISCARD:
            discard(self, action)
        elif question == MAKE:
            make(self, action)
        elif question == DECLARE:
            declare_specials(self, action)
        elif question == KEEP:
            keep_ingredient(self, action)
        elif question == RETURN:
            return_ingredient(self, action)
        if quiet:
            return NOTHING
        await_answer(self, before)
        self.events = self.telling
        return self.events

    @property
    def outcome(self) -> Outcome:
        if not self.is_over:
            raise IllegalAction("the game isn't over yet.")
        return score(self)

    def view(self, seat: int | None) -> PizzaMasterView:
        self.game.check_seat(seat)
        return view_of(self, seat)

    def history(self) -> list[int]:
        actions = self.today[::-1]
        past: Any = self.past
        while past:
            past, day = past
            actions += day[::-1]
        return actions[::-1]

    def census(self) -> Mapping[str, int]:
        """Every card and ingredient by name, and the coins of the mode."""
        tables = self.tables
        ingredients = self.supply + self.refrigerator + sum(self.reserved) + sum(self.trays) + sum(self.beside)
        found = {kind: tables.tallies.count(ingredients, place) for place, kind in enumerate(KINDS)}
        orders = [*self.deck, *self.discards, *self.row, *self.discarding]
        for piles in (self.hands, self.completed):
            for pile in piles:
                orders += pile
        for order in orders:
            name = f"order {tables.order_names[order]}"
            found[name] = found.get(name, 0) + 1
        missions = [*self.missions, self.mission, *self.prizes]
        for cards in self.won:
            missions += cards
        for mission in missions:
            if mission >= 0:
                name = f"mission {tables.mission_names[mission]}"
                found[name] = found.get(name, 0) + 1
        for objective in (*self.objectives, *self.secrets, *self.box):
            name = f"objective {tables.objective_names[objective]}"
            found[name] = found.get(name, 0) + 1
        return found

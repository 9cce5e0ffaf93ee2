"""What a seat may see of a game of Pizza Master: everything but the hands, the decks and the secret objectives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from forno.core.outcomes import Outcome
from forno.core.views import Memory, View
from forno.games.pizza_master.rules.events import Amounts
from forno.games.pizza_master.rules.objectives import awards
from forno.games.pizza_master.rules.questions import COINS, DISCARD, PHASES

if TYPE_CHECKING:
    from forno.core.chance import Chance
    from forno.games.pizza_master.rules.game import PizzaMaster
    from forno.games.pizza_master.rules.state import PizzaMasterState


ENDING: Final = ("declaring", "over")


@dataclass(frozen=True)
class Award:
    """An objective at the end: whose secret it was, who achieved it and for how many points; `None` for nobody."""

    objective: str
    holder: int | None
    seat: int | None
    points: int


@dataclass(frozen=True)
class PizzaMasterView(View):
    """See `forno.core.views.View` for what it promises. Amounts are one number for each kind, lists are by seat."""

    game: PizzaMaster
    day: int
    phase: str
    """`discarding`, `shopping`, `collecting` (and making), `scoring`, `declaring` or `over`."""
    order: tuple[int, ...]
    """The turn order."""
    helper: int | None
    """Who has the extra help coin."""
    hand: tuple[str, ...] | None
    """The own order cards."""
    discarding: tuple[str, ...]
    """What oneself has discarded so far …"""
    placing: Amounts | None
    """… or the coins that oneself has placed so far."""
    sizes: tuple[int, ...]
    """How many order cards everyone holds."""
    deck: int
    discards: int
    row: tuple[str, ...]
    """The shared order cards."""
    coins: tuple[Amounts, ...]
    """Everyone's coins on the board."""
    supply: Amounts
    refrigerator: Amounts
    reserved: tuple[Amounts, ...]
    trays: tuple[Amounts, ...]
    beside: tuple[Amounts, ...]
    """Ingredients beside the trays (PMR-8)."""
    collecting: tuple[int, ...]
    """Who hasn't passed, in the order in which they collect."""
    stopped: tuple[int, ...]
    """PM-11: who of them can't collect any more."""
    completed: tuple[tuple[str, ...], ...]
    """Everyone's completed orders, face up or down."""
    face_up: tuple[Amounts, ...]
    """How many of them are face up, by category: for each type pizzas and side dishes, then specials."""
    extras: tuple[int, ...]
    """PMR-15: how many mission cards count as completed specials."""
    declared: tuple[Amounts, ...]
    """PM-16: what specials have been declared to be, by type."""
    points: tuple[int, ...]
    earned: tuple[int, ...]
    """The points of the orders completed this day."""
    milestones: tuple[int, ...]
    mission: str | None
    missions: int
    """How many missions are in their deck."""
    prizes: tuple[str | None, ...]
    """The mission cards for the first to have so many points; `None` once taken."""
    won: tuple[tuple[str, ...], ...]
    progress: tuple[int, ...]
    """How much of the daily mission everyone has done."""
    achiever: int | None
    """Who has fulfilled it."""
    objectives: tuple[str, ...]
    secrets: tuple[str | None, ...]
    """The secret objectives: only the own one is known before the end."""
    ending: str | None
    """How the end was reached: `points`, `orders` or `days`."""
    awards: tuple[Award, ...]
    """What came of the objectives, once the game is over."""
    outcome: Outcome | None

    def sample(self, memory: Memory, chance: Chance) -> PizzaMasterState:
        from forno.games.pizza_master.rules.memory import PizzaMasterMemory
        from forno.games.pizza_master.rules.sampling import sample

        if not isinstance(memory, PizzaMasterMemory):
            raise TypeError("a view of Pizza Master is sampled with a memory of Pizza Master")
        return sample(self, memory, chance)


class PizzaMasterPlace(NamedTuple):
    """What a seat's own place shows."""

    game: PizzaMaster
    seat: int
    actions: tuple[int, ...]
    hand: tuple[str, ...]
    secret: str | None
    """The own secret objective."""
    has_passed: bool
    """Whether this seat collects no more today, …"""
    is_ending: bool
    """… or nobody ever again."""
    view: PizzaMasterView | None
    """Everything in sight, for whoever is to decide."""


def place_in(view: PizzaMasterView) -> PizzaMasterPlace:
    """The own place in a seat's view."""
    assert view.seat is not None and view.hand is not None
    return PizzaMasterPlace(
        view.game,
        view.seat,
        view.actions,
        view.hand,
        view.secrets[view.seat] if view.secrets else None,
        view.phase == "collecting" and view.seat not in view.collecting,
        view.phase in ENDING,
        view if view.actions else None,
    )


def place_of(state: PizzaMasterState, seat: int) -> PizzaMasterPlace:
    """The same from the state: whoever isn't awaited sees little of it."""
    if seat == state.seat and not state.is_over:
        return place_in(view_of(state, seat))
    tables = state.tables
    phase = PHASES[state.question]
    return PizzaMasterPlace(
        state.game,
        seat,
        (),
        tables.names(state.hands[seat]),
        tables.objective_names[state.secrets[seat]] if state.secrets else None,
        phase == "collecting" and seat not in state.queue,
        phase in ENDING,
        None,
    )


def view_of(state: PizzaMasterState, seat: int | None) -> PizzaMasterView:
    """What a seat may see; `None` is a spectator."""
    tables = state.tables
    over = state.is_over
    mine = seat is not None and seat == state.seat and not over
    seats = range(tables.players)
    placing = state.seat if state.question == COINS else None
    sizes = [len(hand) for hand in state.hands]
    if state.discarding:
        sizes[state.seat] += len(state.discarding)

    def amounts(tallies: list[int]) -> tuple[Amounts, ...]:
        return tuple(tables.tallies.unpack(tally) for tally in tallies)

    def stack(owner: int | None) -> Amounts:
        return tuple([coins >> (6 * (owner or 0)) & 63 for coins in state.coins])

    def mission(number: int) -> str | None:
        return None if number < 0 else tables.mission_names[number]

    def somebody(number: int) -> int | None:
        return None if number < 0 else number

    return PizzaMasterView(
        game=state.game,
        seat=seat,
        awaited=None if over else state.seat,
        actions=tuple(state.legal) if mine else (),
        day=state.day,
        phase=PHASES[state.question],
        order=state.order,
        helper=somebody(state.helper),
        hand=None if seat is None else tables.names(state.hands[seat]),
        discarding=tables.names(state.discarding) if mine and state.question == DISCARD else (),
        placing=stack(seat) if mine and state.question == COINS else None,
        sizes=tuple(sizes),
        deck=len(state.deck),
        discards=len(state.discards),
        row=tables.names(state.row),
        coins=tuple((0,) * len(state.coins) if other == placing else stack(other) for other in seats),
        supply=amounts([state.supply])[0],
        refrigerator=amounts([state.refrigerator])[0],
        reserved=amounts(state.reserved),
        trays=amounts(state.trays),
        beside=amounts(state.beside),
        collecting=state.queue,
        stopped=tuple(other for other in seats if state.stopped >> other & 1),
        completed=tuple(tables.names(orders) for orders in state.completed),
        face_up=tuple(tables.categories.unpack(tally) for tally in state.face_up),
        extras=tuple(state.extras),
        declared=amounts(state.declared),
        points=tuple(state.points),
        earned=tuple(state.earned),
        milestones=tuple(state.milestones),
        mission=mission(state.mission),
        missions=len(state.missions),
        prizes=tuple(mission(number) for number in state.prizes),
        won=tuple(tuple(tables.mission_names[number] for number in won) for won in state.won),
        progress=tuple(state.progress),
        achiever=somebody(state.achiever),
        objectives=tuple(tables.objective_names[number] for number in state.objectives),
        secrets=tuple(
            tables.objective_names[number] if over or holder == seat else None
            for holder, number in enumerate(state.secrets)
        ),
        ending=state.ending or None,
        awards=tuple(
            Award(tables.objective_names[number], somebody(holder), somebody(winner), points)
            for number, holder, winner, points in awards(state)
        )
        if over
        else (),
        outcome=state.outcome if over else None,
    )

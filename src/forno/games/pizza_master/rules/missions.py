"""The daily missions: what fulfils them, who wins them, what they bring (PM-13, PMR-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from forno.games.pizza_master.rules.events import (
    IngredientKept,
    IngredientReturned,
    KeptReturned,
    MissionMissed,
    MissionWon,
    PrizeWon,
)
from forno.games.pizza_master.rules.parts import with_more
from forno.games.pizza_master.rules.questions import KEEP, RETURN, SPECIALS

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.state import PizzaMasterState

KEPT_FOR_A_DAY: Final = 3
"""Version of the rules since which Refrigerator's ingredient is for the next day alone (PMR-8); before, until used."""


def reveal_mission(state: PizzaMasterState) -> None:
    """PM-4: the top mission; with none left there is none this day (PMR-8)."""
    missions = state.missions
    if missions.deck:
        missions.today = missions.deck[0]
        missions.deck = missions.deck[1:]
        missions.watch = state.lookups.watches[missions.today]


def advance(state: PizzaMasterState, seat: int) -> None:
    """Take one step towards the mission. The first to have enough has fulfilled it."""
    missions = state.missions
    missions.progress[seat] += 1
    if missions.progress[seat] >= state.lookups.deck.missions[missions.today].number:
        missions.achiever = seat
        missions.watch = 0


def award_mission(state: PizzaMasterState) -> bool:
    """PM-13: the mission goes to the player who fulfilled it, with its effect. Return whether an answer is awaited."""
    missions = state.missions
    number = missions.today
    if number < 0:
        return False
    mission = state.lookups.deck.missions[number]
    if mission.goal == "fewest points":
        missions.achiever = fewest_points(state)
    seat = missions.achiever
    missions.today = -1
    missions.watch = 0
    if seat < 0:
        missions.deck += (number,)
        if not state.quiet:
            state.telling.append(MissionMissed(mission.name))
        return False
    missions.fulfilled = number
    missions.won = with_more(missions.won, seat, (number,))
    if not state.quiet:
        state.telling.append(MissionWon(seat, mission.name))
    effect = mission.effect
    if effect == "special":
        state.ledger.face_up[seat] += 1 << (6 * SPECIALS)
        state.ledger.extras = with_more(state.ledger.extras, seat, 1)
    elif effect == "keep":
        return_kept(state)
        return ask_to_keep(state, seat)
    elif effect == "return":
        return ask_to_return(state, seat)
    return False


def reward(state: PizzaMasterState) -> str:
    """Return the effect of the mission won, which comes at the end of the day or the next morning; or nothing."""
    fulfilled = state.missions.fulfilled
    return state.lookups.deck.missions[fulfilled].effect if fulfilled >= 0 else ""


def fewest_points(state: PizzaMasterState) -> int:
    """PMR-7: of those with fewest points the last in turn order gets the extra coin, or the mission Refrigerator."""
    order = state.order
    points = state.ledger.points
    found = order[0]
    for seat in order:
        if points[seat] <= points[found]:
            found = seat
    return found


def ask_to_keep(state: PizzaMasterState, seat: int) -> bool:
    """Refrigerator: one ingredient left on the tray may be kept. An empty tray, no question."""
    lookups = state.lookups
    tray = state.board.trays[seat]
    legal = [lookups.keep_ingredient + kind for kind in range(4) if lookups.tallies.count(tray, kind)]
    if not legal:
        return False
    legal.append(lookups.keep_ingredient + 4)
    return ask(state, seat, KEEP, legal)


def keep_ingredient(state: PizzaMasterState, action: int) -> bool:
    """Refrigerator: the ingredient lies beside the tray for the next day and is no waste. Nobody else is asked."""
    seat = state.seat
    kind = action - state.lookups.keep_ingredient
    if kind < 4:
        unit, board = state.lookups.unit[kind], state.board
        board.trays[seat] -= unit
        board.beside = with_more(board.beside, seat, unit)
        if state.game.rules_version >= KEPT_FOR_A_DAY:
            board.kept = 4 * seat + kind
    if not state.quiet:
        state.telling.append(IngredientKept(seat, kind if kind < 4 else None))
    return True


def return_kept(state: PizzaMasterState) -> None:
    """PMR-8: at the end of its day what Refrigerator kept goes back to the supply, if it wasn't used."""
    board = state.board
    if board.kept >= 0:
        seat, kind = divmod(board.kept, 4)
        unit = state.lookups.unit[kind]
        board.take_from_beside(seat, unit)
        board.supply += unit
        if not state.quiet:
            state.telling.append(KeptReturned(seat, kind))


def ask_to_return(state: PizzaMasterState, seat: int) -> bool:
    """Spoil: ask which ingredient in play goes back. One answer, no question."""
    first = state.lookups.return_ingredient
    board = state.board
    legal: list[int] = []
    for place, tally in enumerate([board.refrigerator, *board.trays, *board.beside]):
        for kind in range(4):
            if state.lookups.tallies.count(tally, kind):
                legal.append(first + 4 * place + kind)
    if not legal:
        return False
    if len(legal) == 1:
        take_back(state, seat, legal[0])
        return False
    return ask(state, seat, RETURN, legal)


def return_ingredient(state: PizzaMasterState, action: int) -> bool:
    """Spoil: the ingredient has been chosen. Nobody else is asked."""
    take_back(state, state.seat, action)
    return True


def take_back(state: PizzaMasterState, seat: int, action: int) -> None:
    """Put the ingredient back into the supply."""
    board = state.board
    players = state.lookups.players
    place, kind = divmod(action - state.lookups.return_ingredient, 4)
    unit = state.lookups.unit[kind]
    owner: int | None = None
    beside = place > players
    if place == 0:
        board.refrigerator -= unit
    elif beside:
        owner = place - players - 1
        board.take_from_beside(owner, unit)
    else:
        owner = place - 1
        board.trays[owner] -= unit
    board.supply += unit
    if not state.quiet:
        state.telling.append(IngredientReturned(seat, kind, owner, beside))


def ask(state: PizzaMasterState, seat: int, question: int, legal: list[int]) -> bool:
    """Ask somebody. It is always true that somebody is asked then."""
    state.seat = seat
    state.turn += 1
    state.question = question
    state.legal = legal
    return True


def award_prizes(state: PizzaMasterState, best: int) -> None:
    """PM-13, PMR-7: the first to reach a prize's points, of several the earlier in turn order, gets the card there."""
    missions = state.missions
    for place, mission in enumerate(missions.prizes):
        if mission < 0 or best < state.lookups.prizes[place]:
            continue
        for seat in state.order:
            if state.ledger.points[seat] >= state.lookups.prizes[place]:
                missions.won = with_more(missions.won, seat, (mission,))
                missions.prizes = (*missions.prizes[:place], -1, *missions.prizes[place + 1 :])
                if not state.quiet:
                    state.telling.append(PrizeWon(seat, state.lookups.mission_names[mission], place))
                break

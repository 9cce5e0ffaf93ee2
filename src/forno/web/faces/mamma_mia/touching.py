"""What an event changes of the board: most change two or three regions, and need not have all of them rendered.

Everything here is read from a spectator's memory, as `MammaMiaMemory.view` does, and rendered as in `board`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from forno.core.events import Awaits, Event
from forno.core.language import language
from forno.games.mamma_mia.events import (
    Drew,
    HelpRefused,
    OrderPlaced,
    Passed,
    Placed,
    Revealed,
    TurnEnded,
)
from forno.games.mamma_mia.memory import MammaMiaMemory
from forno.games.mamma_mia.views import entry_name, number_of_cards
from forno.web.faces.face import Guests
from forno.web.faces.mamma_mia import board
from forno.web.faces.mamma_mia.board import SEAT_IDS
from forno.web.faces.mamma_mia.cards import book_of

Regions = dict[str, str]


def touched(memory: MammaMiaMemory, event: Event, guests: Guests) -> Regions | None:
    """See `forno.web.faces.face.Face.touched`."""
    touch = _TOUCH.get(type(event))
    return None if touch is None else touch(memory, event, guests)


def _place(memory: MammaMiaMemory, seat: int, guests: Guests, deciding: int | None) -> str:
    game = memory.game
    served = game.tables.names(memory.served[seat]) if game.edition.served_openly else None
    return board.place(
        language(),
        game.colours[seat],
        guests.names[seat],
        guests.bots[seat],
        memory.sizes[seat],
        len(memory.waiters[seat]),
        -1 if served is None else len(served),
        board.minis(book_of(game), seat, served) if served else "",
        deciding == seat,
    )


def _deciding(memory: MammaMiaMemory) -> int | None:
    return memory.awaited if memory.opener is None or memory.awaited == memory.owner else None


def _oven(memory: MammaMiaMemory) -> Regions:
    game, entries = memory.game, memory.oven
    is_open = memory.opener is not None
    top = entry_name(game, entries[-1]) if entries and not is_open else None
    regions = {"oven": board.oven(book_of(game), number_of_cards(game, entries), top, is_open)}
    if game.memory_aid:
        tally = sum([max(entry, 0) for entry in entries])
        regions["aid"] = board.aid(game.tables.tallies.unpack(tally))
    return regions


def _touch_placed(memory: MammaMiaMemory, event: Placed | OrderPlaced, guests: Guests) -> Regions:
    regions = _oven(memory)
    regions[SEAT_IDS[event.seat]] = _place(memory, event.seat, guests, _deciding(memory))
    return regions


def _touch_drew(memory: MammaMiaMemory, event: Drew, guests: Guests) -> Regions:
    place = _place(memory, event.seat, guests, _deciding(memory))
    return {SEAT_IDS[event.seat]: place, "supply": board.supply(language(), memory.supply)}


def _touch_revealed(memory: MammaMiaMemory, event: Revealed, guests: Guests) -> Regions | None:
    if memory.owner is not None:
        return None
    tallies = memory.tables.tallies
    regions = _oven(memory)
    regions["opening"] = board.between_orders(
        book_of(memory.game), tallies.unpack(memory.table), tallies.total(memory.used)
    )
    return regions


def _touch_awaits(memory: MammaMiaMemory, event: Awaits, guests: Guests) -> Regions | None:
    """While the oven is closed: whose turn it is."""
    if memory.opener is not None:
        return None
    game, deciding = memory.game, memory.awaited
    regions = {SEAT_IDS[seat]: _place(memory, seat, guests, deciding) for seat in range(game.players)}
    name = "" if deciding is None else guests.names[deciding]
    completed = -1
    if not game.edition.served_openly:
        completed = sum(served.bit_count() for served in memory.served) + sum(memory.rewards)
    regions["round"] = board.baking(
        language(), memory.rounds, game.tables.openings, False, name, False, completed, memory.outcome is not None
    )
    return regions


def _touch_nothing(memory: MammaMiaMemory, event: Event, guests: Guests) -> Regions:
    return {}


_TOUCH: Final[Mapping[type[Event], Callable[[MammaMiaMemory, Any, Guests], Regions | None]]] = {
    Placed: _touch_placed,
    OrderPlaced: _touch_placed,
    Drew: _touch_drew,
    Passed: _touch_nothing,
    TurnEnded: _touch_nothing,
    HelpRefused: _touch_nothing,
    Awaits: _touch_awaits,
    Revealed: _touch_revealed,
}

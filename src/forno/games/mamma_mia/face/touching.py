"""What an event changes of the board: most change two or three regions, and need not have all of them rendered.

Everything here is read from a spectator's memory, as `MammaMiaMemory.view` does, and rendered as in `board`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from forno.core.events import Awaits, Event
from forno.core.language import language
from forno.games.mamma_mia.face import board
from forno.games.mamma_mia.face.board import BAKED, CARDS, DECIDES, LANE_IDS, SERVED, WAITER
from forno.games.mamma_mia.face.cards import Book, book_of
from forno.games.mamma_mia.rules.events import (
    Baked,
    Drew,
    HelpRefused,
    OrderPlaced,
    OrderRevealed,
    Passed,
    Placed,
    Returned,
    Revealed,
    TurnEnded,
)
from forno.games.mamma_mia.rules.memory import MammaMiaMemory
from forno.games.mamma_mia.rules.viewing import entry_name
from forno.publishing.face import Guests

Regions = dict[str, str]


def _deciding(memory: MammaMiaMemory) -> int | None:
    return memory.awaited if memory.opener is None or memory.awaited == memory.owner else None


def _oven(memory: MammaMiaMemory, book: Book) -> Regions:
    game, entries = memory.game, memory.oven
    is_open = memory.opener is not None
    top = entry_name(game, entries[-1]) if entries and not is_open else None
    regions = {"oven": board.oven(book, memory.oven_cards, top, is_open)}
    if game.memory_aid:
        tally = sum([max(entry, 0) for entry in entries])
        regions["aid"] = board.aid(game.tables.tallies.unpack(tally))
    return regions


def _touch_placed(memory: MammaMiaMemory, event: Placed | OrderPlaced, guests: Guests) -> Regions:
    regions = _oven(memory, book_of(memory.game))
    regions[CARDS[event.seat]] = str(memory.sizes[event.seat])
    return regions


def _touch_drew(memory: MammaMiaMemory, event: Drew, guests: Guests) -> Regions:
    seat = event.seat
    regions = board.supply(language(), memory.supply) if event.pile == "supply" else {}
    regions[CARDS[seat]] = str(memory.sizes[seat])
    if event.pile != "supply":
        regions[WAITER[seat]] = str(len(memory.waiters[seat]))
    return regions


def _touch_revealed(memory: MammaMiaMemory, event: Revealed, guests: Guests) -> Regions:
    kind = event.kind
    book = book_of(memory.game)
    regions = _oven(memory, book)
    regions[LANE_IDS[kind]] = board.lane(book.speaks, kind, memory.tables.tallies.count(memory.table, kind))
    return regions


def _touch_order_revealed(memory: MammaMiaMemory, event: OrderRevealed, guests: Guests) -> Regions | None:
    book = book_of(memory.game)
    regions = _order(memory, book, guests)
    if regions is not None:
        regions |= _oven(memory, book)
    return regions


def _touch_fate(memory: MammaMiaMemory, event: Baked | Returned, guests: Guests) -> Regions | None:
    book = book_of(memory.game)
    regions = _order(memory, book, guests)
    if regions is not None:
        seat, tables, speaks = event.seat, memory.tables, book.speaks
        if type(event) is Returned:
            regions[WAITER[seat]] = str(len(memory.waiters[seat]))
        else:
            regions[CARDS[seat]] = str(memory.sizes[seat])
            if memory.served_openly:
                regions[BAKED[seat]] = board.baked(speaks, memory.served[seat].bit_count())
                regions[SERVED[seat]] = board.minis(book, seat, tables.names(memory.served[seat]))
            table = tables.tallies.unpack(memory.table)
            regions |= {LANE_IDS[kind]: board.lane(speaks, kind, count) for kind, count in enumerate(table)}
            regions["used"] = board.used(speaks, tables.tallies.total(memory.used))
    return regions


def _order(memory: MammaMiaMemory, book: Book, guests: Guests) -> Regions | None:
    """The order on trial, and whether its owner decides; between orders nobody does."""
    if memory.opener is None:
        return None
    regions = _whose(memory, book.speaks, guests)
    if memory.owner is None:
        regions["verdict"] = board.NO_ORDER
    else:
        regions["verdict"] = board.verdict(book, memory.opening_view(memory.opener), guests)
    return regions


def _touch_awaits(memory: MammaMiaMemory, event: Awaits, guests: Guests) -> Regions:
    return _whose(memory, language(), guests)


def _whose(memory: MammaMiaMemory, speaks: str, guests: Guests) -> Regions:
    """Who is to decide."""
    deciding = _deciding(memory)
    name = "" if deciding is None else guests.names[deciding]
    is_open, over = memory.opener is not None, memory.outcome is not None
    asked = is_open and deciding is None and not over and memory.request is not None
    regions = _deciders(speaks, memory.game.players, deciding).copy()
    regions["status"] = board.status(speaks, is_open, name, asked, over)
    if is_open and not memory.game.edition.served_openly:
        completed = sum([served.bit_count() for served in memory.served]) + sum(memory.rewards)
        regions["completed"] = board.completed(speaks, completed)
    return regions


@cache
def _deciders(speaks: str, players: int, deciding: int | None) -> Regions:
    return {DECIDES[seat]: board.decides(speaks, seat == deciding) for seat in range(players)}


def _touch_nothing(memory: MammaMiaMemory, event: Event, guests: Guests) -> Regions:
    return {}


TOUCH: Final[Mapping[type[Event], Callable[[Any, Any, Guests], Regions | None]]] = {
    Placed: _touch_placed,
    OrderPlaced: _touch_placed,
    Drew: _touch_drew,
    Passed: _touch_nothing,
    TurnEnded: _touch_nothing,
    HelpRefused: _touch_nothing,
    Awaits: _touch_awaits,
    Revealed: _touch_revealed,
    OrderRevealed: _touch_order_revealed,
    Baked: _touch_fate,
    Returned: _touch_fate,
}
"""See `forno.publishing.face.Face.touched`. After every other event the whole board is rendered."""

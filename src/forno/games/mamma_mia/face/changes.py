"""Partial updates of the board: most events change two or three regions, and only those are rendered.

Everything here is read from a spectator's memory, as `MammaMiaMemory.view` does, and rendered as in `board`.
"""

from __future__ import annotations

from forno.core.events import Awaits, Event
from forno.games.mamma_mia.face import board, seats
from forno.games.mamma_mia.face.board import LANE_IDS
from forno.games.mamma_mia.face.pieces import CardTexts, book_of
from forno.games.mamma_mia.face.seats import CARDS, DECIDES, WAITER
from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
from forno.games.mamma_mia.knowledge.viewing import entry_name
from forno.games.mamma_mia.rules import events
from forno.pages.caches import SMALL_CACHE, remembered
from forno.pages.face import Guests, Regions
from forno.pages.html import markup


def changes(memory: MammaMiaMemory, event: Event, guests: Guests) -> Regions | None:
    """Return the shared regions that an event changed; `None` for all. See `forno.pages.face.Face.touched`."""
    book = book_of(memory.game)
    regions: Regions | None
    match event:
        case events.Placed() | events.OrderPlaced():
            regions = _oven(memory, book)
            regions[CARDS[event.seat]] = markup(memory.sizes[event.seat])
            return regions
        case events.Drew(seat):
            regions = board.supply(memory.supply) if event.pile == "supply" else {}
            regions[CARDS[seat]] = markup(memory.sizes[seat])
            if event.pile != "supply":
                regions[WAITER[seat]] = markup(len(memory.waiters[seat]))
            return regions
        case events.Passed() | events.TurnEnded() | events.HelpRefused():
            return {}
        case Awaits():
            return _whose(memory, guests)
        case events.Revealed(kind):
            regions = _oven(memory, book)
            regions[LANE_IDS[kind]] = board.lane(kind, memory.lookups.tallies.count(memory.table, kind))
            return regions
        case events.OrderRevealed():
            regions = _order(memory, book, guests)
            return None if regions is None else regions | _oven(memory, book)
        case events.Baked(seat) | events.Returned(seat):
            regions = _order(memory, book, guests)
            if regions is None:
                return None
            if isinstance(event, events.Returned):
                regions[WAITER[seat]] = markup(len(memory.waiters[seat]))
                return regions
            lookups = memory.lookups
            regions[CARDS[seat]] = markup(memory.sizes[seat])
            if memory.served_openly:
                regions |= seats.served_regions(book, seat, lookups.names(memory.served[seat]))
            table = lookups.tallies.unpack(memory.table)
            regions |= {LANE_IDS[kind]: board.lane(kind, count) for kind, count in enumerate(table)}
            regions["used"] = board.used_cards(lookups.tallies.total(memory.used))
            return regions
    return None


def _oven(memory: MammaMiaMemory, book: CardTexts) -> Regions:
    game, entries = memory.game, memory.oven
    is_open = memory.opener is not None
    top = entry_name(game, entries[-1]) if entries and not is_open else None
    regions = {"oven": board.oven(book, memory.oven_cards, top, is_open)}
    if game.memory_aid:
        tally = sum([max(entry, 0) for entry in entries])
        regions["aid"] = board.aid(game.lookups.tallies.unpack(tally))
    return regions


def _order(memory: MammaMiaMemory, book: CardTexts, guests: Guests) -> Regions | None:
    """Return the order on trial, and whether its owner decides; between orders nobody does."""
    if memory.opener is None:
        return None
    regions = _whose(memory, guests)
    if memory.owner is None:
        regions["verdict"] = board.NO_ORDER
    else:
        regions["verdict"] = board.verdict(book, memory.opening_view(memory.opener), guests)
    return regions


def _whose(memory: MammaMiaMemory, guests: Guests) -> Regions:
    """Return who is to decide."""
    deciding = memory.awaited if memory.opener is None or memory.awaited == memory.owner else None
    name = "" if deciding is None else guests.names[deciding]
    is_open, over = memory.opener is not None, memory.outcome is not None
    asked = is_open and deciding is None and not over and memory.request is not None
    regions = _deciders(memory.game.players, deciding).copy()
    regions["status"] = board.status(is_open, deciding, name, asked, over)
    if is_open and not memory.game.edition.served_openly:
        completed = sum([served.bit_count() for served in memory.served]) + sum(memory.rewards)
        regions["completed"] = board.completed_orders(completed)
    return regions


@remembered(SMALL_CACHE)
def _deciders(players: int, deciding: int | None) -> Regions:
    return {DECIDES[seat]: seats.decides(seat == deciding) for seat in range(players)}

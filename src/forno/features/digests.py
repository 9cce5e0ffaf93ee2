"""Digests of finished tables: the game's result and the people who sat there."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache

from forno.core.chronicles import Chronicle, Deeds, Digest
from forno.core.errors import FornoError
from forno.core.events import Event
from forno.core.language import _
from forno.core.plugins import load
from forno.core.registry import game_info
from forno.table.entries import Entry
from forno.table.errors import WrongPhase
from forno.table.games import replayed_states
from forno.table.guests import names_of
from forno.table.table import Table

log = logging.getLogger("forno.live")


@dataclass(frozen=True)
class FinishedTable:
    """Digest of a finished table, with the name and key hash of every seat."""

    digest: Digest
    names: tuple[str, ...]
    keys: tuple[str, ...]
    """Hash of each seat's key; empty for a bot."""
    first_keys: tuple[str, ...] = ()
    """The same of the keys with which everybody sat down, before lost ones were replaced; older digests lack them."""

    def to_json(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))


@cache
def chronicle_of(game: str) -> Chronicle | None:
    """Return the chronicle of a game; `None` for a game without one."""
    place = game_info(game).chronicle
    found: Chronicle | None = load(place) if place else None
    return found


def events_of(table: Table) -> list[Event]:
    """Return all events of a finished game. Raises an error for unfinished, closed and trial games."""
    final = table.final
    if table.origin is not None:
        raise WrongPhase(_("Games tried out from a replay don't count."))
    assert final.seed is not None
    states = replayed_states(table.recipe, final.seed, final.history())
    return [event for state in states for event in state.events]


def digest_table(table: Table) -> FinishedTable:
    """Return the digest of a finished table. Raises an error for unfinished, closed and trial games."""
    events, game = events_of(table), table.game
    final = table.final
    outcome = final.outcome
    assert table.started is not None
    assert table.ended is not None
    chronicle = chronicle_of(game.name)
    deeds: tuple[Deeds, ...] = ()
    if chronicle is not None:
        deeds = chronicle.deeds(game, events, final)
    digest = Digest(
        game=game.name,
        variant=str(game.options.get(game_info(game.name).variant, "")),
        players=game.players,
        scores=outcome.scores,
        places=outcome.places,
        bots=tuple(seat.bot or "" if seat.invited_bot else "" for seat in table.seats),
        stand_ins=tuple(seat.stand_in for seat in table.seats),
        started=table.started,
        ended=table.ended,
        lesson=bool(table.settings.lesson),
        deeds=deeds,
    )
    names = tuple(name or "" for name in names_of(table.seats))
    keys = tuple(seat.key_hash or "" for seat in table.seats)
    return FinishedTable(digest, names, keys, tuple(seat.first_key_hash or seat.key_hash or "" for seat in table.seats))


def tell_all(tables: Sequence[tuple[str, Sequence[Entry]]]) -> dict[str, str]:
    """Return the digests of tables as JSON, empty for a table without one. Runs in a worker process."""
    return {table_id: tell(table_id, entries) for table_id, entries in tables}


def tell(table_id: str, entries: Iterable[Entry]) -> str:
    try:
        return digest_table(Table.replay(table_id, entries)).to_json()
    except FornoError:
        return ""  # the game isn't installed any more, or the table is damaged
    except Exception:
        log.exception("the digest of table %s failed", ascii(table_id))
        return ""

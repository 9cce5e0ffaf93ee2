"""Digests of finished tables: what happened there, and nothing of one that goes on."""

from __future__ import annotations

from collections import Counter

import pytest

from forno.core.plain import read_stored
from forno.core.registry import catalogue
from forno.features.digests import FinishedTable, digest_table, tell
from forno.games.mamma_mia.rules.events import Baked, Returned
from forno.games.pizza_master.rules.events import Completed
from forno.table.table import Table
from tests.finished import finished


def events_of(table: Table) -> list[object]:
    assert table.final.seed is not None
    state = table.game.deal(table.final.seed)
    events: list[object] = list(state.events)
    for action in table.final.history():
        events += state.apply(action)
    return events


@pytest.mark.parametrize("game", [info.name for info in catalogue()])
@pytest.mark.parametrize("seed", range(3))
def test_what_a_table_tells_is_what_happened_there(game: str, seed: int) -> None:
    table = finished("t", game, seed=seed)
    found = read_stored(FinishedTable, tell("t", table.log))
    assert found == digest_table(table)
    assert found is not None
    outcome = table.final.outcome
    assert (found.digest.scores, found.digest.places) == (outcome.scores, outcome.places)
    assert found.digest.seconds == 3600
    assert found.digest.bots == ("", "cuoco")
    happened = events_of(table)
    made = Counter((e.seat, e.order) for e in happened if isinstance(e, (Baked, Completed)))
    back = Counter((e.seat, e.reason, e.order) for e in happened if isinstance(e, Returned))
    for seat, deeds in enumerate(found.digest.deeds):
        assert deeds.made == {order: number for (who, order), number in made.items() if who == seat}
        if game == "mamma-mia":
            missed = {(seat, why, name): n for why, names in deeds.missed.items() for name, n in names.items()}
            assert missed == {key: number for key, number in back.items() if key[0] == seat}


def test_a_table_that_isnt_over_or_is_damaged_tells_nothing() -> None:
    log = finished("t").log
    assert tell("t", log[:-1]) == ""
    assert tell("t", log[3:]) == ""

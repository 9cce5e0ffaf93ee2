"""The checker of histories finds nothing where all is well, and finds whatever is spoilt."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable

import pytest

from tests.load.history import OK, REFUSED, UNKNOWN, Began, Move, Seen, Sent, Stored, faults

Entries = list[Sent | Seen | Began]


def made(moves: int = 30, seed: int = 1) -> tuple[Entries, dict[str, Stored]]:
    """A history as it should be: moves that are sent once or twice, some refused, and two readers who come and go."""
    luck = random.Random(seed)
    stored = {"a": Stored([], []), "b": Stored([], [])}
    history: Entries = [Began(reader, table, 0) for reader in range(2) for table in stored]
    seen = {(reader, table): 0 for reader in range(2) for table in stored}
    for number in range(moves):
        table = luck.choice("ab")
        move = Move(table, number % 3, number, (luck.randrange(50),))
        if luck.random() < 0.3:
            history.append(Sent(Move(table, number % 3, number, (99,)), REFUSED))
        if luck.random() < 0.3:
            history.append(Sent(move, UNKNOWN))
        history.append(Sent(move, OK if luck.random() < 0.9 else UNKNOWN))
        stored[table].moves.append(move)
        stored[table].told.append([{"event": "placed", "number": number}, *([{"event": "more"}] * luck.randrange(2))])
        for reader in range(2):
            if luck.random() < 0.7:
                before, now = seen[reader, table], len(stored[table].told)
                events = [event for part in stored[table].told[before:now] for event in part]
                history.append(Seen(reader, table, now, events))
                seen[reader, table] = now
            elif luck.random() < 0.2:
                seen[reader, table] = len(stored[table].told)
                history.append(Began(reader, table, seen[reader, table]))
    return history, stored


@pytest.mark.parametrize("seed", range(20))
def test_where_all_is_well_nothing_is_found(seed: int) -> None:
    assert faults(*made(seed=seed)) == []


def lose_a_move(history: Entries, stored: dict[str, Stored]) -> None:
    acknowledged = next(entry.move for entry in history if isinstance(entry, Sent) and entry.answer == OK)
    stored[acknowledged.table].moves.remove(acknowledged)


def store_a_move_twice(history: Entries, stored: dict[str, Stored]) -> None:
    stored["a"].moves.append(stored["a"].moves[3])


def store_what_was_refused(history: Entries, stored: dict[str, Stored]) -> None:
    refused = next(entry.move for entry in history if isinstance(entry, Sent) and entry.answer == REFUSED)
    stored[refused.table].moves.append(refused)


def store_what_nobody_sent(history: Entries, stored: dict[str, Stored]) -> None:
    stored["b"].moves.append(Move("b", 0, 1000, (7,)))


def tell_in_another_order(history: Entries, stored: dict[str, Stored]) -> None:
    told = stored["a"].told
    told[2], told[3] = told[3], told[2]


def tell_what_isnt_stored(history: Entries, stored: dict[str, Stored]) -> None:
    place = next(place for place, entry in enumerate(history) if isinstance(entry, Seen))
    seen = history[place]
    assert isinstance(seen, Seen)
    history[place] = seen._replace(events=[*seen.events, {"event": "invented"}])


def tell_ahead_of_the_store(history: Entries, stored: dict[str, Stored]) -> None:
    history.append(Seen(0, "a", len(stored["a"].told) + 1, [{"event": "placed"}]))


def tell_with_a_gap(history: Entries, stored: dict[str, Stored]) -> None:
    history.append(Began(7, "a", 0))
    history.append(Seen(7, "a", 4, [event for part in stored["a"].told[1:4] for event in part]))


def tell_something_twice(history: Entries, stored: dict[str, Stored]) -> None:
    history += [Began(7, "a", 3), Seen(7, "a", 2, [])]


def tell_of_no_table(history: Entries, stored: dict[str, Stored]) -> None:
    history.append(Seen(0, "nowhere", 1, []))


def begin_in_the_future(history: Entries, stored: dict[str, Stored]) -> None:
    history.append(Began(0, "a", 1000))


@pytest.mark.parametrize(
    "spoil",
    [
        lose_a_move,
        store_a_move_twice,
        store_what_was_refused,
        store_what_nobody_sent,
        tell_in_another_order,
        tell_what_isnt_stored,
        tell_ahead_of_the_store,
        tell_with_a_gap,
        tell_something_twice,
        tell_of_no_table,
        begin_in_the_future,
    ],
)
@pytest.mark.parametrize("seed", range(5))
def test_a_spoilt_history_is_found_out(spoil: Callable[[Entries, dict[str, Stored]], None], seed: int) -> None:
    history, stored = made(seed=seed)
    spoilt, wrong = list(history), copy.deepcopy(stored)
    spoil(spoilt, wrong)
    assert faults(spoilt, wrong) != []


def test_checking_takes_steps_in_proportion_to_the_length() -> None:
    """Counted in comparisons of events, which are most of it, and not by the clock."""

    class Event(dict[str, object]):
        compared = 0
        __hash__ = None

        def __eq__(self, other: object) -> bool:
            Event.compared += 1
            return super().__eq__(other)

    def steps(length: int) -> int:
        told = [[Event(event="placed", number=number)] for number in range(length)]
        history: Entries = [Began(0, "a", 0)]
        history += [Seen(0, "a", number + 1, [Event(part[0])]) for number, part in enumerate(told)]
        Event.compared = 0
        assert faults(history, {"a": Stored([], told)}) == []
        return Event.compared

    assert steps(2000) == 2 * steps(1000) == 2000

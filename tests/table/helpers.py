"""Helpers for tests of tables: tables with guests, and whole random evenings."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import pytest

from forno.core.chance import Chance
from forno.core.errors import FornoError
from forno.core.sealing import seal_of
from forno.table.composing import Tree
from forno.table.entries import (
    BotSat,
    Configured,
    Entry,
    HandedOver,
    Left,
    Moved,
    NumberPromised,
    NumbersCalled,
    NumberShown,
    Opened,
    Rematch,
    Renamed,
    Said,
    Sat,
    SeatCleared,
    StandInChosen,
    Started,
    TakenBack,
    Trial,
)
from forno.table.history import Part
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.variants import SHORTER, Variant

PINEAPPLES = """
title = "All pineapple"
kinds = 5

[[orders]]
name = "some-{P}"
needs = { P = 2 }
"""
"""Deck of one's own."""
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")


def do(table: Table, entry: Entry) -> Sequence[Part]:
    """Check an entry, which changes nothing, and apply it."""
    before = {name: copy(value) if isinstance(value, list | dict) else value for name, value in vars(table).items()}
    trial = table.check(entry)
    assert vars(table) == before
    return table.apply(trial)


def opened(game: str = "mamma-mia", deck_text: str | None = None, clock: int = 0, **options: Any) -> Table:
    """Return a table with empty seats."""
    table = Table("t")
    do(table, Opened(0.0, game, options, deck_text, TableSettings(clock=clock)))
    return table


def dealt(entry: Opened, seed: int | str) -> Started:
    """Return the entry that deals the cards at a table that was opened so."""
    table = Table("t")
    do(table, entry)
    return table.start(0.0, seed)


def seated(game: str = "mamma-mia", clock: int = 0, **options: Any) -> Table:
    """Return a table full of people; the key of the first is `key0`."""
    table = opened(game, clock=clock, **options)
    for seat in range(len(table.seats)):
        do(table, Sat(1.0, seat, NAMES[seat], key_hash(f"key{seat}")))
    return table


def started(game: str = "mamma-mia", seed: int | str = 7, clock: int = 0, **options: Any) -> Table:
    """Return a game among people that has just begun."""
    table = seated(game, clock=clock, **options)
    do(table, table.start(2.0, seed))
    return table


def over() -> Table:
    """Return a game that has been played to its end."""
    table = started(players=2)
    while table.phase != "over":
        play_on(table)
    return table


def absent() -> Table:
    """Return a game in which a bot plays for the first seat."""
    table = started(players=2)
    do(table, HandedOver(3.0, 0, "random", 1))
    return table


def waiting_for(seat: int) -> Table:
    """Return a game that waits for that seat to place ingredients."""
    return started(players=2, starter=("yellow", "green")[seat])


def refuse(table: Table, entry: Entry, error: type[FornoError], reason: str) -> None:
    """Check that an entry is refused with that error, and the table as it was."""
    before = learnt(table) if table.log and table.closed is None else None
    with pytest.raises(error, match=reason) as refused:
        table.check(entry)
    assert type(refused.value) is error
    assert before is None or learnt(table) == before


def move(table: Table, *moves: str, time: float = 3.0, by: str = "player") -> Sequence[Part]:
    """Let the awaited seat make these moves in one go."""
    assert table.awaited is not None
    actions = tuple(table.game.parse(text) for text in moves)
    return do(table, table.decide(time, table.awaited, actions, by))


def offered(table: Table) -> tuple[int, ...]:
    """Return the legal actions of the awaited seat."""
    return tuple(table.turn_tree(1))


def play_on(table: Table, place: int = 0, time: float = 3.0, by: str = "player") -> Sequence[Part]:
    """Let the awaited seat take the first legal action, or the one at that place."""
    assert table.awaited is not None
    return do(table, table.decide(time, table.awaited, (offered(table)[place],), by))


def size(tree: Tree) -> int:
    """Return the number of actions in a tree."""
    return sum(1 + size(below) for below in tree.values())


def some_way(tree: Tree, chance: Chance) -> tuple[int, ...]:
    """Return one way through the tree to a leaf."""
    actions: list[int] = []
    while tree:
        action = chance.choice(list(tree))
        actions.append(action)
        tree = tree[action]
    return tuple(actions)


def learnt(table: Table) -> dict[str, Any]:
    """Return everything that a table tells about itself."""
    seats: list[int | None] = [None, *range(len(table.seats))]
    state = table.state
    found = {
        "number": table.number,
        "log": table.log[:],
        "phase": table.phase,
        "game": (table.game.name, table.game.options, table.game.deck_hash),
        "seats": table.seats,
        "settings": table.settings,
        "host": table.host,
        "rematch": table.rematch,
        "times": (table.opened, table.started, table.ended),
        "awaited": table.awaited,
        "deadline": table.deadline,
        "deal": table.deal,
        "due": table.due,
        "question": table.question,
        "told": table.told_events(),
        "steps": [table.steps(seat) for seat in seats],
        "tree": table.turn_tree(40),
    }
    if state is not None:
        found["pending"] = table.pending
        found["history"] = state.history()
        found["views"] = [table.view(seat) for seat in seats]
    if table.phase == "over":
        found["record"] = str(table.record())
    return found


class Evening:
    """A table at which everything happens that can, by chance."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self.chance = Chance(seed, "evening")
        self.variant = variant
        self.time = 1000.0
        self.table = Table("evening")
        self.seed = seed
        settings = TableSettings(clock=self.chance.choice([0, 30]))
        options = self._options(variant.players)
        secret = seal_of(f"secret {seed}") if seed % 2 else ""
        do(self.table, Opened(self.time, variant.info.name, options, None, settings, secret))

    def _options(self, players: int) -> dict[str, Any]:
        info = self.variant.info
        return SHORTER.get(info.name, {}) | {info.variant: self.variant.name, "players": players}

    def gather(self) -> None:
        """Let guests come and go until the host starts."""
        table = self.table
        while table.phase == "gathering":
            if all(seat.taken for seat in table.seats) and table.host is not None and self.chance.below(3) == 0:
                self._deal()
            else:
                self._try(self._arrival())

    def _deal(self) -> None:
        """Some seats promise a number for a sealed deal, and some of those show it."""
        table, chance = self.table, self.chance
        if not table.sealed:
            self._try(table.start(self.time, self.seed))
            return
        numbers = {seat: seal_of(f"number {seat} {self.seed}") for seat in range(len(table.seats)) if chance.below(3)}
        for seat, number in numbers.items():
            self._try(NumberPromised(self.time, seat, seal_of(number)))
        self._try(NumbersCalled(self.time, chance.choice([0.0, 4.0, 30.0])))
        for seat, number in numbers.items():
            if chance.below(3):
                self._try(NumberShown(self.time, seat, number))
        while table.phase == "gathering":
            self._try(table.start(self.time, table.deal.seed))

    def _arrival(self) -> Entry:
        table, chance, time = self.table, self.chance, self.time
        seat = chance.below(len(table.seats))
        match chance.below(8):
            case 0 if chance.below(2):
                return Renamed(time, seat, f"Guest {chance.below(100)}")
            case 0:
                return Left(time, seat)
            case 1:
                return SeatCleared(time, seat)
            case 2:
                settings = TableSettings(public=chance.below(2) == 0, clock=chance.choice([0, 60]))
                return Configured(time, self._options(max(2, self.variant.players - chance.below(2))), settings)
            case 3:
                return self._word(seat)
            case 4:
                return BotSat(time, seat, "random")
            case _:
                return Sat(time, seat, NAMES[seat], key_hash(f"key{seat}"))

    def step(self) -> None:
        """Make the next entry while the game goes on, or after it."""
        table, chance = self.table, self.chance
        seat = chance.below(len(table.seats))
        roll = chance.below(13)
        if roll == 0:
            self._try(self._word(seat))
        elif roll == 1:
            self._try(HandedOver(self.time, seat, "random", chance.below(len(table.seats))))
        elif roll == 2:
            self._try(TakenBack(self.time, seat))
        elif roll == 3:
            self._try(StandInChosen(self.time, seat, chance.choice(["cuoco", "nonna"])))
        elif table.phase == "over":
            self._try(Rematch(self.time, "another"))
        elif table.awaited is not None:
            self._try(self._move(table.awaited))

    def _move(self, seat: int) -> Moved:
        table, chance = self.table, self.chance
        way = some_way(table.turn_tree(60), chance)
        by = "bot" if table.seats[seat].bot else "clock" if table.settings.clock and chance.below(4) == 0 else "player"
        return table.decide(self.time, seat, way[: 1 + chance.below(len(way))], by)

    def _word(self, seat: int) -> Said:
        if self.chance.below(2):
            return Said(self.time, None, "Zoe", "spectators", "who leads?")
        return Said(self.time, seat, self.table.seats[seat].name or "nobody", "table", "three salami!")

    def _try(self, entry: Entry) -> None:
        """Try an entry; one that isn't allowed changes nothing."""
        self.time += 1.5
        try:
            trial = self.table.check(entry)
        except FornoError:
            return
        self._enter(trial)

    def _enter(self, trial: Trial) -> None:
        self.table.apply(trial)

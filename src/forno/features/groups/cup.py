"""Cups: who meets whom, points and standings, as pure functions of what is stored.

Round robin: tables of two; everybody meets everybody once, by the circle method. With an odd number one player sits out
each round, for no points.

Swiss: tables of any size. The first round goes by the drawn order. Before each later round players are sorted by
points, then by the points of those they met, then by the drawn order. From the top, each player gets the next ones in
that order whom they have met least often. Tables are as few as possible, and differ by one player at most; where one
player would sit alone, the last one who sat out least often sits out, for a whole point.

Points: at a table of n players each one beaten gives 1/(n - 1), a tie half of that. So a win is one point at every
table. Who didn't take part gets none, and counts as beaten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Final

from forno.table.keys import table_id_from

ROUND_ROBIN, SWISS = "round-robin", "swiss"
SCHEMES: Final = (ROUND_ROBIN, SWISS)
MIN_PLAYERS: Final = 3
MAX_PLAYERS: Final = {ROUND_ROBIN: 12, SWISS: 32}
MAX_ROUNDS: Final = 11
MAX_SWISS_ROUNDS: Final = 9
MAX_SEARCH_STEPS: Final = 5000
"""Tables tried before meetings are allowed to repeat once more."""

Pairing = tuple[tuple[str, ...], ...]
"""Players of each table of a round; one who sits out is alone."""


@dataclass(frozen=True)
class CupPlan:
    """Settings of a cup; they never change."""

    title: str
    scheme: str
    game: str
    size: int
    """Most players at a table."""
    rounds: int
    """Number of rounds of a Swiss cup; a round robin has as many as it needs."""
    clock: str
    """Time of its tables, as forms write it."""
    maker: str
    """Id of the member who made it; empty if that one has left."""
    made: float = 0.0


@dataclass(frozen=True)
class CupPlayer:
    """A member's entry in a cup."""

    name: str
    keys: tuple[str, ...]
    """Hashes of the seat keys for each round: the server seats players without knowing their keys."""
    mailbox: str
    """Key–value namespace in which the player finds new seats."""


@dataclass(frozen=True)
class CupStanding:
    """A line of the standings."""

    player: str
    points: float
    opponents: float
    """Points of everybody that the player has met."""
    played: int


@dataclass(frozen=True)
class Cup:
    """A cup with everything that has happened in it."""

    id: str
    plan: CupPlan
    players: Mapping[str, CupPlayer]
    """Entries by member; before the start those who have signed up."""
    order: Sequence[str] = ()
    """The drawn order; empty before the start."""
    rounds: Sequence[Pairing] = ()
    """Rounds that were opened."""
    places: Mapping[tuple[int, int], Mapping[str, int]] = field(default_factory=dict)
    """Places of players at finished tables, by round and table, both from 0 on."""
    closed: frozenset[int] = frozenset()
    """Rounds that were ended before all tables had finished."""
    out: frozenset[str] = frozenset()
    """Players who have withdrawn."""
    opened: frozenset[tuple[int, int]] = frozenset()
    """Tables at which everybody was seated, by round and table."""
    namespace: str = ""
    """Key–value namespace of its group."""

    def table(self, number: int, place: int) -> str:
        """Return the id of a table of a round: the same for everybody who opens it."""
        return table_id_from(f"{self.namespace} {self.id} {number}", str(place))

    @property
    def tables(self) -> list[str]:
        """The ids of all tables."""
        return [self.table(number, place) for number, table in enumerate(self.rounds) for place in range(len(table))]

    def may_lead(self, member: str) -> bool:
        """Return whether a member may start the cup and close rounds: its maker, or anybody once the maker has left."""
        return self.plan.maker in ("", member)

    @property
    def started(self) -> bool:
        return bool(self.order)

    @property
    def number_of_rounds(self) -> int:
        if self.plan.scheme == SWISS:
            return self.plan.rounds
        return len(self.order) - 1 + len(self.order) % 2

    def is_over(self, number: int) -> bool:
        """Return whether a round is over: all tables have finished, or it was closed."""
        tables = [place for place, table in enumerate(self.rounds[number]) if len(table) > 1]
        return number in self.closed or all((number, place) in self.places for place in tables)

    @property
    def waits(self) -> bool:
        """Whether the next round can be opened."""
        return self.started and not self.ended and (not self.rounds or self.is_over(len(self.rounds) - 1))

    @property
    def ended(self) -> bool:
        if not self.started or len(self.rounds) < self.number_of_rounds:
            return False
        return self.is_over(len(self.rounds) - 1)


def draw_order(players: Sequence[str], chance: Random) -> list[str]:
    """Return the players in a drawn order."""
    order = sorted(players)
    chance.shuffle(order)
    return order


def next_round(cup: Cup) -> Pairing:
    """Return who meets whom in the next round. It follows from the cup, so that servers agree."""
    number = len(cup.rounds)
    if cup.plan.scheme == ROUND_ROBIN:
        tables = [tuple(one for one in pair if one not in cup.out) for pair in _circle(cup.order, number)]
    else:
        tables = _swiss(cup)
    return tuple(_seats(cup, number, place, table) for place, table in enumerate(filter(None, tables)))


def _seats(cup: Cup, number: int, place: int, table: Sequence[str]) -> tuple[str, ...]:
    """Return the players of a table by seat: drawn, so that nobody begins more often than by chance."""
    return tuple(draw_order(table, Random(f"{cup.id} {number} {place} {' '.join(cup.order)}")))


def _circle(order: Sequence[str], number: int) -> list[tuple[str, ...]]:
    """Return a round of the circle method: the first stays, and all others move on by one place each round."""
    ring = [*order[1:], *([""] if len(order) % 2 else [])]
    turn = number % len(ring)
    circle = [order[0], *ring[turn:], *ring[:turn]]
    half = len(circle) // 2
    pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
    return [tuple(one for one in pair if one) for pair in pairs]


def _swiss(cup: Cup) -> list[tuple[str, ...]]:
    order = [line.player for line in standings(cup) if line.player not in cup.out]
    if not order:
        return []
    sizes = table_sizes(len(order), cup.plan.size)
    alone: list[tuple[str, ...]] = []
    if sizes[-1] == 1 and len(order) > 1:
        free = Counter(table[0] for pairing in cup.rounds for table in pairing if len(table) == 1)
        resting = min(reversed(order), key=lambda player: free[player])
        order.remove(resting)
        sizes.pop()
        alone = [(resting,)]
    met = Counter(frozenset(pair) for pairing in cup.rounds for table in pairing for pair in combinations(table, 2))
    for often in range(len(cup.rounds) + 1):
        found = _search(order, sizes, met, often, [MAX_SEARCH_STEPS])
        if found is not None:
            return [*found, *alone]
    raise AssertionError("everybody may meet anybody again in the last attempt")


def _search(
    order: Sequence[str], sizes: Sequence[int], met: Mapping[frozenset[str], int], often: int, steps: list[int]
) -> list[tuple[str, ...]] | None:
    """Return the first tables, from the top, at which nobody meets anybody whom they have met more than so often."""
    if not sizes:
        return []
    first, rest = order[0], order[1:]
    for company in combinations(rest, sizes[0] - 1):
        steps[0] -= 1
        if steps[0] < 0:
            return None
        table = (first, *company)
        if all(met.get(frozenset(pair), 0) <= often for pair in combinations(table, 2)):
            left = [player for player in rest if player not in company]
            found = _search(left, sizes[1:], met, often, steps)
            if found is not None:
                return [table, *found]
    return None


def table_sizes(players: int, size: int) -> list[int]:
    """Return the sizes of as few tables as possible, which differ by one at most, the largest first."""
    tables = -(-players // size)
    small, larger = divmod(players, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def points(cup: Cup) -> dict[str, float]:
    """Return everybody's points, also those of finished tables of a round that still goes on."""
    found = dict.fromkeys(cup.order, 0.0)
    for number, pairing in enumerate(cup.rounds):
        for place, table in enumerate(pairing):
            if len(table) == 1:
                found[table[0]] += 1.0 if cup.plan.scheme == SWISS else 0.0
            for player, share in _shares(table, cup.places.get((number, place), {})).items():
                found[player] += share
    return found


def _shares(table: Sequence[str], places: Mapping[str, int]) -> dict[str, float]:
    last = len(table) + max(places.values(), default=0)
    took_part = {player: places[player] for player in table if player in places}
    return {
        player: sum(_beaten(place, took_part.get(other, last)) for other in table if other != player) / (len(table) - 1)
        for player, place in took_part.items()
    }


def _beaten(place: int, other: int) -> float:
    return 1.0 if place < other else 0.5 if place == other else 0.0


def standings(cup: Cup) -> list[CupStanding]:
    """Return the standings, the best first."""
    own = points(cup)
    lines = []
    for player in cup.order:
        tables = [
            (number, place, table)
            for number, pairing in enumerate(cup.rounds)
            for place, table in enumerate(pairing)
            if player in table and len(table) > 1 and (number, place) in cup.places
        ]
        opponents = sum(own[other] for _number, _place, table in tables for other in table if other != player)
        lines.append(CupStanding(player, own[player], opponents, len(tables)))
    drawn = {player: place for place, player in enumerate(cup.order)}
    return sorted(lines, key=lambda line: (-round(line.points, 6), -round(line.opponents, 6), drawn[line.player]))


def ranks(lines: Sequence[CupStanding]) -> list[int]:
    """Return the rank of each line; equal points and equal opponents share one."""
    keys = [(round(line.points, 6), round(line.opponents, 6)) for line in lines]
    return [keys.index(key) + 1 for key in keys]

"""The daily table: one deal a day and game, the same on every server, with evenings played by bots for comparison.

The number of the day is the seed of the deal, of all chance and of the bots' decisions, which depend on the day, the
seat and the events that the seat has seen, and on nothing else. So two servers can compare their evenings, and anybody
with the program can look ahead.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from forno.bots import make_bot
from forno.bots.lineup import bot_seed
from forno.core.chance import Chance
from forno.core.events import Event, seen_by
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.records import Record
from forno.core.registry import GameInfo, catalogue, game, game_info
from forno.core.seeds import daily_date, daily_seed
from forno.live.bots import luck_for

VISITOR_SEAT: Final = 0
BOT_EVENINGS_PER_DAY: Final = 1000
"""Number of evenings that bots play for each day and game."""
BOT_LEVELS: Final = ("garzone", "cuoco", "pizzaiolo")
"""Bots in the visitor's seat: they take turns, evening by evening, as the main decision maker."""
DECISIONS_PER_RANDOM_BOT: Final = 5
"""One decision in this many, on average, goes to a random bot of `BOT_LEVELS`, so that the evenings differ."""
BAR_LENGTH: Final = 10
"""Length of the bar that shows the share of worse evenings."""
MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
"""Medals for the first places at the table."""


def day_of(time: float) -> int:
    """Return the number of the day at a time; days begin at midnight UTC."""
    return (datetime.fromtimestamp(time, UTC).date() - daily_date(0)).days


def seconds_left(time: float) -> int:
    """Return the seconds until the next day begins."""
    now = datetime.fromtimestamp(time, UTC)
    return 86_400 - (now.hour * 3600 + now.minute * 60 + now.second)


def families() -> list[GameInfo]:
    """Return the games with a daily table."""
    return [info for info in catalogue() if info.daily]


@dataclass(frozen=True, order=True)
class Evening:
    """Result of an evening for the visitor's seat; smaller is better."""

    place: int
    """Final place, from 1."""
    minus_score: int

    @property
    def score(self) -> int:
        return -self.minus_score


def evening_of(places: Sequence[int], scores: Sequence[int]) -> Evening:
    return Evening(places[VISITOR_SEAT], -scores[VISITOR_SEAT])


def play_evenings(name: str, day: int, numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return place and score of evenings with bots in every seat. Runs in a worker process."""
    return [(evening.place, evening.score) for evening in (_play(name, day, number) for number in numbers)]


def _play(name: str, day: int, number: int) -> Evening:
    info = game_info(name)
    outcome = play_through(info, game(name, **dict(info.daily)), day, number)[0].outcome
    return evening_of(outcome.places, outcome.scores)


def bot_record(name: str, day: int, number: int) -> str:
    """Return the record of a bot evening. Runs in a worker process."""
    info = game_info(name)
    return str(Record.of(play_through(info, game(name, **dict(info.daily)), day, number)[0]))


def play_through(info: GameInfo, made: Game, day: int, number: int) -> tuple[State, list[Event]]:
    """Play an evening with bots. Return its final state and the events that the visitor's seat saw."""
    state = made.deal(daily_seed(day))
    seeds = [bot_seed(f"{daily_seed(day)} {seat}") for seat in range(made.players)]
    seeds[VISITOR_SEAT] = bot_seed(f"evening {number}")
    lot = Chance(seeds[VISITOR_SEAT], "lot")
    heads = [[make_bot(level, made, VISITOR_SEAT, seeds[VISITOR_SEAT]) for level in BOT_LEVELS]]
    heads += [[make_bot(kind, made, seat, seeds[seat])] for seat, kind in enumerate(info.daily_bots, 1)]
    seen: list[list[Event]] = [[] for _ in heads]
    events: Sequence[Event] = state.events
    while True:
        for seat, thinking in enumerate(heads):
            mine = seen_by(events, seat)
            seen[seat] += mine
            for bot in thinking:
                for told in mine:
                    bot.observe(told)
        if state.is_over:
            return state, seen[VISITOR_SEAT]
        seat = state.seat
        decides = heads[seat][0]
        if seat == VISITOR_SEAT:
            decides = (
                lot.choice(heads[VISITOR_SEAT])
                if lot.below(DECISIONS_PER_RANDOM_BOT) == 0
                else heads[VISITOR_SEAT][number % len(BOT_LEVELS)]
            )
        decides.chance = luck_for(seeds[seat], seat, seen[seat])
        events = state.apply(decides.choose(state.view(seat)))


@dataclass(frozen=True)
class Rank:
    """Rank of an evening among others."""

    place: int
    """Rank, from 1; equal evenings share it."""
    among: int
    worse: int
    """Number of worse evenings."""

    @property
    def percent(self) -> int:
        """Percentage of worse evenings, rounded down."""
        return 100 * self.worse // self.among if self.among else 0


def rank(mine: Evening, others: Sequence[Evening]) -> Rank:
    """Return the rank of an evening among others, which are sorted and may include it."""
    better = bisect_left(others, mine)
    worse = sum(other > mine for other in others[better:])
    return Rank(better + 1, len(others), worse)


def grid(rows: Sequence[Sequence[int]]) -> str:
    """Return an evening as symbols: a line per baking or day, with its completed and its failed orders."""
    return "\n".join("🍕" * made + "🟥" * missed or "⬜" for made, missed in rows)


def card(info: GameInfo, day: int, mine: Evening, people: Rank, bots: Rank, rows: Sequence[Sequence[int]] = ()) -> str:
    """Return a text to share about an evening: the result, without any cards."""
    medal, beaten = MEDALS.get(mine.place, "🍽️"), round(BAR_LENGTH * bots.percent / 100)
    lines = [
        _("Forno, the daily table no. {day}: {game}").format(day=day, game=info.title),
        f"{medal} {'🍕' * beaten}{'⬜' * (BAR_LENGTH - beaten)}" if bots.among else medal,
        grid(rows),
        better_than(bots, bots.among),
    ]
    if people.among > 1:
        lines.append(place_among(people))
    return "\n".join(filter(None, lines))


def better_than(bots: Rank, all_games: int) -> str:
    """Return how a visitor did among the bot games played so far; empty on a server without any."""
    if not all_games:
        return ""
    if not bots.among:
        return _("The bots are still playing.")
    return _("Better than {percent}% of {n} bot games").format(percent=bots.percent, n=bots.among)


def place_among(people: Rank) -> str:
    return _("No. {place} of {n} here today").format(place=people.place, n=people.among)

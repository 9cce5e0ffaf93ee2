"""The daily table: one deal a day and game, the same everywhere, and evenings that bots have played there before.

A day has a number, and from the number follows everything but what the visitor does: the deal, everybody's luck, and
the bots' decisions, each of which depends on nothing but the day, the seat and what that seat has seen. So two houses
can compare their evenings; and whoever has the program can look ahead.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from forno.bots import make_bot
from forno.bots.lineup import bot_seed
from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.registry import GameInfo, catalogue, game, game_info
from forno.core.seeds import daily_seed
from forno.live.bots import luck_for

FIRST: Final = date(2025, 12, 31)
"""The day before the first."""
ME: Final = 0
"""The visitor's seat."""
EVENINGS: Final = 1000
"""So many evenings of bots there are for every day."""
LEVELS: Final = ("garzone", "cuoco", "pizzaiolo")
"""Who plays them in the visitor's seat: each of these by turns is the one who decides most, …"""
OTHERS: Final = 5
"""… but for one decision of so many, which any of them takes: so no two evenings are the same."""
BAR: Final = 10
"""So many signs show how many evenings were not as good."""
MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


def day_of(time: float) -> int:
    """The number of the day at that moment: days begin at midnight, UTC."""
    return (datetime.fromtimestamp(time, UTC).date() - FIRST).days


def date_of(day: int) -> date:
    return FIRST + timedelta(days=day)


def seconds_left(time: float) -> int:
    """Until the next day begins."""
    now = datetime.fromtimestamp(time, UTC)
    return 86_400 - (now.hour * 3600 + now.minute * 60 + now.second)


def families() -> list[GameInfo]:
    """The games that have a daily table."""
    return [info for info in catalogue() if info.daily]


@dataclass(frozen=True, order=True)
class Evening:
    """How an evening went for the visitor's seat. The smaller, the better."""

    place: int
    """In which place it came."""
    minus_score: int

    @property
    def score(self) -> int:
        return -self.minus_score


def evening_of(places: Sequence[int], scores: Sequence[int]) -> Evening:
    return Evening(places[ME], -scores[ME])


def play_evenings(name: str, day: int, numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Place and score of these evenings of that day: bots in every seat. For another process."""
    return [(evening.place, evening.score) for evening in (_play(name, day, number) for number in numbers)]


def _play(name: str, day: int, number: int) -> Evening:
    info = game_info(name)
    outcome = play_through(info, game(name, **dict(info.daily)), day, number)[0].outcome
    return evening_of(outcome.places, outcome.scores)


def play_through(info: GameInfo, made: Game, day: int, number: int) -> tuple[State, list[Event]]:
    """An evening to its end, and what the visitor's seat saw of it."""
    state = made.deal(daily_seed(day))
    seeds = [bot_seed(f"{daily_seed(day)} {seat}") for seat in range(made.players)]
    seeds[ME] = bot_seed(f"evening {number}")
    lot = Chance(seeds[ME], "lot")
    heads = [[make_bot(level, made, ME, seeds[ME]) for level in LEVELS]]
    heads += [[make_bot(kind, made, seat, seeds[seat])] for seat, kind in enumerate(info.daily_bots, 1)]
    seen: list[list[Event]] = [[] for _ in heads]
    events: Sequence[Event] = state.events
    while True:
        for seat, thinking in enumerate(heads):
            mine = [told for event in events if (told := event.seen_by(seat)) is not None]
            seen[seat] += mine
            for bot in thinking:
                for told in mine:
                    bot.observe(told)
        if state.is_over:
            return state, seen[ME]
        seat = state.seat
        decides = heads[seat][0]
        if seat == ME:
            decides = lot.choice(heads[ME]) if lot.below(OTHERS) == 0 else heads[ME][number % len(LEVELS)]
        decides.chance = luck_for(seeds[seat], seat, seen[seat])
        events = state.apply(decides.choose(state.view(seat)))


@dataclass(frozen=True)
class Rank:
    """Where an evening comes among others."""

    place: int
    """From 1 on; who did as well shares it."""
    among: int
    worse: int
    """How many of the others weren't as good."""

    @property
    def percent(self) -> int:
        """How many of a hundred weren't as good."""
        return 100 * self.worse // self.among if self.among else 0


def rank(mine: Evening, others: Sequence[Evening]) -> Rank:
    """Among others, all of them sorted; one's own may be there, too."""
    better = bisect_left(others, mine)
    worse = sum(other > mine for other in others[better:])
    return Rank(better + 1, len(others), worse)


def card(info: GameInfo, day: int, mine: Evening, people: Rank, bots: Rank) -> str:
    """What is passed on of an evening: how well it went, and nothing of the cards."""
    beaten = round(BAR * bots.percent / 100)
    lines = [
        _("Forno, the daily table no. {day}: {game}").format(day=day, game=info.title),
        f"{MEDALS.get(mine.place, '🍽️')} {'🍕' * beaten}{'⬜' * (BAR - beaten)}" if bots.among else "",
        better_than(bots) if bots.among else "",
    ]
    if people.among > 1:
        lines.append(place_among(people))
    return "\n".join(filter(None, lines))


def better_than(bots: Rank) -> str:
    if not bots.among:
        return _("The bots are still playing their evenings.")
    return _("Better than {percent}% of {n} bot evenings").format(percent=bots.percent, n=bots.among)


def place_among(people: Rank) -> str:
    return _("No. {place} of {n} in this house today").format(place=people.place, n=people.among)

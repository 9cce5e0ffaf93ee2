"""One game between bots: a pure function of the match and the task, but for the clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import permutations
from statistics import median
from time import perf_counter
from typing import Any

from forno.arena.matches import Match, Task
from forno.bots.bot import Bot
from forno.bots.lineup import bot_seed
from forno.core.errors import BotError, IllegalAction
from forno.core.events import Event, seen_by
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.plugins import load
from forno.core.registry import game_info

TallyEvents = Callable[[Game, Event], str | None]


@dataclass(frozen=True)
class Played:
    """The result of a game: a line of a results file. Lists are by seat."""

    deal: int
    rotation: int
    game: str
    rules: int
    deck: str
    options: dict[str, Any]
    seed: str
    seats: list[str]
    """Names of the bots."""
    bots: dict[str, dict[str, Any]]
    """Options of the bots that have any."""
    first: int
    """The seat that decided first."""
    scores: list[int]
    winners: list[int]
    reason: str
    turns: int
    decisions: list[int]
    seconds: list[float]
    """Seconds that each bot took, observing included."""
    median: list[float]
    """Median seconds of a decision."""
    slowest: list[float]
    """Longest decision in seconds."""
    tally: dict[str, int]
    """Number of times each order was completed, where that is counted."""
    columns: dict[str, Any] = field(default_factory=dict)
    """Extra columns recorded by the game or the match: rounds, days …"""

    @property
    def key(self) -> Task:
        return Task(self.deal, self.rotation)

    def win_share(self, seat: int) -> float:
        """Shares of the win: 1 for a win, a part of it for a shared one."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def ranks(self) -> list[int]:
        """Final places from 1: winners first, then by score; equal scores share a place."""
        order = [(seat not in self.winners, -score) for seat, score in enumerate(self.scores)]
        order = [(lost, score if lost else 0) for lost, score in order]
        return [1 + sum(other < mine for other in order) for mine in order]

    def meetings(self) -> Iterator[tuple[str, str, float]]:
        """Yield every pair of seats with different bots, both ways: 1 if the first finished ahead, a tie being half."""
        ranked = list(zip(self.seats, self.ranks(), strict=True))
        for (one, mine), (other, theirs) in permutations(ranked, 2):
            if one != other:
                yield one, other, (1 + (mine < theirs) - (mine > theirs)) / 2


def play(match: Match, task: Task) -> Played:
    """Play one game. Raises `BotError` if a bot can't go on, saying which and how to get there again."""
    game, info = match.game(), game_info(match.game_name)
    seating = match.seatings()[task.rotation]
    seed = match.deal_seed(task.deal)
    bots: list[Bot] = []
    try:
        for seat, player in enumerate(seating):
            bots.append(player.make(game, seat, bot_seed(seed)))
        state = game.deal(seed)
        first = state.seat
        clock = _Clock(bots)
        tally = load(info.tally_events) if match.tallied and info.tally_events else None
        counts = _play(state, clock, tally)
    except (BotError, IllegalAction) as error:
        seats = ", ".join(player.label for player in seating)
        raise BotError(
            _("{error} (deal {deal}, seed {seed}, at the table: {seats})").format(
                error=error, deal=task.deal, seed=seed, seats=seats
            )
        ) from error
    finally:
        for bot in bots:
            bot.close()
    outcome = state.outcome
    own: dict[str, Any] = dict(load(info.columns)(state)) if info.columns else {}
    return Played(
        deal=task.deal,
        rotation=task.rotation,
        game=game.name,
        rules=game.rules_version,
        deck=game.deck_hash,
        options={key: list(value) if isinstance(value, tuple) else value for key, value in game.options.items()},
        seed=seed,
        seats=[player.label for player in seating],
        bots={player.label: dict(player.options) for player in seating if player.options},
        first=first,
        scores=list(outcome.scores),
        winners=list(outcome.winners),
        reason=outcome.reason,
        turns=state.turn,
        decisions=[len(times) for times in clock.times],
        seconds=[round(sum(times) + late, 6) for times, late in zip(clock.times, clock.watching, strict=True)],
        median=[round(median(times), 7) if times else 0.0 for times in clock.times],
        slowest=[round(max(times, default=0.0), 7) for times in clock.times],
        tally=dict(sorted(counts.items())),
        columns=own | {name: load(place)(state) for name, place in match.columns},
    )


class _Clock:
    """The bots at the table and the time that each takes. What a bot does while looking on counts with its next
    decision."""

    def __init__(self, bots: list[Bot]) -> None:
        self.bots = bots
        self.onlookers = [(seat, bot) for seat, bot in enumerate(bots) if type(bot).observe is not Bot.observe]
        """Bots that observe events at all."""
        self.watching = [0.0] * len(bots)
        self.times: list[list[float]] = [[] for _ in bots]

    def tell(self, events: Any) -> None:
        for seat, bot in self.onlookers:
            before = perf_counter()
            for event in seen_by(events, seat):
                bot.observe(event)
            self.watching[seat] += perf_counter() - before

    def ask(self, state: State) -> int:
        seat = state.seat
        view = state.view(seat)
        before = perf_counter()
        action = self.bots[seat].choose(view)
        self.times[seat].append(perf_counter() - before + self.watching[seat])
        self.watching[seat] = 0.0
        return action


def _play(state: State, clock: _Clock, tally: TallyEvents | None) -> Counter[str]:
    counts: Counter[str] = Counter()
    events = state.events
    while True:
        clock.tell(events)
        if tally is not None:
            counts.update(name for event in events if (name := tally(state.game, event)) is not None)
        if state.is_over:
            return counts
        events = state.apply(clock.ask(state))


def play_all(match: Match, tasks: list[Task]) -> list[Played]:
    """Play some games one after another. Runs in worker processes and on cluster machines."""
    return [play(match, Task(*task)) for task in tasks]

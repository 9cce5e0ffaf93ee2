"""Times of bots' answers in the same public situation, with a choice and without: whether others can tell them apart.

    python -m bench.bot_pacing

Bots play at a live table of the server's own, on a clock that goes on as soon as nobody has anything to do. Where a
seat is asked in secret, another seat watches. Two worlds are sampled that the watcher can't tell apart, whatever it has
seen of the game: in one the seat has a choice, in the other only one answer. Both are played on, and what the watcher
waits is compared, 1,000 of either kind.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from random import Random
from typing import Any, Final, NamedTuple, TypeVar, cast

from bench.samples import auc, chance_alike
from forno.core.chance import Chance
from forno.core.errors import IllegalAction
from forno.core.game import State
from forno.live.bots import Bots
from forno.live.live_table import LiveTable
from forno.server.bots import ServerBots
from forno.server.settings import ServerSettings
from forno.store import Store
from forno.table.entries import BotSat, Entry, Moved, Opened
from forno.table.history import Part
from forno.table.pacing import BOT_PAUSE_SECONDS
from forno.table.table import Table

PAIRS: Final = 1_000
"""Waits of either kind."""
WORLDS: Final = 24
"""Worlds that are sampled at one question."""
MAX_PAIRS_A_QUESTION: Final = 4
"""Pairs of worlds that are played at one question."""
REFUSALS: Final = ("doesn't help", "asks for help", "sends it back", "passes", "finishes")
"""Notation of refusals."""
GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "classic": ("mamma-mia", {"players": 3}),
    "grande": ("mamma-mia", {"edition": "grande", "players": 4, "helping": False}),
    "trainee": ("pizza-master", {"mode": "trainee", "players": 3, "max_days": 6}),
    "master": ("pizza-master", {"mode": "master", "players": 3, "max_days": 6}),
}

T = TypeVar("T")


class Idle(selectors.DefaultSelector):
    """Selector of a loop that never waits: its clock goes on instead."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        assert timeout is not None, "nothing will ever happen again"
        self.now += max(0.0, timeout)
        return super().select(0)


class Ahead(asyncio.SelectorEventLoop):
    """A loop whose clock is always ahead, so that hours of play take seconds."""

    def __init__(self) -> None:
        self.idle = Idle()
        super().__init__(self.idle)

    def time(self) -> float:
        return self.idle.now


def run_ahead(work: Coroutine[Any, Any, T]) -> T:
    """Run in a thread of its own: once a browser of Playwright's is open, this one has a loop already."""

    def run() -> T:
        with asyncio.Runner(loop_factory=Ahead) as runner:
            return runner.run(work)

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(run).result()


def in_secret(table: Table) -> bool:
    """Return whether nobody else can know if there is a choice."""
    awaits = table.pending.awaits
    return awaits is not None and awaits.actions is None


def answer(table: Table, rng: Random) -> int:
    """Return a refusal where one is possible, so that all answers are the same, but for how they came about."""
    notations = {str(table.game.actions[action]): action for action in table.turn_tree(1)}
    taken = [action for words, action in notations.items() if words.startswith("takes")]
    if in_secret(table) and not taken:  # that there is something to take everybody sees
        for words in REFUSALS:
            if words in notations:
                return notations[words]
    return rng.choice(taken or list(notations.values()))


class Thinkers:
    """Bots that think for a while where there is a choice, and then say no if they can."""

    def __init__(self, longest: float, quick: bool = False) -> None:
        self.rng = Random(str(longest))
        self.longest = longest
        self.quick = quick

    async def turn(self, table: Table, seat: int, name: str, kept: object) -> tuple[int, ...]:
        if table.question is None:
            await asyncio.sleep(self.rng.uniform(self.longest / 2, self.longest))
        return (answer(table, self.rng),)

    def is_quick(self, name: str) -> bool:
        return self.quick

    paced_turn = Bots.paced_turn


class Memory:
    """A store that takes no time."""

    def now(self) -> float:
        return 0.0

    async def append(self, *what: object) -> None:
        """Keep nothing."""


class Question(NamedTuple):
    """A move after which somebody is asked in secret, and two worlds in which another seat sees the same."""

    log: Sequence[Entry]
    """Log before the move."""
    move: Moved
    free: State
    """State before the move in which the seat that is asked has a choice."""
    forced: State
    """State before the move in which it has one answer."""


def questions(game: str, options: dict[str, Any]) -> Iterator[Question]:
    """Yield questions of games among bots, with every seat as a watcher."""
    for seed in count(1):
        rng = Random(seed)
        opened = Opened(0.0, game, options)
        table = Table.replay("t", [opened])
        for seat in range(len(table.seats)):
            table.follow(BotSat(0.0, seat, "thinker"))
        table.follow(table.start(0.0, seed))
        while (mover := table.awaited) is not None:
            move = table.decide(0.0, mover, (answer(table, rng),), "bot")
            if table.question is None:
                yield from worlds_apart(table, move, rng)
            table.follow(move)


def worlds_apart(table: Table, move: Moved, rng: Random) -> Iterator[Question]:
    """Yield pairs of worlds that one other seat can't tell apart, before the move and after it."""
    state, after = cast(State, table.state), table.check(move).after
    asked = after.awaited
    if (
        asked is None
        or after.pending.unnamed
        or after.pending.awaits is None
        or after.pending.awaits.actions is not None
    ):
        return
    watcher = rng.choice([seat for seat in range(table.game.players) if seat != asked])
    memory = table.game.memory(watcher)
    for event in table.told_events():
        if (seen := event.seen_by(watcher)) is not None:
            memory.observe(seen)
    view, (told, _) = state.view(watcher), asks(table, state, move, watcher)
    found: dict[bool, list[State]] = {True: [], False: []}
    for _ in range(WORLDS):
        world = view.sample(memory, Chance(str(rng.random())))
        same, is_forced = asks(table, world, move, watcher)
        if same == told:
            found[is_forced].append(world)
    pairs = zip(found[False], found[True], strict=False)
    for free, forced in islice(pairs, MAX_PAIRS_A_QUESTION):
        yield Question(tuple(table.log), move, free, forced)


def asks(table: Table, world: State, move: Moved, watcher: int) -> tuple[list[object], bool]:
    """Return who is asked after a move in a world and what the watcher is told of it, step by step, and whether that
    seat has one answer."""
    world = world.clone()
    try:
        events = world.apply(move.actions[0])
    except IllegalAction:
        return [], False
    pending, parts = table.pending.after([events])
    steps = [[seen for event in part.events if (seen := event.seen_by(watcher)) is not None] for part in parts]
    return [pending.awaited(world), *filter(None, steps)], pending.question is not None


async def waited(question: Question, world: State, secret: str, longest: float) -> float:
    """Return how long everybody waits for the answer in one of the worlds."""
    thinkers = cast(ServerBots, Thinkers(longest))
    settings = ServerSettings(bot_pause=BOT_PAUSE_SECONDS)
    live = LiveTable(settings, cast(Store, Memory()), thinkers, "t", question.log)
    live.table.state = world.clone()
    live.table.secret = secret
    heard = asyncio.get_running_loop().create_future()

    def hear(_entry: Entry, parts: Sequence[Part]) -> None:
        if any(part.shown for part in parts) and not heard.done():
            heard.set_result(asyncio.get_running_loop().time())

    live.table.follow(question.move)
    live.publisher.publish = hear  # type: ignore[method-assign, assignment]
    since = asyncio.get_running_loop().time()
    live.next()
    try:
        return cast(float, await heard) - since
    finally:
        live.close()


def matched_waits(
    game: str, options: dict[str, Any], longest: float, pairs: int = PAIRS
) -> tuple[list[float], list[float]]:
    """Return waits with and without a choice, at the same places of situations that others can't tell apart.

    Bots think for `longest` seconds at most where there is a choice. Every wait is at a table with a secret of its own,
    from which its luck comes: nobody knows it.
    """
    rng = Random(pairs)

    async def wait_for(question: Question) -> list[float]:
        return [await waited(question, world, str(rng.random()), longest) for world in (question.free, question.forced)]

    waits = [run_ahead(wait_for(question)) for question in islice(questions(game, options), pairs)]
    free, forced = zip(*waits, strict=True)
    return list(free), list(forced)


def main() -> None:
    print("| game | bots think up to | pairs | mean with a choice | without | AUC | chance of such a difference |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, (game, options) in GAMES.items():
        for longest in (BOT_PAUSE_SECONDS[0], 3 * BOT_PAUSE_SECONDS[1]):
            free, forced = matched_waits(game, options, longest)
            means = " | ".join(f"{sum(waits) / len(waits):.3f} s" for waits in (free, forced))
            chances = f"{auc(free, forced):.3f} | {chance_alike(free, forced):.2g}"
            print(f"| {name} | {longest:.1f} s | {len(free)} | {means} | {chances} |", flush=True)


if __name__ == "__main__":
    main()

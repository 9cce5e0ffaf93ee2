"""Nothing leaks: deal out anew what a seat can't know, and its page, its stream and its answers are the same bytes."""

from __future__ import annotations

import asyncio
import copy
import random
from pathlib import Path
from typing import Any

import pytest

from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import State
from forno.core.views import Memory
from forno.table.entries import BotSat, Entry, Moved, Opened, Sat, Started
from forno.table.tables import Table
from forno.web.app import Application, create_app
from forno.web.live import Live
from forno.web.settings import Settings
from forno.web.streams import Stream, encode
from forno.web.visitors import Viewer
from tests.web.servers import LIVELY

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("mamma-mia", {"players": 3}),
    ("mamma-mia", {"edition": "grande", "players": 4}),
    ("mamma-mia", {"edition": "rio-grande", "players": 2, "memory_aid": True}),
    ("pizza-master", {"players": 3}),
    ("pizza-master", {"mode": "master", "players": 4, "secret_objectives": True}),
]
POINTS = 25
"""At so many points of every game, from every seat."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Application:
    folder: Path = tmp_path_factory.mktemp("leaks")
    return create_app(Settings(data=str(folder / "tables.sqlite3"), away_after=1e9, **LIVELY))


def opened(app: Application, game: str, options: dict[str, Any], seed: int) -> Live:
    """A table with a person at seat 0 and at all others, dealt; held parts stay held."""
    probe = Table("probe")
    probe.apply(Opened(0.0, game, options))
    entries: list[Entry] = [Opened(0.0, game, options)]
    entries += [Sat(0.0, seat, f"Guest {seat}", "hash") for seat in range(probe.game.players)]
    entries.append(Started(0.0, f"leaks {seed}"))
    return Live(app.house, "leaks", entries)


def advance(live: Live, action: int) -> None:
    """A move as the server makes it, without storing it."""
    assert live.table.state is not None
    seat = live.table.state.seat
    live._apply(Moved(0.0, seat, (action,)))
    while live.table.held:
        live._release()


def shown(app: Application, live: Live, seat: int | None) -> bytes:
    """Everything that a seat is told when it asks: page, snapshot of the stream, answers of the API."""
    viewer = Viewer(seat, frozenset() if seat is None else frozenset({seat}))
    regions, log = live.talk.whole(seat, "en")
    pages = app.house.pages
    stream = Stream(viewer)
    assert live.teller is not None
    layout = live.teller.face.layout(live.table.game, live.guests(), seat)
    parts = [regions, log, layout, pages.table_data(live, seat), pages.guest_regions(live, viewer)]
    return encode(parts) + b"".join(live.talk._anew(stream)) + b"".join(live.talk._anew(Stream(viewer, plain=True)))


def resampled(live: Live, seat: int | None, memory: Memory, chance: Chance) -> Live:
    """The same table in a world that the seat can't tell from the true one."""
    assert live.table.state is not None
    assert live.teller is not None
    world = live.table.state.view(seat).sample(memory, chance)
    other = copy.copy(live)
    other.table = copy.copy(live.table)
    other.table.state = world
    other.talk = copy.copy(live.talk)
    other.talk.live = other
    return other


def random_actions(state: State, rng: random.Random) -> int:
    return rng.choice(state.legal_actions())


@pytest.mark.parametrize(("game", "options"), GAMES, ids=[f"{game}-{n}" for n, (game, _) in enumerate(GAMES)])
def test_pages_snapshots_and_answers_are_the_same_bytes_in_every_world_that_a_seat_holds_possible(
    app: Application, game: str, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> int:
        compared = 0
        for seed in range(1):
            rng = random.Random(seed)
            live = opened(app, game, options, seed)
            seats: list[int | None] = [None, *range(live.table.game.players)]
            memories = {seat: live.table.game.memory(seat) for seat in seats}
            observe(memories, live.table.events)
            while live.table.state is not None and not live.table.state.is_over:
                before = len(live.table.events)
                advance(live, random_actions(live.table.state, rng))
                observe(memories, live.table.events[before:])
                if live.table.phase == "over" or rng.random() > POINTS / 250:
                    continue
                for seat in seats:
                    other = resampled(live, seat, memories[seat], Chance(f"{seed} {compared}"))
                    assert shown(app, live, seat) == shown(app, other, seat), f"seat {seat} after {compared}"
                    compared += 1
        return compared

    assert asyncio.run(scenario()) >= POINTS
    assert "failed" not in caplog.text


def observe(memories: dict[int | None, Memory], events: list[Event]) -> None:
    for seat, memory in memories.items():
        for event in events:
            if (seen := event.seen_by(seat)) is not None:
                memory.observe(seen)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=[f"{game}-{n}" for n, (game, _) in enumerate(GAMES)])
def test_what_a_stream_tells_follows_from_what_its_seat_sees(
    app: Application, game: str, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Two tables whose events look the same to a seat send it the same bytes, whatever lies behind the events.

    The second table is made of the events as the seat sees them, with everything else blank.
    """

    async def scenario() -> None:
        rng = random.Random(5)
        live = opened(app, game, options, 5)
        seats: list[int | None] = [None, *range(live.table.game.players)]
        streams = {seat: Stream(Viewer(seat, frozenset() if seat is None else frozenset({seat}))) for seat in seats}
        for stream in streams.values():
            live.talk.join(stream, live.position)
        while live.table.state is not None and not live.table.state.is_over:
            before = len(live.table.events)
            seat = live.table.state.seat
            advance(live, random_actions(live.table.state, rng))
            events = live.table.events[before:]
            for watcher, stream in streams.items():
                told = b"".join(stream.waiting)
                stream.waiting.clear()
                stream.size = 0
                noticed = watcher == seat or any(event.seen_by(watcher) is not None for event in events)
                assert noticed or not told, f"seat {watcher} hears of {events}"

    asyncio.run(scenario())
    assert "failed" not in caplog.text


def test_numbers_dont_tell_how_many_decisions_others_made(app: Application) -> None:
    """A turn sent in one piece and the same turn sent step by step look the same to everyone else."""

    async def scenario(together: bool) -> list[bytes]:
        live = opened(app, "mamma-mia", {"players": 3}, 1)
        state = live.table.state
        assert state is not None
        mover = state.seat
        others = [Stream(Viewer(seat, frozenset({seat}))) for seat in range(3) if seat != mover]
        others.append(Stream(Viewer()))
        for stream in others:
            live.talk.join(stream, live.position)
        trial = state.clone()
        actions = []
        while trial.seat == mover and not trial.is_over:
            actions.append(trial.legal_actions()[0])
            trial.apply(actions[-1])
        assert len(actions) > 1
        for turn in [tuple(actions)] if together else [(action,) for action in actions]:
            live._apply(Moved(0.0, mover, turn))
        return [b"".join(stream.waiting) for stream in others]

    assert asyncio.run(scenario(True)) == asyncio.run(scenario(False))


def test_bots_and_guests_of_the_table_are_no_secret_but_seeds_and_keys_are(app: Application) -> None:
    async def scenario() -> None:
        entries = [
            Opened(0.0, "mamma-mia", {"players": 2}),
            Sat(0.0, 0, "Anna", "the-hash-of-a-key"),
            BotSat(0.0, 1, "cuoco"),
            Started(0.0, "the-secret-seed"),
        ]
        live = Live(app.house, "secrets", entries)
        for seat in (None, 0, 1):
            text = shown(app, live, seat)
            assert b"cuoco" in text
            assert b"Anna" in text
            assert b"the-secret-seed" not in text
            assert b"the-hash-of-a-key" not in text
        live.close()

    asyncio.run(scenario())

"""Simulated players and spectators: they play, watch, chat, ask again without an answer, and note what they see."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from forno.core.errors import FornoError
from forno.live.live_table import LiveTable
from forno.pages.documents.forms import TableWish
from forno.server.host import ServerHost
from forno.store import StoreError
from forno.table.errors import SeatTaken, WrongPhase
from forno.table.settings import TableSettings
from forno.web.play import Play
from tests.load.club import hear
from tests.load.history import OK, REFUSED, UNKNOWN, History, Move, Sent
from tests.simulation.loop import Machine
from tests.simulation.servers import Server, World

ANSWER_TIMEOUT_SECONDS = 4.0
"""Time after which a person without an answer asks again."""
SILENCE_SECONDS = 20.0
"""Seconds without news after which a reader comes again: servers give a sign of life before."""
CLOCK = 12
"""Seconds for a decision where a clock runs."""


@dataclass
class Place:
    """One table as its players know it."""

    id: str
    game: str
    keys: list[str]
    bot: bool
    clock: int


class People:
    """All players and spectators, and what they know."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.loop, self.luck = world.loop, world.luck
        self.near = world.servers
        """Those that people are sent to."""
        self.history = History()
        self.complaints: list[str] = []
        self.moves = 0
        """Number of acknowledged moves."""
        self.said: set[tuple[str, str]] = set()
        """Words that were acknowledged, with their tables."""
        self.positions: dict[int, tuple[str, str]] = {}
        """Positions of all readers."""
        self.peace = False
        """Whether all trouble is over."""
        self.unhappy: set[tuple[str, int]] = set()
        """Those who haven't got on since."""

    # --- the network ------------------------------------------------------------------

    async def _reach(self, ask: Callable[[Server, ServerHost], Awaitable[Any]]) -> Any:
        """Return some server's answer; `None` if nothing comes back. The client may be gone by then."""
        server = self.luck.choice(self.near)
        house, machine, loop, luck = server.host, server.machine, self.loop, self.luck
        answer = loop.create_future()
        lost_there, lost_back = luck.random() < self.world.lost, luck.random() < self.world.lost
        if house is None or machine is None:
            await asyncio.sleep(0.05)  # nobody listens there
            return None

        def settle(told: Any) -> None:
            if not answer.done():
                answer.set_result(told)

        async def there() -> None:
            try:
                told = await ask(server, house)
            except FornoError as error:
                told = error
            if not lost_back:
                loop.post(self.world.outside, luck.uniform(0, 0.02), lambda: settle(told))

        if not lost_there:
            loop.post(machine, luck.uniform(0, 0.02), lambda: void(loop.begin(machine, there())))
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                return await answer
        except TimeoutError:
            return None

    async def _until_answered(self, ask: Callable[[Server, ServerHost], Awaitable[Any]]) -> Any:
        while True:
            told = await self._reach(ask)
            if told is not None and not isinstance(told, StoreError):
                return told
            await asyncio.sleep(self.luck.uniform(0.05, 0.5))

    # --- who plays --------------------------------------------------------------------

    async def play(self, place: Place, seat: int) -> None:
        """Sit down and play until all have got on after all faults are over."""
        self.unhappy.add((place.id, seat))
        joined = await self._until_answered(lambda server, house: self._join(house, place, seat))
        if joined is not True:
            self.complaints.append(f"somebody can't sit down: {joined!r}")
        while self.unhappy:
            told = await self._until_answered(lambda server, house: self._look(house, place, seat))
            if isinstance(told, FornoError):
                self.complaints.append(f"somebody can't look: {told!r}")
                return
            phase, number, actions = told
            if phase == "over":
                self.unhappy.discard((place.id, seat))
                return
            if not actions:
                await asyncio.sleep(self.luck.uniform(0.1, 0.6))
                continue
            move = Move(place.id, seat, number, (self.luck.choice(actions),))
            too_long = 1.5 * CLOCK if place.clock and not self.peace else 2.0
            await asyncio.sleep(self.luck.choice((0.0, 0.3, 1.0, too_long)))
            if await self._send(place, move) and self.peace:
                self.unhappy.discard((place.id, seat))

    async def _join(self, house: ServerHost, place: Place, seat: int) -> bool:
        settings = TableSettings(clock=place.clock)
        live = await house.create(place.game, TableWish({"players": 2}, settings), place.id)
        await house.sit(live, f"Guest {seat}", seat, place.keys[seat])
        with suppress(SeatTaken, WrongPhase):  # it was done when nobody could be told so
            if place.bot:
                await house.seat_bot(live, 1, "random")
        await self._start(live, house)
        return True

    async def _start(self, live: LiveTable, house: ServerHost) -> None:
        if live.table.complete and live.table.phase == "gathering":
            with suppress(WrongPhase):  # somebody else was faster
                await house.start(live)

    async def _look(self, house: ServerHost, place: Place, seat: int) -> tuple[str, int, tuple[int, ...]]:
        live = await house.find(place.id)
        table = live.table
        if table.phase == "gathering":
            await self._start(live, house)
            return table.phase, 0, ()
        awaited = live.publisher.progress.awaited(seat)
        return table.phase, table.steps(seat), tuple(table.view(seat).actions) if awaited else ()

    async def _send(self, place: Place, move: Move) -> bool:
        """Send a move until it is answered; return whether it was taken."""
        body = json.dumps({"number": move.number, "actions": list(move.actions)}).encode()

        async def ask(server: Server, house: ServerHost) -> Any:
            return await self._post(server, place, move.seat, body)

        while True:
            answer = await self._reach(ask)
            if answer is None or answer[0] >= 500:
                self.history.add(Sent(move, UNKNOWN))
                await asyncio.sleep(self.luck.uniform(0.05, 0.5))
                continue
            self.history.add(Sent(move, OK if answer[0] == 200 else REFUSED))
            self.moves += answer[0] == 200
            if answer[0] != 200 and not place.clock:
                self.complaints.append(f"refused: {move}, {answer}")
            return bool(answer[0] == 200)

    async def _post(self, server: Server, place: Place, seat: int, body: bytes) -> tuple[int, bytes]:
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"authorization", f"Bearer {place.keys[seat]}".encode())]
        path = f"/api/tables/{place.id}/moves"
        assert server.play is not None
        await server.play({"path": path, "method": "POST", "headers": headers}, receive, send)
        return sent[0]["status"], sent[1]["body"]

    # --- who watches and talks --------------------------------------------------------

    async def talk(self, place: Place) -> None:
        for number in range(8):
            await asyncio.sleep(self.luck.uniform(0.5, 8))
            text = f"word {number}"

            async def say(server: Server, house: ServerHost, text: str = text) -> str:
                live = await house.find(place.id)
                await house.say(live, None, "Zoe", text)
                return text

            told = await self._reach(say)
            if isinstance(told, str):
                self.said.add((place.id, told))

    async def watch(self, table: str, reader: int) -> None:
        """Read along as a spectator's program, coming back where the stream ends."""
        position = ""
        while True:
            server = self.luck.choice(self.near)
            machine, play = server.machine, server.play
            if play is not None and machine is not None:
                reading = Reading(self, machine)
                scope = {
                    "path": f"/api/tables/{table}/stream",
                    "method": "GET",
                    "headers": [(b"last-event-id", position.encode())] if position else [],
                    "query_string": b"",
                }
                self.loop.begin(machine, reading.there(play, scope))
                async for block in reading.blocks():
                    position = hear(self.history, reader, table, block) or position
                    self.positions[reader] = table, position
            await asyncio.sleep(self.luck.uniform(0.05, 1.0))


class Reading:
    """A stream on its way from a server to a reader: in order, late, and cut in the middle of anything."""

    def __init__(self, people: People, machine: Machine) -> None:
        self.people = people
        self.machine = machine
        self.came: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.gone = asyncio.Event()
        self._latest = 0.0

    async def there(self, play: Play, scope: dict[str, Any]) -> None:
        """Stream at the server's end."""

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                if message["status"] != 200:
                    self._travel(None)
                return
            self._travel(message["body"])
            if not message.get("more_body"):
                self._travel(None)

        async def receive() -> Any:
            await self.gone.wait()
            return {"type": "http.disconnect"}

        await play(scope, receive, send)

    def _travel(self, data: bytes | None) -> None:
        loop = self.people.loop
        self._latest = max(self._latest, loop.time() + self.people.luck.uniform(0, 0.02))
        loop.post(self.people.world.outside, self._latest - loop.time(), lambda: self.came.put_nowait(data))

    async def blocks(self) -> AsyncIterator[str]:
        """Yield what arrives at the reader, until the stream ends or is silent for too long."""
        end = self.people.loop.time() + self.people.luck.uniform(2.0, 60.0)
        waiting = ""
        while True:
            try:
                async with asyncio.timeout(min(SILENCE_SECONDS, max(0.0, end - self.people.loop.time()))):
                    data = await self.came.get()
            except TimeoutError:
                data = None
            if data is None:
                self.people.loop.post(self.machine, 0.01, self.gone.set)
                return
            *blocks, waiting = (waiting + data.decode()).split("\n\n")
            for block in blocks:
                yield block


def void(_anything: object) -> None:
    """Do nothing: nobody waits for it here."""

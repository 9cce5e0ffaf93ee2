"""Surroundings of simulated servers: the machines that they run on, and their crashes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from forno.server.host import ServerHost
from forno.server.settings import ServerSettings
from forno.web.play import Play
from tests.simulation.database import Database, SharedStore
from tests.simulation.loop import Loop, Machine

TROUBLE = 25.0
"""Seconds in which faults happen."""
CLOCKS = (-600.0, 0.0, 600.0)
"""Seconds by which servers' clocks are ahead."""
PAUSES = (1.0, 7.0, 20.0)


class World:
    """Two servers or three, their database, and the network."""

    def __init__(self, seed: int) -> None:
        self.loop = Loop(seed)
        self.luck = self.loop.luck
        self.outside = self.loop.add(Machine("outside"))
        self.database = Database(self.loop, self.loop.add(Machine("database")))
        self.servers = [Server(self, number) for number in range(self.luck.choice((2, 2, 3)))]
        self.lost = 0.0
        """The share of requests and answers that get lost on their way."""
        self.happened: Counter[str] = Counter()
        """Number of faults by kind."""
        self.chores: list[asyncio.Future[None]] = []

    async def trouble(self) -> None:
        """Cause faults for a while; afterwards all is well."""
        luck, database = self.luck, self.database
        end = self.loop.time() + TROUBLE
        self.lost = luck.choice((0.0, 0.02, 0.15))
        database.lost, database.slow = luck.choice((0.0, 0.02, 0.15)), luck.choice((0.0, 0.0, 0.03))
        database.deaf = luck.choice((0.0, 0.2, 1.0))  # for good: nothing depends on notices
        chosen = luck.sample(sorted(FAULTS), luck.randint(1, 4))
        while self.loop.time() < end:
            await asyncio.sleep(luck.uniform(0.0, 8.0))
            server, fault = luck.choice(self.servers), luck.choice(chosen)
            if server.machine is not None:
                self.happened[fault] += 1
                FAULTS[fault](self, server, server.machine)
        await asyncio.sleep(8)
        self.lost = database.lost = database.slow = 0.0
        for server in self.servers:
            if server.machine is None:
                server.start()


class Server:
    """Server process that is started anew whenever it has ended."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.lives = 0
        self.machine: Machine | None = None
        self.host: ServerHost | None = None
        self.play: Play | None = None

    def start(self) -> None:
        self.lives += 1
        luck = self.world.loop.luck
        machine = Machine(f"server {self.number}.{self.lives}", luck.choice(CLOCKS))
        self.machine = self.world.loop.add(machine)
        self.world.loop.begin(machine, self._open(machine))

    async def _open(self, machine: Machine) -> None:
        settings = ServerSettings(secret="simulated", most_moves=1e9, idle_after=20.0, evenings=0)
        house = ServerHost(settings, SharedStore(self.world.database, machine))
        await house.open()
        self.host, self.play = house, Play(house)

    def kill(self) -> None:
        if self.machine is not None:
            self.machine.kill()
        self.machine = self.host = self.play = None

    async def drain(self) -> None:
        """Stop as SIGTERM does."""
        house, machine = self.host, self.machine
        self.host = self.play = None
        if house is None or machine is None:
            return
        house.drain()
        await asyncio.wait({self.world.loop.begin(machine, house.close())}, timeout=30)
        machine.kill()
        self.machine = None


def kill(world: World, server: Server, _machine: Machine) -> None:
    server.kill()
    start_later(world, server)


def drain(world: World, server: Server, _machine: Machine) -> None:
    async def replace() -> None:
        await server.drain()
        start_later(world, server)

    world.chores.append(asyncio.ensure_future(replace()))


def pause(world: World, _server: Server, machine: Machine) -> None:
    machine.still_until = world.loop.time() + world.luck.choice(PAUSES)


def crash_the_database(world: World, _server: Server, _machine: Machine) -> None:
    world.database.crash(world.luck.uniform(0.1, 4.0))


def cut_a_line(world: World, _server: Server, machine: Machine) -> None:
    world.database.cut(machine.name, world.luck.random() < 0.5)


def start_later(world: World, server: Server) -> None:
    def start() -> None:
        if server.machine is None:
            server.start()

    world.loop.post(world.outside, world.luck.uniform(0.1, 3.0), start)


FAULTS: dict[str, Callable[[World, Server, Machine], None]] = {
    "killed": kill,
    "replaced": drain,
    "paused": pause,
    "database crashed": crash_the_database,
    "line cut": cut_a_line,
}

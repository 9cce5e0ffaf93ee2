"""Club under load: players and spectators who write down what they sent, got and saw."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import httpx

from forno.live.bots import Bots
from forno.live.streams import Stream
from forno.pages.publishing.messages import read_position
from forno.pages.publishing.publisher import Publisher
from forno.pages.publishing.readers import Viewer
from forno.store import open_store
from forno.table.entries import Moved
from forno.table.table import Table
from tests.load.history import OK, REFUSED, UNKNOWN, Began, History, Move, Seen, Sent, Stored, faults
from tests.web.servers import Program, client_of, read_block
from tools.waiting import WAIT

GAMES = ("mamma-mia", "pizza-master")
PLAYERS = 4
AGAIN = 0.05
"""Delay until a client without an answer asks again."""


class Club:
    """Players, spectators and their history."""

    def __init__(self, address: Callable[[], str], seed: int = 0, patience: float = 30.0, clock: int = 0) -> None:
        """`address`: where the house is to be found now. `patience`: so many seconds somebody waits for an answer.
        `clock`: so many they have for a decision."""
        self.address = address
        self.patience = patience
        self.clock = clock
        self.history = History()
        self.complaints: list[str] = []
        """Events that nobody should be told."""
        self.tables: list[str] = []
        self.over: set[str] = set()
        """Tables at which nobody plays any more."""
        self.acknowledged = 0
        self.latest: dict[str, float] = {}
        """When somebody's move was last acknowledged, by table."""
        self._luck = random.Random(seed)
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Club:
        for place in range(PLAYERS):
            self._begin(self._play, GAMES[place % 2], random.Random(self._luck.random()))
        return self

    def __exit__(self, *_how: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(2 * WAIT)
            assert not thread.is_alive(), "somebody waits for ever"

    def _begin(self, what: Callable[..., None], *told: Any) -> None:
        thread = threading.Thread(target=self._watched, args=(what, *told), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _watched(self, what: Callable[..., None], *told: Any) -> None:
        try:
            what(*told)
        except BaseException as error:
            self.complaints.append(f"{what.__name__}: {error!r}")

    def _asked(self, ask: Callable[[], httpx.Response]) -> httpx.Response | None:
        """Return an answer, if one comes."""
        try:
            return ask()
        except httpx.TransportError:
            return None

    def _until_answered(self, ask: Callable[[], httpx.Response]) -> httpx.Response | None:
        """Ask until there is an answer other than that nobody can answer now."""
        while not self._stop.is_set():
            answer = self._asked(ask)
            if answer is not None and answer.status_code < 500:
                return answer
            if answer is not None:
                self.broken(answer)
            time.sleep(AGAIN)
        return None

    broken: Callable[[httpx.Response], None] = staticmethod(lambda answer: None)
    """Hears of answers that something went wrong; faults in which nothing may are noticed by it."""

    # --- who plays ------------------------------------------------------------------

    def _play(self, game: str, luck: random.Random) -> None:
        while not self._stop.is_set():
            program = self._sit_down(game)
            if program is None:
                continue
            self.tables.append(program.table)
            self._begin(self._watch, program.table, len(self._threads))
            while self._decide(program, luck):
                if (address := self.address()) != program.address:
                    program = Program(address, program.table, program.key, self.patience)
            self.over.add(program.table)

    def _sit_down(self, game: str) -> Program | None:
        """Start a new table with a bot; return `None` if the server couldn't be reached meanwhile."""
        try:
            program = Program.opens(self.address(), game, options={"players": 2}, clock=self.clock)
            program.client.timeout = httpx.Timeout(self.patience)
            program.start()
            return program
        except (httpx.TransportError, AssertionError):
            time.sleep(AGAIN)
            return None

    def _decide(self, program: Program, luck: random.Random) -> bool:
        """Make the next move, sending it until it is answered. `False` when the game is over, or it is time to go."""
        told = self._until_answered(lambda: program.client.get(f"/tables/{program.table}", headers=program.headers))
        if told is None:
            return False
        known = told.json()
        if known["phase"] == "over":
            return False
        if not known["awaited"]:
            time.sleep(0.005)
            return True
        move = Move(program.table, 0, known["number"], (luck.choice(known["actions"])["number"],))
        sent = {"number": move.number, "actions": list(move.actions)}
        unsure = False
        while True:
            answer = self._asked(lambda: program.post("/moves", sent))
            if answer is None or answer.status_code >= 500:
                if answer is not None:
                    self.broken(answer)
                self.history.add(Sent(move, UNKNOWN))
                unsure = True
                if self._stop.is_set():
                    return False
                time.sleep(AGAIN)
                continue
            if answer.status_code == 200:
                self.acknowledged += 1
                self.latest[program.table] = time.monotonic()
                self.history.add(Sent(move, OK))
            else:
                self.history.add(Sent(move, REFUSED))
                self.complaints.append(f"refused{' when sent again' if unsure else ''}: {answer.text}")
            return True

    # --- who watches ----------------------------------------------------------------

    def _watch(self, table: str, reader: int) -> None:
        """Read along as a spectator's program, coming back where the stream ends, as long as somebody plays."""
        position = ""
        while not self._stop.is_set() and table not in self.over:
            headers = {"Last-Event-ID": position} if position else {}
            try:
                with (
                    client_of(self.address(), timeout=httpx.Timeout(10, read=1)) as client,
                    client.stream("GET", f"/api/tables/{table}/stream", headers=headers) as answer,
                ):
                    if answer.status_code != 200:
                        time.sleep(AGAIN)
                        continue
                    waiting = ""
                    for piece in answer.iter_text():
                        *blocks, waiting = (waiting + piece).split("\n\n")
                        for block in blocks:
                            position = hear(self.history, reader, table, block) or position
            except (httpx.TransportError, httpx.StreamError):
                time.sleep(AGAIN)

    # --- afterwards -----------------------------------------------------------------

    async def check(self, place: str, steady: bool = True) -> None:
        """Check that the history can be true of what is stored, and that every table replays.

        `steady`: no clock was set.
        """
        store = open_store(place)
        logs = {table: await store.load(table) for table in self.tables}
        await store.close()
        stored = {table: as_stored(Table.replay(table, log), table) for table, log in logs.items()}
        assert faults(self.history.entries, stored) == []
        assert [move for kept in stored.values() for move in kept.decided] == [], "a clock ran out before its time"
        for log in logs.values():
            times = [entry.time for entry in log]
            assert not steady or all(later > before - 1 for before, later in pairwise(times)), "time ran backwards"
        assert self.complaints == []


def hear(history: History, reader: int, table: str, block: str) -> str:
    """Write down a piece of a stream. Return the position that it leads to, if any."""
    told = read_block(block)
    if told is None or not told.position:
        return ""
    at = read_position(told.position)
    assert at is not None
    if told.event == "snapshot":
        history.add(Began(reader, table, at.parts))
    elif told.event == "events":
        history.add(Seen(reader, table, at.parts, told.data["events"]))
    return told.position


def as_stored(whole: Table, name: str) -> Stored:
    """Return the events of a log as somebody was told them who read along from the beginning."""
    table = Table(name)
    publisher = Publisher(table, Bots(), 0.0)
    everything = Stream(Viewer(None, frozenset(), "en", "", "", ""), plain=True, most_waiting=1 << 40)
    stored = Stored([], [])
    for entry in whole.log:
        if isinstance(entry, Moved) and entry.by != "bot":
            move = Move(name, entry.seat, table.steps(entry.seat), entry.actions)
            if entry.by == "player":
                stored.moves.append(move)
            else:
                stored.decided.add(move)
        publisher.publish(entry, table.follow(entry))
        if table.number == 1:
            publisher.join(everything, None)
    for data in everything.waiting:
        for block in data.decode().split("\n\n"):
            told = read_block(block) if block else None
            if told is not None and told.event == "events":
                at = read_position(told.position)
                assert at is not None
                while len(stored.told) < at.parts:
                    stored.told.append([])
                stored.told[at.parts - 1] += json.loads(json.dumps(told.data["events"]))
    return stored

"""Requests to a router of the offline package, without a browser."""

from __future__ import annotations

import asyncio
import json
import re
from html import unescape
from typing import Any

from forno.live.bots import SeatedBot
from forno.offline.browser_host import BrowserHost, BrowserPace, MemoryShelf, Shelf, ShelfStore
from forno.offline.router import GAME_PATH, TABLE_PATH, Answer, Router, Visitor
from forno.web.assets import Assets
from tools import offline

WAYS = frozenset(
    (
        *("replay", "review", "try", "record", "options", "sit", "name", "leave", "bot", "clear", "configure", "aid"),
        *("start", "stand-in", "hand-over", "take-back", "rematch"),
    )
)
"""Addresses that can be asked for at a table."""
FILES = offline.package_files(Assets())
FIXED = frozenset(offline.fixed_pages(FILES))
"""Addresses of the pages that are files in the package."""
AT_ONCE = BrowserPace(bot_pause=(0.0, 0.0))


def astray(html: str) -> list[str]:
    """Return the links and forms of a page that nothing answers."""
    lost = []
    for address in re.findall(r'(?:<a\b[^>]*? href|\s(?:form)?action)="([^"]*)"', html):
        path = unescape(address).partition("#")[0].partition("?")[0]
        table = TABLE_PATH.fullmatch(path)
        known = (table[2] or "") in ("", *WAYS) if table else path in ("", "/review", *FIXED)
        if not known and not GAME_PATH.fullmatch(path) and not path.startswith("https://"):
            lost.append(address)
    return lost


class Browser:
    """Client that asks for pages and sends forms."""

    def __init__(self, shelf: Shelf | None = None, language: str = "en") -> None:
        self.host = BrowserHost(ShelfStore(shelf or MemoryShelf()), AT_ONCE)
        self.arrays = Router(self.host, FILES)
        self.visitor = Visitor("", language)
        self.heard: list[tuple[str, Any]] = []

    async def get(self, address: str) -> Answer:
        return await self.arrays.ask("GET", address, {}, self.visitor)

    async def page(self, address: str) -> str:
        answer = await self.get(address)
        assert "error" not in answer, answer["message"]
        assert astray(answer["page"]) == []
        return str(answer["page"])

    async def send(self, address: str, **sent: Any) -> Answer:
        return await self.arrays.ask("POST", address, sent, self.visitor)

    async def open(self, address: str, **sent: Any) -> str:
        """Return the address of the table that a form opens."""
        answer = await self.send(address, **sent)
        assert "go" in answer, answer
        return str(answer["go"])

    async def play(self, table: str) -> None:
        """Play as a bot would, until the game is over."""
        live = await self.host.find(table.rpartition("/")[2])
        minds: dict[int, SeatedBot] = {}
        while live.table.phase == "playing":
            seat = live.table.awaited
            if seat is None or live.table.seats[seat].bot is not None:
                await asyncio.sleep(0)
                continue
            number = live.table.steps(seat)
            actions = await self.host.bots.turn(live.table, seat, "garzone", minds)
            answer = await self.send(f"{table}/moves", number=number, seat=seat, actions=list(actions))
            assert answer == {"data": {"number": number + 1}}

    async def move(self, table: str, seat: int) -> Answer:
        """Return the first turn that the page offers."""
        page = await self.page(f"{table}?seat={seat}")
        found = re.search(r'<form id="turn-form"[^>]*?data-number="(\d+)"', page)
        tree = re.search(r"data-tree='([^']*)'|data-tree=\"([^\"]*)\"", page)
        assert found is not None, "there is nothing to decide"
        assert tree is not None
        ways, actions = json.loads(unescape(tree[1] or tree[2])), []
        while ways:
            action, ways = next(iter(ways.items()))
            actions.append(int(action))
        return await self.send(f"{table}/moves", number=int(found[1]), seat=seat, actions=actions)

    async def listen(self, table: str, position: str) -> Any:
        def hear(data: str) -> None:
            for message in data.split("\n\n"):
                if event := re.search("^event: (.*)$", message, re.MULTILINE):
                    told = re.search("^data: (.*)$", message, re.MULTILINE)
                    self.heard.append((event[1], json.loads(told[1]) if told else None))

        return await self.arrays.listen(f"{table}/stream?after={position}", self.visitor, hear)

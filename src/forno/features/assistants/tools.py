"""Tools for assistants: the same commands as pages and API, and what a seat may see."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from forno.bots.critic import critic_for
from forno.core.errors import Shown
from forno.core.events import seen_by
from forno.core.language import _, language
from forno.core.plain import plain
from forno.core.registry import catalogue, game_info
from forno.features.review import Review, as_text
from forno.features.review.sources import OfTable, Source
from forno.live.commands import COMMANDS
from forno.live.commands.arguments import Arguments, missing, unreadable
from forno.live.commands.callers import ProgramCaller
from forno.live.commands.gathering import NewTable, open_table
from forno.live.commands.registry import Command
from forno.live.host import Host
from forno.live.live_table import LiveTable
from forno.rulebook import rule, rules_of
from forno.store.rows import TableSummary

Data = dict[str, Any]
MAX_WAIT_SECONDS = 60
DEFAULT_WAIT_SECONDS = 30
LOOK_EVERY_SECONDS = 0.05
CLIENT = "assistants"
"""Name by which rate limits count assistants."""
KINDS = {"string": str, "integer": int}
"""Types of plain arguments; commands read their own."""
TEXT = {"type": "string"}
NUMBER = {"type": "integer", "minimum": 0}
TABLE = TEXT | {"description": "The table's number, as in its address."}
KEY = TEXT | {"description": "The key of your seat, from 'open_table' or 'sit'. Keep it to yourself."}
SINCE = NUMBER | {"description": "Tell what happened after this: 'seen' of the answer before."}


class Reviewing(Protocol):
    """A queue of reviews."""

    async def review(self, client: str, source: Source, seat: int) -> Review | None: ...


@dataclass(frozen=True)
class Tool:
    """One tool: its name, what it does, its arguments as JSON Schema, and the function."""

    name: str
    about: str
    schema: Data
    run: Callable[[Mapping[str, Any]], Awaitable[Data]]


class Toolbox:
    """The tools of a host. A caller gets what the seat of its key gets, and without a key what spectators get."""

    def __init__(
        self, host: Host, listing: Callable[[str], Awaitable[Sequence[TableSummary]]], reviews: Reviewing
    ) -> None:
        self.host = host
        self.listing = listing
        self.reviews = reviews
        at_table = {"table": TABLE, "key": KEY}
        opening = Arguments(NewTable).schema()
        tools = [
            Tool("games", "The games there are, with their options.", _object({}), self.games),
            Tool(
                "rules",
                "A game's rules, or one rule by its number.",
                _object({"game": TEXT, "number": TEXT}),
                self.rules,
            ),
            Tool(
                "tables",
                "The public tables of a phase.",
                _object({"phase": {"enum": ["gathering", "playing", "over"], "default": "gathering"}}),
                self.tables,
            ),
            Tool("open_table", _first(open_table.__doc__), opening, self.open),
            Tool("see", "The table as your seat sees it.", _object(at_table | {"since": SINCE}, "table"), self.see),
            Tool(
                "wait",
                "Wait until your decision is awaited or the game is over; then as 'see'.",
                _object(
                    at_table
                    | {
                        "since": SINCE,
                        "seconds": NUMBER | {"maximum": MAX_WAIT_SECONDS, "default": DEFAULT_WAIT_SECONDS},
                    },
                    "table",
                    "key",
                ),
                self.wait,
            ),
            Tool(
                "review",
                "What of a finished game was memory, judgement and luck, for your seat. Call again until it is done.",
                _object(at_table, "table", "key"),
                self.review,
            ),
            *(self._of(command) for command in COMMANDS.values() if command.programs),
        ]
        self.tools = {tool.name: tool for tool in tools}

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Data:
        """Call a tool. Raises `FornoError` with the reason."""
        tool = self.tools.get(name)
        if tool is None:
            raise unreadable(
                _("there is no tool {name!r}; there are {all}.").format(name=name, all=", ".join(self.tools))
            )
        for word in tool.schema["required"]:
            if word not in arguments:
                raise missing(word)
        for word, value in arguments.items():
            if word not in tool.schema["properties"]:
                raise unreadable(_("{field!r} isn't known here.").format(field=word))
            described = tool.schema["properties"][word]
            wrong = described.get("type") in KINDS and type(value) is not KINDS[described["type"]]
            if wrong or value not in described.get("enum", [value]):
                told = {"field": word, "value": Shown(value), "schema": json.dumps(described)}
                raise unreadable(_("{field} can't be {value!r}; it takes {schema}.").format(**told))
        return await tool.run(arguments)

    def _of(self, command: Command[Any]) -> Tool:
        """Return a command as a tool."""
        schema = command.arguments.schema() if command.has_body else _object({})
        by_key = ("table", "key") if command.by_key else ("table",)
        described = _object({"table": TABLE, "key": KEY} | schema["properties"], *by_key, *schema["required"])

        async def run(sent: Mapping[str, Any]) -> Data:
            live, caller = await self._at(sent)
            own = {name: value for name, value in sent.items() if name not in ("table", "key")}
            arguments = command.arguments.read(own) if command.has_body else command.takes()
            self.host.count(command.limit, CLIENT)
            return command.answer(await command.call(self.host, live, caller, arguments))

        return Tool(command.name.replace("-", "_"), _first(command.run.__doc__), described, run)

    async def _at(self, sent: Mapping[str, Any]) -> tuple[LiveTable, ProgramCaller]:
        keys = [sent["key"]] if sent.get("key") else []
        return await self.host.find(sent["table"]), ProgramCaller(keys, CLIENT)

    # --- what is there --------------------------------------------------------------------------------

    async def games(self, _sent: Mapping[str, Any]) -> Data:
        def options(info: Any) -> list[Data]:
            return [
                {"name": one.name, "kind": one.kind, "help": one.help, "choices": one.choices} for one in info.options
            ]

        found = [{"name": one.name, "summary": one.summary, "options": options(one)} for one in catalogue()]
        return {"games": plain(found)}

    async def rules(self, sent: Mapping[str, Any]) -> Data:
        found = [rule(sent["number"])] if "number" in sent else rules_of(game_info(sent.get("game", "")).name)
        return {"rules": [f"{one.number} ({one.chapter}) {one.text}" for one in found]}

    async def tables(self, sent: Mapping[str, Any]) -> Data:
        return {"tables": [plain(row) for row in await self.listing(sent.get("phase", "gathering"))]}

    # --- at a table -----------------------------------------------------------------------------------

    async def open(self, sent: Mapping[str, Any]) -> Data:
        wish = Arguments(NewTable).read(sent)
        self.host.count("openings", CLIENT)
        opened = await open_table(self.host, wish)
        return self._seen(opened.live, opened.seat, 0) | {"key": next(iter(opened.keys), None)}

    async def see(self, sent: Mapping[str, Any]) -> Data:
        live, caller = await self._at(sent)
        return self._seen(live, caller.seat_or_none(live), sent.get("since", 0))

    async def wait(self, sent: Mapping[str, Any]) -> Data:
        live, caller = await self._at(sent)
        seat = caller.seat(live)
        left = min(sent.get("seconds", DEFAULT_WAIT_SECONDS), MAX_WAIT_SECONDS) / LOOK_EVERY_SECONDS
        while live.table.phase != "over" and not live.publisher.progress.awaited(seat) and left > 0:
            left -= 1
            await asyncio.sleep(LOOK_EVERY_SECONDS)
            live, caller = await self._at(sent)
            caller.seat(live)
        return self._seen(live, seat, sent.get("since", 0))

    def _seen(self, live: LiveTable, seat: int | None, since: int) -> Data:
        """Return a table as data and as text, with what happened since."""
        table, progress = live.table, live.publisher.progress
        told = live.contents.table_data(seat) | {"seen": progress.position.parts}
        if table.phase != "gathering":
            view = table.view(seat)
            told["happened"] = _happened(live, seat, since)
            told["shown"] = table.game.show(view)
            if told["awaited"]:
                told["question"] = table.game.ask(view)
        return told

    async def review(self, sent: Mapping[str, Any]) -> Data:
        live, caller = await self._at(sent)
        seat = caller.seat(live)
        found = await self.reviews.review(CLIENT, OfTable.of(live.table, seat), seat)
        if found is None:
            return {"done": False, "text": ""}
        return {"done": found.finished, "text": as_text(found, live.table.game, critic_for(live.table.game))}


def _happened(live: LiveTable, seat: int | None, since: int) -> list[str]:
    """Return what happened after a position in sentences; where a seat has to remember it, its page's log (MMR-11)."""
    contents, show = live.contents, live.contents.show
    assert show is not None
    parts = contents.progress.parts_after(max(since, 0))
    if not show.may_tell(parts, seat, contents.guests):
        return [line.tell for line in contents.whole(seat, language())[1] if line.tell]
    seen = [one for part in parts for one in seen_by(part, seat)]
    return [text for _seat, text in live.table.game.tell_all(seen, contents.guests.names, seat)]


def _object(properties: Data, *required: str) -> Data:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _first(docstring: str | None) -> str:
    """Return the first paragraph of a docstring in one line."""
    return " ".join((docstring or "").split("\n\n")[0].split())


def as_json(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

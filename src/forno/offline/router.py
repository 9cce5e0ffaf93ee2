"""What a page asks of the worker, and what it is answered: the same addresses as a server's, without a server.

`Router.ask` takes a method, an address and what was sent, and answers with one of:

    {"page": "<!doctype …>"}                    a whole page
    {"go": "/t/…"}                              go on there
    {"piece": "<ul>…"}                          a part of a page
    {"file": "….txt", "text": "…"}              something to save
    {"data": {…}}                               what the script asked for
    {"error": "stale", "message": "…"}          it can't be done, and why; `page` says the same as a page

and with `remember`, what this browser is to keep of its visitor.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from forno.bots import USUAL
from forno.core.errors import FornoError, OptionError
from forno.core.language import _, capital, languages, use
from forno.core.registry import GameInfo, game_info
from forno.features.replay.page import replay_page
from forno.features.replay.replaying import Shown, looking, show_record, show_table
from forno.features.your_tables.page import table_list
from forno.live.live_table import LiveTable
from forno.live.streams import Stream
from forno.offline.browser_host import BrowserHost
from forno.pages.document import PageContext, StaticFiles
from forno.pages.error_page import error_page
from forno.pages.face import Guests
from forno.pages.forms import (
    BOT,
    ME,
    OPEN,
    Wish,
    changed_options,
    configured,
    read_wish,
    written_options,
)
from forno.pages.labels import bot_face
from forno.pages.lessons import lesson_for
from forno.pages.messages import read_position, whole_number
from forno.pages.new_table_page import options_page
from forno.pages.table_page import signed_record, table_page
from forno.table.errors import NoSeat, NotFound, TableClosed
from forno.table.games import shared_game
from forno.table.guests import tidy_name
from forno.table.keys import new_key
from forno.table.settings import TableSettings

Answer = dict[str, Any]
TABLE: Final = re.compile(r"/t/([a-z0-9]+)(?:/([a-z-]+))?")
GAME: Final = re.compile(r"/(play|friends|learn|new)/([\w-]+)")

log = logging.getLogger("forno.offline")


@dataclass(frozen=True)
class Visitor:
    """Whoever looks at the page, as the browser remembers them."""

    name: str
    language: str


@dataclass(frozen=True)
class Asked:
    """One question."""

    visitor: Visitor
    sent: Mapping[str, Any]
    """What came in the address, and in the form."""

    def number(self, name: str) -> int | None:
        return whole_number(self.sent.get(name))

    def text(self, name: str) -> str:
        return str(self.sent.get(name) or "")

    @property
    def place(self) -> int:
        """The seat that something is done with, whoever's it is. Raises `NoSeat`."""
        seat = self.number("seat")
        if seat is None:
            raise NoSeat(_("There is no such seat at this table."))
        return seat

    @property
    def called(self) -> str:
        """The name that was given, or the one that is remembered, or a stand-in."""
        return tidy_name(self.text("name")) or self.visitor.name or _("Guest")


class Router:
    """Answers what pages ask."""

    def __init__(self, host: BrowserHost, files: StaticFiles) -> None:
        self.host = host
        self.context = PageContext(files, has_server=False)
        self._gathering: dict[str, Callable[[LiveTable, Asked], Awaitable[None]]] = {
            "sit": self._sit,
            "name": self._name,
            "leave": self._leave,
            "bot": self._invite,
            "clear": self._clear,
            "configure": self._configure,
            "options": self._change_options,
            "start": self._start,
            "stand-in": self._stand_in,
            "hand-over": self._hand_over,
            "take-back": self._take_back,
        }

    async def ask(self, method: str, address: str, sent: Mapping[str, Any], visitor: Visitor) -> Answer:
        """The answer; never an exception."""
        parts = urlsplit(address)
        asked = Asked(visitor, {**dict(parse_qsl(parts.query)), **sent})
        with use(visitor.language if visitor.language in languages() else "en"):
            try:
                return await self._answer(method, parts.path, asked)
            except FornoError as error:
                return self._refusal(parts.path, error.code, capital(str(error)))
            except Exception:
                log.exception("a question failed: %s %s", method, parts.path)
                sentence = _("Something went wrong in the kitchen. Your table is safe; try again.")
                return self._refusal(parts.path, "broken", sentence)

    async def _answer(self, method: str, path: str, asked: Asked) -> Answer:
        if found := TABLE.fullmatch(path):
            return await self._at_table(method, found[1], found[2] or "", asked)
        if method == "POST" and (found := GAME.fullmatch(path)):
            return await self._open(found[1], game_info(found[2]), asked)
        if path == "/your-tables":
            return {"piece": table_list(await self.host.your_tables())}
        if (method, path) == ("POST", "/replay"):
            text, deck = asked.text("file") or asked.text("record"), asked.text("deck") or asked.text("deck_text")
            shown = show_record(text, deck or None, looking(asked.sent))
            return {"page": replay_page(self.context, shown, "/replay", text, deck)}
        raise NotFound(_("There is no such page."))

    def _refusal(self, path: str, code: str, sentence: str) -> Answer:
        found = TABLE.fullmatch(path)
        closed = code == TableClosed.code
        table = "" if found is None or code in (NotFound.code, "damaged") else found[1]
        heading = _("This table is closed") if closed else _("That doesn't work")
        page = error_page(self.context, heading, sentence, table, closed)
        return {"error": code, "message": sentence, "page": page}

    # --- opening tables ---------------------------------------------------------------------

    async def _open(self, way: str, info: GameInfo, asked: Asked) -> Answer:
        live, _keys = await self.host.open_table(info, self._wish(way, info, asked), asked.called)
        remember = {"name": name} if (name := tidy_name(asked.text("name"))) else {}
        return {"go": f"/t/{live.id}", "remember": remember}

    def _wish(self, way: str, info: GameInfo, asked: Asked) -> Wish:
        if way == "new":
            return read_wish(info, asked.sent, asked.text("option_deck") or None)
        if way == "learn":
            lesson = lesson_for(info.name)
            if lesson is None:
                raise NotFound(_("There is no such page."))
            seats = [ME, *(BOT + bot for bot in lesson.bots)]
            return Wish(dict(lesson.options), TableSettings(lesson=lesson.name), seats=seats, people=[""] * len(seats))
        options = dict(info.usual_table)
        made = shared_game(info.name, options, None)
        bot = asked.text("bot") or self.host.bots.first_of(made, USUAL)
        others = OPEN if way == "friends" else BOT + bot
        return Wish(options, seats=[ME] + [others] * (made.players - 1), people=[""] * made.players)

    # --- at a table ---------------------------------------------------------------------------

    async def _at_table(self, method: str, table: str, does: str, asked: Asked) -> Answer:
        if does == "record":
            live = await self.host.find(table, closed=True)
            return {"file": f"{live.table.game.name}-{live.id}.txt", "text": signed_record(live.publisher)}
        live = await self.host.find(table)
        if method == "GET":
            return self._look(live, does, asked)
        if does == "moves":
            return {"data": {"number": await self._move(live, asked)}}
        if does == "hint":
            return {"data": {"html": live.publisher.hint(self.host.seat(live, asked.number("seat")))}}
        if does == "rematch":
            return {"go": f"/t/{(await self._rematch(live)).id}"}
        if does not in self._gathering:
            raise NotFound(_("There is no such page."))
        await self._gathering[does](live, asked)
        return {"go": f"/t/{live.id}"}

    def _look(self, live: LiveTable, does: str, asked: Asked) -> Answer:
        if does == "replay":
            return {"page": replay_page(self.context, self._played(live, asked), f"/t/{live.id}/replay")}
        if does == "options":
            info = game_info(live.table.game.name)
            chosen = written_options(info, live.table.options)
            return {"page": options_page(self.context, live.id, info, chosen)}
        if does:
            raise NotFound(_("There is no such page."))
        viewer = self.host.viewer(live, asked.number("seat"), asked.visitor.name)
        return {"page": table_page(self.context, live.id, live.publisher, viewer)}

    async def _move(self, live: LiveTable, asked: Asked) -> int:
        number, actions = asked.sent.get("number"), asked.sent.get("actions")
        if not isinstance(number, int) or not isinstance(actions, list | tuple):
            raise OptionError(_("That isn't a move: {reason}").format(reason=ascii(asked.sent)))
        return await live.move(number, self.host.seat(live, asked.number("seat")), tuple(map(int, actions)))

    async def _rematch(self, live: LiveTable) -> LiveTable:
        new = live
        for seat in self.host.device(live):
            new, _taken, _key = await self.host.play_again(live, seat, lambda _new: new_key())
        return new

    async def _sit(self, live: LiveTable, asked: Asked) -> None:
        named = asked.called if not self.host.device(live) else asked.text("name")
        await self.host.sit(live, named, asked.number("seat"))

    async def _name(self, live: LiveTable, asked: Asked) -> None:
        await self.host.rename(live, self._seat(live, asked), asked.called)

    async def _leave(self, live: LiveTable, asked: Asked) -> None:
        await self.host.leave(live, self._seat(live, asked))

    async def _invite(self, live: LiveTable, asked: Asked) -> None:
        await self.host.seat_bot(live, asked.place, asked.text("bot"))

    async def _clear(self, live: LiveTable, asked: Asked) -> None:
        await self.host.clear(live, asked.place)

    async def _configure(self, live: LiveTable, asked: Asked) -> None:
        await self.host.configure(live, *configured(live.table, asked.sent))

    async def _change_options(self, live: LiveTable, asked: Asked) -> None:
        await self.host.configure(live, changed_options(live.table, asked.sent), live.table.settings)

    async def _start(self, live: LiveTable, asked: Asked) -> None:
        if not live.table.complete and asked.text("bot"):
            await self.host.fill(live, asked.text("bot"))
        await self.host.start(live)

    async def _stand_in(self, live: LiveTable, asked: Asked) -> None:
        await live.choose_stand_in(self._seat(live, asked), asked.text("bot"))

    async def _hand_over(self, live: LiveTable, asked: Asked) -> None:
        await live.hand_over(asked.place, self.host.seat(live))

    async def _take_back(self, live: LiveTable, asked: Asked) -> None:
        await live.take_back(self._seat(live, asked))

    def _seat(self, live: LiveTable, asked: Asked) -> int:
        return self.host.seat(live, asked.number("seat"))

    # --- watching it again ----------------------------------------------------------------------

    def _played(self, live: LiveTable, asked: Asked) -> Shown:
        table = live.table
        state = table.final
        assert state.seed is not None
        guests = Guests(
            live.publisher.guests.names,
            tuple(seat.bot is not None for seat in table.seats),
            tuple(bot_face(seat.bot, seat.name) for seat in table.seats),
        )
        return show_table(table.recipe, state.seed, state.history(), guests, looking(asked.sent))

    # --- streams --------------------------------------------------------------------------------

    async def listen(self, address: str, visitor: Visitor, send: Callable[[str], object]) -> Callable[[], None]:
        """Everything that happens at a table from now on, as a server's stream tells it. Returns what ends it."""
        parts = urlsplit(address)
        found = TABLE.fullmatch(parts.path)
        if found is None:
            raise NotFound(_("There is no such page."))
        live = await self.host.find(found[1])
        query = dict(parse_qsl(parts.query))
        with use(visitor.language):
            viewer = self.host.viewer(live, whole_number(query.get("seat")), visitor.name)
        stream = Stream(viewer)
        live.join(stream, read_position(query.get("after", "")))
        pumping = asyncio.ensure_future(pump(stream, send))

        def end() -> None:
            stream.close()
            live.leave(stream)
            pumping.cancel()

        return end


async def pump(stream: Stream, send: Callable[[str], object]) -> None:
    while data := await stream.next():
        send(data.decode())

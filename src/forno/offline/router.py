"""Router of the browser's worker: the same addresses as a server's, without a server.

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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from forno.bots import DEFAULT_BOT
from forno.core.errors import FornoError
from forno.core.game import Game
from forno.core.language import _, capital, languages, use
from forno.core.plain import from_plain
from forno.core.registry import GameInfo, game_info
from forno.features.replay.page import (
    ShownScene,
    looking,
    read_record,
    record_names,
    replay_page,
    show_record,
    show_table,
)
from forno.features.review import Review
from forno.features.review.page import (
    Ways,
    check_seat,
    chosen_seat,
    record_title,
    record_ways,
    review_or_waiting,
    review_page,
    table_ways,
)
from forno.features.review.sources import SLICE_CPU_SECONDS, OfRecord, OfTable, ReviewKey, Source, advance
from forno.features.your_tables.page import table_list
from forno.live.commands import COMMANDS
from forno.live.commands.arguments import Sent, whole_number
from forno.live.live_table import LiveTable
from forno.live.streams import Stream
from forno.offline.browser_host import BrowserCaller, BrowserHost, people
from forno.pages.caches import Latest
from forno.pages.documents.document import PageContext, StaticFiles
from forno.pages.documents.error_page import error_page
from forno.pages.documents.forms import BOT, OPEN, TableWish, lesson_wish, read_wish, usual_wish, written_options
from forno.pages.documents.new_table_page import options_page
from forno.pages.documents.table_page import signed_record, table_page
from forno.pages.labels import about
from forno.pages.publishing.messages import read_position
from forno.table.errors import NotFound, TableClosed
from forno.table.games import shared_game
from forno.table.guests import tidy_name

Answer = dict[str, Any]
TABLE_PATH: Final = re.compile(r"/t/([a-z0-9]+)(?:/([a-z-]+))?")
GAME_PATH: Final = re.compile(r"/(play|friends|learn|new)/([\w-]+)")
MAX_CACHED_REVIEWS: Final = 8

log = logging.getLogger("forno.offline")


@dataclass(frozen=True)
class Visitor:
    """The visitor, as the browser remembers them."""

    name: str
    language: str


@dataclass(frozen=True)
class WorkerRequest(Sent):
    """One question: parameters of the address and fields of the form, and who asks."""

    visitor: Visitor

    @property
    def caller(self) -> BrowserCaller:
        return BrowserCaller(self.visitor.name)


class Router:
    """Answers what pages ask."""

    def __init__(self, host: BrowserHost, files: StaticFiles) -> None:
        self.host = host
        self.context = PageContext(files, has_server=False)
        self._reviews: Latest[ReviewKey, Review] = Latest(MAX_CACHED_REVIEWS)

    async def ask(self, method: str, address: str, sent: Mapping[str, Any], visitor: Visitor) -> Answer:
        """Return the answer to a request; never raises."""
        parts = urlsplit(address)
        asked = WorkerRequest({**dict(parse_qsl(parts.query)), **sent}, visitor)
        with use(visitor.language if visitor.language in languages() else "en"):
            try:
                return await self._answer(method, parts.path, asked)
            except FornoError as error:
                return self._refusal(parts.path, error.code, capital(str(error)))
            except Exception:
                log.exception("a request failed: %s %s", method, parts.path)
                sentence = _("Something went wrong in the kitchen. Your table is safe; try again.")
                return self._refusal(parts.path, "broken", sentence)

    async def _answer(self, method: str, path: str, asked: WorkerRequest) -> Answer:
        if found := TABLE_PATH.fullmatch(path):
            return await self._at_table(method, found[1], found[2] or "", asked)
        if method == "POST" and (found := GAME_PATH.fullmatch(path)):
            return await self._open(found[1], game_info(found[2]), asked)
        if path == "/your-tables":
            return {"piece": table_list(await self.host.your_tables())}
        if (method, path) == ("POST", "/replay"):
            text, deck = asked.text("file") or asked.text("record"), asked.text("deck") or asked.text("deck_text")
            shown = show_record(text, deck or None, looking(asked.fields))
            return {"page": replay_page(self.context, shown, "/replay", text, deck, "/review")}
        if (method, path) == ("POST", "/review"):
            text, deck = asked.text("file") or asked.text("record"), asked.text("deck") or asked.text("deck_text")
            game, source = read_record(text, deck or None).game, OfRecord(text, deck or None)
            names, title, ways = record_names(game), record_title(game), record_ways(text, deck)
            return self._review(source, game, names, asked.number("seat") or 0, ways, title)
        raise NotFound(_("We can't find that page."))

    def _refusal(self, path: str, code: str, sentence: str) -> Answer:
        found = TABLE_PATH.fullmatch(path)
        closed = code == TableClosed.code
        table = "" if found is None or code in (NotFound.code, "damaged") else found[1]
        heading = _("This table is closed") if closed else _("That doesn't work")
        page = error_page(self.context, heading, sentence, table, closed)
        return {"error": code, "message": sentence, "page": page}

    # --- opening tables ---------------------------------------------------------------------

    async def _open(self, way: str, info: GameInfo, asked: WorkerRequest) -> Answer:
        first = "?first=1" if way == "play" and not await self.host.your_tables() else ""
        live, _keys = await self.host.open_table(
            info, self._wish(way, info, asked), asked.caller.display_name(asked.text("name"))
        )
        remember = {"name": name} if (name := tidy_name(asked.text("name"))) else {}
        return {"go": f"/t/{live.id}{first}", "remember": remember}

    def _wish(self, way: str, info: GameInfo, asked: WorkerRequest) -> TableWish:
        if way == "new":
            return read_wish(info, asked.fields, asked.text("option_deck") or None)
        if way == "learn":
            wish = lesson_wish(info.name)
            if wish is None:
                raise NotFound(_("We can't find that page."))
            return wish
        usual = shared_game(info.name, dict(info.usual_table), None)
        bot = asked.text("bot") or self.host.bots.first_of(usual, DEFAULT_BOT)
        return usual_wish(info, OPEN if way == "friends" else BOT + bot)

    # --- at a table ---------------------------------------------------------------------------

    async def _at_table(self, method: str, table: str, does: str, asked: WorkerRequest) -> Answer:
        if does == "record":
            live = await self.host.find(table, closed=True)
            return {"file": f"{live.table.game.name}-{live.id}.txt", "text": signed_record(live.contents)}
        live = await self.host.find(table)
        if method == "GET":
            return self._look(live, does, asked)
        if does == "try":
            seat, place = chosen_seat(asked.number("seat"), people(live)), asked.number("place")
            name = asked.caller.display_name("")
            new, _key = await self.host.try_from(live, -1 if place is None else place, seat, name)
            return {"go": f"/t/{new.id}"}
        if does not in COMMANDS:
            raise NotFound(_("We can't find that page."))
        result = await COMMANDS[does].submit(self.host, live, asked.caller, asked.fields)
        return {"go": f"/t/{result.live.id}"} if result.data is None else {"data": result.data}

    def _look(self, live: LiveTable, does: str, asked: WorkerRequest) -> Answer:
        if does == "replay":
            ways = table_ways(live.id)
            shown = self._played(live, asked)
            return {"page": replay_page(self.context, shown, ways.replay, review=ways.address, trial=ways.trial)}
        if does == "review":
            wanted = chosen_seat(asked.number("seat"), people(live))
            names, ways = live.contents.guests.names, table_ways(live.id)
            return self._review(OfTable.of(live.table, wanted), live.table.game, names, wanted, ways, about(live.table))
        if does == "options":
            info = game_info(live.table.game.name)
            chosen = written_options(info, live.table.options)
            return {"page": options_page(self.context, live.id, info, chosen)}
        if does:
            raise NotFound(_("We can't find that page."))
        viewer = asked.caller.viewer(live, asked.number("seat"))
        first, whole = bool(asked.number("first")), bool(asked.number("whole_log"))
        return {"page": table_page(self.context, live.id, live.contents, viewer, newcomer=first, whole_log=whole)}

    # --- reviews ------------------------------------------------------------------------------

    def _review(self, source: Source, game: Game, names: Sequence[str], seat: int, ways: Ways, title: str) -> Answer:
        """Work on a review for a moment, and show what is known; the page asks again until it is complete."""
        check_seat(game, seat)
        key = source.key, seat
        found = self._reviews.get(key)
        if found is None or not found.finished:
            found = from_plain(Review, advance(source, seat, SLICE_CPU_SECONDS, frozenset({key})))
            self._reviews[key] = found
        content = review_or_waiting(game, names, found, ways, seat)
        return {"page": review_page(self.context, title, names[seat], content, source.table)}

    # --- watching it again ----------------------------------------------------------------------

    def _played(self, live: LiveTable, asked: WorkerRequest) -> ShownScene:
        table = live.table
        state = table.final
        assert state.seed is not None
        return show_table(table.recipe, state.seed, state.history(), live.contents.guests, looking(asked.fields))

    # --- streams --------------------------------------------------------------------------------

    async def listen(self, address: str, visitor: Visitor, send: Callable[[str], object]) -> Callable[[], None]:
        """Stream a table's events as a server does. Returns the function that ends it."""
        parts = urlsplit(address)
        found = TABLE_PATH.fullmatch(parts.path)
        if found is None:
            raise NotFound(_("We can't find that page."))
        live = await self.host.find(found[1])
        query = dict(parse_qsl(parts.query))
        with use(visitor.language):
            viewer = BrowserCaller(visitor.name).viewer(live, whole_number(query.get("seat")))
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

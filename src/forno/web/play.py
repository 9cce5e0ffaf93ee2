"""A table in play: `POST …/moves` and `GET …/stream`, for pages and programs alike, as plain ASGI.

Moves and what everybody hears of them are most of what a server does: nothing that they don't need stands before them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import parse_qs

import msgspec
from litestar.exceptions import MethodNotAllowedException

from forno.background.rate_limits import too_many
from forno.core.language import _, language, use
from forno.live.live_table import LiveTable
from forno.live.streams import Stream
from forno.pages.messages import Position, encode, read_position
from forno.pages.readers import Viewer
from forno.web.errors import BadRequest, bad_form, explain, missing_key, too_large
from forno.web.identity import (
    headers_of,
    keys_of,
    language_of,
    name_of,
    origin_of,
    read_bearer,
    read_cookies,
)
from forno.web.security import DATA_HEADERS, HEADERS, TOKEN_HEADER, client_of, form_token, token_cookie, token_fits

if TYPE_CHECKING:
    from forno.server.host import ServerHost

ROUTE: Final = re.compile(r"(/t/|/api/tables/)([a-z0-9]+)/(moves|stream)")
METHODS: Final = {"moves": ("POST",), "stream": ("GET", "HEAD")}
OK: Final = 200
MOST_ACTIONS: Final = 50
"""In one move: more than any turn has."""
PATIENCE: Final = b"retry: 1000\n\n"
JSON: Final = (b"content-type", b"application/json")
STREAM_HEAD: Final = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        *HEADERS,
    ],
}


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """What a page or a program sends: the number that it answers, and actions by number or notation."""

    number: int
    actions: Annotated[list[int | str], msgspec.Meta(max_length=MOST_ACTIONS)]
    seat: int | None = None


read_move = msgspec.json.Decoder(Move).decode


class TableRequest:
    """What has to be known of a request; never changed."""

    __slots__ = ("headers", "jar", "keys", "language", "plain", "table")

    def __init__(self, table: str, plain: bool, headers: Mapping[bytes, bytes]) -> None:
        self.table = table
        self.plain = plain
        self.headers = headers
        self.jar = read_cookies(self.header(b"cookie"))
        # A page's keys are cookies, a program's is in a header: no page of another site can send that.
        self.keys = read_bearer(self.header(b"authorization")) if plain else keys_of(self.jar)
        self.language = language_of(self.jar, self.header(b"accept-language"))

    def header(self, name: bytes) -> str:
        value = self.headers.get(name)
        return "" if value is None else value.decode("latin-1")


class Play:
    """`POST /t/ID/moves` and `GET /t/ID/stream`, and the same for programs under `/api/tables`."""

    def __init__(self, house: ServerHost) -> None:
        self.house = house
        self.cookie = token_cookie(house.settings.secret)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> bool:
        """Answer a request if it is one of these; `False` if it isn't."""
        found = ROUTE.fullmatch(scope["path"])
        if found is None:
            return False
        way, table, what = found.groups()
        method, allowed = scope["method"], METHODS[what]
        if method not in allowed:
            await answer(send, *refusal(MethodNotAllowedException()), allow=", ".join(allowed))
            return True
        asked = TableRequest(table, way != "/t/", headers_of(scope))
        with use(asked.language):
            try:
                if what == "moves":
                    number = await self.move(asked, client_of(scope), receive)
                    await answer(send, OK, encode({"number": number}))
                else:
                    await self.stream(asked, scope, receive, send)
            except Exception as error:
                await answer(send, *refusal(error))
        return True

    async def move(self, asked: TableRequest, client: str, receive: Any) -> int:
        """Make a move; returns the number that the next one answers."""
        house = self.house
        house.moves.count(client)
        form_key = asked.jar.get(self.cookie, "")
        if not asked.plain and not token_fits(house.settings.secret, asked.header(TOKEN), form_key):
            raise bad_form()
        body = await read_body(receive, house.settings.most_body)
        live = await house.find(asked.table, fresh=False)
        if not asked.keys:
            raise missing_key(program=asked.plain)
        try:
            move = read_move(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadRequest(_("That isn't a move: {reason}").format(reason=error)) from None

        def read() -> tuple[int, tuple[int, ...]]:
            seat = live.seat_among(asked.keys, move.seat)
            return seat, read_actions(live, seat, move.actions)

        return await live.move(move.number, *await live.knowing(read))

    async def stream(self, asked: TableRequest, scope: Any, receive: Any, send: Any) -> None:
        live = await self.house.find(asked.table)
        query = parse_qs(scope["query_string"].decode("latin-1"))
        seats = live.seats_of(asked.keys)
        named = query.get("seat", [""])[0]
        wanted = int(named) if named.isdecimal() and len(named) < 4 else None
        chosen = wanted is not None or (asked.plain and asked.keys)
        seat = live.seat_among(asked.keys, wanted) if chosen else min(seats, default=None)
        if scope["method"] == "HEAD":
            await send(STREAM_HEAD)
            await send({"type": "http.response.body", "body": b""})
            return
        token, origin = form_token(self.house.settings.secret, asked.jar.get(self.cookie, "")), origin_of(scope)
        viewer = Viewer(seat, frozenset(seats), language(), token, origin, name_of(asked.jar))
        stream = Stream(viewer, asked.plain)
        if not live.join(stream, resume_at(asked, query)):
            raise too_many()
        watch = asyncio.create_task(watch_for_end(receive, stream))
        try:
            await send(STREAM_HEAD)
            await send({"type": "http.response.body", "body": PATIENCE, "more_body": True})
            while data := await stream.next():
                await send({"type": "http.response.body", "body": data, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            # Whatever comes of this, nothing is written past the end of the answer.
            stream.close()
            live.leave(stream)
            watch.cancel()


TOKEN: Final = TOKEN_HEADER.encode()


def refusal(error: Exception) -> tuple[int, bytes]:
    """How a request is refused: the status and the body of the answer."""
    status, code, sentence = explain(error)
    return status, encode({"error": code, "message": sentence})


def resume_at(asked: TableRequest, query: dict[str, list[str]]) -> Position | None:
    """Where the reader was: a reconnecting browser's header is newer than the address of its page."""
    return read_position(asked.header(b"last-event-id") or query.get("after", [""])[0])


def read_actions(live: LiveTable, seat: int, actions: list[int | str]) -> tuple[int, ...]:
    """Actions by their numbers. A notation is read among what can be done: fewer words do for the first of a turn."""
    game = live.table.game
    read = []
    for place, action in enumerate(actions):
        if isinstance(action, int):
            read.append(action)
        else:
            among = live.table.view(seat).actions if place == 0 and live.table.phase == "playing" else None
            read.append(game.parse(action, among or None))
    return tuple(read)


async def read_body(receive: Any, most: int) -> bytes:
    """The body of a request. Raises `TooLarge` as soon as it is."""
    body = bytearray()
    while True:
        part = await receive()
        if part["type"] == "http.disconnect":
            raise BadRequest("")
        body += part.get("body", b"")
        if len(body) > most:
            raise too_large()
        if not part.get("more_body"):
            return bytes(body)


async def watch_for_end(receive: Any, stream: Stream) -> None:
    """Close the stream when its reader goes."""
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.close()


@lru_cache(maxsize=500)
def head_for(length: int) -> list[tuple[bytes, bytes]]:
    """The headers of an answer of that length; never changed."""
    return [JSON, (b"content-length", str(length).encode()), (b"cache-control", b"no-store"), *DATA_HEADERS]


async def answer(send: Any, status: int, body: bytes, allow: str = "") -> None:
    headers = [*head_for(len(body)), (b"allow", allow.encode())] if allow else head_for(len(body))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

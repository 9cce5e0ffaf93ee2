"""Moves and streams: `POST …/moves` and `GET …/stream`, for pages and programs alike, as plain ASGI.

Moves and what everybody hears of them are most of what a server does: nothing that they don't need stands before them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import parse_qs

import msgspec
from litestar.exceptions import MethodNotAllowedException

from forno.background.rate_limits import too_many
from forno.core.language import language, use
from forno.live.commands import MOVE
from forno.live.commands.arguments import Arguments, BadRequest, unreadable
from forno.live.commands.callers import KeyCaller, ProgramCaller
from forno.live.commands.playing import Move, move
from forno.live.commands.registry import Call
from forno.live.live_table import LiveTable
from forno.live.streams import Stream, come_back
from forno.pages.json_encoding import encode
from forno.pages.publishing.messages import StreamPosition, read_position
from forno.pages.publishing.readers import Viewer
from forno.web.errors import bad_form, explain, too_large
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
RETRY_LINE: Final = b"retry: 1000\n\n"
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


def struct_of(arguments: Arguments[Any]) -> type[msgspec.Struct]:
    """Return the arguments of a command as a struct, which msgspec reads faster: for moves alone."""
    fields = []
    for argument in arguments.all:
        limits = msgspec.Meta(max_length=argument.limits.most) if argument.limits.most else None
        read = argument.type if limits is None else Annotated[argument.type, limits]
        read = read | None if argument.optional else read
        fields.append((argument.name, read, msgspec.NODEFAULT if argument.required else argument.default))
    return msgspec.defstruct(arguments.type.__name__, fields, forbid_unknown_fields=True)


read_move = msgspec.json.Decoder(struct_of(MOVE.arguments)).decode


encode_fast = msgspec.json.Encoder(enc_hook=str.__str__).encode
"""Encode data as JSON: several times as fast as the standard library, with the same result. The hook makes plain text
of markup, and raises `TypeError` for what isn't text."""


class TableRequest:
    """Parsed request headers; immutable."""

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

    def __init__(self, host: ServerHost) -> None:
        self.host = host
        self.cookie = token_cookie(host.settings.secret)

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
                    await answer(send, OK, encode(await self.move(asked, client_of(scope), receive)))
                else:
                    await self.stream(asked, scope, receive, send)
            except Exception as error:
                await answer(send, *refusal(error))
        return True

    async def move(self, asked: TableRequest, client: str, receive: Any) -> Any:
        """Make a move; returns what is answered."""
        host = self.host
        host.count("moves", client)
        form_key = asked.jar.get(self.cookie, "")
        if not asked.plain and not token_fits(host.settings.secret, asked.header(TOKEN), form_key):
            raise bad_form()
        body = await read_body(receive, host.settings.most_body)
        live = await host.find(asked.table, fresh=False)
        caller = ProgramCaller(asked.keys) if asked.plain else KeyCaller(asked.keys)
        caller.check_key()
        try:
            sent: Any = read_move(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise unreadable(error) from None
        # The move itself checks whose it is: by what is known here, or else by what the store knows.
        return (await move(Call(host, live, caller), Move(sent.number, sent.actions, sent.seat))).data

    async def stream(self, asked: TableRequest, scope: Any, receive: Any, send: Any) -> None:
        """Server-Sent Events: `events` as the seat of the key sees them, `guests`, `said`, `rematch`, `snapshot`.

        The id of an event is the position; `after` (or the header `Last-Event-ID`) resumes after one.
        """
        live = await self.host.find(asked.table)
        query = parse_qs(scope["query_string"].decode("latin-1"))
        seats = live.seats_of(asked.keys)
        named = query.get("seat", [""])[0]
        wanted = int(named) if named.isdecimal() and len(named) < 4 else None
        chosen = wanted is not None or (asked.plain and asked.keys)
        seat = live.seat_among(seats, wanted) if chosen else min(seats, default=None)
        if scope["method"] == "HEAD":
            await send(STREAM_HEAD)
            await send({"type": "http.response.body", "body": b""})
            return
        token, origin = form_token(self.host.settings.secret, asked.jar.get(self.cookie, "")), origin_of(scope)
        viewer = Viewer(seat, frozenset(seats), language(), token, origin, name_of(asked.jar))
        if self.host.draining:
            await send(STREAM_HEAD)
            await send({"type": "http.response.body", "body": come_back()})
            return
        with self._place(client_of(scope), seat is None):
            await self._send_stream(live, Stream(viewer, asked.plain), resume_at(asked, query), receive, send)

    @contextmanager
    def _place(self, client: str, spectator: bool) -> Iterator[None]:
        """Take a stream's place while it is open. Raises `TooMany` and `Busy`."""
        with ExitStack() as stack:
            capacity = self.host.capacity
            for places in (capacity.spectators, capacity.streams) if spectator else (capacity.streams,):
                places.take(client)
                stack.callback(places.leave, client)
            yield

    async def _send_stream(
        self, live: LiveTable, stream: Stream, after: StreamPosition | None, receive: Any, send: Any
    ) -> None:
        if not live.join(stream, after):
            raise too_many()
        watch = asyncio.create_task(watch_for_end(receive, stream))
        try:
            await send(STREAM_HEAD)
            await send({"type": "http.response.body", "body": RETRY_LINE, "more_body": True})
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
    """Return status and body of a refusal."""
    status, code, sentence = explain(error)
    return status, encode({"error": code, "message": sentence})


def resume_at(asked: TableRequest, query: dict[str, list[str]]) -> StreamPosition | None:
    """Return the reader's position: a reconnecting browser's header is newer than its address."""
    return read_position(asked.header(b"last-event-id") or query.get("after", [""])[0])


async def read_body(receive: Any, most: int) -> bytes:
    """Read the body of a request. Raises `TooLarge` as soon as it is."""
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
    """Return the headers of an answer of that length; never changed."""
    return [JSON, (b"content-length", str(length).encode()), (b"cache-control", b"no-store"), *DATA_HEADERS]


async def answer(send: Any, status: int, body: bytes, allow: str = "") -> None:
    headers = [*head_for(len(body)), (b"allow", allow.encode())] if allow else head_for(len(body))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

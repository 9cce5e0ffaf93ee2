"""The hot path: moves and streams, as plain ASGI. Everything else that the server does is ordinary."""

from __future__ import annotations

import asyncio
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs

import msgspec

from forno.core.language import _, language
from forno.web.errors import BadRequest, bad_form, explain, missing_key, too_large, too_many
from forno.web.live import Live
from forno.web.security import DATA_HEADERS, HEADERS, TOKEN_HEADER, client_of, token_cookie, token_fits
from forno.web.streams import Position, Stream, encode, read_position
from forno.web.visitors import Viewer, bearer, cookies, header, keys_of, name_of, origin_of

if TYPE_CHECKING:
    from forno.web.house import House

ROUTE: Final = re.compile(r"(/t/|/api/tables/)([a-z0-9]+)/(moves|stream)")
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
    actions: list[int | str]
    seat: int | None = None


read_move = msgspec.json.Decoder(Move).decode


class Hot:
    """`POST /t/ID/moves` and `GET /t/ID/stream`, and the same for programs under `/api/tables`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cookie = token_cookie(house.settings.secret)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> bool:
        """Answer a request if it is one of these; `False` if it isn't."""
        found = ROUTE.fullmatch(scope["path"])
        if found is None:
            return False
        wanted = "POST" if found[3] == "moves" else "GET"
        if scope["method"] != wanted:
            return False
        plain = found[1] != "/t/"
        jar = {} if plain else cookies(scope)
        try:
            if wanted == "POST":
                number = await self.move(scope, receive, found[2], jar, plain)
                await answer(send, 200, {"number": number})
            else:
                await self.stream(scope, receive, send, found[2], jar, plain)
        except Exception as error:
            status, code, sentence = explain(error)
            await answer(send, status, {"error": code, "message": sentence})
        return True

    async def move(self, scope: Any, receive: Any, table_id: str, jar: dict[str, str], plain: bool) -> int:
        house = self.house
        if not house.moves.allows(client_of(scope)):
            raise too_many()
        if not plain and not token_fits(house.settings.secret, header(scope, TOKEN), jar.get(self.cookie)):
            raise bad_form()
        body = await read_body(receive, house.settings.most_body)
        live = house.at_hand(table_id) or await house.find(table_id)
        keys = self.keys(scope, jar, plain)
        if not keys:
            raise missing_key(program=plain)
        try:
            move = read_move(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadRequest(_("That is no move: {reason}").format(reason=error)) from None
        seat = live.seat_among(keys, move.seat)
        return await live.move(move.number, seat, read_actions(live, seat, move.actions))

    def keys(self, scope: Any, jar: dict[str, str], plain: bool) -> list[str]:
        """A page's keys are cookies, a program's is in a header: no page of another site can send that."""
        if not plain:
            return keys_of(jar)
        key = bearer(scope)
        return [key] if key else []

    async def stream(
        self, scope: Any, receive: Any, send: Any, table_id: str, jar: dict[str, str], plain: bool
    ) -> None:
        live = self.house.at_hand(table_id) or await self.house.find(table_id)
        query = parse_qs(scope["query_string"].decode("latin-1"))
        keys = self.keys(scope, jar, plain)
        seats = live.seats_of(keys)
        asked = query.get("seat", [""])[0]
        wanted = int(asked) if asked.isdecimal() and len(asked) < 4 else None
        seat = live.seat_among(keys, wanted) if wanted is not None or (plain and keys) else min(seats, default=None)
        if len(live.talk.streams) >= self.house.settings.most_streams:
            raise too_many()
        token, origin = jar.get(self.cookie, ""), origin_of(scope)
        stream = Stream(Viewer(seat, frozenset(seats), language(), token, origin, name_of(jar)), plain)
        live.talk.join(stream, resume_at(scope, query))
        watch = asyncio.create_task(watch_for_end(receive, stream))
        try:
            await send(STREAM_HEAD)
            await send({"type": "http.response.body", "body": PATIENCE, "more_body": True})
            while data := await stream.next():
                await send({"type": "http.response.body", "body": data, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            live.talk.leave(stream)
            watch.cancel()


TOKEN: Final = TOKEN_HEADER.encode()


def resume_at(scope: Any, query: dict[str, list[str]]) -> Position | None:
    """Where the reader was: a reconnecting browser's header is newer than the address of its page."""
    return read_position(header(scope, b"last-event-id") or query.get("after", [""])[0])


def read_actions(live: Live, seat: int, actions: list[int | str]) -> tuple[int, ...]:
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


async def answer(send: Any, status: int, data: Any) -> None:
    body = encode(data)
    await send({"type": "http.response.start", "status": status, "headers": head_for(len(body))})
    await send({"type": "http.response.body", "body": body})

"""JSON for programs: everything that the pages do. A seat is shown by its key: `Authorization: Bearer KEY`."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated, Any, Final, Literal, NoReturn

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody

from forno.bots import USUAL
from forno.core.errors import OptionError
from forno.core.language import _
from forno.core.plain import plain
from forno.core.registry import catalogue, game_info
from forno.live.live_table import LiveTable
from forno.server.host import ServerHost
from forno.store import TableSummary
from forno.table.games import shared_game
from forno.table.keys import key_from, table_id_from
from forno.table.settings import TableSettings
from forno.web.errors import missing_key, not_json
from forno.web.identity import bearer, header
from forno.web.openapi import AT_TABLE, BY_KEY, CHANGE, refusals
from forno.web.play import Move
from forno.web.security import client_of
from forno.web.table_pages import record_answer

Web = Request[Any, Any, Any]
Data = dict[str, Any]
JSON: Final = "application/json"
BY_SEAT: Final[Data] = {"security": BY_KEY, "responses": refusals(*AT_TABLE, 401, 409)}
CHANGE_BY_SEAT: Final[Data] = {"security": BY_KEY, "responses": refusals(*AT_TABLE, 401, *CHANGE)}
Ticket = Annotated[str, msgspec.Meta(min_length=16, max_length=200)]
"""Something that only the asker knows, made by chance: whose answer got lost asks again with it."""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be opened. Options are those of `GET /api/games`; a deck of your own is the text of its file."""

    game: str
    options: dict[str, Any] = {}
    deck: str | None = None
    public: bool = False
    clock: int = 0
    name: str = ""
    """Sit down at once, under this name, as the host."""
    ticket: Ticket | None = None
    """The same ticket again is answered with the same table, seat and key."""


class Sitting(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits down, and where: at the first free seat if nowhere in particular."""

    name: str
    seat: int | None = None
    ticket: Ticket | None = None
    """The same ticket again is answered with the same seat and key."""


class Place(msgspec.Struct, forbid_unknown_fields=True):
    seat: int


class BotPlace(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    bot: str = USUAL


class StandIn(msgspec.Struct, forbid_unknown_fields=True):
    bot: str


class Configuration(msgspec.Struct, forbid_unknown_fields=True):
    """What the host changes before the start; what isn't named stays."""

    options: dict[str, Any] = {}
    public: bool | None = None
    clock: int | None = None


Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Addition(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat adds to the deal: first the promise of a number (the SHA-256 of its text), after the call the number
    itself. A number is 32 bytes of chance as 64 hexadecimal digits."""

    promise: Hex | None = None
    number: Hex | None = None


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """Something said: at the table with a key, among the spectators without."""

    text: str
    name: str = ""


BODIES: Final = (NewTable, Sitting, Place, BotPlace, StandIn, Configuration, Addition, Words, Move)


@get("/games", responses=refusals(400, 500))
async def games(request: Web) -> list[Data]:
    """The games there are, with all their options and the bots of this server that play them."""
    found = []
    for info in catalogue():
        options = [
            {
                "name": option.name,
                "kind": option.kind,
                "help": option.help,
                "default": plain(option.default),
                "choices": list(option.choices),
                "least": option.least,
                "most": option.most,
            }
            for option in info.options
        ]
        names = [choice.name for choice in _house(request).bots.choices(shared_game(info.name, {}, None))]
        about = {"name": info.name, "title": info.title, "summary": info.summary}
        found.append(about | {"options": options, "bots": names})
    return found


@get("/bots/{game:str}", responses=refusals(400, 404, 500))
async def bots(request: Web, game: FromPath[str]) -> list[Data]:
    """The bots of this server that play a game."""
    made = shared_game(game_info(game).name, {}, None)
    return [asdict(choice) for choice in _house(request).bots.choices(made)]


@get("/tables", responses=refusals(400, 500, 503))
async def tables(request: Web, phase: FromQuery[Literal["gathering", "playing", "over"]] = "gathering") -> list[Data]:
    """The public tables of a phase, those that changed last first."""
    return [row_data(row) for row in await _house(request).listing(phase)]


def row_data(row: TableSummary) -> Data:
    return {key: plain(part) for key, part in asdict(row).items()}


@post("/tables", responses=refusals(*AT_TABLE, *CHANGE))
async def open_table(request: Web, data: JSONBody[NewTable]) -> Data:
    """Open a table. With a name, also sit down there as its host; the key is given once."""
    house = _house(request)
    house.openings.count(client_of(request.scope))
    options = {key: tuple(part) if isinstance(part, list) else part for key, part in data.options.items()}
    if "deck" in options:
        raise OptionError(_("A table takes a deck as a text, not as a file."))
    settings = TableSettings(public=data.public, clock=data.clock)
    name = table_id_from("ticket", data.ticket) if data.ticket is not None else ""
    live = await house.create(data.game, options, data.deck, settings, name)
    seat, key = await house.sit(live, data.name, key=_key(live, data.ticket)) if data.name else (None, None)
    return live.publisher.table_data(seat) | {"key": key}


@get("/tables/{table:str}", responses=refusals(*AT_TABLE))
async def table(request: Web, table: FromPath[str]) -> Data:
    """A table as the seat of the key may know it, or a spectator: guests, settings, view, actions."""
    live = await _house(request).find(table)
    return live.publisher.table_data(_seat_or_none(request, live))


@post("/tables/{table:str}/sit", responses=refusals(*AT_TABLE, *CHANGE))
async def sit(request: Web, table: FromPath[str], data: JSONBody[Sitting]) -> Data:
    """Take a seat. The key is given once, unless one asks again with the same ticket."""
    live = await _find(request, table)
    seat, key = await _house(request).sit(live, data.name, data.seat, _key(live, data.ticket))
    return {"table": live.id, "seat": seat, "key": key, "number": live.table.steps(seat)}


@post("/tables/{table:str}/leave", status_code=200, **CHANGE_BY_SEAT)
async def leave(request: Web, table: FromPath[str]) -> Data:
    """Stand up before the start."""
    live = await _find(request, table)
    await _house(request).leave(live, _seat(request, live))
    return live.publisher.guests_data()


@post("/tables/{table:str}/bot", status_code=200, **CHANGE_BY_SEAT)
async def seat_bot(request: Web, table: FromPath[str], data: JSONBody[BotPlace]) -> Data:
    """The host invites a bot."""
    live = await _find(request, table)
    _host(request, live)
    await _house(request).seat_bot(live, data.seat, data.bot)
    return live.publisher.guests_data()


@post("/tables/{table:str}/clear", status_code=200, **CHANGE_BY_SEAT)
async def clear(request: Web, table: FromPath[str], data: JSONBody[Place]) -> Data:
    """The host clears a seat before the start."""
    live = await _find(request, table)
    _host(request, live)
    await _house(request).clear(live, data.seat)
    return live.publisher.guests_data()


@post("/tables/{table:str}/configure", status_code=200, **CHANGE_BY_SEAT)
async def configure(request: Web, table: FromPath[str], data: JSONBody[Configuration]) -> Data:
    """The host changes options and settings before the start."""
    live = await _find(request, table)
    _host(request, live)
    changed = {key: tuple(part) if isinstance(part, list) else part for key, part in data.options.items()}
    options = {key: part for key, part in (dict(live.table.game.options) | changed).items() if part is not None}
    before = live.table.settings
    settings = replace(
        before,
        public=before.public if data.public is None else data.public,
        clock=before.clock if data.clock is None else data.clock,
    )
    await _house(request).configure(live, options, settings)
    return live.publisher.table_data(_seat(request, live))


@post("/tables/{table:str}/start", status_code=200, **CHANGE_BY_SEAT)
async def start(request: Web, table: FromPath[str]) -> Data:
    """The host starts the game; every seat must be taken. If numbers were promised for the deal, they are called for
    first (`deal.called`), and the cards are dealt when all are shown, or a few seconds later without the others."""
    live = await _find(request, table)
    seat = _host(request, live)
    await _house(request).start(live)
    return live.publisher.table_data(seat)


@post("/tables/{table:str}/deal", status_code=200, **CHANGE_BY_SEAT)
async def add_to_deal(request: Web, table: FromPath[str], data: JSONBody[Addition]) -> Data:
    """Add a number to a sealed deal: promise it before the start, and show it once the host has called for it."""
    live = await _find(request, table)
    seat = _seat(request, live)
    if data.number is not None and data.promise is None:
        await _house(request).show(live, seat, data.number)
    elif data.promise is not None and data.number is None:
        await _house(request).promise(live, seat, data.promise)
    else:
        raise OptionError(_("Send either a promise or the number that was promised."))
    return live.publisher.guests_data()


@get("/tables/{table:str}/view", responses=refusals(*AT_TABLE, 409))
async def view(request: Web, table: FromPath[str]) -> Data:
    """What the seat of the key may know now, or a spectator."""
    live = await _house(request).find(table)
    seat = _seat_or_none(request, live)
    return {
        "number": live.table.steps(seat),
        "position": str(live.publisher.position),
        "view": plain(live.table.view(seat)),
    }


@get("/tables/{table:str}/actions", **BY_SEAT)
async def actions(request: Web, table: FromPath[str]) -> Data:
    """What the seat of the key can do now, by number and notation; empty unless it is awaited."""
    live = await _house(request).find(table)
    seat = _seat(request, live)
    legal = live.table.view(seat).actions if live.publisher.progress.awaited(seat) else ()
    named = [{"number": action, "notation": str(live.table.game.actions[action])} for action in legal]
    return {"number": live.table.steps(seat), "actions": named}


@get("/tables/{table:str}/hint", **BY_SEAT)
async def hint(request: Web, table: FromPath[str]) -> Data:
    """What the page tells the seat of the key when it asks for a hint, as HTML: what to do, and what it lacks."""
    live = await _house(request).find(table)
    return {"html": live.publisher.hint(_seat(request, live))}


@post("/tables/{table:str}/moves", status_code=200, **CHANGE_BY_SEAT)
async def move(request: Web, table: FromPath[str], data: JSONBody[Move]) -> Data:
    """Decide: one action or a whole turn, by number or notation, in answer to a number.

    The same move with the same number again is answered as the first time; another one is stale (409).
    """
    described_here()


@get("/tables/{table:str}/stream", media_type="text/event-stream", responses=refusals(*AT_TABLE, 429))
async def stream(request: Web, table: FromPath[str], after: FromQuery[str] = "") -> Response[Any]:
    """Server-Sent Events: `events` as the seat of the key sees them, `guests`, `said`, `rematch`, `snapshot`.

    The id of an event is the position; `after` (or the header `Last-Event-ID`) resumes after one.
    """
    described_here()


def described_here() -> NoReturn:
    """Moves and streams are answered before Litestar sees them (`forno.web.play`); the document has them from here."""
    raise NotFoundException


@post("/tables/{table:str}/chat", status_code=200, responses=refusals(*AT_TABLE, *CHANGE))
async def chat(request: Web, table: FromPath[str], data: JSONBody[Words]) -> Data:
    """Say something at the table, or without a key among the spectators."""
    house = _house(request)
    live = await house.find(table)
    house.words.count(client_of(request.scope))
    await house.say(live, _seat_or_none(request, live), data.name or _("Spectator"), data.text)
    return {}


@get("/tables/{table:str}/chat", responses=refusals(*AT_TABLE))
async def words(request: Web, table: FromPath[str]) -> list[Data]:
    """The latest words, as the seat of the key or a spectator hears them."""
    live = await _house(request).find(table)
    return live.publisher.progress.words(_seat_or_none(request, live))


@post("/tables/{table:str}/stand-in", status_code=200, **CHANGE_BY_SEAT)
async def stand_in(request: Web, table: FromPath[str], data: JSONBody[StandIn]) -> Data:
    """Choose which bot plays for your seat while nobody is there, and decides when time is up."""
    live = await _find(request, table)
    await live.choose_stand_in(_seat(request, live), data.bot)
    return live.publisher.guests_data()


@post("/tables/{table:str}/hand-over", status_code=200, **CHANGE_BY_SEAT)
async def hand_over(request: Web, table: FromPath[str], data: JSONBody[Place]) -> Data:
    """Let a bot play for somebody who is away: the one that they chose themselves, or the house's."""
    live = await _find(request, table)
    await live.hand_over(data.seat, _seat(request, live))
    return live.publisher.guests_data()


@post("/tables/{table:str}/take-back", status_code=200, **CHANGE_BY_SEAT)
async def take_back(request: Web, table: FromPath[str]) -> Data:
    """Take your seat back from a bot."""
    live = await _find(request, table)
    await live.take_back(_seat(request, live))
    return live.publisher.guests_data()


@post("/tables/{table:str}/rematch", **CHANGE_BY_SEAT)
async def rematch(request: Web, table: FromPath[str]) -> Data:
    """The same again: a new table, the old seat there, and a new key; the same ones for the same key again."""
    live = await _find(request, table)
    _seat(request, live)
    if live.table.rematch is None:
        _house(request).openings.count(client_of(request.scope))
    new, taken, key = await _house(request).rematch(live, bearer(request.scope))
    return {"table": new.id, "seat": taken, "key": key, "number": new.table.steps(taken)}


@get("/tables/{table:str}/record", media_type="text/plain", responses=refusals(*AT_TABLE, 409))
async def record(request: Web, table: FromPath[str]) -> Response[str]:
    """The record of a finished game, or of a table that is closed (`410 closed`)."""
    return await record_answer(await _house(request).find(table, closed=True))


def _house(request: Web) -> ServerHost:
    house: ServerHost = request.app.state.house
    return house


async def _find(request: Web, table_id: str) -> LiveTable:
    """The table that is to be changed, one more change counted."""
    house = _house(request)
    house.moves.count(client_of(request.scope))
    return await house.find(table_id)


def _seat(request: Web, live: LiveTable) -> int:
    key = bearer(request.scope)
    if not key:
        raise missing_key(program=True)
    seat = live.table.check_key(key)
    live.here(seat)
    return seat


def _seat_or_none(request: Web, live: LiveTable) -> int | None:
    return _seat(request, live) if bearer(request.scope) else None


def _key(live: LiveTable, ticket: str | None) -> str:
    return key_from(live.id, ticket) if ticket is not None else ""


def _host(request: Web, live: LiveTable) -> int:
    seat = _seat(request, live)
    live.table.check_host(seat)
    return seat


async def check_json(request: Web) -> None:
    """Who shows no key must send what no page of another site can send without asking first."""
    scope = request.scope
    has_body = header(scope, b"transfer-encoding") or header(scope, b"content-length") not in ("", "0")
    if request.method == "POST" and has_body and not bearer(scope) and request.content_type[0] != JSON:
        raise not_json()


router: Final = Router(
    "/api",
    route_handlers=[
        games,
        bots,
        tables,
        open_table,
        table,
        sit,
        leave,
        seat_bot,
        clear,
        configure,
        start,
        add_to_deal,
        view,
        actions,
        hint,
        move,
        stream,
        chat,
        words,
        stand_in,
        hand_over,
        take_back,
        rematch,
        record,
    ],
    before_request=check_json,
)

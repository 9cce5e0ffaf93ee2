"""The JSON API: everything that the pages do. A key opens a seat: `Authorization: Bearer KEY`."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from forno.core.language import _
from forno.core.plain import plain
from forno.core.registry import catalogue, game_info
from forno.features.identity.players import check_player
from forno.live.commands import COMMANDS, MOVE
from forno.live.commands.arguments import Arguments, unreadable
from forno.live.commands.callers import ProgramCaller
from forno.live.commands.gathering import NewTable, Sitting
from forno.live.commands.gathering import open_table as open_for
from forno.live.commands.registry import Command
from forno.server.host import ServerHost
from forno.table.games import shared_game
from forno.web.errors import not_json
from forno.web.identity import bearer, header, read_bearer
from forno.web.openapi import AT_TABLE, BY_KEY, refusals
from forno.web.security import client_of
from forno.web.table_pages import record_answer

Web = Request[Any, Any, Any]
Data = dict[str, Any]
JSON: Final = "application/json"
read_new_table: Final = Arguments(NewTable).read


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
        names = [choice.name for choice in _host(request).bots.choices(shared_game(info.name, {}, None))]
        about = {"name": info.name, "title": info.title, "summary": info.summary}
        found.append(about | {"options": options, "bots": names})
    return found


@get("/bots/{game:str}", responses=refusals(400, 404, 500))
async def bots(request: Web, game: FromPath[str]) -> list[Data]:
    """The bots of this server that play a game."""
    made = shared_game(game_info(game).name, {}, None)
    return [{"name": bot.name, "summary": bot.summary} for bot in _host(request).bots.choices(made)]


@get("/tables", responses=refusals(400, 500, 503))
async def tables(request: Web, phase: FromQuery[Literal["gathering", "playing", "over"]] = "gathering") -> list[Data]:
    """The public tables of a phase, those that changed last first."""
    return [plain(row) for row in await _host(request).store.listing(phase)]


@post("/tables", include_in_schema=False)
async def open_table(request: Web) -> Data:
    """Open a table."""
    host = _host(request)
    sent = read_new_table(await read_json(request))
    host.count("openings", client_of(request.scope))
    if sent.name:
        check_player(None, host.settings.player_keys)
    opened = await open_for(host, sent)
    return opened.live.contents.table_data(opened.seat) | {"key": next(iter(opened.keys), None)}


@get("/tables/{table:str}", responses=refusals(*AT_TABLE))
async def table(request: Web, table: FromPath[str]) -> Data:
    """A table as the seat of the key may know it, or a spectator: guests, settings, view, actions."""
    live = await _host(request).find(table)
    return live.contents.table_data(_caller(request).seat_or_none(live))


@get("/tables/{table:str}/view", responses=refusals(*AT_TABLE, 409))
async def view(request: Web, table: FromPath[str]) -> Data:
    """Return what the seat of the key, or a spectator, may know now."""
    live = await _host(request).find(table)
    seat = _caller(request).seat_or_none(live)
    return {
        "number": live.table.steps(seat),
        "position": str(live.publisher.position),
        "view": plain(live.table.view(seat)),
    }


@get("/tables/{table:str}/actions", security=BY_KEY, responses=refusals(*AT_TABLE, 401, 409))
async def actions(request: Web, table: FromPath[str]) -> Data:
    """Return the legal actions of the key's seat by number and notation; empty unless it is awaited."""
    live = await _host(request).find(table)
    seat = _caller(request).seat(live)
    legal = live.table.view(seat).actions if live.publisher.progress.awaited(seat) else ()
    named = [{"number": action, "notation": str(live.table.game.actions[action])} for action in legal]
    return {"number": live.table.steps(seat), "actions": named}


@get("/tables/{table:str}/chat", responses=refusals(*AT_TABLE))
async def words(request: Web, table: FromPath[str]) -> list[Data]:
    """The latest chat messages that the seat of the key, or a spectator, can read."""
    live = await _host(request).find(table)
    return live.publisher.progress.words(_caller(request).seat_or_none(live))


@get("/tables/{table:str}/record", media_type="text/plain", responses=refusals(*AT_TABLE, 409))
async def record(request: Web, table: FromPath[str]) -> Response[str]:
    """The record of a finished game, or of a table that is closed (`410 closed`)."""
    return await record_answer(await _host(request).find(table, closed=True))


# --- commands -------------------------------------------------------------------------------------


def handler_of(command: Command[Any]) -> HTTPRouteHandler:
    """Return the handler of a command: it reads arguments, calls the command and answers with its JSON."""

    async def answer(request: Web, table: FromPath[str]) -> Data:
        host, caller = _host(request), _caller(request)
        sent = command.arguments.read(await read_json(request)) if command.has_body else command.takes()
        if command.method == "POST":
            host.count(command.limit, caller.client)
        if command.takes is Sitting:
            check_player(None, host.settings.player_keys)
        live = await host.find(table)
        return command.answer(await command.call(host, live, caller, sent))

    route = post if command.method == "POST" else get
    path = f"/tables/{{table:str}}/{command.name}"
    return route(path, status_code=command.status, include_in_schema=False)(answer)


async def read_json(request: Web) -> Any:
    """Return the body of a request. Raises `BadRequest`."""
    body = await request.body()
    if not body:
        raise unreadable(_("the request has no body."))
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError as error:
        raise unreadable(error) from None


def _host(request: Web) -> ServerHost:
    host: ServerHost = request.app.state.host
    return host


def _caller(request: Web) -> ProgramCaller:
    return ProgramCaller(read_bearer(header(request.scope, b"authorization")), client_of(request.scope))


async def check_json(request: Web) -> None:
    """Require JSON from requests without a key, which pages of other sites can't send without a preflight."""
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
        view,
        actions,
        words,
        record,
        # Moves are answered before Litestar sees them (`forno.web.play`).
        *(handler_of(command) for command in COMMANDS.values() if command.programs and command is not MOVE),
    ],
    before_request=check_json,
)

"""Routes of a table's page, and of its forms and scripts, which call commands."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from forno.core.errors import FornoError
from forno.core.language import _
from forno.core.registry import game_info
from forno.features.daily.routes import daily_result
from forno.features.pictures.routes import preview
from forno.live.commands import COMMANDS, MOVE, OPTIONS, REPLACE_KEY
from forno.live.commands.arguments import Sent
from forno.live.commands.gathering import Sitting
from forno.live.commands.registry import Command
from forno.live.host import rematch_id
from forno.live.live_table import LiveTable
from forno.pages.documents.forms import written_options
from forno.pages.documents.new_table_page import options_page
from forno.pages.documents.table_page import signed_record, table_page
from forno.table.errors import NoSeat
from forno.web.errors import explain
from forno.web.identity import origin_of
from forno.web.page_requests import Answer, Page, PageRequest, qr_picture


@get("/t/{table:str}")
async def show_table(
    page: Page,
    table: FromPath[str],
    seat: FromQuery[int | None] = None,
    first: FromQuery[bool] = False,
    whole_log: FromQuery[bool] = False,
) -> Answer:
    live = await page.host.find(table)
    await page.find_seats(live)
    await page.tell_answer_times(live)
    viewer = page.viewer(live, seat)
    own_link = "" if viewer.seat is None else f"{viewer.origin}/t/{live.id}/me/{page.caller.secret(live, viewer.seat)}"
    if page.player is not None and viewer.seat is not None and live.table.phase == "over":
        await page.host.players.mark_seen(page.player, live.id)
    daily, card = await daily_result(page, live)
    shown = preview(page, live)
    html = table_page(page.context, live.id, live.contents, viewer, own_link, daily, card, shown, first, whole_log)
    return page.answer(html, secret=bool(own_link))


@get("/t/{table:str}/me/{key:str}")
async def personal_link(page: Page, table: FromPath[str], key: FromPath[str]) -> Answer:
    """Open the seat on another device: the key becomes a cookie, and leaves the address."""
    live = await page.host.find(table)
    if live.table.seat_of(key) is None:
        raise NoSeat(
            _("This link doesn't open a seat here. It may be incomplete, or the host created a new one for you.")
        )
    await page.keep(live, key)
    return page.go(f"/t/{live.id}")


@get("/t/{table:str}/qr.svg")
async def qr_code(page: Page, table: FromPath[str]) -> Answer:
    live = await page.host.find(table)
    picture = qr_picture(f"{origin_of(page.scope)}/t/{live.id}")
    return Response(str(picture), media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


@get("/t/{table:str}/options")
async def table_options(page: Page, table: FromPath[str]) -> Answer:
    """Show the form for what the table was opened with: edition, number of players and so on."""
    live = await page.host.find(table)
    page.caller.host(live)
    return show_options(page, live, written_options(game_info(live.table.game.name), live.table.options))


def show_options(
    page: PageRequest, live: LiveTable, sent: dict[str, str], wrong: str = "", status: int = 200
) -> Answer:
    info = game_info(live.table.game.name)
    return page.answer(options_page(page.context, live.id, info, sent, wrong), status)


@get("/t/{table:str}/envelope")
async def rematch_envelope(page: Page, table: FromPath[str]) -> Answer:
    """Return the name and the seal of the table at which these guests go on, before anybody opens it."""
    live = await page.host.find(table)
    live.table.final  # noqa: B018 (raises before the end)
    new = live.table.rematch or rematch_id(live.id)
    return Response({"table": new, "seal": await page.host.rematch_seal(live)}, headers={"cache-control": "no-store"})


@get("/t/{table:str}/record")
async def record(page: Page, table: FromPath[str]) -> Answer:
    live = await page.host.find(table, closed=True)
    return await record_answer(live)


async def record_answer(live: LiveTable) -> Answer:
    # What is over doesn't change any more, so it can be written elsewhere: a long game takes its time.
    text = await asyncio.to_thread(signed_record, live.contents)
    name = f"{live.table.game.name}-{live.id}.txt"
    return Response(
        text,
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
    )


# --- commands -------------------------------------------------------------------------------------


def handler_of(command: Command[Any]) -> HTTPRouteHandler:
    """Return the handler of a command's form, or of the JSON that a script sends instead."""

    async def answer(page: Page, table: FromPath[str]) -> Answer:
        return await call(page, table, command)

    return post(f"/t/{{table:str}}/{command.name}")(answer)


async def call(page: PageRequest, table: str, command: Command[Any]) -> Answer:
    """Call a command with what a page has sent. A form leads on to a table, a script gets JSON."""
    page.count(command.limit)
    live = await page.host.find(table)
    sent, script = await page.sent()
    if command.takes is Sitting:
        page.check_player(str(sent.get("name") or ""))
    await page.find_seats(live)
    result = await command.submit(page.host, live, page.caller, sent)
    if result.keys or page.is_unlisted(result.live):
        await page.keep(result.live, *result.keys)
    page.remember(result.name)
    if script:
        return Response(result.data or {}, status_code=200, cookies=page.cookies)
    return page.go(f"/t/{result.live.id}")


@post("/t/{table:str}/options")
async def change_options(page: Page, table: FromPath[str]) -> Answer:
    """Change what a table was opened with, or show the form again with what is wrong in it."""
    try:
        return await call(page, table, OPTIONS)
    except FornoError as error:
        live = await page.host.find(table)
        page.caller.host(live)
        status, _code, sentence = explain(error)
        form, _script = await page.sent()
        return show_options(page, live, Sent(form).texts, sentence, status)


COMMAND_HANDLERS: Final = [
    # `forno.features.identity` shows a new key. Moves are answered before Litestar sees them (`forno.web.play`).
    handler_of(command)
    for command in COMMANDS.values()
    if command not in (MOVE, OPTIONS, REPLACE_KEY)
]

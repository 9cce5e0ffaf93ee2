"""The page of a table, and what guests do there besides moving: sitting down, inviting, starting, talking, leaving."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery

from forno.core.errors import FornoError
from forno.core.language import _
from forno.core.registry import game_info
from forno.core.sealing import seal_of
from forno.features.daily.routes import daily_result
from forno.features.pictures.routes import preview
from forno.live.host import rematch_id
from forno.live.live_table import LiveTable
from forno.live.sealed_deals import NOTHING_ADDED, Added
from forno.pages.forms import changed_options, configured, written_options
from forno.pages.messages import whole_number
from forno.pages.new_table_page import options_page
from forno.pages.table_page import signed_record, table_page
from forno.server.host import ServerHost
from forno.table.errors import NoSeat, WrongPhase
from forno.web.errors import explain
from forno.web.identity import origin_of
from forno.web.page_requests import Answer, PageRequest, added
from forno.web.qr import qr_picture

Web = Request[Any, Any, Any]


@get("/t/{table:str}", include_in_schema=False)
async def show_table(request: Web, table: FromPath[str], seat: FromQuery[int | None] = None) -> Response[Any]:
    page = PageRequest(request)
    live = await page.house.find(table)
    found = await page.find_seats(live)
    viewer = page.viewer(live, seat)
    own_link = "" if viewer.seat is None else f"{viewer.origin}/t/{live.id}/me/{page.key_of(live, viewer.seat)}"
    daily, card = await daily_result(page, live)
    html = table_page(page.context, live.id, live.publisher, viewer, own_link, daily, card, preview(page, live))
    return page.answer(html, set_cookies=found, secret=bool(own_link))


@get("/t/{table:str}/me/{key:str}", include_in_schema=False)
async def personal_link(request: Web, table: FromPath[str], key: FromPath[str]) -> Response[Any]:
    """The seat on another device: the key becomes a cookie, and leaves the address."""
    page = PageRequest(request)
    live = await page.house.find(table)
    if live.table.seat_of(key) is None:
        raise NoSeat(_("This link opens no seat at this table; it may be cut off, or the seat was cleared."))
    return page.go(f"/t/{live.id}", await page.keep(live, key))


@get("/t/{table:str}/qr.svg", include_in_schema=False)
async def qr_code(request: Web, table: FromPath[str]) -> Response[Any]:
    page = PageRequest(request)
    live = await page.house.find(table)
    picture = qr_picture(f"{origin_of(page.scope)}/t/{live.id}")
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


# --- before the game --------------------------------------------------------------------


@post("/t/{table:str}/sit", include_in_schema=False)
async def sit_down(request: Web, table: FromPath[str]) -> Response[Any]:
    """Take a seat. Who has one already seats somebody else on the same device, which only the host may."""
    page, live, form = await _at(request, table)
    await page.find_seats(live)
    mine, wanted = live.seats_of(page.keys), whole_number(form.get("seat"))
    if wanted in mine:
        return page.go(f"/t/{live.id}", await page.keep(live))
    if mine:
        page.host(live)
        name = str(form.get("name") or "")
        remembered: list[Cookie] = []
    else:
        name, remembered = page.named(str(form.get("name") or ""))
    _seat, key = await page.house.sit(live, name, wanted, page.key_for(live, wanted))
    return page.go(f"/t/{live.id}", [*await page.keep(live, key), *remembered])


@post("/t/{table:str}/name", include_in_schema=False)
async def say_name(request: Web, table: FromPath[str]) -> Response[Any]:
    """What somebody is called who sat down without a name."""
    page, live, form = await _at(request, table)
    name, remembered = page.named(str(form.get("name") or ""))
    await page.house.rename(live, page.seat(live, whole_number(form.get("seat"))), name)
    return page.go(f"/t/{live.id}", remembered)


@post("/t/{table:str}/leave", include_in_schema=False)
async def stand_up(request: Web, table: FromPath[str]) -> Response[Any]:
    page, live, form = await _at(request, table)
    await page.house.leave(live, page.seat(live, whole_number(form.get("seat"))))
    return page.go(f"/t/{live.id}", await page.keep(live))


@post("/t/{table:str}/bot", include_in_schema=False)
async def invite_bot(request: Web, table: FromPath[str]) -> Response[Any]:
    page, live, form = await _at(request, table)
    page.host(live)
    await page.house.seat_bot(live, _seat(form), str(form.get("bot") or ""))
    return page.go(f"/t/{live.id}")


@post("/t/{table:str}/clear", include_in_schema=False)
async def clear_seat(request: Web, table: FromPath[str]) -> Response[Any]:
    page, live, form = await _at(request, table)
    page.host(live)
    await page.house.clear(live, _seat(form))
    return page.go(f"/t/{live.id}")


@post("/t/{table:str}/configure", include_in_schema=False)
async def configure(request: Web, table: FromPath[str]) -> Response[Any]:
    """Colours, starting player, clock and lobby."""
    page, live, form = await _at(request, table)
    page.host(live)
    options, settings = configured(live.table, form)
    await page.house.configure(live, options, settings)
    return page.go(f"/t/{live.id}")


@get("/t/{table:str}/options", include_in_schema=False)
async def table_options(request: Web, table: FromPath[str]) -> Response[Any]:
    """Edition, number of players and whatever else a table is opened with: a host may think better of it."""
    page = PageRequest(request)
    live = await page.house.find(table)
    page.host(live)
    return show_options(page, live, written_options(game_info(live.table.game.name), live.table.options))


@post("/t/{table:str}/options", include_in_schema=False)
async def change_options(request: Web, table: FromPath[str]) -> Response[Any]:
    page, live, form = await _at(request, table)
    page.host(live)
    sent = {key: value for key, value in form.items() if isinstance(value, str)}
    try:
        await page.house.configure(live, changed_options(live.table, sent), live.table.settings)
    except FornoError as error:
        status, _code, sentence = explain(error)
        return show_options(page, live, sent, sentence, status)
    return page.go(f"/t/{live.id}")


def show_options(
    page: PageRequest, live: LiveTable, sent: dict[str, str], wrong: str = "", status: int = 200
) -> Answer:
    info = game_info(live.table.game.name)
    return page.answer(options_page(page.context, live.id, info, sent, wrong), status)


@post("/t/{table:str}/start", include_in_schema=False)
async def start(request: Web, table: FromPath[str]) -> Response[Any]:
    """Deal the cards. Bots take the seats that stayed empty."""
    page, live, form = await _at(request, table)
    page.host(live)
    if not live.table.complete and form.get("bot"):
        await page.house.fill(live, str(form.get("bot")))
    await page.house.start(live)
    return page.go(f"/t/{live.id}")


@post("/t/{table:str}/deal", include_in_schema=False)
async def add_to_deal(request: Web, table: FromPath[str]) -> Response[Any]:
    """A device promises a number for the deal, or shows the one that it promised: for all its seats."""
    page = PageRequest(request)
    live = await page.house.find(table)
    page.house.moves.count(page.client)
    sent: Any = await request.json()
    page.seat(live)
    if not hasattr(sent, "get"):
        sent = {}
    number, promise, promises = str(sent.get("number") or ""), str(sent.get("promise") or ""), live.table.deal.promises
    for seat in live.seats_of(page.keys):
        # What another device has promised for the same seat is that device's to show. Whoever comes too late is left
        # out, and the table says so.
        with suppress(WrongPhase):
            if number and promises.get(seat) == seal_of(number):
                await page.house.show(live, seat, number)
            elif not number and seat not in promises:
                await page.house.promise(live, seat, promise)
    return Response({}, status_code=200)


# --- during the game, and after it --------------------------------------------------------


@post("/t/{table:str}/chat", include_in_schema=False)
async def chat(request: Web, table: FromPath[str]) -> Response[Any]:
    """Say something: from the script as JSON, from a plain form as any form."""
    page = PageRequest(request)
    live = await page.house.find(table)
    page.house.words.count(page.client)
    script = request.content_type[0] == "application/json"
    sent: Any = await request.json() if script else await request.form()
    if not hasattr(sent, "get"):
        sent = {}
    wanted = whole_number(sent.get("seat"))
    seat = page.seat(live, wanted) if wanted is not None or live.seats_of(page.keys) else None
    await page.house.say(live, seat, page.name or _("Spectator"), str(sent.get("text") or ""))
    return Response({}, status_code=200) if script else page.go(f"/t/{live.id}")


@post("/t/{table:str}/hint", include_in_schema=False)
async def hint(request: Web, table: FromPath[str]) -> Response[Any]:
    """What a seat is told that asks for a hint."""
    page = PageRequest(request)
    live = await page.house.find(table)
    page.house.moves.count(page.client)
    sent: Any = await request.json()
    seat = page.seat(live, whole_number(sent.get("seat")) if hasattr(sent, "get") else None)
    return Response({"html": live.publisher.hint(seat)}, status_code=200)


@post("/t/{table:str}/stand-in", include_in_schema=False)
async def choose_stand_in(request: Web, table: FromPath[str]) -> Response[Any]:
    """Say which bot is to play for one's seat."""
    page, live, form = await _at(request, table)
    await live.choose_stand_in(page.seat(live, whole_number(form.get("seat"))), str(form.get("bot") or ""))
    return page.go(f"/t/{live.id}")


@post("/t/{table:str}/hand-over", include_in_schema=False)
async def hand_over(request: Web, table: FromPath[str]) -> Response[Any]:
    """Let a bot play for somebody who is away."""
    page, live, form = await _at(request, table)
    await live.hand_over(_seat(form), page.seat(live))
    return page.go(f"/t/{live.id}")


@post("/t/{table:str}/take-back", include_in_schema=False)
async def take_back(request: Web, table: FromPath[str]) -> Response[Any]:
    page, live, form = await _at(request, table)
    await live.take_back(page.seat(live, whole_number(form.get("seat"))))
    return page.go(f"/t/{live.id}")


@post("/t/{table:str}/rematch", include_in_schema=False)
async def rematch(request: Web, table: FromPath[str]) -> Response[Any]:
    """The same again: everyone on this device gets the old seat at the new table."""
    page, live, form = await _at(request, table)
    page.seat(live)
    if live.table.rematch is None:
        page.house.openings.count(page.client)
    keys = []
    new = live
    device = live.seats_of(page.keys)
    gives = added(form) if form.get("seal") == await rematch_seal(page.house, live) else NOTHING_ADDED
    if any(seat.person and place not in device for place, seat in enumerate(live.table.seats)):
        gives = Added(promise=gives.promise)
    for seat in device:
        new, _taken, key = await page.house.rematch(live, page.key_of(live, seat), gives)
        keys.append(key)
    return page.go(f"/t/{new.id}", await page.keep(new, *keys))


@get("/t/{table:str}/envelope", include_in_schema=False)
async def rematch_envelope(request: Web, table: FromPath[str]) -> Response[Any]:
    """The name and the seal of the table at which these guests go on, before anybody opens it."""
    page = PageRequest(request)
    live = await page.house.find(table)
    live.table.final  # noqa: B018 (raises before the end)
    new = live.table.rematch or rematch_id(live.id)
    return Response({"table": new, "seal": await rematch_seal(page.house, live)}, headers={"cache-control": "no-store"})


async def rematch_seal(house: ServerHost, live: LiveTable) -> str:
    """The seal of that table, open or not."""
    new = live.table.rematch
    return house.sealed_for(rematch_id(live.id)).seal if new is None else (await house.find(new)).table.deal.seal


@get("/t/{table:str}/record", include_in_schema=False)
async def record(request: Web, table: FromPath[str]) -> Response[Any]:
    page = PageRequest(request)
    live = await page.house.find(table, closed=True)
    return await record_answer(live)


async def record_answer(live: LiveTable) -> Answer:
    # What is over doesn't change any more, so it can be written elsewhere: a long game takes its time.
    text = await asyncio.to_thread(signed_record, live.publisher)
    name = f"{live.table.game.name}-{live.id}.txt"
    return Response(
        text,
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
    )


async def _at(request: Web, table: str) -> tuple[PageRequest, LiveTable, Any]:
    page = PageRequest(request)
    live = await page.house.find(table)
    page.house.moves.count(page.client)
    return page, live, await request.form()


def _seat(form: Any) -> int:
    seat = whole_number(form.get("seat"))
    if seat is None:
        raise NoSeat(_("There is no such seat at this table."))
    return seat


HANDLERS: Final = [
    show_table,
    personal_link,
    qr_code,
    sit_down,
    say_name,
    table_options,
    change_options,
    stand_up,
    invite_bot,
    clear_seat,
    configure,
    start,
    add_to_deal,
    chat,
    hint,
    choose_stand_in,
    hand_over,
    take_back,
    rematch,
    rematch_envelope,
    record,
]

"""Routes of notices: a player's form at a table, nudges, and the signed links in notices."""

from __future__ import annotations

from typing import Final

from litestar import get, post
from litestar.params import FromPath, FromQuery

from forno.core.errors import FornoError
from forno.core.language import _
from forno.features.notices.notices import may_nudge
from forno.features.notices.page import done_page, notices_page, signed_page
from forno.features.notices.subscriptions import CONFIRM, Subscription
from forno.live.live_table import LiveTable
from forno.table.errors import NotFound
from forno.web.errors import explain
from forno.web.page_requests import Answer, Page, PageRequest

MAX_TABLES_READ: Final = 12
"""Maximum number of the visitor's other tables that are searched for confirmed addresses."""


@get("/t/{table:str}/notices")
async def show_notices(
    page: Page, table: FromPath[str], seat: FromQuery[int | None] = None, nudged: FromQuery[bool] = False
) -> Answer:
    live = await find(page, table)
    told = _("The nudge is on its way.") if nudged else ""
    return await answer_notices(page, live, page.caller.seat(live, seat), told)


@post("/t/{table:str}/notices")
async def save_notices(page: Page, table: FromPath[str]) -> Answer:
    page.count("words")
    live = await find(page, table)
    form = await page.form()
    seat = page.caller.seat(live, form.number("seat"))
    others = await own_subscriptions(page)
    try:
        confirmed = {other.target("mail") for other in others}
        await page.host.notices.subscribe(live.table, seat, form.fields, confirmed, page.client)
    except FornoError as error:
        status, _code, sentence = explain(error)
        return await answer_notices(page, live, seat, wrong=sentence, status=status)
    own = await page.host.notices.own(live.table, seat)
    told = _("Saved.")
    if own is None or not own.reachable:
        told = _("Saved, but you have chosen no way to be notified.")
    return await answer_notices(page, live, seat, told)


@post("/t/{table:str}/notices/stop")
async def stop_notices(page: Page, table: FromPath[str]) -> Answer:
    live = await find(page, table)
    seat = page.caller.seat(live, (await page.form()).number("seat"))
    await page.host.notices.subscriptions.stop(live.id, seat)
    return page.go(f"/t/{live.id}/notices?seat={seat}")


@post("/t/{table:str}/nudge")
async def nudge(page: Page, table: FromPath[str]) -> Answer:
    page.count("words")
    live = await find(page, table)
    seat = page.caller.seat(live, (await page.form()).number("seat"))
    awaited = live.table.awaited
    await page.host.notices.nudge(live.table, -1 if awaited is None or awaited == seat else awaited)
    return page.go(f"/t/{live.id}/notices?seat={seat}&nudged=true")


@get("/notices/{action:str}/{table:str}/{seat:int}/{signature:str}")
async def ask(
    page: Page, action: FromPath[str], table: FromPath[str], seat: FromPath[int], signature: FromPath[str]
) -> Answer:
    await signed_subscription(page, action, table, seat, signature)
    return page.answer(signed_page(page.context, action, page.scope["path"]), secret=True)


@post("/notices/{action:str}/{table:str}/{seat:int}/{signature:str}", opt={"signed": True})
async def act(
    page: Page, action: FromPath[str], table: FromPath[str], seat: FromPath[int], signature: FromPath[str]
) -> Answer:
    """Do what a signed link is for: mail programs send this by themselves when somebody presses *unsubscribe*."""
    notices, subscription = page.host.notices, await signed_subscription(page, action, table, seat, signature)
    if action == CONFIRM:
        await notices.confirm(table, seat, subscription)
    else:
        await notices.subscriptions.stop(table, seat)
    return page.answer(done_page(page.context, action, table), status=200)


async def find(page: PageRequest, table: str) -> LiveTable:
    """Return a table at which there are notices, with the visitor's seats. Raises `NotFound`."""
    live = await page.host.find(table)
    if not live.table.settings.slow or not page.host.notices.channels:
        raise NotFound(_("No notifications here: the game isn't played over several days, or this server sends none."))
    await page.find_seats(live)
    return live


async def signed_subscription(page: PageRequest, action: str, table: str, seat: int, signature: str) -> Subscription:
    page.count("words")
    found = await page.host.notices.subscriptions.find_signed(action, table, seat, signature)
    if found is None:
        raise NotFound(_("This link no longer works: it was used, or the notifications were changed."))
    return found


async def own_subscriptions(page: PageRequest) -> list[Subscription]:
    """Return the subscriptions of this browser's seats at its newest tables."""
    found = await page.host.notices.subscriptions.of(page.kept[:MAX_TABLES_READ])
    return [subscription for _table, _seat, subscription in found]


async def answer_notices(
    page: PageRequest, live: LiveTable, seat: int, told: str = "", wrong: str = "", status: int = 200
) -> Answer:
    notices, awaited = page.host.notices, live.table.awaited
    own = await notices.own(live.table, seat)
    suggested = None if own else next(iter(await own_subscriptions(page)), None)
    waits = awaited is not None and awaited != seat and may_nudge(live.table, awaited)
    name = live.contents.guests.names[awaited] if waits and awaited is not None else None
    key = "" if notices.push is None else notices.push.public_key
    html = notices_page(page.context, live.table, seat, notices.channels, key, own, suggested, name, told, wrong)
    return page.answer(html, status, secret=True)

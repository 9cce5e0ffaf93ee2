"""Routes of the daily tables: today's tables, results and standings, and yesterday's standings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery

from forno.core.errors import UnknownGame
from forno.core.language import _, language, languages, use
from forno.core.registry import GameInfo, game_info
from forno.features.book.book_store import BookKey
from forno.features.daily.daily import better_than, card, families, place_among, seconds_left
from forno.features.daily.page import DailyTable, daily_page
from forno.features.pictures.picture import house_picture
from forno.features.pictures.routes import png_answer, preview
from forno.live.live_table import LiveTable
from forno.pages.html import Markup, tag, together
from forno.table.errors import WrongPhase
from forno.web.home import open_table
from forno.web.identity import origin_of
from forno.web.page_requests import PageRequest

Web = Request[Any, Any, Any]


@get("/daily", include_in_schema=False)
async def daily(request: Web) -> Response[Any]:
    page = PageRequest(request)
    page.house.moves.count(page.client)
    visitor, cookies = page.book()
    day = page.house.daily.today
    told = replace(
        preview(page),
        title=_("Forno: the daily table no. {day}").format(day=day),
        description=_("One deal a day, the same for everyone. Play it once and see how you rank."),
        image=f"{origin_of(page.scope)}/daily.png?speaks={language()}",
    )
    tables = [await _table(page, info, day, visitor) for info in families()]
    yesterday = [(info, await page.house.daily.standings(info, day - 1)) for info in families()]
    left = seconds_left(page.house.store.now())
    return page.answer(daily_page(page.context, day, left, tables, yesterday, page.name, told), set_cookies=cookies)


async def _table(page: PageRequest, info: GameInfo, day: int, visitor: BookKey) -> DailyTable:
    daily = page.house.daily
    name = daily.table_of(info, day, visitor)
    phase = next((row.phase for row in await page.house.store.summaries([name])), "")
    standings, evenings = await daily.standings(info, day), await daily.evenings(info, day)
    return DailyTable(info, name, phase, standings, evenings, daily.number)


@post("/daily/{game:str}", include_in_schema=False)
async def play_daily(request: Web, game: FromPath[str]) -> Response[Any]:
    """Go to the visitor's table of today, creating it if it is new."""
    page, info = PageRequest(request), _family(game)
    page.house.openings.count(page.client)
    visitor, cookies = page.book()
    form = await request.form()
    name, remembered = page.named(str(form.get("name") or ""))
    live, key = await page.house.daily.sit_down(page.house, info, visitor, name)
    return page.go(f"/t/{live.id}", [*await page.keep(live, key), *remembered, *cookies])


@post("/daily/{game:str}/practice", include_in_schema=False)
async def practise(request: Web, game: FromPath[str]) -> Response[Any]:
    """Open a practice table with today's deal, for visitors who have finished it."""
    page, info = PageRequest(request), _family(game)
    page.house.openings.count(page.client)
    visitor, _cookies = page.book()
    day = page.house.daily.today
    rows = await page.house.store.summaries([page.house.daily.table_of(info, day, visitor)])
    if not any(row.phase == "over" for row in rows):
        raise WrongPhase(_("Play the daily table first; then you can practise it."))
    return await open_table(page, info, page.house.daily.practice(info, day), "", await request.form())


@get("/daily.png", include_in_schema=False)
async def daily_picture(request: Web, speaks: FromQuery[str] = "") -> Response[Any]:
    """Send the link preview picture of the daily table: its number, without any cards."""
    page = PageRequest(request)
    with use(speaks if speaks in languages() else language()):
        words = _("The daily table no. {day}").format(day=page.house.daily.today)
        return await png_answer(page, words, house_picture(words))


async def daily_result(page: PageRequest, live: LiveTable) -> tuple[Markup, str]:
    """Return what a finished daily table adds to the final page, and the text to share."""
    day, info = live.table.settings.daily, game_info(live.table.game.name)
    if not day or live.table.phase != "over" or not info.daily:
        return Markup(), ""
    found = await page.house.daily.result(info, live)
    told = [_("The daily table no. {day}").format(day=day)]
    if found["counts"]:
        told += [place_among(found["people"]), better_than(found["bots"])]
    else:
        told += [_("This was practice and doesn't count."), better_than(found["bots"])]
    lines = together(tag("p", line) for line in told)
    passed_on = card(info, day, found["evening"], found["people"], found["bots"]) if found["counts"] else ""
    return tag("div.daily-result", lines, tag("p", tag("a", _("Today's standings"), href="/daily"))), passed_on


def _family(name: str) -> GameInfo:
    info = game_info(name)
    if not info.daily:
        raise UnknownGame(_("{title} has no daily table.").format(title=info.title))
    return info


HANDLERS: Final = [daily, play_daily, practise, daily_picture]

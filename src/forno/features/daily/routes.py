"""Routes of the daily tables: today's tables, results and standings, and yesterday's standings."""

from __future__ import annotations

from dataclasses import replace

from litestar import get, post
from litestar.params import FromPath, FromQuery

from forno.core.errors import UnknownGame
from forno.core.language import _, language, languages, use
from forno.core.registry import GameInfo, game_info
from forno.features.daily.daily import better_than, card, families, place_among, seconds_left
from forno.features.daily.page import DailyTable, DailyVisit, PastTable, daily_page
from forno.features.pictures.picture import server_picture
from forno.features.pictures.routes import png_answer, preview
from forno.features.replay.page import looking, replay_page, show_record
from forno.features.you.book_store import BookKey
from forno.live.live_table import LiveTable
from forno.pages.html import Markup, tag, together
from forno.table.errors import WrongPhase
from forno.web.home import open_table
from forno.web.identity import origin_of
from forno.web.page_requests import Answer, Page, PageRequest


@get("/daily")
async def daily(page: Page) -> Answer:
    page.count("moves")
    visitor = page.keep_book()
    day = page.host.daily.today
    told = replace(
        preview(page),
        title=_("Forno: the daily table no. {day}").format(day=day),
        description=_("One deal a day, the same for everyone. Play it once and see how you rank."),
        image=f"{origin_of(page.scope)}/daily.png?speaks={language()}",
    )
    tables = [await _table(page, info, day, visitor) for info in families()]
    yesterday = [await _yesterday(page, info, day - 1, visitor) for info in families()]
    visit = DailyVisit(
        page.name,
        await page.host.daily.streak(visitor),
        await page.host.daily.days_played(visitor, day - 1),
    )
    left = seconds_left(page.host.store.now())
    return page.answer(daily_page(page.context, day, left, tables, yesterday, visit, told))


async def _yesterday(page: PageRequest, info: GameInfo, day: int, visitor: BookKey) -> PastTable:
    daily = page.host.daily
    best_bot = await daily.best_bot(info, day)
    return PastTable(
        info, day, daily.table_of(info, day, visitor), await daily.standings(info, day), best_bot is not None
    )


async def _table(page: PageRequest, info: GameInfo, day: int, visitor: BookKey) -> DailyTable:
    daily = page.host.daily
    name = daily.table_of(info, day, visitor)
    phase = next((row.phase for row in await page.host.store.summaries([name])), "")
    standings, evenings = await daily.standings(info, day), await daily.evenings(info, day)
    return DailyTable(info, name, phase, standings, evenings, daily.number)


@post("/daily/{game:str}")
async def play_daily(page: Page, game: FromPath[str]) -> Answer:
    """Go to the visitor's table of today, creating it if it is new."""
    info = _family(game)
    page.count("openings")
    page.check_player()
    name = page.given_name((await page.form()).text("name"))
    live, key = await page.host.daily.sit_down(page.host, info, page.keep_book(), name)
    await page.keep(live, key)
    return page.go(f"/t/{live.id}")


@post("/daily/{game:str}/practice")
async def practise(page: Page, game: FromPath[str]) -> Answer:
    """Open a practice table with the deal of a past day, or with today's for visitors who have finished it."""
    info = _family(game)
    page.count("openings")
    today, form = page.host.daily.today, await page.form()
    day = form.number("day") or today
    if not 0 < day <= today:
        raise WrongPhase(_("There is no table of that day yet."))
    rows = await page.host.store.summaries([page.host.daily.table_of(info, day, page.book)])
    if day == today and not any(row.phase == "over" for row in rows):
        raise WrongPhase(_("Play the daily table first; then you can practise it."))
    return await open_table(page, info, page.host.daily.wish(info, day), "", form)


@get("/daily/{game:str}/{day:int}/best")
async def best_bot(page: Page, game: FromPath[str], day: FromPath[int]) -> Answer:
    """Replay the best bot evening of a past day; from there it can be reviewed."""
    info = _family(game)
    page.count("moves")
    record = await page.host.daily.record_of_best_bot(info, day) if 0 < day < page.host.daily.today else None
    if record is None:
        raise WrongPhase(_("There is no table of that day yet."))
    shown = await page.host.desk.run(page.client, show_record, record, None, looking({}))
    return page.answer(replay_page(page.context, shown, "/replay", record, "", "/review"))


@get("/daily.png")
async def daily_picture(page: Page, speaks: FromQuery[str] = "") -> Answer:
    """Send the link preview picture of the daily table: its number, without any cards."""
    with use(speaks if speaks in languages() else language()):
        words = _("The daily table no. {day}").format(day=page.host.daily.today)
        return await png_answer(page, words, server_picture(words))


async def daily_result(page: PageRequest, live: LiveTable) -> tuple[Markup, str]:
    """Return what a finished daily table adds to the final page, and the text to share."""
    day, info = live.table.settings.daily, game_info(live.table.game.name)
    if not day or live.table.phase != "over" or not info.daily:
        return Markup(), ""
    found = await page.host.daily.result(info, live)
    told, bots = [_("The daily table no. {day}").format(day=day)], better_than(found["bots"], page.host.daily.number)
    if found["counts"]:
        told += [place_among(found["people"]), bots]
    else:
        told += [_("This was practice and doesn't count."), bots]
    lines = together(tag("p", line) for line in told if line)
    passed_on = (
        card(info, day, found["evening"], found["people"], found["bots"], found["rows"]) if found["counts"] else ""
    )
    return tag("div.daily-result", lines, tag("p", tag("a", _("Today's standings"), href="/daily"))), passed_on


def _family(name: str) -> GameInfo:
    info = game_info(name)
    if not info.daily:
        raise UnknownGame(_("{title} has no daily table.").format(title=info.title))
    return info

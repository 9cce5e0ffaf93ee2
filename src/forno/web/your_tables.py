"""Your tables: what a browser has its seats at, on home; and the way to another device."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath

from forno.core.errors import FornoError
from forno.core.language import _, language, ngettext
from forno.core.registry import game_info
from forno.publishing.faces import face_for
from forno.publishing.html import Markup
from forno.publishing.labels import bot_name
from forno.publishing.results import result
from forno.sessions.live import Live
from forno.store import TableSummary
from forno.table.errors import NotFound
from forno.web.house import House
from forno.web.identity import name_cookie, origin_of, tables_cookie
from forno.web.keeping import Kept, together
from forno.web.page_requests import PageRequest, fitting
from forno.web.qr import qr_picture

Web = Request[Any, Any, Any]

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
LATEST: Final = 3
"""So many finished games are shown at once, and the others when they are asked for."""
OVER: Final = ("over", "closed")
MOST_CASES: Final = 1000
CASE_SECONDS: Final = 15 * MINUTE


@dataclass(frozen=True)
class Row:
    """One of your tables, as home shows it."""

    id: str
    kind: str
    """`turn` if it is yours to decide, `running`, `waiting` or `over`."""
    title: str
    note: str
    """What is special about it; empty for most."""
    picture: Markup
    company: tuple[str, ...]
    """The others."""
    state: str
    """How it stands, in a few words."""
    when: str
    since: float


# --- the list ---------------------------------------------------------------------------


async def your_tables(house: House, kept: Sequence[Kept]) -> list[Row]:
    """How things stand at these tables: first where something is awaited of you, last what is over."""
    found = {row.table: row for row in await house.store.summaries([one.table for one in kept])}
    rows = [await _row(house, one, found[one.table]) for one in kept if one.table in found]
    order = ("turn", "running", "waiting", "over")
    return sorted((row for row in rows if row is not None), key=lambda row: (order.index(row.kind), -row.since))


async def _row(house: House, kept: Kept, summary: TableSummary) -> Row | None:
    if summary.phase in OVER:
        return finished_row(summary, kept.keys)
    try:
        live = await house.find(summary.table)
    except FornoError:
        return None
    mine = live.seats_of(kept.keys.values())
    if not mine:
        return None
    return running_row(live, mine) if live.table.phase == "playing" else waiting_row(live, mine)


def running_row(live: Live, mine: Sequence[int]) -> Row:
    table, progress, names = live.table, live.publisher.progress, live.publisher.guests.names
    awaited = table.view(None).awaited
    yours = any(progress.awaited(seat) for seat in mine)
    if yours:
        state = _("Your turn")
    elif stand_ins := [seat for seat in mine if table.seats[seat].stand_in]:
        state = _("{bot} plays for you").format(bot=bot_name(table.seats[stand_ins[0]].bot or ""))
    elif awaited is None or awaited in mine:
        state = _("An answer is awaited")
    else:
        state = _("{name}'s turn").format(name=names[awaited])
    since = time.time() - (progress.clock() - progress.asked)
    return _live_row(live, mine, "turn" if yours else "running", state, _("asked {ago}").format(ago=ago(since)), since)


def waiting_row(live: Live, mine: Sequence[int]) -> Row:
    table = live.table
    free = sum(not seat.taken for seat in table.seats)
    kind = "waiting"
    if free:
        state = ngettext("{n} seat is still free", "{n} seats are still free", free).format(n=free)
    elif table.host in mine:
        kind, state = "turn", _("Everyone is here: start the game")
    else:
        host = "" if table.host is None else live.publisher.guests.names[table.host]
        state = _("{host} starts the game").format(host=host)
    when = _("opened {ago}").format(ago=ago(table.opened))
    return _live_row(live, mine, kind, state, when, table.opened)


def _live_row(live: Live, mine: Sequence[int], kind: str, state: str, when: str, since: float) -> Row:
    table = live.table
    others = [
        name for seat, name in enumerate(live.publisher.guests.names) if seat not in mine and table.seats[seat].taken
    ]
    info = game_info(table.game.name)
    note = _("Your first game") if table.settings.lesson else ""
    return Row(live.id, kind, info.title, note, face_for(info.name).picture(), tuple(others), state, when, since)


def finished_row(summary: TableSummary, mine: Iterable[int]) -> Row:
    info = game_info(summary.game)
    seats = [seat for seat in mine if seat < summary.players]
    others = tuple(name for seat, name in enumerate(summary.names) if name and seat not in seats)
    when = _("ended {ago}").format(ago=ago(summary.changed))
    picture = face_for(summary.game).picture()
    names = [name or "" for name in summary.names]
    state = result(summary.places, names, seats) if summary.phase == "over" else _("It can't be played any more")
    return Row(summary.table, "over", info.title, "", picture, others, state, when, summary.changed)


def ago(then: float) -> str:
    """How long ago that is, in words. It counts from the minute: the second is nobody's business."""
    passed = max(0.0, time.time() - then // MINUTE * MINUTE)
    if passed < 2 * MINUTE:
        return _("just now")
    if passed < HOUR:
        return ngettext("{n} minute ago", "{n} minutes ago", n := int(passed // MINUTE)).format(n=n)
    if passed < DAY:
        return ngettext("{n} hour ago", "{n} hours ago", n := int(passed // HOUR)).format(n=n)
    return ngettext("{n} day ago", "{n} days ago", n := int(passed // DAY)).format(n=n)


def shown(rows: Sequence[Row], look_only: bool = False) -> dict[str, Any]:
    """The rows as a page shows them: what goes on, the latest results, and those that lie further back."""
    over = [row for row in rows if row.kind == "over"]
    going_on = [row for row in rows if row.kind != "over"]
    return {"going_on": going_on, "finished": over[:LATEST], "earlier": over[LATEST:], "look_only": look_only}


@get("/your-tables", include_in_schema=False)
async def your_tables_now(request: Web) -> Response[Any]:
    """The same list again, for a page that has been open for a while."""
    page = PageRequest(request)
    rows = shown(await your_tables(page.house, page.kept))
    html = page.pages.render("_yours.html", language(), page.token, **rows)
    return Response(html, media_type=MediaType.HTML, headers={"cache-control": "no-store"})


# --- to another device --------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """What is taken along."""

    tables: tuple[Kept, ...]
    name: str
    packed: float


class Cases:
    """What browsers are about to take along, for a few minutes, in memory alone."""

    def __init__(self) -> None:
        self._cases: OrderedDict[str, Case] = OrderedDict()

    def pack(self, tables: Sequence[Kept], name: str) -> str:
        """Returns the code that opens it."""
        code = secrets.token_urlsafe(16)
        self._cases[code] = Case(tuple(tables), name, time.monotonic())
        while len(self._cases) > MOST_CASES:
            self._cases.popitem(last=False)
        return code

    def open(self, code: str) -> Case:
        """What is in it. Raises `NotFound` when its time is over."""
        case = self._cases.get(code)
        if case is None or time.monotonic() - case.packed > CASE_SECONDS:
            self._cases.pop(code, None)
            raise NotFound(_("This link doesn't work any more; get a new one on your other device."))
        return case


def _cases(request: Web) -> Cases:
    cases: Cases = request.app.state.cases
    return cases


@post("/along", include_in_schema=False)
async def take_along(request: Web) -> Response[Any]:
    """A link that opens all these tables on another device."""
    page = PageRequest(request)
    page.house.openings.count(page.client)
    if not page.kept:
        return page.go("/")
    link = f"{origin_of(page.scope)}/along/{_cases(request).pack(page.kept, page.name)}"
    minutes = CASE_SECONDS // MINUTE
    return page.answer("along.html", secret=True, link=link, code=Markup(qr_picture(link).decode()), minutes=minutes)


@get("/along/{code:str}", include_in_schema=False)
async def arriving(request: Web, code: FromPath[str]) -> Response[Any]:
    """Whoever follows that link is asked first: a link alone gives no browser other people's tables."""
    page = PageRequest(request)
    case = _cases(request).open(code)
    rows = shown(await your_tables(page.house, case.tables), look_only=True)
    return page.answer("arriving.html", secret=True, code=code, name=case.name, **rows)


@post("/along/{code:str}", include_in_schema=False)
async def arrive(request: Web, code: FromPath[str]) -> Response[Any]:
    page = PageRequest(request)
    case = _cases(request).open(code)
    kept = await fitting(page.house, together(page.kept, case.tables))
    named = [name_cookie(page.scope, case.name)] if case.name and not page.name else []
    return page.go("/", [tables_cookie(page.scope, kept), *named])


HANDLERS: Final = [your_tables_now, take_along, arriving, arrive]

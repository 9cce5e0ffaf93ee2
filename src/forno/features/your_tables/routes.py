"""Routes of a visitor's tables: the list on the home page, and the transfer to another device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from litestar import get, post
from litestar.params import FromPath

from forno.core.errors import FornoError
from forno.core.language import _
from forno.features.identity.one_time_notes import NOTE_SECONDS, DeviceTransfers
from forno.features.identity.players import PlayerKey, read_player_key
from forno.features.your_tables.page import (
    FINISHED_PHASES,
    Row,
    arrival_page,
    finished_row,
    in_order,
    invited_row,
    running_row,
    table_list,
    transfer_page,
    waiting_row,
)
from forno.features.your_tables.seat_cookie import Kept, together
from forno.live.host import rematch_id
from forno.server.host import ServerHost
from forno.store import TableSummary
from forno.table.errors import NotFound
from forno.web.identity import origin_of, tables_cookie
from forno.web.page_requests import Answer, Page, PageRequest, fitting, qr_picture

# --- the list ---------------------------------------------------------------------------


async def your_tables(host: ServerHost, kept: Sequence[Kept], player: PlayerKey | None = None) -> list[Row]:
    """Return the rows of these tables: where it is the visitor's turn first, finished ones last, of these first those
    that the player hasn't seen yet."""
    tables = [one.table for one in kept]
    found = {row.table: row for row in await host.store.summaries([*tables, *map(rematch_id, tables)])}
    rows = [await _row(host, one, found[one.table]) for one in kept if one.table in found]
    for one in kept:
        again = rematch_id(one.table)
        if again in found and again not in tables and found[again].phase == "gathering" and found[again].free:
            rows.append(invited_row(found[one.table], found[again], one.keys))
    ended = {row.id: row.since for row in rows if row is not None and row.kind == "over"}
    unseen = await host.players.unseen(player, ended) if player is not None else set()
    return in_order(replace(row, unseen=row.id in unseen) for row in rows if row is not None)


async def _row(host: ServerHost, kept: Kept, summary: TableSummary) -> Row | None:
    if summary.phase in FINISHED_PHASES:
        return finished_row(summary, kept.keys)
    try:
        live = await host.find(summary.table)
    except FornoError:
        return None
    mine = live.seats_of(kept.keys.values())
    if not mine:
        return None
    return running_row(live, mine) if live.table.phase == "playing" else waiting_row(live, mine)


@get("/your-tables")
async def your_tables_now(page: Page) -> Answer:
    """Send the list again, to update an open home page."""
    return page.part(table_list(await your_tables(page.host, await page.find_tables(), page.player)))


# --- to another device --------------------------------------------------------------------


def _transfers(page: PageRequest) -> DeviceTransfers:
    transfers: DeviceTransfers = page.request.app.state.transfers
    return transfers


@post("/along")
async def take_along(page: Page) -> Answer:
    """Show a link that opens all these tables on another device."""
    page.count("openings")
    kept = await page.find_tables()
    if not kept:
        told = _(
            "This device has no tables yet. To bring yours here, choose “{play}” on the device where you have them."
        )
        raise NotFound(told.format(play=_("Play on another device")))
    player = await page.own_player()
    if player is not None:
        await page.host.players.adopt(player, kept)
    code = await _transfers(page).pack(kept, page.name, page.keep_book(), "" if player is None else player.key)
    link = f"{origin_of(page.scope)}/along/{code}"
    html = transfer_page(page.context, link, qr_picture(link), NOTE_SECONDS // 60)
    return page.answer(html, secret=True)


@get("/along/{code:str}")
async def arriving(page: Page, code: FromPath[str]) -> Answer:
    """Ask for confirmation before a transfer: a link alone must not add other people's tables to a browser."""
    transfer = await _transfers(page).open(code)
    rows = await your_tables(page.host, transfer.tables)
    games = 0 if transfer.book is None else (await page.host.books.read(transfer.book)).games
    own = len(await page.find_tables()) if transfer.player else -1
    return page.answer(arrival_page(page.context, code, transfer.name, rows, games, own), secret=True)


@post("/along/{code:str}")
async def arrive(page: Page, code: FromPath[str]) -> Answer:
    """Join the devices of a player: this browser takes over the key, and both lists of tables become one. The other
    book is copied into this browser's own if that is wanted.

    Without keys, or if only the tables are wanted, nothing goes the other way. Else the page says so before, since the
    link may be a stranger's.
    """
    form = await page.form()
    page.count("moves")
    transfer = await _transfers(page).open(code, take=True)
    player = read_player_key(transfer.player) if page.has_keys and not form.text("only") else None
    await page.find_tables()
    if player is not None:
        await page.take_over(player, transfer.tables)
    elif page.player is not None:
        await page.host.players.adopt(page.player, transfer.tables)
    kept, left_out = await fitting(page.host, together(page.kept, transfer.tables))
    page.set_cookie(tables_cookie(page.scope, kept))
    if not page.name:
        page.remember(transfer.name)
    await page.write_in(left_out)
    if transfer.book is not None and form.text("book"):
        await page.host.books.copy(transfer.book, page.keep_book())
    return page.go("/")

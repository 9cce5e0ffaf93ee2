"""Routes of reviews and trial games."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery

from forno.core.errors import FornoError
from forno.core.game import Game
from forno.core.language import _
from forno.core.registry import game_info
from forno.features.replay.page import record_page
from forno.features.replay.replaying import read_record
from forno.features.replay.routes import sent_deck, sent_text
from forno.features.review.page import Ways, review_content, review_page, waiting_content
from forno.features.review.review_queue import OfRecord, OfTable, Source
from forno.pages.labels import about, variant_text
from forno.pages.messages import whole_number
from forno.table.errors import NoSeat
from forno.web.errors import explain
from forno.web.page_requests import Answer, PageRequest

Web = Request[Any, Any, Any]


@get("/t/{table:str}/review", include_in_schema=False)
async def review_table(request: Web, table: FromPath[str], seat: FromQuery[int | None] = None) -> Response[Any]:
    """Show the review of a finished game of this server for one seat; the first request starts it."""
    page = PageRequest(request)
    live = await page.host.find(table)
    await page.find_seats(live)
    played, state = live.table, live.table.final
    assert state.seed is not None
    mine = live.seats_of(page.keys)
    wanted = seat if seat is not None else mine[0] if mine else 0
    source = OfTable(live.id, played.recipe, state.seed, state.history())
    people = sum(not guest.invited_bot for guest in played.seats) > 1
    here = f"/t/{live.id}"
    ways = Ways(f"{here}/review", f"{here}/replay", f"{here}/try", page.token, together=people)
    return await _answer(page, source, played.game, live.publisher.guests.names, wanted, ways, about(played))


@post("/t/{table:str}/try", include_in_schema=False)
async def try_it(request: Web, table: FromPath[str]) -> Response[Any]:
    """Start a trial game, at a new table, from a moment of a finished game."""
    page = PageRequest(request)
    live = await page.host.find(table)
    page.host.openings.count(page.client)
    await page.find_seats(live)
    form = await request.form()
    mine = live.seats_of(page.keys)
    seat = whole_number(form.get("seat"))
    seat = seat if seat is not None else mine[0] if mine else 0
    place = whole_number(form.get("place"))
    name, remembered = page.named("")
    together = bool(form.get("together"))
    new, key = await page.host.try_from(live, -1 if place is None else place, seat, name, together)
    return page.go(f"/t/{new.id}", [*await page.keep(new, key), *remembered])


@post("/review", include_in_schema=False)
async def review_record(request: Web) -> Response[Any]:
    """Show the review of a pasted or uploaded record. It isn't stored: every request sends it again."""
    page = PageRequest(request)
    form = await request.form()
    text = str(form.get("record") or "")
    try:
        text = await sent_text(form)
        deck = await sent_deck(form)
        record = await page.host.desk.run(page.client, read_record, text, deck)
        game = record.game
        info = game_info(game.name)
        names = tuple(info.seat_title(game.seat_name(seat)).capitalize() for seat in range(game.players))
        title = f"{info.title} · {variant_text(info, str(game.options.get(info.variant, '')), game.players)}"
        ways = Ways("/review", "/replay", "", page.token, text, deck or "")
        seat = whole_number(form.get("seat")) or 0
        return await _answer(page, OfRecord(text, deck), game, names, seat, ways, title)
    except FornoError as error:
        status, _code, sentence = explain(error)
        return page.answer(record_page(page.context, text, sentence), status)


async def _answer(
    page: PageRequest,
    source: Source,
    game: Game,
    names: tuple[str, ...],
    seat: int,
    ways: Ways,
    title: str,
) -> Answer:
    if not 0 <= seat < game.players:
        raise NoSeat(_("There is no such seat at this table."))
    found = await page.host.reviewers.review(page.client, source, seat)
    if found is None:
        content = waiting_content(ways)
    else:
        content = await asyncio.to_thread(review_content, game, names, found, ways)
    return page.answer(review_page(page.context, title, names[seat], content, source.table))


HANDLERS: Final = [review_table, try_it, review_record]

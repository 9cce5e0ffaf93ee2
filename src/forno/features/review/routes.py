"""Routes of reviews and trial games."""

from __future__ import annotations

import asyncio

from litestar import get, post
from litestar.params import FromPath, FromQuery

from forno.core.errors import FornoError
from forno.core.game import Game
from forno.features.replay.page import read_record, record_names, record_page
from forno.features.replay.routes import sent_deck, sent_text
from forno.features.review import Review
from forno.features.review.page import (
    Ways,
    check_seat,
    chosen_seat,
    record_title,
    record_ways,
    review_or_waiting,
    review_page,
    table_ways,
)
from forno.features.review.sources import OfRecord, OfTable, Source
from forno.features.you.book_page import figures_of
from forno.pages.labels import about
from forno.web.errors import explain
from forno.web.page_requests import Answer, Page, PageRequest


@get("/t/{table:str}/review")
async def review_table(page: Page, table: FromPath[str], seat: FromQuery[int | None] = None) -> Answer:
    """Show the review of a finished game of this server for one seat; the first request starts it."""
    live = await page.host.find(table)
    await page.find_seats(live)
    played = live.table
    mine = live.seats_of(page.keys)
    wanted = chosen_seat(seat, mine)
    people = sum(not guest.invited_bot for guest in played.seats) > 1
    ways = table_ways(live.id, page.token, people)
    names = live.contents.guests.names
    source = OfTable.of(played, wanted)
    found = await _find_review(page, source, played.game, wanted)
    if found is not None and found.finished and wanted in mine:
        await page.write_in([one for one in page.kept if one.table == live.id])
        await page.host.books.add_review(page.keep_book(), live.id, wanted, figures_of(found))
    return await _answer(page, source, played.game, names, wanted, ways, about(played), found)


@post("/t/{table:str}/try")
async def try_it(page: Page, table: FromPath[str]) -> Answer:
    """Start a trial game, at a new table, from a moment of a finished game."""
    live = await page.host.find(table)
    page.count("openings")
    page.check_player()
    await page.find_seats(live)
    form = await page.form()
    seat = chosen_seat(form.number("seat"), live.seats_of(page.keys))
    place = form.number("place")
    name, together = page.given_name(""), bool(form.text("together"))
    new, key = await page.host.try_from(live, -1 if place is None else place, seat, name, together)
    await page.keep(new, key)
    return page.go(f"/t/{new.id}")


@post("/review")
async def review_record(page: Page) -> Answer:
    """Show the review of a pasted or uploaded record. It isn't stored: every request sends it again."""
    form = await page.form()
    text = form.text("record")
    try:
        text = await sent_text(form)
        deck = await sent_deck(form)
        record = await page.host.desk.run(page.client, read_record, text, deck)
        seat, source = form.number("seat") or 0, OfRecord(text, deck)
        ways = record_ways(text, deck, page.token)
        names, title = record_names(record.game), record_title(record.game)
        found = await _find_review(page, source, record.game, seat)
        return await _answer(page, source, record.game, names, seat, ways, title, found)
    except FornoError as error:
        status, _code, sentence = explain(error)
        return page.answer(record_page(page.context, text, sentence), status)


async def _find_review(page: PageRequest, source: Source, game: Game, seat: int) -> Review | None:
    check_seat(game, seat)
    return await page.host.reviewers.review(page.client, source, seat)


async def _answer(
    page: PageRequest,
    source: Source,
    game: Game,
    names: tuple[str, ...],
    seat: int,
    ways: Ways,
    title: str,
    found: Review | None,
) -> Answer:
    content = await asyncio.to_thread(review_or_waiting, game, names, found, ways, seat)
    return page.answer(review_page(page.context, title, names[seat], content, source.table))

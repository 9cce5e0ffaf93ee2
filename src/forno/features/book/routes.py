"""Routes of a visitor's book: the page, export and deletion."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from litestar import Request, Response, get, post

from forno.features.book.page import book_content
from forno.web.answers import SECRET
from forno.web.page_requests import PageRequest

Web = Request[Any, Any, Any]
SHEETS: Final = ["rooms.css", "book.css"]


@get("/book", include_in_schema=False)
async def book_page(request: Web) -> Response[Any]:
    page = PageRequest(request)
    page.house.moves.count(page.client)
    key, cookies = page.book()
    left = await page.house.books.write_in(key, page.kept, page.name)
    book = await page.house.books.read(key)
    content = await asyncio.to_thread(book_content, book)
    needed = cookies if book.games else []  # an empty book needs no cookie
    return page.answer(
        "book.html", set_cookies=needed, secret=True, sheets=SHEETS, content=content, games=book.games, left=left
    )


@get("/book/export", include_in_schema=False)
async def export(request: Web) -> Response[Any]:
    """Send everything stored in the visitor's book as JSON."""
    page = PageRequest(request)
    page.house.moves.count(page.client)
    key, cookies = page.book()
    await page.house.books.write_in(key, page.kept, page.name)
    told = await page.house.books.export(key)
    return Response(
        json.dumps(told, indent=1, ensure_ascii=False),
        cookies=cookies if told["leaves"] else [],
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="forno-book.json"', "cache-control": SECRET},
    )


@get("/book/delete", include_in_schema=False)
async def ask_before_deleting(request: Web) -> Response[Any]:
    page = PageRequest(request)
    return page.answer("book_delete.html", sheets=SHEETS)


@post("/book/delete", include_in_schema=False)
async def delete(request: Web) -> Response[Any]:
    """Delete the visitor's book for good; a new one begins with the next game."""
    page = PageRequest(request)
    page.house.moves.count(page.client)
    key, cookies = page.book()
    await page.house.books.delete(key)
    return page.go("/book", cookies)


HANDLERS: Final = [book_page, export, ask_before_deleting, delete]

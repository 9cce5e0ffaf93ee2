"""Routes of a visitor's book: the page, export and deletion."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from litestar import Request, Response, get, post

from forno.features.book.page import book_page, delete_book_page
from forno.web.answers import SECRET
from forno.web.page_requests import PageRequest

Web = Request[Any, Any, Any]


@get("/book", include_in_schema=False)
async def book(request: Web) -> Response[Any]:
    page = PageRequest(request)
    page.house.moves.count(page.client)
    key, cookies = page.book()
    left = await page.house.books.write_in(key, page.kept, page.name)
    found = await page.house.books.read(key)
    html = await asyncio.to_thread(book_page, page.context, found, left)
    needed = cookies if found.games else []  # an empty book needs no cookie
    return page.answer(html, set_cookies=needed, secret=True)


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
    return page.answer(delete_book_page(page.context))


@post("/book/delete", include_in_schema=False)
async def delete(request: Web) -> Response[Any]:
    """Delete the visitor's book for good; a new one begins with the next game."""
    page = PageRequest(request)
    page.house.moves.count(page.client)
    key, cookies = page.book()
    await page.house.books.delete(key)
    return page.go("/book", cookies)


HANDLERS: Final = [book, export, ask_before_deleting, delete]

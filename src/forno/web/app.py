"""The whole server, put together: `create_app(settings)` is an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import forno
from forno.core.language import _, use
from forno.table.errors import TableClosed
from forno.web import api, learning, pages, replays, table_pages
from forno.web.assets import Assets
from forno.web.errors import explain, too_large
from forno.web.house import House
from forno.web.play import Play, answer
from forno.web.rendering import Pages
from forno.web.security import HEADERS, csrf
from forno.web.settings import Settings
from forno.web.streams import encode
from forno.web.visitors import cookies, header, language_of
from forno.web.visits import Visit


class Application:
    """The front door: static files, moves and streams first, and all else to Litestar."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.house = House(settings)
        self.assets = Assets()
        self.house.pages = Pages(self.house, self.assets)
        self.play = Play(self.house)
        self.litestar = Litestar(
            route_handlers=[*pages.HANDLERS, *learning.HANDLERS, *table_pages.HANDLERS, *replays.HANDLERS, api.router],
            exception_handlers={Exception: refuse},
            csrf_config=csrf(settings.secret),
            compression_config=CompressionConfig(backend="gzip", minimum_size=600, gzip_compress_level=5),
            openapi_config=openapi(),
            request_max_body_size=settings.most_upload,
            state=State({"house": self.house}),
            lifespan=[self._lifespan],
            logging_config=None,
        )

    @asynccontextmanager
    async def _lifespan(self, _app: Litestar) -> AsyncIterator[None]:
        await self.house.open()
        try:
            yield
        finally:
            await self.house.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.litestar(scope, receive, send)
            return
        if scope["path"].startswith("/static/"):
            await self.assets(scope, receive, with_headers(send))
            return
        if await self.play(scope, receive, send):
            return
        with use(language_of(cookies(scope), header(scope, b"accept-language"))):
            length = header(scope, b"content-length")
            if length and (not length.isdecimal() or int(length) > self.settings.most_upload):
                await refuse_body(send)
                return
            await self.litestar(scope, receive, with_headers(send))


def with_headers(send: Any) -> Any:
    """Send with the headers that every answer has."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return sending


async def refuse_body(send: Any) -> None:
    status, code, sentence = explain(too_large())
    await answer(send, status, encode({"error": code, "message": sentence}))


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Every error as a page, or for programs and scripts as JSON; never more than a sentence."""
    status, code, sentence = explain(error)
    path = request.scope["path"]
    if path.startswith("/api") or request.content_type[0] == "application/json":
        return Response({"error": code, "message": sentence}, status_code=status, media_type="application/json")
    visit = Visit(request)
    lost = code in ("not-found", "damaged") or not path.startswith("/t/")
    table = "" if lost else f"/t/{path.split('/')[2]}"
    closed = code == TableClosed.code
    return visit.page(
        "error.html",
        status,
        heading=heading(status),
        message=sentence,
        back="" if closed else table,
        record=f"{table}/record" if closed else "",
    )


def heading(status: int) -> str:
    if status == 404:
        return _("Nothing here")
    if status == 410:
        return _("This table is closed")
    if status >= 500:
        return _("Something burned")
    return _("That doesn't work")


def openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Forno",
        version=forno.__version__,
        description="Everything that the pages of Forno do, for programs. See docs/api.md.",
        path="/api/openapi.json",
        render_plugins=[JsonRenderPlugin(path="/")],
        components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
        # A spectator's requests have no key.
        security=[{}, {"seat": []}],
        use_handler_docstrings=True,
    )


def create_app(settings: Settings | None = None) -> Application:
    return Application(settings or Settings())

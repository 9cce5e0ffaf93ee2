"""The ASGI application: `create_app(settings)` puts the whole server together."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import RequestEncodingType
from litestar.handlers import HTTPRouteHandler

from forno.background.rate_limits import TooMany, Turns
from forno.core.language import _, use
from forno.features.daily import routes as daily
from forno.features.groups import routes as groups
from forno.features.identity import routes as identity
from forno.features.identity.one_time_notes import DeviceTransfers
from forno.features.identity.players import KeyRequired
from forno.features.notices import routes as notices
from forno.features.pictures import routes as pictures
from forno.features.replay import routes as replay
from forno.features.review import routes as review
from forno.features.rules import routes as rules
from forno.features.statistics import routes as statistics
from forno.features.you import routes as you
from forno.features.your_tables import routes as your_tables
from forno.live.commands.arguments import BadRequest, unreadable
from forno.pages.base_path import lie_under
from forno.pages.caches import Latest
from forno.pages.documents.document import PageContext
from forno.pages.documents.error_page import error_page
from forno.pages.html import CSRF_FIELD
from forno.pages.json_encoding import encode_with
from forno.server.host import ServerHost
from forno.server.metrics import Metrics
from forno.server.settings import ServerSettings
from forno.table.errors import TableClosed
from forno.web import api, home, table_pages
from forno.web.answers import Finisher
from forno.web.assets import Assets
from forno.web.errors import bad_form, explain, too_large
from forno.web.health import PATHS, Health
from forno.web.identity import cookies, header, language_of
from forno.web.logs import REQUEST_ID, log_request, next_request
from forno.web.offline_package import PACKAGE_PATH, OfflinePackage
from forno.web.openapi import openapi
from forno.web.page_requests import PageRequest
from forno.web.play import Play, answer, encode_fast, refusal
from forno.web.proxies import TrustedProxies, answer_outside, inside
from forno.web.security import TOKEN_HEADER, client_of, token_cookie, token_fits

HOST_PATTERN: Final = re.compile(r"[\w.:\[\]-]{0,255}", re.ASCII)
LENGTH_PATTERN: Final = re.compile(r"\d{1,12}", re.ASCII)
SAFE: Final = ("GET", "HEAD")
TAKEN_FOR: Final = {"HEAD": "GET", "OPTIONS": "UNKNOWN"}
"""Methods as they are routed: HEAD as GET, without the body; OPTIONS is refused like any unknown method, since
Litestar's own answer names one of two handlers of an address."""
MAX_PAGES_AT_ONCE: Final = 8
"""Pages, and requests of programs, that are worked on at a time for one client: a long list takes some 20 ms, for which
all others wait."""
MAX_WAITING_PAGES: Final = 256
"""Further ones of the client that wait."""
PAGE_MODULES: Final = [
    home,
    table_pages,
    your_tables,
    you,
    identity,
    groups,
    statistics,
    rules,
    replay,
    review,
    pictures,
    daily,
    notices,
]
PAGES: Final = [
    *(found for module in PAGE_MODULES for found in vars(module).values() if isinstance(found, HTTPRouteHandler)),
    *table_pages.COMMAND_HANDLERS,
]
"""Handlers of all pages: every one that these modules define."""
FORMS: Final = (RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART)


class Application:
    """ASGI application: serves static files, moves and streams itself, and passes everything else to Litestar."""

    def __init__(self, settings: ServerSettings) -> None:
        lie_under(settings.base_path)
        encode_with(encode_fast)
        self.settings = settings
        self.proxies = TrustedProxies(settings.trusted_proxies)
        self.host = ServerHost(settings)
        self.assets = Assets()
        self.package = OfflinePackage(settings.offline) if settings.offline else None
        megabytes = self.package.megabytes if self.package else 0
        context = PageContext(self.assets, offline_megabytes=megabytes, notices=bool(self.host.notices.channels))
        self.play = Play(self.host)
        self.health = Health(self.host)
        self.turns = Turns(MAX_PAGES_AT_ONCE, MAX_WAITING_PAGES)
        self.litestar = Litestar(
            route_handlers=[Router("/", route_handlers=PAGES, include_in_schema=False), api.router],
            dependencies={"page": Provide(PageRequest, sync_to_thread=False)},
            exception_handlers={Exception: refuse},
            before_request=check_form,
            openapi_config=openapi(),
            request_max_body_size=settings.most_upload,
            state=State(
                {
                    "host": self.host,
                    "assets": self.assets,
                    "context": context,
                    "transfers": DeviceTransfers(self.host.store.sharing),
                    "pictures": Latest(pictures.MAX_CACHED_PICTURES),
                }
            ),
            lifespan=[self._lifespan],
            logging_config=None,
        )

    @asynccontextmanager
    async def _lifespan(self, _app: Litestar) -> AsyncIterator[None]:
        await self.host.open()
        try:
            yield
        finally:
            await self.host.close()

    def drain(self) -> None:
        """Prepare for the end: tell streams to reconnect, and close connections with their answers."""
        self.host.drain()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.litestar(scope, receive, send)
            return
        self.proxies.resolve(scope)
        asked = inside(scope)
        if asked is None:
            await answer_outside(scope, send)
            return
        scope = asked
        answering = Answering(scope, send, last=self.host.draining or self.host.capacity.is_scarce)
        number = REQUEST_ID.set(answering.number)
        try:
            await self._serve(scope, receive, answering)
        finally:
            REQUEST_ID.reset(number)
            answering.count(self.host.metrics)

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        if path.startswith("/static/"):
            await self.assets(scope, receive, send)
        elif self.package is not None and path.startswith(PACKAGE_PATH):
            await self.package(scope, send)
        elif path in PATHS:
            await self.health(scope, send)
        elif not await self.play(scope, receive, send):
            with use(language_of(cookies(scope), header(scope, b"accept-language"))):
                await self._answer(scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        length = header(scope, b"content-length")
        if length and not (LENGTH_PATTERN.fullmatch(length) and int(length) <= self.settings.most_upload):
            await answer(send, *refusal(too_large()))
        elif HOST_PATTERN.fullmatch(header(scope, b"host")) is None:
            await answer(send, *refusal(unreadable(_("the request's Host header names no server."))))
        else:
            asked: Any = {**scope, "method": TAKEN_FOR.get(scope["method"], scope["method"])}
            try:
                async with self.turns.take(client_of(scope)):
                    await self.litestar(asked, refuse_disconnects(receive), Finisher(scope, send))
            except TooMany as error:
                await answer(send, *refusal(error))


class Answering:
    """Sender of one response: adds the request's number, and notes status and duration."""

    def __init__(self, scope: Any, send: Any, last: bool) -> None:
        """`last`: the connection ends with it."""
        self.number = next_request()
        self._scope = scope
        self._send = send
        self._last = last
        self._named = not scope["path"].startswith("/static/")
        """Files are kept for good, and a page loads thirty of them: there it would only be weight."""
        self._status = 0
        self._began = time.perf_counter()
        self._seconds = 0.0

    def __call__(self, message: Any) -> Awaitable[None]:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._seconds = time.perf_counter() - self._began
            headers = list(message.get("headers", ()))
            if self._named:
                headers.append((b"x-request-id", self.number.encode()))
            if self._last:
                headers.append((b"connection", b"close"))
            message = {**message, "headers": headers}
        sent: Awaitable[None] = self._send(message)
        return sent

    def count(self, metrics: Metrics) -> None:
        path = self._scope["path"]
        what = kind_of(path)
        metrics.requests(what, str(self._status)).inc()
        if what == "move":
            metrics.move_seconds.observe(self._seconds)
        log_request(self.number, self._scope, self._status, self._seconds)


def kind_of(path: str) -> str:
    """Return the kind of a request, for metrics."""
    if path.startswith("/static/"):
        return "file"
    if path in PATHS:
        return "health"
    for end in ("move", "stream"):
        if path.endswith((f"/{end}", f"/{end}s")):
            return end
    return "api" if path.startswith("/api") else "page"


def refuse_disconnects(receive: Any) -> Any:
    """Return `receive` that raises `BadRequest` when the client hangs up, which is no failure of ours."""

    async def receiving() -> Any:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadRequest("")
        return message

    return receiving


async def check_form(request: Request[Any, Any, Any]) -> None:
    """Check the CSRF token of a form field or header; an address that is signed itself needs none."""
    if request.method in SAFE or request.route_handler.opt.get("signed"):
        return
    sent = request.headers.get(TOKEN_HEADER, "")
    if request.content_type[0] in FORMS:
        try:
            form = await request.form()
        except ValueError as error:  # what isn't text, or no form
            raise unreadable(error) from None
        sent = sent or str(form.get(CSRF_FIELD) or "")
    secret = request.app.state.host.settings.secret
    if not token_fits(secret, sent, request.cookies.get(token_cookie(secret), "")):
        raise bad_form()


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer every error as a page, or for programs and scripts as JSON; never more than a sentence."""
    status, code, sentence = explain(error)
    path = request.scope["path"]
    allowed = allow(error)
    if path.startswith("/api") or request.content_type[0] == "application/json":
        told = {"error": code, "message": sentence}
        return Response(told, status_code=status, media_type="application/json", headers=allowed)
    asked = PageRequest(request)
    if isinstance(error, KeyRequired):
        return identity.answer_required(asked, sentence, status, error.name)
    lost = code in ("not-found", "damaged") or not path.startswith("/t/")
    table = "" if lost else path.split("/")[2]
    page = asked.answer(error_page(asked.context, heading(status), sentence, table, code == TableClosed.code), status)
    page.headers.update(allowed)
    return page


def allow(error: Exception) -> dict[str, str]:
    """Return the allowed methods of an address."""
    named = (getattr(error, "headers", None) or {}).get("allow", "")
    methods = {method.strip() for method in named.split(",") if method} - {"OPTIONS"}
    return {"allow": ", ".join(sorted(methods | {"HEAD"} if "GET" in methods else methods))} if methods else {}


def heading(status: int) -> str:
    if status == 404:
        return _("Nothing here")
    if status == 410:
        return _("This table is closed")
    if status >= 500:
        return _("Something burned")
    return _("That doesn't work")


def create_app(settings: ServerSettings | None = None) -> Application:
    return Application(settings or ServerSettings())

"""Requests for pages: the visitor's identity, and answers with the cookies that were set on the way."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import quote

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect

from forno.core.language import language
from forno.features.answer_times.answer_times import tell_answer_times
from forno.features.identity.players import PLAYER_COOKIE, PlayerKey, check_player, read_player_key
from forno.features.you.book_store import BOOK_COOKIE, BookKey, read_book_key
from forno.features.your_tables.seat_cookie import (
    TABLES_COOKIE,
    Kept,
    fit_tables,
    read_kept,
    together,
    too_long,
    with_table,
)
from forno.live.commands.arguments import Sent
from forno.live.commands.callers import KeyCaller
from forno.live.live_table import LiveTable
from forno.live.sealed_deals import DealAddition, Sealed, added_number
from forno.pages.base_path import at
from forno.pages.documents.document import PageContext
from forno.pages.html import Markup
from forno.pages.publishing.readers import Viewer
from forno.server.host import ServerHost
from forno.table.guests import tidy_name
from forno.table.keys import new_key
from forno.web.answers import NEVER_COMPRESSED
from forno.web.identity import (
    TICKET_COOKIE,
    cookie,
    cookies,
    keys_cookie,
    keys_of,
    name_cookie,
    name_of,
    origin_of,
    tables_cookie,
)
from forno.web.security import client_of, form_token, new_form_key, token_cookie

Answer = Response[Any]


class PageRequest:
    """A visitor's request."""

    def __init__(self, request: Request[Any, Any, Any]) -> None:
        self.request = request
        self.scope = request.scope
        self.host: ServerHost = request.app.state.host
        self.jar = cookies(self.scope)
        secret = self.host.settings.secret
        self.token = form_token(secret, self.jar.get(token_cookie(secret), ""))
        self._new_form_key = "" if self.token else new_form_key(secret)
        if self._new_form_key:
            self.token = form_token(secret, self._new_form_key)
        self.name = name_of(self.jar)
        self.keys = keys_of(self.jar)
        """The keys of this device at the table that is asked for."""
        self.kept = read_kept(self.jar.get(TABLES_COOKIE, ""))
        """The tables of this browser, the newest first; after `find_tables` all tables of its player."""
        self.has_keys = self.host.settings.player_keys != "off"
        """Whether players have keys at this server."""
        self.player = read_player_key(self.jar.get(PLAYER_COOKIE, "")) if self.has_keys else None
        """The player's key; `None` before the first seat is taken."""
        self.ticket = self.jar.get(TICKET_COOKIE, "")
        self.client = client_of(self.scope)
        self.caller = KeyCaller(self.keys, self.client, self.name, self.ticket)
        """The visitor as a caller of commands."""
        self._cookies: dict[tuple[str, str], Cookie] = {}
        """Cookies that the answer sets, by name and path."""

    @property
    def cookies(self) -> list[Cookie]:
        """The cookies that the answer sets; `answer` and `go` send them."""
        return list(self._cookies.values())

    def set_cookie(self, *cookies: Cookie) -> None:
        """Set cookies with the answer, in place of earlier ones of the same name and path."""
        self._cookies |= {(cookie.key, cookie.path): cookie for cookie in cookies}

    @property
    def here(self) -> str:
        query = self.scope["query_string"].decode("latin-1")
        return quote(self.scope["path"]) + (f"?{query}" if query else "")

    @property
    def context(self) -> PageContext:
        """The context of page functions for this request."""
        site: PageContext = self.request.app.state.context
        return replace(site, token=self.token, address=self.here)

    def answer(self, html: Markup, status: int = 200, secret: bool = False) -> Answer:
        """Return a page. A secret one holds what opens a seat."""
        if self._new_form_key:
            self.set_cookie(cookie(self.scope, token_cookie(self.host.settings.secret), self._new_form_key))
        headers = {"cache-control": NEVER_COMPRESSED if secret else "no-store"}
        return Response(str(html), media_type=MediaType.HTML, status_code=status, cookies=self.cookies, headers=headers)

    def go(self, path: str) -> Answer:
        """Return a redirect to another page."""
        return Redirect(at(path), status_code=303, cookies=self.cookies, headers={"cache-control": "no-store"})

    def part(self, html: Markup) -> Answer:
        """Return a part of a page, to renew an open one."""
        return Response(str(html), media_type=MediaType.HTML, headers={"cache-control": "no-store"})

    def download(self, name: str, data: Mapping[str, Any]) -> Answer:
        """Return what is stored of the visitor, as a JSON file of that name."""
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": NEVER_COMPRESSED}
        text = json.dumps(data, indent=1, ensure_ascii=False)
        return Response(text, media_type=MediaType.JSON, cookies=self.cookies, headers=headers)

    def count(self, limit: str) -> None:
        """Count the request against a rate limit: openings, moves or words. Raises `TooMany`."""
        self.host.count(limit, self.client)

    async def form(self) -> Sent:
        """Return the fields of the form that was sent."""
        return Sent(await self.request.form())

    async def sent(self) -> tuple[Mapping[str, Any], bool]:
        """Return the fields of a form, or what a script sent as JSON, and whether it was a script."""
        script = self.request.content_type[0] == MediaType.JSON
        sent = await self.request.json() if script else await self.request.form()
        return sent if isinstance(sent, Mapping) else {}, script

    # --- the visitor's book ---------------------------------------------------------

    @cached_property
    def book(self) -> BookKey:
        """The key of the visitor's book; a new one is lost again unless the browser keeps it."""
        return read_book_key(self.jar.get(BOOK_COOKIE, "")) or BookKey(new_key())

    def keep_book(self) -> BookKey:
        """Return the key of the visitor's book, which the browser keeps from now on."""
        if self.jar.get(BOOK_COOKIE) != self.book.key:
            self.set_cookie(cookie(self.scope, BOOK_COOKIE, self.book.key))
        return self.book

    # --- the player's key -----------------------------------------------------------

    def check_player(self, name: str = "") -> None:
        """Raise `KeyRequired` if the visitor needs a key to sit down, and has none. `name`: what they have said."""
        check_player(self.player, self.host.settings.player_keys, name)

    async def find_tables(self) -> list[Kept]:
        """Return the player's tables on all devices."""
        if self.player is not None:
            await self.host.cups.deliver(self.player)
            stored = await self.host.players.tables(self.player)
            listed = {kept.table for kept in stored}
            newer = [kept for kept in self.kept if kept.table not in listed]
            self.kept = [*newer, *together([kept for kept in self.kept if kept.table in listed], stored)]
        return self.kept

    async def own_player(self, tables: Sequence[Kept] = ()) -> PlayerKey | None:
        """Return the player's key with these seats stored; a new one with all tables of this browser. `None` where
        players have no keys."""
        if not self.has_keys:
            return None
        player = self.player or PlayerKey(new_key())
        if self.player is None:
            await self.host.players.adopt(player, self.kept)
            self.set_cookie(cookie(self.scope, PLAYER_COOKIE, player.key))
        await self.host.players.remember(player, tables)
        self.player = player
        return player

    async def take_over(self, player: PlayerKey, tables: Sequence[Kept] = ()) -> None:
        """Make this browser one of a player's devices: its tables and groups become that player's, too."""
        await self.find_tables()
        await self.host.players.adopt(player, together(self.kept, tables))
        if self.player is not None:
            await self.host.cups.move(self.player, player)
            await self.host.groups.move(self.player, player)
        self.player = player
        self.set_cookie(cookie(self.scope, PLAYER_COOKIE, player.key))

    # --- at a table -----------------------------------------------------------------

    async def find_seats(self, live: LiveTable) -> None:
        """Find the seats of this device again whose keys aren't here: the answer that brought them got lost, or they
        are kept among its tables alone, since they came from another device.

        The browser gets those keys, and before the start a ticket if it has none.
        """
        known = [key for kept in self.kept if kept.table == live.id for key in kept.keys.values()]
        if self.player is not None:
            await self.host.cups.deliver(self.player)
            known += (await self.host.players.seats(self.player, live.id)).keys.values()
        if self.ticket:
            known += [self.caller.sitting_key(live, place) for place in (None, *range(len(live.table.seats)))]
        lost = [key for key in known if key not in self.keys and live.table.seat_of(key) is not None]
        self.keys += lost
        if lost or self.is_unlisted(live):
            await self.keep(live)
        if not self.ticket and live.table.phase == "gathering":
            self.set_cookie(cookie(self.scope, TICKET_COOKIE, new_key(), f"/t/{live.id}"))

    async def tell_answer_times(self, live: LiveTable) -> None:
        """Tell a table over days how long the visitor usually takes to answer, where players have keys."""
        if self.player is not None and live.table.settings.slow and live.table.phase == "gathering":
            seats = live.seats_of(self.keys)
            await tell_answer_times(self.host.store, live, seats, await self.host.players.tables(self.player))

    def is_unlisted(self, live: LiveTable) -> bool:
        """Return whether the seat cookie lists other seats at this table than the browser has."""
        listed = next((kept for kept in self.kept if kept.table == live.id), Kept(live.id))
        return self._seated(live, self.keys) != listed

    def _seated(self, live: LiveTable, keys: Iterable[str]) -> Kept:
        return Kept(live.id, {seat: key for key in keys if (seat := live.table.seat_of(key)) is not None})

    async def keep(self, live: LiveTable, *added: str) -> None:
        """Let the browser keep the keys of a table, and list it among the visitor's own."""
        seated = self._seated(live, [*self.keys, *added])
        if seated.keys or self.player is not None:
            await self.own_player([seated])
        if self.player is not None and seated.keys:
            await self.host.groups.take_seats(self.player, live.id, seated.keys.values())
        self.kept, left_out = await fitting(self.host, with_table(self.kept, seated))
        await self.write_in(left_out)
        self.set_cookie(keys_cookie(self.scope, live.id, seated.keys.values()), tables_cookie(self.scope, self.kept))

    async def write_in(self, tables: Sequence[Kept]) -> None:
        """Write tables into the book before this browser forgets them."""
        if tables:
            await self.host.books.write_in(self.keep_book(), tables, self.name)

    def viewer(self, live: LiveTable, wanted: int | None = None) -> Viewer:
        """Return the viewer: the requested seat, the first of this device, or a spectator."""
        seats = live.seats_of(self.keys)
        if wanted is not None:
            seat: int | None = live.seat_among(seats, wanted)
        else:
            seat = seats[0] if seats else None
        return Viewer(seat, frozenset(seats), language(), self.token, origin_of(self.scope), self.name)

    def envelope(self, form: Sent) -> tuple[Sealed | None, DealAddition]:
        """Return the envelope that a form was sent with, and what its browser adds to the deal.

        Who never saw that seal can't have drawn a number after it, so it doesn't count. It isn't a mistake, either:
        pages grow old, and scripts don't run everywhere.
        """
        sealed = self.host.envelopes.open(form.text("envelope"), self.host.store.now())
        if sealed is None or sealed.seal != form.text("seal"):
            return None, DealAddition()
        return sealed, added_number(form.text("number"), form.text("promise"))

    def given_name(self, text: str) -> str:
        """Return the name given, which the browser remembers, or the remembered one, or a stand-in."""
        self.remember(tidy_name(text))
        return self.caller.display_name(text)

    def remember(self, name: str) -> None:
        """Let the browser remember a name that was given, if it is new."""
        if name and name != self.name:
            self.set_cookie(name_cookie(self.scope, name))


Page = NamedDependency[PageRequest]
"""The request that a handler answers."""


async def fitting(host: ServerHost, tables: list[Kept]) -> tuple[list[Kept], list[Kept]]:
    """Return the tables that a browser can keep, and those that go if there are too many: finished ones first."""
    if not too_long(tables):
        return tables, []
    found = await host.store.summaries([kept.table for kept in tables])
    stay = fit_tables(tables, {row.table for row in found if row.phase in ("gathering", "playing")})
    return stay, [kept for kept in tables if kept not in stay]


@lru_cache(maxsize=256)
def qr_picture(link: str) -> Markup:
    """Return the QR code of a link, as SVG."""
    import segno  # takes a tenth of a server's start, and few tables need it

    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, xmldecl=False, omitsize=True)
    return Markup(out.getvalue().decode())

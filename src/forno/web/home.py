"""Routes of the pages around the tables: home, lobby, new tables, settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from forno.bots import DEFAULT_BOT
from forno.core.decks import MAX_DECK_CHARACTERS
from forno.core.errors import DeckError, FornoError
from forno.core.language import _, capital, language, languages
from forno.core.registry import GameInfo, game_info
from forno.features.pictures.routes import preview
from forno.features.your_tables.page import table_list
from forno.features.your_tables.routes import your_tables
from forno.live.commands.arguments import Sent
from forno.pages.base_path import at
from forno.pages.documents.document import description
from forno.pages.documents.error_page import no_connection_page
from forno.pages.documents.forms import BOT, OPEN, TableWish, faulty_option, read_wish, usual_wish
from forno.pages.documents.home_page import home_page
from forno.pages.documents.new_table_page import new_table_page
from forno.pages.documents.settings_page import settings_page
from forno.table.games import shared_game
from forno.table.guests import tidy_name
from forno.web.errors import explain, too_large
from forno.web.identity import LANGUAGE_COOKIE, cookie
from forno.web.lobby_page import lobby_page
from forno.web.page_requests import Answer, Page, PageRequest

SHOW_LINKS: Final = ("Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding", "Discordbot")
"""User agents of link previews, which may see the page behind a link."""


@get("/")
async def home(page: Page) -> Answer:
    yours = table_list(await your_tables(page.host, await page.find_tables(), page.player))
    return page.answer(home_page(page.context, yours, preview(page)))


@get("/lobby")
async def lobby(page: Page) -> Answer:
    waiting, playing = [await page.host.store.listing(phase) for phase in ("gathering", "playing")]
    return page.answer(lobby_page(page.context, waiting, playing))


# --- opening tables -----------------------------------------------------------------


@post("/play/{game:str}")
async def play_now(page: Page, game: FromPath[str]) -> Answer:
    """Open a table with one click: bots, the visitor seated, the cards dealt."""
    info = game_info(game)
    page.count("openings")
    form = await page.form()
    usual = shared_game(info.name, dict(info.usual_table), None)
    bot = form.text("bot") or page.host.bots.first_of(usual, DEFAULT_BOT)
    query = "" if page.kept else "?first=1"
    return await open_table(page, info, usual_wish(info, BOT + bot), form.text("name"), form, query)


@post("/friends/{game:str}")
async def play_with_friends(page: Page, game: FromPath[str]) -> Answer:
    """One click: a table with the visitor seated and a link for everybody else. What is played there can be settled
    meanwhile, and bots take what stays empty."""
    info = game_info(game)
    page.count("openings")
    return await open_table(page, info, usual_wish(info, OPEN), "", Sent({}))


@get("/envelope")
async def envelope(page: Page) -> Answer:
    """Return the name and the seal of a table that this browser may open and start with one press."""
    text = page.host.envelopes.new(page.host.store.now())
    sealed = page.host.envelopes.open(text, page.host.store.now())
    assert sealed is not None
    told = {"envelope": text, "table": sealed.table, "seal": sealed.seal}
    return Response(told, headers={"cache-control": "no-store"})


@get("/new/{game:str}")
async def new_table(page: Page, game: FromPath[str]) -> Answer:
    info = game_info(game)
    page.check_player()  # before the form is filled in
    return new_page(page, info, {})


def new_page(
    page: PageRequest,
    info: GameInfo,
    sent: dict[str, Any],
    wrong: str = "",
    status: int = 200,
    at: Mapping[str, str] | None = None,
) -> Answer:
    """Return the form for a new table; after a mistake with what was sent, and sentences at the options concerned."""
    made = shared_game(info.name, {}, None)
    bots = page.host.bots
    usual = bots.first_of(made, DEFAULT_BOT)
    html = new_table_page(page.context, info, bots.choices(made), usual, page.name, sent, wrong, at)
    return page.answer(html, status)


@post("/new/{game:str}")
async def open_new_table(page: Page, game: FromPath[str]) -> Answer:
    info = game_info(game)
    page.count("openings")
    form = await page.form()
    sent = form.texts
    page.check_player()
    deck = None
    try:
        deck = await deck_text(form.fields.get("option_deck"))
        await page.host.read_deck(info.name, deck)
        wish = read_wish(info, sent, deck)
        return await open_table(page, info, wish, form.text("name"), form)
    except FornoError as error:
        status, _code, sentence = explain(error)
        # A browser fills everything in again but files.
        told = {} if deck is None else {"deck": _("Choose the file again.")}
        told["deck" if isinstance(error, DeckError) else faulty_option(info, sent, deck)] = sentence
        return new_page(page, info, sent, sentence, status, told)


async def deck_text(upload: Any) -> str | None:
    """Return the text of an uploaded deck; `None` if there is none."""
    if not isinstance(upload, UploadFile) or not upload.filename:
        return None
    content = await upload.read()
    if len(content) > MAX_DECK_CHARACTERS * 4:
        raise too_large()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise DeckError(capital(_("it isn't text."))) from None


async def open_table(
    page: PageRequest, info: GameInfo, wish: TableWish, name: str, form: Sent, query: str = ""
) -> Answer:
    """Open a table and redirect to it."""
    page.check_player(name)
    sealed, added = page.envelope(form)
    live, keys = await page.host.open_table(info, wish, page.given_name(name), sealed, added.number)
    await page.keep(live, *keys)
    return page.go(f"/t/{live.id}{query}")


# --- settings -------------------------------------------------------------


@get("/settings")
async def settings(page: Page) -> Answer:
    return page.answer(settings_page(page.context, page.name))


@post("/settings")
async def change_settings(page: Page) -> Answer:
    """Remember the name and the language in cookies."""
    form = await page.form()
    page.remember(tidy_name(form.text("name")))
    if (chosen := form.text("language")) in languages():
        page.set_cookie(cookie(page.scope, LANGUAGE_COOKIE, chosen))
    return page.go(local(form.text("back") or "/"))


def local(path: str) -> str:
    """Return the path if it is one of this server, else the root."""
    fine = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if fine else "/"


# --- files that must lie at the root ----------------------------------------------------


@get("/manifest.webmanifest")
async def manifest(request: Request[Any, Any, Any]) -> Answer:
    """Return the web app manifest in the visitor's language."""
    asset = request.app.state.assets.files["manifest.webmanifest"]
    told = json.loads(asset.content)
    told["lang"] = language()
    told |= {name: at(told[name]) for name in ("id", "start_url", "scope")}
    told["icons"] = [icon | {"src": at(icon["src"])} for icon in told["icons"]]
    told["description"] = description()
    return Response(
        json.dumps(told),
        media_type=asset.media.decode(),
        headers={"cache-control": "no-cache", "vary": "accept-language, cookie"},
    )


@get(["/service-worker.js", "/favicon.ico"])
async def root_file(request: Request[Any, Any, Any]) -> Answer:
    path = request.scope["path"].removeprefix("/")
    name = "icon.svg" if path == "favicon.ico" else path
    asset = request.app.state.assets.files.get(name)
    if asset is None:
        raise NotFoundException
    return Response(asset.content, media_type=asset.media.decode(), headers={"cache-control": "no-cache"})


@get("/offline")
async def offline(page: Page) -> Answer:
    """Return the page that the service worker shows without a connection."""
    return page.answer(no_connection_page(page.context))


@get("/robots.txt")
async def robots() -> str:
    shows_links = "".join(f"User-agent: {name}\n" for name in SHOW_LINKS)
    private = "".join(f"Disallow: {at(path)}\n" for path in ("/along/", "/groups/", "/api/"))
    return f"User-agent: *\nDisallow: {at('/t/')}\n{private}\n{shows_links}{private}"

"""Routes of a player's key: what is stored, as a page and as a file, and its deletion."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery

from forno.core.errors import OptionError
from forno.core.language import _
from forno.features.identity.mail_keys import OPEN, MailKeys
from forno.features.identity.page import KeyWays, key_page, link_page, needed_page, new_link_page
from forno.features.identity.passkeys import Passkeys
from forno.features.identity.players import PlayerKey
from forno.live.commands import REPLACE_KEY
from forno.table.errors import NotFound
from forno.table.guests import tidy_name
from forno.web.answers import NEVER_COMPRESSED
from forno.web.home import local
from forno.web.identity import forgetting_cookies, origin_of
from forno.web.page_requests import Answer, Page, PageRequest, qr_picture

SECRET: Final = {"cache-control": NEVER_COMPRESSED}


def own_key(page: PageRequest) -> PlayerKey:
    """Return the visitor's key. Raises `NotFound`."""
    page.count("moves")
    if page.player is None:
        raise NotFound(_("You have no key here yet: you get one with your first seat."))
    return page.player


@get("/you/key")
async def show_key(page: Page, saved: FromQuery[bool] = False) -> Answer:
    page.check_player()
    if page.host.passkeys is None and page.host.mail_keys is None:
        own_key(page)
    return await answer_key(page, _("Saved.") if saved else "")


async def answer_key(page: PageRequest, told: str = "", wrong: str = "", status: int = 200) -> Answer:
    """Answer with the page about the visitor's key."""
    page.count("moves")
    return page.answer(key_page(page.context, len(await page.find_tables()), ways_of(page), told, wrong), status)


def ways_of(page: PageRequest) -> KeyWays:
    """Return the ways to a key that this server has."""
    return KeyWays(page.player is not None, page.host.passkeys is not None, page.host.mail_keys is not None)


def answer_required(page: PageRequest, wrong: str, status: int, name: str) -> Answer:
    """Answer a visitor who needs a key to sit down; with one they go on at the page that they came from.

    `name`: what they have said already, so that nobody asks again.
    """
    parts = page.scope["path"].split("/")
    back = "/".join(parts[:3]) if parts[1] in ("t", "groups", "new") else "/"
    return page.answer(needed_page(page.context, ways_of(page), wrong, back, name), status)


@post("/you/key/make")
async def make_key(page: Page) -> Answer:
    """Make a key for a visitor who has none, before the first seat."""
    page.count("openings")
    form = await page.form()
    await page.own_player()
    page.remember(tidy_name(form.text("name")))
    return page.go(local(form.text("back") or "/"))


@get("/you/key/export")
async def export_key(page: Page) -> Answer:
    """Send what is stored of the player as JSON; the keys themselves stay out of files."""
    player = own_key(page)
    told = await page.host.players.export(player) | {
        "groups": await page.host.groups.export(player),
        "notices": await page.host.notices.subscriptions.export(await page.find_tables()),
    }
    return page.download("forno-key.json", told)


@post("/you/key/delete")
async def delete_key(page: Page) -> Answer:
    """Delete what is stored of the player, and this browser's key and tables."""
    player = own_key(page)
    kept = await page.find_tables()
    await page.host.notices.subscriptions.forget(kept)
    await page.host.groups.forget(player)
    await page.host.players.delete(player)
    page.set_cookie(*forgetting_cookies(page.scope, [one.table for one in kept]))
    return page.go("/")


# --- passkeys -----------------------------------------------------------------------------------


def passkeys_of(page: PageRequest) -> Passkeys:
    """Return the server's passkeys. Raises `NotFound` if it takes none."""
    page.count("openings")
    if page.host.passkeys is None:
        raise NotFound(_("This server takes no passkeys."))
    return page.host.passkeys


@post("/you/key/passkey/options", status_code=200)
async def ask_for_new_passkey(page: Page) -> Answer:
    return Response(await passkeys_of(page).creation(own_key(page), page.name), headers=SECRET)


@post("/you/key/passkey", status_code=200)
async def store_passkey(page: Page) -> Answer:
    sent, _script = await page.sent()
    await passkeys_of(page).create(own_key(page), str(sent.get("code")), sent.get("credential"))
    return Response({"next": "/you/key"}, headers=SECRET)


@post("/you/key/passkey/open/options", status_code=200)
async def ask_for_passkey(page: Page) -> Answer:
    return Response(await passkeys_of(page).request(), headers=SECRET)


@post("/you/key/passkey/open", status_code=200)
async def open_passkey(page: Page) -> Answer:
    """Make this browser a device of the player whose key the passkey holds."""
    sent, _script = await page.sent()
    player = await passkeys_of(page).open(str(sent.get("code")), sent.get("credential"))
    await page.take_over(player)
    return Response({"next": "/"}, cookies=page.cookies, headers=SECRET)


# --- by e-mail ----------------------------------------------------------------------------------


def mail_keys_of(page: PageRequest) -> MailKeys:
    """Return what sends keys by mail. Raises `NotFound` if the server has no mail."""
    page.count("words")
    if page.host.mail_keys is None:
        raise NotFound(_("This server sends no keys by e-mail."))
    return page.host.mail_keys


@post("/you/key/mail")
async def keep_address(page: Page) -> Answer:
    mail_keys, player = mail_keys_of(page), own_key(page)
    try:
        await mail_keys.keep((await page.form()).text("mail"), player, page.client)
    except OptionError as error:
        return await answer_key(page, wrong=str(error), status=422)
    return await answer_key(page, _("An e-mail is on its way. Open the link in it."))


@post("/you/key/mail/ask")
async def ask_for_key(page: Page) -> Answer:
    """Send the key of an address, if it has one. The answer doesn't tell."""
    mail_keys = mail_keys_of(page)
    try:
        await mail_keys.ask((await page.form()).text("mail"))
    except OptionError as error:
        return await answer_key(page, wrong=str(error), status=422)
    return await answer_key(page, _("If this address belongs to a key, an e-mail is on its way. Open the link in it."))


@get("/you/key/mail/{code:str}")
async def show_mailed_link(page: Page, code: FromPath[str]) -> Answer:
    """Ask before a link is used: programs that open links in mails do nothing."""
    purpose = await mail_keys_of(page).purpose(code)
    return page.answer(link_page(page.context, purpose == OPEN), secret=True)


@post("/you/key/mail/{code:str}")
async def use_mailed_link(page: Page, code: FromPath[str]) -> Answer:
    player = await mail_keys_of(page).use(code)
    if player is None:
        return page.go("/you/key?saved=true")
    await page.take_over(player)
    return page.go("/")


# --- lost keys of a seat ----------------------------------------------------------------------------


@post("/t/{table:str}/replace-key")
async def replace_lost_key(page: Page, table: FromPath[str]) -> Answer:
    """Replace the lost key of a guest, and show the host the new link."""
    page.count(REPLACE_KEY.limit)
    live = await page.host.find(table)
    await page.find_seats(live)
    result = await REPLACE_KEY.submit(page.host, live, page.caller, (await page.form()).fields)
    name = live.contents.guests.names[result.seat or 0]
    link = f"{origin_of(page.scope)}/t/{live.id}/me/{result.keys[0]}"
    html = new_link_page(page.context, live.id, name, link, qr_picture(link))
    return page.answer(html, secret=True)

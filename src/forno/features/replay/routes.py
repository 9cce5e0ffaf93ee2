"""Routes of replays: step by step, from any seat or with all hands open."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath

from forno.core.errors import FornoError, RecordError
from forno.core.language import _
from forno.features.pictures.routes import preview
from forno.features.replay.page import looking, record_page, replay_page, show_record, show_table
from forno.live.commands.arguments import Sent
from forno.web.errors import explain
from forno.web.home import deck_text
from forno.web.page_requests import Answer, Page


@get("/t/{table:str}/replay")
async def replay_table(page: Page, table: FromPath[str]) -> Answer:
    """Show the replay of a finished game of this server."""
    live = await page.host.find(table)
    played = live.table
    state = played.final
    assert state.seed is not None
    game = played.recipe, state.seed, state.history(), live.contents.guests
    shown = await page.host.desk.run(page.client, show_table, *game, looking(page.request.query_params))
    here = f"/t/{live.id}"
    ways = {"review": f"{here}/review", "trial": f"{here}/try"}
    return page.answer(replay_page(page.context, shown, f"{here}/replay", **ways, preview=preview(page, live)))


@get("/replay")
async def replay_form(page: Page) -> Answer:
    return page.answer(record_page(page.context))


@post("/replay")
async def replay_any(page: Page) -> Answer:
    """Show the replay of a pasted or uploaded record. It isn't stored: every step sends it again."""
    form = await page.form()
    text = form.text("record")
    try:
        text = await sent_text(form)
        deck = await sent_deck(form)
        shown = await page.host.desk.run(page.client, show_record, text, deck, looking(form.fields))
    except FornoError as error:
        status, _code, sentence = explain(error)
        return page.answer(record_page(page.context, text, sentence), status)
    return page.answer(replay_page(page.context, shown, "/replay", text, deck or "", "/review"))


async def sent_text(form: Sent) -> str:
    """Return the record of a form: the uploaded file, or else the pasted text."""
    upload = form.fields.get("file")
    if isinstance(upload, UploadFile) and upload.filename:
        return read_text(await upload.read())
    return form.text("record")


async def sent_deck(form: Sent) -> str | None:
    """Return the custom deck sent along with a record, if there is one."""
    return await deck_text(form.fields.get("deck")) or form.text("deck_text") or None


def read_text(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(_("it isn't text.")) from None

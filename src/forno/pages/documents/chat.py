"""The chat beside a table."""

from __future__ import annotations

from forno.core.language import _
from forno.core.registry import GameInfo
from forno.pages.documents.document import PageContext
from forno.pages.html import Markup, art, hidden_fields, quiet_button, tag
from forno.pages.labels import REACTIONS, phrases
from forno.table.guests import MAX_TEXT_CHARACTERS


def chat(context: PageContext, table_id: str, info: GameInfo, seat: int | None) -> Markup:
    """Return the chat of the players, or that of the spectators for somebody without a seat."""
    say = _("Say something")
    ready = (tag("button.quiet", phrase, type="button", data_words=phrase) for phrase in phrases(info))
    signs = (
        tag("button.quiet", art(picture), type="button", data_words=sign, aria_label=sign)
        for sign, picture in REACTIONS
    )
    form = context.form(
        f"/t/{table_id}/chat",
        None if seat is None else hidden_fields(seat=seat),
        tag("label.unseen", say, for_="chat-text"),
        tag("input#chat-text", name="text", maxlength=MAX_TEXT_CHARACTERS, autocomplete="off", placeholder=say),
        quiet_button(_("Send")),
        selector="form#chat-form",
    )
    return tag(
        "details.leaf.chat",
        tag("summary", _("Spectators' chat") if seat is None else _("Chat")),
        tag("ol#said.said", aria_label=_("Messages")),
        tag("div.phrases", ready),
        tag("div.phrases.reactions", signs),
        form,
        tag("p#chat-wrong.wrong", role="alert"),
    )

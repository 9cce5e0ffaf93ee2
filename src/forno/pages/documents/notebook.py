"""A player's notebook beside the table."""

from __future__ import annotations

from forno.core.language import _
from forno.pages.documents.document import PageContext
from forno.pages.html import Markup, hidden_fields, quiet_button, tag, together
from forno.table.entries.talking import MAX_NOTES_CHARACTERS


def notebook(context: PageContext, table_id: str, seat: int, notes: str) -> Markup:
    """Return the notebook of a seat, which writes itself down; the button is for browsers without scripts."""
    alone = _("Only you can read this, on all your devices.")
    field = tag(
        "textarea#notes",
        notes,
        name="text",
        rows=6,
        maxlength=MAX_NOTES_CHARACTERS,
        placeholder=_("What do you want to remember?"),
        aria_label=_("Your notes"),
        aria_describedby="notes-alone",
    )
    leaf = tag(
        "details.leaf.notebook",
        tag("summary", _("Your notes")),
        context.form(
            f"/t/{table_id}/notes",
            hidden_fields(seat=seat),
            tag("p#notes-alone", tag("small", alone)),
            field,
            tag(
                "p.actions",
                quiet_button(_("Write it down")),
                tag("small#notes-told", role="status", data_kept=_("Noted.")),
            ),
            selector="form#notes-form",
        ),
        open=True,
    )
    return together(leaf, context.script("notebook.js"))

"""Pages that say what went wrong: a refusal, and no connection."""

from __future__ import annotations

from forno.core.language import _
from forno.pages.documents.document import PageContext, document, sorry
from forno.pages.html import Markup, tag


def error_page(context: PageContext, heading: str, message: str, table: str, closed: bool) -> Markup:
    """Return a refusal, with the way back to the table that it is about, or to the record of a closed one."""
    way = None
    if table and closed:
        way = tag("a.go", _("Download the record"), href=f"/t/{table}/record")
    elif table:
        way = tag("a.go", _("Back to the table"), href=f"/t/{table}")
    ways = (way, tag("a.quiet", _("Home"), href="/"), tag("a.quiet", _("Lobby"), href="/lobby"))
    told = sorry("puff", tag("h1", heading), tag("p", message, role="alert"), tag("p.actions", ways))
    return document(context, heading, told)


def no_connection_page(context: PageContext) -> Markup:
    """Return the page that the service worker keeps for when there is no connection."""
    about = _("You are offline. Nothing is lost: this page opens your tables again as soon as the connection is back.")
    told = sorry(
        "waiter",
        tag("h1", _("We can't reach the kitchen")),
        tag("p", about),
        tag("p.actions", tag("a.go", _("Try again"), href="")),
    )
    return document(context, _("No connection"), told, body={"data_offline": True})

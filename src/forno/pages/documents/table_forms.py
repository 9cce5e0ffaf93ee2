"""Forms on a table's page that send commands."""

from __future__ import annotations

from forno.pages.html import Content, Markup, csrf_field, hidden_fields, tag
from forno.pages.publishing.readers import Viewer
from forno.table.table import Table


def command_form(
    table: Table, viewer: Viewer, does: str, *inside: Content, seat: int | None = None, css: str = "", **data: str
) -> Markup:
    """Return a form that sends a table command for a seat."""
    meant = None if seat is None else hidden_fields(seat=seat)
    return tag(
        f"form{css}", csrf_field(viewer.token), meant, *inside, method="post", action=f"/t/{table.id}/{does}", **data
    )

"""HTML of the lobby: public tables that wait for guests or can be watched."""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.language import _, labelled, listed
from forno.core.registry import catalogue, game_info
from forno.pages.documents.document import PageContext, sorry, titled_page
from forno.pages.documents.home_page import game_picture
from forno.pages.html import Markup, tag, unseen
from forno.pages.labels import clock_text, variant_text
from forno.store import TableSummary
from forno.table.settings import SLOW_SECONDS


def lobby_page(context: PageContext, waiting: Sequence[TableSummary], playing: Sequence[TableSummary]) -> Markup:
    """Return the lobby, with the tables that gather and those that play."""
    new = (tag("a.quiet", labelled(_("New table"), info.title), href=f"/new/{info.name}") for info in catalogue())
    none_waits = tag("p.empty", _("No open tables. Open one: others will find it here."))
    none_plays = tag("p.empty", _("No public games right now."))
    return titled_page(
        context,
        _("Lobby"),
        tag(
            "section",
            tag("h2", _("Waiting for players")),
            _tables(waiting, "a.go", _("Sit down")) if waiting else none_waits,
            tag("p.actions", new),
        ),
        tag("section", tag("h2", _("In progress")), _tables(playing, "a.quiet", _("Watch")) if playing else none_plays),
        main="room",
    )


def missing_lobby_page(context: PageContext) -> Markup:
    """Return what stands in place of the lobby without a server."""
    why = _("The lobby, links and chat need a connection. Here you play with bots and with friends beside you.")
    home = tag("p.actions", tag("a.go", _("Home"), href="/"))
    return titled_page(context, _("Lobby"), sorry("waiter", tag("p", why), home), main="room")


def _tables(rows: Sequence[TableSummary], link: str, verb: str) -> Markup:
    return tag("ul.tables", (_table(row, link, verb) for row in rows))


def _time(clock: int) -> str:
    if clock >= SLOW_SECONDS:
        return f" · {_('over several days')}"
    return f" · {clock_text(clock)}" if clock else ""


def _table(row: TableSummary, link: str, verb: str) -> Markup:
    info = game_info(row.game)
    who = listed(name for name in row.names if name) or _("nobody yet")
    if row.phase == "gathering" and row.free:
        who = _("{names}; free seats: {n}").format(names=who, n=row.free)
    about = variant_text(info, row.variant, row.players) + _time(row.clock)
    return tag(
        "li",
        game_picture(row.game),
        tag("h3", info.title),
        tag("p", about),
        tag("ul.company", (tag("li", name) if name else tag("li.open", _("Free")) for name in row.names)),
        tag(link, verb, unseen(f": {info.title}, {who}"), href=f"/t/{row.table}"),
    )

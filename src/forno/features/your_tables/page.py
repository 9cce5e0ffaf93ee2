"""HTML of a visitor's tables on the home page."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from forno.core.language import _, ngettext
from forno.core.registry import game_info
from forno.live.live_table import LiveTable
from forno.pages.documents.document import PageContext, titled_page
from forno.pages.documents.table_page import personal_link_page
from forno.pages.faces import face_for
from forno.pages.html import NOTHING, Markup, quiet_button, submit, tag, together, unseen
from forno.pages.labels import bot_name, result
from forno.store import TableSummary
from forno.table.timing import DAY_SECONDS, HOUR_SECONDS

MINUTE_SECONDS: Final = 60
FINISHED_PHASES: Final = ("over", "closed")
STATE_ORDER: Final = ("turn", "invited", "running", "waiting", "over")


@dataclass(frozen=True)
class Row:
    """One of the visitor's tables, as the home page shows it."""

    id: str
    kind: str
    """`turn` if it is the visitor's turn, otherwise `invited`, `running`, `waiting` or `over`."""
    title: str
    note: str
    """Note, such as that it is the first game; empty for most."""
    picture: Markup
    company: tuple[str, ...]
    """Names of the other players."""
    state: str
    """State of the game in a few words."""
    when: str
    since: float
    unseen: bool = False
    """Whether the game has ended, and the visitor hasn't seen it yet."""


def running_row(live: LiveTable, mine: Sequence[int]) -> Row:
    table, progress, names = live.table, live.publisher.progress, live.contents.guests.names
    awaited = table.view(None).awaited
    yours = any(progress.awaited(seat) for seat in mine)
    if yours:
        state = _("Your turn")
    elif stand_ins := [seat for seat in mine if table.seats[seat].stand_in]:
        state = _("{bot} plays for you").format(bot=bot_name(table.seats[stand_ins[0]].bot or ""))
    elif awaited is None or awaited in mine:
        state = _("Waiting for an answer")
    else:
        state = _("{name}'s turn").format(name=names[awaited])
    since = time.time() - (progress.clock() - progress.asked)
    left = progress.clock_left(awaited) if table.settings.slow else None
    when = _waiting_time(since) if left is None else _remaining_time(left)
    return _live_row(live, mine, "turn" if yours else "running", state, when, since)


def waiting_row(live: LiveTable, mine: Sequence[int]) -> Row:
    table = live.table
    free = sum(not seat.taken for seat in table.seats)
    kind = "waiting"
    if free:
        state = ngettext("{n} seat is still free", "{n} seats are still free", free).format(n=free)
    elif table.host in mine:
        kind, state = "turn", _("Everyone is here: start the game")
    else:
        host = "" if table.host is None else live.contents.guests.names[table.host]
        state = _("{host} starts the game").format(host=host)
    when = _("opened {ago}").format(ago=ago(table.opened))
    return _live_row(live, mine, kind, state, when, table.opened)


def _live_row(live: LiveTable, mine: Sequence[int], kind: str, state: str, when: str, since: float) -> Row:
    table = live.table
    others = [
        name for seat, name in enumerate(live.contents.guests.names) if seat not in mine and table.seats[seat].taken
    ]
    info = game_info(table.game.name)
    note = _("Your first game") if table.settings.lesson else ""
    return Row(live.id, kind, info.title, note, face_for(info.name).picture(), tuple(others), state, when, since)


def finished_row(summary: TableSummary, mine: Iterable[int]) -> Row:
    info = game_info(summary.game)
    seats = [seat for seat in mine if seat < summary.players]
    others = tuple(name for seat, name in enumerate(summary.names) if name and seat not in seats)
    when = _("ended {ago}").format(ago=ago(summary.changed))
    picture = face_for(summary.game).picture()
    names = [name or "" for name in summary.names]
    state = result(summary.places, names, seats) if summary.phase == "over" else _("No longer playable")
    return Row(summary.table, "over", info.title, "", picture, others, state, when, summary.changed)


def invited_row(summary: TableSummary, again: TableSummary, mine: Iterable[int]) -> Row:
    """Return the row of an invitation to play again; the finished table has the button to join."""
    row = finished_row(summary, mine)
    hosts = [name for name, bot in zip(again.names, again.bots, strict=True) if name and not bot]
    state = _("{name} invites you again").format(name=hosts[0]) if hosts else _("You're invited again")
    when = _("opened {ago}").format(ago=ago(again.opened))
    return replace(row, kind="invited", state=state, when=when, since=again.opened)


def ago(then: float) -> str:
    """Return how long ago a time is, in words."""
    passed = _elapsed_seconds(then)
    if passed < 2 * MINUTE_SECONDS:
        return _("just now")
    if passed < HOUR_SECONDS:
        return ngettext("{n} minute ago", "{n} minutes ago", n := int(passed // MINUTE_SECONDS)).format(n=n)
    if passed < DAY_SECONDS:
        return ngettext("{n} hour ago", "{n} hours ago", n := int(passed // HOUR_SECONDS)).format(n=n)
    return ngettext("{n} day ago", "{n} days ago", n := int(passed // DAY_SECONDS)).format(n=n)


def _waiting_time(then: float) -> str:
    """Return how long a decision has been waited for, in words."""
    passed = _elapsed_seconds(then)
    if passed < 2 * MINUTE_SECONDS:
        return _("just now")
    if passed < HOUR_SECONDS:
        return ngettext("waiting for {n} minute", "waiting for {n} minutes", n := int(passed // MINUTE_SECONDS)).format(
            n=n
        )
    if passed < DAY_SECONDS:
        return ngettext("waiting for {n} hour", "waiting for {n} hours", n := int(passed // HOUR_SECONDS)).format(n=n)
    return ngettext("waiting for {n} day", "waiting for {n} days", n := int(passed // DAY_SECONDS)).format(n=n)


def _remaining_time(seconds: int) -> str:
    """Return how much time is left for a decision, in words."""
    if seconds < HOUR_SECONDS:
        return _("less than an hour left") if seconds else _("time is up")
    if seconds < 2 * DAY_SECONDS:
        return ngettext("{n} hour left", "{n} hours left", n := seconds // HOUR_SECONDS).format(n=n)
    return ngettext("{n} day left", "{n} days left", n := seconds // DAY_SECONDS).format(n=n)


def _elapsed_seconds(then: float) -> float:
    """Return the seconds since a time, counted from its full minute: seconds are private."""
    return max(0.0, time.time() - then // MINUTE_SECONDS * MINUTE_SECONDS)


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Return the rows sorted: tables where it is the visitor's turn first, finished ones last, the unseen first."""
    return sorted(rows, key=lambda row: (STATE_ORDER.index(row.kind), not row.unseen, -row.since))


# --- the list ---------------------------------------------------------------------------


def table_list(rows: Sequence[Row], look_only: bool = False) -> Markup:
    """Return the list of tables: one line for the first, and the others folded away.

    With `look_only` all are shown, without links: they belong to another browser until the transfer is confirmed.
    """
    going_on = [_going_on(row, look_only) for row in rows if row.kind != "over"]
    over = [_result(row, look_only) for row in rows if row.kind == "over"]
    if look_only:
        return together(_running(going_on), _results(over))
    more = len(rows) - len(going_on[:1])
    many = (
        ngettext("{n} more table", "{n} more tables", more)
        if going_on
        else ngettext("{n} finished game", "{n} finished games", more)
    )
    new = sum(row.unseen for row in rows)
    # Translators: finished games that the visitor hasn't seen yet
    told = ngettext("{n} new result", "{n} new results", new).format(n=new)
    folded = tag(
        "details.earlier",
        tag("summary", many.format(n=more), (" · ", tag("b", told)) if new else None),
        tag("div", _running(going_on[1:]), _results(over)),
    )
    return together(_running(going_on[:1]), folded if more else NOTHING)


def _running(rows: Sequence[Markup]) -> Markup:
    return tag("ul.tables", rows) if rows else NOTHING


def _results(rows: Sequence[Markup]) -> Markup:
    return tag("ul.results", rows, aria_label=_("Finished games")) if rows else NOTHING


def transfer_page(context: PageContext, link: str, code: Markup, minutes: int) -> Markup:
    """Return the link that brings a visitor's tables to another device, and its QR code."""
    title = _("Your tables on another device")
    about = _("Open this link on your other device to continue all your games there.")
    lasts = _("It works once, within {n} minutes. Keep it to yourself: anyone who opens it can play for you.")
    back = tag("a.quiet", _("Home"), href="/")
    told = [tag("p", about), tag("p", tag("small", lasts.format(n=minutes)))]
    return personal_link_page(context, title, told, link, code, _("QR code with your personal link"), back)


def arrival_page(context: PageContext, code: str, name: str, rows: Sequence[Row], games: int, own: int) -> Markup:
    """Return the question whether tables from another device are to be played here.

    `name` is the name of their visitor, `games` the number of games in their book, `own` the number of tables that
    this device adds to theirs; negative if it adds none, since the server has no players' keys.
    """
    title = _("Tables from your other device")
    question = _("Continue here?")
    if name:
        question = _("These are {name}'s tables. Continue here?").format(name=name)
    caution = _("Continue only if you made this link yourself. The tables are added to yours; nothing goes back.")
    if own >= 0:
        caution = _(
            "Continue only if you made this link yourself. Both devices then have the same tables, now and later: "
            "the person who made the link can play at your seats, too."
        )
    adds = ngettext("{n} table of this device is added to these.", "{n} tables of this device are added to these.", own)
    book = ngettext(
        "Add the finished game there to my statistics", "Add the {n} finished games there to my statistics", games
    )
    ticked = tag("input", type="checkbox", name="book", value="yes", checked=True)
    bring = submit(_("Bring them here"))
    only = quiet_button(_("Only these tables"), name="only", value="yes") if own >= 0 else None
    apart = _("With “Only these tables” the devices stay apart: nothing goes back.")
    return titled_page(
        context,
        title,
        context.form(
            f"/along/{code}",
            tag("p", question),
            tag("p", tag("small", caution)),
            tag("p", tag("small", adds.format(n=own))) if own > 0 else None,
            tag("p", tag("small", apart)) if own >= 0 else None,
            tag("label.tick", ticked, tag("span", book.format(n=games))) if games else None,
            tag("p.actions", bring, only, tag("a.quiet", _("No, thank you"), href="/")),
            selector="form.arriving",
        ),
        tag(
            "section.yours",
            tag("h2#yours-title.unseen", _("Tables")),
            table_list(rows, look_only=True),
            aria_labelledby="yours-title",
        ),
    )


def _going_on(row: Row, look_only: bool) -> Markup:
    with_whom = _("with {names}").format(names=", ".join(row.company)) if row.company else _("nobody else yet")
    told = tag(
        "div",
        tag("h3", row.title),
        tag("p", tag("small", f"{row.note} · " if row.note else "", with_whom)),
        tag("p.state", tag("b", row.state), " ", tag("small", row.when)),
    )
    way = None
    if not look_only:
        word = {"waiting": _("Go there"), "invited": _("Join")}.get(row.kind, _("Continue"))
        loud = "go" if row.kind in ("turn", "invited") else "quiet"
        way = tag(f"a#to-{row.id}.{loud}", word, unseen(f": {row.title}, {row.state}"), href=f"/t/{row.id}")
    return tag(f"li.{row.kind}", tag("div.picture", row.picture, aria_hidden="true"), told, way)


def _result(row: Row, look_only: bool) -> Markup:
    named = tag("b", row.title) if look_only else tag(f"a#to-{row.id}", row.title, href=f"/t/{row.id}")
    # Translators: a finished game that the visitor hasn't seen yet
    new = (" ", tag("b.new", _("new"))) if row.unseen else None
    return tag("li", named, new, " ", tag("span", row.state), " ", tag("small", row.when))

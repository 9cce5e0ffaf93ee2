"""The page of the daily tables: today's, how one did, who else has played, and yesterday's standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from forno.core.language import _, listed, ngettext
from forno.core.registry import GameInfo
from forno.features.daily.daily import Evening, better_than, card, date_of, place_among, rank
from forno.features.daily.daily_tables import DailyStanding
from forno.pages.documents.document import PageContext, Preview, document
from forno.pages.faces import face_for
from forno.pages.html import Content, Markup, tag, together, unseen
from forno.pages.labels import bot_name, variant_text

MOST_SHOWN: Final = 20
"""Lines of the standings; those who come after them are counted."""


@dataclass(frozen=True)
class DailyTable:
    """One game's daily table, for one visitor."""

    info: GameInfo
    table: str
    phase: str
    """The phase of the visitor's table; empty before they play."""
    standings: Sequence[DailyStanding]
    evenings: Sequence[Evening]
    all_evenings: int
    """How many evenings bots will have played."""


def daily_page(
    context: PageContext,
    day: int,
    seconds_left: int,
    tables: Sequence[DailyTable],
    yesterday: Sequence[tuple[GameInfo, Sequence[DailyStanding]]],
    name: str,
    preview: Preview,
) -> Markup:
    """Return the page of that day; `name` is the visitor's, empty if it isn't known."""
    about = _("One deal a day, the same for everyone, against the same bots. You play it once.")
    public = _("The deal can be looked up in advance, so play for fun, not for stakes.")
    games = (
        tag("div", tag("h3", info.title), _standings(info, found, _("Nobody played."))) for info, found in yesterday
    )
    return document(
        context,
        _("The daily table"),
        tag("h1", _("The daily table no. {day}").format(day=day)),
        tag("p.about-daily", about),
        _when(day, seconds_left),
        tag("div.today", (_table(context, table, day, name) for table in tables)),
        tag(
            "section.paper",
            tag("h2#yesterday", _("Yesterday")),
            tag("div.today", games),
            aria_labelledby="yesterday",
        ),
        tag("p.about-daily", tag("small", public)),
        main="room daily",
        sheets=("rooms.css", "daily.css"),
        script="daily.js",
        preview=preview,
    )


def _when(day: int, seconds_left: int) -> Markup:
    date, says = date_of(day).isoformat(), _("Next table in {time}.")
    left = says.format(time=f"{seconds_left // 3600}:{seconds_left // 60 % 60:02d}")
    timer = tag("span#next", left, role="timer", data_left=seconds_left, data_says=says)
    return tag("p.about-daily", tag("time", date, datetime=date), " · ", timer)


def _table(context: PageContext, table: DailyTable, day: int, name: str) -> Markup:
    info = table.info
    variant = variant_text(info, str(dict(info.daily).get(info.variant, "")), len(info.daily_bots) + 1)
    bots = _("against {bots}").format(bots=listed(bot_name(bot) for bot in info.daily_bots))
    played, number = _("Bots have played this table {n} times."), len(table.evenings)
    if number < table.all_evenings:
        played = _("Bots have played this table {n} of {all} times.")
    return tag(
        "section.paper",
        tag(f"div.picture.{info.name}", face_for(info.name).picture(), aria_hidden="true"),
        tag(f"h2#daily-{info.name}", info.title),
        tag("p", f"{variant} · {bots}"),
        _result(context, table, day) if table.phase == "over" else _play(context, table, name),
        tag("h3", _("Today here")),
        _standings(info, table.standings, _("Nobody has played it yet."), table.table),
        tag("p", tag("small", played.format(n=number, all=table.all_evenings))),
        aria_labelledby=f"daily-{info.name}",
    )


def _play(context: PageContext, table: DailyTable, name: str) -> Markup:
    field = (_("Your name"), " ", tag("input", name="name", maxlength=24, autocomplete="nickname"))
    word = _("Continue") if table.phase else _("Play today's table")
    return tag(
        "form.actions",
        context.csrf_field(),
        None if table.phase or name else tag("label", field),
        tag("button.go", word, unseen(f": {table.info.title}"), type="submit"),
        method="post",
        action=f"/daily/{table.info.name}",
    )


def _result(context: PageContext, table: DailyTable, day: int) -> Markup:
    info, which = table.info, unseen(f": {table.info.title}")
    lines, share = None, None
    mine = next((standing.evening for standing in table.standings if standing.table == table.table), None)
    if mine is not None:
        people, bots = rank(mine, [other.evening for other in table.standings]), rank(mine, table.evenings)
        lines = (tag("p.mine", line) for line in (place_among(people), better_than(bots)))
        text = card(info, day, mine, people, bots)
        share = tag("button.go", _("Share the result"), which, type="button", data_share="/daily", data_text=text)
    practice = tag(
        "form",
        context.csrf_field(),
        tag("button.quiet", _("Play it again for practice"), which, type="submit"),
        method="post",
        action=f"/daily/{info.name}/practice",
    )
    end = tag("a.quiet", _("See the end"), which, href=f"/t/{table.table}")
    return together(lines, tag("div.actions", share, end, practice))


def _standings(info: GameInfo, standings: Sequence[DailyStanding], nobody: str, mine: str = "") -> Content:
    """Return who played, the best first; `mine` is the visitor's table."""
    if not standings:
        return tag("p", nobody)
    evenings, face = [standing.evening for standing in standings], face_for(info.name)

    def line(standing: DailyStanding) -> Markup:
        evening, yours = standing.evening, standing.table == mine
        place = _("place {place}").format(place=evening.place)
        return tag(
            "li.mine" if yours else "li",
            tag("b", rank(evening, evenings).place),
            " ",
            tag("span.who", standing.name, (" ", tag("span.you", _("you"))) if yours else None),
            " ",
            tag("span.how", f"{face.scored(evening.score)} · {place}"),
        )

    more = max(0, len(standings) - MOST_SHOWN)
    told = ngettext("and {n} more", "and {n} more", more).format(n=more)
    lines = tag("ol.standings", map(line, standings[:MOST_SHOWN]))
    return (lines, tag("p", tag("small", told)) if more else None)

"""The page of the daily tables: today's, how one did, who else has played, and yesterday's standings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from forno.core.language import _, labelled, listed, ngettext
from forno.core.registry import GameInfo
from forno.core.seeds import daily_date
from forno.features.daily.daily import VISITOR_SEAT, Evening, better_than, card, place_among, rank
from forno.features.daily.daily_tables import CALENDAR_DAYS, DailyStanding
from forno.pages.documents.document import PageContext, Preview, titled_page
from forno.pages.faces import face_for
from forno.pages.html import Content, Markup, quiet_button, submit, tag, unseen
from forno.pages.labels import bot_level, date_text, variant_text
from forno.table.guests import MAX_NAME_CHARACTERS

SHORTEST_STREAK_DAYS: Final = 2
"""Number of days in a row that is worth telling."""
MAX_STANDINGS_SHOWN: Final = 20
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
    """Number of evenings that bots will have played."""


@dataclass(frozen=True)
class PastTable:
    """One game's table of a past day, for one visitor."""

    info: GameInfo
    day: int
    mine: str
    """The visitor's table of that day."""
    standings: Sequence[DailyStanding]
    has_best_bot: bool
    """Whether there is a bot evening to watch."""


@dataclass(frozen=True)
class DailyVisit:
    """The visitor of the page."""

    name: str
    """Empty if it isn't known."""
    streak: int
    """Number of days in a row with a finished table."""
    played: Collection[tuple[str, int]]
    """Games and past days of finished tables."""


def daily_page(
    context: PageContext,
    day: int,
    seconds_left: int,
    tables: Sequence[DailyTable],
    yesterday: Sequence[PastTable],
    visit: DailyVisit,
    preview: Preview,
) -> Markup:
    about = _("One deal a day, the same for everyone, against the same bots. You play it once.")
    unaided = _("No hints, no memory aid.")
    public = _("The deal can be looked up in advance, so play for fun, not for money.")
    return titled_page(
        context,
        _("The daily table"),
        tag("p.about-daily", f"{about} {unaided}"),
        _when(day, seconds_left),
        _streak(visit.streak),
        _sit_down(context, tables, visit.name),
        tag("div.today", (_table(context, table, day) for table in tables)),
        _yesterday(yesterday),
        tag(
            "details.paper.past",
            tag("summary", tag("h2", _("Practise a past day"))),
            tag("div.today", (_calendar(context, table.info, day, visit.played) for table in tables)),
        ),
        tag("p.about-daily", tag("small", public)),
        heading=_("The daily table no. {day}").format(day=day),
        main="room daily",
        sheets=("rooms.css", "daily.css"),
        script="daily.js",
        preview=preview,
    )


def _when(day: int, seconds_left: int) -> Markup:
    date, says = daily_date(day), _("Next table in {hours} h {minutes} min.")
    left = says.format(hours=seconds_left // 3600, minutes=seconds_left // 60 % 60)
    timer = tag("span#next", left, role="timer", data_left=seconds_left, data_says=says)
    return tag("p.about-daily", tag("time", date_text(date), datetime=date.isoformat()), " · ", timer)


def _streak(days: int) -> Markup | None:
    if days < SHORTEST_STREAK_DAYS:
        return None
    return tag("p.about-daily.streak", "🔥 ", _("{n} days in a row").format(n=days))


def _yesterday(tables: Sequence[PastTable]) -> Markup | None:
    """Return yesterday's tables, if there is anything to see at one."""
    if not any(past.standings or past.has_best_bot for past in tables):
        return None
    heading = tag("h2#yesterday", _("Yesterday"))
    return tag("section.paper", heading, tag("div.today", map(_past, tables)), aria_labelledby="yesterday")


def _past(past: PastTable) -> Markup:
    """Return a past table's standings, with ways to see what the best did and to review it."""
    which = unseen(f": {past.info.title}")
    ways = []
    if past.standings:
        best = f"/t/{past.standings[0].table}"
        ways.append(tag("a.quiet", _("Watch the best game"), which, href=f"{best}/replay"))
        ways.append(tag("a.quiet", _("Review the best game"), which, href=f"{best}/review?seat={VISITOR_SEAT}"))
    if past.has_best_bot:
        ways.append(tag("a.quiet", _("Watch the best bot"), which, href=f"/daily/{past.info.name}/{past.day}/best"))
    if any(standing.table == past.mine for standing in past.standings):
        ways.append(tag("a.quiet", _("Review yours"), which, href=f"/t/{past.mine}/review?seat={VISITOR_SEAT}"))
    return tag(
        "div",
        tag("h3", past.info.title),
        _standings(past.info, past.standings, _("Nobody played."), past.mine),
        tag("div.actions", ways) if ways else None,
    )


def _grid(rows: Sequence[Sequence[int]]) -> Markup:
    """Return an evening as `daily.grid` writes it, drawn: not every device has a font with such symbols."""
    lines = [[*[tag("i.made")] * made, *[tag("i.missed")] * missed] or [tag("i")] for made, missed in rows]
    return tag("div.grid", (tag("p", line) for line in lines), aria_hidden="true")


def _calendar(context: PageContext, info: GameInfo, today: int, played: Collection[tuple[str, int]]) -> Markup:
    """Return the last days as buttons that open a practice table; days on which this game was finished are marked."""

    def button(day: int) -> Markup:
        date = daily_date(day)
        done = (info.name, day) in played
        said = labelled(info.title, date_text(date)) + (f" ({_('played')})" if done else "")
        return tag("button.done" if done else "button", date.day, name="day", value=day, aria_label=said)

    days = range(max(today - CALENDAR_DAYS, 1), today)
    span = " – ".join(date_text(daily_date(day)) for day in (*days[:1], *days[1:][-1:]))
    return context.form(
        f"/daily/{info.name}/practice",
        tag("h3", info.title),
        tag("p", tag("small", span)),
        tag("div.days", map(button, days)),
        selector="form.calendar",
    )


def _table(context: PageContext, table: DailyTable, day: int) -> Markup:
    info = table.info
    variant = variant_text(info, str(dict(info.daily).get(info.variant, "")), len(info.daily_bots) + 1)
    bots = labelled(_("Bots"), listed(bot_level(bot) for bot in info.daily_bots))
    played, number = _("Bots have played this table {n} times."), len(table.evenings)
    if number < table.all_evenings:
        played = _("Bots have played this table {n} of {all} times.")
    return tag(
        "section.paper",
        tag(f"div.picture.{info.name}", face_for(info.name).picture(), aria_hidden="true"),
        tag(f"h2#daily-{info.name}", info.title),
        tag("p", f"{variant} · {bots}"),
        _result(context, table, day) if table.phase == "over" else _play(table),
        tag("h3", _("Today's results")),
        _standings(info, table.standings, _("Nobody has played it yet."), table.table),
        tag("p", tag("small", played.format(n=number, all=table.all_evenings))) if number else None,
        aria_labelledby=f"daily-{info.name}",
    )


def _sit_down(context: PageContext, tables: Sequence[DailyTable], name: str) -> Markup:
    """Return the form of all tables' buttons; it asks visitors for a name that isn't known."""
    label = tag("label", _("Your name"), for_="daily-name")
    field = tag("input#daily-name", name="name", maxlength=MAX_NAME_CHARACTERS, autocomplete="nickname")
    asked = None if name or all(table.phase for table in tables) else (label, field)
    return context.form(f"/daily/{tables[0].info.name}", asked, selector="form#sit-down")


def _play(table: DailyTable) -> Markup:
    word, which = _("Continue") if table.phase else _("Play today's table"), unseen(f": {table.info.title}")
    button = submit(word, which, form="sit-down", formaction=f"/daily/{table.info.name}")
    return tag("p.actions", button)


def _result(context: PageContext, table: DailyTable, day: int) -> Markup:
    info, which = table.info, unseen(f": {table.info.title}")
    lines, share = None, None
    standing = next((standing for standing in table.standings if standing.table == table.table), None)
    if standing is not None:
        mine = standing.evening
        people, bots = rank(mine, [other.evening for other in table.standings]), rank(mine, table.evenings)
        drawn = _grid(standing.rows) if standing.rows else None
        said = filter(None, (place_among(people), better_than(bots, table.all_evenings)))
        lines = (*(tag("p.mine", line) for line in said), drawn)
        text = card(info, day, mine, people, bots, standing.rows)
        share = tag("button.go", _("Share"), which, type="button", data_share="/daily", data_text=text)
    practice = context.form(f"/daily/{info.name}/practice", quiet_button(_("Practise it again"), which))
    end = tag("a.quiet", _("See the result"), which, href=f"/t/{table.table}")
    review = tag("a.quiet", _("Review"), which, href=f"/t/{table.table}/review?seat={VISITOR_SEAT}")
    return tag("div", lines, tag("div.actions", share, review, end, practice))


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

    more = max(0, len(standings) - MAX_STANDINGS_SHOWN)
    # Translators: of the players in a list of results
    told = ngettext("and {n} more", "and {n} more", more).format(n=more)
    lines = tag("ol.standings", map(line, standings[:MAX_STANDINGS_SHOWN]))
    return (lines, tag("p", tag("small", told)) if more else None)

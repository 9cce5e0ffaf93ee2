"""HTML of standing groups: a group's page, and the form that makes one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from forno.core.language import _, fixed, labelled, listed, ngettext
from forno.core.registry import catalogue, game_info
from forno.features.groups.cup import Cup
from forno.features.groups.cup_page import cup_list, time_select
from forno.features.groups.group import MAX_TITLE_CHARACTERS, GroupKey, GroupResult, StandingGroup
from forno.features.groups.ratings import Discipline, MemberRating
from forno.features.you.book_page import SHEETS, rows_table
from forno.features.your_tables.page import ago
from forno.pages.documents.document import PageContext, titled_page
from forno.pages.documents.new_table_page import name_field
from forno.pages.html import (
    Content,
    Markup,
    choice,
    hidden_fields,
    labelled_field,
    quiet_button,
    submit,
    tag,
    together,
    unseen,
)
from forno.pages.labels import result, variant_text, you
from forno.store import TableSummary
from forno.table.settings import SLOW_SECONDS

MAX_RESULTS_SHOWN: Final = 10


@dataclass(frozen=True)
class GroupVisit:
    """A group as one of its members sees it."""

    key: GroupKey
    group: StandingGroup
    me: str
    """The member's id."""
    tables: Sequence[TableSummary]
    """Tables that gather or play, those that changed last first."""
    mine: Collection[str]
    """Tables at which the visitor has a seat."""
    ratings: Mapping[Discipline, Sequence[MemberRating]]
    cups: Sequence[Cup] = ()

    @property
    def path(self) -> str:
        return self.key.path

    def cup(self, row: TableSummary) -> str:
        """Return the title of the cup that a table is part of; empty if it is none's."""
        titles = (cup.plan.title for cup in self.cups if row.table in cup.tables)
        return next(titles, "")


def group_page(context: PageContext, visit: GroupVisit, link: str, qr: Markup, ticket: str) -> Markup:
    """Return a group's page for a member. `link` invites others; `ticket` is for the next table."""
    group = visit.group
    return titled_page(
        context,
        group.title,
        _region(context, visit, "tables"),
        _open_table(context, visit, ticket),
        _region(context, visit, "standings"),
        _members(visit),
        _invite(link, qr),
        _leave(context, visit),
        tag("p.actions", tag("a.quiet", _("You"), href="/you"), tag("a.quiet", _("Home"), href="/")),
        main="room book",
        sheets=SHEETS,
        script="renewing.js",
    )


def _region(context: PageContext, visit: GroupVisit, name: str) -> Markup:
    """Return a part of the page that is renewed while somebody looks."""
    return tag(f"div#group-{name}.renewed", REGIONS[name](context, visit), data_renew=f"{visit.path}/now/{name}")


def _tables(context: PageContext, visit: GroupVisit) -> Markup:
    none = tag("p.empty", _("Nobody is playing right now. Open a table, and the others see it here."))
    return tag(
        "section",
        tag("h2", _("Tables")),
        tag("ul.tables", (_table(context, visit, row) for row in visit.tables)) if visit.tables else none,
    )


def _standings(_context: PageContext, visit: GroupVisit) -> Markup:
    rated = [_rating(visit, which, found) for which, found in visit.ratings.items()]
    return together(
        _results(visit) if visit.group.results else None,
        tag("div.book-pair", rated) if rated else None,
        cup_list(visit.key, visit.cups),
    )


REGIONS: Final[Mapping[str, Callable[[PageContext, GroupVisit], Markup]]] = {"tables": _tables, "standings": _standings}
"""Parts of the page that are renewed while somebody looks, by name."""


def join_page(context: PageContext, key: GroupKey, group: StandingGroup, name: str) -> Markup:
    """Return the question whether the visitor wants to be a member."""
    about = _("Members see the group's tables, results and ratings, and join a game with one press.")
    names = listed(member.name for member in group.members.values())
    return titled_page(
        context,
        group.title,
        context.form(
            f"{key.path}/join",
            tag("p", labelled(_("Members"), names)),
            tag("p", tag("small", about)),
            name_field(name, required=True),
            tag("p.actions", submit(_("Join the group"))),
            selector="form.paper",
        ),
    )


def new_group_page(context: PageContext, name: str, title: str = "", wrong: str = "") -> Markup:
    """Return the form that makes a group."""
    field = tag(
        "input#title", name="title", value=title, maxlength=MAX_TITLE_CHARACTERS, autocomplete="off", required=True
    )
    return titled_page(
        context,
        _("New group"),
        context.form(
            "/groups",
            tag("p", about_groups()),
            labelled_field("title", _("Name of the group"), field),
            name_field(name, required=True),
            tag("p.actions", submit(_("Create the group"))),
            selector="form.paper",
        ),
        wrong=wrong,
    )


def about_groups() -> str:
    return _("For people you play with again and again: tables, results and ratings in one place.")


def your_groups(groups: Sequence[tuple[GroupKey, StandingGroup]]) -> Markup:
    """Return the section of the page *You* with the visitor's groups."""
    listed_groups = (tag("li", tag("a", group.title, href=key.path)) for key, group in groups)
    return tag(
        "section.paper",
        tag("h2", _("Your groups")),
        tag("ul.companions", listed_groups) if groups else tag("p", tag("small", about_groups())),
        tag("p.actions", tag("a.quiet", _("New group"), href="/groups/new")),
    )


# --- parts of a group's page ------------------------------------------------------------------


def _table(context: PageContext, visit: GroupVisit, row: TableSummary) -> Markup:
    info = game_info(row.game)
    who = listed(name for name in row.names if name) or _("nobody yet")
    about = [
        variant_text(info, row.variant, row.players),
        _("over several days") if row.clock >= SLOW_SECONDS else "",
        visit.cup(row),
    ]
    which = unseen(f": {info.title}, {who}")
    if row.phase == "gathering" and row.free and row.table not in visit.mine:
        way = context.form(
            f"{visit.path}/tables/{row.table}/sit",
            tag(f"button#sit-{row.table}.go", _("Sit down"), which, type="submit"),
        )
    else:
        word = _("Go there") if row.table in visit.mine else _("Watch")
        loud = "go" if row.table in visit.mine else "quiet"
        way = tag(f"a#to-{row.table}.{loud}", word, which, href=f"/t/{row.table}")
    return tag(
        "li",
        tag("h3", info.title),
        tag("p", " · ".join(filter(None, about))),
        tag("ul.company", (tag("li", name) if name else tag("li.open", _("Free")) for name in row.names)),
        way,
    )


def _results(visit: GroupVisit) -> Markup:
    shown = visit.group.results[: -MAX_RESULTS_SHOWN - 1 : -1]
    return tag("section", tag("h2", _("Results")), tag("ul.results", (_result(visit, one) for one in shown)))


def _result(visit: GroupVisit, one: GroupResult) -> Markup:
    mine = [seat for seat, member in enumerate(one.members) if member == visit.me]
    link = tag(f"a#to-{one.table}", game_info(one.game).title, href=f"/t/{one.table}")
    return tag("li", link, " ", tag("span", result(one.places, one.names, mine)), " ", tag("small", ago(one.ended)))


def discipline_title(which: Discipline) -> str:
    """Return the name of what is rated together: `Mamma Mia!, over days`."""
    # Translators: games that are played at once, in contrast to those over days
    pace = _("over several days") if which.slow else _("live")
    return f"{game_info(which.game).title}, {pace}"


def _rating(visit: GroupVisit, which: Discipline, rated: Sequence[MemberRating]) -> Markup:
    rows: list[Sequence[Content]] = []
    for one in rated:
        own = (" ", you()) if one.member == visit.me else None
        name = visit.group.members[one.member].name
        rating = f"{fixed(one.mean)} ± {fixed(one.deviation)}".replace(" ", "\N{NO-BREAK SPACE}")
        rows.append(((name, own), rating, one.games, one.wins))
    heading = labelled(_("Ratings"), discipline_title(which))
    heads = (_("Who"), _("Rating"), _("Played"), _("Won"))
    return tag("section.paper", tag("h2", heading), rows_table("", heads, rows, heading))


def _open_table(context: PageContext, visit: GroupVisit, ticket: str) -> Markup:
    games = [(info.name, info.title) for info in catalogue()]
    about = _("At the table you can still change the edition, the number of players and all options.")
    return context.form(
        f"{visit.path}/tables",
        hidden_fields(ticket=ticket),
        tag("h2", _("New table")),
        tag("div.book-pair", choice("game", _("Game"), "game", games), time_select()),
        tag("p", tag("small", about)),
        tag("p.actions", submit(_("Open the table"))),
        selector="form.paper",
    )


def _members(visit: GroupVisit) -> Markup:
    members = visit.group.members.values()
    heading = ngettext("{n} member", "{n} members", len(members)).format(n=len(members))
    rows = (tag("li", one.name, (" ", you()) if one.id == visit.me else None) for one in members)
    return tag("section.paper", tag("h2", heading), tag("ul.company", rows))


def _invite(link: str, qr: Markup) -> Markup:
    about = _("Anyone with this link can join. Send it only to friends.")
    label = _("Link to the group")
    return tag(
        "section.paper.invite",
        tag("div.qr", qr, role="img", aria_label=_("QR code with the link to the group")),
        tag("div.tell", tag("h2", _("Invite friends")), tag("p", about)),
        tag(
            "p.link",
            tag("input", readonly=True, value=link, aria_label=label),
            tag("button.quiet", _("Copy"), type="button", data_copy=link),
        ),
    )


def _leave(context: PageContext, visit: GroupVisit) -> Markup:
    told = _("Your name and ratings are removed; games that you finished stay in the list of results.")
    form = context.form(f"{visit.path}/leave", tag("p", told), tag("p.actions", quiet_button(_("Leave the group"))))
    return tag("details.leaf", tag("summary", _("Leave the group")), form)

"""HTML of the page *You*, and the recent players on it: the people of a visitor's finished tables.

Nobody's key or address is needed to invite them: whoever sat at a table finds its rematch among their own tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from forno.core.exercises import Level
from forno.core.language import _, listed, ngettext
from forno.core.registry import game_info
from forno.features.groups.group import GroupKey, StandingGroup
from forno.features.groups.page import your_groups
from forno.features.you.book import Book
from forno.features.you.book_page import SHEETS, book_details, book_summary, trend_content
from forno.features.you.exercise_page import choosing, memory
from forno.features.you.exercises import Done, Rated
from forno.features.your_tables.page import ago
from forno.features.your_tables.seat_cookie import Kept
from forno.live.host import rematch_id
from forno.pages.documents.document import PageContext, alert, titled_page
from forno.pages.html import Markup, hidden_fields, quiet_button, tag, unseen
from forno.store import TableSummary

MAX_GROUPS: Final = 5


@dataclass(frozen=True)
class Companions:
    """People with whom a visitor finished a game."""

    table: str
    """Their latest finished table."""
    seat: int
    """The visitor's own seat there."""
    game: str
    names: tuple[str, ...]
    when: float


def companions(kept: Iterable[Kept], tables: Mapping[str, TableSummary]) -> list[Companions]:
    """Return the groups, the latest first; `tables` are summaries of the kept tables and of their rematches."""
    found: dict[tuple[str, ...], Companions] = {}
    for one in kept:
        summary, again = tables.get(one.table), tables.get(rematch_id(one.table))
        if summary is None or summary.phase != "over" or (again is not None and again.phase != "gathering"):
            continue
        names = others_at(summary, one)
        group = tuple(sorted(names))
        mine = [seat for seat in one.keys if seat < summary.players]
        if not names or not mine or (group in found and found[group].when >= summary.changed):
            continue
        found[group] = Companions(one.table, mine[0], summary.game, names, summary.changed)
    return sorted(found.values(), key=lambda one: -one.when)[:MAX_GROUPS]


def others_at(summary: TableSummary, kept: Kept) -> tuple[str, ...]:
    """Return the names of the other people at a table."""
    named = enumerate(zip(summary.names, summary.bots, strict=True))
    return tuple(name for seat, (name, bot) in named if name and not bot and seat not in kept.keys)


@dataclass(frozen=True)
class You:
    """Content of the page for one visitor."""

    book: Book
    games_left: int
    """Number of games still to be written into the book."""
    companions: Sequence[Companions]
    own_games: frozenset[str]
    """Games with a finished table of this browser, for exercises."""
    done: Sequence[Done]
    rated: Sequence[Rated]
    """Memory rating before the first exercise and after each."""
    groups: Sequence[tuple[GroupKey, StandingGroup]] | None = None
    """The visitor's groups; `None` where there are none, since players have no keys."""
    has_key: bool = False
    """Whether the visitor has a player's key, or can bring one."""


def you_page(context: PageContext, you: You, level: Level, wrong: str = "") -> Markup:
    """Return the page; `level` is chosen for the next exercise, `wrong` says why none began."""
    book = you.book
    about = _("Only you can see this page. It follows you to your other devices.")
    left = ngettext(
        "{n} more game is being added: reload the page.",
        "{n} more games are being added: reload the page.",
        you.games_left,
    )
    save = tag("a.quiet", _("Save your statistics"), href="/you/export", download=True)
    delete = tag("a.quiet", _("Delete your statistics"), href="/you/delete")
    key = tag("a.quiet", _("Your key"), href="/you/key") if you.has_key else None
    return titled_page(
        context,
        _("You"),
        tag("p.about-book", about),
        tag("p.about-book", left.format(n=you.games_left), role="status") if you.games_left else None,
        _companions(context, you.companions) if you.companions else None,
        your_groups(you.groups) if you.groups else None,
        book_summary(book) if book.lines else None,
        tag(
            "section#exercises.exercises",
            tag("h2.unseen", _("Exercises for your memory")),
            alert(wrong),
            tag("div.book-pair", choosing(context, you.own_games, level), memory(you.done, you.rated)),
        ),
        trend_content(book),
        book_details(book) if book.lines else book_summary(book),
        your_groups(()) if you.groups is not None and not you.groups else None,
        tag("p.actions", (save, delete) if book.games else None, key),
        main="room book",
        sheets=SHEETS,
    )


def _companions(context: PageContext, companions: Sequence[Companions]) -> Markup:
    """Return the people played with lately, each group with a button that opens a table for them."""
    about = _("They see your invitation among their tables.")
    return tag(
        "section.paper",
        tag("h2", _("Play again with…")),
        tag("ul.companions", (_group(context, one) for one in companions)),
        tag("p", tag("small", about)),
    )


def _group(context: PageContext, one: Companions) -> Markup:
    names, title = listed(one.names), game_info(one.game).title
    return tag(
        "li",
        tag("b", names),
        tag("small", f"{title} · {ago(one.when)}"),
        context.form(
            f"/t/{one.table}/rematch",
            hidden_fields(seat=one.seat),
            quiet_button(_("Invite again"), unseen(f": {names}")),
        ),
    )

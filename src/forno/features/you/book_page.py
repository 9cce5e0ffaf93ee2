"""HTML of a visitor's book: statistics, the trend of what is given away per decision, and honours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from forno.bots.critic import kinds_of
from forno.core.chronicles import Chronicle
from forno.core.language import _, capital, labelled, listed, ngettext
from forno.core.registry import game_info
from forno.features.digests import chronicle_of
from forno.features.review.findings import Review
from forno.features.review.sentences import fine_percent
from forno.features.you.book import Book, Earned, OrderStatistics, ReviewFigures, Rival, day_text, honours
from forno.pages.documents.document import PageContext, titled_page
from forno.pages.html import NOTHING, Content, Markup, art, submit, tag, together
from forno.pages.labels import bot_name, date_text, game_text

MAX_RIVALS_SHOWN: Final = 12
MAX_ORDERS_SHOWN: Final = 12


SHEETS: Final = ("rooms.css", "book.css")

MIN_GAMES: Final = 2
"""Number of reviewed games from which there is a curve."""
MAX_KINDS_SHOWN: Final = 3
WIDTH: Final = 260
HEIGHT: Final = 56
MARGIN: Final = 6


def delete_book_page(context: PageContext) -> Markup:
    """Return the question whether a book is to be deleted."""
    about = _("This deletes your statistics for good, on all your devices. Your tables stay.")
    title = _("Delete your statistics?")
    delete = submit(_("Delete them for good"))
    form = context.form(
        "/you/delete",
        tag("p", about),
        tag("p.actions", delete, " ", tag("a.quiet", _("Keep them"), href="/you")),
        selector="form.paper",
    )
    return titled_page(context, title, form, sheets=SHEETS)


def book_summary(book: Book) -> Markup:
    """Return the most important figures."""
    if not book.lines:
        return tag("section.paper", tag("p", _("No finished games yet. Your statistics start with the first one.")))
    return tag("section.paper.book-sum", tag("h2", _("At a glance")), _figures(book), _uncounted_note(book))


def book_details(book: Book) -> Markup:
    """Return honours, and figures for each game, opponent and order."""
    return together(
        tag("section.paper", tag("h2", _("Honours")), tag("ul.honours", map(_honour, honours(book)))),
        _variants(book),
        tag("div.book-pair", _rivals(_("Bots"), book.bots, bots=True), _rivals(_("People"), book.people)),
        (_orders(orders) for orders in book.orders),
    )


def _figures(book: Book) -> Markup:
    streaks, evening = book.streaks, book.best_evening
    figures: list[tuple[str, Content]] = [
        (_("Games played"), book.games),
        (_("Wins"), book.wins),
        (_("Current winning streak"), streaks.wins),
        (_("Longest winning streak"), streaks.most_wins),
        (_("Most days in a row"), streaks.most_days),
    ]
    if evening is not None:
        won = ngettext("{n} win", "{n} wins", evening.wins).format(n=evening.wins)
        games = ngettext("{n} game", "{n} games", evening.games).format(n=evening.games)
        when = day_markup(evening.when)
        figures.append((_("Best evening"), together(when, tag("small", f" {won}, {games}"))))
    return tag("dl.figures", (tag("div", tag("dt", name), tag("dd", value)) for name, value in figures))


def _uncounted_note(book: Book) -> Markup | None:
    if not book.uncounted:
        return None
    said = ngettext(
        "{n} game doesn't count: you shared the device, or a bot finished it for you.",
        "{n} games don't count: you shared the device, or a bot finished them for you.",
        book.uncounted,
    )
    return tag("p", tag("small", said.format(n=book.uncounted)))


def new_honours(found: Sequence[Earned]) -> Markup:
    """Return the announcement of honours that a game has just brought; empty for none."""
    told = ngettext("New honour:", "New honours:", len(found))
    titles = listed([f"{honour.title} ({honour.rule.rstrip('.')})" for honour in found])
    return tag("p.honour", art("crown"), told, " ", tag("a", titles, href="/you")) if found else NOTHING


def _honour(honour: Earned) -> Markup:
    rule = labelled(honour.game, honour.rule) if honour.game else honour.rule
    if honour.first is None:
        return tag("li", tag("b", honour.title), " ", tag("small", _("not yet")), tag("p", rule))
    day = day_text(honour.first)
    times = ngettext("once", "{n} times", honour.times).format(n=honour.times)
    # Translators: followed by a date: the day on which an honour was first earned
    when = tag("small", times, " · ", _("first on"), " ", day_markup(day))
    return tag("li.earned", art("crown"), tag("b", honour.title), " ", when, tag("p", rule))


def day_markup(day: str) -> Markup:
    """Return a day as people write it: `17 November 2026`."""
    when = date.fromisoformat(day)
    return tag("time", f"{date_text(when)} {when.year}", datetime=day)


def _variants(book: Book) -> Markup:
    rows = []
    for one in book.variants:
        name = game_text(game_info(one.game), one.variant)
        rows.append((name, one.games, one.wins, "–" if one.best is None else one.best))
    return titled_table(_("By game"), (_("Game"), _("Played"), _("Won"), _("Best score")), rows)


def _rivals(heading: str, rivals: Sequence[Rival], bots: bool = False) -> Markup | None:
    if not rivals:
        return None
    rows = [(bot_name(one.name) if bots else one.name, one.games, one.beaten) for one in rivals[:MAX_RIVALS_SHOWN]]
    # Translators: columns: how often you played with this person, and finished ahead
    return titled_table(heading, (_("Who"), _("Met"), _("Beaten")), rows)


def _orders(orders: OrderStatistics) -> Markup:
    info, chronicle = game_info(orders.game), chronicle_of(orders.game)
    assert chronicle is not None  # a game with orders has a chronicle
    made = [(chronicle.order_title(order), number) for order, number in orders.made]
    missed = [(reason_title(chronicle, why), number) for why, number in orders.missed]
    many = sum(number for _order, number in made)
    few = sum(number for _why, number in missed)
    return tag(
        "section.paper",
        tag("h2", labelled(info.title, _("your orders"))),
        tag(
            "div.book-pair",
            rows_table(_("{n} completed").format(n=many), (_("Order"), "×"), made[:MAX_ORDERS_SHOWN]),
            rows_table(_("{n} missed").format(n=few), (_("Why"), "×"), missed) if missed else None,
        ),
    )


def reason_title(chronicle: Chronicle, why: str) -> str:
    return capital(_(chronicle.reasons.get(why, why)))


def titled_table(heading: str, heads: Sequence[str], rows: Iterable[Sequence[Content]]) -> Markup:
    """Return a table with a heading, in a section of its own."""
    return tag("section.paper", tag("h2", heading), rows_table("", heads, rows, heading))


def rows_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[Content]], label: str = "") -> Markup:
    lines = (tag("tr", tag("th", row[0], scope="row"), (tag("td", cell) for cell in row[1:])) for row in rows)
    return tag(
        "table.tally",
        tag("caption", caption) if caption else None,
        tag("thead", tag("tr", (tag("th", head, scope="col") for head in heads))),
        tag("tbody", lines),
        aria_label=label or None,
    )


@dataclass(frozen=True)
class Trend:
    """Winning chance given away per decision in each reviewed game of a family, the oldest first."""

    game: str
    lost: tuple[float, ...]
    kinds: Mapping[str, tuple[float, ...]]
    """The same by kind of mistake, the costliest first."""


def figures_of(review: Review) -> ReviewFigures:
    """Return what a book keeps of a finished review."""
    kinds = {pattern.mistake: round(pattern.cost, 4) for pattern in review.patterns()}
    return ReviewFigures(review.real, round(review.lost.value, 4), kinds)


def trends(book: Book) -> list[Trend]:
    """Return the trends of all games with enough reviews."""
    games: dict[str, list[ReviewFigures]] = {}
    for line in book.lines:
        if line.review is not None and line.review.decisions:
            games.setdefault(line.digest.game, []).append(line.review)
    found = []
    for game, reviews in sorted(games.items()):
        if len(reviews) < MIN_GAMES:
            continue
        costs: Counter[str] = Counter()
        for one in reviews:
            costs.update(one.kinds)
        kinds = {
            kind: tuple([one.kinds.get(kind, 0.0) / one.decisions for one in reviews])
            for kind, _cost in costs.most_common(MAX_KINDS_SHOWN)
        }
        found.append(Trend(game, tuple([one.lost for one in reviews]), kinds))
    return found


def trend_content(book: Book) -> list[Markup]:
    """Return a section for every game with a trend."""
    return [_section(trend) for trend in trends(book)]


def _section(trend: Trend) -> Markup:
    titles = kinds_of(trend.game)
    most = max(*trend.lost, *(value for kind in trend.kinds.values() for value in kind), 0.001)
    about = ngettext(
        "Winning chance you give away per decision, over {n} reviewed game. Lower is better.",
        "Winning chance you give away per decision, over {n} reviewed games. Lower is better.",
        len(trend.lost),
    )
    rows = [_row(_("Altogether"), trend.lost, most)]
    rows += [_row(_(titles[kind]), values, most) for kind, values in trend.kinds.items() if kind in titles]
    return tag(
        "section.paper.trend",
        tag("h2", labelled(game_info(trend.game).title, _("what you give away"))),
        tag("p", tag("small", about.format(n=len(trend.lost)))),
        tag("dl", rows),
    )


def _row(title: str, values: Sequence[float], most: float) -> Markup:
    half = (len(values) + 1) // 2
    before, lately = _mean(values[:half]), _mean(values[-half:])
    told = _("{before} at first, {lately} lately").format(before=fine_percent(before), lately=fine_percent(lately))
    return tag("div", tag("dt", title), tag("dd", _curve(values, most), tag("small", told)))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _curve(values: Sequence[float], most: float) -> Markup:
    def across(place: int) -> str:
        return f"{MARGIN + (WIDTH - 2 * MARGIN) * place / (len(values) - 1):.1f}"

    def down(value: float) -> str:
        return f"{MARGIN + (HEIGHT - 2 * MARGIN) * (1 - value / most):.1f}"

    base = str(HEIGHT - MARGIN)
    points = " ".join(f"{across(place)},{down(value)}" for place, value in enumerate(values))
    return tag(
        "svg.curve",
        tag("line.grid", x1=MARGIN, x2=WIDTH - MARGIN, y1=base, y2=base),
        tag("polyline.line", points=points),
        tag("circle.dot", cx=across(len(values) - 1), cy=down(values[-1]), r=4),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=" · ".join(map(fine_percent, values)),
    )

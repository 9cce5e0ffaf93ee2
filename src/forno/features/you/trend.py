"""Trend on the page *You*: winning chance given away per decision, game by game, as small curves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from forno.bots.critic import kinds_of
from forno.core.language import _, labelled, ngettext
from forno.core.registry import game_info
from forno.features.review.findings import Review
from forno.features.review.sentences import fine_percent
from forno.features.you.book import Book, ReviewFigures
from forno.pages.html import Markup, tag

MIN_GAMES: Final = 2
"""Number of reviewed games from which there is a curve."""
MAX_KINDS_SHOWN: Final = 3
WIDTH: Final = 260
HEIGHT: Final = 56
MARGIN: Final = 6


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

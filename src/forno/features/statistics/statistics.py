"""Anonymous statistics of a server: editions, durations, and how often each order is completed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from forno.core.chronicles import Digest
from forno.core.language import _, fixed, labelled, ngettext
from forno.core.registry import game_info
from forno.features.digests import chronicle_of
from forno.features.you.book_page import SHEETS, reason_title, rows_table, titled_table
from forno.pages.documents.document import PageContext, document
from forno.pages.html import Content, Markup, tag, together
from forno.pages.labels import bot_name

MINUTE_SECONDS: Final = 60
MAX_ORDERS_SHOWN: Final = 40


@dataclass
class VariantStatistics:
    """Totals of one edition or mode."""

    games: int = 0
    minutes: Counter[int] = field(default_factory=Counter)
    """Number of games by their duration in minutes."""
    seats: int = 0
    people: int = 0
    """Number of seats taken by people."""

    @property
    def median(self) -> int:
        """Median duration in minutes."""
        passed = 0
        for minutes, games in sorted(self.minutes.items()):
            passed += games
            if 2 * passed >= self.games:
                return minutes
        return 0


@dataclass
class Sums:
    """Totals of a server."""

    played: dict[tuple[str, str], VariantStatistics] = field(default_factory=dict)
    """Totals by game and edition or mode."""
    made: dict[str, Counter[str]] = field(default_factory=dict)
    """Number of completions of each order, by game."""
    missed: dict[str, Counter[str]] = field(default_factory=dict)
    """Number of missed orders by reason, by game."""
    bots: Counter[str] = field(default_factory=Counter)
    """Number of seats taken by each bot."""
    lessons: int = 0

    def add(self, digest: Digest) -> None:
        if digest.lesson:
            self.lessons += 1
            return
        kind = self.played.setdefault((digest.game, digest.variant), VariantStatistics())
        kind.games += 1
        kind.minutes[round(digest.seconds / MINUTE_SECONDS)] += 1
        kind.seats += digest.players
        kind.people += digest.bots.count("")
        self.bots.update(bot for bot in digest.bots if bot)
        made = self.made.setdefault(digest.game, Counter())
        missed = self.missed.setdefault(digest.game, Counter())
        for deeds in digest.deeds:
            made.update(deeds.made)
            missed.update({why: sum(orders.values()) for why, orders in deeds.missed.items()})

    def games(self, game: str) -> int:
        return sum(kind.games for (name, _variant), kind in self.played.items() if name == game)


def statistics_page(context: PageContext, sums: Sums, complete: bool) -> Markup:
    """Return the page of a server's statistics; `complete` is false while games are still being counted."""
    about = _("Statistics of all games finished here. Nothing personal.")
    counting = _("Some games are still being counted. Reload the page in a moment.")
    return document(
        context,
        _("Statistics"),
        tag("h1", _("Statistics")),
        tag("p.about-book", about),
        None if complete else tag("p.about-book", counting, role="status"),
        statistics_content(sums),
        main="room book",
        sheets=SHEETS,
    )


def statistics_content(sums: Sums) -> Markup:
    """Return the statistics as HTML."""
    if not sums.played and not sums.lessons:
        return tag("section.paper", tag("p", _("No game has been finished here yet.")))
    lessons = ngettext("Plus {n} guided first game.", "Plus {n} guided first games.", sums.lessons)
    return together(
        _editions(sums),
        tag("p.about-book", lessons.format(n=sums.lessons)) if sums.lessons else None,
        (_orders(sums, game) for game in sorted(sums.made) if sums.made[game]),
        titled_table(
            _("Bots"),
            (_("Who"), _("Seats taken")),
            [(bot_name(name), number) for name, number in sums.bots.most_common()],
        )
        if sums.bots
        else None,
    )


def _editions(sums: Sums) -> Markup:
    rows: list[tuple[Content, ...]] = []
    for (game, variant), kind in sorted(sums.played.items(), key=lambda item: (item[0][0], -item[1].games)):
        info = game_info(game)
        title = info.variant_title(variant)
        name = f"{info.title} · {title}" if title else info.title
        people = fixed(kind.people / kind.games)
        rows.append((name, kind.games, _("{n} min").format(n=kind.median), people))
    return titled_table(_("What is played"), (_("Game"), _("Games played"), _("Median"), _("People at a table")), rows)


def _orders(sums: Sums, game: str) -> Markup:
    info, chronicle = game_info(game), chronicle_of(game)
    assert chronicle is not None
    games = sums.games(game)
    made = [
        (chronicle.order_title(order), number, fixed(number / games, 2))
        for order, number in sums.made[game].most_common(MAX_ORDERS_SHOWN)
    ]
    missed = [(reason_title(chronicle, why), number) for why, number in sums.missed[game].most_common()]
    return tag(
        "section.paper",
        tag("h2", labelled(info.title, _("orders"))),
        tag(
            "div.book-pair",
            rows_table(_("Completed"), (_("Order"), "×", _("a game")), made),
            rows_table(_("Missed"), (_("Why"), "×"), missed) if missed else None,
        ),
    )

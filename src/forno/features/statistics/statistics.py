"""Anonymous statistics of a server: counted once for every finished table, and shown as a page."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from forno.core.chronicles import Digest
from forno.core.language import _, fixed, labelled, ngettext
from forno.core.registry import game_info
from forno.features.digests import chronicle_of
from forno.features.you.book_page import SHEETS, reason_title, rows_table, titled_table
from forno.features.you.book_store import Books
from forno.pages.documents.document import PageContext, titled_page
from forno.pages.html import Content, Markup, tag, together
from forno.pages.labels import bot_name, game_text
from forno.store import Store

MINUTE_SECONDS: Final = 60
MAX_ORDERS_SHOWN: Final = 40

TABLES_PER_BATCH: Final = 64
"""Number of tables counted before other tasks get their turn."""
CACHE_SECONDS: Final = 60.0
"""Time for which the totals are cached."""
COUNT_TIMEOUT_SECONDS: Final = 2.0
"""Maximum time for which a page waits for a running count."""

log = logging.getLogger("forno.web")


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
    return titled_page(
        context,
        _("Statistics"),
        tag("p.about-book", about),
        None if complete else tag("p.about-book", counting, role="status"),
        statistics_content(sums),
        main="room book",
        sheets=SHEETS,
    )


def statistics_content(sums: Sums) -> Markup:
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
        people = fixed(kind.people / kind.games)
        rows.append((game_text(game_info(game), variant), kind.games, _("{n} min").format(n=kind.median), people))
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
            # Translators: orders that were completed: which, how often in all, and how often in a game
            rows_table(_("Completed"), (_("Order"), "×", _("a game")), made),
            rows_table(_("Missed"), (_("Why"), "×"), missed) if missed else None,
        ),
    )


class Statistics:
    """Counts finished tables, each once, in the background when a page asks for the totals."""

    def __init__(self, store: Store, books: Books) -> None:
        self.store = store
        self.books = books
        self.sums = Sums()
        self.whole = False
        """Whether the last count included all finished tables."""
        self._counted: set[str] = set()
        self._looked = -CACHE_SECONDS
        self._counting: asyncio.Task[None] | None = None

    async def now(self) -> tuple[Sums, bool]:
        """Return the totals, and whether they are complete."""
        if self._counting is None and time.monotonic() - self._looked >= CACHE_SECONDS:
            self._counting = asyncio.create_task(self._count())
            self._counting.add_done_callback(self._done)
        if self._counting is not None:
            await asyncio.wait({self._counting}, timeout=COUNT_TIMEOUT_SECONDS)
        return self.sums, self.whole

    def _done(self, counting: asyncio.Task[None]) -> None:
        self._counting = None
        self._looked = time.monotonic()
        if not counting.cancelled() and counting.exception() is not None:
            log.error("the statistics can't be counted", exc_info=counting.exception())

    async def _count(self) -> None:
        after, left = "", 0
        while tables := await self.store.finished(after, TABLES_PER_BATCH):
            after = tables[-1]
            new = [table for table in tables if table not in self._counted]
            told, _later = await self.books.told(new, len(new))
            left += len(new) - len(told)
            for table, found in told.items():
                self._counted.add(table)
                if found is not None:
                    self.sums.add(found.digest)
            await asyncio.sleep(0)
        self.whole = not left

    def close(self) -> None:
        if self._counting is not None:
            self._counting.cancel()

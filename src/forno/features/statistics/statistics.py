"""What is played in a house, counted: editions, how long, how often each order is baked. Nothing of any person."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from forno.core.chronicles import Digest
from forno.core.language import _, labelled, ngettext
from forno.core.registry import game_info
from forno.features.book.page import reason_title, rows_table, titled_table
from forno.features.digests import chronicle_of
from forno.pages.html import Content, Markup, tag, together
from forno.pages.labels import bot_name

MINUTE: Final = 60
MOST_ORDERS: Final = 40


@dataclass
class VariantStatistics:
    """What was played of one edition or mode."""

    games: int = 0
    minutes: Counter[int] = field(default_factory=Counter)
    """How many games took so many minutes."""
    seats: int = 0
    people: int = 0
    """How many of the seats were people's."""

    @property
    def median(self) -> int:
        """Half of the games took no longer, in minutes."""
        passed = 0
        for minutes, games in sorted(self.minutes.items()):
            passed += games
            if 2 * passed >= self.games:
                return minutes
        return 0


@dataclass
class Sums:
    """All of it."""

    played: dict[tuple[str, str], VariantStatistics] = field(default_factory=dict)
    """By game and edition or mode."""
    made: dict[str, Counter[str]] = field(default_factory=dict)
    """By game: how often each order was completed."""
    missed: dict[str, Counter[str]] = field(default_factory=dict)
    """By game: why orders weren't, and how often."""
    bots: Counter[str] = field(default_factory=Counter)
    """How often each bot sat at a table."""
    lessons: int = 0

    def add(self, digest: Digest) -> None:
        if digest.lesson:
            self.lessons += 1
            return
        kind = self.played.setdefault((digest.game, digest.variant), VariantStatistics())
        kind.games += 1
        kind.minutes[round(digest.seconds / MINUTE)] += 1
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


def statistics_content(sums: Sums) -> Markup:
    """The same as a page shows it."""
    if not sums.played and not sums.lessons:
        return tag("section.paper", tag("p", _("No game has been finished here yet.")))
    lessons = ngettext("{n} guided first game besides.", "{n} guided first games besides.", sums.lessons)
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
        people = f"{kind.people / kind.games:.1f}"
        rows.append((name, kind.games, _("{n} min").format(n=kind.median), people))
    return titled_table(_("What is played"), (_("Game"), _("Games played"), _("Median"), _("People at a table")), rows)


def _orders(sums: Sums, game: str) -> Markup:
    info, chronicle = game_info(game), chronicle_of(game)
    assert chronicle is not None
    games = sums.games(game)
    made = [
        (chronicle.order_title(order), number, f"{number / games:.2f}")
        for order, number in sums.made[game].most_common(MOST_ORDERS)
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

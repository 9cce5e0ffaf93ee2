"""Pages of a book: every reason and order has words, and a trend needs more than one game."""

from __future__ import annotations

import pytest

from forno.core.language import use
from forno.core.registry import catalogue
from forno.features.digests import chronicle_of, digest_table
from forno.features.you.book import Book, line_of
from forno.features.you.book_page import book_details, book_summary, trend_content, trends
from forno.pages.html import together
from tests.features.you.helpers import line, reviewed
from tests.finished import finished


def test_every_reason_and_order_has_words() -> None:
    for info in catalogue():
        chronicle = chronicle_of(info.name)
        assert chronicle is not None
        for seed in range(2):
            for deeds in digest_table(finished("t", info.name, seed=seed)).digest.deeds:
                assert set(deeds.missed) <= set(chronicle.reasons)
                assert all(chronicle.order_title(order) for order in deeds.made)


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_page_is_written_of_whatever_was_played(language: str) -> None:
    lines = [
        found
        for info in catalogue()
        for seed in range(2)
        if (found := line_of(f"t{seed}", digest_table(finished(f"t{seed}", info.name, seed=seed)), [0], "Anna"))
        is not None
    ]
    with use(language):
        page = str(together(book_summary(Book.of(lines)), book_details(Book.of(lines))))
        assert "Anna" not in page  # a book speaks of the others
        assert all(info.title in page.replace("&#x27;", "'") for info in catalogue())
        assert book_summary(Book.of([])).count("<p>") == 1


def test_a_trend_shows_what_is_given_away_per_decision_by_kind() -> None:
    lines = [line(day=0), reviewed(3, 0.01, pile=0.1), reviewed(1, 0.03, order_late=0.2, pile=0.05)]
    [trend] = trends(Book.of(lines))
    assert trend.lost == (0.03, 0.01)
    assert list(trend.kinds.items()) == [("order-late", (0.02, 0.0)), ("pile", (0.005, 0.01))]
    [html] = trend_content(Book.of(lines))
    assert "3% at first, 1% lately" in html
    assert "Orders held back" in html
    assert html.count("<polyline") == 3
    with use("it"):
        assert "3% all&#x27;inizio, 1% di recente" in trend_content(Book.of(lines))[0]


def test_one_reviewed_game_is_no_trend() -> None:
    assert trends(Book.of([line(), reviewed(1, 0.03)])) == []

"""Pages of reviews: the bar of one under way, and one that is asked for again."""

from __future__ import annotations

import forno
from forno.features.review import Review
from forno.features.review.page import record_ways, review_content, table_ways, waiting_content
from tests.features.review.helpers import NAMES


def test_the_progress_bar_counts_looks_at_luck() -> None:
    game = forno.game("mamma-mia", players=3)
    at_luck = Review("mamma-mia", 0, 3, 5, 5, looking={}, luck_looks=2)
    assert 'max="14" value="7"' in review_content(game, NAMES, at_luck, table_ways("t1"))


def test_a_review_that_isnt_there_yet_is_asked_for_again_for_the_same_seat() -> None:
    assert 'href="/t/t1/review?seat=2"' in waiting_content(table_ways("t1"), 2)
    assert 'name="seat" value="2"' in waiting_content(record_ways("forno record 1", None), 2)

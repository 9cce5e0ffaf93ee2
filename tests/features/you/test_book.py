"""A book tells what the games of a visitor come to, and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forno.core.chronicles import Deeds, Digest
from forno.core.language import use
from forno.core.registry import catalogue
from forno.features.digests import chronicle_of, digest_table, read_digest, tell
from forno.features.you.book import (
    Book,
    BookLine,
    ReviewFigures,
    earned_at,
    honours,
    line_of,
    read_line,
    runs,
)
from forno.features.you.book_page import book_details, book_summary, trend_content, trends
from forno.games.mamma_mia.rules.events import Baked, Returned
from forno.games.pizza_master.rules.events import Completed
from forno.pages.html import together
from forno.table.table import Table
from forno.table.timing import DAY_SECONDS
from tests.finished import finished

EVENING = 1e9


def line(
    won: bool = True,
    day: int = 0,
    bots: tuple[str, ...] = ("", "cuoco"),
    scores: tuple[int, ...] = (5, 3),
    seat: int | None = 0,
    stand_in: bool = False,
    deeds: Deeds | None = None,
    number: int = 0,
) -> BookLine:
    """A game of two, won or lost by the first seat."""
    places = (1, 2) if won else (2, 1)
    ended = EVENING + day * DAY_SECONDS + number
    digest = Digest(
        "mamma-mia", "classic", 2, scores, places, bots, (stand_in, False), ended - 600, ended, False,
        (deeds or Deeds(), Deeds()),
    )  # fmt: skip
    return BookLine(f"t{day}n{number}", seat, ("Anna", "Bruno"), digest)


# --- what a table tells -----------------------------------------------------------------------


def events_of(table: Table) -> list[object]:
    assert table.final.seed is not None
    state = table.game.deal(table.final.seed)
    events: list[object] = list(state.events)
    for action in table.final.history():
        events += state.apply(action)
    return events


@pytest.mark.parametrize("game", [info.name for info in catalogue()])
@pytest.mark.parametrize("seed", range(3))
def test_what_a_table_tells_is_what_happened_there(game: str, seed: int) -> None:
    table = finished("t", game, seed=seed)
    found = read_digest(tell("t", table.log))
    assert found == digest_table(table)
    assert found is not None
    outcome = table.final.outcome
    assert (found.digest.scores, found.digest.places) == (outcome.scores, outcome.places)
    assert found.digest.seconds == 3600
    assert found.digest.bots == ("", "cuoco")
    happened = events_of(table)
    made = Counter((e.seat, e.order) for e in happened if isinstance(e, (Baked, Completed)))
    back = Counter((e.seat, e.reason, e.order) for e in happened if isinstance(e, Returned))
    for seat, deeds in enumerate(found.digest.deeds):
        assert deeds.made == {order: number for (who, order), number in made.items() if who == seat}
        if game == "mamma-mia":
            missed = {(seat, why, name): n for why, names in deeds.missed.items() for name, n in names.items()}
            assert missed == {key: number for key, number in back.items() if key[0] == seat}


def test_every_reason_and_order_has_words() -> None:
    for info in catalogue():
        chronicle = chronicle_of(info.name)
        assert chronicle is not None
        for seed in range(2):
            for deeds in digest_table(finished("t", info.name, seed=seed)).digest.deeds:
                assert set(deeds.missed) <= set(chronicle.reasons)
                assert all(chronicle.order_title(order) for order in deeds.made)


def test_a_table_that_isnt_over_or_is_damaged_tells_nothing() -> None:
    log = finished("t").log
    assert tell("t", log[:-1]) == ""
    assert tell("t", log[3:]) == ""


# --- whose line it is ---------------------------------------------------------------------------


def test_a_line_is_of_the_seat_that_one_has_and_keeps_no_deeds_of_others() -> None:
    found = digest_table(finished("t"))
    mine = line_of("t", found, [0], "whoever")
    assert mine is not None
    assert mine.seat == 0
    assert mine.digest.deeds[1] == Deeds()
    assert line_of("t", found, [], "Anna") is None
    assert read_line(mine.to_json()) == mine


def test_on_a_shared_device_ones_own_seat_is_the_one_with_ones_name() -> None:
    found = digest_table(finished("t", guests=(("Anna", "a"), ("Bruno", "b"))))
    assert [line_of("t", found, [0, 1], name).seat for name in ("Anna", "Bruno", "Carla")] == [0, 1, None]  # type: ignore[union-attr]
    nobody = line_of("t", found, [0, 1], "Carla")
    assert nobody is not None
    book = Book.of([nobody])
    assert (book.games, book.wins, book.uncounted, book.bots, book.people) == (1, 0, 1, [], [])


def test_a_lesson_isnt_written_in_and_a_bots_win_isnt_ones_own() -> None:
    assert line_of("t", replace(digest_table(finished("t")), digest=line().digest), [0], "") is not None
    lesson = replace(digest_table(finished("t")), digest=replace(line().digest, lesson=True))
    assert line_of("t", lesson, [0], "") is None
    helped = line_of(
        "t", digest_table(finished("t", guests=(("Anna", "a"), ("Bruno", "b")), stand_in=True)), [0], "Anna"
    )
    assert helped is not None
    assert not helped.counts


# --- what the lines come to --------------------------------------------------------------------


def test_streaks_and_the_best_evening() -> None:
    wins = (1, 1, 0, 1, 1, 1, 0, 1)
    book = Book.of([line(bool(won), day=place // 3, number=place) for place, won in enumerate(wins)][::-1])
    assert (book.games, book.wins) == (8, 6)
    assert (book.streaks.wins, book.streaks.most_wins, book.streaks.most_days) == (1, 3, 3)
    evening = book.best_evening
    assert evening is not None
    assert (evening.wins, evening.games, evening.when) == (3, 3, "2001-09-09")


def test_who_was_beaten() -> None:
    people = [line(won, bots=("", ""), number=place) for place, won in enumerate((True, False, True))]
    book = Book.of([*people, line(True, number=9), line(False, number=10)])
    assert [(one.name, one.games, one.beaten) for one in book.people] == [("Bruno", 3, 2)]
    assert [(one.name, one.games, one.beaten) for one in book.bots] == [("cuoco", 2, 1)]


def test_orders_and_why_they_were_missed() -> None:
    deeds = Deeds({"4-olive": 2, "bombastica": 1}, {"incomplete": {"4-olive": 2}, "no-help": {"minimale": 1}})
    (orders,) = Book.of([line(deeds=deeds), line(number=1, deeds=deeds), line(number=2, stand_in=True)]).orders
    assert dict(orders.made) == {"4-olive": 4, "bombastica": 2}
    assert orders.missed == (("incomplete", 4), ("no-help", 2))


@given(st.sets(st.integers(0, 40)))
def test_runs_are_as_long_as_the_days_are_many(days: set[int]) -> None:
    found = runs(days)
    assert sum(found) == len(days)
    assert len(found) == sum(day - 1 not in days for day in days)


def earned(*lines: BookLine) -> dict[str, int]:
    return {honour.name: honour.times for honour in honours(Book.of(lines)) if honour.times}


def test_an_honour_belongs_to_the_table_that_earned_it_whenever_others_ended() -> None:
    won = line()
    lost = replace(line(won=False), table="elsewhere")
    assert lost.digest.ended == won.digest.ended
    book = Book.of([lost, won])
    assert "first-win" in [honour.name for honour in earned_at(book, won.table)]
    assert earned_at(book, "elsewhere") == []


def test_honours_are_earned_by_their_rules() -> None:
    assert earned(line(False)) == {}
    assert earned(line(deeds=Deeds(missed={"incomplete": {"minimale": 1}}))) == {"first-win": 1}
    assert earned(line()) == {"first-win": 1, "nothing-sent-back": 1}
    row = [line(number=place, deeds=Deeds(missed={"no-kind": {"a": 1}})) for place in range(3)]
    assert earned(*row) == {"first-win": 3, "in-a-row": 1}
    assert "strongest" in earned(line(bots=("", "nonna")))
    assert "strongest" not in earned(line(False, bots=("", "nonna")))
    assert "tie-break" in earned(line(scores=(4, 4)))
    assert "bombastica" in earned(line(False, deeds=Deeds({"bombastica": 1})))
    assert "good-neighbour" in earned(line(False, deeds=Deeds(feats={"helped": 3})))
    assert "regular" in earned(*(line(False, day=day) for day in range(7)))
    assert "regular" not in earned(*(line(False, day=day) for day in (0, 1, 2, 4, 5, 6, 7)))
    assert earned(line(stand_in=True)) == {}


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


# --- the trend of reviews ---------------------------------------------------------------------


def reviewed(day: int, lost: float, **kinds: float) -> BookLine:
    named = {kind.replace("_", "-"): cost for kind, cost in kinds.items()}
    return replace(line(day=day), review=ReviewFigures(10, lost, named))


def test_a_line_keeps_the_figures_of_its_review_and_lines_without_one_are_read_as_before() -> None:
    with_it = reviewed(1, 0.02, order_late=0.2)
    assert read_line(with_it.to_json()) == with_it
    assert "review" not in line().to_json()
    assert read_line(line().to_json()) == line()


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

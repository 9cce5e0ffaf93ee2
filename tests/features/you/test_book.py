"""A book tells what the games of a visitor come to, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from forno.core.chronicles import Deeds
from forno.core.plain import read_stored
from forno.features.digests import digest_table
from forno.features.you.book import Book, BookLine, earned_at, honours, line_of, runs
from tests.features.you.helpers import line, reviewed
from tests.finished import finished

# --- whose line it is ---------------------------------------------------------------------------


def test_a_line_is_of_the_seat_that_one_has_and_keeps_no_deeds_of_others() -> None:
    found = digest_table(finished("t"))
    mine = line_of("t", found, [0], "whoever")
    assert mine is not None
    assert mine.seat == 0
    assert mine.digest.deeds[1] == Deeds()
    assert line_of("t", found, [], "Anna") is None
    assert read_stored(BookLine, mine.to_json()) == mine


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


def test_a_line_keeps_the_figures_of_its_review_and_lines_without_one_are_read_as_before() -> None:
    with_it = reviewed(1, 0.02, order_late=0.2)
    assert read_stored(BookLine, with_it.to_json()) == with_it
    assert "review" not in line().to_json()
    assert read_stored(BookLine, line().to_json()) == line()

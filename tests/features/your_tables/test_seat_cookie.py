"""The cookie with the seats of a browser: whatever it says is read, and what goes on is kept first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forno.features.your_tables.seat_cookie import (
    MAX_COOKIE_CHARACTERS,
    Kept,
    fit_tables,
    read_kept,
    together,
    too_long,
    with_table,
    write_kept,
)

TABLES = st.builds(
    Kept,
    st.text("abcdefghjkmnpqrstvwxyz23456789", min_size=12, max_size=12),
    st.dictionaries(st.integers(0, 7), st.text("abcXYZ019_-", min_size=32, max_size=32), min_size=1, max_size=4),
)
LISTS = st.lists(TABLES, max_size=150, unique_by=lambda kept: kept.table)


@given(LISTS)
def test_what_is_written_is_read_again(tables: list[Kept]) -> None:
    kept = fit_tables(tables, frozenset())
    assert read_kept(write_kept(kept)) == kept


@given(st.text())
def test_whatever_a_cookie_says_is_read(text: str) -> None:
    for kept in read_kept(text):
        assert kept.table.isalnum()
        assert kept.keys


@given(LISTS, st.integers(0, 20))
def test_tables_that_go_on_are_kept_before_all_others(tables: list[Kept], number: int) -> None:
    oldest = {kept.table for kept in tables[-number:]} if number else set()
    kept = fit_tables(tables, oldest)
    assert len(write_kept(kept)) <= MAX_COOKIE_CHARACTERS
    assert kept == [table for table in tables if table in kept]
    if not too_long([table for table in tables if table.table in oldest]):
        assert oldest <= {table.table for table in kept}


@given(LISTS, LISTS)
def test_the_tables_of_two_browsers_together_are_all_of_them(tables: list[Kept], others: list[Kept]) -> None:
    both = {(kept.table, key) for kept in together(tables, others) for key in kept.keys.items()}
    mine = {(kept.table, key) for kept in tables for key in kept.keys.items()}
    assert mine <= both
    assert {table for table, _key in both} == {kept.table for kept in [*tables, *others]}


def test_a_table_without_a_seat_is_kept_no_longer() -> None:
    tables = [Kept("a", {0: "x"}), Kept("b", {1: "y"})]
    assert with_table(tables, Kept("b", {})) == [Kept("a", {0: "x"})]
    assert with_table(tables, Kept("c", {0: "z"}))[0].table == "c"
    assert with_table(tables, Kept("a", {0: "x", 2: "w"}))[0].keys == {0: "x", 2: "w"}

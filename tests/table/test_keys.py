"""Seat keys and table ids."""

from __future__ import annotations

from forno.table.keys import key_from, key_hash, new_key, new_table_id, table_id_from


def test_keys_and_names_of_tables_are_long_enough_not_to_be_guessed() -> None:
    assert len({new_key() for _ in range(100)}) == 100
    assert all(len(new_key()) >= 32 for _ in range(10))
    assert all(len(new_table_id()) >= 10 and new_table_id().isalnum() for _ in range(10))


def test_the_same_secret_gets_the_same_key_at_one_table_and_the_same_table_for_one_purpose() -> None:
    assert key_from("a", "secret") == key_from("a", "secret") != key_from("b", "secret")
    assert table_id_from("rematch", "a") == table_id_from("rematch", "a") != table_id_from("ticket", "a")
    assert key_hash("key") == key_hash("key") != key_hash("key ")

"""Deck files are read with a reason for whatever is wrong in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from forno.core.decks import DeckEntry, entries, fingerprint, is_number, parse, read_file, title_of
from forno.core.errors import DeckError

KEYS = ("name", "colour", "count", "sizes")


def card(**fields: object) -> DeckEntry:
    return DeckEntry("x.toml", "card", 3, fields, KEYS)


def test_a_file_that_isnt_there_or_isnt_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"none\.toml can't be read: No such file or directory\."):
        read_file(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DeckError, match=r"bytes\.toml isn't a text file in UTF-8\."):
        read_file(tmp_path / "bytes.toml")


def test_what_isnt_toml_or_has_an_unknown_section_is_refused() -> None:
    with pytest.raises(DeckError, match=r"x\.toml: isn't TOML: "):
        parse("= 3", "x.toml", ("cards",))
    with pytest.raises(DeckError, match=r"x\.toml: 'crust' is unknown; a deck has title, cards\."):
        parse("crust = 1", "x.toml", ("cards",))
    assert parse("cards = 3", "x.toml", ("cards",)) == {"cards": 3}


def test_a_deck_without_a_title_is_called_like_its_file() -> None:
    assert title_of({"title": "Mine"}, "x.toml") == "Mine"
    assert title_of({}, "shelf/x.toml") == "x"
    with pytest.raises(DeckError, match=r"x\.toml: 'title' must be a text\."):
        title_of({"title": 3}, "x.toml")


@pytest.mark.parametrize("section", [None, 3, [], [3]])
def test_a_section_without_cards_is_refused(section: object) -> None:
    with pytest.raises(DeckError, match=r"x\.toml: 'cards' must be \[\[cards\]\] entries\."):
        entries({"cards": section}, "cards", "x.toml")


@pytest.mark.parametrize(("value", "fits"), [(1, True), (5, True), (0, False), (6, False), (True, False), ("1", False)])
def test_a_number_has_bounds_and_is_no_switch(value: object, fits: bool) -> None:
    assert is_number(value, 1, 5) is fits


def test_a_cards_fields_are_read() -> None:
    entry = card(name="big-one", colour="red", count=2, sizes=[1, 3])
    assert entry.name() == "big-one"
    assert entry.text("colour") == entry.one_of("colour", ("red", "blue")) == "red"
    assert entry.number("count", 1, 5) == 2
    assert entry.numbers("sizes", 1, 3) == [1, 3]
    assert card().text("colour", "blue") == card().one_of("colour", ("blue",), "blue") == "blue"
    assert card().number("count", 1, 5, 0) == 0
    assert card().numbers("sizes", 1, 3) == []
    entry.absent("weight")


@pytest.mark.parametrize(
    ("fields", "call", "reason"),
    [
        (
            {"name": "Big"},
            "name",
            r"x\.toml: card 3 \(Big\): a name is made of lower-case letters, digits and single hyphens\.",
        ),
        ({}, "name", r"card 3 \(without a name\): a name is made"),
        ({"colour": ""}, "text", r"'colour' must be a text\."),
        ({"colour": "pink"}, "one_of", r"'colour' must be one of red, blue, not 'pink'\."),
        ({"count": 9}, "number", r"'count' must be a number from 1 to 5, not 9\."),
        ({}, "number", r"'count' must be a number from 1 to 5, not None\."),
        ({"sizes": [7]}, "numbers", r"'sizes' must be a list of numbers from 1 to 5, not \[7\]\."),
        ({"count": 1}, "absent", r"'count' doesn't belong here\."),
    ],
)
def test_a_wrong_field_is_refused_with_the_reason(fields: dict[str, object], call: str, reason: str) -> None:
    entry = card(**fields)
    calls: dict[str, Callable[[], object]] = {
        "name": entry.name,
        "text": lambda: entry.text("colour"),
        "one_of": lambda: entry.one_of("colour", ("red", "blue")),
        "number": lambda: entry.number("count", 1, 5),
        "numbers": lambda: entry.numbers("sizes", 1, 5),
        "absent": lambda: entry.absent("count"),
    }
    with pytest.raises(DeckError, match=reason):
        calls[call]()


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(DeckError, match=r"'weight' is unknown; it can have colour, count, name, sizes\."):
        card(weight=1)


def test_a_fingerprint_tells_decks_apart() -> None:
    assert fingerprint(1, ("a",)) == fingerprint(1, ("a",)) != fingerprint(1, ("b",))
    assert len(fingerprint()) == 16

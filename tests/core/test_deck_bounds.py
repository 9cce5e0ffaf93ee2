"""Anybody may send a deck: what would take long to read is refused before it is read, and nothing else is."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forno.core.decks import (
    MAX_DECK_CHARACTERS,
    MAX_DEPTH,
    MAX_LINE_CHARACTERS,
    MAX_TABLES,
    MAX_WORD_CHARACTERS,
    check_bounds,
    parse,
    read_file,
)
from forno.core.errors import DeckError
from forno.core.registry import catalogue, read_deck

SHIPPED = sorted(Path(__file__).parents[2].glob("src/forno/games/**/*.toml"))


def refusal(call: Callable[..., object], *arguments: str) -> str:
    """The sentence of a refusal; empty if there is none."""
    try:
        call(*arguments)
    except DeckError as error:
        return str(error)
    return ""


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The costly reader isn't reached."""

    def loads(text: str) -> dict[str, Any]:
        raise AssertionError(f"{text[:50]!r} was read")

    monkeypatch.setattr(tomllib, "loads", loads)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("#\n" * (MAX_DECK_CHARACTERS // 2) + "#", "x: this is too long; use at most 100000 characters"),
        ("title = 'a'\n# " + "-" * MAX_LINE_CHARACTERS, "x: line 2: it is longer than 2000 characters"),
        ("a.a" + ".a" * 20_000 + " = 1", "x: line 1: it is longer than 2000 characters"),
        ("\n" + "a." * MAX_DEPTH + "a = 1", "x: line 2: a key has at most 8 parts with dots between them"),
        ("'a'. " * MAX_DEPTH + '"a" = 1', "x: line 1: a key has at most 8 parts"),
        ("[" + "a." * MAX_DEPTH + "a]", "x: line 1: a key has at most 8 parts"),
        ("[[" + "a." * MAX_DEPTH + "a]]", "x: line 1: a key has at most 8 parts"),
        ("b = {" + "a." * MAX_DEPTH + "a = 1}", "x: line 1: a key has at most 8 parts"),
        ("b = {c = 1, " + "a." * MAX_DEPTH + "a = 1}", "x: line 1: a key has at most 8 parts"),
        ("b = [\n'''\n#''', {" + "a." * MAX_DEPTH + "a = 1}]", "x: line 3: a key has at most 8 parts"),
        ("a = '''a'''''\n" + "a." * MAX_DEPTH + "a = 1", "x: line 2: a key has at most 8 parts"),
        ('a = ["""a"""", {' + "a." * MAX_DEPTH + "a = 1}]", "x: line 1: a key has at most 8 parts"),
        ('a = ["""\\"""", {' + "a." * MAX_DEPTH + "a = 1}]", "x: line 1: a key has at most 8 parts"),
        ("a = " + "[" * (MAX_DEPTH + 1), "x: line 1: tables and lists are nested more than 8 deep"),
        ("a = " + "[\n" * (MAX_DEPTH + 1), "x: line 9: tables and lists are nested more than 8 deep"),
        ("a = " + "{a = " * (MAX_DEPTH + 1), "x: line 1: tables and lists are nested more than 8 deep"),
        ("[a]\n" * (MAX_TABLES + 1), "x: line 2001: a deck has at most 2000 tables and lists"),
        ("[[a]]\n" * (MAX_TABLES + 1), "x: line 2001: a deck has at most 2000 tables and lists"),
        ("a = [" + "{}," * 600 + "]\n" + "b = [" + "{},\n" * 1400 + "]", "at most 2000 tables and lists"),
        ("kinds = " + "9" * (MAX_WORD_CHARACTERS + 1), "x: line 1: a number or a name without quotes has at most 60"),
        ("kinds = -0x" + "f" * MAX_WORD_CHARACTERS, "x: line 1: a number or a name without quotes has at most 60"),
        ("kinds = 1." + "0" * (MAX_WORD_CHARACTERS + 1), "x: line 1: a number or a name without quotes has at most 60"),
    ],
)
@pytest.mark.usefixtures("unread")
def test_what_would_take_long_is_refused_unread(text: str, reason: str) -> None:
    with pytest.raises(DeckError) as refused:
        parse(text, "x", ("a",))
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        '"""',
        "a = '''",
        "a = '" + "." * 20,
        'a = "' + "." * 20,
        'a = "\\"' + "." * 20,
        "]" * 20,
        "a = 1 'b",
    ],
)
def test_what_isnt_toml_is_left_to_the_reader(text: str) -> None:
    check_bounds(text, "x")
    with pytest.raises(DeckError, match="isn't TOML"):
        parse(text, "x", ("a",))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_the_decks_that_ship_are_far_within_the_bounds(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    check_bounds("\n" * (MAX_DECK_CHARACTERS // 2) + text, "x")
    assert tomllib.loads(text)


def test_no_deck_that_ships_is_missed() -> None:
    assert len(SHIPPED) == 7


def test_a_file_is_read_no_further_than_a_deck_can_be(tmp_path: Path) -> None:
    big = tmp_path / "big.toml"
    big.write_bytes(b"\xe2\x80\xa6" * 4 * MAX_DECK_CHARACTERS)
    with pytest.raises(DeckError, match=r"big\.toml: this is too long"):
        read_file(big)
    with pytest.raises(DeckError, match=r"zero: this is too long"):
        read_file("/dev/zero")


# --- whatever is written, the bounds see it as the reader does ---------------------


@dataclass(frozen=True)
class Piece:
    """A piece of TOML, and how deep its keys and its tables and lists are."""

    text: str
    parts: int = 0
    nested: int = 0


TRICKY = st.text(st.sampled_from("\"'\\#.[]{}=,a0 "), max_size=12)
"""Texts that could be taken for something else if they weren't within quotes or a comment."""
SPACE = st.sampled_from(["", " ", "\t "])


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def long_quoted(text: str) -> str:
    """With up to two quotes of its own before the closing ones."""
    return '"""' + text.replace("\\", "\\\\").replace('"""', '""\\"') + '"""'


KEY_PART = st.one_of(
    st.text(st.sampled_from("abc0123456789-_"), min_size=1, max_size=9),
    TRICKY.map(quoted),
    TRICKY.filter(lambda text: "'" not in text).map(lambda text: f"'{text}'"),
)


@st.composite
def keys(draw: st.DrawFn) -> Piece:
    parts = draw(st.lists(KEY_PART, min_size=1, max_size=MAX_DEPTH + 3))
    spaces = [draw(SPACE) for _ in parts]
    joined = ".".join(f"{space}{part}{space}" for part, space in zip(parts, spaces, strict=True))
    return Piece(joined, len(parts))


LINES = st.text(st.sampled_from("\"'\\#.[]{}=,a0\n"), max_size=20)
PLAIN = st.one_of(
    st.integers(-(10**50), 10**50).map(str),
    st.floats(allow_nan=False).map(repr).map(lambda text: text if "." in text or "e" in text or "inf" in text else "1"),
    st.sampled_from(["true", "0xff", "1979-05-27T07:32:00.999-07:00", "07:32:00.5"]),
    TRICKY.map(quoted),
    LINES.filter(lambda text: not text.endswith('"')).map(long_quoted),
    LINES.map(lambda text: long_quoted(text.rstrip('"') + '"')),
    LINES.map(lambda text: "'''" + text.replace("'''", "'").rstrip("'") + "''" + "'''"),
    TRICKY.filter(lambda text: "'" not in text).map(lambda text: f"'{text}'"),
).map(Piece)


def lists(values: st.SearchStrategy[Piece]) -> st.SearchStrategy[Piece]:
    @st.composite
    def made(draw: st.DrawFn) -> Piece:
        inside = draw(st.lists(values, max_size=3))
        lines = [f"{piece.text}, #{draw(TRICKY)}\n" for piece in inside]
        return over("[\n" + "".join(lines) + "]", inside)

    return made()


def tables(values: st.SearchStrategy[Piece]) -> st.SearchStrategy[Piece]:
    @st.composite
    def made(draw: st.DrawFn) -> Piece:
        inside = draw(st.lists(values, max_size=3))
        named = [draw(keys()) for _ in inside]
        pairs = [f"k{i}.{key.text} = {piece.text}" for i, (key, piece) in enumerate(zip(named, inside, strict=True))]
        found = over("{" + ", ".join(pairs) + "}", inside)
        return Piece(found.text, max([found.parts, *(key.parts + 1 for key in named)]), found.nested)

    return made()


def over(text: str, inside: list[Piece]) -> Piece:
    return Piece(text, max((p.parts for p in inside), default=0), max((p.nested for p in inside), default=0) + 1)


VALUES = st.recursive(PLAIN, lambda values: lists(values) | tables(values), max_leaves=12)


@st.composite
def documents(draw: st.DrawFn) -> Piece:
    """A whole text; every statement has a first key of its own, so that none contradicts another."""
    pieces = []
    for number in range(draw(st.integers(1, 4))):
        key, value = draw(keys()), draw(VALUES)
        line = {
            "pair": f"s{number}.{key.text} = {value.text}",
            "table": f"[s{number}.{key.text}]\nb = {value.text}",
            "list": f"[[s{number}.{key.text}]]\nb = {value.text}",
        }[draw(st.sampled_from(["pair", "table", "list"]))]
        nested = max(value.nested, 2 if line.startswith("[[") else 1 if line.startswith("[") else 0)
        pieces.append(Piece(f"{line} #{draw(TRICKY)}\n", max(key.parts + 1, value.parts), nested))
    return Piece("".join(p.text for p in pieces), max(p.parts for p in pieces), max(p.nested for p in pieces))


@given(documents())
def test_whatever_is_written_exactly_what_is_too_deep_is_refused(document: Piece) -> None:
    assert tomllib.loads(document.text)
    reason = refusal(check_bounds, document.text, "x")
    assert bool(reason) == (document.parts > MAX_DEPTH or document.nested > MAX_DEPTH), reason
    assert not reason or "parts with dots" in reason or "lie in each other" in reason


# --- whatever is in it, a deck is read or refused ----------------------------------

SECTIONS = ["title", "kinds", "ingredients", "orders", "missions", "objectives"]
FIELDS = ["name", "style", "source", "source_of", "colours", "needs", "jokers", "fewest", "either", "either_count"]
FIELDS += [
    "forbidden",
    "at_least",
    "type",
    "dish",
    "points",
    "count",
    "wild",
    "goal",
    "number",
    "of",
    "effect",
    "gives",
]
FIELDS += ["bonus", "counts", "goes_to", "worth", "times"]
WORDS = st.sampled_from([*SECTIONS, *FIELDS, "P", "X1", "yellow", "own", "printed", "a", "cheese", "meat", "pizza"])
CONTENT: st.SearchStrategy[Any] = st.recursive(
    st.integers(-2, 70) | WORDS | st.booleans() | st.floats() | TRICKY,
    lambda values: st.lists(values, max_size=3) | st.dictionaries(WORDS, values, max_size=4),
    max_leaves=10,
)


def toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return quoted(value)
        case dict():
            return "{" + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
    return repr(value)


CARDS = st.lists(st.dictionaries(WORDS, CONTENT, max_size=5), min_size=1, max_size=3)


@given(
    st.fixed_dictionaries({"kinds": st.integers(1, 7) | CONTENT, "orders": CARDS | CONTENT}),
    st.dictionaries(WORDS, CONTENT | CARDS, max_size=3),
    st.sampled_from([info.name for info in catalogue() if info.deck_reader]),
    st.booleans(),
)
def test_whatever_a_deck_says_it_is_read_or_refused_with_a_reason(
    usual: dict[str, Any], more: dict[str, Any], game: str, without_kinds: bool
) -> None:
    said = {key: value for key, value in (usual | more).items() if key != "kinds" or not without_kinds}
    text = "\n".join(f"{key} = {toml(value)}" for key, value in said.items())
    reason = refusal(read_deck, game, text, "x")
    assert not reason or reason.startswith("x: ")

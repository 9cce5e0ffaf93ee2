"""Whatever is given to the library, it is taken or refused with an error of Forno's own: never anything else."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import forno
from forno.core.registry import game_info
from forno.games.mamma_mia.rules import position as mamma_mia_position
from forno.games.pizza_master.rules import position as pizza_master_position
from forno.testing import at_random
from tests.variants import variants

GAMES = sorted({variant.info.name for variant in variants()})
OPTIONS = {name: [option.name for option in game_info(name).options] for name in GAMES}


def words(name: str) -> list[str]:
    """What the options and piles of a game can be called."""
    info = game_info(name)
    choices = [word for option in info.options for word in option.choices]
    return [
        *choices,
        "rest",
        "",
        "²",
        "--5",
        "3 salami",
        "2 cheese",
        "order 4-olive",
        "0 olive",
        "1 1",
        "scoring",
        "making",
    ]


def anything(name: str) -> st.SearchStrategy[Any]:
    """What somebody might give for an option, a pile or a seed."""
    plain = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 9),
        st.just(5000).map(lambda digits: 10**digits),
        st.floats(),
        st.text(max_size=4),
        st.binary(max_size=4),
        st.sampled_from(words(name)),
        st.just(object()),
    )
    return st.recursive(
        plain,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
        max_leaves=5,
    )


def taken_or_refused(call: Callable[[], object], refusal: type[forno.FornoError] = forno.FornoError) -> None:
    try:
        call()
    except refusal as error:
        said = str(error)
    else:
        said = "it was taken"
    assert said


@settings(max_examples=300)
@given(st.data())
def test_whatever_the_options_are(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(GAMES))
    options = data.draw(st.dictionaries(st.sampled_from(OPTIONS[name]), anything(name), max_size=3))
    taken_or_refused(lambda: forno.game(name, **options))


@given(st.sampled_from(GAMES).flatmap(anything))
def test_whatever_the_name_of_the_game_is(name: Any) -> None:
    taken_or_refused(lambda: forno.game(name))


BUILDERS: dict[str, Callable[..., object]] = {
    "mamma-mia": mamma_mia_position.build,
    "pizza-master": pizza_master_position.build,
}
PILES = {name: list(signature(build).parameters)[1:] for name, build in BUILDERS.items()}
USUAL: dict[str, dict[str, Any]] = {
    "mamma-mia": {"hands": ["3 salami", "1 olive"], "seat": "yellow"},
    "pizza-master": {"phase": "collecting"},
}


@settings(max_examples=600)
@given(st.data())
def test_whatever_the_piles_of_a_position_are(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(GAMES))
    options = {"mode": "master"} if name == "pizza-master" else {}
    game = forno.game(name, players=2, **options)
    piles = data.draw(st.dictionaries(st.sampled_from(PILES[name]), anything(name), max_size=3))
    usual = data.draw(st.sampled_from([{}, USUAL[name]]))
    taken_or_refused(lambda: game.position(**(usual | piles)))


@pytest.mark.parametrize(
    ("piles", "reason"),
    [
        ({}, "'hands' and 'seat' are missing"),
        ({"hand": ["", ""]}, "there is no 'hand' .did you mean 'hands'"),
        ({"hands": "3 salami"}, "'hands' must be a list of texts, not '3 salami'"),
        ({"hands": [["3 salami"], ""]}, "'hands' must be a list of texts, not "),
        ({"hands": [b"3 salami", ""]}, "'hands' must be a list of texts, not "),
        ({"hands": None}, "'hands' must be a list of texts, not None"),
        ({"hands": ["", ""], "supply": ["3 salami"]}, "'supply' must be a text, not "),
        ({"hands": ["", ""], "round": "1"}, "'round' must be a whole number, not '1'"),
        ({"hands": ["", ""], "round": True}, "'round' must be a whole number, not True"),
        ({"hands": ["", ""], "seat": 0}, "'seat' must be a text, not 0"),
    ],
)
def test_a_pile_that_isnt_one_is_named(piles: dict[str, Any], reason: str) -> None:
    game = forno.game("mamma-mia", players=2)
    given = piles if not piles else {"seat": "yellow"} | piles
    with pytest.raises(forno.PositionError, match=reason):
        game.position(**given)


def record(name: str) -> list[str]:
    state = forno.game(name, players=2).deal(3)
    choose = at_random(1)
    for _ in range(12):
        state.apply(choose(state.legal_actions()))
    return str(forno.Record.of(state)).splitlines()


RECORDS = {name: record(name) for name in GAMES}
LINE = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["seed: ²", "seed: --5", "players: ²", "rules: 1e3", "rules: ²", "colours: a b", "deck: ", "result:"]
    ),
    st.builds(
        "{}: {}".format,
        st.sampled_from(["game", "rules", "seed", "deck", "position hands", "²", "1 yellow"]),
        st.text(),
    ),
)


@settings(max_examples=300)
@given(st.data())
def test_whatever_a_record_says(data: st.DataObject) -> None:
    lines = list(RECORDS[data.draw(st.sampled_from(GAMES))])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["replace", "insert", "drop", "twice", "join", "spoil"]))
        line = data.draw(LINE)
        other = {
            "replace": [line],
            "insert": [line, lines[place]],
            "drop": [],
            "twice": [lines[place]] * 2,
            "join": [lines[place] + line],
            "spoil": [lines[place][: data.draw(st.integers(0, 20))] + line],
        }[how]
        lines[place : place + 1] = other
        if not lines:
            break
    taken_or_refused(lambda: forno.Record.parse("\n".join(lines)).replay(), forno.RecordError)


@pytest.mark.parametrize("deck", [5, b"deck", ["deck"], object(), "", "\0", "no/such/file", Path("/")])
def test_a_deck_that_is_none_is_refused(deck: Any) -> None:
    for name in GAMES:
        with pytest.raises(forno.DeckError):
            forno.game(name, deck=deck)
    text = "\n".join(RECORDS["mamma-mia"])
    with pytest.raises(forno.RecordError):
        forno.Record.parse(text, deck)


@pytest.mark.parametrize("name", [None, 3, b"mamma-mia", ["mamma-mia"]])
def test_a_name_that_is_no_text_names_no_game(name: Any) -> None:
    with pytest.raises(forno.UnknownGame):
        forno.game(name)


def test_none_is_the_default_of_every_option() -> None:
    for name in GAMES:
        assert forno.game(name, **dict.fromkeys(OPTIONS[name])) == forno.game(name)


@pytest.mark.parametrize("text", [None, 3, b"plays", ["plays"], "", " ", "²"])
def test_a_notation_that_is_none_is_refused(text: Any) -> None:
    for name in GAMES:
        with pytest.raises(forno.InvalidNotation):
            forno.game(name).parse(text)

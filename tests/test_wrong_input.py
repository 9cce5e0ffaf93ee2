"""Any input to the library is taken or refused with an error of Forno's own: never anything else."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from inspect import signature
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import forno
from forno.batch import Batch
from forno.core.registry import game_info
from forno.games.mamma_mia.rules import position as mamma_mia_position
from forno.games.pizza_master.rules import position as pizza_master_position
from forno.testing import Trial, at_random
from tests.amounts import examples
from tests.variants import variants

GAMES = sorted({variant.info.name for variant in variants()})
ANOTHER = dict(zip(GAMES, GAMES[1:] + GAMES[:1], strict=True))
"""A game that is another one, by name."""
OPTIONS = {name: [option.name for option in game_info(name).options] for name in GAMES}


def words(name: str) -> list[str]:
    """Names that options and piles of a game can have."""
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
    """Values that somebody might give for an option, a pile or a seed."""
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


@examples(60, 300)
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


@examples(120, 600)
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


@examples(60, 300)
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


def kind(value: object) -> str:
    return type(value).__name__


class Mute:
    """A value that can't be shown, compared or counted."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")

    def __index__(self) -> int:
        raise RuntimeError("no number")

    __hash__ = object.__hash__


ODD_SEATS: list[Any] = ["x", 1.5, True, 10**6000, -1, 99, b"0", [0], Mute(), int, np.array([0, 1]), "0"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", ODD_SEATS, ids=kind)
def test_a_seat_that_isnt_one_is_refused(name: str, seat: Any) -> None:
    game = forno.game(name)
    state, observer = game.deal(1), game.observer()
    into = bytearray(observer.layout.size)
    asked: list[Callable[[], object]] = [
        lambda: state.view(seat),
        lambda: game.memory(seat),
        lambda: observer.fill(state, seat, into, 0),
    ]
    for ask in asked:
        with pytest.raises(forno.UnknownSeat, match="there is no seat"):
            ask()
    assert not any(into)


@pytest.mark.parametrize(
    "value", [int, np.array([1, 2]), np.array(2.5), np.array([]), Mute(), [Mute()], count(), {1: 2}]
)
@pytest.mark.parametrize("option", ["players", "edition", "colours", "helping"])
def test_an_option_of_another_type_is_refused(option: str, value: Any) -> None:
    with pytest.raises(forno.OptionError):
        forno.game("mamma-mia", **{option: value})


def test_whole_numbers_and_names_of_other_types_are_taken() -> None:
    colours = np.array(["red", "green"])
    game = forno.game("mamma-mia", players=np.array(2), colours=colours)
    assert (game.players, game.colours) == (2, ("red", "green"))
    seat: Any = np.uint8(1)
    assert game.deal(1).view(seat) == game.deal(1).view(1)


def test_a_deck_whose_name_no_file_can_have_is_refused() -> None:
    for name in GAMES:
        with pytest.raises(forno.DeckError, match=r"'\\ud800' can't be the name of a file"):
            forno.game(name, deck="\ud800")


@pytest.mark.parametrize("number", [-1, 0, 1.5, "3", None, True, 10**6000, Mute(), [2]], ids=kind)
def test_a_batch_needs_a_number_of_games(number: Any) -> None:
    with pytest.raises(forno.OptionError, match="'number' can't be"):
        Batch("mamma-mia", number)


@pytest.mark.parametrize(
    "actions",
    ["12", None, [0.0, 1.0], [0], [0, 1, 2], [[0], [1]], [[0], [1, 2]], [True, True], [10**40, 0], Mute(), [[]]],
)
def test_a_batch_takes_one_whole_number_for_each_game(actions: Any) -> None:
    games = Batch("mamma-mia", 2, players=2, seed=1)
    before = games.observations.copy()
    with pytest.raises(forno.IllegalAction, match="2 games take an array of 2 whole numbers"):
        games.step(actions)
    assert np.array_equal(games.observations, before)


@pytest.mark.parametrize("game", [None, 3, Mute(), forno.game])
def test_a_batch_needs_a_game(game: Any) -> None:
    with pytest.raises(forno.UnknownGame):
        Batch(game, 2)


@pytest.mark.parametrize("name", GAMES)
def test_an_observer_needs_a_state_of_its_game_and_room(name: str) -> None:
    game, other = forno.game(name, players=2), forno.game(name, players=3)
    state, observer = game.deal(1), game.observer()
    size = observer.layout.size
    wrong: list[tuple[Any, Any, Any]] = [
        (state, bytearray(size - 1), 0),
        (state, bytearray(size), 1),
        (state, bytearray(size), -1),
        (state, bytearray(size), "0"),
        (state, bytes(size), 0),
        (state, None, 0),
        (other.deal(1), bytearray(size), 0),
        (state.view(0), bytearray(size), 0),
        (None, bytearray(size), 0),
    ]
    for state_given, into, start in wrong:
        with pytest.raises(forno.WrongArgument):
            observer.fill(state_given, 0, into, start)
    with pytest.raises(forno.UnknownSeat, match="spectator"):
        observer.fill(state, None, bytearray(size), 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_sampled_with_its_own_memory(name: str) -> None:
    game, other = forno.game(name, players=2), forno.game(name, players=3)
    view = game.deal(1).view(0)
    for memory in (
        game.memory(1),
        game.memory(None),
        other.memory(0),
        forno.game(ANOTHER[name]).memory(0),
        None,
        Mute(),
    ):
        with pytest.raises(forno.WrongArgument, match="a memory of its own game and seat, 0"):
            view.sample(memory, forno.Chance(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_events_out_of_order_are_refused(name: str) -> None:
    trial = Trial(forno.game(name, players=2), 1)
    trial.play(at_random(1))
    refused = 0
    for start in range(len(trial.seen[0])):
        memory = trial.game.memory(0)
        try:
            for event in trial.seen[0][start:]:
                memory.observe(event)
        except forno.WrongArgument as error:
            refused += "can't follow what this memory has seen" in str(error)
    assert refused > 20


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("value", [None, "event", object(), Mute()])
def test_a_memory_refuses_what_is_no_event(name: str, value: Any) -> None:
    with pytest.raises(forno.WrongArgument, match="give it every event of one game"):
        forno.game(name).memory(0).observe(value)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("value", [None, 3.5, "view", Mute()])
def test_what_is_no_view_or_state_is_refused(name: str, value: Any) -> None:
    game = forno.game(name)
    asked: list[Callable[[], object]] = [
        lambda: game.show(value),
        lambda: game.ask(value),
        lambda: game.own_place(value, 0),
        lambda: forno.Record.of(value),
    ]
    for ask in asked:
        with pytest.raises(forno.WrongArgument):
            ask()
    with pytest.raises(forno.WrongArgument):
        forno.Record.of(game.deal(1).view(0))  # type: ignore[arg-type]
    with pytest.raises(forno.IllegalAction):
        game.deal(1).apply(value)


@pytest.mark.parametrize("name", GAMES)
def test_the_options_of_a_game_can_be_pickled_copied_and_encoded_but_not_changed(name: str) -> None:
    options = forno.game(name).options
    assert json.loads(json.dumps(options)) == dict(options) | {"colours": list(options["colours"])}
    assert pickle.loads(pickle.dumps(options)) == deepcopy(options) == copy(options) == dict(options)
    changes: list[Callable[[Any], object]] = [
        lambda them: them.update(players=9),
        lambda them: them.pop("players"),
        lambda them: them.popitem(),
        lambda them: them.clear(),
        lambda them: them.setdefault("more", 1),
        lambda them: them.__setitem__("players", 9),
        lambda them: them.__delitem__("players"),
        lambda them: them.__ior__({"players": 9}),
    ]
    for change in changes:
        for them in (options, pickle.loads(pickle.dumps(options))):
            with pytest.raises(TypeError, match="settled"):
                change(them)


@pytest.mark.parametrize("word", ["1 ", "a", "order ", " ", "passes "])
def test_a_notation_of_a_million_words_is_refused_in_short(word: str) -> None:
    text = word * 10**6 + "²"
    for name in GAMES:
        with pytest.raises(forno.InvalidNotation) as caught:
            forno.game(name).parse(text)
        assert len(str(caught.value)) < 2000

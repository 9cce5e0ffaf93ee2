"""What is refused at a table: each with its own error, and the table stays as it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from forno.core.errors import DeckError, FornoError, IllegalAction, OptionError, SeedError, UnknownGame
from forno.table import (
    BotSat,
    Configured,
    Entry,
    HandedOver,
    Left,
    Moved,
    Opened,
    Rematch,
    Renamed,
    Said,
    Sat,
    SeatCleared,
    StandInChosen,
    Started,
    Table,
    TableSettings,
    TakenBack,
    errors,
    key_hash,
    read_entry,
)
from tests.table.helpers import do, learnt, move, opened, play_on, seated, started
from tests.table.test_table import PINEAPPLES

PLAYERS = {"players": 3}


def over() -> Table:
    """A game that has been played to its end."""
    table = started(players=2)
    while table.phase != "over":
        play_on(table)
    return table


def absent() -> Table:
    """A game in which a bot plays for the first seat."""
    table = started(players=2)
    do(table, HandedOver(3.0, 0, "random", 1))
    return table


def waiting_for(seat: int) -> Table:
    """A game that waits for that seat to place ingredients."""
    return started(players=2, starter=("yellow", "green")[seat])


@pytest.mark.parametrize(
    ("make", "entry", "error", "reason"),
    [
        (lambda: Table("t"), Opened(0, "chess", {}), UnknownGame, "there is no game 'chess'"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"players": 9}), OptionError, "players can't be 9"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"plyers": 2}), OptionError, "did you mean 'players'"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"colours": 5}), OptionError, "colours can't have 5"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"name": "x"}), OptionError, "has no option 'name'"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"starter": {1}}), OptionError, "options can't be kept"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"deck": "/etc/passwd"}), OptionError, "as a text"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {}, "x" * 100_001), DeckError, "this is too long"),
        (
            lambda: Table("t"),
            Opened(0, "mamma-mia", {}, "[" * 9),
            DeckError,
            "line 1: tables and lists are nested",
        ),
        (lambda: Table("t"), Opened(0, "mamma-mia", {}, None, TableSettings(clock=-1)), errors.BadSetting, "clock"),
        (lambda: Table("t"), Said(0, None, "Anna", "spectators", "hello"), errors.WrongPhase, "isn't open yet"),
        (lambda: Table("t"), Sat(0, 0, "Anna", "x"), errors.WrongPhase, "isn't open yet"),
        (opened, Opened(0, "mamma-mia", {}), errors.WrongPhase, "is open already"),
        (opened, Sat(0, 4, "Anna", "x"), errors.NoSeat, "no such seat"),
        (opened, Sat(0, -1, "Anna", "x"), errors.NoSeat, "no such seat"),
        (opened, Sat(0, 0, "", "x"), errors.BadName, "say what you are called"),
        (opened, Sat(0, 0, "A" * 25, "x"), errors.BadName, "too long"),
        (opened, Sat(0, 0, "An\u202ena", "x"), errors.BadName, "can't be shown"),
        (opened, Sat(0, 0, " Anna", "x"), errors.BadName, "can't be shown"),
        (opened, Sat(0, 0, "\u200d", "x"), errors.BadName, "can't be shown"),
        (opened, Sat(0, 0, "Anna", ""), errors.NoSeat, "needs a key"),
        (seated, Sat(0, 0, "Zoe", "x"), errors.SeatTaken, "choose another or watch"),
        (seated, BotSat(0, 0, "random"), errors.SeatTaken, "choose another or watch"),
        (opened, BotSat(0, 0, ""), errors.BadSetting, "choose one from the list"),
        (opened, Left(0, 0), errors.NoSeat, "Nobody sits there"),
        (opened, SeatCleared(0, 0), errors.NoSeat, "Nobody sits there"),
        (opened, Renamed(0, 0, "Zoë"), errors.NoSeat, "Nobody sits there"),
        (started, Renamed(0, 0, "Zoë"), errors.WrongPhase, "has started"),
        (started, Left(0, 0), errors.WrongPhase, "has started"),
        (started, SeatCleared(0, 0), errors.WrongPhase, "has started"),
        (started, Sat(0, 0, "Zoe", "x"), errors.WrongPhase, "has started"),
        (started, Configured(0, {}, TableSettings()), errors.WrongPhase, "has started"),
        (seated, Configured(0, PLAYERS, TableSettings()), errors.SeatTaken, "clear the last seats first"),
        (seated, Configured(0, {"players": 9}, TableSettings()), OptionError, "players can't be 9"),
        (seated, Configured(0, {}, TableSettings(clock=10**9)), errors.BadSetting, "clock"),
        (opened, Started(0, 7, 1, None), errors.WrongPhase, "empty seats"),
        (seated, Started(0, "", 1, None), SeedError, "isn't a seed"),
        (seated, Started(0, "a\nb", 1, None), SeedError, "isn't a seed"),
        (seated, Started(0, 7, None, None), errors.BadSetting, "today's rules"),
        (seated, Started(0, 7, 99, None), errors.BadSetting, "today's rules"),
        (started, Started(0, 7, 1, None), errors.WrongPhase, "has started"),
        (seated, Moved(0, 0, (1,)), errors.WrongPhase, "hasn't started yet"),
        (over, Moved(0, 0, (1,)), errors.WrongPhase, "is over"),
        (lambda: waiting_for(0), Moved(0, 1, (1,)), errors.NotYourTurn, "wait until you are asked"),
        (lambda: waiting_for(0), Moved(0, 7, (1,)), errors.NoSeat, "no such seat"),
        (lambda: waiting_for(0), Moved(0, 0, ()), IllegalAction, "choose something"),
        (lambda: waiting_for(0), Moved(0, 0, (99999,)), IllegalAction, "an action of this game"),
        (lambda: waiting_for(0), Moved(0, 0, (True,)), IllegalAction, "allowed now"),
        (lambda: waiting_for(0), Moved(0, 0, (-1, 4)), IllegalAction, "an action of this game"),
        (lambda: waiting_for(0), Moved(0, 0, (1,), "cheat"), errors.BadSetting, "player, bot, clock"),
        (lambda: waiting_for(0), Moved(0, 0, (1,), "bot"), errors.NotYourTurn, "No bot plays"),
        (lambda: waiting_for(0), Moved(0, 0, (1,), "clock"), errors.NotYourTurn, "without a clock"),
        (over, StandInChosen(0, 0, "nonna"), errors.WrongPhase, "over"),
        (started, StandInChosen(0, 9, "nonna"), errors.NoSeat, "no such seat"),
        (opened, StandInChosen(0, 0, "nonna"), errors.NoSeat, "Nobody sits there"),
        (started, StandInChosen(0, 0, ""), errors.BadSetting, "choose one"),
        (started, HandedOver(0, 0, "random", 0), errors.NotYourTurn, "Only the others"),
        (started, HandedOver(0, 0, "", 1), errors.BadSetting, "choose one"),
        (started, HandedOver(0, 9, "random", 1), errors.NoSeat, "no such seat"),
        (absent, HandedOver(0, 0, "random", 1), errors.SeatTaken, "already"),
        (seated, HandedOver(0, 0, "random", 1), errors.WrongPhase, "while the game goes on"),
        (over, HandedOver(0, 0, "random", 1), errors.WrongPhase, "while the game goes on"),
        (started, TakenBack(0, 0), errors.SeatTaken, "play this seat yourself"),
        (started, Said(0, 0, "Anna", "table", ""), errors.BadText, "write something"),
        (started, Said(0, 0, "Anna", "table", "x" * 401), errors.BadText, "too long"),
        (started, Said(0, 0, "Anna", "table", "a\x00b"), errors.BadText, "can't be shown"),
        (started, Said(0, 0, "Anna", "spectators", "hello"), errors.BadSetting, "spectators among themselves"),
        (started, Said(0, None, "Zoe", "table", "hello"), errors.BadSetting, "spectators among themselves"),
        (started, Said(0, None, "", "spectators", "hello"), errors.BadName, "say what you are called"),
        (started, Said(0, 8, "Zoe", "table", "hello"), errors.NoSeat, "no such seat"),
        (started, Rematch(0, "next"), errors.WrongPhase, "isn't over yet"),
        (over, Rematch(0, ""), errors.BadSetting, "needs a name"),
    ],
)
def test_what_cant_be_is_refused_with_the_reason(
    make: Callable[[], Table], entry: Entry, error: type[FornoError], reason: str
) -> None:
    table = make()
    before = learnt(table) if table.log else None
    with pytest.raises(error, match=reason) as refused:
        table.check(entry)
    assert type(refused.value) is error
    assert before is None or learnt(table) == before


def test_a_bot_that_stands_in_moves_and_its_person_doesnt() -> None:
    table = waiting_for(0)
    do(table, HandedOver(3.0, 0, "random", 1))
    assert (table.seats[0].bot, table.seats[0].stand_in, table.seats[0].invited_bot) == ("random", True, False)
    with pytest.raises(errors.NotYourTurn, match="take your seat back first"):
        move(table, "no order")
    assert table.turn_tree()
    assert table.state is not None
    action = table.state.legal_actions()[0]
    table.check(Moved(4.0, 0, (action,), "bot"))
    do(table, TakenBack(5.0, 0))
    assert not table.seats[0].stand_in
    table.check(Moved(6.0, 0, (action,)))


def test_the_rest_of_a_turn_cant_be_sent_after_its_end() -> None:
    table = waiting_for(0)
    assert table.state is not None
    whole: list[int] = []
    tree = table.turn_tree()
    while tree:
        whole.append(next(iter(tree)))
        tree = tree[whole[-1]]
    table.check(Moved(3.0, 0, tuple(whole)))
    with pytest.raises(IllegalAction, match="ends the turn"):
        table.check(Moved(3.0, 0, (*whole, 0)))
    with pytest.raises(IllegalAction, match="isn't allowed now"):
        table.check(Moved(3.0, 0, (whole[0], whole[0])))


def test_what_the_others_see_is_sent_step_by_step() -> None:
    table = started("pizza-master", mode="tutorial", players=2)
    game = table.game
    table.state = game.position(
        phase="making",
        seat=game.colours[0],
        passed=[game.colours[0]],
        refrigerator="5 seafood",
        hands=["butchers-bites, big-grill", ""],
        trays=["4 cheese, 6 meat", ""],
    )
    first, last = table.turn_tree(), table.state.legal_actions()[-1]
    assert len(first) > 1
    with pytest.raises(IllegalAction, match="ends the turn"):
        table.check(Moved(3.0, 0, (next(iter(first)), last)))


def test_a_turn_may_be_sent_in_pieces() -> None:
    table, other = waiting_for(0), waiting_for(0)
    tree = table.turn_tree()
    first = next(iter(tree))
    second = next(iter(tree[first]))
    do(table, Moved(3.0, 0, (first,)))
    assert table.awaited == 0
    assert list(table.turn_tree()) == list(tree[first])
    do(table, Moved(3.0, 0, (second,)))
    do(other, Moved(3.0, 0, (first, second)))
    assert table.state is not None
    assert other.state is not None
    assert table.state.history() == other.state.history()
    assert [table.steps(1), table.steps(None)] == [other.steps(1), other.steps(None)]
    assert table.steps(0) == other.steps(0) + 1


def test_a_rematch_comes_once() -> None:
    table = over()
    do(table, Rematch(9.0, "next"))
    assert table.rematch == "next"
    with pytest.raises(errors.WrongPhase, match="new table already"):
        table.check(Rematch(9.0, "another"))


def test_before_the_start_there_is_nothing_to_see_and_no_record() -> None:
    table = seated()
    with pytest.raises(errors.WrongPhase, match="hasn't started"):
        table.view(None)
    for early in (table, started()):
        with pytest.raises(errors.WrongPhase, match="isn't over yet"):
            early.record()


def test_every_error_of_a_table_has_a_code_of_its_own() -> None:
    kinds: list[type[errors.TableError]] = [errors.TableError, *errors.TableError.__subclasses__()]
    assert len({kind.code for kind in kinds}) == len(kinds)


def test_a_key_opens_its_seat_and_no_other() -> None:
    table = seated()
    assert [table.seat_of(f"key{seat}") for seat in range(4)] == [0, 1, 2, 3]
    assert table.seat_of("forged") is None
    assert table.check_key("key2", 2) == 2
    for key, seat in (("forged", None), (None, None), ("key2", 1), ("", 0), (key_hash("key0"), 0)):
        with pytest.raises(errors.NoSeat, match="use your personal link"):
            table.check_key(key, seat)


def test_only_the_host_is_the_host() -> None:
    table = seated()
    table.check_host(0)
    for seat in (1, None):
        with pytest.raises(errors.NotHost, match="Only the host"):
            table.check_host(seat)


WORDS = st.text(st.characters(categories=["L", "N", "P", "Zs", "Cs"]), min_size=1, max_size=12)
"""Among them halves of letters (surrogates), which JSON can spell."""


@given(WORDS)
@example("\ud800")
@example("Anna \udfff")
def test_whatever_is_taken_into_a_log_can_be_read_again(text: str) -> None:
    ready = seated(players=2)
    entries: list[tuple[Table, Entry]] = [
        (Table("t"), Opened(0.0, "mamma-mia", {"players": 2}, f"# {text}\n{PINEAPPLES}")),
        (Table("t"), Opened(0.0, "mamma-mia", {"players": 2}, None, TableSettings(lesson=text))),
        (opened(players=2), Configured(1.0, {"players": 2}, TableSettings(lesson=text))),
        (opened(players=2), Sat(1.0, 0, text, "hash")),
        (opened(players=2), Sat(1.0, 0, "Anna", text)),
        (opened(players=2), BotSat(1.0, 0, text)),
        (ready, Started(2.0, text, ready.game.rules_version, ready.game.deck_hash)),
        (started(players=2), StandInChosen(3.0, 0, text)),
        (started(players=2), Said(3.0, 0, "Anna", "table", text)),
        (started(players=2), Said(3.0, None, text, "spectators", "Ciao")),
    ]
    for table, entry in entries:
        try:
            table.check(entry)
        except FornoError:
            continue
        assert read_entry(entry.to_json()) == entry
        assert text.encode().decode() == text

"""Bots at a table: which there are, what they hear, and chance in place of one that fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import forno
from forno.bots import Bot, RandomBot
from forno.core.errors import OptionError
from forno.core.events import Answered, Event, seen_by
from forno.core.views import View
from forno.live import bots
from forno.live.bots import STAND_IN, Bots, Listener, SeatedBot, luck_for
from forno.table.entries import StandInChosen
from forno.table.table import Table
from tests.loops import run
from tests.table.helpers import do, started

MAMMA_MIA = forno.game("mamma-mia", players=2)


class Sulks(RandomBot):
    """Fails at every decision, and says what it did."""

    failure: Exception = OSError("the oven is cold")
    closed = False

    def choose(self, view: View) -> int:
        raise self.failure

    def close(self) -> None:
        Sulks.closed = True


class Cheats(RandomBot):
    def choose(self, view: View) -> int:
        return 9999


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[Bot]], None]:
    """Lets the bots named `cuoco` be made of a class; `random` stays as it is."""

    def use(kind: type[Bot]) -> None:
        def make(name: str, game: forno.Game, seat: int, seed: int | str) -> Bot:
            return (RandomBot if name == "random" else kind)(game, seat, seed)

        monkeypatch.setattr(bots, "make_bot", make)

    return use


def turn_of(table: Table, kept: dict[int, SeatedBot], name: str = "cuoco") -> tuple[int, ...]:
    assert table.awaited is not None
    return run(Bots().turn(table, table.awaited, name, kept))


def test_bots_are_invited_by_a_name_that_there_is() -> None:
    names = [choice.name for choice in Bots().choices(MAMMA_MIA)]
    assert {"random", STAND_IN} <= set(names)
    run(Bots().invite("cuoco", MAMMA_MIA))
    with pytest.raises(OptionError, match="there is no bot 'chef'; there are random, "):
        run(Bots().invite("chef", MAMMA_MIA))


def test_the_first_bot_that_plays_here_is_taken_and_chance_plays_any_game() -> None:
    assert Bots().first_of(MAMMA_MIA, None, "chef", "cuoco", "nonna") == "cuoco"
    assert Bots().first_of(MAMMA_MIA, None, "chef") == "random"


def test_who_chose_no_stand_in_has_the_usual_one() -> None:
    table = started(players=2)
    assert Bots().stand_in_for(table, 0) == STAND_IN
    do(table, StandInChosen(3.0, 0, "nonna"))
    assert [Bots().stand_in_for(table, seat) for seat in (0, 1)] == ["nonna", STAND_IN]


def test_a_turn_is_a_way_that_the_table_allows() -> None:
    table, kept = started(players=2), dict[int, SeatedBot]()
    for _turn in range(6):
        actions = turn_of(table, kept)
        assert table.awaited is not None
        do(table, table.decide(4.0, table.awaited, actions))
    assert set(kept) == {0, 1}, "each is seated once"


@pytest.mark.parametrize("failure", [OSError("no"), OptionError("no"), KeyError("a mistake of its own")])
def test_if_a_bot_fails_chance_decides_and_the_bot_is_dropped(
    failure: Exception, made: Callable[[type[Bot]], None], caplog: pytest.LogCaptureFixture
) -> None:
    made(Sulks)
    Sulks.failure, Sulks.closed = failure, False
    table, kept = started(players=2), dict[int, SeatedBot]()
    actions = turn_of(table, kept)
    assert table.awaited is not None
    do(table, table.decide(4.0, table.awaited, actions))
    assert kept == {}
    assert Sulks.closed
    assert "the bot cuoco failed" in caplog.text
    assert (caplog.records[0].exc_info is not None) == isinstance(failure, KeyError), "ours are told with a traceback"


def test_an_action_that_isnt_allowed_counts_as_a_failure(
    made: Callable[[type[Bot]], None], caplog: pytest.LogCaptureFixture
) -> None:
    made(Cheats)
    assert 9999 not in turn_of(started(players=2), {})
    assert "it chose 9999, which isn't allowed" in caplog.text


def test_another_bot_at_the_seat_replaces_the_one_before(made: Callable[[type[Bot]], None]) -> None:
    made(RandomBot)
    table, kept = started(players=2), dict[int, SeatedBot]()
    turn_of(table, kept)
    [first] = kept.values()
    turn_of(table, kept, "nonna")
    [second] = kept.values()
    assert second is not first
    assert second.name == "nonna"


class Notes(RandomBot):
    """Remembers what it was told."""

    heard: list[Event]

    def observe(self, event: Event) -> None:
        self.heard = [*getattr(self, "heard", []), event]


def test_a_bot_hears_every_event_of_its_seat_once_and_nothing_else() -> None:
    table = started(players=2)
    seated = SeatedBot(table, 1, "random")
    seated.hear(table.told_events(seated.heard))
    seated.hear(table.told_events(seated.heard))
    mine = seen_by(table.told_events(), 1)
    assert seated.seen == mine
    bot = Notes(table.game, 1)
    listener = Listener(bot)
    for end in (1, 1, len(mine)):
        listener.hear(mine[:end])
    assert bot.heard == mine


def test_luck_that_begins_anew_depends_on_how_often_the_seat_has_decided() -> None:
    def draws(*deciders: int) -> list[int]:
        chance = luck_for("seed", 1, [Answered(seat, 0) for seat in deciders])
        return [chance.choice(range(1000)) for _ in range(5)]

    assert draws(0, 0, 1) == draws(1, 0)
    assert draws(1) != draws(1, 1)
    assert draws() != draws(1)

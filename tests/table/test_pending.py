"""Players with one answer are asked as everybody is, so that nobody can tell it from a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from forno.core.chance import Chance
from forno.core.errors import IllegalAction
from forno.core.events import Answered, Awaits, Event, only_answer, seen_by
from forno.core.game import State
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.events import (
    Baked,
    CompletedRevealed,
    HelpAsked,
    HelpRefused,
    Placed,
    Returned,
    Revealed,
    TurnEnded,
)
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.events import Passed
from forno.store.rows import outlook, summary_of
from forno.table.composing import is_shown
from forno.table.entries import BotSat, Forced, Moved
from forno.table.errors import NotYourTurn
from forno.table.history import History, Part, Pending, affected_seats, cut
from forno.table.table import Table
from tests.games.helpers import each
from tests.games.mamma_mia.helpers import opened
from tests.table.helpers import do, move, offered, seated, some_way, started
from tests.table.helpers import opened as opened_table

AWAITED = Awaits(1, None)
ASKED = Awaits(1, (3, 4), shown=False)
SOMEBODY = Awaits(None, None)
ONLY, GIVEN = only_answer(1, 3)
OTHERS_ONLY, OTHERS = only_answer(2, 3)
MINE = Answered(0, 5)
PLACED = Placed(0, 1, 2)
BACK = Returned(1, "4-olive", "incomplete", None)


def at(state: State) -> Table:
    """A table of people whose game has come to this position."""
    table = started(state.game.name, **state.game.options)
    table.state = state
    table.pending, table.history = Pending(), History(state.game.players)
    return table


# Cutting


def test_events_without_a_question_that_has_one_answer_are_one_part() -> None:
    assert cut([[MINE, PLACED, AWAITED]]) == [Part((MINE, PLACED, AWAITED))]


def test_a_question_with_several_answers_is_no_end_of_a_part() -> None:
    assert cut([[MINE, AWAITED, ASKED]]) == [Part((MINE, AWAITED, ASKED))]


def test_what_follows_the_only_answer_waits_for_it() -> None:
    assert cut([[MINE, AWAITED, ONLY, GIVEN, BACK, AWAITED]]) == [
        Part((MINE, AWAITED, ONLY), ONLY),
        Part((GIVEN, BACK, AWAITED)),
    ]


def test_every_only_answer_is_waited_for() -> None:
    assert cut([[AWAITED, ONLY, GIVEN, BACK, AWAITED, ONLY, GIVEN, BACK, PLACED]]) == [
        Part((AWAITED, ONLY), ONLY),
        Part((GIVEN, BACK, AWAITED, ONLY), ONLY),
        Part((GIVEN, BACK, PLACED)),
    ]


def test_where_nobody_may_know_who_is_asked_each_question_is_a_step_of_its_own() -> None:
    assert cut([[PLACED, SOMEBODY, ONLY, GIVEN, OTHERS_ONLY, OTHERS, BACK]]) == [
        Part((PLACED, SOMEBODY)),
        Part((ONLY,), ONLY, shown=False),
        Part((GIVEN, OTHERS_ONLY), OTHERS_ONLY, shown=False),
        Part((OTHERS,), shown=False),
        Part((BACK,)),
    ]


def test_a_choice_is_cut_as_an_only_answer_is() -> None:
    assert cut([[PLACED, SOMEBODY, ASKED]]) == [Part((PLACED, SOMEBODY)), Part((ASKED,), shown=False)]
    assert cut([[GIVEN, Awaits(2, (3, 4), shown=False)]], unnamed=True) == [
        Part((GIVEN, Awaits(2, (3, 4), shown=False)), shown=False)
    ]
    assert cut([[GIVEN, BACK, AWAITED]], unnamed=True) == [Part((GIVEN,), shown=False), Part((BACK, AWAITED))]


def test_what_is_asked_in_the_course_of_a_turn_has_been_answered_with_it() -> None:
    mine = Awaits(0, (5,), shown=False)
    assert cut([[MINE, mine], [MINE, PLACED, AWAITED]]) == [Part((MINE, mine, MINE, PLACED, AWAITED))]


# In play


FAMILIES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mamma-mia", {"edition": "classic", "players": 3}),
    ("mamma-mia", {"edition": "grande", "players": 5}),
    ("pizza-master", {"mode": "trainee", "players": 3, "max_days": 4}),
    ("pizza-master", {"mode": "master", "players": 3, "max_days": 5}),
)


def only_answers(seeds: int) -> Iterator[Table]:
    """Tables at the moment at which somebody is asked who has one answer. Whoever looks at one may play on there."""
    for game, options in FAMILIES:
        for seed in range(seeds):
            chance = Chance(seed, "holds")
            table = started(game, seed, **options)
            while table.awaited is not None:
                if table.question is not None:
                    before = table.number
                    yield table
                    if table.number != before:
                        continue
                way = some_way(table.turn_tree(60), chance)
                table.follow(table.decide(3.0, table.awaited, way))


class Memories:
    """Return what every seat, and a spectator, remembers of all that a table has told."""

    def __init__(self, table: Table) -> None:
        self.table, self.told = table, 0
        self.of = {seat: table.game.memory(seat) for seat in (None, *range(table.game.players))}

    def listen(self) -> None:
        events = self.table.told_events(self.told)
        self.told += len(events)
        for seat, memory in self.of.items():
            for event in seen_by(events, seat):
                memory.observe(event)


def remembered(tables: Iterator[Table]) -> Iterator[tuple[Table, Memories]]:
    """The same tables with what is remembered there."""
    memories: Memories | None = None
    for table in tables:
        if memories is None or memories.table is not table:
            memories = Memories(table)
        memories.listen()
        yield table, memories


def test_whoever_has_one_answer_is_asked_and_nobody_is_told_more() -> None:
    asked = 0
    for table, memories in remembered(only_answers(3)):
        asked += 1
        question = table.question
        assert question is not None
        assert question.actions is not None
        assert table.awaited == question.seat
        assert len(question.actions) == 1
        assert table.turn_tree() == {question.actions[0]: {}}
        for seat, memory in memories.of.items():
            view = table.view(seat)
            assert view == memory.view()
            assert view.actions == (question.actions if seat == question.seat else ())
            assert view.awaited in ((seat,) if seat == question.seat else (question.seat, None))
    assert asked > 100


def test_an_only_answer_is_followed_by_what_it_leads_to() -> None:
    for table in only_answers(2):
        question, before = table.question, len(table.told_events())
        assert question is not None
        assert question.seat is not None
        assert question.actions is not None
        parts = table.follow(table.decide(3.0, question.seat, question.actions))
        assert parts[0].events[0] == Answered(question.seat, question.actions[0])
        assert [event for part in parts for event in part.events] == table.told_events(before)
        assert all(part.shown == any(map(is_shown, part.events)) for part in parts)


def test_all_that_happened_has_been_told_when_nobody_has_only_one_answer() -> None:
    for table, memories in remembered(only_answers(1)):
        while table.question is not None:
            move(table, str(table.game.actions[offered(table)[0]]))
        assert table.state is not None
        assert table.pending.held == ()
        memories.listen()
        for seat, memory in memories.of.items():
            assert table.view(seat) == table.state.view(seat) == memory.view()


def test_nobody_else_can_answer_and_nothing_else_can_be_answered() -> None:
    table = next(only_answers(1))
    before, question = table.number, table.question
    assert question is not None
    for seat in range(table.game.players):
        if seat != question.seat:
            with pytest.raises(NotYourTurn, match="It isn't your turn yet"):
                table.check(table.decide(4.0, seat, question.actions or ()))
    assert question.seat is not None
    with pytest.raises(IllegalAction, match="'adds what is missing' isn't allowed now; choose from 'sends it back'"):
        move(table, "adds what is missing")
    with pytest.raises(IllegalAction, match="'sends it back' ends the turn"):
        move(table, "sends it back", "sends it back")
    with pytest.raises(NotYourTurn):
        table.check(Moved(4.0, question.seat, question.actions or ()))
    assert table.number == before


def test_a_choice_is_no_only_answer() -> None:
    table = started(players=2)
    assert table.awaited is not None
    with pytest.raises(NotYourTurn):
        table.check(Forced(3.0, table.awaited, offered(table)[:1]))


# What the others can tell


def told(table: Table, *besides: int) -> dict[int | None, tuple[int, list[Event]]]:
    """Return what everyone but these has been told, and in how many steps."""
    others = [seat for seat in (None, *range(table.game.players)) if seat not in besides]
    return {seat: (table.steps(seat), seen_by(table.told_events(), seat)) for seat in others}


def green_is_asked(hand: str) -> Table:
    """Yellow sends an order back, and the next out of the oven is green's, who holds this."""
    game = started("mamma-mia", edition="grande", players=3, helping=False).game
    assert isinstance(game, MammaMia)
    hands = each(game, "2 mushroom", yellow="1 olive", green=hand)
    table = at(opened(game, "yellow 4-olive", "green 4-salami", table="1 pineapple, 3 olive", hands=hands))
    move(table, "sends it back")
    return table


@pytest.mark.rule("MM-14")
def test_an_owner_without_a_choice_looks_like_one_with_a_choice() -> None:
    able, forced = green_is_asked("1 green pepper, 4 salami"), green_is_asked("1 green pepper, 3 salami, 1 shrimp")
    assert (able.awaited, forced.awaited) == (1, 1)
    assert len(offered(able)) > len(offered(forced)) == 1
    assert told(able, 1) == told(forced, 1)
    move(able, "sends it back")
    move(forced, "sends it back")
    assert told(able, 1) == told(forced, 1)
    assert able.number == forced.number


def yellow_asks(*helpers: str) -> Table:
    """Yellow asks for two olives; these have them."""
    game = started("mamma-mia", edition="grande", players=4).game
    assert isinstance(game, MammaMia)
    hands = each(game, "2 shrimp", yellow="1 salami", **dict.fromkeys(helpers, "2 olive"))
    table = at(opened(game, "yellow 4-olive", "yellow 4-salami", table="1 pineapple, 2 olive", hands=hands))
    move(table, "asks for help")
    return table


@pytest.mark.rule("MMR-8")
@pytest.mark.parametrize("helper", ["green", "brown", "purple"])
def test_nobody_can_tell_whether_somebody_could_have_helped(helper: str) -> None:
    nobody, somebody = yellow_asks(), yellow_asks(helper)
    able = somebody.game.colours.index(helper)
    assert isinstance(nobody.told_events()[-3], HelpAsked)
    for asked in (1, 2, 3):
        assert nobody.awaited == somebody.awaited == asked
        assert len(offered(nobody)) == 1
        assert len(offered(somebody)) == (2 if asked == able else 1)
        assert told(nobody, able) == told(somebody, able)
        assert nobody.steps(able) == somebody.steps(able)
        move(nobody, "doesn't help")
        move(somebody, "doesn't help")
        assert told(nobody, able) == told(somebody, able)
    assert len([event for event in nobody.told_events() if isinstance(event, HelpRefused)]) == 3
    assert nobody.number == somebody.number


@pytest.mark.rule("MMR-8")
def test_steps_dont_tell_whether_somebody_before_could_have_helped() -> None:
    counted = set()
    for helpers in ((), ("green",), ("green", "brown"), ("brown",)):
        table = yellow_asks(*helpers, "purple")
        for _ in range(2):
            move(table, "doesn't help")
        assert table.awaited == 3
        counted.add(tuple(table.steps(seat) for seat in (None, 0, 3)))
    assert len(counted) == 1


@pytest.mark.rule("MMR-8")
def test_who_refuses_cant_tell_whether_the_next_could_have_helped() -> None:
    last, more = yellow_asks("green"), yellow_asks("green", "purple")
    for table in (last, more):
        move(table, "doesn't help")
        move(table, "doesn't help")
    assert last.awaited == more.awaited == 3
    assert told(last, 3) == told(more, 3)


@pytest.mark.rule("MMR-8", "MM-19")
def test_nobody_is_asked_for_more_cards_than_are_in_the_hand() -> None:
    game = started("mamma-mia", edition="grande", players=4).game
    assert isinstance(game, MammaMia)
    hands = each(game, "2 shrimp", yellow="1 salami", green="1 shrimp", brown="1 olive")
    table = at(opened(game, "yellow 4-olive", table="1 pineapple, 2 olive", hands=hands))
    move(table, "asks for help")
    assert table.awaited == 3
    move(table, "doesn't help")
    assert not table.unnamed


@pytest.mark.rule("MM-14")
def test_an_owner_whose_hand_is_too_small_isnt_asked() -> None:
    asked = [green_is_asked(hand).awaited == 1 for hand in ("3 salami", "3 salami, order 4-olive", "5 shrimp")]
    assert asked == [False, False, True]


def green_has_helped(hand: str) -> Table:
    """Yellow's Bombastica lacks three cards, green gives one of them, and yellow holds this."""
    game = started("mamma-mia", edition="grande", players=3).game
    assert isinstance(game, MammaMia)
    hands = each(game, "2 mushroom", yellow=hand)
    table = at(opened(game, "yellow bombastica", table="6 olive, 6 salami", hands=hands))
    move(table, "asks for help")
    move(table, "asks for 1 mushroom")
    move(table, "asks for no more")
    move(table, "helps")
    return table


@pytest.mark.rule("MMR-4", "MMR-14")
@pytest.mark.parametrize("hand", ["3 shrimp", "2 shrimp, order 4-olive", "1 shrimp, 1 olive, order 4-olive"])
def test_who_adds_the_rest_to_a_bombastica_looks_the_same_with_a_choice_and_without(hand: str) -> None:
    able, forced = green_has_helped("2 shrimp, 1 pineapple"), green_has_helped(hand)
    assert able.awaited == forced.awaited == 0
    assert len(offered(able)) > len(offered(forced)) == 1
    assert told(able, 0) == told(forced, 0)
    assert not any(isinstance(event, Baked) for event in forced.told_events())


@pytest.mark.rule("MMR-4")
def test_nobody_is_asked_what_to_add_to_a_bombastica_if_the_whole_hand_goes() -> None:
    table = green_has_helped("1 shrimp, 1 pineapple")
    assert any(isinstance(event, Baked) for event in table.told_events())


def test_a_try_to_answer_twice_doesnt_tell_who_comes_next() -> None:
    reasons = set()
    for table in (yellow_asks(), yellow_asks("green"), yellow_asks("green", "purple")):
        with pytest.raises(IllegalAction) as refused:
            move(table, "doesn't help", "helps")
        reasons.add(str(refused.value))
    assert len(reasons) == 1


def in_the_kitchen(mode: str, hand: str, trade: bool = False) -> Table:
    """Red has the turn, and blue comes next: who holds this, has a cheese and a meat, and finds nothing to take."""
    game = started("pizza-master", mode=mode, players=3).game
    assert isinstance(game, PizzaMaster)
    state = game.position(
        phase="collecting",
        hands=each(game, blue=hand),
        trays=each(game, blue="1 cheese, 1 meat"),
        completed=each(game, blue="2 campfire" if trade else ""),
        refrigerator="1 seafood",
        reserved=each(game, green="1 meat"),
    )
    return at(state)


def alike(able: Table, forced: Table, *moves: str) -> None:
    """Blue decides between several things here and has one answer there, and nobody else can tell."""
    assert able.awaited == forced.awaited == 1
    assert len(offered(able)) > len(offered(forced)) == 1
    assert told(able, 1) == told(forced, 1)
    for words in moves:
        move(able, words)
        move(forced, words)
        assert told(able, 1) == told(forced, 1)


@pytest.mark.rule("PMR-9", "PM-11")
def test_a_pass_that_the_hand_forces_looks_like_one_that_is_chosen() -> None:
    able, forced = in_the_kitchen("master", "butchers-bites"), in_the_kitchen("master", "big-grill")
    for table in (able, forced):
        move(table, "takes seafood")
    alike(able, forced, "passes")


@pytest.mark.rule("PMR-9", "PMR-13")
def test_a_pass_after_a_trade_looks_the_same_whatever_is_in_hand() -> None:
    able, forced = in_the_kitchen("master", "butchers-bites", True), in_the_kitchen("master", "fresh-catch", True)
    for table in (able, forced):
        move(table, "takes seafood")
        move(table, "trades 2 meat pizzas")
    alike(able, forced, "passes")


@pytest.mark.rule("PMR-9", "PM-10")
def test_who_can_make_nothing_looks_like_who_doesnt_want_to() -> None:
    able, forced = in_the_kitchen("trainee", "butchers-bites"), in_the_kitchen("trainee", "big-grill")
    for table in (able, forced):
        move(table, "takes seafood")
    alike(able, forced, "finishes")


@pytest.mark.rule("PMR-9")
@pytest.mark.parametrize("mode", ["trainee", "master"])
def test_nobody_is_asked_where_everybody_sees_that_there_is_one_answer(mode: str) -> None:
    table = in_the_kitchen(mode, "")
    passed = move(table, "takes seafood")[-1].events
    assert Passed(1) in passed
    assert not [event for event in passed if isinstance(event, Awaits) and event.seat == 1]


@pytest.mark.parametrize("bots", [True, False])
def test_what_waits_for_an_only_answer_is_due_if_bots_or_a_clock_give_it(bots: bool) -> None:
    """A sleeping table is woken for it; what is stored with each entry says so before it is applied."""
    chance = Chance("due")
    found = 0
    table = seated(players=2, clock=0 if bots else 30)
    if bots:
        table = opened_table(players=2)
        for seat in range(2):
            do(table, BotSat(1.0, seat, "random"))
    do(table, table.start(2.0, 7))
    time = 10.0
    while table.awaited is not None:
        time += 1
        entry = table.decide(time, table.awaited, (chance.choice(offered(table)),), "bot" if bots else "player")
        trial = table.check(entry)
        foreseen = outlook(trial)
        table.apply(trial)
        assert foreseen.due == table.due
        if table.question is not None:
            found += 1
            assert table.due == (time if bots else time + 30)
            assert Table.replay("t", table.log).due == table.due
            assert summary_of(table, time).wakes
    assert found > 3


def test_an_end_that_waits_for_an_only_answer_is_no_end_yet() -> None:
    for table in only_answers(4):
        assert table.state is not None
        if table.state.is_over:
            assert (table.phase, table.ended) == ("playing", None)
            assert table.view(None) != table.state.view(None)
            while table.question is not None:
                assert table.awaited is not None
                do(table, table.decide(5.0, table.awaited, offered(table)))
            assert (table.phase, table.ended) == ("over", 5.0)
            return
    pytest.fail("no game ended with an only answer")


# Whom it concerns


def test_events_concern_the_seats_that_they_name() -> None:
    assert affected_seats([MINE, PLACED, TurnEnded(3), Awaits(2, None)], 4) == {0, 2}


def test_events_that_name_nobody_concern_everybody() -> None:
    assert affected_seats([PLACED, CompletedRevealed(())], 4) == {0, 1, 2, 3}


def test_events_that_change_no_place_concern_nobody() -> None:
    assert affected_seats([Revealed(0, 3), TurnEnded(1)], 4) == set()


def test_nobody_in_particular_is_nobody() -> None:
    assert affected_seats([Awaits(None, None)], 4) == set()


def test_what_changes_concerns_whoever_is_awaited_now() -> None:
    table = started(players=3)
    seat = table.awaited
    assert table.affected([]) == {seat}

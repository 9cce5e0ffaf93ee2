"""Beats: every event is told or silent on purpose, with its rule."""

from __future__ import annotations

from collections import Counter

import pytest

from forno.core.events import Awaits, seen_by
from forno.games.mamma_mia.face import FACE
from forno.games.mamma_mia.face.pieces import book_of
from forno.rulebook import rule
from forno.testing.faces import read
from tests.games.mamma_mia.helpers import EDITIONS, sit_down
from tests.games.whole_games import NAMES, guests_of, random_game

SILENT = (Awaits,)
"""Events without a beat, as the table itself shows whose decision is awaited."""


@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_every_event_has_a_beat_or_is_silent_on_purpose(edition: str, players: int) -> None:
    game = sit_down(edition, players)
    guests = guests_of(game)
    kinds: Counter[str] = Counter()
    for seed in range(4):
        for _, events in random_game(game.deal(seed)):
            for event in seen_by(events, None):
                beat = FACE.beat(game, event, guests)
                if isinstance(event, SILENT):
                    assert beat is None
                    continue
                assert beat is not None, event
                kinds[beat.kind] += 1
                assert beat.tell or beat.forgets is not None, event
                assert "{" not in (beat.tell + beat.say).replace("{Carla}", ""), beat
                read(beat.html)
                for fly in beat.fly:
                    read(fly.card)
                    assert 1 <= fly.number <= 5
                if beat.why:
                    assert rule(beat.why).text
    expected = {"placed", "order-placed", "drew", "turn-ended", "oven-opened", "revealed", "order-revealed", "returned"}
    assert expected < set(kinds)
    assert kinds["ended"] == 4


def test_a_seat_alone_is_told_what_it_drew() -> None:
    game = sit_down(players=4)
    guests = guests_of(game)
    told = 0
    for _, events in random_game(game.deal(2)):
        for event in events:
            mine = FACE.aside(game, event, guests)
            public = event.seen_by(None)
            assert public is None or FACE.aside(game, public, guests) == ""
            told += bool(mine)
    assert told > 30


def test_an_announcement_is_said_in_words() -> None:
    game = sit_down(players=4)
    state = game.position(
        hands=["3 salami, 4 olive", "7 mushroom", "7 pineapple", "7 green pepper"], seat="yellow", oven=[]
    )
    state.apply(game.parse("3 salami"))
    beats = [FACE.beat(game, event, guests_of(game)) for event in seen_by(state.apply(state.legal_actions()[0]), None)]
    [placed] = [beat for beat in beats if beat is not None and beat.kind == "placed"]
    assert placed.say == "Three salami!"
    assert placed.tell == "Anna puts in three salami."
    assert placed.fly[0].number == 3
    assert placed.fly[0].start == "#seat-0"
    assert placed.fly[0].end == "#oven"


@pytest.mark.rule("MM-14")
def test_an_order_that_goes_back_says_what_was_missing_and_which_rule() -> None:
    game = sit_down(players=4)
    state = game.position(
        hands=["6 salami", "6 mushroom", "6 pineapple", "6 olive"],
        seat="yellow",
        table="",
        used="rest",
        oven=["1 pineapple", "2 olive", "yellow 4-olive"],
    )
    beats = [FACE.beat(game, event, guests_of(game)) for event in seen_by(state.events, None)]
    [fate] = [beat for beat in beats if beat is not None and beat.kind == "returned"]
    assert fate.tell.endswith("goes back under the waiter: two olives missing.")
    assert fate.why == "MM-14"


@pytest.mark.rule("MM-29")
def test_a_forbidden_ingredient_is_named_with_its_rule() -> None:
    game = sit_down("grande", 4)
    state = game.position(
        hands=["8 salami", "8 mushroom", "8 pineapple", "8 olive"],
        seat="yellow",
        table="1 salami",
        used="rest",
        oven=["3 pineapple", "yellow minipizza"],
    )
    beats = [FACE.beat(game, event, guests_of(game)) for event in seen_by(state.events, None)]
    [fate] = [beat for beat in beats if beat is not None and beat.kind == "returned"]
    assert "there is salami on the table" in fate.tell
    assert fate.why == "MM-29"


@pytest.mark.rule("MM-23")
def test_the_log_tells_whose_orders_came_out_of_the_common_pile() -> None:
    game = sit_down("grande", 3)
    *_, (state, events) = random_game(game.deal(5))
    beats = [FACE.beat(game, event, guests_of(game)) for event in seen_by(events, None)]
    [told] = [beat for beat in beats if beat is not None and beat.kind == "completed-revealed"]
    for seat, orders in enumerate(state.outcome.revealed):
        titles = "; ".join(book_of(game).leaves[seat][order].title for order in orders) or "nothing"
        assert f"{NAMES[seat]}: {titles}." in told.tell
    assert told.why == "MM-23"

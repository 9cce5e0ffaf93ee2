"""Notes of the coach in a guided first game, and their moments."""

from __future__ import annotations

import re
from functools import cache

import pytest

from forno.bots.lineup import bot_seed
from forno.bots.registry import make_bot
from forno.core.events import Event, seen_by
from forno.core.language import _, capital, languages, use
from forno.pages.lessons import Coach, Coaches, lesson_for, topics
from forno.pages.rule_pictures import menu_for
from forno.rulebook import rule
from forno.table.games import shared_game
from tests import toy

GAMES = ("mamma-mia", "pizza-master")
OTHER_DEALS = (23, *range(40))
"""Deals of random games in which rare topics come up: in the first, the last one of Mamma Mia!."""


@cache
def played(game_name: str, learner: str = "cuoco", seed: str = "") -> tuple[Coach, tuple[Event, ...]]:
    """A lesson with a bot in the learner's seat: the coach in the end, and all that happened."""
    lesson = lesson_for(game_name)
    assert lesson is not None
    game = shared_game(lesson.game, lesson.options, None)
    names = (learner, *lesson.bots)
    bots = [make_bot(name, game, seat, bot_seed(f"{lesson.name} {seat}")) for seat, name in enumerate(names)]
    coach = Coach(lesson, game, 0)
    state = game.deal(seed or lesson.seed)
    events = list(state.events)
    happened: list[Event] = []
    while True:
        happened += events
        coach.hear(events)
        for seat, bot in enumerate(bots):
            for event in seen_by(events, seat):
                bot.observe(event)
        if state.is_over:
            return coach, tuple(happened)
        events = list(state.apply(bots[state.seat].choose(state.view(state.seat))))


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_played_sensibly_tells_every_basic_topic_once(game: str) -> None:
    lesson = lesson_for(game)
    assert lesson is not None
    told = [topic.name for topic in played(game)[0].told]
    assert len(told) == len(set(told))
    assert {topic.name for topic in lesson.topics if topic.basic} <= set(told)
    assert told[0] == "aim"
    assert told[-1] == "end" or not lesson.topics[-1].basic


@pytest.mark.parametrize("game", GAMES)
def test_every_topic_can_come_up(game: str) -> None:
    lesson = lesson_for(game)
    assert lesson is not None
    told = {topic.name for topic in played(game)[0].told}
    for number in OTHER_DEALS:
        if len(told) < len(lesson.topics):
            told |= {topic.name for topic in played(game, "random", f"other {number}")[0].told}
    assert told == {topic.name for topic in lesson.topics}


@pytest.mark.parametrize("game", GAMES)
def test_topics_come_one_by_one_and_never_many_at_once(game: str) -> None:
    """Nobody reads a manual in the middle of a game: three things before the first decision are plenty."""
    lesson = lesson_for(game)
    assert lesson is not None
    coach = Coach(lesson, shared_game(lesson.game, lesson.options, None), 0)
    for event in played(game)[1]:
        before = len(coach.told)
        coach.hear([event])
        assert len(coach.told) - before <= 3


@pytest.mark.parametrize("game", GAMES)
def test_a_coach_needs_no_more_than_the_seat_sees(game: str) -> None:
    coach, happened = played(game)
    lesson = coach.lesson
    other = Coach(lesson, shared_game(lesson.game, lesson.options, None), 0)
    other.hear(seen_by(happened, 0))
    assert other.told == coach.told


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_topics_are_told_in_the_language_of_the_page(game: str, language: str) -> None:
    coach, happened = played(game)
    game_made = shared_game(coach.lesson.game, coach.lesson.options, None)
    coaches = Coaches(coach.lesson, game_made, lambda since: happened[since:])
    with use(language):
        html = coaches.regions(0)["coach"]
        assert html == topics(game, coach.told, coach.done)
        assert coach.done == {topic.name for topic in coach.told if topic.deed is not None}
        assert re.findall("<h3>(.*?)</h3>", html) == [escaped(capital(_(topic.title))) for topic in coach.told]
    assert coaches.regions(None) == {}


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("'", "&#x27;")


@pytest.mark.parametrize("game", GAMES)
def test_every_topic_is_short_and_names_a_rule_of_its_game(game: str) -> None:
    lesson = lesson_for(game)
    assert lesson is not None
    for topic in lesson.topics:
        assert rule(topic.why).game == game
        assert len(re.findall(r"[.?!](?:\s|$)", topic.text)) <= 3, topic.name
        assert len(topic.text) < 280, topic.name


def test_a_game_without_a_lesson_has_none() -> None:
    with toy.registered(toy.INFO):
        assert lesson_for("toppings") is None
        assert menu_for("toppings") is None
    assert lesson_for("") is None

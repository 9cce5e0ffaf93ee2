"""The coach at the table: what belongs to a beat is told while that beat is shown, and the show waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from forno.pages.faces import face_for
from forno.pages.lessons import lesson_for
from tests.games.whole_games import guests_of, random_game
from tests.variants import variants
from tests.web.stage import Stage

ROOM: Final = """
<main id="content" tabindex="-1">
<aside id="lesson" class="coach"><div id="coach"></div>
<p><button type="button" data-got-it>Got it<span class="waiting" hidden></span></button>
<button type="button" data-stop>Stop</button><button type="button" data-resume hidden>Go on</button></p></aside>
<div id="table"><section id="oven">closed</section></div>
</main><ol id="log"></ol>"""
OPENED: Final = '<section class="topic" data-topic="opened" data-point="#oven" data-beat="oven-opened">Look!</section>'
LEFT: Final = '<section class="topic" data-topic="left" data-point="" data-beat="">Left over.</section>'
STEPS: Final = [
    {"kind": "placed", "tell": "Anna puts in an olive.", "pause": 1},
    {"kind": "oven-opened", "tell": "Anna opens the oven.", "pause": 1, "regions": {"oven": "open"}},
    {"kind": "revealed", "tell": "Out comes an olive.", "pause": 1},
]


@pytest.fixture
def stage(browser: Browser) -> Iterator[Stage]:
    stage = Stage(browser, ROOM, attributes='data-table="one" data-seat="0"', clock="running")
    stage.load("coach.js", "none")
    stage.load("show.js", "Show")
    stage.load("settings.js", "set")
    stage.do("() => { forno.show = new forno.Show({seat: 0, players: 2}); }")
    yield stage
    assert stage.errors == []


def happens(stage: Stage, topics: str) -> None:
    """A message for all arrives, and right after it what is for this seat alone."""
    stage.do(
        """([steps, html]) => {
          forno.show.add({steps});
          document.getElementById("coach").dispatchEvent(new CustomEvent("ahead", {detail: html}));
          forno.show.add(() => forno.show.own({regions: {coach: html}}));
        }""",
        [STEPS, topics],
    )


def lines(stage: Stage) -> list[str]:
    return stage.page.locator("#log li").all_inner_texts()


def test_the_show_waits_at_the_beat_until_its_topic_is_understood(stage: Stage) -> None:
    now = stage.page.locator("#coach .now")
    happens(stage, OPENED + LEFT)
    expect(now).to_have_attribute("data-topic", "opened")
    expect(stage.page.locator("#table.beat-oven-opened #oven.pointed")).to_have_text("open")
    stage.let_time_pass()
    assert lines(stage) == ["Anna puts in an olive.", "Anna opens the oven."]
    expect(stage.page.locator("[data-got-it]")).to_be_focused()
    stage.page.keyboard.press("Enter")
    expect(now).to_have_attribute("data-topic", "left")
    assert lines(stage)[-1] == "Out comes an olive."


@pytest.mark.parametrize("how", ["stop", "skip"])
def test_whoever_wants_no_lesson_now_is_not_kept_waiting(stage: Stage, how: str) -> None:
    happens(stage, OPENED)
    expect(stage.page.locator("#coach .now")).to_have_attribute("data-topic", "opened")
    stage.do("() => forno.show.skip()") if how == "skip" else stage.page.click("[data-stop]")
    expect(stage.page.locator("#log li").last).to_have_text("Out comes an olive.")
    # What was skipped can still be read.
    expect(stage.page.locator("#coach .now")).to_have_count(1 if how == "skip" else 0)


def test_where_nothing_is_shown_step_by_step_topics_come_afterwards(stage: Stage) -> None:
    stage.do("() => forno.set('pace', 'instant')")
    happens(stage, OPENED)
    expect(stage.page.locator("#log li").last).to_have_text("Out comes an olive.")
    expect(stage.page.locator("#coach .now")).to_have_attribute("data-topic", "opened")


def test_topics_of_later_messages_wait_for_their_own_beats(stage: Stage) -> None:
    happens(stage, OPENED)
    expect(stage.page.locator("#coach .now")).to_have_count(1)
    revealed = OPENED + OPENED.replace("opened", "revealed").replace("oven-", "")
    happens(stage, revealed)
    stage.let_time_pass()
    expect(stage.page.locator("#coach .now")).to_have_attribute("data-topic", "opened")
    stage.page.click("[data-got-it]")
    expect(stage.page.locator("#coach .now")).to_have_attribute("data-topic", "revealed")
    expect(stage.page.locator("#table.beat-revealed")).to_have_count(1)


def beats_of(name: str) -> set[str]:
    found: set[str] = set()
    for variant in variants():
        if variant.info.name != name or len(found) > 60:
            continue
        game: Any = variant.game()
        guests = guests_of(game)
        for _state, events in random_game(game.deal(2)):
            beats = (face_for(name).beat(game, seen, guests) for event in events if (seen := event.seen_by(None)))
            found |= {beat.kind for beat in beats if beat is not None}
    return found


@pytest.mark.parametrize("name", ["mamma-mia", "pizza-master"])
def test_topics_name_beats_of_their_game(name: str) -> None:
    lesson = lesson_for(name)
    assert lesson is not None
    named = {topic.beat for topic in lesson.topics} - {""}
    assert len(named) > 3
    assert named <= beats_of(name)

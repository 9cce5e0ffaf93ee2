"""Second thoughts in a real browser: a turn is taken back until it has left the page, and waste is asked about once.

The page's clock stands still but for the test, so nothing here waits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.stage import Stage
from tests.web.test_static_compose import HAND, SENTENCE, TREE, form, pressed
from tests.web.test_static_only import HIDE
from tools.waiting import until

ANSWERS = """
<button type="button" id="take" data-slot="answer" data-action="7" data-send>Take</button>
<button type="button" id="pass" data-slot="answer" data-action="8" data-send
  data-ask="You can still complete Meadow for 4 points. Pass anyway?">Pass</button>"""
DIALOG = """<dialog id="ask"><form method="dialog"><h2 id="ask-text"></h2>
<button value="no" autofocus>Go back</button><button value="yes"></button></form></dialog>"""
CLOCK = '<span id="clock" hidden><span data-seconds></span></span>'

Play = Callable[..., Stage]


@pytest.fixture
def play(browser: Browser) -> Play:
    def play(body: str, undo: str = "short") -> Stage:
        stage = Stage(browser, body + CLOCK, wishes={"undo": undo}, clock="paused")
        stage.load("compose.js", "composing")
        stage.load("clock.js", "countDown")
        stage.do("() => { forno.turn = forno.composing(() => ({url: '/t/one/moves', seat: 1})); forno.turn.renew(); }")
        return stage

    return play


def sent(stage: Stage) -> list[Any]:
    return [move["actions"] for move in stage.sent]


def leaves(stage: Stage, milliseconds: int = 1) -> None:
    """The turn leaves the page, at the latest after so long."""
    with stage.page.expect_response("**/moves"):
        stage.page.clock.run_for(milliseconds)


def test_a_turn_leaves_after_a_moment_in_which_nothing_else_can_be_pressed(play: Play) -> None:
    stage = play(ANSWERS + form({7: {}, 8: {}}))
    stage.page.click("#take")
    expect(stage.page.locator(".undo")).to_be_focused()
    expect(stage.page.locator("#pass")).to_be_disabled()
    stage.page.clock.run_for(1_400)
    assert sent(stage) == []
    leaves(stage, 200)
    assert sent(stage) == [[7]]
    expect(stage.page.locator(".undo")).to_have_count(0)
    assert stage.do("() => document.activeElement.id") == "turn-form"
    assert stage.errors == []


@pytest.mark.parametrize("how", ["press", "key"])
def test_a_misclick_is_taken_back_and_something_else_is_done(play: Play, how: str) -> None:
    stage = play(ANSWERS + form({7: {}, 8: {}, 9: {}}) + ANSWERS.replace("7", "9").replace("take", "other"))
    stage.page.click("#take")
    stage.page.clock.run_for(1_000)
    if how == "press":
        stage.page.click(".undo")
    else:
        stage.page.keyboard.press("Escape")
    assert pressed(stage) == []
    expect(stage.page.locator("#news")).to_have_text("Taken back.")
    expect(stage.page.locator("#take")).to_be_focused()
    stage.page.clock.run_for(10_000)
    assert sent(stage) == []
    stage.page.click("#other")
    leaves(stage, 1_500)
    assert sent(stage) == [[9]]


def test_a_composed_turn_that_is_taken_back_is_still_composed(play: Play) -> None:
    stage = play(HAND + form(TREE, SENTENCE))
    for button in ("#salami", "#waiter", ".go"):
        stage.page.click(button)
    stage.page.click(".undo")
    assert pressed(stage) == ["salami", "none", "waiter"]
    stage.page.click("#order")
    stage.page.keyboard.press("s")
    leaves(stage, 1_500)
    assert sent(stage) == [[1, 41, 56]]


def test_whoever_is_sure_presses_the_key_again(play: Play) -> None:
    stage = play(HAND + form(TREE))
    stage.page.click("#olive")
    stage.page.keyboard.press("s")
    with stage.page.expect_response("**/moves"):
        stage.page.keyboard.press("s")
    assert sent(stage) == [[9, 40]]


def test_whoever_looks_away_has_sent_it(play: Play) -> None:
    stage = play(ANSWERS + form({7: {}, 8: {}}))
    stage.page.click("#take")
    with stage.page.expect_response("**/moves"):
        stage.do(HIDE, True)
    stage.page.clock.run_for(10_000)
    assert sent(stage) == [[7]]


def test_a_turn_outlives_a_new_page_of_the_same_question_and_no_other(play: Play) -> None:
    stage = play(f"<div id='turn'>{ANSWERS}{form({7: {}, 8: {}})}</div>")
    again = 'number => { turn.innerHTML = turn.innerHTML.replace(/data-number=.../, `data-number="${number}`);'
    stage.page.click("#take")
    stage.do("() => { turn.innerHTML += ''; forno.turn.renew(); }")
    expect(stage.page.locator(".undo")).to_be_visible()
    expect(stage.page.locator("#pass")).to_be_disabled()
    stage.do(again + " forno.turn.renew(); }", 42)
    expect(stage.page.locator("#take")).to_be_enabled()
    stage.page.clock.run_for(10_000)
    assert sent(stage) == [], "that was the answer to another question"


def test_time_for_second_thoughts_is_a_wish_and_ends_with_the_clock(play: Play) -> None:
    stage = play(ANSWERS + form({7: {}, 8: {}}), undo="long")
    stage.page.click("#take")
    stage.page.clock.run_for(4_500)
    stage.page.keyboard.press("Escape")
    stage.do("() => forno.countDown(6)")
    with stage.page.expect_response("**/moves"):
        stage.page.click("#take")
    assert sent(stage) == [[7]]


def test_waste_is_asked_about_once(play: Play) -> None:
    stage = play(ANSWERS + form({7: {}, 8: {}}) + DIALOG)
    stage.page.click("#pass")
    dialog = stage.page.get_by_role("dialog")
    expect(dialog).to_contain_text("complete Meadow for 4 points")
    expect(dialog.get_by_role("button", name="Go back")).to_be_focused()
    stage.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    until(lambda: pressed(stage) == [])
    stage.page.clock.run_for(10_000)
    assert sent(stage) == []
    stage.page.click("#pass")
    leaves(stage, 1_500)
    assert sent(stage) == [[8]]


def test_waste_that_is_meant_goes_at_once(play: Play) -> None:
    stage = play(ANSWERS + form({7: {}, 8: {}}) + DIALOG)
    stage.page.click("#pass")
    stage.do("() => forno.turn.renew()")
    with stage.page.expect_response("**/moves"):
        stage.page.get_by_role("dialog").get_by_role("button", name="Pass").click()
    assert sent(stage) == [[8]]
    assert stage.errors == []


def test_what_is_no_longer_the_question_isnt_asked_any_more(play: Play) -> None:
    stage = play(f"<div id='turn'>{ANSWERS}{form({7: {}, 8: {}})}</div>" + DIALOG)
    stage.page.click("#pass")
    expect(stage.page.get_by_role("dialog")).to_be_visible()
    stage.do("() => { turn.innerHTML = ''; forno.turn.renew(); }")
    expect(stage.page.get_by_role("dialog")).to_have_count(0)
    assert sent(stage) == []

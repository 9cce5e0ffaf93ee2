"""The only answer in a real browser: given by the page where somebody likes that, and nowhere else.

The page's clock stands still but for the test, so nothing here waits.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.stage import Stage
from tests.web.test_static_table import ROOM, SEATED, TURN

ONLY = TURN.replace('data-number="3"', 'data-number="3" data-after="4.00"')
HIDE = """yes => { Object.defineProperty(document, 'hidden', { value: yes, configurable: true });
document.dispatchEvent(new Event('visibilitychange')); }"""


def sit(browser: Browser, turn: str = ONLY, wish: str = "on", attributes: str = SEATED, undo: str = "off") -> Stage:
    """A page with a question, whose clock stands still."""
    stage = Stage(
        browser, ROOM.replace("TURN", turn), attributes=attributes, wishes={"only": wish, "undo": undo}, clock="paused"
    )
    expect(stage.page.locator("[data-slot]")).to_be_enabled()
    return stage


def sent(stage: Stage) -> list[Any]:
    return [move["actions"] for move in stage.sent if move["url"].endswith("/moves")]


def test_the_only_answer_is_given_after_the_time_that_the_form_names(browser: Browser) -> None:
    stage = sit(browser)
    stage.page.clock.run_for(3_500)
    assert sent(stage) == []
    with stage.page.expect_response("**/moves"):
        stage.page.clock.run_for(1_000)
    assert sent(stage) == [[7]]
    assert stage.errors == []


def test_nobody_could_have_given_an_answer_and_not_taken_it_back_so_soon(browser: Browser) -> None:
    at_once = ONLY.replace("4.00", "0.10")
    stage = sit(browser, at_once, undo="short")
    stage.page.clock.run_for(2_000)
    assert sent(stage) == []
    with stage.page.expect_response("**/moves"):
        stage.page.clock.run_for(1_100)
    assert sent(stage) == [[7]]


def test_nothing_is_answered_for_who_doesnt_like_it(browser: Browser) -> None:
    stage = sit(browser, wish="off")
    stage.page.clock.run_for(60_000)
    assert sent(stage) == []


def test_who_wishes_it_while_asked_gets_it(browser: Browser) -> None:
    stage = sit(browser, wish="off")
    stage.do("async () => { const page = await import('/static/settings.js'); page.set('only', 'on'); }")
    with stage.page.expect_response("**/moves"):
        stage.page.clock.run_for(5_000)
    assert sent(stage) == [[7]]


def test_a_choice_stays_ones_own(browser: Browser) -> None:
    stage = sit(browser, turn=TURN)
    stage.page.clock.run_for(60_000)
    assert sent(stage) == []


def test_nobody_answers_what_nobody_sees(browser: Browser) -> None:
    stage = sit(browser)
    stage.page.clock.run_for(2_000)
    stage.do(HIDE, True)
    stage.page.clock.run_for(60_000)
    assert sent(stage) == []
    stage.do(HIDE, False)
    stage.page.clock.run_for(3_500)
    assert sent(stage) == []
    with stage.page.expect_response("**/moves"):
        stage.page.clock.run_for(1_000)
    assert sent(stage) == [[7]]


def test_who_answers_before_has_answered_once(browser: Browser) -> None:
    stage = sit(browser)
    with stage.page.expect_response("**/moves"):
        stage.page.click("[data-slot]")
        stage.page.click("[type=submit]")
    stage.page.clock.run_for(60_000)
    assert sent(stage) == [[7]]


@pytest.mark.rule("MMR-8")
def test_on_a_shared_device_everybody_answers_alone(browser: Browser) -> None:
    stage = sit(browser, attributes=SEATED + ' data-device="0 1"')
    stage.page.clock.run_for(60_000)
    assert sent(stage) == []

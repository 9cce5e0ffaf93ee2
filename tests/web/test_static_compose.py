"""The composer in a real browser: choosing, changing, refusing, sending."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.stage import Stage

TREE: dict[int, Any] = {
    1: {40: {55: {}, 56: {}}, 41: {55: {}, 56: {}}},
    2: {40: {55: {}, 56: {}}},
    3: {40: {55: {}}},
    9: {40: {}},
}
"""One, two or three salami (1, 2, 3) or an olive (9); without an order (40) or, with one salami, with one (41); drawing
from the supply (55) or the waiter (56). With three salami there is no drawing from the waiter, with the olive none."""

HAND = """
<section id="hand">
  <button type="button" id="salami" data-slot="place" data-actions="1 2 3"
    data-phrase="a salami|two salami|three salami">S</button>
  <button type="button" id="olive" data-slot="place" data-action="9" data-phrase="an olive">O</button>
  <button type="button" id="none" data-slot="order" data-action="40" data-phrase="no order" data-default>none</button>
  <button type="button" id="order" data-slot="order" data-action="41" data-phrase="the Normale">Normale</button>
  <button type="button" id="supply" data-slot="draw" data-action="55" data-phrase="the supply">supply</button>
  <button type="button" id="waiter" data-slot="draw" data-action="56" data-phrase="the waiter">waiter</button>
</section>"""


def form(tree: Any, inside: str = "", marks: str = "") -> str:
    return (
        f"<form id='turn-form' class='turn' data-number='41' data-tree='{json.dumps(tree)}' {marks}>{inside}"
        "<button type='submit' class='go'>Go</button></form>"
    )


SENTENCE = (
    "I put in <span id='said-place' data-slot='place' data-empty='…'>…</span> with "
    "<span id='said-order' data-slot='order' data-empty='…'>…</span>, draw from "
    "<span id='said-draw' data-slot='draw' data-empty='…'>…</span>"
)


Play = Callable[[str], Stage]


@pytest.fixture
def play(browser: Browser) -> Play:
    def play(body: str) -> Stage:
        stage = Stage(browser, body)
        stage.load("compose.js", "composing Composer waysThrough")
        stage.do("() => { forno.turn = forno.composing(() => ({url: '/t/one/moves', seat: 1})); forno.turn.renew(); }")
        return stage

    return play


def pressed(stage: Stage) -> list[str]:
    found: list[str] = stage.do("() => [...document.querySelectorAll('[aria-pressed=true]')].map(b => b.id)")
    return found


def disabled(stage: Stage) -> list[str]:
    found: list[str] = stage.do("() => [...document.querySelectorAll('button[data-slot]:disabled')].map(b => b.id)")
    return found


def test_every_way_through_a_tree_is_found(play: Play) -> None:
    stage = play(HAND + form(TREE))
    assert stage.do("() => forno.waysThrough({1: {2: {}, 3: {}}, 4: {}})") == [[1, 2], [1, 3], [4]]


def test_the_sentence_fills_itself_in_and_the_turn_is_sent_whole(play: Play) -> None:
    stage = play(HAND + form(TREE, SENTENCE))
    expect(stage.page.locator(".go")).to_be_disabled()
    for button in ("#salami", "#order", "#waiter"):
        stage.page.click(button)
    assert [stage.text(f"#said-{slot}") for slot in ("place", "order", "draw")] == [
        "a salami",
        "the Normale",
        "the waiter",
    ]
    with stage.page.expect_response("**/moves"):
        stage.page.click(".go")
    assert stage.sent == [
        {"url": "/t/one/moves", "token": "token", "number": 41, "seat": 1, "actions": [1, 41, 56]},
    ]


def test_a_stack_goes_through_its_numbers_and_back_to_none(play: Play) -> None:
    stage = play(HAND + form(TREE, SENTENCE))
    said = []
    for _ in range(4):
        stage.page.click("#salami")
        said.append(stage.text("#said-place"))
    assert said == ["a salami", "two salami", "three salami", "…"]
    assert "salami" not in pressed(stage)


def test_what_no_way_leads_to_is_disabled(play: Play) -> None:
    stage = play(HAND + form(TREE))
    assert disabled(stage) == []
    for _ in range(3):
        stage.page.click("#salami")
    assert disabled(stage) == ["order", "waiter"]
    stage.page.click("#salami")
    assert disabled(stage) == []


def test_a_choice_that_no_longer_fits_is_taken_back(play: Play) -> None:
    stage = play(HAND + form(TREE, SENTENCE))
    for button in ("#salami", "#order", "#waiter", "#salami"):
        stage.page.click(button)
    assert pressed(stage) == ["salami", "waiter"]
    assert stage.text("#said-order") == "…"
    expect(stage.page.locator(".go")).to_be_disabled()


def test_a_question_that_is_not_asked_needs_no_answer(play: Play) -> None:
    stage = play(HAND + form(TREE))
    stage.page.click("#supply")
    stage.page.click("#olive")
    assert "supply" not in pressed(stage)
    with stage.page.expect_response("**/moves"):
        stage.page.click(".go")
    assert stage.sent[0]["actions"] == [9, 40]


def test_taking_back_returns_to_the_default(play: Play) -> None:
    stage = play(HAND + form(TREE))
    assert pressed(stage) == ["none"]
    stage.page.click("#order")
    assert pressed(stage) == ["order"]
    stage.page.click("#order")
    assert pressed(stage) == ["none"]


DISCARDS = (
    "<section id='hand'>"
    + "".join(
        f"<button type='button' id='card-{n}' data-slot='discard' data-many data-action='{n}' data-phrase='card {n}' "
        f"data-amount='{n}'>{n}</button>"
        for n in (5, 6, 9)
    )
    + "</section>"
)
TWO_OF_THREE: dict[int, Any] = {5: {6: {30: {}}, 9: {30: {}}}, 6: {9: {30: {}}}}


def test_several_of_one_slot_are_sent_in_ascending_order_with_the_end(play: Play) -> None:
    blank = "<span id='said' data-slot='discard' data-empty='nothing'></span><b id='rest' data-rest='20'></b>"
    blank += "<em id='told' data-slot='discard' data-empty='I keep all.' data-full='I discard {chosen}.'></em>"
    stage = play(DISCARDS + form(TWO_OF_THREE, blank, "data-end='30'"))
    assert stage.text("#said") == "nothing"
    assert stage.text("#told") == "I keep all."
    stage.page.click("#card-9")
    expect(stage.page.locator(".go")).to_be_disabled()
    stage.page.click("#card-5")
    assert disabled(stage) == ["card-6"]
    assert stage.text("#said") == "card 5 and card 9"
    assert stage.text("#told") == "I discard card 5 and card 9."
    assert stage.text("#rest") == "6"
    with stage.page.expect_response("**/moves"):
        stage.page.click(".go")
    assert stage.sent[0]["actions"] == [5, 9, 30]


def test_two_equal_cards_can_both_be_chosen(play: Play) -> None:
    cards = "".join(
        f"<button type='button' id='twin-{n}' data-slot='discard' data-many data-action='5' data-phrase='a card'>5"
        "</button>"
        for n in (1, 2)
    )
    blank = "<span id='said' data-slot='discard' data-empty='nothing'></span>"
    stage = play(cards + form({5: {5: {30: {}}, 30: {}}, 30: {}}, blank, "data-end='30'"))
    stage.page.click("#twin-2")
    assert pressed(stage) == ["twin-2"]
    stage.page.click("#twin-1")
    assert stage.text("#said") == "a card and a card"
    with stage.page.expect_response("**/moves"):
        stage.page.click(".go")
    assert stage.sent[0]["actions"] == [5, 5, 30]


def test_nothing_can_be_chosen_where_nothing_is_allowed(play: Play) -> None:
    stage = play(DISCARDS + form({5: {30: {}}, 30: {}}, "", "data-end='30'"))
    assert disabled(stage) == ["card-6", "card-9"]
    with stage.page.expect_response("**/moves"):
        stage.page.click(".go")
    assert stage.sent[0]["actions"] == [30]


def test_a_button_that_sends_sends_at_once(play: Play) -> None:
    button = "<button type='button' id='help' data-slot='answer' data-action='7' data-send>Help</button>"
    stage = play(button + form({7: {}, 8: {}}))
    with stage.page.expect_response("**/moves"):
        stage.page.click("#help")
    assert stage.sent[0]["actions"] == [7]


RAIL = """
<ul id="rail"><li class="order-1"><b>Meadow</b></li><li class="order-2">Ranch</li><li class="order-3">Trio</li></ul>
<button type="button" id="meadow" data-slot="answer" data-action="7" data-send data-at="#rail .order-1">M</button>
<button type="button" id="cheese" data-slot="answer" data-action="8" data-send data-at="#rail .order-2">C</button>
<button type="button" id="meat" data-slot="answer" data-action="9" data-send data-at="#rail .order-2">M</button>
<button type="button" id="trio" data-slot="answer" data-action="10" data-send data-at="#rail .order-3">T</button>"""


def test_what_a_control_is_about_can_be_pressed_where_it_lies(play: Play) -> None:
    stage = play(RAIL + form({7: {}, 8: {}, 9: {}}))
    assert stage.page.locator(".pressable").all_inner_texts() == ["Meadow", "Ranch"]
    stage.page.click("#rail .order-3")
    stage.page.click("#rail .order-2")
    expect(stage.page.locator("#cheese")).to_be_focused()
    assert stage.sent == [], "what can't be done isn't, and of several ways one is chosen first"
    with stage.page.expect_response("**/moves"):
        stage.page.click("#rail b")
    assert stage.sent[0]["actions"] == [7]
    expect(stage.page.locator(".pressable")).to_have_count(0)


def test_a_refused_turn_stays_and_says_why(play: Play) -> None:
    stage = play(HAND + form(TREE))
    stage.answers = [(409, {"error": "stale", "message": "The table has <b>moved</b> on."})]
    stage.page.click("#olive")
    stage.page.click(".go")
    expect(stage.page.locator(".wrong")).to_have_text("The table has <b>moved</b> on.")
    assert pressed(stage) == ["olive", "none"]
    expect(stage.page.locator(".go")).to_be_enabled()


def test_a_turn_is_sent_again_when_the_network_fails_and_never_twice_by_clicking(play: Play) -> None:
    stage = play(HAND + form(TREE))
    stage.answers = [(503, {})]
    stage.page.click("#olive")
    with stage.page.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok):
        stage.page.click(".go")
        expect(stage.page.locator(".go")).to_be_disabled()
        expect(stage.page.locator("#salami")).to_be_disabled()
    assert [move["actions"] for move in stage.sent] == [[9, 40], [9, 40]]


def test_a_turn_is_played_with_keys_alone(play: Play) -> None:
    stage = play(HAND + form(TREE))
    stage.page.focus("#salami")
    stage.page.keyboard.press("Enter")
    stage.page.keyboard.press("ArrowRight")
    assert stage.do("() => document.activeElement.id") == "olive"
    for key in ("ArrowLeft", "ArrowLeft", "Space"):
        stage.page.keyboard.press(key)
    assert pressed(stage) == ["salami", "none", "waiter"]
    with stage.page.expect_response("**/moves"):
        stage.page.keyboard.press("s")
    assert stage.sent[0]["actions"] == [1, 40, 56]


def test_escape_takes_everything_back(play: Play) -> None:
    stage = play(HAND + form(TREE))
    stage.page.click("#olive")
    stage.page.keyboard.press("Escape")
    assert pressed(stage) == ["none"]


def test_single_keys_can_be_switched_off(play: Play) -> None:
    stage = play(HAND + form(TREE))
    stage.load("settings.js", "set")
    stage.do("() => forno.set('keys', 'off')")
    stage.page.click("#olive")
    stage.page.keyboard.press("s")
    stage.settle()
    assert stage.sent == []


def test_what_was_chosen_outlives_a_new_hand_of_the_same_turn(play: Play) -> None:
    stage = play(HAND + form(TREE))
    stage.page.click("#olive")
    stage.do("() => { hand.innerHTML = hand.innerHTML; forno.turn.renew(); }")
    assert pressed(stage) == ["olive", "none"]
    stage.do("() => { document.querySelector('#turn-form').dataset.number = 42; hand.innerHTML += ''; }")
    stage.do("() => { forno.turn.composer.form = {dataset: {number: 41}}; forno.turn.renew(); }")
    assert pressed(stage) == ["none"]


def test_without_a_turn_cards_cannot_be_chosen(play: Play) -> None:
    stage = play(HAND)
    assert len(disabled(stage)) == 6

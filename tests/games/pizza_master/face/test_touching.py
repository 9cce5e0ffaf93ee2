"""Orders, coins and ingredients of Pizza Master are chosen by touching them, in a browser."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Browser, expect

from forno.games.pizza_master.rules.actions import PlaceCoins
from forno.games.pizza_master.rules.state import PizzaMasterState
from tests.games.pizza_master.face.short_games import own, short_game
from tests.web.stage import Stage

pytestmark = pytest.mark.slow


def stage_of(browser: Browser, state: PizzaMasterState) -> Stage:
    regions = own(state)
    body = "".join(f'<div id="{name}">{html}</div>' for name, html in regions.items())
    stage = Stage(browser, f'<div class="pizza-master">{body}</div>')
    stage.load("compose.js", "composing")
    stage.do("() => { forno.turn = forno.composing(() => ({url: '/t/one/moves', seat: 1})); forno.turn.renew(); }")
    return stage


def posted(stage: Stage, state: PizzaMasterState) -> list[str]:
    """Return what was sent, once the page has answered, which the rules allow."""
    stage.page.wait_for_function("() => document.querySelector('#turn-form').hasAttribute('aria-busy')")
    stage.settle()
    [sent] = stage.sent
    assert not stage.errors
    trial = state.clone()
    for action in sent["actions"]:
        trial.apply(action)
    return [str(state.game.actions[action]) for action in sent["actions"]]


@pytest.mark.rule("PM-4")
def test_two_equal_orders_are_discarded_by_touching_both(browser: Browser) -> None:
    game = short_game("tutorial", 2)
    for seed in range(100):
        state = game.deal(seed)
        hand = state.view(state.seat).hand or ()
        twice = [name for name, number in Counter(hand).items() if number == 2]
        if twice:
            break
    stage = stage_of(browser, state)
    slips = stage.page.locator(f"button.order-{game.lookups.order_names.index(twice[0])}")
    expect(slips).to_have_count(2)
    slips.nth(1).click()
    expect(slips.nth(0)).to_have_attribute("aria-pressed", "false")
    expect(stage.page.locator(".go")).to_be_enabled()
    slips.nth(0).click()
    stage.page.locator(".go").click()
    assert posted(stage, state) == [f"discards {twice[0]}"] * 2 + ["keeps the rest"]


@pytest.mark.rule("PM-6")
def test_coins_that_are_left_go_to_the_last_section(browser: Browser) -> None:
    game = short_game("tutorial", 2)
    state = game.deal(1)
    while not isinstance(game.actions[state.legal_actions()[0]], PlaceCoins):
        state.apply(state.legal_actions()[0])
    stage = stage_of(browser, state)
    rest = stage.page.locator("[data-rest]")
    expect(rest).to_have_text("4")
    stage.page.get_by_role("button", name="3 coins on cheese").click()
    expect(rest).to_have_text("1")
    expect(stage.page.get_by_role("button", name="2 coins on vegetable")).to_be_disabled()
    stage.page.locator(".go").click()
    assert posted(stage, state) == ["3 coins on cheese", "no coins on vegetable", "no coins on seafood"]


@pytest.mark.rule("PM-9")
def test_an_ingredient_is_taken_with_one_touch(browser: Browser) -> None:
    game = short_game("tutorial", 2)
    state = game.deal(1)
    while "Take" not in game.ask(state.view(state.seat)):
        state.apply(state.legal_actions()[0])
    stage = stage_of(browser, state)
    stage.page.locator(".take").first.click()
    [told] = posted(stage, state)
    assert told.startswith("takes ")

"""Hints are told when they are asked for, and told anew when one's turn is another one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tools.people import Person, may_decide, open_table
from tools.waiting import until

Pages = Callable[..., Page]


@pytest.mark.parametrize(
    ("game", "told", "stays"), [("mamma-mia", "Only your hand is counted", False), ("pizza-master", "missing", True)]
)
def test_a_hint_comes_when_it_is_opened_and_again_with_the_next_turn(
    house: str, new_page: Pages, game: str, told: str, stays: bool
) -> None:
    page = new_page()
    open_table(page, house, game, ["me", "bot:cuoco"])
    person = Person(page, 2)
    until(lambda: may_decide(person.look()))
    hints = page.locator("#turn details.hints")
    expect(hints.locator("li")).to_have_count(0)
    hints.locator("summary").click()
    expect(hints).to_contain_text(told)
    person.take_turn()
    until(lambda: may_decide(person.look()))
    if not stays:
        expect(hints.locator("li")).to_have_count(0)
        hints.locator("summary").click()
    expect(hints).to_contain_text(told)

"""Sounds are off until they are wanted; then they play."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tools.people import Person, may_decide, play_now
from tools.waiting import until

LISTEN = """(() => {
  window.speakers = [];
  const Native = window.AudioContext;
  window.AudioContext = class extends Native {
    constructor() { super(); window.speakers.push(this); }
  };
})()"""


def test_nothing_is_heard_until_it_is_wanted(house: str, window: Windows) -> None:
    context = window(pace="fast")
    context.add_init_script(LISTEN)
    page = context.new_page()
    play_now(page, house, "mamma-mia")
    person = Person(page, 3)
    until(lambda: may_decide(person.look()))
    person.take_turn()
    assert page.evaluate("speakers.length") == 0
    switch = page.locator("#sound-switch")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    until(lambda: page.evaluate("speakers.length === 1 && speakers[0].state === 'running'"))
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    until(lambda: may_decide(person.look()))
    person.take_turn()
    assert page.evaluate("speakers.length") == 0

"""Both languages, and things that don't move for those who don't want them to."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tools.people import Person, may_decide, open_settings, play, play_now
from tools.waiting import until

Pages = Callable[..., Page]


def test_the_language_is_chosen_from_the_browser_and_switched_at_the_table(house: str, new_page: Pages) -> None:
    page = new_page(locale="it")
    play_now(page, house, "mamma-mia")
    until(lambda: Person(page).look()["number"] is not None)
    here = page.url
    open_settings(page)
    page.locator("#dialog-language").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.url == here
    expect(page.locator("#turn-form [type=submit]")).to_have_text("Into the oven!")
    open_settings(page)
    page.locator("#dialog-language").select_option("it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    assert "Into the oven!" not in page.content()


def test_the_pace_is_set_on_the_page_and_kept(house: str, new_page: Pages) -> None:
    page = new_page(pace="slow", reduced_motion="no-preference")
    play_now(page, house, "mamma-mia")
    open_settings(page)
    page.locator("#settings input[value=instant]").check()
    page.locator("#settings [data-close]").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-pace", "instant")
    person = Person(page, 18)
    play([person], 1)
    assert page.locator(".flying, .bubble").count() == 0


RUNNING = """document.getAnimations().filter((one) =>
  one.playState === "running" && one.effect.getTiming().duration > 1).length"""
FLYING = """() => {
  window.flown = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.flown += 1; return animate.apply(this, how); };
}"""


def test_things_fly_unless_the_device_asks_for_calm(house: str, new_page: Pages) -> None:
    page = new_page(pace="fast", reduced_motion="no-preference")
    play_now(page, house, "mamma-mia")
    page.evaluate(FLYING)
    person = Person(page, 19)
    play([person], 1)
    until(lambda: may_decide(person.look()))
    flown = page.evaluate("window.flown")
    assert flown > 0
    page.emulate_media(reduced_motion="reduce")
    play([person], 1)
    until(lambda: may_decide(person.look()))
    assert page.evaluate("window.flown") == flown
    assert page.evaluate(RUNNING) == 0

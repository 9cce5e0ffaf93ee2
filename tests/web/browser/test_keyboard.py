"""A whole game without a mouse: the focus is always somewhere, and always to be seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tools.people import MOST_CHOICES, Person, play, play_now
from tools.waiting import until

Pages = Callable[..., Page]
FOCUS = """() => {
  const element = document.activeElement;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return {
    lost: element === document.body || !element.isConnected,
    what: element.outerHTML.slice(0, 120),
    ringed: (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none",
    held: !element.matches("button, a, input, select, textarea, summary, [tabindex='0']"),
    inside: box.width > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
  };
}"""


def focus(page: Page) -> dict[str, Any]:
    seen: dict[str, Any] = page.evaluate(FOCUS)
    return seen


def tab_to(page: Page, wanted: Locator) -> None:
    """Tab until it has the focus, which must be visible all the way."""
    target = wanted.element_handle()
    for _ in range(MOST_CHOICES):
        page.keyboard.press("Tab")
        seen = focus(page)
        assert seen["ringed"] or seen["lost"], f"the focus can't be seen: {seen}"
        if page.evaluate("(target) => document.activeElement === target", target):
            return
    raise AssertionError(f"Tab never leads to {wanted}; the focus is on {focus(page)}")


class Typist(Person):
    """Has no mouse."""

    arrows = 0

    def mean_it(self) -> None:
        if self.page.locator("#ask[open]").count():
            self.page.keyboard.press("Tab")
            self.page.keyboard.press("Enter")

    def press(self, control: Locator) -> None:
        page = self.page
        target = control.element_handle()
        here = "(target) => document.activeElement === target"
        if not page.evaluate(here, target):
            page.keyboard.press("h")
        for _ in range(MOST_CHOICES):
            seen = focus(page)
            assert not seen["lost"], "the focus is lost"
            if page.evaluate(here, target):
                break
            page.keyboard.press("ArrowRight" if self.turns % 2 else "ArrowLeft")
            self.arrows += 1
        else:
            raise AssertionError(f"arrows don't lead to {control}")
        for mark in ("ringed", "inside"):
            assert seen[mark], f"the focus can't be seen: {seen}"
        page.keyboard.press("Enter" if self.turns % 3 else "Space")

    def send(self) -> None:
        if self.turns % 4:
            self.page.keyboard.press("s")
        else:
            tab_to(self.page, self.page.locator("#turn-form [type=submit]"))
            self.page.keyboard.press("Enter")


def test_a_whole_game_with_keys_alone(house: str, new_page: Pages) -> None:
    page = new_page()
    page.goto(house)
    tab_to(page, page.locator("form[action='/play/mamma-mia'] button.go"))
    page.keyboard.press("Enter")
    page.locator("body[data-phase=playing]").wait_for()
    person = Typist(page, 15)
    until(lambda: person.look()["number"] is not None)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.keyboard.press("h")

    def nowhere_lost(_person: Person) -> None:
        # Asked in one go: after the last turn the page loads itself anew any moment.
        seen = person.look()
        assert seen["phase"] != "playing" or not seen["astray"], "the focus is lost after a turn"

    play([person], each=nowhere_lost)
    assert person.turns > 10
    assert person.arrows > 20
    tab_to(page, page.get_by_role("button", name="Rematch"))


def test_escape_takes_everything_back_and_single_letters_can_be_switched_off(house: str, new_page: Pages) -> None:
    page = new_page(kept={"keys": "off"})
    play_now(page, house, "mamma-mia")
    person = Person(page, 16)
    until(lambda: person.look()["number"] is not None)
    stack = page.locator("#hand button[data-slot=place]:enabled").first
    stack.click()
    expect(stack).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#turn-form [type=submit]")).to_be_enabled()
    number = person.look()["number"]
    page.keyboard.press("s")
    assert person.look()["number"] == number
    assert not person.look()["busy"]
    page.keyboard.press("Escape")
    expect(stack).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#turn-form [type=submit]")).to_be_disabled()


def test_keys_lead_to_hand_log_and_chat(house: str, new_page: Pages) -> None:
    page = new_page()
    play_now(page, house, "pizza-master")
    until(lambda: Person(page).look()["number"] is not None)
    for key, place in (("l", "#log"), ("h", "#hand, #turn"), ("c", "#chat-form")):
        page.keyboard.press(key)
        assert page.evaluate("(place) => !!document.activeElement.closest(place)", place), f"{key} doesn't lead there"
        assert focus(page)["ringed"]
    page.keyboard.type("hls?")
    assert page.locator("#chat-text").input_value() == "hls?"

"""A person without a mouse: the focus is always somewhere, and always visible."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from tools.people import MAX_CHOICES, Person

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


FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex='0']"
"""Selector of everything that Tab may lead to."""


def focus(page: Page) -> dict[str, Any]:
    seen: dict[str, Any] = page.evaluate(FOCUS)
    return seen


def tab_to(page: Page, wanted: Locator) -> None:
    """Tab until it has the focus, which must be visible all the way: once round the page, however long its log is."""
    for _ in range(page.locator(FOCUSABLE).count() + 1):
        page.keyboard.press("Tab")
        seen = focus(page)
        assert seen["ringed"] or seen["lost"], f"the focus can't be seen: {seen}"
        if wanted.evaluate("(target) => document.activeElement === target"):
            return
    raise AssertionError(f"Tab never leads to {wanted}; the focus is on {focus(page)}")


class Typist(Person):
    """Person without a mouse."""

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
        for _ in range(MAX_CHOICES):
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
        if self.turns != 1:  # Tab goes round the whole page, which takes long
            self.page.keyboard.press("s")
        else:
            tab_to(self.page, self.page.locator("#turn-form [type=submit]"))
            self.page.keyboard.press("Enter")

"""Accessibility faults of a page, found by axe-core."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, ViewportSize

from tools.people import PHONE

TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NIGHT: Final[Literal["dark"]] = "dark"
NOON: Final[Literal["light"]] = "light"
DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 800}
LAYOUT: Final = ("color-contrast", "target-size", "scrollable-region-focusable")
"""Rules that depend on the size of the window; the others ask for elements, which are the same in all of them."""
RUN: Final = """async ([within, options]) => {
  const { violations } = await axe.run(within || document, { resultTypes: ["violations"], ...options });
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, html, failureSummary }) =>
    `${id}: ${target} ${html.slice(0, 160)} ${failureSummary}`));
}"""


@cache
def axe_core() -> str:
    script: str = Axe().axe_script
    return script


def violations(page: Page, rules: Iterable[str] = (), sheets: bool = True, within: str = "") -> list[str]:
    """Return axe-core's findings on the page or `within` a part of it, by those rules or by all of our tags.

    `sheets`: whether style sheets are read, too.
    """
    if not page.evaluate("'axe' in window"):  # it is large, and once in a page is enough
        page.evaluate(axe_core())
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": TAGS}
    found: list[str] = page.evaluate(RUN, [within, {"runOnly": only, "preload": sheets}])
    return found


def complaints(page: Page, other_light: bool = True, within: str = "") -> list[str]:
    """Return axe-core's findings in this light, and about colours in the other one."""
    wrong = violations(page, sheets=other_light, within=within)
    if other_light:
        dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        page.emulate_media(color_scheme=NOON if dark else NIGHT)
        wrong += violations(page, LAYOUT[:1], sheets=False, within=within)
        page.emulate_media(color_scheme=NIGHT if dark else NOON)
    return wrong


def complaints_on_a_desktop(page: Page, both_lights: bool = False, within: str = "") -> list[str]:
    """Return axe-core's findings on a desktop at night; about colours at noon, too, with `both_lights`."""
    page.emulate_media(color_scheme=NIGHT)
    return [f"axe on a desktop: {what}" for what in complaints(page, both_lights, within)]


def complaints_on_a_phone(page: Page, within: str = "", colours: bool = True) -> list[str]:
    """Return axe-core's findings on a phone at noon that it wouldn't have on a desktop."""
    page.emulate_media(color_scheme=NOON)
    rules = LAYOUT if colours else LAYOUT[1:]
    return [f"axe on a phone: {what}" for what in violations(page, rules, sheets=False, within=within)]


def complaints_in_both_layouts(page: Page, within: str = "", colours: bool = True) -> list[str]:
    """Return axe-core's findings on a desktop at night and on a phone at noon. The window stays a phone's."""
    page.set_viewport_size(DESKTOP)
    wrong = complaints_on_a_desktop(page, within=within)
    page.set_viewport_size(PHONE["viewport"])
    return wrong + complaints_on_a_phone(page, within, colours)

"""What axe-core finds wrong in a page."""

from __future__ import annotations

from typing import Final, Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, ViewportSize

from tools.people import PHONE

TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NIGHT: Final[Literal["dark"]] = "dark"
NOON: Final[Literal["light"]] = "light"
DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 800}
COLOURS: Final = "axe.run({runOnly: {type: 'rule', values: ['color-contrast']}, resultTypes: ['violations']})"
"""With axe-core in the page already."""


def complaints(page: Page, other_light: bool = True) -> list[str]:
    """What axe-core finds in this light, and about colours in the other one."""
    there = page.evaluate("'axe' in window")  # it is large, and once in a page is enough
    axe = Axe("0") if there else Axe()
    found = axe.run(page, options={"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]})
    violations = found.response["violations"]
    if other_light:
        dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        page.emulate_media(color_scheme=NOON if dark else NIGHT)
        violations += page.evaluate(COLOURS)["violations"]
        page.emulate_media(color_scheme=NIGHT if dark else NOON)
    return [
        f"{rule['id']}: {node['target']} {node['html'][:160]} {node['failureSummary']}"
        for rule in violations
        for node in rule["nodes"][:3]
    ]


def complaints_in_both_layouts(page: Page) -> list[str]:
    """What axe-core finds on a desktop at night and on a phone at noon; on the desktop about colours in both lights."""
    before = page.viewport_size
    assert before is not None
    wrong = []
    for layout, light, size in (("desktop", NIGHT, DESKTOP), ("phone", NOON, PHONE["viewport"])):
        page.emulate_media(color_scheme=light)
        page.set_viewport_size(size)
        wrong += [f"axe on a {layout}: {what}" for what in complaints(page, other_light=layout == "desktop")]
    page.set_viewport_size(before)
    return wrong

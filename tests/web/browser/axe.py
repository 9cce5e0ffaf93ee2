"""What axe-core finds wrong in a page."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NIGHT: Final = "dark"
NOON: Final = "light"
COLOURS: Final = "axe.run({runOnly: {type: 'rule', values: ['color-contrast']}, resultTypes: ['violations']})"
"""With axe-core in the page already."""


def complaints(page: Page) -> list[str]:
    """What axe-core finds in this light, and about colours in the other one."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]})
    violations = found.response["violations"]
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme=NOON if dark else NIGHT)
    violations += page.evaluate(COLOURS)["violations"]
    page.emulate_media(color_scheme=NIGHT if dark else NOON)
    return [
        f"{rule['id']}: {node['target']} {node['html'][:160]} {node['failureSummary']}"
        for rule in violations
        for node in rule["nodes"][:3]
    ]

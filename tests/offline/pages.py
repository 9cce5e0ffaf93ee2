"""Pages of the offline package in a browser."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, FrameLocator, Page, expect

QUICK = "?quick"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
WISHES = json.dumps({"pace": "instant", "undo": "off", "only": "off"})
AT_ONCE = f"""if (location.protocol !== "about:") localStorage.setItem("forno", '{WISHES}')"""


class Inside:
    """Content of the frame, whichever page that is now, as people at pages ask for it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def evaluate(self, expression: str) -> Any:
        return self.page.frames[-1].evaluate(expression)

    def locator(self, selector: str) -> Any:
        return self.frame.locator(selector)

    @property
    def frame(self) -> FrameLocator:
        return self.page.frame_locator("iframe")


def opened(context: BrowserContext, host: str) -> Page:
    """Open the package's page, without animations."""
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    page.goto(host + QUICK)
    expect(Inside(page).locator(".hero")).to_be_visible()
    return page

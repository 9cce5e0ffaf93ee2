"""Real browser for tests of pages: one Chromium for all of them, fresh windows for each.

Every test run loads this: what only a browser or a server needs is imported when one starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tools.waiting import WAIT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from tests.web.servers import Running


_kept: list[BrowserContext] = []


def keep(context: BrowserContext) -> BrowserContext:
    """Leave a context open for the tests to come. Whoever takes it makes sure that it keeps nothing of the last one."""
    _kept.append(context)
    return context


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return one browser for all tests of a process."""
    from playwright.sync_api import expect, sync_playwright

    from tools.browser import launch

    expect.set_options(timeout=WAIT * 1000)
    with sync_playwright() as driver:
        browser = launch(driver)
        yield browser
        browser.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """The one browser; whatever windows a test leaves open are closed, or they'd take the time of those after it."""
    yield chromium
    for context in chromium.contexts:
        if context not in _kept:
            for page in context.pages:  # whoever still answers a page on its way would keep it from closing
                page.unroute_all(behavior="ignoreErrors")
            context.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Return one server for all tests that don't need one of their own."""
    from tests.web.servers import running

    with running(tmp_path_factory.mktemp("server")) as started:
        yield started

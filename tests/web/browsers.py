"""A real browser for the tests of pages: one Chromium for all of them, fresh windows for each.

Every test run loads this: what only a browser or a server needs is imported when one starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tools.waiting import WAIT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from tests.web.servers import Running


_kept: list[BrowserContext] = []
_started: list[Chromium] = []


def keep(context: BrowserContext) -> BrowserContext:
    """Leave a context open for the tests to come. Whoever takes it makes sure that it keeps nothing of the last one."""
    _kept.append(context)
    return context


class Chromium:
    """One browser for all tests of a process. What drives it may end between two tests: then there is another."""

    def __init__(self) -> None:
        from playwright.sync_api import expect

        expect.set_options(timeout=WAIT * 1000)
        self._start()
        _started.append(self)

    def _start(self) -> None:
        from playwright.sync_api import sync_playwright

        from tools.browser import launch

        self._driver = sync_playwright()
        self._browser = launch(self._driver.__enter__())

        self._page = keep(self._browser.new_context()).new_page()

    def there(self) -> Browser:
        from playwright.sync_api import Error

        try:
            self._page.evaluate("0")
        except Error:
            self.stop()
            self._start()
        return self._browser

    def stop(self) -> None:
        from playwright.sync_api import Error

        with suppress(Error):
            self._browser.close()
        self._driver.__exit__()


def another_browser() -> Browser:
    """The browser that there is now, for who finds that what drove the last one has just ended."""
    return _started[-1].there()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    chromium = Chromium()
    yield chromium
    chromium.stop()


@pytest.fixture
def browser(chromium: Chromium) -> Iterator[Browser]:
    """The one browser; whatever windows a test leaves open are closed, or they'd take the time of those after it."""
    from playwright.sync_api import Error

    browser = chromium.there()
    yield browser
    with suppress(Error):
        for context in browser.contexts:
            if context not in _kept:
                for page in context.pages:  # whoever still answers a page on its way would keep it from closing
                    page.unroute_all(behavior="ignoreErrors")
                context.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that don't need one of their own."""
    from tests.web.servers import running

    with running(tmp_path_factory.mktemp("server")) as started:
        yield started

"""A real browser for the tests of pages: one Chromium for all of them, fresh windows for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.servers import Running, running
from tests.web.stage import tidy
from tools.browser import FLAGS, find
from tools.waiting import WAIT

expect.set_options(timeout=WAIT * 1000)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find()
    assert path, "there is no Chromium: python -m tools.browser gets one"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """The one browser; whatever windows a test leaves open are closed, or they'd take the time of those after it."""
    yield chromium
    tidy(chromium)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that don't need one of their own."""
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started

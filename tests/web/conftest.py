"""A real browser for the tests of pages: one Chromium for all of them, a fresh window for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.servers import Running, running
from tools.browser import FLAGS, find


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = find()
    assert chromium, "there is no Chromium: python -m tools.browser gets one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that don't need one of their own."""
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started

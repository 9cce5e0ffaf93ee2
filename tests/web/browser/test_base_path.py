"""A house under a path, in a real browser: opened, played, come back to, and nothing asked for elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Windows
from tests.web.servers import ServerProcess
from tools.people import Person, play

BASE = "/games/forno"


@pytest.fixture(scope="module")
def under(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    process = ServerProcess(tmp_path_factory.mktemp("under"), "--base-path", BASE, base=BASE)
    process.start()
    yield process.address
    process.stop()


def test_some_moves_are_played_under_a_path(under: str, window: Windows) -> None:
    context = window()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.goto(f"{under}/")
    page.get_by_role("button", name="Play now").first.click()
    page.locator("body[data-phase=playing]").wait_for()
    expect(page.locator(".about-deal")).to_contain_text("Added a number: Guest.")
    play([Person(page)], turns=1)
    page.reload()
    page.locator("body[data-phase=playing]").wait_for()
    page.goto(f"{under}/")
    expect(page.locator("#yours")).to_contain_text("Your turn")
    worker = page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)")
    assert worker == f"{under}/"
    assert [url for url in asked if not url.startswith((f"{under}/", "data:", "blob:"))] == []

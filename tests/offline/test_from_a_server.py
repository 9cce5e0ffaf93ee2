"""A server offers the package: fetched when somebody wants it, and there when the network isn't."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from forno.core.errors import OptionError
from forno.web.offline_package import PACKAGE_PATH, OfflinePackage
from tests.offline.pages import DESKTOP, Inside
from tests.web.servers import Running, running
from tools.people import Person, play

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory, package: Path) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server"), offline=str(package)) as started:
        yield started


def test_who_presses_play_offline_plays_on_when_the_network_is_gone(browser: Browser, offering: Running) -> None:
    context = browser.new_context(**DESKTOP)
    page = context.new_page()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page.goto(offering.address)
    button = page.get_by_role("link", name="Play offline")
    expect(button).to_be_visible()
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    assert not [url for url in asked if PACKAGE_PATH in url], "it is fetched when somebody wants it, and only then"
    button.click()
    page.wait_for_url(f"**{PACKAGE_PATH}")
    context.set_offline(True)
    # The installed app begins at the root.
    page.goto(offering.address)
    page.wait_for_url(f"**{PACKAGE_PATH}")
    inside = Inside(page)
    inside.locator("button.go").first.click()
    play([Person(cast(Page, inside), seed=4)], turns=1)
    context.close()


def test_what_the_page_may_do_is_said_where_it_lies_and_nowhere_else(offering: Running) -> None:
    def policy(path: str) -> str:
        return httpx.get(offering.address + path).headers["content-security-policy"]

    assert "wasm-unsafe-eval" not in policy("/")
    for path in ("", "worker.js"):
        assert "script-src 'self' 'wasm-unsafe-eval'" in policy(PACKAGE_PATH + path)
        assert "unsafe-inline" not in policy(PACKAGE_PATH + path)
    python = httpx.get(f"{offering.address}{PACKAGE_PATH}pyodide/pyodide.asm.wasm")
    assert python.headers["content-type"] == "application/wasm"
    assert python.headers["content-encoding"] == "gzip"
    listed = httpx.get(f"{offering.address}{PACKAGE_PATH}files.json").json()
    assert httpx.get(f"{offering.address}{PACKAGE_PATH}{min(listed['later'])}").status_code == 200
    again = httpx.get(
        f"{offering.address}{PACKAGE_PATH}",
        headers={"if-none-match": httpx.get(offering.address + PACKAGE_PATH).headers["etag"]},
    )
    assert again.status_code == 304
    assert httpx.get(f"{offering.address}{PACKAGE_PATH}../settings.py").status_code == 404
    assert httpx.get(f"{offering.address}{PACKAGE_PATH}%2e%2e/files.json").status_code == 404
    assert httpx.post(f"{offering.address}{PACKAGE_PATH}").status_code == 405


@pytest.mark.slow
def test_a_server_without_the_package_doesnt_offer_it(server: Running) -> None:
    assert "Play offline" not in httpx.get(server.address).text
    assert httpx.get(server.address + PACKAGE_PATH).status_code == 404


def test_a_folder_that_isnt_one_is_refused_with_the_way_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="make offline"):
        OfflinePackage(str(tmp_path))

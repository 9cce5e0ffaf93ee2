"""No network at all, and what happens when there is one again."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.offline.conftest import WHERE, hosting
from tests.offline.pages import DESKTOP, Inside, opened
from tools import offline
from tools.people import PHONE, Person, Thumb, play
from tools.waiting import until

pytestmark = pytest.mark.slow

KEPT = "navigator.serviceWorker.ready.then(() => true)"
WAITS = "navigator.serviceWorker.getRegistration().then((registration) => !!registration.waiting)"
BROKEN_OFF = "net::ERR_ABORTED "
NEW = "Tutto nuovo!"


@pytest.mark.parametrize(
    ("game", "device"),
    [
        pytest.param("mamma-mia", DESKTOP, marks=pytest.mark.anywhere),
        pytest.param("mamma-mia", PHONE, marks=pytest.mark.anywhere),
        pytest.param("pizza-master", DESKTOP, marks=pytest.mark.anywhere),
        ("pizza-master", PHONE),
    ],
)
def test_in_aeroplane_mode_whole_games_are_played_and_nothing_is_asked_for(
    browser: Browser, package: Path, game: str, device: dict[str, Any]
) -> None:
    context = browser.new_context(**device)
    with hosting(package) as (address, _server):
        page = opened(context, address)
        page.evaluate(KEPT)
    # From here on there is neither a network nor a host. Whatever leaves nevertheless fails, and is seen here; what is
    # answered comes from what this browser keeps, be it the service worker's or a picture that it has in memory.
    context.set_offline(True)
    answers: list[Response] = []
    failed: list[str] = []
    context.on("response", lambda answer: answers.append(answer))
    context.on("requestfailed", lambda request: failed.append(f"{request.failure} {request.url}"))
    inside = Inside(page)
    inside.locator(f".game-{game} button.go").click()
    expect(inside.locator("body[data-phase=playing]")).to_be_visible()
    person = (Thumb if device is PHONE else Person)(cast(Page, inside), seed=3)
    play([person])
    expect(inside.locator("#ending")).to_be_visible()
    assert person.turns
    with page.expect_download() as saving:
        inside.locator("a[href$='/record']").click()
    record = saving.value.path().read_text(encoding="utf-8")
    inside.locator("main a[href$='/replay']").click()
    expect(inside.locator("#replay-bar")).to_be_visible()
    inside.locator("a[href='/']").first.click()
    inside.locator(".menu > summary").click()
    inside.locator(".menu a[href='/replay']").click()
    inside.locator("#file").set_input_files(
        files=[{"name": "record.txt", "mimeType": "text/plain", "buffer": record.encode()}]
    )
    inside.locator("main form button.go").click()
    expect(inside.locator("#replay-bar")).to_be_visible()
    # What the browser breaks off by itself has asked nobody; without a network a file that isn't kept fails otherwise.
    assert [told for told in failed if not told.startswith(BROKEN_OFF)] == []
    assert any(answer.from_service_worker for answer in answers), "pages ask for their files, which are kept here"
    assert [answer.url for answer in answers if not answer.url.startswith((address, "blob:"))] == []
    context.close()


def test_a_new_version_comes_with_the_network_and_never_into_a_game(
    browser: Browser, package: Path, tmp_path: Path
) -> None:
    here = tmp_path / WHERE
    shutil.copytree(package, here)
    context = browser.new_context(**DESKTOP)
    with hosting(here) as (address, server):
        page = opened(context, address)
        page.evaluate(KEPT)
        inside = Inside(page)
        inside.locator("button.go").first.click()
        person = Person(cast(Page, inside), seed=7)
        play([person], turns=1)
        renew(here)
        server.asked.clear()
        # The next page that is opened with a network finds it, and it is fetched beside everything else.
        other = opened(context, address)
        until(lambda: other.evaluate(WAITS), "nothing new is found")
        assert "home.html" in server.asked
        assert "pyodide.asm.wasm" not in server.asked, "what is the same isn't fetched again"
        for old in (page, other):
            Inside(old).locator("a.name").click()
            expect(Inside(old).locator(".hero")).to_be_visible()
            expect(Inside(old).locator(".hero")).not_to_contain_text(NEW)
        page.go_back()
        play([person], turns=1)
    context.set_offline(True)
    page.close()
    other.close()
    again = opened(context, address)
    expect(Inside(again).locator(".hero")).to_contain_text(NEW)
    Inside(again).locator(".yours a").first.click()
    play([Person(cast(Page, Inside(again)), seed=8)], turns=1)
    context.close()


def renew(folder: Path) -> None:
    """Another version of the package, with something new on home."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    home = files["pages/en/home.html"].decode()
    files["pages/en/home.html"] = home.replace("</h1>", f" {NEW}</h1>").encode()
    offline.write(folder, {path: files[path] for path in files if path not in ("files.json", "service-worker.js")})

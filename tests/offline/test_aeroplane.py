"""No network at all, and what happens when there is one again."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from tests.offline.conftest import WHERE, hosting
from tests.offline.pages import DESKTOP, QUICK, Inside, opened
from tools import offline
from tools.people import PHONE, Person, Thumb, fill_in, may_decide, play, skip_introduction
from tools.waiting import until

pytestmark = pytest.mark.slow

KEPT = "navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))"
WAITS = "navigator.serviceWorker.getRegistration().then((registration) => !!registration.waiting)"
BROKEN_OFF = "net::ERR_ABORTED "
NEW = "Tutto nuovo!"


class Aeroplane:
    """A browser that has the package, and neither a network nor a host any more.

    Whatever leaves nevertheless fails, and is seen here; what is answered comes from what this browser keeps, be it the
    service worker's or a picture that it has in memory.
    """

    def __init__(self, context: BrowserContext, address: str, page: Page, person: type[Person]) -> None:
        self.context, self.address, self.page, self.person = context, address, page, person
        self.context.set_offline(True)
        self.answers: list[Response] = []
        self.failed: list[str] = []
        self.context.on("response", lambda answer: self.answers.append(answer))
        self.context.on("requestfailed", lambda request: self.failed.append(f"{request.failure} {request.url}"))

    @property
    def inside(self) -> Inside:
        return Inside(self.page)

    def sit(self, seed: int) -> Person:
        return seated(self.page, self.person, seed)

    def save_and_watch_again(self) -> None:
        """Save the game that is over, watch it again, and watch the saved one."""
        inside = self.inside
        expect(inside.locator("#ending")).to_be_visible()
        with self.page.expect_download() as saving:
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

    def land(self) -> None:
        """Nothing was asked for but what this browser keeps."""
        # What the browser breaks off by itself has asked nobody; without a network a file that isn't kept fails
        # otherwise.
        assert [told for told in self.failed if not told.startswith(BROKEN_OFF)] == []
        assert any(answer.from_service_worker for answer in self.answers), "pages ask for their files, kept here"
        assert [answer.url for answer in self.answers if not answer.url.startswith((self.address, "blob:"))] == []
        self.context.close()


def seated(page: Page, person: type[Person], seed: int) -> Person:
    """Person at the table that a page shows."""
    inside = cast(Page, Inside(page))
    expect(inside.locator("body[data-phase=playing]")).to_be_visible()
    skip_introduction(inside)
    return person(inside, seed=seed)


def test_a_new_version_never_comes_into_a_game_which_goes_on_in_aeroplane_mode_to_be_saved_and_watched(
    browser: Browser, package: Path, tmp_path: Path
) -> None:
    """The shortest game there is: whole ones of every kind are in `make test-offline`, and without a browser in
    test_router.py."""
    here = tmp_path / WHERE
    shutil.copytree(package, here)
    context = browser.new_context(**PHONE)
    with hosting(here) as (address, server):
        page = opened(context, address)
        until(lambda: page.evaluate(KEPT), "the package isn't kept")
        page.goto(f"{address}{QUICK}#/new/pizza-master")
        fill_in(cast(Page, Inside(page)), ["me", "bot:garzone"], {"mode": "tutorial", "max_days": "1"})
        Inside(page).locator("main form button.go").click()
        person = seated(page, Thumb, 3)
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
        until(lambda: may_decide(person.look()))
        table, hand = page.url.partition("#")[2], Inside(page).locator("#hand").inner_text()
    # Both are closed in the middle of whatever their workers do.
    page.close()
    other.close()
    context.set_offline(True)
    again = opened(context, address)
    aeroplane = Aeroplane(context, address, again, Thumb)
    expect(aeroplane.inside.locator(".hero")).to_contain_text(NEW)
    aeroplane.inside.locator(".yours a").first.click()
    expect(again).to_have_url(re.compile(re.escape(table) + "$"))
    back = aeroplane.sit(4)
    until(lambda: may_decide(back.look()))
    assert aeroplane.inside.locator("#hand").inner_text() == hand
    play([back])
    assert back.turns
    aeroplane.save_and_watch_again()
    aeroplane.land()


@pytest.mark.anywhere
@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["mamma-mia", "pizza-master"])
def test_in_aeroplane_mode_whole_games_are_played_and_nothing_is_asked_for(
    browser: Browser, package: Path, game: str, device: dict[str, Any]
) -> None:
    context = browser.new_context(**device)
    with hosting(package) as (address, _server):
        page = opened(context, address)
        until(lambda: page.evaluate(KEPT), "the package isn't kept")
    aeroplane = Aeroplane(context, address, page, Thumb if device is PHONE else Person)
    aeroplane.inside.locator(f".game-{game} button.go").click()
    person = aeroplane.sit(3)
    play([person])
    assert person.turns
    aeroplane.save_and_watch_again()
    aeroplane.land()


def renew(folder: Path) -> None:
    """Another version of the package, with something new on home."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    home = files["pages/en/home.html"].decode()
    files["pages/en/home.html"] = home.replace("</h1>", f" {NEW}</h1>").encode()
    offline.write(folder, {path: files[path] for path in files if path not in ("files.json", "service-worker.js")})

"""Mamma Mia! on the pages, from the first click to the rematch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from forno.cli import main
from tests.web.browser.conftest import Windows
from tests.web.browser.hearing import Hearing
from tools.people import Person, open_table, play, sit_down

PRIVATE = re.compile(r'id=\\?"(?:turn-form|hand|waiter|turn)\\?"|data-tree|data-actions?=')
"""Marks of what a seat alone may see."""


class Helper(Person):
    """Asks for help gladly, and notes what is asked of it."""

    def __init__(self, page: Page, seed: int) -> None:
        super().__init__(page, seed, "Ask for help")
        self.asked: set[str] = set()

    def choose(self, seen: dict[str, Any]) -> dict[str, Any] | None:
        if any(control["slot"] == "help" for control in seen["controls"]):
            self.asked.add(self.page.locator("#turn-form").inner_text())
        return super().choose(seen)


def test_two_people_and_three_bots_play_from_the_form_to_the_rematch_and_a_spectator_sees_no_hand(
    house: str, window: Windows, tmp_path: Path
) -> None:
    host, guest, watcher = window().new_page(), window().new_page(), window()
    seats = ["me", "open", "bot:cuoco", "bot:garzone", "bot:garzone"]
    link = open_table(host, house, "mamma-mia", seats, {"edition": "grande", "helping": "yes"})
    assert host.locator("input[readonly]").first.input_value() == link
    expect(host.get_by_label("free seat")).to_have_value("cuoco")
    sit_down(guest, link, "Bruno")
    expect(host.locator(".chair", has_text="Bruno")).to_be_visible()
    spectator = watcher.new_page()
    hearing = Hearing(spectator)
    spectator.goto(link)
    expect(spectator.get_by_role("button", name="Sit here")).to_have_count(0)
    host.get_by_role("button", name="Start the game").click()
    expect(spectator.locator("body[data-phase=playing]")).to_have_attribute("data-seat", "")

    pages: list[str] = []

    def look(_person: Person) -> None:
        if len(pages) < 8:
            pages.append(watcher.request.get(link).text())

    people = [Helper(host, 6), Helper(guest, 7)]
    play(people, each=look)
    assert people[0].asked | people[1].asked, "nobody was asked for help"
    for person in people:
        assert person.turns > 5
        ending = person.page.locator(".ending")
        expect(ending).to_be_visible()
        for name in ("Anna", "Bruno"):
            expect(ending).to_contain_text(name)
    assert host.locator(".bill").inner_text() == guest.locator(".bill").inner_text()

    expect(spectator.locator(".ending")).to_contain_text("Anna")
    assert len(hearing.data("public")) > 20
    for text in [*pages, *(data for _name, data in hearing.heard)]:
        assert not PRIVATE.search(text.partition('id="words"')[0] + text.partition('id="table"')[2])
    assert not hearing.data("own")

    take_the_record(host, tmp_path)
    play_again(host, guest)


def take_the_record(page: Page, folder: Path) -> None:
    with page.expect_download() as started:
        page.get_by_role("link", name="Download the record").click()
    path = folder / "record.txt"
    started.value.save_as(path)
    assert main(["verify", str(path)]) == 0


def play_again(host: Page, guest: Page) -> None:
    link = host.url
    host.get_by_role("button", name="Rematch").click()
    expect(host).not_to_have_url(link)
    guest.locator(".ending").get_by_role("button", name=re.compile("[Rr]ematch")).click()
    expect(guest).to_have_url(host.url)
    for page, seat in ((host, "0"), (guest, "1")):
        expect(page.locator("body[data-phase=playing]")).to_have_attribute("data-seat", seat)
        expect(page.locator("#hand")).to_be_visible()

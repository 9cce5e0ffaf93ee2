"""Games on the pages, one of each family, from the form to the rematch.

Each covers what needs a game played to its end: keys alone, a phone, Italian, help asked for, a spectator, the record.
The first is begun at one table and ended at another, whose game has come to its last round.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from forno.cli import main
from tests.web.browser.conftest import LAST_MOVE_KEYS, LAST_ROUND, Pages, Windows
from tests.web.browser.hearing import Hearing
from tests.web.browser.keyboard import Typist, tab_to
from tools.people import PHONE, Person, Thumb, open_table, play, too_wide
from tools.waiting import until

PRIVATE = re.compile(r'id=\\?"(?:turn-form|hand|waiter|turn)\\?"|data-tree|data-actions?=')
"""Marks of what a seat alone may see."""
ENGLISH = re.compile(
    r"\b(the|and|your|you|with|from|draws?|puts?|takes?|orders?|oven|supply|waiter|hand|nothing|round|turn|day|coins?|"
    r"points?|completed?|discards?|cheese|mushrooms?|olives|pepper|pineapple|shrimps?|dough|passes|of|is|are|in hand|"
    r"player|players|mission|reserved|refrigerator|baked|missing|wins?|send|into)\b",
    re.IGNORECASE,
)
SAID = """() => [document.getElementById("table"), document.querySelector(".side"), document.querySelector(".ending")]
  .filter(Boolean).flatMap((part) => [
    part.innerText, ...[...part.querySelectorAll("[aria-label]")].map((element) => element.ariaLabel),
  ]).join("\\n")"""


def english_words(page: Page) -> list[str]:
    """English that is left over on a table's page."""
    return sorted({word.casefold() for word in ENGLISH.findall(page.evaluate(SAID))})


class Asker(Typist):
    """Without a mouse; asks for help gladly, and notes what is asked in return."""

    def __init__(self, page: Page, seed: int) -> None:
        super().__init__(page, seed, "Ask for help")
        self.asked: set[str] = set()

    def choose(self, seen: dict[str, Any]) -> dict[str, Any] | None:
        if any(control["slot"] == "help" for control in seen["controls"]):
            self.asked.add(self.page.locator("#turn-form").inner_text())
        return super().choose(seen)


def sit_down_in_italian(page: Page, link: str, name: str) -> None:
    page.goto(link)
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.get_by_label("Il tuo nome").fill(name)
    page.get_by_role("button", name="Unisciti alla partita").tap()
    page.locator(".chair.yours").wait_for()


def test_mamma_mia_by_keyboard_and_on_an_italian_phone_while_a_spectator_sees_no_hand(
    staged: str, window: Windows, tmp_path: Path
) -> None:
    host, guest, watcher = window().new_page(), window(**PHONE, locale="it-IT").new_page(), window()
    seats = ["me", "open", "bot:cuoco"]
    link = open_table(host, staged, "mamma-mia", seats, {"edition": "grande", "helping": "yes"})
    assert host.locator("input[readonly]").first.input_value() == link
    expect(host.get_by_label("free seat")).to_have_value("cuoco")
    sit_down_in_italian(guest, link, "Bruno")
    expect(host.locator(".chair", has_text="Bruno")).to_be_visible()
    spectator = watcher.new_page()
    hearing = Hearing(spectator)
    spectator.goto(link)
    expect(spectator.get_by_role("button", name="Join the game")).to_have_count(0)
    tab_to(host, host.get_by_role("button", name="Start the game"))
    host.keyboard.press("Enter")
    expect(spectator.locator("body[data-phase=playing]")).to_have_attribute("data-seat", "")

    anna, bruno = Asker(host, 6), Thumb(guest, 7)
    until(lambda: anna.look()["phase"] == "playing")
    pages: list[str] = []
    left: set[str] = set()

    def look(person: Person) -> None:
        if len(pages) < 8:
            pages.append(watcher.request.get(spectator.url).text())
        if person is anna:
            # Asked in one go: after the last turn the page loads itself anew any moment.
            seen = anna.look()
            assert seen["phase"] != "playing" or not seen["astray"], "the focus is lost after a turn"
        else:
            left.update(english_words(guest))
            assert too_wide(guest) <= 0, "the page scrolls sideways"

    play([anna, bruno], turns=3, each=look)
    # Others in the same seats: what these chose depends on the cards of a new game, what those choose doesn't.
    anna, bruno = Asker(host, 6), Thumb(guest, 7)
    for page, key in ((host, LAST_MOVE_KEYS[0]), (guest, LAST_MOVE_KEYS[1])):
        page.goto(f"{staged}/t/{LAST_ROUND}/me/{key}")
        page.locator("#table").wait_for()
    spectator.goto(f"{staged}/t/{LAST_ROUND}")
    expect(spectator.locator("body[data-phase=playing]")).to_have_attribute("data-seat", "")
    play([anna, bruno], each=look)
    left.update(english_words(guest))
    assert not left, f"English on an Italian page: {sorted(left)}"
    assert anna.asked, "nobody was asked for help"
    assert anna.arrows > 3
    for person in (anna, bruno):
        assert person.turns > 2
        ending = person.page.locator(".ending")
        expect(ending).to_be_visible()
        for name in ("Anna", "Bruno"):
            expect(ending).to_contain_text(name)

    expect(spectator.locator(".ending")).to_contain_text("Anna")
    assert len(hearing.data("public")) > 10
    for text in [*pages, *(data for _name, data in hearing.heard)]:
        assert not PRIVATE.search(text.partition('id="words"')[0] + text.partition('id="table"')[2])
    assert not hearing.data("own")

    take_the_record(host, tmp_path)
    expect(guest.get_by_role("link", name="Scarica")).to_be_visible()
    play_again(host, guest)


def take_the_record(page: Page, folder: Path) -> None:
    with page.expect_download() as started:
        page.get_by_role("link", name="Download the record").click()
    path = folder / "record.txt"
    started.value.save_as(path)
    assert main(["verify", str(path)]) == 0


def play_again(host: Page, guest: Page) -> None:
    link = host.url
    tab_to(host, host.get_by_role("button", name="Rematch"))
    host.keyboard.press("Enter")
    expect(host).not_to_have_url(link)
    guest.locator(".ending").get_by_role("button", name=re.compile("[Rr]ivincita")).tap()
    expect(guest).to_have_url(host.url)
    for page, seat in ((host, "0"), (guest, "1")):
        expect(page.locator("body[data-phase=playing]")).to_have_attribute("data-seat", seat)
        expect(page.locator("#hand")).to_be_visible()


def test_two_masters_on_a_desktop_in_italian_and_on_a_phone(house: str, new_page: Pages) -> None:
    host, guest = new_page(**PHONE), new_page(locale="it-IT")
    options = {"mode": "master", "max_days": "1", "secret_objectives": "yes"}
    link = open_table(host, house, "pizza-master", ["me", "open"], options)
    guest.goto(link)
    guest.get_by_label("Il tuo nome").fill("Bruno")
    guest.get_by_role("button", name="Unisciti alla partita").click()
    host.get_by_role("button", name="Start the game").tap()
    people = [Thumb(host, 4), Person(guest, 5)]
    left: set[str] = set()

    def look(person: Person) -> None:
        if person.page is guest:
            left.update(english_words(guest))
        else:
            assert too_wide(host) <= 0, "the page scrolls sideways"

    play(people, each=look)
    left.update(english_words(guest))
    assert not left, f"English on an Italian page: {sorted(left)}"
    for person in people:
        assert person.turns > 2
        for name in ("Anna", "Bruno"):
            expect(person.page.locator(".ending")).to_contain_text(name)

"""Pizza Master on the pages: alone on a phone, and two masters."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tools.people import PHONE, Person, Thumb, open_table, play, sit_down, too_wide

Pages = Callable[..., Page]


def test_a_trainee_plays_to_the_end_on_a_phone(house: str, new_page: Pages) -> None:
    page = new_page(**PHONE)
    open_table(page, house, "pizza-master", ["me", "bot:cuoco"], {"mode": "trainee", "max_days": "2"})
    person = Thumb(page, 3)

    def fits(_person: Person) -> None:
        assert too_wide(page) <= 0, "the page scrolls sideways"

    play([person], each=fits)
    assert person.turns > 4
    expect(page.locator(".ending")).to_contain_text("Anna")


def test_two_masters_play_to_the_end(house: str, new_page: Pages) -> None:
    host, guest = new_page(), new_page(**PHONE)
    options = {"mode": "master", "max_days": "2", "secret_objectives": "yes"}
    link = open_table(host, house, "pizza-master", ["me", "open"], options)
    sit_down(guest, link, "Bruno")
    host.get_by_role("button", name="Start the game").click()
    people = [Person(host, 4), Thumb(guest, 5)]
    play(people)
    for person in people:
        assert person.turns > 4
        for name in ("Anna", "Bruno"):
            expect(person.page.locator(".ending")).to_contain_text(name)

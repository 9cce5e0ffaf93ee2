"""Pizza Master on the pages: alone on a phone, and two masters."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Windows
from tests.web.browser.geometry import WINDOWS
from tools.people import PHONE, Person, Thumb, open_table, play, sit, sit_down, too_wide
from tools.scenes import SCENES

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


def test_waste_is_asked_about_and_a_misclick_taken_back_at_every_size(staged: str, window: Windows) -> None:
    page = window(kept={"undo": "long"}).new_page()
    moves: list[str] = []
    page.on("request", lambda request: moves.append(request.url) if request.url.endswith("/moves") else None)
    sit(page, staged, next(scene for scene in SCENES if scene.name == "finishing"))
    ready = page.get_by_role("group", name="Orders that you can complete").get_by_role("button")
    for size in WINDOWS.values():
        page.set_viewport_size(size)
        page.get_by_role("button", name="Finish", exact=True).click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("You can still complete")
        for button in dialog.get_by_role("button").all():
            expect(button).to_be_in_viewport(ratio=1)
        dialog.get_by_role("button", name="Go back").click()
        ready.first.click()
        undo = page.get_by_role("button", name="Undo")
        expect(undo).to_be_in_viewport(ratio=0.99)
        undo.click()
        expect(ready.first).to_be_enabled()
        page.reload()  # who has gone back isn't asked again
    assert moves == []

"""Time that runs out, and seats of those who went away."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.browser.conftest import Pages, Windows
from tests.web.browser.hearing import Hearing
from tests.web.servers import Program, running
from tools.people import Person, may_decide, open_table, play, sit_down
from tools.waiting import until


def test_when_time_is_up_a_bot_decides_for_that_turn_alone(house: str, window: Windows) -> None:
    program = Program.opens(house, "mamma-mia", clock=2, options={"players": 2})
    program.start()
    page, watching = window().new_page(), window().new_page()
    hearing = Hearing(watching)  # the game goes on, and a log forgets
    watching.goto(f"{house}/t/{program.table}")
    page.goto(f"{house}/t/{program.table}/me/{program.key}")
    person = Person(page, 20)
    until(lambda: may_decide(person.look()))
    expect(page.locator("#clock")).to_be_visible()
    number = person.look()["number"]
    until(lambda: may_decide(person.look()) and person.look()["number"] != number, "the clock never runs out")
    expect(page.locator("#log")).to_contain_text("draw")
    for told in (page.locator("#news"), page.locator("#log")):
        expect(told).to_contain_text("Time's up: a bot decides for you this time.")
    until(lambda: any("Anna's time is up: a bot decides." in line for line in hearing.told), "nobody else is told")
    assert next(seat["bot"] for seat in program.get()["seats"]) is None


def test_a_seat_is_handed_to_a_bot_and_taken_back(tmp_path: Path, window: Windows, new_page: Pages) -> None:
    with running(tmp_path, away_after=1.0) as server:
        anna, away = new_page(), window()
        bruno = away.new_page()
        link = open_table(anna, server.address, "mamma-mia", ["me", "open"])
        sit_down(bruno, link, "Bruno")
        anna.get_by_role("button", name="Start the game").click()
        bruno.locator("body[data-phase=playing]").wait_for()
        person = Person(anna, 21)
        absent = anna.locator("#seat-1 > .absent")
        expect(absent).to_have_count(0)
        bruno.close()
        # It shows at the seat, and stays there when the seat is drawn anew; waiting is a choice, too.
        absent.click()
        expect(anna.locator("#absent h2")).to_have_text("Bruno: away")
        anna.get_by_role("button", name="Wait", exact=True).click()
        absent.click()
        anna.locator("#absent").get_by_role("button", name="Let a bot play for Bruno").click()
        expect(absent).to_have_text("a bot plays")
        anna.locator("body[data-phase=playing]").wait_for()
        # With a bot in Bruno's seat the game goes on without him.
        play([person], 1)
        back = away.new_page()
        back.goto(link)
        assert back.locator("#turn-form").count() == 0
        back.locator("#seat-1 > .absent", has_text="Take my seat back").click()
        expect(back.locator(".absent")).to_have_count(0)
        expect(absent).to_have_count(0)
        people = [person, Person(back, 22)]
        play(people, 2)
        assert people[1].turns
        # Before the server is gone: pages that look for it complain.
        for page in (anna, back):
            page.close()

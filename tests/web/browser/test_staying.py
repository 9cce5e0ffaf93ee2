"""Tabs, networks and servers fail: the game is where it was, nothing missed, nothing doubled."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import NO_NETWORK, ErrorWatch, Windows
from tests.web.browser.hearing import Hearing
from tests.web.servers import ServerProcess
from tools.people import Person, may_decide, open_table, play, sit_down
from tools.waiting import until

SHARED = ("#supply", "#oven", "#opening", "#round")


def board(page: Page) -> list[str]:
    """Return what everybody sees on this page, without whose turn it is, which each is told in their own way."""
    shown = [page.locator(region).inner_html() for region in SHARED]
    return [re.sub(r"(<[^>]* data-about=[^>]*>)[^<]*", r"\1", html) for html in shown]


def deeds(told: list[str]) -> list[str]:
    """Return what was told, whoever was spoken to: "You put in an olive" and "Anna puts in an olive" are the same."""
    plain = (re.sub(r"\b(?:You|Your|your|Anna's|Anna|Bruno's|Bruno|the|is|are|has|have)\b", "", text) for text in told)
    return [re.sub(r"[es]+\b|\W", "", text) for text in plain]


def hand(page: Page) -> str:
    return page.locator("#hand").inner_text()


def test_reloads_tabs_and_a_lost_network_miss_nothing_and_double_nothing(
    house: str, window: Windows, page_errors: ErrorWatch
) -> None:
    first, second = window(), window()
    anna, bruno = first.new_page(), second.new_page()
    link = open_table(anna, house, "mamma-mia", ["me", "open", "bot:cuoco"])
    sit_down(bruno, link, "Bruno")
    heard_by_anna, heard_by_bruno = Hearing(anna), Hearing(bruno)
    anna.get_by_role("button", name="Start the game").click()
    people = [Person(anna, 8), Person(bruno, 9)]
    for person in people:
        person.page.locator("body[data-phase=playing]").wait_for()
    play(people, 3)

    tab = first.new_page()
    tab.goto(link)
    other = Person(tab, 10)
    while not may_decide(other.look()):
        if may_decide(people[1].look()):
            people[1].take_turn()
    assert hand(tab) == hand(anna)
    other.take_turn()
    until(lambda: hand(tab) == hand(anna) and not may_decide(people[0].look()), "the first tab doesn't follow")
    tab.close()

    page_errors.forgiven.append(NO_NETWORK)
    first.set_offline(True)
    while bruno.locator("body").get_attribute("data-awaits") != "0":
        if may_decide(people[1].look()):
            people[1].take_turn()
    first.set_offline(False)
    until(lambda: may_decide(people[0].look()), "Anna's page doesn't come back")
    expect(anna.locator("#lost")).to_be_hidden()
    assert board(anna) == board(bruno)

    def at_rest() -> bool:
        """Wait until somebody is awaited and both have seen all: what came during a reload is in the new page."""
        alike = deeds(heard_by_anna.told[-1:]) == deeds(heard_by_bruno.told[-1:])
        return alike and any(may_decide(person.look()) for person in people)

    until(at_rest)
    anna.reload()
    until(lambda: may_decide(people[0].look()))
    assert board(anna) == board(bruno)
    play(people, 2)
    until(at_rest)
    bruno.reload()
    play(people, 2)

    until(at_rest)
    told = min(len(heard_by_anna.told), len(heard_by_bruno.told))
    assert told > 10
    assert deeds(heard_by_anna.told[-told:]) == deeds(heard_by_bruno.told[-told:])


def test_a_server_that_is_killed_and_started_again_takes_up_every_page(
    tmp_path: Path, window: Windows, page_errors: ErrorWatch
) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    page_errors.forgiven.append(NO_NETWORK)
    anna, bruno = window().new_page(), window().new_page()
    link = open_table(anna, server.address, "pizza-master", ["me", "open", "bot:cuoco"])
    sit_down(bruno, link, "Bruno")
    anna.get_by_role("button", name="Start the game").click()
    people = [Person(anna, 11), Person(bruno, 12)]
    play(people, 2)
    shown = [hand(person.page) for person in people]
    server.kill()
    expect(anna.locator("#lost")).to_be_visible()
    server.start()
    for person, was in zip(people, shown, strict=True):
        expect(person.page.locator("#lost")).to_be_hidden()
        assert hand(person.page) == was
    until(lambda: any(may_decide(person.look()) for person in people))
    late = next(person for person in people if may_decide(person.look()))
    server.kill()
    number = late.look()["number"]
    pressed = late.compose()
    server.start()

    def taken() -> bool:
        # The page knocks again by itself for a while; then it says so, and keeps the turn as it was composed.
        if late.wrong():
            pressed()
        return bool(late.look()["number"] != number)

    until(taken, lambda: f"the turn is lost: {late.wrong()}")
    play(people, 1)
    server.stop()


def test_a_transition_that_is_cut_short_is_no_error_and_others_are(
    house: str, window: Windows, page_errors: ErrorWatch
) -> None:
    context = window()
    page = context.new_page()
    page.goto(house)
    with context.expect_event("weberror", lambda error: "Quota" in str(error.error)):
        for message in ("Transition was aborted because of invalid state. Page already revealed", "Quota exceeded"):
            page.evaluate("message => void Promise.reject(new DOMException(message, 'InvalidStateError'))", message)
    assert page_errors.wrong == ["script: Quota exceeded"]
    page_errors.wrong.clear()

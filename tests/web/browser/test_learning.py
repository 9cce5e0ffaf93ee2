"""Lessons, why? and the rules, as a learner presses through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import complaints, violations
from tests.web.browser.conftest import Pages
from tests.web.browser.geometry import ALL, OUT_OF_SIGHT, WINDOWS, resize
from tests.web.servers import Running
from tools.people import Person, may_decide
from tools.waiting import until

GAMES = ("mamma-mia", "pizza-master")


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


def learn(page: Page, server: Running, game: str = "mamma-mia") -> None:
    page.goto(server.address)
    page.click(f'[formaction="/learn/{game}"]')
    expect(page.locator("#coach .topic.now")).to_have_count(1)


def test_got_it_leads_from_topic_to_topic_and_new_ones_come_with_what_happens(server: Running, page: Page) -> None:
    learn(page, server)
    now = page.locator("#coach .topic.now")
    expect(now).to_have_attribute("data-topic", "aim")
    expect(page.locator("#oven.pointed")).to_have_count(1)
    button = page.locator("[data-got-it]")
    expect(button).to_contain_text("2")
    button.press("Enter")
    expect(now).to_have_attribute("data-topic", "hand")
    expect(button).to_be_focused()
    expect(page.locator("#hand.pointed")).to_have_count(1)
    page.reload()
    expect(now).to_have_attribute("data-topic", "hand")
    button.press("Enter")
    # What asks for a deed waits for it. Who plays with the keyboard isn't left in the void: the hand comes next.
    expect(now).to_have_attribute("data-topic", "place")
    expect(now).to_contain_text(page.locator("#turn-form [type=submit]").inner_text())
    expect(button).to_be_hidden()
    expect(page.locator("#hand button:focus")).to_have_count(1)
    page.reload()
    expect(now).to_have_attribute("data-topic", "place")
    page.locator("#hand .stacks button").first.click()
    page.locator("#turn-form [type=submit]").click()
    expect(page.locator("[data-topic=place][data-done]")).to_have_count(1)
    # New topics come with what happens.
    expect(now).to_have_attribute("data-topic", "others")


def test_lessons_can_be_stopped_and_gone_on_with(server: Running, page: Page) -> None:
    learn(page, server)
    page.locator("[data-stop]").press("Enter")
    expect(page.locator("#coach .topic.now")).to_have_count(0)
    expect(page.locator("[data-resume]")).to_be_focused()
    page.reload()
    expect(page.locator("[data-got-it]")).to_be_hidden()
    page.locator("[data-resume]").click()
    expect(page.locator("#coach .topic.now")).to_have_attribute("data-topic", "aim")


def test_why_opens_the_rule_and_closing_it_leads_back(server: Running, page: Page) -> None:
    learn(page, server)
    link = page.locator("#coach .topic.now a.why")
    link.press("Enter")
    slip = page.locator("#why")
    expect(slip).to_be_visible()
    expect(slip).to_contain_text("MM-23")
    expect(page.locator("#why-title")).to_be_focused()
    assert complaints(page, within="#why") == []
    page.keyboard.press("Escape")
    expect(slip).to_be_hidden()
    expect(link).to_be_focused()
    assert "/t/" in page.url
    # A rule that names another leads to it.
    page.evaluate("""() => {
        const link = Object.assign(document.createElement("a"), {className: "why", href: "/rules/mamma-mia#MMR-12"});
        link.textContent = "Why?";
        document.querySelector("#coach .now").append(link);
    }""")
    page.locator("#coach .now a.why").last.click()
    page.locator('#why a.why[href$="#MM-9"]').click()
    expect(page.locator("#why .chapter")).to_contain_text("MM-9")
    page.locator("#why [data-close]").click()
    expect(page.locator("#why")).to_be_hidden()


def test_on_a_phone_what_just_happened_keeps_its_why_in_sight(server: Running, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    learn(page, server)
    page.locator("[data-stop]").click()
    note = page.locator(".lately")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_function("document.querySelector('#log').getBoundingClientRect().top > innerHeight")
    expect(note).to_be_hidden()
    page.evaluate("""() => {
        const line = document.createElement("li");
        line.innerHTML = 'Anna bakes Monotoni. <a class="why" href="/rules/mamma-mia#MM-25">Why?</a>';
        document.querySelector("#log").append(line);
    }""")
    expect(note).to_contain_text("Anna bakes Monotoni.")
    # It goes after a while, but not from under somebody's finger.
    note.locator("a.why").focus()
    assert violations(page, within=".lately") == []
    note.locator("a.why").click()
    expect(page.locator("#why .chapter")).to_contain_text("MM-25")
    page.keyboard.press("Escape")
    expect(note.locator("a.why")).to_be_focused()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(note).to_be_hidden()


COVERED = """() => {
  const box = (of) => document.querySelector(of).getBoundingClientRect();
  const [note, send] = [box("#lesson"), box("#turn-form [type=submit]")];
  return note.bottom > send.top && note.top < send.bottom && note.right > send.left && note.left < send.right;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_what_asks_for_a_deed_leaves_the_button_free(server: Running, page: Page, game: str) -> None:
    page.set_viewport_size(WINDOWS["phone"])
    learn(page, server, game)
    page.locator("#turn-form").wait_for()
    while page.locator("[data-got-it]").is_visible():
        page.locator("[data-got-it]").click()
    expect(page.locator("#coach .topic.now[data-deed]")).to_be_visible()
    assert not page.evaluate(COVERED)


INTRODUCED: Final = ["[data-got-it]", "#turn-form button:enabled", "#hand :is(.slip, .stack)", ".slice", "#oven"]
"""Words and buttons of the introduction for newcomers."""
BESIDE: Final = "document.querySelector('.side').getBoundingClientRect().top"
LATEST: Final = """(() => {
  const { scrollTop, scrollHeight, clientHeight } = document.getElementById("log");
  return scrollTop + clientHeight > scrollHeight - 40;
})()"""
"""Whether the latest line of the log is in sight."""


@pytest.mark.parametrize(("game", "size"), [("mamma-mia", "desktop"), ("pizza-master", "phone")])
def test_newcomers_are_introduced_in_three_notes_at_their_first_decisions(
    house: str, new_page: Pages, size: str, game: str
) -> None:
    page = new_page(viewport=WINDOWS[size])
    page.goto(house)
    page.locator(f".game-{game} button.go").click()
    person, note, told, beside = Person(page, 1), page.locator("#lesson"), [], set()
    for _decision in range(3):
        expect(page.locator("#coach .now")).to_be_visible()
        told.append(page.inner_text("#coach .now h3"))
        for name in ("small", "small sideways", "sideways", "tablet", size):
            resize(page, ALL[name])
            assert page.evaluate(OUT_OF_SIGHT, INTRODUCED) == [], (name, told[-1])
        beside.add(page.evaluate(BESIDE))
        page.locator("[data-got-it]").click()
        expect(note).to_be_hidden()
        if len(told) < 3:
            person.take_turn()
            until(lambda: may_decide(person.look()))
    assert len(set(told)) == 3
    if size == "desktop":
        assert len(beside) == 1, "what lies beside the table moves when a note comes"
        assert page.evaluate(LATEST), "the log doesn't follow"
    page.reload()
    expect(note).to_be_hidden()
    page.goto(house)
    page.locator(f".game-{game} button.go").click()
    page.locator("#turn-form").wait_for()
    expect(note).to_have_count(0)


TOO_LONG: Final = """() => {
  const note = document.getElementById("lesson");
  const topics = [...note.querySelectorAll(".topic")];
  const now = note.querySelector(".now");
  const show = (topic) => topics.forEach((each) => each.classList.toggle("now", each === topic));
  const long = topics.filter((topic) => {
    show(topic);
    const end = note.querySelector("[data-got-it]").getBoundingClientRect().bottom;
    return end > note.getBoundingClientRect().bottom - 4 || note.scrollHeight > note.clientHeight;
  });
  show(now);
  return long.map((topic) => topic.textContent);
}"""
"""Script that returns the notes of the introduction that are longer than the room for them."""


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_the_introduction_has_room_in_every_language(house: str, new_page: Pages, language: str) -> None:
    page = new_page(locale=language)
    for game in GAMES:
        page.goto(house)
        page.locator(f".game-{game} button.go").click()
        page.locator("#turn-form").wait_for()
        for name in ("smallest", "narrow", "small", "phone", "small sideways", "sideways"):
            resize(page, ALL[name])
            assert page.evaluate(TOO_LONG) == [], (game, name)
        page.evaluate("localStorage.clear()")
        page.context.clear_cookies()


def test_the_introduction_can_be_skipped(house: str, new_page: Pages) -> None:
    page = new_page()
    page.goto(house)
    page.locator(".game-mamma-mia button.go").click()
    page.locator("#lesson").wait_for()
    assert violations(page, within="#lesson") == []
    page.locator("#lesson").get_by_role("button", name="Skip").click()
    expect(page.locator("#lesson")).to_be_hidden()

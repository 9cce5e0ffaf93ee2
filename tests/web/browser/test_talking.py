"""Chat: people's words are text, spectators talk apart, and whoever is too much is muted."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Pages
from tests.web.browser.geometry import ALL, resize
from tools.people import PHONE, open_table, sit_down

MARKUP = "<img src=x onerror=document.title='broken'>"
NAME = "<b onclick=1>Anna</b>"


def say(page: Page, text: str) -> None:
    if page.locator("details.chat[open]").count() == 0:
        page.locator("details.chat > summary").click()
    page.locator("#chat-text").fill(text)
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#chat-text")).to_have_value("")


def test_markup_in_names_and_chat_is_text_and_spectators_talk_apart(house: str, new_page: Pages) -> None:
    anna, bruno, carla = new_page(), new_page(), new_page()
    link = open_table(anna, house, "mamma-mia", ["me", "open"], name=NAME)
    sit_down(bruno, link, "Bruno")
    expect(anna.locator(".chair", has_text=NAME)).to_be_visible()
    anna.get_by_role("button", name="Start the game").click()
    bruno.locator("body[data-phase=playing]").wait_for()
    carla.goto(link)

    say(anna, MARKUP)
    for page in (anna, bruno, carla):
        line = page.locator("#said li")
        expect(line).to_have_count(1)
        assert line.first.evaluate(
            "(line) => line.textContent.includes(\"<img src=x onerror=document.title='broken'>\")"
        )
        assert line.first.locator("b").text_content() == NAME
        assert page.locator("#said img, #table img[src=x]").count() == 0
        assert page.title() != "broken"

    say(carla, "what a hand!")
    expect(carla.locator("#said li")).to_have_count(2)
    say(bruno, "ciao")
    for page in (anna, bruno):
        expect(page.locator("#said li")).to_have_count(2)
        expect(page.locator("#said")).not_to_contain_text("what a hand!")

    bruno.reload()
    expect(bruno.locator("#said li")).to_have_count(2)
    assert "what a hand!" not in bruno.content()
    assert bruno.locator("#said img").count() == 0


def test_a_quick_phrase_is_said_with_one_click_and_a_chatterbox_is_muted(house: str, new_page: Pages) -> None:
    anna, bruno = new_page(), new_page()
    link = open_table(anna, house, "mamma-mia", ["me", "open"])
    sit_down(bruno, link, "Bruno")
    anna.locator("details.chat > summary").click()
    bruno.locator("details.chat > summary").click()
    phrase = bruno.locator(".phrases button").first
    words = phrase.inner_text()
    phrase.click()
    expect(anna.locator("#said li")).to_contain_text([words])
    anna.get_by_role("button", name="Mute Bruno").click()
    expect(anna.locator("#said")).not_to_contain_text(words)
    say(bruno, "can you hear me?")
    say(anna, "silence, please")
    expect(anna.locator("#said")).to_contain_text("silence, please")
    expect(anna.locator("#said")).not_to_contain_text("hear me")
    anna.reload()
    expect(anna.locator("#said")).to_contain_text("silence, please")
    expect(anna.locator("#said")).not_to_contain_text("hear me")


def test_what_somebody_says_hangs_at_their_seat_and_counts_where_the_chat_is_closed(
    house: str, new_page: Pages
) -> None:
    anna, bruno = new_page(), new_page(**PHONE)
    link = open_table(anna, house, "mamma-mia", ["me", "open"])
    sit_down(bruno, link, "Bruno")
    # Who has just come isn't away.
    expect(anna.locator(".chair", has_text="Bruno")).not_to_contain_text("away")
    anna.get_by_role("button", name="Start the game").click()
    bruno.locator("body[data-phase=playing]").wait_for()
    say(anna, "ciao")
    bubble = bruno.locator(".bubble.of-person")
    expect(bubble).to_have_text("ciao")
    seat, hung = bruno.locator("#seat-0").bounding_box(), bubble.bounding_box()
    assert seat is not None
    assert hung is not None
    assert seat["y"] <= hung["y"] <= seat["y"] + seat["height"] + 20
    badge = bruno.locator("#chat-switch [data-unread]")
    expect(badge).to_have_text("1")
    anna.locator(".reactions button").first.click()
    expect(badge).to_have_text("2")
    expect(bubble.locator("svg")).to_have_attribute("aria-label", "👏")
    bruno.locator("#chat-switch").click()
    expect(badge).to_have_text("")
    expect(bruno.locator("#chat-text")).to_be_focused()
    expect(bruno.locator("#chat-text")).to_be_in_viewport()
    assert bruno.evaluate("scrollY") == 0, "it opens over the table, not below it"
    for size in ("small sideways", "sideways", "phone"):
        resize(bruno, ALL[size])
        expect(bruno.locator("#chat-text")).to_be_in_viewport(ratio=1)
    expect(anna.locator("#said .mute")).to_have_count(0)
    bruno.keyboard.press("Escape")
    expect(bruno.locator("#said")).to_be_hidden()
    expect(bruno.locator("#chat-switch")).to_be_focused()
    bruno.locator("#chat-switch").click()
    # Who listens no more sees no bubbles either.
    bruno.locator("#said .mute").first.click()
    say(anna, "hello?")
    expect(bruno.locator("#said")).not_to_contain_text("hello?")
    expect(bruno.locator(".bubble.of-person", has_text="hello?")).to_have_count(0)

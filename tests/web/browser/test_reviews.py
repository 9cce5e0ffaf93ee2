"""A review in the browser: from the final screen to a turning point, and playing on from there."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.browser.axe import complaints
from tests.web.browser.conftest import reviewed
from tools.people import PHONE

NewPage = Callable[..., Page]


def test_from_the_final_screen_to_a_turning_point_and_on_from_there(staged: str, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{staged}/t/{reviewed().id}/me/key-anna")
    page.locator(".ending").get_by_role("link", name="Review").press("Enter")
    expect(page.get_by_role("heading", name="Review")).to_be_visible()
    finding = page.locator(".finding").first
    expect(finding.locator(".kind")).to_have_text(re.compile("Memory|Judgement|Risk|Luck"))
    expect(finding).to_contain_text("%")
    expect(page.locator("svg.chances polyline")).to_have_count(2)
    assert complaints(page) == []
    page.locator("svg.chances a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/replay\?at=\d+&seat=0"))
    page.go_back()
    page.locator(".finding").first.get_by_role("button", name="Try it from here").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/t/" in url and reviewed().id not in url)
    expect(page.locator("#table")).to_be_visible()
    expect(page.get_by_role("heading", name="What if?", exact=True)).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-seat", "0")


def test_on_a_phone_in_italian(staged: str, new_page: NewPage) -> None:
    page = new_page(**PHONE, locale="it-IT")
    page.goto(f"{staged}/t/{reviewed().id}/review?seat=0")
    expect(page.get_by_role("heading", name="Punti di svolta")).to_be_visible()
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".finding").first.get_by_role("link", name="Guardalo nel replay").click()
    page.wait_for_url(re.compile(r"/replay\?at=\d+&seat=0"))
    page.get_by_role("button", name="Prova da qui").click()
    page.wait_for_url(lambda url: "/t/" in url and reviewed().id not in url)
    expect(page.get_by_text("E se…?").first).to_be_attached()

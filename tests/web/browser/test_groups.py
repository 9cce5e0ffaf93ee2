"""A group's page in a real browser: joined, renewed, read by everyone, used by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.features.groups.test_routes import make_cup, make_group, open_table
from tests.web.browser.axe import complaints
from tests.web.browser.conftest import Windows
from tests.web.servers import Browser, Running
from tools.people import too_wide


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, ("Join the group", "Sit down")),
        ({"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "de"}, ("Der Gruppe beitreten", "")),
    ],
)
def test_a_group_is_joined_and_its_table_found_by_keyboard(
    server: Running, window: Windows, options: dict[str, Any], words: tuple[str, str]
) -> None:
    join, sit = words
    anna = Browser(server.address)
    path = make_group(anna)
    page = window(**options).new_page()
    page.goto(f"{server.address}{path}")
    page.locator("#name").fill("Ben")
    page.get_by_role("button", name=join).press("Enter")
    expect(page.locator("#group-tables")).to_be_visible()
    assert complaints(page) == []
    assert not too_wide(page)
    if sit:
        table = open_table(anna, path)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.get_by_role("button", name=sit).press("Enter")
        expect(page).to_have_url(f"{server.address}/t/{table}")


def test_a_cup_is_read_by_everyone_and_renewed(server: Running, window: Windows) -> None:
    anna = Browser(server.address)
    path = make_group(anna)
    cup = make_cup(anna, path)
    page = window(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    page.goto(f"{server.address}{path}")
    page.locator("#name").fill("Ben")
    page.get_by_role("button", name="Join the group").press("Enter")
    page.get_by_role("link", name="New cup").press("Enter")
    expect(page.locator("#rounds")).to_have_value("5")
    assert complaints(page) == []
    page.goto(f"{server.address}{cup}")
    page.get_by_role("button", name="Take part").press("Enter")
    expect(page.locator("#cup")).to_contain_text("3 players are needed")
    carla = Browser(server.address)
    carla.send(f"{path}/join", {"name": "Carla"})
    carla.send(f"{cup}/enter")
    anna.send(f"{cup}/start")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#cup")).to_contain_text("Your table is ready")
    assert complaints(page) == []
    assert not too_wide(page)

"""Cards are chosen where they lie, and one press decides where one press is enough: by pointer and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from forno.games.mamma_mia.words import some
from tests.web.browser.conftest import Windows
from tests.web.browser.geometry import WINDOWS
from tests.web.servers import ServerProcess
from tools import scenes
from tools.people import sit

SIZES = ("desktop", "phone", "sideways")
NAMES = ("bombastica", "oven", "making")


COPIES = 6
"""More tables of each scene than tests that play on at one."""


class Asked:
    """A server with tables that are played on, each by one test."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.copies = {name: iter(range(COPIES)) for name in NAMES}

    def scene(self, name: str) -> scenes.Scene:
        return copied(name, next(self.copies[name]))


def copied(name: str, number: int) -> scenes.Scene:
    scene = next(scene for scene in scenes.SCENES if scene.name == name)
    return replace(scene, name=f"{name}{number}")


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    folder = tmp_path_factory.mktemp("asked")
    every = [copied(name, number) for name in NAMES for number in range(COPIES)]
    scenes.keep(folder / "tables.sqlite3", map(scenes.stage, every))
    process = ServerProcess(folder)
    process.start()
    yield Asked(process.address)
    process.stop()


def at(page: Page, asked: Asked, name: str) -> str:
    """Sit at a scene; gives the number that a move answers there."""
    sit(page, asked.address, asked.scene(name))
    return page.locator("#turn-form").get_attribute("data-number") or ""


def expect_decided(page: Page, number: str) -> None:
    expect(page.locator(f"#turn-form[data-number='{number}']")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_card_for_the_bombastica_is_pressed_in_the_hand(asked: Asked, window: Windows, size: str) -> None:
    page = window(viewport=WINDOWS[size]).new_page()
    number = at(page, asked, "bombastica")
    expect(page.locator("#turn button[data-slot]")).to_have_count(0)
    page.locator("#hand .stack:enabled").first.click()
    expect_decided(page, number)


def test_a_card_for_the_bombastica_is_chosen_by_keyboard(asked: Asked, window: Windows) -> None:
    page = window().new_page()
    number = at(page, asked, "bombastica")
    page.keyboard.press("h")
    first = page.locator("#hand .stack:enabled").first
    while not first.evaluate("(stack) => stack === document.activeElement"):
        page.keyboard.press("Tab")
    kind, count = first.locator(".ingredient").get_attribute("data-kind"), first.locator(".count").text_content()
    expect(first).to_have_accessible_name(re.compile(rf"\b{some(int(kind or ''), int(count or ''))}\b"))
    page.keyboard.press("Enter")
    expect_decided(page, number)


@pytest.mark.parametrize("size", SIZES)
def test_one_press_decides_about_an_order(asked: Asked, window: Windows, size: str) -> None:
    page = window(viewport=WINDOWS[size]).new_page()
    number = at(page, asked, "oven")
    expect(page.locator("#turn-form [type=submit]")).to_have_count(0)
    page.get_by_role("button", name="Send it back").click()
    expect_decided(page, number)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("thing", ["#rail .slip.pressable", "#refrigerator .shelf.pressable"])
def test_orders_for_everyone_and_ingredients_are_pressed_where_they_are(
    asked: Asked, window: Windows, size: str, thing: str
) -> None:
    page = window(viewport=WINDOWS[size]).new_page()
    number = at(page, asked, "making")
    page.locator(thing).first.click()
    expect_decided(page, number)

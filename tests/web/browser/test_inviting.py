"""Play with friends: one press, and link, code and the phone's own share sheet are in sight."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page, ViewportSize, expect

from tests.web.browser.axe import complaints_in_both_layouts
from tests.web.browser.conftest import Pages, Windows
from tests.web.browser.geometry import ALL, resize
from tests.web.browser.test_coming_back import SIZES, in_sight
from tests.web.browser.test_fitting import BESIDE
from tools.people import PHONE, open_table, too_wide

SIDEWAYS: Final[tuple[ViewportSize, ...]] = ({"width": 844, "height": 390}, {"width": 667, "height": 375})
SEATS = """() => {
  const chairs = [...document.querySelectorAll(".chair")];
  const boxes = chairs.map((chair) => chair.getBoundingClientRect());
  const out = boxes.filter(({ left, right, top, bottom }) =>
    left < 0 || right > innerWidth || top < document.querySelector(".start").getBoundingClientRect().bottom
      || bottom > innerHeight);
  const over = boxes.flatMap((one, place) => boxes.slice(place + 1).filter((other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
      && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1));
  return [...out, ...over].map((box) => chairs[boxes.indexOf(box)].textContent);
}"""
"""Script that returns the seats that are out of sight, or reach over another."""
SHARES = "navigator.share = async (what) => { window.shared = what; }"


def test_one_press_and_the_invitation_is_in_sight(house: str, window: Windows) -> None:
    context = window()
    context.add_init_script(SHARES)
    page = context.new_page()
    page.goto(house)
    page.locator("[formaction='/friends/pizza-master']").click()
    page.locator("body[data-phase=gathering]").wait_for()
    for size in (*(SIZES[name]["viewport"] for name in ("phone", "desktop", "wide")), *SIDEWAYS):
        page.set_viewport_size(size)
        for part in (
            page.get_by_role("img", name="QR code with the link of this table"),
            page.get_by_label("Link of this table"),
            page.get_by_role("button", name="Copy"),
            page.get_by_role("button", name="Send the link"),
            page.get_by_label("What should the others call you?"),
            page.get_by_role("button", name="Start the game"),
        ):
            assert in_sight(part), (size, part)
        assert too_wide(page) <= 0
    assert complaints_in_both_layouts(page) == []
    page.get_by_role("button", name="Send the link").click()
    assert page.evaluate("window.shared.url") == page.url


def test_all_seats_are_in_sight_and_apart_with_few_and_many_players(house: str, window: Windows) -> None:
    for players in (3, 4, 5, 6):
        page = window(locale="it").new_page()
        seats = ["me", "bot:cuoco", *["open"] * (players - 2)]
        open_table(page, house, "mamma-mia", seats, {"edition": "grande"})
        page.locator("body[data-phase=gathering]").wait_for()
        wrong = [(name, found) for name in (*BESIDE, "tablet") if (found := seats_apart(page, name))]
        assert not wrong, (players, wrong)


def seats_apart(page: Page, window: str) -> list[str]:
    resize(page, ALL[window])
    found: list[str] = page.evaluate(SEATS)
    return found


def test_the_whole_menu_is_in_sight_on_a_phone_on_its_side(house: str, window: Windows) -> None:
    page = window(locale="de").new_page()
    for size in SIDEWAYS:
        page.set_viewport_size(size)
        page.goto(house)
        page.locator(".menu > summary").click()
        for way in page.locator(".menu > div :is(a, button):visible").all():
            assert in_sight(way), (size, way.text_content())


def test_where_nothing_can_be_shared_the_link_is_copied(house: str, window: Windows) -> None:
    context = window()
    context.add_init_script("delete Navigator.prototype.share")
    page = context.new_page()
    page.goto(house)
    page.get_by_role("button", name="With friends").first.click()
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    expect(page.get_by_role("button", name="Send the link")).to_be_hidden()


def test_a_friend_scans_sits_down_and_bots_take_the_rest(house: str, new_page: Pages) -> None:
    host, guest = new_page(), new_page(**PHONE)
    host.goto(house)
    host.get_by_role("button", name="With friends").first.click()
    host.get_by_label("What should the others call you?").fill("Anna")
    host.get_by_role("button", name="That's me").click()
    expect(host.locator(".chair.yours .who")).to_have_text("Anna")
    guest.goto(host.get_by_label("Link of this table").input_value())
    expect(guest.get_by_role("heading", name="Anna invites you to Mamma Mia!")).to_be_visible()
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name="Join the game").tap()
    expect(host.locator(".chairs")).to_contain_text("Bruno")
    expect(host.locator(".start")).to_contain_text("Bots take the 2 free seats")
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        page.locator("body[data-phase=playing]").wait_for()
    expect(guest.locator("#table")).to_contain_text("Anna")

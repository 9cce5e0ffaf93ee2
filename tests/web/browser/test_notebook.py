"""A notebook writes itself down and comes to its player's other devices; an agreed time changes everybody's page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.browser.axe import complaints
from tests.web.browser.conftest import Windows
from tests.web.servers import Program, running

IN_ONE_LINE = """() => {
  document.getElementById("skip").hidden = false;
  const shown = [...document.querySelectorAll(".bar .name, .bar nav > *")].filter((one) => one.checkVisibility());
  const middles = shown.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
  return shown.length > 4 && Math.max(...middles) - Math.min(...middles) < 8;
}"""
"""Whether nothing of the bar is below the rest, with everything that it can have."""


def test_notes_are_on_all_devices_of_their_player_and_a_time_is_agreed_on(tmp_path: Path, window: Windows) -> None:
    with running(tmp_path) as server:
        options = {"players": 2}
        anna = Program.opens(server.address, "mamma-mia", bots=0, clock=86400, notes=True, options=options)
        bruno = Program(server.address, anna.table)
        bruno.key = bruno.post("/sit", {"name": "Bruno"}).json()["key"]
        anna.post("/aid", {"seat": 1})
        anna.start()
        desk, phone, other = (window(viewport={"width": width, "height": 800}).new_page() for width in (1280, 360, 360))
        for page, program in ((desk, anna), (phone, anna), (other, bruno)):
            page.goto(f"{server.address}/t/{anna.table}/me/{program.key}")
        desk.get_by_label("Your notes").fill("two olives\nbelow my order")
        expect(desk.get_by_text("Noted.")).to_be_visible()
        expect(phone.get_by_label("Your notes")).to_have_value("two olives\nbelow my order")
        expect(other.get_by_label("Your notes")).to_have_value("")
        expect(other.locator("#aid")).to_contain_text("In the oven")
        expect(desk.locator("#aid")).to_have_count(0)
        assert phone.evaluate(IN_ONE_LINE)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360
        phone.locator(".menu > summary").click()
        expect(phone.locator(".menu").get_by_role("link", name="Home")).to_be_visible()
        desk.reload()
        expect(desk.get_by_label("Your notes")).to_have_value("two olives\nbelow my order")
        desk.locator("summary", has_text="Players").click()
        desk.locator("summary", has_text="Play live from now on").click()
        desk.locator("#propose-clock").select_option("60")
        desk.get_by_role("button", name="Suggest it").click()
        expect(other.get_by_text("Anna suggests playing live from now on: 1 minute.")).to_be_visible()
        assert complaints(other) == []
        other.get_by_role("button", name="Agree").press("Enter")
        for page in (desk, phone, other):
            expect(page.locator("p.about")).to_contain_text("1 minute")
            page.close()
        assert bruno.get()["settings"]["clock"] == 60

"""An evening in a real browser at normal pace: how long people wait, and how much they press.

    make evening [ARGS="--turns 12 --out build/evening"]

It plays both games against bots from *Play now*, on a desktop and on a phone, and the guided first games; with
friends it opens a table, leaves, comes back and plays on; and it spends a whole evening, to the last screen and into
the rematch. Printed are the controls on home, presses and seconds from home to the first decision, seconds of waiting
between two decisions, and presses per decision; pictures of all of it go into a folder. `--counts` leaves out what
takes time, for a machine that has other work.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Locator, Page, TimeoutError, sync_playwright

from forno.core.registry import catalogue
from tools import browser
from tools.people import PHONE, Person, may_decide, sit_down
from tools.servers import forno_server

DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
WINDOWS: Final = {"desktop": DESKTOP, "phone": PHONE}
TIMEOUT: Final = 180.0
MAX_DECISIONS: Final = 1000
"""Limit of decisions in a game."""
A_MOMENT: Final = 500.0
"""Milliseconds."""
CONTROLS: Final = "all => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).length"


@dataclass
class Figures:
    """Waiting times and presses of an evening."""

    first: float = 0.0
    """Seconds from the press that begins it to the first decision."""
    way: int = 1
    """Presses from home to the first decision."""
    waits: list[float] = field(default_factory=list)
    """Seconds from each decision to the next."""
    presses: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        begun = f"first decision after {self.way} press{'es' * (self.way > 1)}, {self.first:4.1f} s"
        if not self.waits:
            return begun
        middle, longest = statistics.median(self.waits), max(self.waits)
        pressed = statistics.mean(self.presses)
        return (
            f"{begun}; "
            f"waiting {middle:4.1f} s in the middle, {longest:4.1f} s at most; "
            f"{pressed:.1f} presses a decision ({len(self.presses)} decisions)"
        )


class Guest(Person):
    """Player who counts presses and confirms a coach's notes at once."""

    pressed = 0

    def look(self) -> dict[str, Any]:
        button = self.page.locator("[data-got-it]:visible")
        if button.count():
            with suppress(TimeoutError):  # it went by itself
                button.first.click(timeout=A_MOMENT)
                self.pressed += 1
        return super().look()

    def press(self, control: Locator) -> None:
        self.pressed += 1
        control.click()


def await_decision(guest: Guest) -> bool:
    """Wait until this guest has to decide; return false once the game is over."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        seen = guest.look()
        if seen["phase"] == "over":
            return False
        if may_decide(seen):
            return True
        time.sleep(0.02)
    raise AssertionError(f"nobody was asked for {TIMEOUT:.0f} s at {guest.page.url}")


def spend(guest: Guest, decisions: int, figures: Figures) -> None:
    """Make that many decisions, fewer if the game ends."""
    while len(figures.presses) < decisions and await_decision(guest):
        before = guest.pressed
        guest.take_turn()
        figures.presses.append(guest.pressed - before)
        asked = time.monotonic()
        await_decision(guest)
        figures.waits.append(time.monotonic() - asked)


def alone(page: Page, address: str, game: str, way: str, decisions: int) -> Figures:
    """Start a game from home with one press."""
    page.goto(address)
    began = time.monotonic()
    page.locator(f".game-{game} button").and_(page.get_by_text(way)).first.click()
    guest = Guest(page, 1)
    await_decision(guest)
    figures = Figures(time.monotonic() - began, 1 + guest.pressed)
    spend(guest, decisions, figures)
    return figures


def controls_on_home(window: Browser, address: str) -> int:
    """Return the number of controls that a first visitor has on home, on a phone."""
    context = window.new_context(**PHONE)
    page = context.new_page()
    page.goto(address)
    found: int = page.locator("a:not(.jump), button, input, select, summary").evaluate_all(CONTROLS)
    context.close()
    return found


def whole_evening(page: Page, address: str, game: str, out: Path) -> Figures:
    """Play a game to its last screen, and ask for the rematch."""
    figures = alone(page, address, game, "Play now", MAX_DECISIONS)
    page.locator("#ending").wait_for()
    page.screenshot(path=out / f"{game}-ending.png")
    table = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != table)
    assert await_decision(Guest(page, 1)), "a rematch begins"
    return figures


def with_friends(window: Browser, address: str, out: Path, decisions: int) -> Figures:
    """Play at a table for two, where one leaves and comes back."""
    ours, theirs = window.new_context(**DESKTOP), window.new_context(**PHONE)
    anna, bruno = ours.new_page(), theirs.new_page()
    began = time.monotonic()
    anna.goto(address)
    anna.get_by_role("button", name="With friends").first.click()
    anna.locator("#guests").wait_for()
    anna.screenshot(path=out / "friends-invited.png")
    link = anna.url
    sit_down(bruno, link, "Bruno")
    anna.get_by_role("button", name="Start the game").click()
    anna.locator("body[data-phase=playing]").wait_for()
    figures = Figures(time.monotonic() - began)
    bruno.locator("body[data-phase=playing]").wait_for()
    bruno.close()
    anna.locator(".absent").wait_for(timeout=TIMEOUT * 1000)
    anna.screenshot(path=out / "friends-away.png")
    back = theirs.new_page()
    back.goto(address)
    back.screenshot(path=out / "friends-home.png")
    back.goto(link)
    anna.locator(".absent").wait_for(state="detached", timeout=TIMEOUT * 1000)
    guests = [Guest(anna, 2), Guest(back, 3)]
    while len(figures.presses) < decisions:
        for guest in guests:
            if may_decide(guest.look()):
                before = guest.pressed
                guest.take_turn()
                figures.presses.append(guest.pressed - before)
        time.sleep(0.02)
    back.screenshot(path=out / "friends-phone.png")
    ours.close()
    theirs.close()
    return figures


@contextmanager
def house() -> Iterator[tuple[Browser, str]]:
    """Start a server as hosts do, and a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder) / "tables.sqlite3"
        with forno_server(data) as server:
            window = browser.launch(playwright)
            yield window, server.address
            window.close()


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--turns", type=int, default=12, help="how many decisions are taken in each game")
    parser.add_argument("--out", type=Path, default=Path("build/evening"), help="where the pictures go")
    parser.add_argument("--only", default="", help="the scenes whose name has this in it")
    parser.add_argument("--counts", action="store_true", help="count controls and presses to the first decision")
    wishes = parser.parse_args(words)
    if wishes.counts:
        wishes.turns = 0
    wishes.out.mkdir(parents=True, exist_ok=True)
    games = [info.name for info in catalogue()]
    with house() as (window, address):
        print(f"{controls_on_home(window, address)} controls on home", flush=True)
        for game in games:
            for size, options in WINDOWS.items():
                for way in ("Play now", "Learn"):
                    name = f"{game}-{way.split()[0].lower()}-{size}"
                    if wishes.only not in name:
                        continue
                    context = window.new_context(**options)
                    page = context.new_page()
                    figures = alone(page, address, game, way, wishes.turns)
                    page.screenshot(path=wishes.out / f"{name}.png")
                    print(f"{name:34} {figures}", flush=True)
                    context.close()
            name = f"{game}-evening"
            if wishes.only in name and not wishes.counts:
                context = window.new_context(**DESKTOP)
                print(f"{name:34} {whole_evening(context.new_page(), address, game, wishes.out)}", flush=True)
                context.close()
        if wishes.only in "friends" and not wishes.counts:
            print(f"{'friends':34} {with_friends(window, address, wishes.out, wishes.turns)}")


if __name__ == "__main__":
    main()

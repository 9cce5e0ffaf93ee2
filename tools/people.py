"""Simulated people at pages in a browser: they look at what is shown and press what can be pressed."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from playwright.sync_api import Error, Locator, Page, expect

from tools.scenes import Scene
from tools.waiting import WAIT, until

MAX_CHOICES: Final = 80
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}

LOOK: Final = """() => {
  if (document.readyState !== "complete") return null;
  const page = document.body.dataset;
  const form = document.getElementById("turn-form");
  const cover = document.getElementById("cover");
  const usable = (button) => !button.disabled && button.checkVisibility();
  const controls = [...document.querySelectorAll("button[data-slot]")];
  const submit = form?.querySelector("[type=submit]");
  return {
    phase: page.phase ?? "",
    number: form ? Number(form.dataset.number) : null,
    busy: !!form?.hasAttribute("aria-busy"),
    covered: !!cover && !cover.hidden,
    astray: document.activeElement === document.body,
    submit: !!submit && !submit.disabled,
    controls: controls.map((button, place) => ({
      place,
      slot: button.dataset.slot,
      usable: usable(button),
      pressed: button.getAttribute("aria-pressed") === "true",
      send: "send" in button.dataset,
      many: "many" in button.dataset,
      usual: "default" in button.dataset,
      copies: button.dataset.actions?.split(" ").length ?? 0,
      chosen: Number(button.dataset.chosen ?? 0),
      words: button.textContent,
    })).filter((control) => control.usable),
  };
}"""
"""Script that returns the turn as a person sees it; nothing before the page and its script are loaded."""
NOTHING: Final = {"phase": "", "number": None, "busy": False, "covered": False}


class Person:
    """Player at a table's page, who chooses at random among what the page offers."""

    def __init__(self, page: Page, seed: int = 0, wish: str = "") -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.wish = wish
        """Words on a control that is preferred where there is one."""
        self.turns = 0

    def look(self) -> dict[str, Any]:
        """Return the turn as the page shows it; nothing while the page changes."""
        try:
            seen: dict[str, Any] | None = self.page.evaluate(LOOK)
        except Error as error:
            if any(word in str(error) for word in ("navigat", "context", "detached")):
                return dict(NOTHING)
            raise
        return seen or dict(NOTHING)

    def press(self, control: Locator) -> None:
        control.click()

    def send(self) -> None:
        self.press(self.page.locator("#turn-form [type=submit]"))

    def take_turn(self) -> None:
        """Compose a turn once the page asks for one, send it, and wait until the page has taken it."""
        until(lambda: may_decide(self.look()), lambda: f"no turn is asked for: {self.look()}")
        before = self.look()["number"]
        self.compose()
        until(lambda: self.look()["number"] != before, lambda: f"the turn isn't taken: {self.wrong()!r}")

    def compose(self) -> Callable[[], None]:
        """Press controls until the turn is sent; return the control that sent it."""
        for _ in range(MAX_CHOICES):
            choice = self.choose(self.look())
            if choice is None:
                last: Callable[[], None] = self.send
            else:
                control = self.page.locator("button[data-slot]").nth(choice["place"])
                last = partial(self.press, control)
            last()
            if choice is None or choice["send"]:
                self.turns += 1
                self.mean_it()
                return last
        raise AssertionError(f"no turn can be composed: {self.look()}")

    def mean_it(self) -> None:
        """Confirm that points shall be wasted."""
        if self.page.locator("#ask[open]").count():
            self.press(self.page.locator("#ask [value=yes]"))

    def choose(self, seen: dict[str, Any]) -> dict[str, Any] | None:
        """Return the next control to press; none if the turn is to be sent now."""
        controls = seen["controls"]
        if growing := [control for control in controls if 0 < control["chosen"] < control["copies"]]:
            first: dict[str, Any] = growing[0]
            return first
        begun = {control["slot"] for control in controls if control["pressed"] and not control["usual"]}
        fresh = [c for c in controls if not c["pressed"] and (c["many"] or c["slot"] not in begun)]
        # The largest stacks go in whole: a game of single cards takes all evening.
        largest = max((control["copies"] for control in fresh), default=0)
        fresh = [control for control in fresh if control["copies"] in (0, largest)]
        wished = [control for control in fresh if self.wish and self.wish in control["words"]]
        if seen["submit"] and not wished and (not fresh or self.chance.random() < 0.6):
            return None
        assert controls, f"there is nothing to choose: {seen}"
        chosen: dict[str, Any] = self.chance.choice(wished or fresh or controls)
        return chosen

    def wrong(self) -> str:
        """Return the composer's complaint. One call: the note may vanish any moment."""
        notes = self.page.locator("#turn-form .wrong")
        told: str = notes.evaluate_all("(all) => all.map((one) => one.textContent).join()")
        return told


class Thumb(Person):
    """Player at a phone."""

    def press(self, control: Locator) -> None:
        control.tap()


def may_decide(seen: dict[str, Any]) -> bool:
    return seen["phase"] == "playing" and seen["number"] is not None and not seen["busy"] and not seen["covered"]


def play(people: Sequence[Person], turns: int | None = None, each: Callable[[Person], None] | None = None) -> None:
    """Let whoever is awaited decide, until the game is over on all pages or that many turns were taken."""
    left = 100_000 if turns is None else turns
    deadline = time.monotonic() + WAIT
    while left:
        seen = []
        for person in people:
            seen.append(person.look())
            if left and may_decide(seen[-1]):
                person.take_turn()
                left -= 1
                deadline = time.monotonic() + WAIT
                if each is not None:
                    each(person)
        if all(look["phase"] == "over" for look in seen):
            return
        if time.monotonic() > deadline:
            raise AssertionError(f"nothing goes on: {seen}")
        time.sleep(0.05)


def open_table(
    page: Page,
    address: str,
    game: str,
    seats: Sequence[str],
    options: dict[str, str] | None = None,
    name: str = "Anna",
    clock: str = "",
    public: bool = False,
) -> str:
    """Open a table by the form; return its address."""
    page.goto(f"{address}/new/{game}")
    fill_in(page, seats, options or {}, name)
    if clock:
        page.locator("#clock").select_option(clock)
    if public:
        page.locator("input[name=public]").check(force=True)
    page.locator("main form button.go").click()
    expect(page).to_have_url(re.compile("/t/[a-z0-9]+$"))
    return page.url


def fill_in(page: Page, seats: Sequence[str], options: dict[str, str], name: str = "Anna") -> None:
    """Fill in the form for a new table. A seat is `me`, `open`, `bot:NAME` or `person:NAME`."""
    page.locator("#name").fill(name)
    page.locator(f"input[name=option_players][value='{len(seats)}']").check(force=True)
    page.locator("details.more:has([name^=option_]) > summary").click()
    for option, value in options.items():
        field = page.locator(f"[name=option_{option}]")
        if field.first.get_attribute("type") == "radio":
            page.locator(f"[name=option_{option}][value='{value}']").check(force=True)
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    for place, guest in enumerate(seats):
        kind, _, who = guest.partition(":")
        page.locator(f"#seat-{place}").select_option("person" if kind == "person" else guest)
        if kind == "person":
            page.locator(f"#person-{place}").fill(who)


def play_now(page: Page, address: str, game: str) -> None:
    """Start a game with one press on the home page."""
    page.goto(address)
    page.locator(f".game-{game} button.go").click()
    page.locator("body[data-phase=playing]").wait_for()
    skip_introduction(page)


def skip_introduction(page: Page) -> None:
    """Skip the introduction for newcomers."""
    if page.locator(".intro [data-stop]").is_visible():
        page.locator(".intro [data-stop]").click()


def open_settings(page: Page) -> None:
    """Open the settings from the menu."""
    page.locator(".menu > summary").click()
    page.locator(".menu [data-open=settings]").click()


def too_wide(page: Page) -> int:
    """Return by how many pixels the page is wider than its window, measured, since phones zoom out instead."""
    assert page.viewport_size is not None
    return int(page.evaluate("document.documentElement.scrollWidth")) - page.viewport_size["width"]


def sit_down(page: Page, link: str, name: str) -> None:
    """Open a table's link and take the first free seat."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join the game").click()
    page.locator(".chair.yours").wait_for()


def sit(page: Page, address: str, scene: Scene) -> None:
    """Open a scene as its person."""
    page.goto(f"{address}/t/{scene.id}/me/{scene.key}")
    page.locator("#table").wait_for()

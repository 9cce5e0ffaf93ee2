"""Windows of all sizes, and what can be said of a page by measuring it."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page, ViewportSize, expect

from tools.people import too_wide

WINDOWS: Final[dict[str, ViewportSize]] = {
    "desktop": {"width": 1280, "height": 800},
    "large": {"width": 1920, "height": 1080},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 390, "height": 844},
    "sideways": {"width": 844, "height": 390},
}
EXTREMES: Final[dict[str, ViewportSize]] = {
    "smallest": {"width": 320, "height": 568},
    "small sideways": {"width": 667, "height": 375},
    "low": {"width": 1280, "height": 600},
    "huge": {"width": 2560, "height": 1440},
}

ALL: Final = WINDOWS | EXTREMES
WIDTHS: Final = (390, 320)
"""A phone's, and the narrowest that WCAG asks for."""
OPEN_DETAILS: Final = "for (const details of document.querySelectorAll('main details')) details.open = true"

OVERLAPS = """() => {
  const stays = (element) => {
    if (!element) return null;
    return /fixed|sticky/.test(getComputedStyle(element).position) ? element : stays(element.parentElement);
  };
  const all = document.querySelectorAll("#table button, #table summary, .bar a, .bar button");
  const buttons = [...all].filter((button) => button.checkVisibility());
  // What is scrolled out of a list covers nothing.
  const shown = (element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === "visible") continue;
      const edges = around.getBoundingClientRect();
      [top, bottom] = [Math.max(top, edges.top), Math.min(bottom, edges.bottom)];
    }
    return { left, right, top, bottom, width: right - left, height: Math.max(bottom - top, 0) };
  };
  const boxes = buttons.map(shown);
  const found = [];
  boxes.forEach((one, place) => boxes.slice(place + 1).forEach((other, next) => {
    const [a, b] = [buttons[place], buttons[place + 1 + next]];
    if (a.contains(b) || b.contains(a)) return;
    // What stays in sight lies over what goes by behind it.
    if (stays(a) !== stays(b)) return;
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const least = Math.min(one.width * one.height, other.width * other.height);
    if (wide <= 2 || high <= 2 || wide * high <= least / 3) return;
    found.push(`${a.outerHTML.slice(0, 90)} … ${b.outerHTML.slice(0, 90)}`);
  }));
  return found;
}"""
"""Controls that cover more than a third of another."""
OUT_OF_REACH = """() => {
  const all = [...document.querySelectorAll("#table button:enabled")];
  const seen = all.filter((button) => button.checkVisibility({ visibilityProperty: true }));
  const reached = (button) => ["nearest", "center", "end", "start"].some((block) => {
    button.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
    const box = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  });
  const lost = seen.filter((button) => !reached(button));
  return lost.map((button) => `nothing can press ${button.outerHTML.slice(0, 200)}`);
}"""
"""Controls whose middle is under something else, or out of the page, wherever one scrolls."""


def resize(page: Page, size: ViewportSize) -> None:
    """Make the window as large as that, and look at the page from its top."""
    page.set_viewport_size(size)
    page.evaluate("""() => {
      scrollTo({ top: 0, behavior: "instant" });
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")


def lost(page: Page) -> list[str]:
    """What can't be used on this page, if it is to be used at all."""
    wrong: list[str] = list(page.evaluate(OVERLAPS))
    if (wide := too_wide(page)) > 0:
        wrong.append(f"the page scrolls sideways by {wide}")
    wrong += page.evaluate(OUT_OF_REACH)
    submit = page.locator("#turn-form [type=submit]")
    if submit.is_visible():
        submit.evaluate("(button) => button.scrollIntoView({ block: 'center' })")
        expect(submit).to_be_in_viewport()
    return wrong


SPILLS = """() => {
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const scrolled = (element) => element && (scrolls(element) || scrolled(element.parentElement));
  const all = "main :is(button, a, p, li, input, select, h1, h2, h3, .card)";
  return [...document.querySelectorAll(all)].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    const out = width > 1 && (right > innerWidth + 1 || left < -1);
    return out && element.checkVisibility() && !scrolled(element.parentElement);
  }).slice(0, 5).map((element) => element.outerHTML.slice(0, 90));
}"""
"""What reaches beyond the window's edge, and isn't within something that is to be scrolled."""


def spilling(page: Page) -> list[str]:
    """What makes a page scroll sideways, or would if it weren't cut off."""
    wrong: list[str] = page.evaluate(SPILLS)
    if not wrong and (wide := too_wide(page)) > 0:
        wrong = [f"too wide by {wide}"]
    return wrong

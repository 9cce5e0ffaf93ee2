"""Windows of all sizes, and measurements of pages in them."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page, ViewportSize

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
    "narrow": {"width": 320, "height": 640},
    "small": {"width": 360, "height": 640},
    "huge": {"width": 2560, "height": 1440},
}

ALL: Final = WINDOWS | EXTREMES
TOGETHER: Final = [name for name in ALL if name not in ("smallest", "low")]
"""Windows in which everything that a decision needs is in sight at once."""
WIDTHS: Final = (390, 320)
"""Width of a phone, and the narrowest that WCAG asks for."""
OPEN_DETAILS: Final = """(() => { for (const details of document.querySelectorAll("main details:not([open])"))
  details.open = details.dataset.unfolded = true; })()"""
CLOSE_DETAILS: Final = """(() => { for (const details of document.querySelectorAll("details[data-unfolded]")) {
  details.open = false;
  delete details.dataset.unfolded;
} })()"""
"""Script that closes what was closed before."""

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
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const least = Math.min(one.width * one.height, other.width * other.height);
    if (wide <= 2 || high <= 2 || wide * high <= least / 3) return;
    if (a.contains(b) || b.contains(a)) return;
    // What stays in sight lies over what goes by behind it.
    if (stays(a) !== stays(b)) return;
    found.push(`${a.outerHTML.slice(0, 90)} … ${b.outerHTML.slice(0, 90)}`);
  }));
  return found;
}"""
"""Script that returns the controls that cover more than a third of another."""
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


SAID: Final = "One pineapple and four green peppers missing!"
"""Longest text that a seat says."""

SPEAK = """async (words) => {
  const modules = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href);
  const { hush, speak } = await import(modules.find((address) => address.includes("bubbles")));
  const kept = "#turn-form :is(button, .say, .question), #hand .card, #verdict :is(.card, .checks > *), " +
    "#rail .slip, #refrigerator .shelf, .side, .bar";
  const others = Array.from({ length: document.body.dataset.players - 1 }, (_, place) => place + 1);
  const found = others.flatMap((seat) => {
    hush();
    const own = document.getElementById(`seat-${seat}`);
    own?.scrollIntoView({ block: "nearest", behavior: "instant" });
    speak(seat, words);
    const bubble = document.querySelector(".bubble");
    if (!bubble) return [];
    return [...document.querySelectorAll(kept)].filter((element) => !own.contains(element) && covers(bubble, element))
      .map((element) => `seat ${seat} covers ${element.outerHTML.slice(0, 120)}`);
  });
  hush();
  scrollTo({ top: 0, behavior: "instant" });
  return found;
}"""
"""Script that lets every other seat say that, and returns what of the table it covers."""
COVERS = """(() => { window.covers = (one, other) => {
  if (!other.checkVisibility({ visibilityProperty: true })) return false;
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  const wide = Math.min(a.right, b.right, innerWidth) - Math.max(a.left, b.left, 0);
  const high = Math.min(a.bottom, b.bottom, innerHeight) - Math.max(a.top, b.top, 0);
  return wide > 2 && high > 2;
}; })()"""
"""Script that returns whether something covers something else that can be seen."""
OUT_OF_SIGHT = """(selectors) => {
  const name = (element) => `${element.className || element.id}: ${element.textContent.trim().slice(0, 40)}`;
  const all = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
  const seen = all.filter((element) => element.checkVisibility());
  const wrong = [];
  for (const element of seen) {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      wrong.push(`beyond the window at ${Math.round(right)}, ${Math.round(bottom)}: ${name(element)}`);
      continue;
    }
    const over = (x, y) => document.elementFromPoint(left + width * x, top + height * y);
    const free = [[0.5, 0.5], [0.5, 0.2], [0.2, 0.5], [0.8, 0.5]].filter(([x, y]) => {
      const there = over(x, y);
      return element.contains(there) || there?.contains(element);
    });
    if (free.length < 3) wrong.push(`covered: ${name(element)}`);
  }
  for (const title of document.querySelectorAll("#hand :is(.slip-name, .band, .order-name), #rail .slip-name")) {
    if (!title.checkVisibility()) continue;
    const text = document.createRange();
    text.selectNodeContents(title);
    const [inside, around] = [text.getBoundingClientRect(), title.getBoundingClientRect()];
    if (inside.right > around.right + 1 || title.scrollHeight > title.clientHeight + 2) {
      wrong.push(`cut off: ${name(title)}`);
    }
    for (const { index, 0: word } of text.toString().matchAll(/[\\p{L}’']+/gu)) {
      const [letters, part] = [title.firstChild, document.createRange()];
      if (letters.nodeType !== Node.TEXT_NODE || index + word.length > letters.length) break;
      part.setStart(letters, index);
      part.setEnd(letters, index + word.length);
      if (part.getClientRects().length > 1) wrong.push(`broken: ${word}`);
    }
    const badge = title.parentElement.querySelector(".slip-points")?.getBoundingClientRect();
    const clear = (box) => !badge || box.right <= badge.left || box.bottom <= badge.top + 1 || box.top >= badge.bottom;
    if (![...text.getClientRects()].every(clear)) wrong.push(`runs into its points: ${name(title)}`);
  }
  return wrong;
}"""
"""Script that returns which of these can't be seen whole without scrolling, and titles of orders that can't be read."""


UNDER_THE_NOTICE = """() => {
  const notice = document.getElementById("lost");
  notice.hidden = false;
  const found = [...document.querySelectorAll("#turn-form button:enabled")].filter((button) => covers(notice, button));
  notice.hidden = true;
  return found.map((button) => `a lost connection covers ${button.outerHTML.slice(0, 120)}`);
}"""
"""Script that returns the controls of a turn under the notice that the server can't be reached."""


def resize(page: Page, size: ViewportSize) -> None:
    """Make the window as large as that, and look at the page from its top. Nothing waits for it to be drawn: whoever
    measures has it laid out."""
    page.set_viewport_size(size)
    page.evaluate(
        """async ({ width, height }) => {
          while (innerWidth !== width || innerHeight !== height) await new Promise(requestAnimationFrame);
          scrollTo({ top: 0, behavior: "instant" });
        }""",
        size,
    )


SCROLLS_SIDEWAYS: Final = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  return wide > 0 ? [`the page scrolls sideways by ${wide}`] : [];
}"""
UNSENT: Final = """() => {
  const submit = document.querySelector("#turn-form [type=submit]");
  if (!submit?.checkVisibility({ visibilityProperty: true })) return [];
  submit.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, right, top, bottom } = submit.getBoundingClientRect();
  return right > 0 && left < innerWidth && bottom > 0 && top < innerHeight ? [] : ["what sends a turn is out of reach"];
}"""
"""Script that returns whether the button that sends a turn can't be scrolled to."""
LOST: Final = (OVERLAPS, SCROLLS_SIDEWAYS, OUT_OF_REACH, UNSENT)
"""Script that returns the controls that can't be used."""


def measured(page: Page, *checks: str, about: Any = None) -> list[str]:
    """Return the findings of several checks, measured in one go from the top of the page, each with `about`."""
    top = "scrollTo({ top: 0, behavior: 'instant' })"
    each = ", ".join(f"...({check})(about)" for check in checks)
    found: list[str] = page.evaluate(f"(about) => {{ {top}; const found = [{each}]; {top}; return found; }}", about)
    return found


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
"""Script that returns what reaches beyond the window's edge, and isn't within something that is to be scrolled."""


def spilling(page: Page) -> list[str]:
    """Return what makes a page scroll sideways, or would if it weren't cut off."""
    wrong: list[str] = page.evaluate(SPILLS)
    if not wrong and (wide := too_wide(page)) > 0:
        wrong = [f"too wide by {wide}"]
    return wrong

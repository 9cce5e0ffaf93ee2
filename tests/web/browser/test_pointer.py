"""What moves under the pointer comes to rest, wherever on it the pointer is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tools.people import Person, may_decide, open_table
from tools.waiting import until

Pages = Callable[..., Page]

FRAMES = """(control) => new Promise((done) => {
  const tops = [];
  const look = () => {
    tops.push(control.getBoundingClientRect().top);
    if (tops.length < 90) requestAnimationFrame(look); else done(tops);
  };
  look();
})"""


@pytest.mark.parametrize(
    ("game", "controls"), [("mamma-mia", "#hand button.stack, .go"), ("pizza-master", "#turn button:enabled, .go")]
)
def test_what_lies_under_the_pointer_comes_to_rest(house: str, new_page: Pages, game: str, controls: str) -> None:
    page = new_page()
    open_table(page, house, game, ["me", "bot:cuoco"])
    person = Person(page, 1)
    until(lambda: may_decide(person.look()))
    for control in page.locator(controls).filter(visible=True).all()[:4]:
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        assert box is not None
        for edge in (box["y"] + 0.6, box["y"] + box["height"] - 0.6):
            page.mouse.move(0, 0)
            page.mouse.move(box["x"] + box["width"] / 2, edge)
            tops = control.evaluate(FRAMES)
            assert len(set(tops[-30:])) == 1, f"{control} moves up and down: {tops[-30:]}"

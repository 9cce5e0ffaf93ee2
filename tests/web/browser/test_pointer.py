"""Things that move under the pointer come to rest, wherever on them the pointer is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.web.browser.conftest import scene_named
from tools.people import sit

Pages = Callable[..., Page]

FRAMES = """([controls, place]) => new Promise((done) => {
  const tops = [];
  const look = () => {
    const seen = [...document.querySelectorAll(controls)].filter((control) => control.checkVisibility());
    tops.push(seen[place].getBoundingClientRect().top);
    if (tops.length < 15) requestAnimationFrame(look); else done(tops);
  };
  look();
})"""
"""Script that notes a control's place in every frame: without motion it jumps at once, or trembles for ever."""


@pytest.mark.parametrize(
    ("name", "controls"), [("table", "#hand button.stack, .go"), ("shopping", "#turn button:enabled, .go")]
)
def test_what_lies_under_the_pointer_comes_to_rest(staged: str, new_page: Pages, name: str, controls: str) -> None:
    page = new_page()
    sit(page, staged, scene_named(name))
    # The first words of the stream draw the controls once more, so each is looked for whenever it is needed.
    for place, control in enumerate(page.locator(controls).filter(visible=True).all()[:4]):
        for edge in ("top", "bottom"):
            page.mouse.move(0, 0)
            box = control.bounding_box()
            assert box is not None
            at = 0.6 if edge == "top" else box["height"] - 0.6
            control.hover(position={"x": box["width"] / 2, "y": at}, force=True)
            tops = page.evaluate(FRAMES, [controls, place])
            assert len(set(tops[-8:])) == 1, f"{control} moves up and down at its {edge}: {tops}"

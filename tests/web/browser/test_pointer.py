"""Things that move under the pointer come to rest, wherever on them the pointer is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.web.browser.conftest import scene_named
from tools.people import sit

Pages = Callable[..., Page]

FRAMES = """(control) => new Promise((done) => {
  const tops = [];
  const look = () => {
    tops.push(control.getBoundingClientRect().top);
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
    for control in page.locator(controls).filter(visible=True).all()[:4]:
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        assert box is not None
        for edge in (box["y"] + 0.6, box["y"] + box["height"] - 0.6):
            page.mouse.move(0, 0)
            page.mouse.move(box["x"] + box["width"] / 2, edge)
            tops = control.evaluate(FRAMES)
            assert len(set(tops[-8:])) == 1, f"{control} moves up and down: {tops}"

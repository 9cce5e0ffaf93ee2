"""Recorder of the moving picture in the README: `python -m tools.recording`.

The first turns of a game against bots in a real browser, pictured a few times a second and put together to one small
animated WebP.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tools import browser
from tools.people import Person, may_decide, play_now
from tools.servers import forno_server

OUT: Final = Path(__file__).parents[1] / "docs" / "pictures" / "playing.webp"
SIZE: Final = (1280, 800)
SHOWN: Final = (800, 500)
EVERY: Final = 0.2
"""Seconds between two pictures."""
SECONDS: Final = 20
UNHURRIED: Final = 5
"""Number of pictures between two presses."""
MAX_BYTES: Final = 600_000


def record(page: Page, seconds: float) -> list[Image.Image]:
    """Play, and take pictures at intervals."""
    pictures: list[Image.Image] = []
    person = Person(page, seed=3)
    while len(pictures) * EVERY < seconds:
        picture = Image.open(io.BytesIO(page.screenshot(type="png")))
        pictures.append(picture.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS))
        if len(pictures) % UNHURRIED == 0 and may_decide(seen := person.look()):
            choice = person.choose(seen)
            if choice is None:
                person.send()
            else:
                person.press(page.locator("button[data-slot]").nth(choice["place"]))
        page.wait_for_timeout(EVERY * 1000)
    return pictures


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        forno_server(Path(folder, "tables.sqlite3")) as server,
        sync_playwright() as playwright,
    ):
        window = browser.launch(playwright)
        page = window.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="dark")
        play_now(page, server.address, "mamma-mia")
        pictures = record(page, SECONDS)
        window.close()
    for quality in (70, 55, 40, 25):
        first, *rest = pictures
        first.save(
            OUT, save_all=True, append_images=rest, duration=int(EVERY * 1000), loop=0, quality=quality, method=4
        )
        if OUT.stat().st_size <= MAX_BYTES:
            break
    print(OUT, OUT.stat().st_size)


if __name__ == "__main__":
    main()

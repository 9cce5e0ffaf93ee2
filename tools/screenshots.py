"""Pictures of every page: `make screenshots`.

    python tools/screenshots.py [--out build/screenshots] [--only oven] [--languages en,it] [--themes night,noon]

Each scene is put into a fresh store, served by the real server, and opened in a real browser with its personal link, at
1280×800 and at 390×844, by night and at noon, in every language. The best are kept in `docs/pictures`.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from tools import browser, scenes
from tools.servers import forno_server

SIZES: Final = {"desktop": (1280, 800), "phone": (390, 844)}
SCHEMES: Final = {"night": "dark", "noon": "light"}
PAGES: Final = {
    "home": "/",
    "new": "/new/mamma-mia",
    "lobby": "/lobby",
    "rules": "/rules/mamma-mia",
    "replay": "/t/scenescoring/replay?at=40&seat=all",
}
KEPT: Final = Path(__file__).parents[1] / "docs" / "pictures"
BEST: Final = frozenset(
    {
        "home-desktop-night-en",
        "table-desktop-night-en",
        "table-phone-night-it",
        "oven-desktop-night-en",
        "helping-phone-night-en",
        "collecting-desktop-noon-en",
        "shopping-phone-noon-en",
    }
)
"""Pictures for the README, made smaller."""


def shoot(window: Browser, address: str, out: Path, theme: str, language: str, only: str) -> None:
    """Take pictures of every page and scene in one theme and language."""
    for size, (width, height) in SIZES.items():
        context = window.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if SCHEMES[theme] == "dark" else "light",
            locale=language,
            device_scale_factor=2 if size == "phone" else 1,
            has_touch=size == "phone",
            reduced_motion="reduce",
        )
        page = context.new_page()
        targets = PAGES | {scene.name: f"/t/{scene.id}/me/{scene.key}" for scene in scenes.SCENES}
        for name, path in targets.items():
            if only in name:
                page.goto(address + path)
                settle(page)
                picture = f"{name}-{size}-{theme}-{language}"
                page.screenshot(path=out / f"{picture}.png")
                if picture in BEST:
                    page.screenshot(path=KEPT / f"{picture}.jpg", type="jpeg", quality=82)
        context.close()


def settle(page: Page) -> None:
    """Wait for fonts, pictures and the first words."""
    page.wait_for_load_state("load")
    page.wait_for_timeout(250)


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every page.")
    parser.add_argument("--out", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--only", default="", help="only pages and scenes with this in their name")
    parser.add_argument("--languages", default="en,it")
    parser.add_argument("--themes", default="night,noon")
    arguments = parser.parse_args()
    out: Path = arguments.out
    if not arguments.only:
        shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "scenes.sqlite3"
        scenes.keep(data, map(scenes.stage, scenes.SCENES))
        with forno_server(data) as server, sync_playwright() as playwright:
            window = browser.launch(playwright)
            for theme in arguments.themes.split(","):
                for language in arguments.languages.split(","):
                    shoot(window, server.address, out, theme, language, arguments.only)
            window.close()
    print(f"{len(list(out.glob('*.png')))} pictures in {out}")


if __name__ == "__main__":
    main()

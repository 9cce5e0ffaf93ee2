"""Draws the icons that can't be SVG: `static/icon.svg` as PNG files, in Chromium.

The mask has no round corners and a wide edge, since systems cut it to shapes of their own.

    python -m tools.icons
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.browser import launch

STATIC = Path(__file__).parents[1] / "src" / "forno" / "web" / "static"
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "icon-mask.png": 512}
MASK = "*{margin:0} body{background:#3a2014} svg{display:block;scale:.8}"
PLAIN = "*{margin:0} svg{display:block}"


def main() -> None:
    picture = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        window = launch(playwright)
        for name, size in SIZES.items():
            page = window.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>{MASK if 'mask' in name else PLAIN}</style>{picture}")
            page.screenshot(path=STATIC / name, omit_background=True)
        window.close()


if __name__ == "__main__":
    main()

"""The browser that pages are tested and pictured in: a Chromium of the system's, or one that Playwright brings.

python tools/browser.py          says where it is; installs one if there is none
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Final

VARIABLE: Final = "FORNO_CHROMIUM"
"""Names another browser than the one that is found."""
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""A browser for tests talks to the page alone, and runs as whoever runs the tests, root included."""


def find() -> str | None:
    """The path of a Chromium, if there is one."""
    if told := os.environ.get(VARIABLE):
        return told
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


def install() -> None:
    """Get one: from the system's packages where we may, else the one that Playwright downloads."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=environment)
        subprocess.run(["apt-get", "install", "-qq", "-y", "chromium"], check=True, env=environment)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def main() -> None:
    path = find()
    if path is None:
        install()
        path = find()
    if path is None:
        sys.exit(f"There is no Chromium, and none could be installed. Install one, or name it in {VARIABLE}.")
    print(f"Pages are tested in {path}")


if __name__ == "__main__":
    main()

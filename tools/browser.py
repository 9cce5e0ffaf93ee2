"""Browser for tests and pictures of pages: the system's Chromium, or Playwright's.

python -m tools.browser          says which it is; installs one if there is none

Chromium's headless shell comes first: it draws no windows and takes a third of the processor time that Chromium takes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

VARIABLE: Final = "FORNO_CHROMIUM"
"""Environment variable that names another browser than the one that is found."""
SHELL: Final = "chromium-headless-shell"
NAMES: Final = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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
    """Return the path of the system's Chromium; None means Playwright's own."""
    if told := os.environ.get(VARIABLE):
        return told
    return next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    """Start the browser without a window."""
    return playwright.chromium.launch(executable_path=find(), args=list(FLAGS))


def install() -> None:
    """Install the headless shell from the system's packages where we may, else the one that Playwright downloads."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=environment)
        if subprocess.run(["apt-get", "install", "-qq", "-y", SHELL], env=environment).returncode == 0:
            return
    subprocess.run([sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"], check=True)


def main() -> None:
    if find() is None:
        try:
            install()
        except subprocess.CalledProcessError:
            sys.exit(f"There is no Chromium, and none could be installed. Install one, or name it in {VARIABLE}.")
    print("Pages are tested in", find() or "Playwright's Chromium")


if __name__ == "__main__":
    main()

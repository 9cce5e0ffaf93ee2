"""Lighthouse's scores of the home page and of a running table, on its mobile setting: `make lighthouse`."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tools import browser, scenes
from tools.servers import forno_server

CATEGORIES: Final = ("performance", "accessibility", "best-practices")
WANTED: Final = 95


def audit(program: str, address: str, folder: Path) -> tuple[dict[str, float], list[str]]:
    """Return the scores of one page, and the titles of failed audits."""
    report = folder / "report.json"
    flags = " ".join(("--headless=new", *browser.FLAGS))
    subprocess.run(
        [
            program,
            address,
            "--quiet",
            "--output=json",
            f"--output-path={report}",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--chrome-flags={flags}",
        ],
        check=True,
        env=os.environ | {"CHROME_PATH": browser.find() or ""},
    )
    found = json.loads(report.read_text(encoding="utf-8"))
    scores = {name: 100 * found["categories"][name]["score"] for name in CATEGORIES}
    wrong = [
        f"{audit['id']}: {audit.get('displayValue') or audit['title']}"
        for audit in found["audits"].values()
        if audit["score"] is not None and audit["score"] < 0.9 and audit["scoreDisplayMode"] != "informative"
    ]
    return scores, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="lighthouse")
    parser.add_argument("--runs", type=int, default=3, help="the median of so many runs")
    arguments = parser.parse_args()
    scene = next(scene for scene in scenes.SCENES if scene.name == "table")
    day = next(scene for scene in scenes.SCENES if scene.name == "collecting")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scenes.keep(folder / "tables.sqlite3", map(scenes.stage, (scene, day)))
        with forno_server(folder / "tables.sqlite3") as server:
            pages = {
                "home": "/",
                "table of Mamma Mia!": f"/t/{scene.id}/me/{scene.key}",
                "table of Pizza Master": f"/t/{day.id}/me/{day.key}",
            }
            print(f"{'':24}" + "".join(f"{category:>16}" for category in CATEGORIES))
            for page, path in pages.items():
                runs = [audit(arguments.program, server.address + path, folder) for _ in range(arguments.runs)]
                medians = [statistics.median(scores[category] for scores, _ in runs) for category in CATEGORIES]
                print(f"{page:24}" + "".join(f"{median:>16.0f}" for median in medians), flush=True)
                if min(medians) < WANTED:
                    print("\n".join(f"    {line}" for line in runs[-1][1]))


if __name__ == "__main__":
    main()

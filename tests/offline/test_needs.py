"""The browser's worker needs Python's standard library alone, and only what of it is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from forno.web.assets import Assets
from tools import offline

IMPORTS = """
import sys
sys.path[:] = [path for path in sys.path if "site-packages" not in path]
sys.path.insert(0, sys.argv[1])
import forno.offline.worker
from forno.bots import bots_for, make_bot
from forno.core.registry import catalogue, game
from forno.pages.faces import face_for
from forno.pages.lessons import lesson_for
for info in catalogue():
    made = game(info.name)
    face_for(info.name).picture()
    lesson_for(info.name)
    for bot in bots_for(info.name):
        if not bot.has_network:
            make_bot(bot.name, made, 0, "seed")
print(*sys.modules, sep="\\n")
"""
NOT_THERE = {"sqlite3", "multiprocessing", "tkinter", "readline", "curses", "dbm"}
"""Parts of the standard library that Python for browsers lacks, or that do nothing there."""


@pytest.mark.slow
def test_nothing_but_the_standard_library_is_needed(tmp_path: Path) -> None:
    archive = tmp_path / "forno.zip"
    archive.write_bytes(offline.zipped(offline.package_files(Assets())))
    command = [sys.executable, "-I", "-S", "-c", IMPORTS, str(archive)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    modules = {name.partition(".")[0] for name in ran.stdout.split()}
    assert "forno" in modules
    assert modules - sys.stdlib_module_names - {"forno", "__main__"} == set()
    assert modules & NOT_THERE == set()
    assert "forno.web.app" not in ran.stdout

"""A stranger's hour: the shell on every page, word for word, where nothing is but the wheel and the package index.

What a page installs comes from the folder with the wheel, and what that asks for from wherever pip finds packages.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import httpx
import pytest

from tests.docs.pages import CONTRIBUTING, PAGES, blocks
from tests.installed.environments import Environment
from tests.installed.serving import serving

pytestmark = [pytest.mark.release, pytest.mark.slow]

IN_A_CHECKOUT = {CONTRIBUTING}
WITH_SHELL = [page for page in (*PAGES, CONTRIBUTING) if any(block.language == "sh" for block in blocks(page))]


class Shell:
    """Return what a stranger types, block after block: the folder stays, and so does what was activated."""

    def __init__(self, here: Environment, folder: Path, wheels: Path) -> None:
        self.folder = folder
        self.state = folder / ".state"
        tools = folder / ".tools"
        tools.mkdir()
        os.symlink(Path(sys.executable).parent / "uvx", tools / "uvx")
        self.given = here.variables | {
            "HOME": str(folder),
            "PATH": f"{tools}{os.pathsep}{here.variables['PATH']}",
            "BROWSER": "true",
            "PIP_FIND_LINKS": str(wheels),
            "UV_FIND_LINKS": str(wheels),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        subprocess.run(["bash", "-c", f"export -p > {self.state}"], env=self.given, check=True)

    def type(self, block: str) -> None:
        """Type a block; what serves is asked and stopped, everything else has to end well."""
        before: list[str] = []
        for line in block.splitlines():
            if "forno serve" in line:
                self.run("\n".join(before))
                before = []
                with serving(f"source {self.state}; exec {line}", self.folder, self.given) as address:
                    assert "Mamma Mia!" in httpx.get(address).text
            else:
                before.append(line)
        self.run("\n".join(before))

    def run(self, lines: str) -> None:
        script = f"set -euo pipefail; source {self.state}; set +u\n{lines}\nexport -p > {self.state}"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.given,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{lines}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"


@pytest.mark.parametrize("page", WITH_SHELL, ids=lambda page: page.stem)
def test_what_a_page_says_to_type_works(page: Path, web: Environment, built: Path, tmp_path: Path) -> None:
    if page in IN_A_CHECKOUT:
        (archive,) = built.glob("*.tar.gz")
        with tarfile.open(archive) as parts:
            parts.extractall(tmp_path, filter="data")
        (tmp_path,) = [path for path in tmp_path.iterdir() if path.is_dir()]
    shell = Shell(web, tmp_path, built)
    for block in blocks(page):
        if block.file is not None:
            (tmp_path / block.file).write_text(block.code, encoding="utf-8")
        elif block.language == "sh":
            shell.type(block.code)

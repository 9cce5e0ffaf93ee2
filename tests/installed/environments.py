"""Installed copies of Forno: built once, and installed in environments without a checkout.

Nothing is fetched: what an extra asks for is copied from the environment that the tests run in, and nothing else is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest

from tests.sharing import once

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


@dataclass(frozen=True)
class Environment:
    """Virtual environment with Forno from the wheel."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def variables(self) -> dict[str, str]:
        """Return the environment variables of programs: nothing of the checkout, and an empty home."""
        kept = {key: value for key, value in os.environ.items() if not re.match("PYTHON|VIRTUAL_ENV|FORNO|XDG", key)}
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return kept | {"HOME": str(home), "PATH": path, "COLUMNS": "80", "LANGUAGE": "en"}

    def install(self, *words: str) -> None:
        """Install what pip is told to, with the pip of the tests' own environment."""
        command = [*PIP, "--python", str(self.python), "install", "--no-compile", *words]
        subprocess.run(command, check=True, cwd=self.folder)

    def copy(self, package: Distribution) -> None:
        """Install a package as it lies in the tests' own environment."""
        (packages,) = self.folder.glob("lib/python*/site-packages")
        for file in package.files or []:
            if ".." not in file.parts and "__pycache__" not in file.parts:
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), packages / file)

    def run(self, *words: str, answers: str = "") -> str:
        """Return the output of a command that sees nothing but the environment."""
        done = subprocess.run(
            words, cwd=self.folder, env=self.variables, input=answers, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{words} ends with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        return done.stdout


def asked_for(wheel: Path, *extras: str) -> list[Distribution]:
    """Return the requirements of a wheel's extras, with those that they require in turn."""
    from packaging.metadata import Metadata
    from packaging.requirements import Requirement

    with zipfile.ZipFile(wheel) as parts:
        (name,) = [name for name in parts.namelist() if name.endswith(".dist-info/METADATA")]
        waiting = [(str(need), extras) for need in Metadata.from_email(parts.read(name)).requires_dist or []]
    found: dict[str, Distribution] = {}
    while waiting:
        text, chosen = waiting.pop()
        need = Requirement(text)
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *chosen)):
            there = distribution(need.name)
            if need.extras or there.name not in found:
                waiting += [(part, tuple(need.extras)) for part in there.requires or []]
            found[there.name] = there
    return list(found.values())


def build(folder: Path) -> None:
    """Build source archive and wheel, the wheel from the archive, as for a release."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def environment(folder: Path, python: str = sys.executable) -> Environment:
    """Return a fresh environment, even without pip."""
    subprocess.run([python, "-m", "venv", "--without-pip", str(folder)], check=True)
    return Environment(folder)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the wheel and the source archive."""
    return once(tmp_path_factory, "built", build)


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Environment:
    """Return an environment with Forno alone. pip may look nowhere else, so nothing else can be installed."""
    folder = once(
        tmp_path_factory, "bare", lambda folder: environment(folder).install("--no-index", "--no-cache-dir", str(wheel))
    )
    return Environment(folder)


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Environment:
    """Return an environment with what the server needs."""

    def make(folder: Path) -> None:
        there = environment(folder)
        there.install("--no-index", "--no-deps", str(wheel))
        for part in asked_for(wheel, "web", "arena"):
            there.copy(part)

    return Environment(once(tmp_path_factory, "web", make))

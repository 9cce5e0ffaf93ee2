"""The same wheel plays the same game on every Python that is here; the forge has all that Forno is for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed.environments import Environment, environment

pytestmark = [pytest.mark.release, pytest.mark.slow]

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
CHECKS = """
import forno
from forno.testing import check_many

for info in forno.catalogue():
    check_many(forno.game(info.name, players=3), seeds=range(1))
"""


def pythons() -> list[str]:
    """The interpreters that uv finds on this machine; none is fetched."""
    uv = str(Path(sys.executable).parent / "uv")
    command = [uv, "python", "find", "--no-project", "--offline", "--system"]
    told = os.environ | with_pyenv()
    found = [subprocess.run([*command, version], capture_output=True, text=True, env=told) for version in VERSIONS]
    return [done.stdout.strip() for done in found if done.returncode == 0]


def with_pyenv() -> dict[str, str]:
    """Let pyenv, where it is, answer for all that it has."""
    pyenv = shutil.which("pyenv")
    if pyenv is None:
        return {}
    there = subprocess.run([pyenv, "versions", "--bare"], check=True, capture_output=True, text=True).stdout.split()
    return {"PYENV_VERSION": ":".join(there)}


def test_every_python_plays_the_same_game(bare: Environment, wheel: Path, tmp_path: Path) -> None:
    words = ("forno", "play", "--watch", "--seed", "7")
    here = bare.run(*words)
    there = pythons()
    assert len(there) > 0
    for number, python in enumerate(there):
        other = environment(tmp_path / str(number), python)
        other.install("--no-index", str(wheel))
        assert other.run(*words) == here, python
        other.run(str(other.python), "-W", "error", "-c", CHECKS)
        print(other.run("forno", "--version").strip())

"""Offline package, built once for all tests that need it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import pytest

from tests.sharing import once
from tools import offline
from tools.hosting import Host
from tools.hosting import hosting as serving

ROOT: Final = Path(__file__).parents[2]
WHERE: Final = "some/where"


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert offline.PYODIDE.exists(), "there is no Pyodide: 'make build/pyodide/.done' gets it"
    return once(tmp_path_factory, "host", write) / WHERE


def write(place: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.offline", str(place / WHERE)], check=True, cwd=ROOT)


def hosting(package: Path) -> AbstractContextManager[tuple[str, Host]]:
    """Return the address of the package, under a path that isn't the root, and its server."""
    return serving(package.parents[1], f"{WHERE}/")


@pytest.fixture(scope="session")
def host(package: Path) -> Iterator[str]:
    with hosting(package) as (address, _server):
        yield address

"""Hypothesis plays the same games every time; `--hypothesis-profile=explore` lets it look for others.

Everything speaks English here, whatever the machine speaks, unless a test says otherwise. Servers play no daily tables
in the background: a thousand games a day would take the processor from the tests. NumPy uses one thread in every test
process, as in the command line's own: more take ten times as long while other tests run.

What asks a server or a browser is slow, and so is what starts another process: a test that does, and doesn't say so,
fails.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.amounts import amount

settings.register_profile(
    "ci",
    max_examples=amount(30, 100),
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", settings.get_profile("ci"), derandomize=False)
settings.load_profile("ci")

os.environ["LANGUAGE"] = "en"
os.environ["FORNO_EVENINGS"] = "0"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

pytest_plugins = ["tests.databases", "tests.installed.environments", "tests.web.browsers"]

# Where a shell runs tests behind its back, they and the programs they start would be deaf to Ctrl-C, which is tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


WEB = Path(__file__).parent / "web"
SLOW_PARTS = {"chromium", "package", "server"}
"""A browser, the package that plays without a server, and a server."""


ALL_SLOW = re.compile(r"^pytestmark = .*pytest\.mark\.slow\b", re.MULTILINE)
"""The line in a file whose tests are all slow."""


def asks_a_server(path: Path) -> bool:
    """Whether all tests in a file or folder ask a server."""
    return path.is_relative_to(WEB) or path.name.endswith("_routes.py")


def all_slow(path: Path) -> bool:
    """Whether all tests in a file or folder are slow."""
    return asks_a_server(path) or (path.suffix == ".py" and bool(ALL_SLOW.search(path.read_text(encoding="utf-8"))))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files out of which every test would be left out: their imports take longer than quick tests."""
    return True if config.option.markexpr == "not slow" and all_slow(collection_path) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if asks_a_server(item.path) or SLOW_PARTS.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Leave test files, modules and tests out of every garbage collection: they stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


STARTS_A_PROCESS = {"os.fork", "os.posix_spawn", "subprocess.Popen"}

quick_test: str | None = None
"""The test under way that isn't slow."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    global quick_test
    quick_test = None if item.get_closest_marker("slow") else item.nodeid
    try:
        return (yield)
    finally:
        quick_test = None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Notice worker processes, too, of which Python tells nothing when they start."""
    before = set(multiprocessing.active_children())
    yield
    if quick_test is not None and set(multiprocessing.active_children()) - before:
        raise AssertionError(f"{quick_test} leaves worker processes behind: end them, and mark it as slow")


def notice(event: str, _: object) -> None:
    if quick_test is not None and event in STARTS_A_PROCESS:
        raise AssertionError(f"{quick_test} starts another process: mark it as slow")


sys.addaudithook(notice)

"""Windows of a real browser at a real server, with an eye on everything that goes wrong in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from forno.features.review import review
from forno.features.review.review_queue import OfTable, review_key
from forno.store import open_store
from forno.store.dumps import REVIEWS_PREFIX
from tests.finished import finished
from tests.loops import run
from tests.web.servers import ServerProcess
from tools import scenes
from tools.waiting import WAIT

NO_NETWORK: Final = "net::ERR_"
NO_PAGE: Final = "the server responded with a status of 404"
"""What a browser itself complains of, where a test brings it about."""

Windows = Callable[..., BrowserContext]


class Eye:
    """What went wrong in the windows of a test: errors of scripts, of the console, of the content security policy."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.forgiven: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda error: self.wrong.append(f"script: {error.error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if any(words in message.text for words in self.forgiven):
            return
        self.wrong.append(f"console: {message.text} ({message.location.get('url')})")


@pytest.fixture
def eye() -> Iterator[Eye]:
    eye = Eye()
    yield eye
    assert eye.wrong == []


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one server for all tests that don't do anything to it."""
    process = ServerProcess(tmp_path_factory.mktemp("house"))
    process.start()
    yield process.address
    process.stop()


REVIEWED: Final = finished("reviewed", "pizza-master", max_days=1)
"""A game in which much was done wrong. Anna's key is `key-anna`."""


async def keep_review(path: Path) -> None:
    """Put Anna's review beside her table. A server's own process reviews after all others, so on a busy machine nobody
    knows when: tests/features/review has it."""
    final = REVIEWED.final
    assert final.seed is not None
    source = OfTable(REVIEWED.id, REVIEWED.recipe, final.seed, final.history())
    found = review(source.states(), 0, effort=0.2)
    assert found.findings
    store = open_store(path)
    await store.key_values.put(REVIEWS_PREFIX + REVIEWED.id, {review_key(0): json.dumps(found.as_dict())})
    await store.close()


@pytest.fixture(scope="session")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a table at every scene, and a finished game that is reviewed."""
    folder = tmp_path_factory.mktemp("staged")
    scenes.keep(folder / "tables.sqlite3", [*map(scenes.stage, scenes.SCENES), REVIEWED])
    run(keep_review(folder / "tables.sqlite3"))
    process = ServerProcess(folder)
    process.start()
    yield process.address
    process.stop()


@pytest.fixture
def window(browser: Browser, eye: Eye) -> Iterator[Windows]:
    """Opens windows of people who don't know each other. Nothing moves in them, unless that is wished for."""
    contexts: list[BrowserContext] = []

    def open_window(pace: str = "instant", kept: dict[str, Any] | None = None, **options: Any) -> BrowserContext:
        context = browser.new_context(
            **({"viewport": {"width": 1280, "height": 800}, "locale": "en", "reduced_motion": "reduce"} | options)
        )
        context.set_default_timeout(WAIT * 1000)
        wishes = json.dumps(json.dumps({"pace": pace, "undo": "off", "only": "off"} | (kept or {})))
        # What was wished for on this device before; what is wished for on the page later wins.
        context.add_init_script(
            f"try {{ localStorage.getItem('forno') ?? localStorage.setItem('forno', {wishes}); }} catch {{}}"
        )
        eye.watch(context)
        contexts.append(context)
        return context

    yield open_window
    for context in contexts:
        context.close()


@pytest.fixture
def new_page(window: Windows) -> Callable[..., Page]:
    """A page in a window of its own."""
    return lambda **options: window(**options).new_page()

"""Windows of a real browser at a real server, with a watch on everything that goes wrong in them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, ViewportSize, WebError

from forno.features.review import review
from forno.features.review.review_queue import review_key
from forno.features.review.sources import OfTable
from forno.store import open_store
from forno.store.dumps import REVIEWS_PREFIX
from forno.table.entries import Moved, Opened, Sat
from forno.table.keys import key_hash
from forno.table.table import Table
from tests.finished import finished
from tests.loops import run
from tests.sharing import once
from tests.web.browsers import keep
from tests.web.servers import ServerProcess
from tools import scenes
from tools.scenes import Scene
from tools.waiting import WAIT

NO_NETWORK: Final = "net::ERR_"
NO_PAGE: Final = "the server responded with a status of 404"
"""Messages of the browser itself, where a test causes them."""
NO_SERVICE_WORKER: Final = "Service Worker registration blocked by Playwright"

Windows = Callable[..., BrowserContext]
Pages = Callable[..., Page]
Fresh = Callable[[str], Scene]


class ErrorWatch:
    """Errors in the windows of a test: of scripts, of the console, of the content security policy."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.forgiven: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self.console)
        context.on("weberror", self.error)

    def error(self, error: WebError) -> None:
        self.wrong.append(f"script: {error.error}")

    def console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if any(words in message.text for words in (*self.forgiven, NO_SERVICE_WORKER)):
            return
        self.wrong.append(f"console: {message.text} ({message.location.get('url')})")


@pytest.fixture
def page_errors() -> Iterator[ErrorWatch]:
    page_errors = ErrorWatch()
    yield page_errors
    assert page_errors.wrong == []


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of one server for all tests that change nothing."""
    process = ServerProcess(tmp_path_factory.mktemp("house"))
    process.start()
    yield process.address
    process.stop()


@cache
def reviewed() -> Table:
    """Return a finished game with many mistakes. Anna's key is `key-anna`."""
    return finished("reviewed", "pizza-master", max_days=1)


async def keep_review(path: Path) -> None:
    """Put Anna's review beside her table. A server's own process reviews after all others, so on a busy machine nobody
    knows when: tests/features/review has it."""
    table = reviewed()
    assert table.final.seed is not None
    source = OfTable(table.id, table.recipe, table.final.seed, table.final.history())
    found = review(source.states(), 0, effort=0.2)
    assert found.findings
    store = open_store(path)
    await store.key_values.put(REVIEWS_PREFIX + table.id, {review_key(0): json.dumps(asdict(found))})
    await store.close()


ENDINGS: Final = [
    scene for scene in scenes.SCENES if scene.name in ("scoring", "points", "lessonend", "kitchenlessonend")
]
COPIES: Final = {
    "bombastica": 2,
    "making": 2,
    **dict.fromkeys(["oven", "table", "collecting", "lesson", *(scene.name for scene in ENDINGS)], 1),
}
"""Number of tables at a scene for tests that play on there, each at one of its own."""


def scene_named(name: str) -> Scene:
    return next(scene for scene in (*scenes.SCENES, *scenes.HEAVIEST) if scene.name == name)


def copied(name: str, number: int) -> Scene:
    return replace(scene_named(name), name=f"{name}{number}")


def copy(table: Table, scene: Scene) -> Table:
    """Return a copy of a table under another name."""
    other = Table(scene.id)
    for entry in table.log:
        if isinstance(entry, Opened):
            entry = replace(entry, settings=replace(entry.settings, public=False))
        elif isinstance(entry, Sat):
            entry = replace(entry, key_hash=key_hash(scene.key))
        other.follow(entry)
    return other


LAST_MOVES: Final = 5
"""Number of tables at which the last move is awaited: more than tests that take one."""
LAST_MOVE_KEYS: Final = ("key-of-anna", "key-of-bruno")


def last_move_id(number: int) -> str:
    return f"lastmove{number}"


def before_the_last_move(number: int) -> Table:
    """Return a game of Anna and Bruno without its end."""
    name, guests = last_move_id(number), tuple(zip(("Anna", "Bruno"), LAST_MOVE_KEYS, strict=True))
    log = finished(name, guests=guests, seed=number).log
    last = max(place for place, entry in enumerate(log) if isinstance(entry, Moved))
    return Table.replay(name, log[:last])


LAST_ROUND: Final = "lastround"
LAST_ROUND_MOVES: Final = 9
"""Number of moves, as chance makes them, before the end of that game."""


def in_the_last_round() -> Table:
    """A game of Anna, Bruno and a bot in which much is still to be baked, and help to be asked for."""
    guests = (*zip(("Anna", "Bruno"), LAST_MOVE_KEYS, strict=True), ("cuoco", ""))
    log = finished(LAST_ROUND, guests=guests, edition="grande", helping=True).log
    moves = [place for place, entry in enumerate(log) if type(entry) is Moved]
    return Table.replay(LAST_ROUND, log[: moves[-LAST_ROUND_MOVES]])


def stage(folder: Path) -> None:
    """Store every scene, copies of those that are played on, games before their end, and a reviewed one."""
    path = folder / "tables.sqlite3"
    tables = {scene.name: scenes.stage(scene) for scene in (*scenes.SCENES, *scenes.HEAVIEST)}
    copies = [copy(tables[name], copied(name, number)) for name, most in COPIES.items() for number in range(most)]
    endings = [*map(before_the_last_move, range(LAST_MOVES)), in_the_last_round()]
    scenes.keep(path, [*tables.values(), *copies, *endings, reviewed()])
    run(keep_review(path))


@pytest.fixture(scope="session")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a table at every scene. Who plays on takes a copy (`fresh`)."""
    folder = tmp_path_factory.mktemp("staged")
    shutil.copytree(once(tmp_path_factory, "scenes", stage), folder, dirs_exist_ok=True)
    process = ServerProcess(folder)
    process.start()
    yield process.address
    process.stop()


@pytest.fixture(scope="session")
def fresh() -> Fresh:
    """A copy of a scene, on the server with all of them, at which nobody has played yet."""
    left = {name: iter(range(most)) for name, most in COPIES.items()}
    return lambda name: copied(name, next(left[name]))


DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 800}


def wishing(context: BrowserContext, pace: str, kept: dict[str, Any] | None) -> BrowserContext:
    """The same context, with what was wished for on this device before; what is wished for on the page later wins."""
    context.set_default_timeout(WAIT * 1000)
    wishes = json.dumps(json.dumps({"pace": pace, "undo": "off", "only": "off"} | (kept or {})))
    context.add_init_script(
        f"try {{ localStorage.getItem('forno') ?? localStorage.setItem('forno', {wishes}); }} catch {{}}"
    )
    return context


@pytest.fixture
def window(browser: Browser, page_errors: ErrorWatch) -> Iterator[Windows]:
    """Opens windows of people who don't know each other. Nothing moves in them, unless that is wished for.

    For several tabs, scripts of the test's own, service workers; else `new_page` is cheaper.
    """
    contexts: list[BrowserContext] = []

    def open_window(pace: str = "instant", kept: dict[str, Any] | None = None, **options: Any) -> BrowserContext:
        usual = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "reduce"}
        context = wishing(browser.new_context(**(usual | options)), pace, kept)
        page_errors.watch(context)
        contexts.append(context)
        return context

    yield open_window
    for context in contexts:
        context.close()


class PageOfAll:
    """A page in a window of its own that many tests use, one after the other. It has forgotten what was before."""

    def __init__(self, browser: Browser, pace: str, kept: dict[str, Any] | None, **device: Any) -> None:
        self.context = keep(wishing(browser.new_context(service_workers="block", **device), pace, kept))
        self.page = self.context.new_page()
        self.page_errors: ErrorWatch | None = None
        self.context.on("console", self._console)
        self.context.on("weberror", self._error)

    def _console(self, message: ConsoleMessage) -> None:
        if self.page_errors is not None:
            self.page_errors.console(message)

    def _error(self, error: WebError) -> None:
        if self.page_errors is not None:
            self.page_errors.error(error)

    def forget(self) -> bool:
        """Forget everything; return whether the page can be used again."""
        self.page_errors = None
        try:
            for other in self.context.pages:
                if other is not self.page:
                    other.close()
            self.context.set_offline(False)
            self.context.clear_cookies()
            if self.page.url != "about:blank":
                self.page.goto(urljoin(self.page.url, "/robots.txt"))
                self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        except Error:  # it was closed, or its server is gone
            self.context.close()
            return False
        return True


MAX_PAGES: Final = 6
"""Number of pages that wait for the next test."""
_free: list[tuple[str, PageOfAll]] = []


@pytest.fixture
def new_page(browser: Browser, page_errors: ErrorWatch) -> Iterator[Pages]:
    """Opens a page in a window of its own, of somebody whom nobody knows. Nothing moves, unless that is wished for.

    A page that a test before has used loads in a third of the time. A test that listens to its page's events, or adds
    scripts to it, takes a new one (`window`).
    """
    taken: list[tuple[str, PageOfAll]] = []

    def open_page(
        pace: str = "instant",
        kept: dict[str, Any] | None = None,
        viewport: ViewportSize = DESKTOP,
        reduced_motion: Literal["reduce", "no-preference"] = "reduce",
        color_scheme: Literal["dark", "light"] = "light",
        locale: str = "en",
        **device: Any,
    ) -> Page:
        key = repr((pace, kept, locale, sorted(device.items())))
        there = browser.contexts
        found = next((one for one in _free if one[0] == key and one[1].context in there), None)
        if found is None:
            found = key, PageOfAll(browser, pace, kept, locale=locale, viewport=viewport, **device)
        else:
            _free.remove(found)
        taken.append(found)
        page = found[1].page
        found[1].page_errors = page_errors
        page.set_viewport_size(viewport)
        page.emulate_media(reduced_motion=reduced_motion, color_scheme=color_scheme)
        return page

    yield open_page
    _free.extend(one for one in taken if one[1].forget())
    while len(_free) > MAX_PAGES:
        _free.pop(0)[1].context.close()

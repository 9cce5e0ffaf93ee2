"""Windows of a real browser at a real server, with an eye on everything that goes wrong in them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

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
from tests.web.servers import ServerProcess
from tools import scenes
from tools.scenes import Scene
from tools.waiting import WAIT

NO_NETWORK: Final = "net::ERR_"
NO_PAGE: Final = "the server responded with a status of 404"
"""What a browser itself complains of, where a test brings it about."""

Windows = Callable[..., BrowserContext]
Fresh = Callable[[str], Scene]


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


@cache
def reviewed() -> Table:
    """A finished game in which much was done wrong. Anna's key is `key-anna`."""
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
    await store.key_values.put(REVIEWS_PREFIX + table.id, {review_key(0): json.dumps(found.as_dict())})
    await store.close()


ENDINGS: Final = [
    scene for scene in scenes.SCENES if scene.name in ("scoring", "points", "lessonend", "kitchenlessonend")
]
COPIES: Final = {
    "bombastica": 4,
    "oven": 3,
    "making": 6,
    **dict.fromkeys(["table", "collecting", "lesson", *(scene.name for scene in ENDINGS)], 1),
}
"""Number of tables at a scene for tests that play on there, each at one of its own."""


def scene_named(name: str) -> Scene:
    return next(scene for scene in scenes.SCENES if scene.name == name)


def copied(name: str, number: int) -> Scene:
    return replace(scene_named(name), name=f"{name}{number}")


def copy(table: Table, scene: Scene) -> Table:
    """The same table for somebody else; nobody else finds it."""
    other = Table(scene.id)
    for entry in table.log:
        if isinstance(entry, Opened):
            entry = replace(entry, settings=replace(entry.settings, public=False))
        elif isinstance(entry, Sat):
            entry = replace(entry, key_hash=key_hash(scene.key))
        other.follow(entry)
    return other


LAST_MOVES: Final = 6
"""Number of tables at which the last move is awaited: more than tests that take one."""
LAST_MOVE_KEYS: Final = ("key-of-anna", "key-of-bruno")


def last_move_id(number: int) -> str:
    return f"lastmove{number}"


def before_the_last_move(number: int) -> Table:
    """A game of Anna and Bruno without its end."""
    name, guests = last_move_id(number), tuple(zip(("Anna", "Bruno"), LAST_MOVE_KEYS, strict=True))
    log = finished(name, guests=guests, seed=number).log
    last = max(place for place, entry in enumerate(log) if isinstance(entry, Moved))
    return Table.replay(name, log[:last])


def stage(folder: Path) -> None:
    """Keep in a folder every scene, copies of those that are played on, games before their end, and a reviewed one."""
    path = folder / "tables.sqlite3"
    tables = {scene.name: scenes.stage(scene) for scene in scenes.SCENES}
    copies = [copy(tables[name], copied(name, number)) for name, most in COPIES.items() for number in range(most)]
    scenes.keep(path, [*tables.values(), *copies, *map(before_the_last_move, range(LAST_MOVES)), reviewed()])
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

"""Scenes: moments of games as tables in a store, for screenshots, checks of pages, and trying things out.

A scene is a game played by bots until a moment comes, with a person in one seat whose turn it may be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from forno.bots.bot import Bot
from forno.bots.lineup import bot_seed, read_player
from forno.core.views import View
from forno.games.mamma_mia.face.pieces import book_of
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.games.mamma_mia.rules.actions import Place
from forno.pages.labels import next_name
from forno.pages.lessons import lesson_for
from forno.store import open_store
from forno.store.rows import UNKNOWN, Outlook, summary_of
from forno.table.entries import BotSat, Opened, Sat
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from forno.table.table import Table

NOW: Final = 1_790_000_000.0
"""Time of all scenes, so that each is the same whenever it is made."""
PERSON: Final = "Anna"
MAX_MOVES: Final = 4000

Moment = Callable[[Table, View], bool]


@dataclass(frozen=True)
class Scene:
    """A table at a moment. Everybody but the person in seat 0 is a bot."""

    name: str
    game: str
    options: dict[str, Any]
    moment: Moment
    """Asked before every decision with the table and the person's view; in the end once more."""
    bots: tuple[str, ...] = ("cuoco",)
    """Bots in the other seats, in turn."""
    seeds: Iterable[int | str] = field(default_factory=lambda: range(200))
    """Tried one after the other until the moment comes."""
    lesson: str = ""
    """The lesson that the table is for, if it is for one."""

    @property
    def id(self) -> str:
        """Name of its table."""
        return f"scene{self.name}"

    @property
    def key(self) -> str:
        """Key of the person's seat."""
        return f"key-of-{self.name}"


def your_turn(table: Table, view: View) -> bool:
    return table.awaited == view.seat


def over(table: Table, view: View) -> bool:
    return table.phase == "over"


def won(table: Table, view: View) -> bool:
    return over(table, view) and table.final.outcome.places[0] == 1


def asked(*kinds: str, least: int = 1) -> Moment:
    """Return a condition: the person decides, and at least that many choices are actions of this kind."""

    def moment(table: Table, view: View) -> bool:
        names = [type(table.game.actions[number]).__name__ for number in view.actions]
        return sum(name in kinds for name in names) >= least

    return moment


def trades_besides(table: Table, view: View) -> bool:
    """Return whether the person may trade, complete an order, and take ingredients."""
    return all(asked(kind)(table, view) for kind in ("Trade", "Complete", "Collect"))


def every_ingredient(table: Table, view: View) -> bool:
    """Return whether the person may place each of the game's ingredients."""
    assert isinstance(table.game, MammaMia)
    offered = [table.game.actions[number] for number in view.actions]
    return len({action.kind for action in offered if isinstance(action, Place)}) == table.game.lookups.kinds


def every_need(table: Table, view: View) -> bool:
    """Return whether the person may complete an order of all ingredients from the hand."""
    assert isinstance(table.game, MammaMia)
    assert isinstance(view, MammaMiaView)
    opening = view.opening
    if opening is None or opening.owner is None or not asked("AddMissing")(table, view):
        return False
    card = book_of(table.game).leaves[opening.owner][opening.order or ""].card
    return sum(need > 0 for need in card.needs) == table.game.lookups.kinds


def later(moment: Moment, after: int) -> Moment:
    """Return a condition: the moment, with at least that many entries in the log."""
    return lambda table, view: table.number >= after and moment(table, view)


def lesson(name: str, game: str, moment: Moment) -> Scene:
    """Return a guided first game with its deal, options and bots."""
    found = lesson_for(game)
    assert found is not None
    return Scene(name, game, dict(found.options), moment, found.bots, (found.seed,), found.name)


SCENES: Final = (
    Scene("table", "mamma-mia", {"edition": "classic", "players": 4}, later(asked("Place"), 22)),
    Scene("six", "mamma-mia", {"edition": "grande", "players": 6}, later(every_ingredient, 30)),
    Scene(
        "aid",
        "mamma-mia",
        {"edition": "rio-grande", "players": 5, "memory_aid": True},
        later(every_ingredient, 200),
        seeds=range(25, 200),
    ),
    Scene("oven", "mamma-mia", {"edition": "classic", "players": 5}, later(every_need, 200), seeds=range(3, 200)),
    Scene("bombastica", "mamma-mia", {"edition": "classic", "players": 3}, asked("AddCard")),
    Scene("helping", "mamma-mia", {"edition": "grande", "players": 6}, asked("Help")),
    Scene("choosing", "mamma-mia", {"edition": "grande", "players": 6}, asked("Choose", least=8)),
    Scene("requesting", "mamma-mia", {"edition": "grande", "players": 6}, asked("Request", least=5)),
    Scene("asking", "mamma-mia", {"edition": "grande", "players": 4}, asked("AskForHelp")),
    Scene("scoring", "mamma-mia", {"edition": "classic", "players": 3}, won),
    Scene("discarding", "pizza-master", {"mode": "master", "players": 5}, later(asked("Discard"), 60)),
    Scene("shopping", "pizza-master", {"mode": "trainee", "players": 4}, later(asked("PlaceCoins"), 60)),
    Scene("collecting", "pizza-master", {"mode": "trainee", "players": 4}, later(asked("Collect", least=6), 40)),
    Scene("making", "pizza-master", {"mode": "master", "players": 5}, later(asked("Complete", least=3), 80)),
    Scene("trading", "pizza-master", {"mode": "master", "players": 5}, later(trades_besides, 150)),
    Scene("finishing", "pizza-master", {"mode": "trainee", "players": 4}, later(asked("Finish"), 60)),
    Scene("keeping", "pizza-master", {"mode": "master", "players": 3}, asked("KeepIngredient"), seeds=range(16, 200)),
    Scene(
        "returning", "pizza-master", {"mode": "master", "players": 5}, asked("ReturnIngredient"), seeds=range(18, 200)
    ),
    Scene("day", "pizza-master", {"mode": "tutorial", "players": 2}, later(your_turn, 12)),
    Scene("points", "pizza-master", {"mode": "trainee", "players": 3}, over),
    lesson("lesson", "mamma-mia", your_turn),
    lesson("lessonend", "mamma-mia", over),
    lesson("kitchenlesson", "pizza-master", your_turn),
    lesson("kitchenlessonend", "pizza-master", over),
)

HEAVIEST: Final = (
    Scene("late", "pizza-master", {"mode": "master", "players": 5}, later(your_turn, 340), seeds=range(2, 200)),
    Scene("bill", "mamma-mia", {"edition": "grande", "players": 6}, over, seeds=range(1, 200)),
)
"""Scenes with the longest pages: much on the table of everybody."""


def stage(scene: Scene) -> Table:
    """Return the table at its moment. Raises `LookupError` if no seed leads there."""
    for seed in scene.seeds:
        table = _play(scene, seed)
        if table is not None:
            return table
    raise LookupError(f"no game comes to the moment of {scene.name!r}")


def _play(scene: Scene, seed: int | str) -> Table | None:
    table = Table(scene.id)
    table.follow(
        Opened(NOW, scene.game, scene.options, None, TableSettings(public=not scene.lesson, lesson=scene.lesson))
    )
    table.follow(Sat(NOW, 0, PERSON, key_hash(scene.key)))
    game = table.game
    for other in range(1, game.players):
        bot = scene.bots[(other - 1) % len(scene.bots)]
        table.follow(BotSat(NOW, other, bot, next_name(bot, (seat.name for seat in table.seats))))
    table.follow(table.start(NOW, seed))
    players = [
        read_player(table.seats[other].bot or scene.bots[0]).make(game, other, bot_seed(seed))
        for other in range(game.players)
    ]
    heard = 0
    for _ in range(MAX_MOVES):
        heard = _tell(players, table, heard)
        if scene.moment(table, table.view(0)):
            return table
        seat = table.awaited
        if seat is None:
            return None
        action = players[seat].choose(table.view(seat))
        table.follow(table.decide(NOW, seat, (action,), "bot" if seat else "player"))
    return None


def _tell(players: list[Bot], table: Table, heard: int) -> int:
    events = table.told_events(heard)
    for event in events:
        for seat, player in enumerate(players):
            if (seen := event.seen_by(seat)) is not None:
                player.observe(seen)
    return heard + len(events)


def keep(path: Path, tables: Iterable[Table]) -> None:
    """Store tables in a file. In a thread of its own: where a browser is driven, a loop runs already."""
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, _keep(path, list(tables))).result()


async def _keep(path: Path, tables: list[Table]) -> None:
    store = open_store(path)
    try:
        for table in tables:
            first, *rest = table.log
            assert isinstance(first, Opened)
            await store.create(table.id, first)
            outlooks = [UNKNOWN] * (len(rest) - 1) + [Outlook(table.due, summary_of(table, NOW))]
            written = zip(rest, outlooks, strict=False)
            await asyncio.gather(*(store.append(table.id, number, *both) for number, both in enumerate(written, 1)))
    finally:
        await store.close()

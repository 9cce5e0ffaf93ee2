"""Memory exercises: prepared from games of bots or a visitor's own, stored beside the visitor's book, and rated."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

from forno.bots import DEFAULT_BOT, bots_for, make_bot
from forno.bots.lineup import bot_seed, play_out
from forno.core.chance import Chance
from forno.core.errors import FornoError
from forno.core.events import Event
from forno.core.exercises import LEVELS_BY_NAME, Exercise, Level, Posed, Question
from forno.core.game import Game
from forno.core.language import _, fixed, language, use
from forno.core.plain import from_plain
from forno.core.plugins import load
from forno.core.registry import GameInfo, catalogue, game_info
from forno.features.digests import events_of
from forno.features.you.book_store import BookKey
from forno.pages.face import Guests
from forno.pages.faces import face_for
from forno.pages.labels import bot_face, next_name
from forno.pages.publishing.show import Show
from forno.store import Store
from forno.table.entries import Entry
from forno.table.games import shared_game
from forno.table.guests import names_of
from forno.table.table import Table

MAX_GAMES_TRIED: Final = 40
"""Maximum number of bot games played in search of a suitable one."""

ANSWERED_PREFIX: Final = "memory "
"""Key prefix of answered exercises."""
OPEN_KEY, NUMBER_KEY = "open", "number"
"""Keys of the current exercise, and of the random number under which its answers are stored."""
LEVEL_SIGMA: Final = 2.0
"""Standard deviation of a level's strength in the rating."""
MAX_RATED_EXERCISES: Final = 500
"""Maximum number of exercises in the rating: the latest count."""


@dataclass(frozen=True)
class Film:
    """A stretch of a game as a spectator sees it, in one language; plain text, so that it can be stored."""

    table: str
    """The table at the start, as HTML."""
    steps: str
    """Steps for `static/show.js`, as JSON."""
    told: tuple[str, ...]
    """The same steps as sentences, for browsers without JavaScript."""


def film(game: Game, events: Sequence[Event], start: int, end: int, guests: Guests) -> Film:
    """Return the stretch of a game between two events, in the language of the context."""
    speaks = language()
    show = Show(game)
    show.observe(events[:start])
    table = show.face.layout(game, guests, None, show.board(speaks, guests))
    ((steps, _awaits),) = show.tell_again(events[:start], [events[start:end]], speaks, guests)
    told = tuple(step.beat.tell for step in steps if step.beat.tell)
    return Film(str(table), (b"[%b]" % b",".join(step.json for step in steps)).decode(), told)


class NoExercise(FornoError):
    """No suitable exercise was found."""

    code = "no-exercise"


@dataclass(frozen=True)
class Prepared:
    """A prepared exercise: the stretch of a game to watch, the questions, and the answers."""

    game: str
    level: str
    own: bool
    """Whether it is from one of the visitor's own games."""
    players: int
    film: Film
    questions: tuple[Question, ...]

    def to_json(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    def right(self, answers: Sequence[str]) -> list[bool]:
        """Return, for each question, whether the answer is right."""
        return [_plain(given) == one.answer for one, given in zip(self.questions, answers, strict=True)]


def read_prepared(text: str) -> Prepared:
    """Return a stored exercise."""
    return from_plain(Prepared, json.loads(text))


def _plain(given: str) -> str:
    """Return an answer without surrounding blanks, and numbers without leading zeros."""
    text = given.strip()
    return str(int(text)) if text.isascii() and text.isdecimal() and len(text) < 10 else text


@cache
def exercise_of(game: str) -> Exercise | None:
    """Return the exercise type of a game; `None` for a game without one."""
    place = game_info(game).exercise
    found: Exercise | None = load(place) if place else None
    return found


def games_with_exercises() -> list[GameInfo]:
    return [info for info in catalogue() if info.exercise]


def made_up(game: str, level: str, seed: str, speaks: str) -> Prepared:
    """Return an exercise from a game of bots, determined by the seed. Raises `NoExercise`."""
    exercise, wanted = find_exercise(game, level)
    with use(speaks):
        for attempt in range(MAX_GAMES_TRIED):
            own_seed = f"{seed} {attempt}"
            chance = Chance(own_seed)
            made = shared_game(game, exercise.options(wanted, chance), None)
            names = _people(made)
            events = _play_game(made, own_seed)
            posed = exercise.pose(made, events, names, wanted, chance)
            if posed is not None:
                guests = Guests(names, (True,) * made.players, tuple(bot_face(_level(made), name) for name in names))
                return _ready(made, wanted, False, posed, events, guests)
    raise nothing_to_ask()


def from_tables(tables: Sequence[tuple[str, Sequence[Entry]]], level: str, seed: str, speaks: str) -> Prepared:
    """Return an exercise from the first suitable of these finished tables. Raises `NoExercise`."""
    with use(speaks):
        for table_id, entries in tables:
            try:
                table = Table.replay(table_id, entries)
                events, game = events_of(table), table.game
            except FornoError:
                continue
            exercise = exercise_of(game.name)
            if exercise is None or face_for(game.name).reminds(game):
                continue  # with the memory aid there is nothing to remember
            names = tuple(name or "" for name in names_of(table.seats))
            posed = exercise.pose(game, events, names, LEVELS_BY_NAME[level], Chance(seed))
            if posed is not None:
                guests = Guests(
                    names,
                    tuple(seat.bot is not None for seat in table.seats),
                    tuple(bot_face(seat.bot, seat.name) for seat in table.seats),
                )
                return _ready(game, LEVELS_BY_NAME[level], True, posed, events, guests)
    raise nothing_to_ask()


def nothing_to_ask() -> NoExercise:
    return NoExercise(_("None of these games fits this level. Choose another level, or a new game."))


def find_exercise(game: str, level: str) -> tuple[Exercise, Level]:
    """Return the exercise of a game and the level of that name. Raises `NoExercise`."""
    exercise = exercise_of(game)
    if exercise is None or level not in LEVELS_BY_NAME:
        raise NoExercise(_("We can't find that exercise. Choose one on the page."))
    return exercise, LEVELS_BY_NAME[level]


def _ready(game: Game, level: Level, own: bool, posed: Posed, events: Sequence[Event], guests: Guests) -> Prepared:
    shown = film(game, events, posed.start, posed.end, guests)
    return Prepared(game.name, level.name, own, game.players, shown, posed.questions)


def _level(game: Game) -> str:
    names = [bot.name for bot in bots_for(game.name)]
    return DEFAULT_BOT if DEFAULT_BOT in names else names[0]


def _people(game: Game) -> tuple[str, ...]:
    names: list[str] = []
    for seat in range(game.players):
        names.append(next_name(_level(game), names) or game.seat_name(seat).capitalize())
    return tuple(names)


def _play_game(game: Game, seed: str) -> list[Event]:
    """Play a game with bots to its end. Return all its events."""
    bots = [make_bot(_level(game), game, seat, bot_seed(f"{seed} {seat}")) for seat in range(game.players)]
    return play_out(game.deal(seed), bots)


@dataclass(frozen=True)
class Done:
    """An answered exercise."""

    time: float
    game: str
    level: str
    own: bool
    right: int
    of: int
    answers: Sequence[str] = ()


@dataclass(frozen=True)
class Rated:
    """Memory rating after an exercise, with its standard deviation."""

    value: float
    unsure: float

    def __str__(self) -> str:
        return fixed(self.value)

    def change_from(self, before: Rated) -> str:
        """Return the difference with its sign."""
        change = round(self.value, 1) - round(before.value, 1)
        return ("−" if change < 0 else "+") + fixed(abs(change))


@dataclass(frozen=True)
class Current:
    """A visitor's current exercise."""

    prepared: Prepared
    name: str
    """Key under which its answers are stored."""
    done: Done | None
    """The result, once it is answered."""


class Memories:
    """Stores visitors' exercises."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def begin(self, book: BookKey, prepared: Prepared) -> None:
        """Store a new open exercise in place of any other."""
        await self.store.key_values.clear(book.exercise_namespace)
        await self.store.key_values.put(
            book.exercise_namespace, {OPEN_KEY: prepared.to_json(), NUMBER_KEY: secrets.token_hex(8)}
        )

    async def current(self, book: BookKey) -> Current | None:
        """Return the current exercise, with its answers once it is answered."""
        stored = await self.store.key_values.read(book.exercise_namespace)
        if OPEN_KEY not in stored:
            return None
        name = ANSWERED_PREFIX + stored.get(NUMBER_KEY, "")
        done = await self.store.key_values.get(book.namespace, name)
        return Current(read_prepared(stored[OPEN_KEY]), name, Done(**json.loads(done)) if done else None)

    async def answer(self, book: BookKey, current: Current, answers: Sequence[str]) -> None:
        """Store the answers to an exercise, which adds it to the rating. Only the first answers count."""
        prepared, right = current.prepared, current.prepared.right(answers)
        result = self.store.now(), prepared.game, prepared.level, prepared.own, sum(right), len(right)
        await self.store.key_values.put_new(
            book.namespace, current.name, json.dumps(asdict(Done(*result, tuple(answers))))
        )

    async def done(self, book: BookKey) -> list[Done]:
        """Return the latest answered exercises, the oldest first."""
        stored = await self.store.key_values.read(book.namespace)
        found = [Done(**json.loads(text)) for name, text in stored.items() if name.startswith(ANSWERED_PREFIX)]
        return sorted(found, key=lambda one: one.time)[-MAX_RATED_EXERCISES:]


def rate(done: Sequence[Done]) -> list[Rated]:
    """Return the rating before the first exercise and after each: a match against its level, whose strength is fixed.

    All answers right is a win, at least half of them a draw, fewer a loss.
    """
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce()
    mine = model.rating()
    found = [Rated(mine.mu, mine.sigma)]
    for one in done:
        level = model.rating(mu=LEVELS_BY_NAME[one.level].strength, sigma=LEVEL_SIGMA)
        ranks = [1.0, 2.0] if one.right == one.of else [1.0, 1.0] if 2 * one.right >= one.of else [2.0, 1.0]
        ((mine,), _level) = model.rate([[mine], [level]], ranks=ranks)
        found.append(Rated(mine.mu, mine.sigma))
    return found

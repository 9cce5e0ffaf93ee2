"""Memory exercises, prepared from games of bots or from a visitor's own games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Final

from forno.bots import DEFAULT_BOT, bots_for, make_bot
from forno.bots.lineup import bot_seed
from forno.core.chance import Chance
from forno.core.errors import FornoError
from forno.core.events import Event
from forno.core.exercises import LEVELS_BY_NAME, Exercise, Level, Posed, Question
from forno.core.game import Game
from forno.core.language import _, language, use
from forno.core.plugins import load
from forno.core.registry import GameInfo, catalogue, game_info
from forno.features.digests import events_of
from forno.pages.face import Guests
from forno.pages.faces import face_for
from forno.pages.labels import bot_face, next_name
from forno.pages.publishing.show import Show
from forno.table.entries import Entry
from forno.table.games import shared_game
from forno.table.guests import names_of
from forno.table.table import Table

MAX_GAMES_TRIED: Final = 40
"""Maximum number of bot games played in search of a suitable one."""


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
    data = json.loads(text)
    data["film"] = Film(data["film"]["table"], data["film"]["steps"], tuple(data["film"]["told"]))
    data["questions"] = tuple(
        Question(one["about"], one["label"], tuple(map(tuple, one["choices"])), one["answer"], one.get("picture", ""))
        for one in data["questions"]
    )
    return Prepared(**data)


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
    exercise, wanted = _find_exercise(game, level)
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


def _find_exercise(game: str, level: str) -> tuple[Exercise, Level]:
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
    state = game.deal(seed)
    bots = [make_bot(_level(game), game, seat, bot_seed(f"{seed} {seat}")) for seat in range(game.players)]
    events: list[Event] = list(state.events)
    told = 0
    try:
        while not state.is_over:
            for event in events[told:]:
                for seat, bot in enumerate(bots):
                    if (seen := event.seen_by(seat)) is not None:
                        bot.observe(seen)
            told = len(events)
            events += state.apply(bots[state.seat].choose(state.view(state.seat)))
    finally:
        for bot in bots:
            bot.close()
    return events

"""Replays: the state and the HTML of a game at one of its steps.

Uploaded records may be long, so all of this runs in worker processes (`ProcessPool`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from forno.core.errors import RecordError
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.language import _, language, use
from forno.core.records import Record
from forno.core.registry import game_info, read_deck
from forno.live.commands.arguments import whole_number
from forno.pages.face import Guests
from forno.pages.faces import face_for
from forno.pages.html import NOTHING, Markup, together
from forno.pages.labels import heading
from forno.pages.publishing.show import LogLine
from forno.table.composing import is_shown
from forno.table.games import DECK_NAME, Recipe, begun_game

ALL_SEATS: Final = "all"
NOBODY: Final = "none"
MAX_RECORD_CHARACTERS: Final = 200_000
"""Maximum length of a record: four times the longest game of random players."""


@dataclass(frozen=True)
class Looking:
    """Requested step, point of view and language of a replay."""

    at: int | None
    """Step to show; `None` for the last."""
    seen_by: str
    """Point of view: a seat's number, `ALL_SEATS` or `NOBODY`."""
    language: str


@dataclass(frozen=True)
class Scene:
    """State of a game at one of its steps."""

    state: State
    at: int
    steps: tuple[tuple[Event, ...], ...]
    """Events of each step of the game."""
    place: int
    """Number of actions before this step."""


@dataclass(frozen=True)
class Hand:
    """An open hand."""

    name: str
    colour: str
    html: Markup


@dataclass(frozen=True)
class ShownScene:
    """Content of the replay page for one step."""

    game: str
    variant: str
    players: int
    names: tuple[str, ...]
    table: Markup
    hands: tuple[Hand, ...]
    ending: Markup
    told: tuple[LogLine, ...]
    story: tuple[str, ...]
    """One sentence for every step of the game."""
    at: int
    seen_by: str
    place: int
    """Number of actions before the step."""


def looking(sent: Mapping[str, Any]) -> Looking:
    """Return the request in a form or query; the step of a button takes precedence over the slider's."""
    steps = [step for key in ("go", "at") if (step := whole_number(sent.get(key))) is not None]
    return Looking(steps[0] if steps else 0, str(sent.get("seat") or ALL_SEATS), language())


def show_table(recipe: Recipe, seed: int | str, actions: Sequence[int], guests: Guests, looking: Looking) -> ShownScene:
    """Return the replay page of a game played at a table of this server."""
    with use(looking.language):
        return scene_content(scene(_states(begun_game(*recipe), seed, actions), looking.at), guests, looking.seen_by)


def show_record(text: str, deck: str | None, looking: Looking) -> ShownScene:
    """Return the replay page of a record. Raises `RecordError` and `DeckError`."""
    with use(looking.language):
        record = read_record(text, deck)
        found = scene((state for _line, state in record.steps()), looking.at)
        game = record.game
        info = game_info(game.name)
        names = tuple(info.seat_title(game.seat_name(seat)).capitalize() for seat in range(game.players))
        return scene_content(found, Guests(names, (False,) * game.players), looking.seen_by)


def read_record(text: str, deck: str | None) -> Record:
    """Parse a record, with the custom deck of its game if there is one. Raises `RecordError` and `DeckError`."""
    if len(text) > MAX_RECORD_CHARACTERS:
        raise RecordError(_("this is too long; {most} characters are enough.").format(most=MAX_RECORD_CHARACTERS))
    if deck is None:
        return Record.parse(text)
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("game:")]
    return Record.parse(text, read_deck(names[0] if names else "", deck, DECK_NAME))


def _states(game: Game, seed: int | str, actions: Sequence[int]) -> Iterator[State]:
    """Yield the state as dealt and after every action: the same object, changed in place."""
    state = game.deal(seed)
    yield state
    for action in actions:
        state.apply(action)
        yield state


def scene(states: Iterable[State], at: int | None) -> Scene:
    """Return the game at step `at`, or at its last step. Actions without a visible event join the step before."""
    steps: list[list[Event]] = []
    found: State | None = None
    reached = 0
    for place, state in enumerate(states):
        if not steps or any(map(is_shown, state.events)):
            steps.append([])
            if at is None or len(steps) <= at + 1:
                found, reached = state.clone(), place
        steps[-1] += state.events
    assert found is not None
    last = len(steps) - 1
    return Scene(found, last if at is None else min(at, last), tuple(map(tuple, steps)), reached)


def scene_content(scene: Scene, guests: Guests, seen_by: str) -> ShownScene:
    """Return the page content for a scene: as a seat sees it, without any hand, or with all hands open."""
    state, game = scene.state, scene.state.game
    face, dealt = face_for(game.name), _("The cards are dealt.")
    seat = int(seen_by) if seen_by.isdecimal() and len(seen_by) < 3 and int(seen_by) < game.players else None
    everything = seat is None and seen_by != NOBODY
    regions = face.board(state.view(None), guests)
    if seat is not None:
        regions |= face.own(state.view(seat), guests, None)
    hands = []
    for place in range(game.players) if everything else ():
        own = face.own(state.view(place), guests, None)
        hands.append(Hand(guests.names[place], game.seat_name(place), own.get("hand") or together(own.values())))
    return ShownScene(
        game=game.name,
        variant=str(game.options.get(game_info(game.name).variant, "")),
        players=game.players,
        names=guests.names,
        table=face.layout(game, guests, seat, regions),
        hands=tuple(hands),
        ending=together(heading(state.outcome.places, guests.names, ()), face.ending(state.view(None), guests))
        if state.is_over
        else NOTHING,
        told=tuple(step_lines(game, scene.steps[scene.at], guests, seat)),
        story=tuple(
            [next((line.tell for line in step_lines(game, step, guests, None)), dealt) for step in scene.steps]
        ),
        at=scene.at,
        seen_by=str(seat) if seat is not None else ALL_SEATS if everything else NOBODY,
        place=scene.place,
    )


def step_lines(game: Game, events: Iterable[Event], guests: Guests, seat: int | None) -> Iterator[LogLine]:
    """Yield the lines of the log for the events of a step."""
    face = face_for(game.name)
    for event in events:
        seen = event.seen_by(None)
        beat = None if seen is None else face.beat(game, seen, guests)
        if beat is not None and beat.tell:
            yield LogLine(beat.tell, beat.why, beat.html)
        mine = None if seat is None else event.seen_by(seat)
        aside = "" if mine is None else face.aside(game, mine, guests)
        if aside:
            yield LogLine(aside, aside=True)

"""Finished games once more, step by step, from any seat or with all hands open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath

from forno.core.errors import FornoError, RecordError
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.records import Record
from forno.core.registry import game_info, read_deck
from forno.publishing.face import Guests
from forno.publishing.faces import face_for
from forno.publishing.html import fill, together
from forno.table.composing import is_shown
from forno.table.settled import DECK_NAME
from forno.web.errors import explain
from forno.web.pages import deck_text
from forno.web.rendering import game_card
from forno.web.telling import Line
from forno.web.visits import Answer, Visit, number
from forno.web.words import variant_text

ALL, NOBODY = "all", "none"

Web = Request[Any, Any, Any]


@dataclass(frozen=True)
class Scene:
    """A recorded game at one of its steps."""

    state: State
    events: tuple[Event, ...]
    """What happened in the step."""
    at: int
    last: int


def scene(game: Game, seed: int | str, actions: list[int], at: int | None) -> Scene:
    """The game after so many steps, the last one if none is named. What nobody noticed is no step of its own."""
    state = game.deal(seed)
    stops = [0]
    told = [list(state.events)]
    for place, action in enumerate(actions, 1):
        events = state.apply(action)
        told[-1] += [] if any(map(is_shown, events)) else events
        if any(map(is_shown, events)):
            stops.append(place)
            told.append(list(events))
    last = len(stops) - 1
    at = last if at is None else max(0, min(at, last))
    state = game.deal(seed)
    for action in actions[: stops[at]]:
        state.apply(action)
    return Scene(state, tuple(told[at]), at, last)


@get("/t/{table:str}/replay", include_in_schema=False)
async def replay_table(request: Web, table: FromPath[str]) -> Response[Any]:
    """A finished game of this server."""
    visit = Visit(request)
    live = await visit.house.find(table)
    record = live.table.record()
    state = live.table.state
    assert state is not None
    query = request.query_params
    shown = scene(live.table.game, record.seed, state.history(), step_of(query, 0))
    names = live.guests().names
    guests = Guests(names, tuple(seat.bot is not None for seat in live.table.seats))
    return replay_page(visit, shown, guests, str(query.get("seat", ALL)), f"/t/{live.id}/replay")


@get("/replay", include_in_schema=False)
async def replay_form(request: Web) -> Response[Any]:
    return Visit(request).page("replay_any.html", wrong="", record="")


@post("/replay", include_in_schema=False)
async def replay_any(request: Web) -> Response[Any]:
    """A record that was pasted or uploaded. It is kept nowhere: every step sends it again."""
    visit = Visit(request)
    visit.house.moves.count(visit.client)
    form = await request.form()
    text = str(form.get("record") or "")
    upload = form.get("file")
    try:
        if isinstance(upload, UploadFile) and upload.filename:
            text = read_text(await upload.read())
        deck = await deck_text(form.get("deck")) or str(form.get("deck_text") or "") or None
        record = read_record(text, deck)
        state = record.replay()
        shown = scene(record.game, record.seed, state.history(), step_of(form, 0))
    except FornoError as error:
        status, _code, sentence = explain(error)
        return visit.page("replay_any.html", status, wrong=sentence, record=text)
    info = game_info(record.game.name)
    names = tuple(info.seat_title(record.game.seat_name(seat)).capitalize() for seat in range(record.game.players))
    guests = Guests(names, (False,) * record.game.players)
    return replay_page(visit, shown, guests, str(form.get("seat") or ALL), "/replay", text, deck or "")


def read_text(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(_("this file is no record: it isn't text.")) from None


def read_record(text: str, deck: str | None) -> Record:
    """A record, with the deck of one's own that it was played with."""
    if deck is None:
        return Record.parse(text)
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("game:")]
    return Record.parse(text, read_deck(names[0] if names else "", deck, DECK_NAME))


def step_of(sent: Any, usual: int | None) -> int | None:
    """The step that a button names, or else the slider."""
    for key in ("go", "at"):
        step = number(sent.get(key))
        if step is not None:
            return step
    return usual


def replay_page(
    visit: Visit, shown: Scene, guests: Guests, seen_by: str, action: str, pasted: str = "", deck: str = ""
) -> Answer:
    state, game = shown.state, shown.state.game
    info = game_info(game.name)
    face = face_for(game.name)
    seat = number(seen_by)
    seat = seat if seat is not None and seat < game.players else None
    everything = seat is None and seen_by != NOBODY
    regions = face.board(state.view(None), guests)
    if seat is not None:
        regions |= face.own(state.view(seat), guests, None)
    hands = []
    for place in range(game.players) if everything else ():
        own = face.own(state.view(place), guests, None)
        html = own.get("hand") or together(own.values())
        hands.append({"name": guests.names[place], "colour": game.seat_name(place), "html": html})
    seats = [(ALL, _("everybody: all hands open")), (NOBODY, _("a spectator"))]
    seats += [(str(place), name) for place, name in enumerate(guests.names)]
    return visit.page(
        "replay.html",
        game=game_card(info),
        scope=face_for(info.name).scope,
        title=f"{info.title} · {variant_text(info, str(game.options.get(info.variant, '')), game.players)}",
        sheets=["rooms.css", f"{info.name}.css", "learn.css"],
        players=game.players,
        table=fill(face.layout(game, guests, seat), regions),
        hands=hands,
        ending=face.ending(state.view(None), guests),
        told=told(game, shown, guests, seat),
        at=shown.at,
        last=shown.last,
        seats=seats,
        seen_by=str(seat) if seat is not None else ALL if everything else NOBODY,
        action=action,
        pasted=pasted,
        deck_text=deck,
        rules_link=f"/rules/{info.name}",
    )


def told(game: Game, shown: Scene, guests: Guests, seat: int | None) -> list[Line]:
    """The lines of the step."""
    face = face_for(game.name)
    lines = []
    for event in shown.events:
        seen = event.seen_by(None)
        beat = None if seen is None else face.beat(game, seen, guests)
        if beat is not None and beat.tell:
            lines.append(Line(beat.tell, beat.why, beat.html))
        mine = None if seat is None else event.seen_by(seat)
        aside = "" if mine is None else face.aside(game, mine, guests)
        if aside:
            lines.append(Line(aside, aside=True))
    return lines


HANDLERS: Final = [replay_table, replay_form, replay_any]

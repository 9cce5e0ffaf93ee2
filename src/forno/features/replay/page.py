"""Replays: the state of a game at one of its steps, and its page with the whole story and the controls.

Uploaded records may be long, so games are replayed in worker processes (`ProcessPool`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from forno.core.errors import RecordError
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.language import N_, _, capital, labelled, language, use
from forno.core.records import Record
from forno.core.registry import game_info, read_deck
from forno.live.commands.arguments import whole_number
from forno.pages.documents.document import PageContext, Preview, table_document, titled_page, why_dialog
from forno.pages.face import Guests
from forno.pages.faces import face_for
from forno.pages.html import NOTHING, Markup, hidden_fields, labelled_field, quiet_button, select, submit, tag, together
from forno.pages.labels import heading, variant_text
from forno.pages.publishing.show import LogLine, log_lines
from forno.table.composing import is_shown
from forno.table.games import DECK_NAME, Recipe, replayed_states

ALL_SEATS: Final = "all"
NOBODY: Final = "none"
MAX_RECORD_CHARACTERS: Final = 200_000
"""Maximum length of a record: four times the longest game of random players."""

PACES: Final = {"slow": N_("Slow"), "normal": N_("Normal"), "fast": N_("Fast"), "instant": N_("Instant")}


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
        return scene_content(scene(replayed_states(recipe, seed, actions), looking.at), guests, looking.seen_by)


def show_record(text: str, deck: str | None, looking: Looking) -> ShownScene:
    """Return the replay page of a record. Raises `RecordError` and `DeckError`."""
    with use(looking.language):
        record = read_record(text, deck)
        found = scene((state for _line, state in record.steps()), looking.at)
        game = record.game
        return scene_content(found, Guests(record_names(game), (False,) * game.players), looking.seen_by)


def record_names(game: Game) -> tuple[str, ...]:
    """Return the seats' names in a record, which names nobody."""
    info = game_info(game.name)
    return tuple(info.seat_title(game.seat_name(seat)).capitalize() for seat in range(game.players))


def read_record(text: str, deck: str | None) -> Record:
    """Parse a record, with the custom deck of its game if there is one. Raises `RecordError` and `DeckError`."""
    if len(text) > MAX_RECORD_CHARACTERS:
        raise RecordError(_("this is too long; use at most {most} characters.").format(most=MAX_RECORD_CHARACTERS))
    if deck is None:
        return Record.parse(text)
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("game:")]
    return Record.parse(text, read_deck(names[0] if names else "", deck, DECK_NAME))


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
            yield LogLine(beat.tell, beat.why, beat.html, aloud=beat.aloud)
        mine = None if seat is None else event.seen_by(seat)
        aside = "" if mine is None else face.aside(game, mine, guests)
        if aside:
            yield LogLine(aside, aside=True)


def replay_page(
    context: PageContext,
    shown: ShownScene,
    action: str,
    pasted: str = "",
    deck: str = "",
    review: str = "",
    trial: str = "",
    preview: Preview | None = None,
) -> Markup:
    """Return the page of a recorded game. A `pasted` record isn't stored: every step sends it again.

    `review` and `trial` are the addresses of the review and of trial games; empty if there are none.
    """
    info = game_info(shown.game)
    title = labelled(_("Watch it again"), f"{info.title} · {variant_text(info, shown.variant, shown.players)}")
    hands = [_hand(shown.game, hand) for hand in shown.hands]
    table = tag(
        "div.play",
        tag("h2.unseen", _("The table")),
        tag(f"div#table.table-{shown.game}", shown.table),
        tag("div.open-hands", hands) if hands else None,
        tag("section.ending.room", shown.ending) if shown.ending else None,
    )
    beside = tag(
        "aside.side",
        _events_section(context, shown, action, bool(pasted), review, trial),
        _story(shown, action, bool(pasted)),
        aria_label=_("Beside the table"),
    )
    return table_document(
        context,
        info.name,
        title,
        table,
        beside,
        _bar(context, shown, action, pasted, deck),
        body={
            "class_": "at-table replay",
            "data_game": info.name,
            "data_players": shown.players,
            "data_phase": "replay",
        },
        script="replay.js",
        preview=preview,
        last=why_dialog(context),
    )


def record_page(context: PageContext, record: str = "", wrong: str = "") -> Markup:
    """Return the form for a record to be watched: after a mistake with what was sent."""
    deck = capital(_("deck file, if the game doesn't use the standard deck"))
    review = quiet_button(_("Review"), formaction="/review")
    form = context.form(
        "/replay",
        labelled_field(
            "record",
            _("Paste a record here"),
            tag("textarea#record", record, name="record", rows=12, spellcheck="false"),
        ),
        labelled_field(
            "file", _("Or choose a file"), tag("input#file", name="file", type="file", accept=".txt,text/plain")
        ),
        labelled_field("deck", deck, tag("input#deck", name="deck", type="file", accept=".toml,text/plain")),
        tag("p.actions", submit(_("Watch")), review),
        selector="form.paper",
        enctype="multipart/form-data",
    )
    return titled_page(context, _("Watch a recorded game"), form, wrong=wrong)


def _hand(game: str, hand: Hand) -> Markup:
    cards = tag(f"div.{game}", hand.html, tabindex=0, role="group", aria_label=hand.name)
    return tag(f"section.leaf.open-hand.c-{hand.colour}", tag("h2", hand.name), cards)


def _address(shown: ShownScene, action: str, step: int) -> str:
    return f"{action}?at={step}&seat={shown.seen_by}"


def _events_section(
    context: PageContext, shown: ShownScene, action: str, pasted: bool, review: str, trial: str
) -> Markup:
    lines = log_lines(shown.game, shown.told) or tag("li", _("The cards are dealt."))
    ways: list[Markup | None] = [] if pasted else [_copy(_address(shown, action, shown.at))]
    if review:
        ways += [_review(shown, review, pasted), _trial(context, shown, trial)]
    return tag(
        "section.leaf",
        tag("h2", _("What happened")),
        tag("ol.log", lines, data_why=f"/rules/{shown.game}#RULE"),
        tag("div.actions", ways) if ways else None,
    )


def _copy(address: str) -> Markup:
    return tag("button.quiet", _("Copy a link to this moment"), type="button", data_copy=address)


def _review(shown: ShownScene, address: str, pasted: bool) -> Markup:
    """Return the link to the game's review, for the seat whose point of view is shown, if it is one."""
    if pasted:
        return tag("button.quiet", _("Review"), form="replay-bar", formaction=address)
    return tag("a.quiet", _("Review"), href=f"{address}?seat={shown.seen_by}" if shown.seen_by.isdecimal() else address)


def _trial(context: PageContext, shown: ShownScene, address: str) -> Markup | None:
    """Return the button that starts a trial game from this moment, unless the game is over."""
    if not address or shown.ending:
        return None
    seat = {"seat": shown.seen_by} if shown.seen_by.isdecimal() else {}
    return context.form(address, hidden_fields(place=shown.place, **seat), tag("button.quiet", _("Try it from here")))


def _story(shown: ShownScene, action: str, pasted: bool) -> Markup:
    def line(step: int, told: str) -> Markup:
        if pasted:
            way = tag("button.link", told, form="replay-bar", name="go", value=step)
        else:
            way = tag("a", told, href=_address(shown, action, step), data_go=step)
        return tag("li", way, aria_current="step" if step == shown.at else None)

    lines = [line(step, told) for step, told in enumerate(shown.story)]
    whole = _("The whole game")
    return tag("section.leaf", tag("h2", whole), tag("ol.story", lines, start=0, tabindex=0, aria_label=whole))


def _bar(context: PageContext, shown: ShownScene, action: str, pasted: str, deck: str) -> Markup:
    at, last = shown.at, len(shown.story) - 1
    sent = context.csrf_field() + hidden_fields(record=pasted, deck_text=deck) if pasted else None

    def to(word: str, step: int, far: bool = False) -> Markup:
        return tag("button.quiet.far" if far else "button.quiet", word, name="go", value=step, disabled=step == at)

    seats = [(ALL_SEATS, _("all hands open")), (NOBODY, _("spectator"))]
    seats += [(str(place), name) for place, name in enumerate(shown.names)]
    paces = [(value, _(name)) for value, name in PACES.items()]
    play = {"data_play": _("Play"), "data_pause": _("Pause")}
    return tag(
        "form#replay-bar.replay-bar",
        sent,
        tag("button#play.go", _("Play"), type="button", hidden=True, **play),
        to(_("Beginning"), 0, far=True),
        to(_("Back"), max(at - 1, 0)),
        tag("input#at", type="range", aria_label=_("Step"), name="at", min=0, max=last, value=at),
        tag("span.where", _("{part} of {whole}").format(part=at, whole=last)),
        to(_("Next"), min(at + 1, last)),
        to(_("End"), last, far=True),
        tag("label", _("View"), for_="seat"),  # Translators: a label: whose hand is shown
        select("seat", "seat", seats, shown.seen_by),
        tag("label", _("Pace"), for_="pace", hidden=True),
        select("pace", None, paces, data_setting="pace", hidden=True),
        quiet_button(_("Go there")),
        method="post" if pasted else "get",
        action=action,
    )

"""The entries of a table's log, and their text.

A table is its log: whatever happens to it is an entry, and the same entries make the same table. So all chance (the
seed) and all time come with the entries. Times are seconds since the epoch.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from math import isfinite
from typing import Any, ClassVar, Final

from forno.core.language import _
from forno.table.errors import BadEntry

PACES: Final = ("slow", "normal", "fast", "instant")
BY: Final = ("player", "bot", "clock")
ROOMS: Final = ("table", "spectators")
OCCASIONS: Final = ("lesson", "daily")
"""Settings of few tables."""


@dataclass(frozen=True)
class Settings:
    """What the table settles beside the rules."""

    public: bool = False
    """Whether the lobby lists the table."""
    clock: int = 0
    """Seconds for a decision; 0 for as long as one likes."""
    pace: str = "normal"
    lesson: str = ""
    """The lesson that is given here, with its own deal; empty at all other tables."""
    daily: int = 0
    """The day whose table this is, with the deal of that day; 0 at all other tables."""


@dataclass(frozen=True)
class Entry:
    """One line of the log."""

    kind: ClassVar[str] = ""

    time: float

    def to_json(self) -> str:
        """The entry as a line of text."""
        data: dict[str, Any] = {"kind": self.kind} | vars(self)
        if "settings" in data:
            # Tables without a lesson or a day say nothing of it, as those did that were opened before there were any.
            data["settings"] = {
                name: value for name, value in vars(data["settings"]).items() if name not in OCCASIONS or value
            }
        if data.get("secret") == "":
            del data["secret"]  # as at tables that were opened before deals were sealed
        return _write(data)


@dataclass(frozen=True)
class Opened(Entry):
    """The table is opened: always the first entry."""

    kind = "opened"

    game: str
    options: Mapping[str, Any]
    """As `forno.game` takes them, without the deck."""
    deck_text: str | None = None
    """The text of a deck of your own."""
    settings: Settings = field(default_factory=Settings)
    secret: str = ""
    """What the deal will come from, together with what the seats add: only its seal is told before the end. Empty at
    tables whose deal isn't sealed."""


@dataclass(frozen=True)
class Sat(Entry):
    """Somebody takes a seat."""

    kind = "sat"

    seat: int
    name: str
    key_hash: str


@dataclass(frozen=True)
class Renamed(Entry):
    """Somebody says before the start what they are called."""

    kind = "renamed"

    seat: int
    name: str


@dataclass(frozen=True)
class Left(Entry):
    """Somebody gives the seat up before the start."""

    kind = "left"

    seat: int


@dataclass(frozen=True)
class BotSat(Entry):
    """The host invites a bot."""

    kind = "bot-sat"

    seat: int
    bot: str
    name: str = ""
    """What it is called; empty for one that is called after itself."""


@dataclass(frozen=True)
class SeatCleared(Entry):
    """The host takes a bot or a person from a seat before the start."""

    kind = "seat-cleared"

    seat: int


@dataclass(frozen=True)
class Configured(Entry):
    """The host changes options and settings before the start."""

    kind = "configured"

    options: Mapping[str, Any]
    settings: Settings


@dataclass(frozen=True)
class Continued(Entry):
    """The table goes on from a moment of a finished game: whatever happens here changes nothing there."""

    kind = "continued"

    table: str
    """Where that game was played."""
    seed: int | str
    actions: tuple[int, ...]
    """All that was decided there before the moment."""


@dataclass(frozen=True)
class Promised(Entry):
    """A seat has drawn a number for the deal, and shows its hash."""

    kind = "promised"

    seat: int
    promise: str


@dataclass(frozen=True)
class Called(Entry):
    """The host starts: whoever promised a number shows it now. Nobody comes or goes any more."""

    kind = "called"

    patience: float
    """So many seconds later the cards are dealt without those who didn't."""


@dataclass(frozen=True)
class Shown(Entry):
    """A seat shows the number that it promised."""

    kind = "shown"

    seat: int
    number: str


@dataclass(frozen=True)
class Started(Entry):
    """The cards are dealt from this seed, and the game is played by these rules to its end."""

    kind = "started"

    seed: int | str
    rules: int | None
    """The version of the game's rules, and …"""
    deck: str | None
    """… the fingerprint of its deck. `None` in logs that were begun before either was written down."""


@dataclass(frozen=True)
class Moved(Entry):
    """A seat decided: a whole turn as it was composed, or a part of it."""

    kind = "moved"

    seat: int
    actions: tuple[int, ...]
    by: str = "player"
    """`player`, `bot` (one that plays this seat) or `clock` (a bot, since the time was up)."""

    def to_json(self) -> str:
        """The same text as any entry's, put together by hand: it is written with every move."""
        actions = ",".join(map(str, self.actions))
        what = f'"seat":{self.seat},"actions":[{actions}],"by":"{self.by}"'
        return f'{{"kind":"{self.kind}","time":{self.time!r},{what}}}'


@dataclass(frozen=True)
class Forced(Moved):
    """A seat gave the only answer that it had. The rules have gone on without it: now it may be told."""

    kind = "forced"


@dataclass(frozen=True)
class StandInChosen(Entry):
    """Somebody says which bot is to play for them, should they be away."""

    kind = "stand-in-chosen"

    seat: int
    bot: str


@dataclass(frozen=True)
class HandedOver(Entry):
    """The others let a bot play for somebody who is away: the one that this guest chose, or the house's."""

    kind = "handed-over"

    seat: int
    bot: str
    by_seat: int


@dataclass(frozen=True)
class TakenBack(Entry):
    """Who was away plays again."""

    kind = "taken-back"

    seat: int


@dataclass(frozen=True)
class Said(Entry):
    """Somebody said something: players at the table, spectators among themselves."""

    kind = "said"

    seat: int | None
    name: str
    room: str
    text: str


@dataclass(frozen=True)
class Rematch(Entry):
    """The same guests go on at a new table."""

    kind = "rematch"

    table: str
    seat: int | None = None
    """Whose wish it was; `None` where nobody wrote it down."""


@dataclass(frozen=True)
class Closed(Entry):
    """Whoever runs the house has closed the table: nobody can play there any more."""

    kind = "closed"


_write: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode

KINDS: Final[Mapping[str, type[Entry]]] = {
    entry.kind: entry
    for entry in (
        Opened,
        Sat,
        Renamed,
        Left,
        BotSat,
        SeatCleared,
        Configured,
        Continued,
        Promised,
        Called,
        Shown,
        Started,
        Moved,
        Forced,
        StandInChosen,
        HandedOver,
        TakenBack,
        Said,
        Rematch,
        Closed,
    )
}


def read_entry(text: str) -> Entry:
    """The entry behind its text. Raises `BadEntry`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadEntry(_("this isn't an entry of a table: {reason}.").format(reason=error)) from error
    if not isinstance(data, dict):
        raise BadEntry(_("this isn't an entry of a table: {reason}.").format(reason=_("it isn't an object")))
    kind = KINDS.get(str(data.pop("kind", None)))
    if kind is None:
        raise BadEntry(_("this isn't an entry of a table: {reason}.").format(reason=_("its kind is unknown")))
    known = {part.name for part in fields(kind)}
    if kind is Opened:
        data = {"secret": ""} | data
    if kind is Started:
        data = {"rules": None, "deck": None} | data
    if kind is BotSat:
        data = {"name": ""} | data
    if kind is Rematch:
        data = {"seat": None} | data
    if set(data) != known:
        wrong = ", ".join(sorted(set(data) ^ known))
        raise BadEntry(_("this isn't an entry of a table: these fields are wrong: {fields}.").format(fields=wrong))
    if data.get("seat", 0) is None and kind not in (Said, Rematch):
        raise BadEntry(_("this isn't an entry of a table: these fields are wrong: {fields}.").format(fields="seat"))
    return kind(**{name: _read_field(name, value) for name, value in data.items()})


def _read_field(name: str, value: Any) -> Any:
    try:
        return _READERS[name](value)
    except (TypeError, ValueError, OverflowError):
        raise BadEntry(
            _("this isn't an entry of a table: these fields are wrong: {fields}.").format(fields=name)
        ) from None


def _exactly(*types: type) -> Callable[[Any], Any]:
    """A reader that takes values of these types only; `True` is no number."""

    def read(value: Any) -> Any:
        if type(value) not in types:
            raise TypeError
        return value

    return read


def _time(value: Any) -> float:
    time = float(_exactly(int, float)(value))
    if not isfinite(time):
        raise ValueError
    return time


def _text(value: Any) -> str:
    """A text that can be shown: JSON can spell what no file can hold."""
    text: str = _exactly(str)(value)
    text.encode()
    return text


def _seat(value: Any) -> int:
    seat: int = _exactly(int)(value)
    if seat < 0:
        raise ValueError
    return seat


def _options(value: Any) -> dict[str, Any]:
    return {key: tuple(part) if isinstance(part, list) else part for key, part in _exactly(dict)(value).items()}


def _actions(value: Any) -> tuple[int, ...]:
    read = _exactly(int)
    return tuple(read(action) for action in _exactly(list)(value))


def _settings(value: Any) -> Settings:
    if set(_exactly(dict)(value)) - {*OCCASIONS} != {"public", "clock", "pace"}:
        raise ValueError
    return Settings(
        _exactly(bool)(value["public"]),
        _exactly(int)(value["clock"]),
        _exactly(str)(value["pace"]),
        _exactly(str)(value.get("lesson", "")),
        _exactly(int)(value.get("daily", 0)),
    )


_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "time": _time,
    "game": _text,
    "options": _options,
    "deck_text": lambda value: None if value is None else _text(value),
    "settings": _settings,
    "seat": lambda value: None if value is None else _seat(value),
    "by_seat": _seat,
    "name": _text,
    "key_hash": _text,
    "bot": _text,
    "secret": _text,
    "promise": _text,
    "patience": _time,
    "number": _text,
    "seed": _exactly(int, str),
    "rules": _exactly(int, type(None)),
    "deck": _exactly(str, type(None)),
    "actions": _actions,
    "by": _text,
    "room": _text,
    "text": _text,
    "table": _text,
}

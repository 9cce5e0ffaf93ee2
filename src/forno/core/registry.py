"""The register of games: what there is, with which options, without loading the rules of any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from forno.core.errors import OptionError, UnknownGame
from forno.core.game import Game
from forno.core.language import _

ENTRY_POINT = "forno.games"
"""Third parties name a `GameInfo` under this entry point, and it is registered like our own."""


@dataclass(frozen=True)
class Option:
    """One option of a game, described well enough for a form or a command line."""

    name: str
    kind: str
    """`choice`, `number`, `switch`, `names` (several of the choices) or `file`."""
    help: str
    default: Any = None
    """`None`: it depends on the other options; the help says how."""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0


@dataclass(frozen=True)
class GameInfo:
    """A game's metadata."""

    name: str
    title: str
    summary: str
    designer: str
    publishers: str
    variant: str
    """The option that chooses the edition or mode."""
    options: tuple[Option, ...]
    factory: str
    """Where the game is made: `package.module:callable`, called with the options. Imported when first needed."""
    deck_report: str = ""
    """What describes the game's decks: `package.module:callable`, called with the path of a deck file (`None`: the
    deck that comes with the variant) and the variant (`None`: its default, or for a file whichever fits). It returns
    a text or raises `DeckError`. Empty for a game without decks of one's own."""
    tally_events: str = ""
    """What names the orders that are completed: `package.module:callable`, called with the game and an event. It
    returns the name of the order that the event completes, or `None`. For counting over many games."""
    deck_reader: str = ""
    """What reads a deck of one's own: `package.module:callable`, called with its text and a name for it. It returns
    what the option `deck` takes or raises `DeckError`, soon whatever the text: anybody may send one, and
    `forno.core.decks.parse` sees to that. Empty for a game without decks of one's own."""
    bots: tuple[tuple[str, str], ...] = ()
    """The bots that know this game: the name of each, and where it is made, `package.module:callable`, called with the
    game, the seat, the seed and the bot's options."""
    face: str = ""
    """The game's looks: `package.module:FACE`. Empty for a game that is shown in plain words and buttons."""
    lesson: str = ""
    """The guided first game: `package.module:LESSON`. Empty for none."""
    menu: str = ""
    """What the pages of the rules show beside them: `package.module:MENU`. Empty for none."""

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        names = [option.name for option in self.options]
        raise OptionError(
            _("{title} has no option {name!r}{hint}; it has {names}.").format(
                title=self.title, name=name, hint=_suggest(name, names), names=", ".join(names)
            )
        )


def load(place: str) -> Any:
    """What lies at `package.module:name`, imported now."""
    module, _colon, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


_register: dict[str, GameInfo] = {}


def register(info: GameInfo) -> None:
    """Add a game. A name can be taken once."""
    if _register.get(info.name, info) != info:
        raise UnknownGame(
            _("the name {name!r} is taken by {title}.").format(name=info.name, title=_register[info.name].title)
        )
    _register[info.name] = info


def register_plugins() -> None:
    """Add the games of third parties that are installed."""
    for point in entry_points(group=ENTRY_POINT):
        register(point.load())


def catalogue() -> list[GameInfo]:
    """All registered games, by name."""
    return [_register[name] for name in sorted(_register)]


def game_info(name: str) -> GameInfo:
    try:
        return _register[name]
    except KeyError:
        raise UnknownGame(
            _("there is no game {name!r}{hint}; there are {names}.").format(
                name=name, hint=_suggest(name, list(_register)), names=", ".join(sorted(_register))
            )
        ) from None


def game(name: str, **options: Any) -> Game:
    """The game of that name with these options; whatever isn't named takes its default.

    Raises `UnknownGame` and `OptionError`, saying what there is.
    """
    info = game_info(name)
    for key, value in options.items():
        check_option(info, info.option(key), value)
    factory: Callable[..., Game] = load(info.factory)
    return factory(**options)


def read_deck(name: str, text: str, file: str) -> Any:
    """A deck of one's own from its text, for the option `deck` of that game. Errors call it by the name given."""
    info = game_info(name)
    if not info.deck_reader:
        raise OptionError(_("{title} has no decks of one's own; leave the deck out.").format(title=info.title))
    return load(info.deck_reader)(text, file)


def check_option(info: GameInfo, option: Option, value: Any) -> None:
    """Refuse a value that doesn't fit the option's kind; what depends on other options is the game's to check."""
    where = f"{info.title}: {option.name}"
    if value is None:
        return
    if option.kind == "choice" and value not in option.choices:
        hint = _suggest(str(value), list(option.choices))
        raise OptionError(
            _("{where} can't be {value!r}{hint}; it is one of {choices}.").format(
                where=where, value=value, hint=hint, choices=", ".join(option.choices)
            )
        )
    if option.kind == "number" and (
        not isinstance(value, int) or isinstance(value, bool) or not option.least <= value <= option.most
    ):
        raise OptionError(
            _("{where} can't be {value!r}; it is a number from {least} to {most}.").format(
                where=where, value=value, least=option.least, most=option.most
            )
        )
    if option.kind == "switch" and not isinstance(value, bool):
        raise OptionError(_("{where} can't be {value!r}; it is True or False.").format(where=where, value=value))
    if option.kind == "names":
        names = [value] if isinstance(value, str) else list(value)
        for name in names:
            if name not in option.choices:
                hint = _suggest(str(name), list(option.choices))
                raise OptionError(
                    _("{where} can't have {name!r}{hint}; there are {choices}.").format(
                        where=where, name=name, hint=hint, choices=", ".join(option.choices)
                    )
                )


def _suggest(word: str, words: list[str]) -> str:
    close = get_close_matches(word, words, n=1)
    return _(" (did you mean {word!r}?)").format(word=close[0]) if close else ""

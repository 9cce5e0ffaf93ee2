"""The register of games: what there is, with which options, without loading the rules of any."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import index
from typing import Any, Protocol, SupportsIndex

from forno.core.errors import OptionError, Shown, UnknownGame, UnknownRules, cant_be_loaded, suggest
from forno.core.game import Game
from forno.core.language import N_, _
from forno.core.plugins import PluginBroken, Register, load

OLDER_RULES = N_("the game was started under older rules, and nobody noted which.")
OTHER_RULES = N_("the game was started under version {theirs} of its rules, and this is version {ours}.")
ITS_OWN_RELEASE = N_("It can be replayed with the release of Forno it came from.")
"""Message for a game that can't go on here: why, and what can be done."""


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
    label: str = ""
    """Label in forms; empty for its own name."""
    labels: tuple[tuple[str, str], ...] = ()
    """Labels of its values in forms, for those that aren't called by their own names (which may be translated)."""

    def read(self, text: str) -> Any:
        """Return the value that a text means: `yes` or `no`, a number, names with spaces or commas between, the text.

        Raises `ValueError` with the reason, to be put behind the option's name.
        """
        if self.kind == "switch":
            if text not in ("yes", "no"):
                raise ValueError(_("{value!r} is neither yes nor no").format(value=text))
            return text == "yes"
        if self.kind == "number":
            if not re.fullmatch(r"-?[0-9]{1,9}", text):
                raise ValueError(_("{value!r} isn't a number").format(value=text))
            return int(text)
        return tuple(text.replace(",", " ").split()) if self.kind == "names" else text

    def title(self) -> str:
        """Return its title in the language of the context."""
        return _(self.label) if self.label else self.name.replace("_", " ").capitalize()

    def value_title(self, value: str) -> str:
        """Return the title of one of its values in the language of the context."""
        return _(dict(self.labels).get(value, value))


class Titled(Protocol):
    """An edition or mode, which has a title."""

    @property
    def title(self) -> str: ...


def variant_option(name: str, told: str, default: str, variants: Mapping[str, Titled], label: str) -> Option:
    """Return the option that chooses the edition or mode."""
    labels = tuple((key, variant.title) for key, variant in variants.items())
    return Option(name, "choice", told, default, tuple(variants), label=label, labels=labels)


def colours_option(colours: tuple[str, ...]) -> Option:
    """Return the option that names the colours of the seats."""
    told = N_("colours of the seats, clockwise")
    return Option("colours", "names", told, choices=colours, label=N_("Colours"))


OWN_LUCK = Option(
    "own_luck",
    "switch",
    N_("each player draws from a separate shuffle, so one player's draws don't change the others' cards"),
    default=False,
    label=N_("Own luck for everyone"),
)
DECK_FILE = Option("deck", "file", N_("a deck file of your own"), label=N_("A deck of your own"))
"""Options that games share."""


def usual_parts(package: str) -> dict[str, Any]:
    """Return the fields of `GameInfo` that name the parts of a game's folder, for folders of the usual shape."""
    bots = {level: f"{package}.bots.players:{level}" for level in ("garzone", "cuoco", "pizzaiolo")}
    bots["nonna"] = f"{package}.bots.insight:nonna"
    bots["bisnonna"] = "forno.bots.bisnonna:bisnonna"
    return {
        "bots": tuple(bots.items()),
        "encoding": f"{package}.bots.encoding:ENCODING",
        "deck_report": f"{package}.report:deck_report",
        "deck_text": f"{package}.report:deck_text",
        "deck_reader": f"{package}.rules.deck:read_deck",
        "tally_events": f"{package}.rules.events:completed_order",
        "columns": f"{package}.rules.events:recorded_figures",
        "face": f"{package}.face:FACE",
        "rulebook": f"{package}:rulebook",
        "lesson": f"{package}.lesson:LESSON",
        "menu": f"{package}.lesson:MENU",
        "chronicle": f"{package}.chronicle:CHRONICLE",
    }


@dataclass(frozen=True)
class GameInfo:
    """A game's metadata."""

    name: str
    title: str
    summary: str
    designer: str
    publishers: str
    variant: str
    """The option that chooses the edition or mode; empty for a game that has neither."""
    options: tuple[Option, ...]
    factory: str
    """Factory of the game: `package.module:callable`, called with the options. Imported when first needed."""
    deck_report: str = ""
    """Report of the game's decks: `package.module:callable`, called with the path of a deck file (`None`: the
    deck that comes with the variant) and the variant (`None`: its default, or for a file whichever fits). It returns
    a text or raises `DeckError`. Empty for a game without decks of your own."""
    deck_text: str = ""
    """Text of the deck that comes with a variant, to start from: `package.module:callable`, called with the
    variant (`None`: its default). `deck_reader` reads what it returns. Empty for a game without decks of your own."""
    tally_events: str = ""
    """Function that names completed orders: `package.module:callable`, called with the game and an event. It
    returns the name of the order that the event completes, or `None`. For counting over many games."""
    columns: str = ""
    """Extra columns of the arena: `package.module:callable` makes a mapping of a game's last state."""
    deck_reader: str = ""
    """Reader of custom decks: `package.module:callable`, called with its text and a name for it. It returns
    what the option `deck` takes or raises `DeckError`, soon whatever the text: anybody may send one, and
    `forno.core.decks.parse` sees to that. Empty for a game without decks of your own."""
    former_rules: tuple[tuple[int, str], ...] = ()
    """Older versions of the rules that are still here: the number of each, and where its game is made, as `factory`
    says. Games that were begun under them go on under them."""
    bots: tuple[tuple[str, str], ...] = ()
    """The bots that know this game: the name of each, and where it is made, `package.module:callable`, called with the
    game, the seat, the seed and the bot's options."""
    face: str = ""
    """The game's looks: `package.module:FACE`. Empty for a game that is shown in plain words and buttons."""
    rulebook: str = ""
    """Folder of the numbered rules: `package:folder`, with `rules.md`, `rulings.md` and the same in folders named by
    other languages. Empty for a game that has none to show."""
    lesson: str = ""
    """The guided first game: `package.module:LESSON`. Empty for none."""
    menu: str = ""
    """Pictures on the pages of the rules: `package.module:MENU`. Empty for none."""
    chronicle: str = ""
    """Chronicler for visitors' books: `package.module:CHRONICLE`, a `Chronicle` of
    `forno.core.chronicles`. Empty for a game of which they tell no more than how it ended."""
    exercise: str = ""
    """Maker of memory exercises: `package.module:EXERCISE`, an `Exercise` of `forno.core.exercises`. Empty where
    nothing is."""
    usual_table: tuple[tuple[str, Any], ...] = ()
    """The options of the table that a newcomer is shown to; those left out take their defaults."""
    critic: str = ""
    """Critic for reviews: `package.module:callable`, called with the game, makes a
    `forno.bots.critic.Critic`. Empty for a game that is reviewed by its rules alone."""
    encoding: str = ""
    """Names of observations and actions for networks: `package.module:ENCODING`, an `Encoding` of
    `forno.bots.encoding`. Empty for a game that no network of ours plays."""
    networks: tuple[tuple[str, str], ...] = ()
    """Files of the trained networks' weights: the path for each variant. Browsers fetch them when they are wanted."""
    daily: tuple[tuple[str, Any], ...] = ()
    """The options of the daily table, which is dealt alike for everybody everywhere. Empty for a game without one."""
    daily_bots: tuple[str, ...] = ()
    """Bots at the daily table. Their decisions mustn't depend on how long they think."""
    benchmark_tables: tuple[tuple[tuple[str, Any], ...], ...] = ()
    """The options of each table of the benchmark, the number of players among them. Empty for a game without one."""
    phrases: tuple[str, ...] = ()
    """Phrases of the chat at this game's tables, besides the common ones."""

    def heading(self, options: Mapping[str, Any]) -> str:
        """Return `Mamma Mia! (classic)`; the title alone for a game that has neither editions nor modes."""
        variant = options.get(self.variant, "")
        return f"{self.title} ({variant})" if variant else self.title

    @property
    def variants(self) -> tuple[str, ...]:
        """Names of its editions or modes; empty for a game that has none."""
        return self.option(self.variant).choices if self.variant else ()

    def variant_title(self, variant: str) -> str:
        """Return the title of an edition or mode; empty for a game that has none."""
        return self.option(self.variant).value_title(variant) if self.variant else ""

    @property
    def colours(self) -> Option | None:
        """The option that names the colours of the seats; `None` for a game that has none."""
        return next((option for option in self.options if option.name == "colours" and option.kind == "names"), None)

    def seat_title(self, seat: str) -> str:
        """Return the title of a seat that the game names by its colour."""
        return self.colours.value_title(seat) if self.colours else seat

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        names = [option.name for option in self.options]
        raise OptionError(
            _("{title} has no option {name!r}{hint}; it has {names}.").format(
                title=self.title, name=name, hint=suggest(name, names), names=", ".join(names)
            )
        )


GAMES: Register[GameInfo] = Register("forno.games")
"""All games. Third parties name a `GameInfo` under this group of entry points, and it is registered like our own."""


def register(info: GameInfo) -> None:
    """Add a game. A name can be taken once."""
    if not GAMES.add(info):
        raise UnknownGame(_("the name {name!r} is taken.").format(name=info.name))


def catalogue() -> list[GameInfo]:
    """Return all registered games, by name. A plug-in that can't be loaded is left out, and logged."""
    return sorted(GAMES, key=lambda info: info.name)


def game_info(name: str) -> GameInfo:
    """Return the registration of a game. Raises `UnknownGame`, which lists all names."""
    info: GameInfo | None = None
    try:
        if isinstance(name, str):
            info = GAMES.get(name)
    except PluginBroken as error:
        raise UnknownGame(cant_be_loaded(name, error)) from error
    if info is None:
        names = sorted(GAMES.names())
        raise UnknownGame(
            _("there is no game {name!r}{hint}; there are {names}.").format(
                name=Shown(name), hint=suggest(name, names), names=", ".join(names)
            )
        )
    return info


def game(name: str, /, **options: Any) -> Game:
    """Return the game of that name with these options; those left out or `None` take their defaults.

    Raises `UnknownGame` and `OptionError`, saying what there is.
    """
    factory: Callable[..., Game] = load(game_info(name).factory)
    return factory(**_checked_options(game_info(name), options))


def _checked_options(info: GameInfo, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are named, each checked; `None` leaves it at its default."""
    named = {key: _plain(info.option(key), value) for key, value in options.items() if value is not None}
    for key, value in named.items():
        check_option(info, info.option(key), value)
    return named


def _plain(option: Option, value: Any) -> Any:
    """Convert whole numbers of any type (NumPy's too) to `int`, and several names to a tuple."""
    try:
        if option.kind == "number" and isinstance(value, SupportsIndex) and not isinstance(value, bool):
            return index(value)
        if option.kind == "names" and isinstance(value, Iterable) and not isinstance(value, str):
            return tuple(islice(value, len(option.choices) + 1))
    except Exception:  # it looks like a number or a list and is none: the type `int`, an array without entries
        return value
    return value


def game_by_rules(name: str, rules: int | None, /, **options: Any) -> Game:
    """Return a game under the version of the rules with which it was begun.

    `None` is a version that wasn't written down: then today's rules do only if they never changed for these options.

    Raises `UnknownRules` if that version isn't here.
    """
    today = game(name, **options)
    versions = range(1, today.rules_version + 1) if rules is None else (rules,)
    if all(today.follows(version) for version in versions):
        return today
    if rules is None:
        raise UnknownRules(_(OLDER_RULES))
    place = dict(game_info(name).former_rules).get(rules)
    if place is None:
        raise UnknownRules(f"{_(OTHER_RULES).format(theirs=rules, ours=today.rules_version)} {_(ITS_OWN_RELEASE)}")
    factory: Callable[..., Game] = load(place)
    return factory(**_checked_options(game_info(name), options))


def read_deck(name: str, text: str, file: str) -> Any:
    """Return a deck of your own from its text, for the option `deck` of that game. Errors call it by the name given."""
    info = game_info(name)
    if not info.deck_reader:
        raise OptionError(_("{title} takes no deck files; leave the deck out.").format(title=info.title))
    return load(info.deck_reader)(text, file)


def check_option(info: GameInfo, option: Option, value: Any) -> None:
    """Refuse a value that doesn't fit the option's kind; what depends on other options is the game's to check."""
    where = f"{info.title}: {option.name}"
    if value is None:
        return
    if option.kind == "choice" and not (isinstance(value, str) and value in option.choices):
        hint = suggest(value, list(option.choices))
        raise OptionError(
            _("{where} can't be {value!r}{hint}; it must be one of {choices}.").format(
                where=where, value=Shown(value), hint=hint, choices=", ".join(option.choices)
            )
        )
    if option.kind == "number" and (
        not isinstance(value, int) or isinstance(value, bool) or not option.least <= value <= option.most
    ):
        raise OptionError(
            _("{where} can't be {value!r}; it must be a number from {least} to {most}.").format(
                where=where, value=Shown(value), least=option.least, most=option.most
            )
        )
    if option.kind == "switch" and not isinstance(value, bool):
        raise OptionError(
            _("{where} can't be {value!r}; it must be True or False.").format(where=where, value=Shown(value))
        )
    if option.kind == "names":
        names = value if isinstance(value, tuple) else (value,)
        for name in names:
            if not (isinstance(name, str) and name in option.choices):
                hint = suggest(name, list(option.choices))
                raise OptionError(
                    _("{where} can't have {name!r}{hint}; there are {choices}.").format(
                        where=where, name=Shown(name), hint=hint, choices=", ".join(option.choices)
                    )
                )


def check_players(title: str, players: int, least: int, most: int) -> None:
    """Raise `OptionError` unless the edition or mode of that title is for this number of players."""
    if not least <= players <= most:
        raise OptionError(
            _("{title} is for {least} to {most} players, not {players}.").format(
                title=title, least=least, most=most, players=players
            )
        )


def not_offered(title: str, option: str) -> OptionError:
    """Return the error for an option that the edition or mode of that title doesn't have."""
    return OptionError(
        _("{title} is played without {option!r}; leave it out or set it to False.").format(title=title, option=option)
    )


def seat_colours(available: Sequence[str], players: int, chosen: Sequence[str] | None) -> tuple[str, ...]:
    """Return the colours of the seats: those chosen, or the first ones. Raises `OptionError`."""
    if chosen is None:
        return tuple(available[:players])
    if isinstance(chosen, str) or len(chosen) != players or len(set(chosen)) != players:
        raise OptionError(
            _("'colours' must name {players} different colours, one for each player.").format(players=players)
        )
    for colour in chosen:
        if colour not in available:
            raise OptionError(
                _("there is no colour {colour!r}; there are {colours}.").format(
                    colour=colour, colours=", ".join(available)
                )
            )
    return tuple(chosen)

"""The argument parser: translated, with Forno's own error messages; and the options of a game on the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from forno.cli.screen import printable
from forno.core.errors import OptionError, UnknownGame, not_understood
from forno.core.game import Game
from forno.core.language import N_, _, best, from_environment, gettext, labelled, languages, ngettext
from forno.core.registry import GAMES, GameInfo, Option, game_info
from forno.core.seeds import read_seed

FINE, WRONG, MISUSED, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
"""Exit codes of all commands."""
LANGUAGE = "--language"

ARGPARSE_MESSAGES = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("not allowed with argument %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("ignored explicit argument %r"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("expected one argument"),
    N_("expected at least one argument"),
)
"""Messages of argparse itself, which looks translations up in binary catalogues that we don't have."""

COMMON: Mapping[str, dict[str, Any]] = {
    "--seed": {
        "metavar": "SEED",
        "help": N_("number or word that decides the deal; the same seed deals the same cards"),
    },
    "--deck": {"metavar": "FILE", "help": N_("deck file, if the game doesn't use the standard deck")},
    "--processes": {"type": int, "metavar": "N", "help": N_("number of processes (default: one for each core)")},
}
"""Options that several commands have."""
SEED_LIMIT = 1_000_000
"""Number of random seeds, which people may have to type."""
OPTION_PREFIX = "game_option_"
"""Prefix of a game's options, which keeps them apart from the command's own."""


class Parser(argparse.ArgumentParser):
    """Parser of the command line or of one command."""

    def __init__(self, **settings: Any) -> None:
        vars(argparse).update(_=gettext, ngettext=ngettext)
        super().__init__(**settings)
        self.add_argument(
            LANGUAGE,
            type=_language,
            metavar="NAME",
            help=_("language: {languages} (default: your system's)").format(languages=", ".join(languages())),
        )

    def error(self, message: str) -> NoReturn:
        said = _("forno: {message}. Try '{command} --help'.").format(message=message, command=self.prog)
        print(printable(said), file=sys.stderr)
        raise SystemExit(MISUSED)


def requested_language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language asked for on the command line, before it is parsed; else that of the environment."""
    for place, word in enumerate(words):
        if word.startswith(f"{LANGUAGE}="):
            return best([word.partition("=")[2]])
        if word == LANGUAGE and place + 1 < len(words):
            return best([words[place + 1]])
    return from_environment(environment)


def example(command: str, comment: str) -> str:
    """Format an example of a command with its comment."""
    return f"{command:32}{comment}"


def _language(text: str) -> str:
    if text not in languages():
        raise argparse.ArgumentTypeError(
            _("there is no language {text!r}; there are {languages}").format(
                text=text, languages=", ".join(languages())
            )
        )
    return text


def chosen_seed(text: str | None) -> int | str:
    """Return the seed of `--seed`; a random one if it is left out."""
    if text is not None:
        return read_seed(text)
    import secrets  # only where chance decides

    return secrets.randbelow(SEED_LIMIT)


def flag(option: Option) -> str:
    return "--" + option.name.replace("_", "-")


def usual(option: Option) -> str:
    """Format the default; empty if it depends on other options."""
    if option.default is None:
        return ""
    if isinstance(option.default, bool):
        return _("on") if option.default else _("off")
    return ", ".join(option.default) if isinstance(option.default, tuple) else str(option.default)


def values(option: Option) -> str:
    """Format the possible values."""
    match option.kind:
        case "choice":
            return ", ".join(option.choices)
        case "number":
            return _("{least} to {most}").format(least=option.least, most=option.most)
        case "names":
            return _("several of {choices}, separated by commas").format(choices=", ".join(option.choices))
        case "file":
            return _("the path of a file")
    return _("on or off")


def with_default(text: str, default: object) -> str:
    """Format the help text with the default."""
    return f"{text} ({default_text(default)})"


def default_text(default: object) -> str:
    return _("default: {default}").format(default=default)


def add_common(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add arguments that several commands have: `game` and those of `COMMON`."""
    for name in names:
        if name == "game":
            first = GAMES.first()
            parser.add_argument("game", nargs="?", default=first, metavar="GAME", help=default_text(first))
        else:
            settings = COMMON[name]
            parser.add_argument(name, **settings | {"help": _(settings["help"])})


def check_positive(arguments: argparse.Namespace, *options: str) -> None:
    """Raise `OptionError` for the first of these numbers that is given and below 1."""
    for option in options:
        number = getattr(arguments, option)
        if number is not None and number < 1:
            raise OptionError(_("{option} must be at least 1.").format(option=f"--{option}"))


def add_options(parser: argparse.ArgumentParser, info: GameInfo) -> None:
    """Add a game's options to a parser."""
    group = parser.add_argument_group(_("options of {game}").format(game=info.title))
    for option in info.options:
        default = usual(option)
        text = _(option.help)
        if default:
            text = with_default(text, default)
        text = text.replace("%", "%%")
        name, dest = flag(option), OPTION_PREFIX + option.name
        match option.kind:
            case "switch":
                group.add_argument(name, dest=dest, action=argparse.BooleanOptionalAction, default=None, help=text)
            case "number":
                limits = f"{option.least}-{option.most}"
                group.add_argument(name, dest=dest, type=_number, metavar=limits, help=text)
            case "names":
                text = labelled(text, ", ".join(option.choices))
                group.add_argument(name, dest=dest, type=_names, metavar="A,B,…", help=text)
            case "choice":
                text = labelled(text, ", ".join(option.choices))
                group.add_argument(name, dest=dest, metavar=option.name.upper(), help=text)
            case _:
                group.add_argument(name, dest=dest, metavar="FILE", help=text)


def chosen_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the given options; the registry validates them."""
    given = vars(arguments).items()
    return {
        name.removeprefix(OPTION_PREFIX): value
        for name, value in given
        if name.startswith(OPTION_PREFIX) and value is not None
    }


def find_game(arguments: Sequence[str]) -> GameInfo:
    """Return the game named on the command line, before its options can be parsed; by default the first."""
    names = GAMES.names()
    return game_info(next((word for word in arguments if word in names), GAMES.first()))


def variant_words(info: GameInfo) -> str:
    """Return an example option: a game's last edition or mode."""
    choices = next((option.choices for option in info.options if option.name == info.variant), ())
    return f"--{info.variant} {choices[-1]}" if choices else ""


def find_seat(game: Game, text: str) -> int:
    """Return the seat for a colour or a number from 1."""
    names = [game.seat_name(seat) for seat in range(game.players)]
    said = game.say_seats()
    for colours in (names, said):
        if text.lower() in colours:
            return colours.index(text.lower())
    if text.isdecimal() and len(text) < 3 and 1 <= int(text) <= game.players:
        return int(text) - 1
    seats = ", ".join(f"{number} {name}" for number, name in enumerate(said, 1))
    raise OptionError(_("there is no seat {text!r}; there are {seats}.").format(text=text, seats=seats))


def read_setting(info: GameInfo, text: str) -> tuple[str, Any]:
    """Parse an option written as one word: `helping=yes`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise not_understood(text, "helping=yes")
    option = info.option(name.replace("-", "_"))
    try:
        return option.name, option.read(value)
    except ValueError as error:
        raise OptionError(f"{labelled(name, error)}.") from error


def with_deck_report(name: str) -> GameInfo:
    """Return a game that can describe its decks. Raises `UnknownGame` for others."""
    info = game_info(name)
    if not info.deck_report:
        raise UnknownGame(_("{title} takes no deck files; leave the deck out.").format(title=info.title))
    return info


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(_("{value!r} isn't a number").format(value=text)) from None


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())

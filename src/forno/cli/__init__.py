"""The command line: `main` parses it, the modules beside this one run the commands."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import forno
from forno.bots import children
from forno.cli import files
from forno.cli.options import (
    BROKEN_PIPE,
    FINE,
    INTERRUPTED,
    MISUSED,
    WRONG,
    Parser,
    add_common,
    add_options,
    chosen_options,
    chosen_seed,
    default_text,
    example,
    find_game,
    find_seat,
    flag,
    requested_language,
    usual,
    values,
    variant_words,
    with_deck_report,
    with_default,
)
from forno.cli.screen import printable, wrap
from forno.core import tally
from forno.core.errors import FornoError, OptionError, UnknownGame
from forno.core.language import N_, _, capital, labelled, use
from forno.core.plugins import load
from forno.core.registry import GAMES, GameInfo, catalogue, game_info
from forno.core.registry import game as make_game

COMMANDS = {
    "play": N_("play against bots in the terminal"),
    "replay": N_("replay a recorded game turn by turn"),
    "verify": N_("check that recorded games follow the rules"),
    "review": N_("review a recorded game: memory, judgement and luck"),
    "rules": N_("list the rules, or read some in full"),
    "deck": N_("check a deck file, or show a deck"),
    "games": N_("list the games and their options"),
    "serve": N_("serve the games to browsers"),
    "sit": N_("let a bot join a table on a server"),
    "mcp": N_("give assistants a seat, over the Model Context Protocol"),
    "admin": N_("manage a server's tables"),
    "arena": N_("play many games between bots and compare them"),
    "lab": N_("compare two sets of rules or two decks, with bots"),
    "benchmark": N_("measure bots by a fixed protocol, for results that can be cited"),
    "dataset": N_("write a data set of bots' games, with its datasheet"),
    "bench-llm": N_("let a language model play against bots, and say what it forgot and misjudged"),
    "new-game": N_("create a package for a game of your own"),
    "bots": N_("list the bots and the games they play"),
    "bot": N_("run a bot as a program that speaks the line protocol"),
}
"""Help text of each command, in the order of the list."""
MODULES = (
    {name: name for name in ("review", "rules", "serve", "sit", "mcp", "admin")}
    | dict.fromkeys(("arena", "lab", "bots", "bot"), "arena")
    | {"bench-llm": "bench_llm", "new-game": "new_game", "benchmark": "benchmark", "dataset": "benchmark"}
)
"""Modules beside this one that add a command's options; loaded when the command is called."""

Command = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 success, 1 a check failed, 2 usage error, 130 interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    children.think_with_one_thread()
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # where bots and columns of one's own are looked for
    with use(requested_language(words, os.environ)):
        return _main(words)


def _main(words: Sequence[str]) -> int:
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else WRONG
    except (OptionError, UnknownGame) as error:
        print(printable(f"forno: {error}"), file=sys.stderr)
        return MISUSED
    except FornoError as error:
        print(printable(f"forno: {error}"), file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        # The reader of the output has left; nothing may be flushed into it when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        file = error.filename or _("a file")
        print(printable(f"forno: {file}: {error.strerror or error}."), file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print()
        return INTERRUPTED


def _run(words: Sequence[str]) -> int:
    arguments = _parser(words).parse_args(words)
    arguments.typed = list(words)
    run: Command = arguments.run
    return run(arguments)


def version() -> str:
    how = _("interpreted") if (tally.__file__ or "").endswith(".py") else _("compiled")
    python = ".".join(map(str, sys.version_info[:3]))
    return f"forno {forno.__version__} ({how}, Python {python})"


# --- what can be said ---------------------------------------------------------


def _parser(words: Sequence[str]) -> Parser:
    parser = Parser(
        prog="forno",
        description=_("Play and study pizza games. 'forno games' lists them."),
        epilog=_("examples:")
        + f"\n  forno play\n  forno play {variant_words(game_info(GAMES.first()))} --players 3\n  forno rules MM-14\n\n"
        + _("'forno COMMAND --help' explains a command."),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=version())
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

    listed = {
        name: commands.add_parser(
            name,
            help=_(text),
            description=capital(_(text)) + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for name, text in COMMANDS.items()
    }

    def command(name: str, run: Command, *examples: str) -> Parser:
        added = listed[name]
        added.epilog = _("examples:") + "\n" + "\n".join(f"  forno {example}" for example in examples)
        added.set_defaults(run=run)
        return added

    called = next((word for word in words if word in COMMANDS), None)
    if called in MODULES:
        import_module(f"forno.cli.{MODULES[called]}").add_commands(command, words)
    elif called is not None:
        _add_commands(command, words)
    return parser


def _add_commands(command: Callable[..., Parser], words: Sequence[str]) -> None:
    """Add the options of this module's commands."""
    _add_play(command, words)
    _add_records(command)
    _add_deck(command)
    listed = command("games", _games, "games", f"games {GAMES.first()}")
    listed.add_argument("name", nargs="?", metavar="NAME", help=_("show one game with all its options"))


def _add_play(command: Callable[..., Parser], words: Sequence[str]) -> None:
    info = find_game(words)
    played = command(
        "play",
        _play,
        "play",
        f"play {variant_words(info)} --players 3 --seat 2",
        example("play --humans 2", _("two people on one keyboard")),
        example("play --watch --seed 7", _("only bots")),
        example("play --bots nonna", _("other opponents; 'forno bots' lists them")),
        example("play --record game.txt", _("keep the record for 'forno replay'")),
        example("play GAME --help", _("the options of another game; 'forno games' lists them")),
    )
    add_common(played, "game")
    who = played.add_mutually_exclusive_group()
    who.add_argument("--humans", type=int, metavar="N", help=_("number of people at this keyboard (default: 1)"))
    who.add_argument(
        "--seat", metavar="COLOUR", help=_("your seat: a colour or a number from 1; separate several by commas")
    )
    who.add_argument("--watch", action="store_true", help=_("watch bots play each other"))
    played.add_argument("--bots", metavar="A,B,…", help=_("the other players: one bot for all seats, or one for each"))
    add_common(played, "--seed")
    played.add_argument(
        "--record", type=Path, metavar="FILE", help=_("save the game's record to this file, even if you quit")
    )
    played.add_argument("--scroll", action="store_true", help=_("don't clear the screen between turns"))
    add_options(played, info)


def _add_records(command: Callable[..., Parser]) -> None:
    told = command(
        "replay",
        _replay,
        "replay game.txt",
        example("replay game.txt --seat green", _("only what green could see")),
    )
    told.add_argument("file", metavar="FILE", help=_("file with a recorded game; - reads standard input"))
    told.add_argument(
        "--seat",
        metavar="SEAT",
        help=_("show only what this seat saw: a colour or a number from 1 (default: everything)"),
    )
    told.add_argument("--all", action="store_true", help=_("don't pause after every turn"))
    told.add_argument("--step", action="store_true", help=_("pause after every decision"))
    checked = command(
        "verify",
        lambda arguments: files.verify(arguments.files, arguments.deck),
        "verify game.txt",
        "verify records/*.txt",
    )
    checked.add_argument(
        "files", nargs="+", metavar="FILE", help=_("file with a recorded game; - reads standard input")
    )
    for parser in (told, checked):
        add_common(parser, "--deck")


def _add_deck(command: Callable[..., Parser]) -> None:
    deck = command(
        "deck",
        _deck,
        "deck check my-deck.toml",
        f"deck show {variant_words(game_info(GAMES.first()))}",
        example("deck show --toml > my-deck.toml", _("save the standard deck as a file to edit")),
    )
    deck.add_argument("action", choices=("check", "show"), metavar="check|show", help=_("what to do"))
    deck.add_argument("file", nargs="?", metavar="FILE", help=_("deck file; leave it out to show the standard deck"))
    deck.add_argument("--game", default=GAMES.first(), metavar="NAME", help=default_text(GAMES.first()))
    deck.add_argument("--toml", action="store_true", help=_("print the standard deck as a file that you can edit"))
    variants = sorted({f"--{info.variant}" for info in catalogue() if info.deck_report and info.variant})
    deck.add_argument(*variants, dest="variant", metavar="NAME", help=_("edition or mode of the deck"))


# --- what is done -------------------------------------------------------------


def _play(arguments: argparse.Namespace) -> int:
    info = game_info(arguments.game)
    game = make_game(info.name, **chosen_options(arguments))
    if arguments.watch:
        humans = []
    elif arguments.seat is not None:
        humans = sorted({find_seat(game, text.strip()) for text in arguments.seat.split(",")})
    else:
        number = 1 if arguments.humans is None else arguments.humans
        if not 1 <= number <= game.players:
            raise OptionError(
                _("{number} can't play at a table of {players}; --humans must be 1 to {players}.").format(
                    number=number, players=game.players
                )
            )
        humans = list(range(number))
    record: Path | None = arguments.record
    if record is not None and record.exists():
        raise OptionError(_("{file} is there already; choose another name for the record.").format(file=record))
    if record is not None and not os.access(record.parent, os.W_OK):
        raise OptionError(
            _("{path} can't be written: {parent} isn't a folder.").format(path=record, parent=record.parent)
        )
    from forno.cli.play import play_at_keyboard

    play_at_keyboard(info, game.deal(chosen_seed(arguments.seed)), humans, record, arguments.scroll, arguments.bots)
    return FINE


def _replay(arguments: argparse.Namespace) -> int:
    stop = not arguments.all and arguments.file != "-"
    return files.replay(arguments.file, arguments.deck, arguments.seat, stop=stop, step=arguments.step)


def _deck(arguments: argparse.Namespace) -> int:
    info = with_deck_report(arguments.game)
    if arguments.action == "check" and arguments.file is None:
        raise OptionError(_("say which: {command}.").format(command="forno deck check FILE"))
    variant: str | None = arguments.variant
    if variant is not None and variant not in info.variants:
        raise OptionError(
            _("{game} has no {option} {variant!r}; there are {choices}.").format(
                game=info.title, option=info.variant, variant=variant, choices=", ".join(info.variants)
            )
        )
    if arguments.toml:
        if arguments.action == "check" or arguments.file is not None or not info.deck_text:
            raise OptionError(_("--toml prints the standard deck: {command}.").format(command="forno deck show --toml"))
        as_file: Callable[[str | None], str] = load(info.deck_text)
        print(as_file(variant), end="")
        return FINE
    report: Callable[[str | None, str | None], str] = load(info.deck_report)
    text = report(arguments.file, variant)
    if arguments.action == "check":
        print(_("{file}: OK").format(file=arguments.file))
    print(text)
    return FINE


def _games(arguments: argparse.Namespace) -> int:
    listed = catalogue() if arguments.name is None else [game_info(arguments.name)]
    print("\n\n".join(_game_text(info) for info in listed))
    return FINE


def _game_text(info: GameInfo) -> str:
    credits = _("by {designer}, published by {publishers}").format(designer=info.designer, publishers=info.publishers)
    lines = [
        wrap(labelled(info.name, f"{info.title} {credits}")),
        wrap(f"  {_(info.summary)}", hang=""),
    ]
    label = max((len(flag(option)) for option in info.options), default=0)
    for option in info.options:
        default = usual(option)
        lines.append(wrap(f"  {flag(option):{label}}  {_(option.help)}", hang=" " * (label + 2)))
        possible = values(option)
        if default:
            possible = with_default(possible, default)
        lines.append(wrap(f"  {'':{label}}  {possible}", hang=""))
    return "\n".join(lines)

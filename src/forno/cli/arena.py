"""`forno arena`, `forno lab`, `forno bots` and `forno bot`."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from forno.arena.columns import line_of, standings_text, write_line
from forno.arena.lab import compare, comparison_text
from forno.arena.matches import Match
from forno.arena.playing import Played
from forno.arena.reports import write_report
from forno.arena.results import kept_match, read_results, seed_of
from forno.arena.sequential import Claim, read_claim, verdict, verdict_text
from forno.arena.sessions import run
from forno.arena.standings import standings
from forno.bots import bots
from forno.bots.lineup import Player, read_lineup, read_player
from forno.bots.program import serve
from forno.cli.options import (
    FINE,
    INTERRUPTED,
    WRONG,
    add_common,
    add_options,
    check_positive,
    chosen_options,
    chosen_seed,
    find_game,
    read_setting,
    variant_words,
    with_default,
)
from forno.cli.screen import wrap
from forno.core.errors import OptionError, not_understood
from forno.core.language import _, labelled, ngettext
from forno.core.plugins import load
from forno.core.registry import catalogue, game_info

DEFAULT_DEALS = 400


def add_commands(command: Callable[..., argparse.ArgumentParser], words: Sequence[str]) -> None:
    """Add the commands to the parser."""
    info = find_game(words)
    choice = next((option.name for option in info.options if option.kind == "switch"), "players")
    fought = command(
        "arena",
        _arena,
        "arena --bots cuoco,random",
        f"arena {info.name} {variant_words(info)} --bots nonna,pizzaiolo,cuoco,cuoco --games 400",
        "arena --bots nonna,cuoco --budget nonna:milliseconds=200 --out games.jsonl --resume",
        "arena --bots 'cuoco,exec:python my_bot.py' --report report",
        "arena --bots my_module:MyBot,cuoco --sprt 0.5,0.55",
        "arena --bots random,garzone,cuoco,pizzaiolo --players 2 --games 600",
        "arena --results games.jsonl --report report",
    )
    add_common(fought, "game")
    fought.add_argument(
        "--bots", metavar="A,B,…", help=_("bots that play: one for each seat, or a pool with --players")
    )
    fought.add_argument("--results", type=Path, metavar="FILE", help=_("don't play; report on the games in this file"))
    fought.add_argument(
        "--sprt",
        metavar="LOW,HIGH",
        help=_("stop as soon as it is clear whether the first bot's share of wins is LOW or HIGH"),
    )
    fought.add_argument(
        "--column",
        action="append",
        default=[],
        metavar="NAME=MODULE:FUNCTION",
        help=_("add a column with FUNCTION(final state) for every game; can be repeated"),
    )
    fought.add_argument("--report", type=Path, metavar="DIR", help=_("write a page with plots to this folder"))
    fought.add_argument("--leaderboard", type=Path, metavar="FILE", help=_("add the result to this Markdown file"))
    fought.add_argument(
        "--out", type=Path, metavar="FILE", help=_("write every game to this file (.jsonl or .parquet)")
    )
    fought.add_argument("--resume", action="store_true", help=_("continue the --out file: play only what is missing"))
    compared = command(
        "lab",
        _lab,
        f"lab {info.name} {variant_words(info)} --a {choice}=yes --b {choice}=no --bots cuoco --games 2000",
        "lab --a deck=my-deck.toml --bots cuoco --players 4",
    )
    add_common(compared, "game")
    for side, other in (("a", "b"), ("b", "a")):
        text = _("option in which this side differs from --{other}; can be repeated")
        compared.add_argument(
            f"--{side}", action="append", default=[], metavar="KEY=VALUE", help=text.format(other=other)
        )
    compared.add_argument(
        "--bots", required=True, metavar="A,B,…", help=_("bots that play: one for all seats, or one for each")
    )
    for parser in (fought, compared):
        parser.add_argument(
            "--games",
            type=int,
            default=DEFAULT_DEALS,
            metavar="N",
            help=with_default(_("how many"), DEFAULT_DEALS),
        )
        add_common(parser, "--seed", "--processes")
        parser.add_argument("--cluster", metavar="ADDRESS", help=_("play on a Dask cluster: the scheduler's tcp://…"))
        parser.add_argument("--json", action="store_true", help=_("print one JSON object and nothing else"))
        parser.add_argument(
            "--budget",
            action="append",
            default=[],
            metavar="BOT:KEY=VALUE",
            help=_("option of a bot; can be repeated"),
        )
        add_options(parser, info)
    command("bots", _bots, "bots")
    served = command("bot", _bot, "bot cuoco", "bot nonna:milliseconds=200")
    served.add_argument("name", metavar="NAME", help=_("bot, with its options after colons"))
    add_common(served, "--deck")


def _arena(arguments: argparse.Namespace) -> int:
    check_positive(arguments, "games", "processes")
    if arguments.resume and arguments.out is None:
        raise OptionError(_("--resume needs --out FILE, the file it continues."))
    if (arguments.bots is None) == (arguments.results is None):
        raise OptionError(_("say who plays with --bots, or which games were played with --results."))
    if arguments.results is not None:
        kept = read_results(arguments.results)
        _tell(arguments, kept_match(kept), kept, complete=True)
        return FINE
    seed = chosen_seed(arguments.seed)
    if arguments.resume and arguments.seed is None:
        seed = seed_of(arguments.out, otherwise=seed)
    players = read_lineup(arguments.bots, arguments.budget)
    columns = dict(_column(text) for text in arguments.column)
    match = Match.of(game_info(arguments.game).name, chosen_options(arguments), players, seed, columns=columns)
    claim = None if arguments.sprt is None else read_claim(arguments.sprt, [player.label for player in players])
    if not arguments.json:
        rotations = len(match.seatings())
        print(
            ngettext(
                "{game!r}, seed {seed}: {deals} deals, each in {n} seating",
                "{game!r}, seed {seed}: {deals} deals, each in {n} seatings",
                rotations,
            ).format(game=match.game(), seed=match.seed, deals=match.deals(arguments.games), n=rotations)
        )
        sys.stdout.flush()
    games, complete = run(
        match,
        arguments.games,
        processes=arguments.processes,
        cluster=arguments.cluster,
        out=arguments.out,
        resume=arguments.resume,
        claim=claim,
    )
    _tell(arguments, match, games, complete, claim)
    if arguments.leaderboard is not None and complete:
        write_line(arguments.leaderboard, line_of(match, standings(match, games), _again(arguments, match.seed)))
    return FINE if complete else INTERRUPTED


def _again(arguments: argparse.Namespace, seed: int | str) -> str:
    """Return the command that plays the same games again: as typed, with the seed, without output files."""
    elsewhere = ("--leaderboard", "--report", "--out", "--processes", "--cluster", "--seed")
    words, skipped = ["forno"], False
    for word in arguments.typed:
        if not skipped and word.partition("=")[0] not in (*elsewhere, "--resume", "--json"):
            words.append(word)
        skipped = word in elsewhere
    return shlex.join([*words, "--seed", str(seed)])


def _column(text: str) -> tuple[str, str]:
    """Parse `NAME=module:function` and check that it can be loaded."""
    name, _equals, place = text.partition("=")
    if not name or ":" not in place:
        raise not_understood(text, "--column ovens=my_module:count_ovens")
    try:
        load(place)
    except (ImportError, AttributeError) as error:
        raise OptionError(_("there is no function at {place!r}: {error}.").format(place=place, error=error)) from error
    return name, place


def _tell(
    arguments: argparse.Namespace, match: Match, games: list[Played], complete: bool, claim: Claim | None = None
) -> None:
    """Print the results as text or JSON, and write the report if asked for."""
    table = standings(match, games)
    found = None if claim is None else verdict(claim, games, len(match.seatings()))
    if arguments.json:
        settled = {} if found is None else {"sprt": asdict(found)}
        print(json.dumps(_match_data(match) | {"complete": complete} | table.as_dict() | settled))
    else:
        print("\n" + standings_text(table))
        if claim is not None and found is not None:
            print(verdict_text(claim, found))
        if not complete:
            print(
                _("Interrupted. These games were played.")
                if arguments.out is None
                else _("Interrupted. These games were played; the same command with --resume plays the rest.")
            )
    if arguments.report is not None:
        file = write_report(arguments.report, match, table, games)
        print(_("The report is in {file}.").format(file=file), file=sys.stderr)


def _match_data(match: Match) -> dict[str, Any]:
    game = match.game()
    lineup = [player.label for player in match.players]
    return {
        "game": game.name,
        "rules": game.rules_version,
        "options": dict(game.options),
        "deck": game.deck_hash,
        "seed": match.seed,
        "lineup": lineup,
    }


def _lab(arguments: argparse.Namespace) -> int:
    check_positive(arguments, "games", "processes")
    info = game_info(arguments.game)
    if not arguments.a and not arguments.b:
        raise OptionError(_("say what is compared: --a helping=yes --b helping=no, for example."))
    seed = chosen_seed(arguments.seed)
    lineup = read_lineup(arguments.bots, arguments.budget)
    sides: list[Match] = []
    for settings in (arguments.a, arguments.b):
        options = chosen_options(arguments) | dict(read_setting(info, setting) for setting in settings)
        sides.append(
            Match.of(info.name, options, _fill_seats(lineup, options, info.option("players").default), seed, True)
        )
    played = []
    complete = True
    for match in sides:
        games, complete = run(match, arguments.games, processes=arguments.processes, cluster=arguments.cluster)
        played.append(games)
        if not complete:
            break
    if len(played) < 2:
        print(_("forno: interrupted before there was anything to compare."), file=sys.stderr)
        return INTERRUPTED
    table = compare(sides[0], played[0], sides[1], played[1])
    if arguments.json:
        print(
            json.dumps({"a": _match_data(sides[0]), "b": _match_data(sides[1]), "complete": complete} | table.as_dict())
        )
    else:
        names = [" ".join(given) or _("default") for given in (arguments.a, arguments.b)]
        print(comparison_text(table, names[0], names[1], f"{info.title}, {_('seed {seed}').format(seed=seed)}"))
    return FINE if complete else INTERRUPTED


def _fill_seats(lineup: list[Player], options: dict[str, Any], usual: int) -> list[Player]:
    """Repeat a single name for every seat."""
    return lineup * options.get("players", usual) if len(lineup) == 1 else lineup


def _bots(arguments: argparse.Namespace) -> int:
    for info in bots():
        games = (
            _("every game")
            if "*" in dict(info.factories)
            else ", ".join(game.name for game in catalogue() if info.factory(game.name))
        )
        print(wrap(labelled(info.name, f"{_(info.summary)} ({games})")))
    print(wrap(_("exec:COMMAND: any program that speaks the line protocol (every game)")))
    return FINE


def _bot(arguments: argparse.Namespace) -> int:
    return FINE if serve(read_player(arguments.name), sys.stdin, sys.stdout, arguments.deck) else WRONG

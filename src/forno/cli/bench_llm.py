"""`forno bench-llm`: a language model against bots, with what it lost by memory, judgement and luck."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from forno.adapters.text import Model
from forno.adapters.text.bot import DEFAULT_TRIES
from forno.bots.lineup import read_player
from forno.cli.options import (
    Parser,
    add_common,
    add_options,
    check_positive,
    chosen_options,
    chosen_seed,
    example,
    find_game,
)
from forno.cli.screen import printable
from forno.core.errors import OptionError, Shown
from forno.core.language import _
from forno.core.observing import MEMORY, NOW
from forno.core.registry import game
from forno.features.model_bench import AddressModel, Bench, CommandModel, ModelGame, play_bench, table
from forno.features.model_bench.bench import DEFAULT_EFFORT, DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS

BOTH = f"{NOW},{MEMORY}"


def add_commands(command: Callable[..., Parser], words: Sequence[str]) -> None:
    info = find_game(words)
    asked = command(
        "bench-llm",
        _bench,
        'bench-llm --command "llm -m some-model" --games 20',
        "bench-llm --address http://127.0.0.1:8000/v1 --model some-model --bots cuoco --players 3",
        example("bench-llm … --knowledge memory", _("with perfect notes in every prompt")),
    )
    add_common(asked, "game")
    which = asked.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--command", metavar="COMMAND", help=_("a program: it reads the conversation and prints its answer")
    )
    which.add_argument(
        "--address", metavar="URL", help=_("an OpenAI-compatible address, such as http://127.0.0.1:8000/v1")
    )
    asked.add_argument("--model", default="", metavar="NAME", help=_("the model's name at that address"))
    asked.add_argument(
        "--setting",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=_("a field of every request to the address, such as temperature=0; can be repeated"),
    )
    asked.add_argument(
        "--key-variable",
        default="OPENAI_API_KEY",
        metavar="NAME",
        help=_("environment variable that holds the key (default: OPENAI_API_KEY)"),
    )
    asked.add_argument("--bots", default="cuoco", metavar="BOT", help=_("bot in the other seats (default: cuoco)"))
    asked.add_argument("--games", type=int, default=20, metavar="N", help=_("how many games (default: 20)"))
    asked.add_argument(
        "--knowledge",
        default=BOTH,
        metavar="A,B",
        help=_("now (the model must remember), memory (perfect notes) or now,memory (default)"),
    )
    asked.add_argument(
        "--tries", type=int, default=DEFAULT_TRIES, metavar="N", help=_("attempts at each question (default: 3)")
    )
    asked.add_argument("--legal", action="store_true", help=_("list the legal moves in every prompt"))
    asked.add_argument(
        "--timeout",
        type=float,
        default=DEFAULT_TIMEOUT_SECONDS,
        metavar="S",
        help=_("seconds for an answer (default: 120)"),
    )
    asked.add_argument(
        "--effort",
        type=float,
        default=DEFAULT_EFFORT,
        metavar="N",
        help=_("how closely to review (default: 0.25; 0: no review)"),
    )
    add_common(asked, "--seed")
    asked.add_argument(
        "--out", type=Path, metavar="FILE", help=_("write every game with its record to this file (JSON lines)")
    )
    add_options(asked, info)


def _bench(arguments: argparse.Namespace) -> int:
    knowledge = list(dict.fromkeys(word.strip() for word in arguments.knowledge.split(",")))
    if not set(knowledge) <= {NOW, MEMORY} or not knowledge:
        raise OptionError(
            _("{what} can't be {value!r}; choose from {all}.").format(
                what="--knowledge", value=arguments.knowledge, all=f"{NOW}, {MEMORY}, {BOTH}"
            )
        )
    check_positive(arguments, "games", "tries")
    if not 0 < arguments.timeout <= MAX_TIMEOUT_SECONDS or not 0 <= arguments.effort <= 1000:
        raise OptionError(_("--timeout must be above 0 and at most 86400 seconds, --effort from 0 to 1000."))
    played = game(arguments.game, **chosen_options(arguments))
    bench = Bench(
        played,
        read_player(arguments.bots),
        arguments.games,
        chosen_seed(arguments.seed),
        knowledge,
        arguments.tries,
        arguments.legal,
        arguments.effort,
    )
    model = _model(arguments)
    if arguments.out is not None and arguments.out.exists():
        raise OptionError(_("{file} is there already; choose another name.").format(file=arguments.out))
    results: list[ModelGame] = []
    out = arguments.out.open("x", encoding="utf-8") if arguments.out is not None else None
    try:
        for result in play_bench(bench, model):
            results.append(result)
            if out is not None:
                out.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")
                out.flush()
            if result.talk.silent:
                reason = printable(result.talk.reason, lines=False)
                print(_("No answer: {reason}").format(reason=reason), file=sys.stderr)
    finally:
        if out is not None:
            out.close()
        if results:
            print(table(bench, results))
            print(_("Seed: {seed}").format(seed=bench.seed))
    return 0


def _model(arguments: argparse.Namespace) -> Model:
    settings = dict(map(_setting, arguments.setting))
    if arguments.command is not None:
        if settings:
            raise OptionError(_("--setting goes with --address; a command has options of its own."))
        return CommandModel(arguments.command, arguments.timeout)
    key = os.environ.get(arguments.key_variable, "")
    return AddressModel(arguments.address, arguments.model, arguments.timeout, key, settings)


def _setting(text: str) -> tuple[str, Any]:
    """Return the name and value of a field; a value that isn't JSON is a text."""
    name, there, value = text.partition("=")
    if not name or not there or name in ("model", "messages", "stream"):
        raise OptionError(
            _("{what} can't be {value!r}; write it like {example}.").format(
                what="--setting", value=Shown(text), example="temperature=0"
            )
        )
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value

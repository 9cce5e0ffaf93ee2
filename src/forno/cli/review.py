"""`forno review`: what of a recorded game was memory, judgement and luck."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from forno.cli.files import load, summary
from forno.cli.options import Parser, add_common, example, find_seat
from forno.cli.screen import heading, wrap
from forno.core.errors import OptionError, RecordError
from forno.core.language import _
from forno.core.seeds import read_seed
from forno.features.review import Review, Reviewer, as_text
from forno.features.review.sentences import sentence


def add_commands(command: Callable[..., Parser], _words: Sequence[str]) -> None:
    told = command(
        "review",
        _review,
        "review game.txt",
        example("review game.txt --seat green", _("only this seat's decisions")),
        example("review game.txt --json", _("all the numbers, for programs")),
    )
    told.add_argument("file", metavar="FILE", help=_("file with a recorded game; - reads standard input"))
    told.add_argument("--seat", metavar="SEAT", help=_("seat to review: a colour or a number from 1 (default: all)"))
    told.add_argument("--json", action="store_true", help=_("print JSON: a list with one object for each seat"))
    told.add_argument(
        "--effort",
        type=float,
        default=1.0,
        metavar="N",
        help=_("search N times as much, which takes N times as long (default: 1)"),
    )
    told.add_argument("--seed", default="0", metavar="SEED", help=_("seed of the review's random numbers (default: 0)"))
    add_common(told, "--deck")


def _review(arguments: argparse.Namespace) -> int:
    if not 0 < arguments.effort <= 1000:
        raise OptionError(_("--effort must be a number above 0, up to 1000."))
    try:
        record = load(arguments.file, arguments.deck)
        game = record.game
        seats = range(game.players) if arguments.seat is None else [find_seat(game, arguments.seat)]
        seed = read_seed(arguments.seed)
        written: list[dict[str, Any]] = []
        for place, seat in enumerate(seats):
            reviewer = Reviewer((state for _line, state in record.steps()), seat, seed, arguments.effort)
            reviewer.advance()
            found = reviewer.review()
            if arguments.json:
                written.append(_plain(found, reviewer))
                continue
            if not place:
                print(heading(summary(game)))
            print("\n" + wrap(as_text(found, game, reviewer.critic)))
    except RecordError as error:
        raise RecordError(f"{arguments.file}: {error}") from error
    if arguments.json:
        print(json.dumps(written, ensure_ascii=False, indent=2))
    return 0


def _plain(found: Review, reviewer: Reviewer) -> dict[str, Any]:
    """Return a review as plain data: findings with their sentences, turns in notation."""
    game = reviewer.seen.game
    data = asdict(found)
    data["name"] = game.seat_name(found.seat)
    names = game.say_seats()
    for finding, one in zip(found.findings, data["findings"], strict=True):
        one["text"] = sentence(reviewer.critic, found.seat, finding, names)
        for which in ("chosen", "best"):
            if one[which] is not None:
                one[which]["turn"] = [str(game.actions[action]) for action in one[which]["actions"]]
    return data

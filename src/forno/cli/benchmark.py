"""`forno benchmark` and `forno dataset`: results and games that can be cited."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from forno.arena import benchmark
from forno.arena.dataset import DEFAULT_GAMES, write_dataset
from forno.arena.sessions import ProgressBar
from forno.bots.lineup import read_lineup
from forno.cli.options import Parser, add_common, check_positive, example, with_default
from forno.core.errors import OptionError
from forno.core.language import _

DEFAULT_FOLDER = Path("benchmark")


def add_commands(command: Callable[..., Parser], words: Sequence[str]) -> None:
    measured = command(
        "benchmark",
        _benchmark,
        example("benchmark", _("all baselines: a day of processor time")),
        "benchmark cuoco,my_module:MyBot",
        example("benchmark cuoco --games 20", _("a quick try, not to be cited")),
    )
    measured.add_argument("bots", nargs="?", metavar="A,B,…", help=_("bots to measure (default: all baselines)"))
    measured.add_argument(
        "--game", action="append", default=[], metavar="NAME", help=_("rows of this game only; can be repeated")
    )
    usual = {"many": benchmark.GAMES_PER_ROW, "few": benchmark.GAMES_PER_ROW_OF_SLOW_BOTS}
    many = _("games for each row (default: {many}; for slow bots {few})").format(**usual)
    measured.add_argument("--games", type=int, metavar="N", help=many)
    folder = _("folder for games and results; games that are there aren't played again")
    measured.add_argument(
        "--out", type=Path, default=DEFAULT_FOLDER, metavar="DIR", help=with_default(folder, DEFAULT_FOLDER)
    )
    written = command("dataset", _dataset, "dataset games.parquet", "dataset few.parquet --games 100")
    written.add_argument(
        "file", type=Path, metavar="FILE", help=_("Parquet file to write; its datasheet goes beside it")
    )
    written.add_argument(
        "--games", type=int, default=DEFAULT_GAMES, metavar="N", help=with_default(_("how many"), DEFAULT_GAMES)
    )
    for parser in (measured, written):
        add_common(parser, "--processes")


def _benchmark(arguments: argparse.Namespace) -> int:
    check_positive(arguments, "games", "processes")
    rows = benchmark.benchmark_rows(arguments.game)
    if not rows:
        raise OptionError(_("{games} has no tables for the benchmark.").format(games=", ".join(arguments.game)))
    bots = [bot for text in ([arguments.bots] if arguments.bots else benchmark.BASELINES) for bot in read_lineup(text)]
    for bot in bots:
        rows[0].match(bot)  # a bot that can't play is refused before anything is played
    usual = [benchmark.games_per_row(bot) for bot in bots]
    whole = not arguments.game and all((arguments.games or number) >= number for number in usual)
    for bot in bots:

        def tell(row: benchmark.BenchmarkRow, name: str = bot.label) -> None:
            print(f"{name}: {row.name}", file=sys.stderr, flush=True)

        games = arguments.games or benchmark.games_per_row(bot)
        results = list(benchmark.run_benchmark(bot, rows, games, arguments.out, arguments.processes, tell))
        print(benchmark.as_markdown(bot, results), flush=True)
        data = json.dumps(benchmark.as_data(bot, results), ensure_ascii=False, indent=2) + "\n"
        (arguments.out / f"{benchmark.file_name(bot)}.json").write_text(data, encoding="utf-8")
    if not whole:
        print(_("This is a part of protocol {number}; don't cite it as the whole.").format(number=benchmark.PROTOCOL))
    return 0


def _dataset(arguments: argparse.Namespace) -> int:
    check_positive(arguments, "games", "processes")
    path: Path = arguments.file
    if path.suffix != ".parquet":
        raise OptionError(_("{path}: the data set is written as .parquet.").format(path=path))
    if not path.absolute().parent.is_dir():
        raise OptionError(_("{path} can't be written: {parent} isn't a folder.").format(path=path, parent=path.parent))
    for file in (path, path.with_suffix(".md")):
        if file.exists():
            raise OptionError(_("{file} is there already; choose another name.").format(file=file))
    with ProgressBar(arguments.games) as progress:
        sheet = write_dataset(path, arguments.games, arguments.processes, progress.step)
    print(_("The games are in {file}, described in {sheet}.").format(file=path, sheet=sheet))
    return 0

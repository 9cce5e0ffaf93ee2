"""`forno replay` and `forno verify`: commands on records."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from forno.cli.options import find_seat
from forno.cli.screen import event_paragraphs, heading, is_terminal, printable, read_line, wrap
from forno.core.errors import FornoError, RecordError
from forno.core.events import Event, seen_by
from forno.core.game import Game, State
from forno.core.language import ENGLISH, _, labelled, language, listed, ngettext
from forno.core.records import Line, Record
from forno.core.registry import game_info
from forno.core.seeds import write_seed


def load(file: str, deck: str | None) -> Record:
    """Read the record in a file; `-` is standard input."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(_("it isn't text.")) from error
    except OSError as error:
        raise RecordError(f"{error.strerror}.") from error
    return Record.parse(text, deck=deck)


def verify(files: list[str], deck: str | None) -> int:
    """Check records, printing a line for each; return 1 if any is wrong."""
    wrong = 0
    for file in files:
        try:
            record = load(file, deck)
            state = record.replay()
        except FornoError as error:
            wrong = 1
            print(printable(f"forno: {file}: {error}"), file=sys.stderr)
        else:
            print(
                ngettext(
                    "{file}: OK, {game}, {start}, {n} turn; {result}",
                    "{file}: OK, {game}, {start}, {n} turns; {result}",
                    len(record.lines),
                ).format(
                    file=file,
                    game=summary(record.game),
                    start=_start(record),
                    n=len(record.lines),
                    result=_result(state),
                )
            )
    return wrong


def summary(game: Game) -> str:
    """Format a game's title: `Mamma Mia! (classic), 4 players`."""
    info = game_info(game.name)
    players = ngettext("{n} player", "{n} players", game.players).format(n=game.players)
    return f"{info.heading(game.options)}, {players}"


def _start(record: Record) -> str:
    """Format the seed or position of a game."""
    if record.seed is None:
        return _("from a position")
    seed = _("seed {seed}").format(seed=write_seed(record.seed))
    if record.envelope is None:
        return seed
    if not record.envelope.left_out:
        return _("sealed deal, {seed}").format(seed=seed)
    names = listed(map(record.game.say_seat, record.envelope.left_out))
    return _("sealed deal without a number from {names}, {seed}").format(names=names, seed=seed)


def _result(state: State) -> str:
    """Format the result as a record states it, in the current language."""
    if not state.is_over:
        return _("unfinished")
    game, outcome = state.game, state.outcome
    return ngettext(
        "{scores}; {winners} wins ({reason})", "{scores}; {winners} win ({reason})", len(outcome.winners)
    ).format(
        scores=", ".join(f"{game.say_seat(seat)} {score}" for seat, score in enumerate(outcome.scores)),
        winners=listed(game.say_seat(seat) for seat in outcome.winners),
        reason=outcome.reason,
    )


def replay(file: str, deck: str | None, seat_text: str | None, stop: bool, step: bool) -> int:
    """Print a recorded game, with all cards open or as one seat saw it."""
    try:
        record = load(file, deck)
        game = record.game
        seat = None if seat_text is None else find_seat(game, seat_text)
        stop = stop and is_terminal()
        print(heading(f"{summary(game)}, {_start(record)}"))
        if seat is not None:
            print(_("As {name} saw it.").format(name=game.say_seat(seat)))
        for scene in filter(None, _scenes(record, seat, step)):
            print("\n" + wrap(scene))
            if stop and read_line(_("[Enter: go on, q: quit] ")).lower() in ("q", "quit"):
                return 0
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from error
    except EOFError:
        print()
    else:
        print("\n" + _("result: {result}").format(result=_result(record.replay())))
    return 0


def _scenes(record: Record, seat: int | None, step: bool) -> Iterator[str]:
    """Yield the steps of a replay: a line of the record with its events, or a single decision.

    A seat is shown its own moves, and of the others' only what it saw: not even that they were asked. So a scene
    may be empty.
    """
    game = record.game
    name = None if seat is None else game.seat_name(seat)
    line: Line | None = None
    number = 0
    moves: list[str] = []
    events: list[Event] = []
    shown = ""

    def scene() -> str:
        own = line is not None and (name is None or name == line.seat)
        title = f"{number} " if name is None else ""
        texts = [labelled(f"{title}{_(line.seat)}", ", ".join(moves))] if line is not None and own else []
        texts += [f"  {paragraph}" for paragraph in event_paragraphs(game, events)]
        return "\n".join([*texts, shown] if texts and shown else texts)

    place = 0
    try:
        for now, state in record.steps():
            if now is not line or step:
                yield scene()
                moves, events = [], []
            if now is not line:
                number += 1
                place = 0
            line = now
            if now is not None:
                moves.append(now.moves[place] if language() == ENGLISH else game.say(game.parse(now.moves[place])))
                place += 1
            events += state.events if seat is None else seen_by(state.events, seat)
            shown = "" if seat is None else game.show(state.view(seat))
    except RecordError:
        yield scene()
        raise
    yield scene()

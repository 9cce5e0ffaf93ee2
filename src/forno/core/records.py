"""Records: a whole game as text that a person can read, diff and paste.

    forno record 1
    game: mamma-mia
    rules: 1
    edition: classic
    players: 3
    deck: 5a1f0c9be2d47733
    seed: 7

    1 yellow: 3 salami, order 4-olive, draws from the waiter
    2 green: 1 olive, no order, draws from the supply
    …

    revealed yellow: 4-olive, minimale, …
    …
    result: yellow 4, green 6, brown 3; green wins (most-orders)

A line holds the decisions of one seat in one turn. What followed from them without a decision (a pass, a forced
draw, the oven) isn't written: the rules know it. What lies open before everyone at the end is written where the scores
count it. A game that went on from a position built by hand has lines such as `position hands: ["3 salami", "1 olive"]`
in the place of the seed. A sealed deal says above the seed what it came from (`forno.core.sealing`). Empty lines and
lines that begin with `#` don't count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from forno.core.errors import FornoError, RecordError, SealError, SeedError, Shown, UnknownRules, WrongArgument
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.positions import Position
from forno.core.registry import check_option, game_by_rules, game_info
from forno.core.sealing import Envelope, is_sealing
from forno.core.seeds import read_seed, write_seed

FORMAT = "forno record 1"
NOTHING = "nothing"
"""Text of a line without cards."""
POSITION_PREFIX = "position "
"""Prefix of lines with a pile of the position from which the game went on."""
REVEALED_PREFIX = "revealed "
"""Prefix of lines with the cards that lie open at the end."""


@dataclass(frozen=True)
class Line:
    """One line of a seat: where it stands in the text, whose it is, and the notation of each move or card."""

    number: int
    seat: str
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.seat}: {', '.join(self.moves) or NOTHING}"


@dataclass(frozen=True, eq=False, repr=False)
class Record:
    """A game from its deal to its latest action. Records are equal if they are written alike."""

    game: Game
    start: int | str | Position
    """The seed that it was dealt from, or how the position was built from which it went on."""
    lines: tuple[Line, ...]
    result: str | None
    """The result as the record states it; `None` if the game wasn't finished."""
    result_line: int = 0
    revealed: tuple[Line, ...] = ()
    """Cards that lie open before everyone at the end, as far as the record states them."""
    start_line: int = 0
    """Number of the line with the seed or the first pile."""
    envelope: Envelope | None = None
    """Inputs of a sealed deal."""

    @classmethod
    def of(cls, state: State, envelope: Envelope | None = None) -> Record:
        """Return the record of a state that was dealt from a seed, or went on from a position built by hand."""
        if not (isinstance(getattr(state, "game", None), Game) and hasattr(state, "history")):
            raise WrongArgument(
                _("a record is made from a game's state, not from {value!r}.").format(value=Shown(state))
            )
        begun = state.built_from if state.seed is None else state.seed
        if begun is None:
            raise RecordError(
                _("a sampled state has neither a deal nor a position to start from, so it has no record.")
            )
        game = state.game
        lines: list[Line] = []
        group = (-1, -1)
        moves: list[str] = []
        replay = _begin(game, begun)
        replay.quiet = True
        for action in state.history():
            if (replay.turn, replay.seat) != group:
                group = (replay.turn, replay.seat)
                moves = []
                lines.append(Line(0, game.seat_name(replay.seat), ()))
            moves.append(str(game.actions[action]))
            lines[-1] = Line(0, lines[-1].seat, tuple(moves))
            replay.apply(action)
        start = len(_header(game, begun, envelope)) + 2
        numbered = tuple(Line(start + i, line.seat, line.moves) for i, line in enumerate(lines))
        end = start + len(lines) + 1
        revealed = _revealed_lines(state, end)
        result = result_text(state) if state.is_over else None
        return cls(game, begun, numbered, result, end + len(revealed), revealed, envelope=envelope)

    @property
    def seed(self) -> int | str | None:
        """The seed it was dealt from; `None` if it went on from a position."""
        return None if isinstance(self.start, Position) else self.start

    def __str__(self) -> str:
        moves = [f"{i} {line}" for i, line in enumerate(self.lines, 1)]
        revealed = [f"{REVEALED_PREFIX}{line}" for line in self.revealed]
        result = f"result: {self.result or 'unfinished'}"
        return "\n".join([*_header(self.game, self.start, self.envelope), "", *moves, "", *revealed, result, ""])

    def __repr__(self) -> str:
        return f"Record.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    @classmethod
    def parse(cls, text: str, deck: Any = None) -> Record:
        """Read a record. A game that was played with a deck of your own needs that deck again.

        Raises `RecordError` with the line and the reason; a record of other rules is refused here.
        """
        if not isinstance(text, str):
            raise RecordError(
                _("a record is a text, not a value of the type {type!r}.").format(type=type(text).__name__)
            )
        heads: dict[str, tuple[int, str]] = {}
        lines: list[Line] = []
        revealed: list[Line] = []
        result: tuple[int, str] | None = None
        content = [
            (number, line.strip())
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        if not content or content[0][1] != FORMAT:
            raise RecordError(
                _("this isn't a record: it doesn't begin with {format!r}.").format(format=FORMAT),
                content[0][0] if content else 1,
            )
        for number, line in content[1:]:
            head, colon, rest = line.partition(":")
            if not colon:
                raise RecordError(
                    _("{line!r} has no colon; a line is 'name: value' or 'number seat: moves'.").format(line=line),
                    number,
                )
            if result is not None:
                raise RecordError(_("nothing may follow the result."), number)
            if head == "result":
                result = number, rest.strip()
            elif head.startswith(REVEALED_PREFIX):
                seat = head.removeprefix(REVEALED_PREFIX).strip()
                revealed.append(Line(number, seat, () if rest.strip() == NOTHING else _read_list(number, rest)))
            elif head[:1].isdigit():
                index, _space, seat = head.partition(" ")
                count = len(lines) + 1
                if index != str(count):
                    wrong = _("this should be turn {count}, not {index}.").format(count=count, index=index)
                    raise RecordError(wrong, number)
                lines.append(Line(number, seat.strip(), _read_list(number, rest)))
            elif lines:
                raise RecordError(_("{head!r} belongs above the moves.").format(head=head), number)
            elif head in heads:
                raise RecordError(_("{head!r} is given twice.").format(head=head), number)
            else:
                heads[head] = number, rest.strip()
        if result is None:
            raise RecordError(
                _("the record has no result; an unfinished game says 'result: unfinished'."), content[-1][0]
            )
        game, (start_line, start) = _read_header(heads, deck)
        stated = None if result[1] == "unfinished" else result[1]
        envelope = _read_envelope(heads, game)
        return cls(game, start, tuple(lines), stated, result[0], tuple(revealed), start_line, envelope)

    def steps(self) -> Iterator[tuple[Line | None, State]]:
        """Replay move by move: the state as dealt, and then after every move, with the line it stands in.

        The state yielded is the same one, moved on. Raises `RecordError` at the line where the record breaks.
        """
        try:
            if self.envelope is not None:
                self.envelope.check(self.seed, self.game.seat_name)
            state = _begin(self.game, self.start)
        except FornoError as error:
            raise RecordError(str(error), self.start_line) from error
        yield None, state
        for line in self.lines:
            turn = state.turn
            for move in line.moves:
                if state.is_over:
                    raise RecordError(_("{move!r} comes after the end of the game.").format(move=move), line.number)
                awaited = self.game.seat_name(state.seat)
                if awaited != line.seat:
                    raise RecordError(
                        _("{move!r} is {seat}'s, but {awaited} is to decide.").format(
                            move=move, seat=line.seat, awaited=awaited
                        ),
                        line.number,
                    )
                if state.turn != turn:
                    raise RecordError(
                        _("{move!r} belongs to the next turn, on a line of its own.").format(move=move),
                        line.number,
                    )
                try:
                    action = self.game.parse(move)
                    state.apply(action)
                except FornoError as error:
                    raise RecordError(str(error), line.number) from error
                yield line, state
        stated = self.result or "unfinished"
        found = result_text(state) if state.is_over else "unfinished"
        if stated != found:
            raise RecordError(
                _("the record says {stated!r}, the game says {found!r}.").format(stated=stated, found=found),
                self.result_line,
            )
        self._check_revealed(state)

    def _check_revealed(self, state: State) -> None:
        """Check what is stated to lie open at the end; older records state nothing of it."""
        if not self.revealed:
            return
        for stated, lies in zip_longest(self.revealed, _revealed_lines(state)):
            if stated is None or lies is None or (stated.seat, stated.moves) != (lies.seat, lies.moves):
                raise RecordError(
                    _("the record says {stated!r}, the game says {found!r}.").format(
                        stated=str(stated or ""), found=str(lies or "")
                    ),
                    self.result_line if stated is None else stated.number,
                )

    def replay(self) -> State:
        """Return the state at the end of the record, every move checked."""
        *_, (_, state) = self.steps()
        return state


def result_text(state: State) -> str:
    """Return the result of a finished game as its record states it."""
    game, outcome = state.game, state.outcome
    scores = ", ".join(f"{game.seat_name(seat)} {score}" for seat, score in enumerate(outcome.scores))
    winners = " and ".join(game.seat_name(seat) for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "win"
    return f"{scores}; {winners} {verb} ({outcome.reason})"


def _revealed_lines(state: State, start: int = 0) -> tuple[Line, ...]:
    """Return what lies open at the end, a line for each seat, the first of them at `start`; nothing before the end."""
    revealed = state.outcome.revealed if state.is_over else ()
    return tuple(Line(start + seat, state.game.seat_name(seat), cards) for seat, cards in enumerate(revealed))


def _begin(game: Game, start: int | str | Position) -> State:
    """Return the state that a record begins with."""
    return game.position(**dict(start.piles)) if isinstance(start, Position) else game.deal(start)


def header(
    name: str,
    rules: int,
    options: Mapping[str, Any],
    deck_hash: str,
    start: int | str | Position,
    sealed: Sequence[str] = (),
) -> list[str]:
    """Return the lines above the moves; those of a sealed deal come before its seed."""
    if isinstance(start, Position):
        begun = [f"{POSITION_PREFIX}{pile}: {json.dumps(value, ensure_ascii=False)}" for pile, value in start.piles]
    else:
        begun = [f"seed: {write_seed(start)}"]
    return [
        FORMAT,
        f"game: {name}",
        f"rules: {rules}",
        *(f"{key}: {_write(value)}" for key, value in options.items()),
        f"deck: {deck_hash}",
        *sealed,
        *begun,
    ]


def _header(game: Game, start: int | str | Position, envelope: Envelope | None) -> list[str]:
    sealed = () if envelope is None else envelope.lines(game.seat_name)
    return header(game.name, game.rules_version, game.options, game.deck_hash, start, sealed)


def _write(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value) if isinstance(value, tuple) else str(value)


def _read_list(number: int, text: str) -> tuple[str, ...]:
    parts = tuple(part.strip() for part in text.split(","))
    if not all(parts):
        raise RecordError(_("there is an empty move here."), number)
    return parts


def _read_header(heads: Mapping[str, tuple[int, str]], deck: Any) -> tuple[Game, tuple[int, int | str | Position]]:
    built = any(key.startswith(POSITION_PREFIX) for key in heads)
    for key in ("game", "rules", "deck", *(() if built else ("seed",))):
        if key not in heads:
            raise RecordError(_("the header lacks {key!r}.").format(key=key), 1)
    name_line, name = heads["game"]
    try:
        info = game_info(name)
        options: dict[str, Any] = {}
        for key, (number, value) in heads.items():
            if (
                key not in ("game", "rules", "deck", "seed")
                and not key.startswith(POSITION_PREFIX)
                and not is_sealing(key)
            ):
                try:
                    option = info.option(key)
                    options[key] = option.read(value)
                    check_option(info, option, options[key])
                except ValueError as error:
                    raise RecordError(f"{key}: {error}", number) from error
        if deck is not None:
            options["deck"] = deck
        rules_line, rules = heads["rules"]
        if not re.fullmatch(r"[1-9][0-9]{0,8}", rules):
            raise RecordError(
                _("{rules!r} isn't a version of the rules: it isn't a number.").format(rules=rules), rules_line
            )
        game = game_by_rules(name, int(rules), **options)
    except RecordError:
        raise
    except UnknownRules as error:
        raise RecordError(str(error), rules_line) from error
    except FornoError as error:
        raise RecordError(str(error), name_line) from error
    deck_line, deck_hash = heads["deck"]
    if deck_hash != game.deck_hash:
        reason = (
            _("it was played with a deck of its own, {deck}, not with the deck given.")
            if deck is not None
            else _("it was played with a deck of its own, {deck}; give that deck file with --deck.")
        )
        raise RecordError(reason.format(deck=deck_hash), deck_line)
    if built:
        return game, _read_position(heads)
    seed_line, seed = heads["seed"]
    try:
        return game, (seed_line, read_seed(seed))
    except SeedError as error:
        raise RecordError(str(error), seed_line) from error


def _read_envelope(heads: Mapping[str, tuple[int, str]], game: Game) -> Envelope | None:
    told = {key: text for key, (_line, text) in heads.items() if is_sealing(key)}
    try:
        return Envelope.read(told, map(game.seat_name, range(game.players)))
    except SealError as error:
        raise RecordError(str(error), heads[next(iter(told))][0]) from error


def _read_position(heads: Mapping[str, tuple[int, str]]) -> tuple[int, Position]:
    """Return the piles of a position, each a line with a text, a number or a list as JSON writes them."""
    if "seed" in heads:
        raise RecordError(_("a game begins with a seed or with a position, not with both."), heads["seed"][0])
    piles: dict[str, Any] = {}
    first = 0
    for key, (line, text) in heads.items():
        if not key.startswith(POSITION_PREFIX):
            continue
        first = first or line
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecordError(
                _("{what} can't be read: {reason}.").format(what=repr(text[:40]), reason=error), line
            ) from error
        piles[key.removeprefix(POSITION_PREFIX).strip()] = tuple(value) if isinstance(value, list) else value
    return first, Position(tuple(piles.items()))

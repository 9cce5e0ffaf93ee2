"""Checks of records: what was written reads back, what was changed is refused at its line."""

from __future__ import annotations

from typing import Any

from forno.core.chance import Chance
from forno.core.errors import RecordError
from forno.core.game import State
from forno.core.records import REVEALED_PREFIX, Record
from forno.testing.trial import ConformanceError, Trial, differences, fingerprint

POSITION_STEPS = 40
"""Decisions after which the record of a position is looked at again."""


def check_record(trial: Trial, deck: Any) -> None:
    """Check that the record so far, finished or not, is the same after writing and reading, and replays."""
    state = trial.state
    record = Record.of(state)
    text = str(record)
    read = _parse(trial, text, deck)
    trial.require(read == record and str(read) == text, "record", f"it reads back otherwise:\n{text}\n{read}")
    trial.require((read.result is None) == (not state.is_over), "record", f"its result is {read.result!r}")
    try:
        end = read.replay()
    except RecordError as error:
        trial.fail("record", f"it doesn't replay: {error}\n{text}")
    trial.require(_standing(end) == _standing(state), "record", f"it replays to another end:\n{text}")


def check_position(state: State, deck: Any = None) -> None:
    """Check that a position built by hand remembers how, and its record builds it again, also when it went on."""
    game, chance, played = state.game, Chance(0, "position"), state.clone()

    def require(kept: bool, message: str) -> None:
        if not kept:
            raise ConformanceError("position", message, game, "a position built by hand", played.history())

    built = state.built_from
    require(built is not None and state.seed is None, f"it says it was built by {built} and dealt from {state.seed!r}")
    assert built is not None
    changed = differences(fingerprint(state), fingerprint(game.position(**dict(built.piles))))
    require(not changed, f"built again in the same way, it is another: {changed}")
    for step in range(POSITION_STEPS + 1):
        if step in (0, 1, POSITION_STEPS) or played.is_over:
            text = str(Record.of(played))
            read = Record.parse(text, deck)
            require(str(read) == text, f"its record reads back otherwise:\n{text}\n{read}")
            end = read.replay()
            require(end.built_from == built, f"its record builds {end.built_from}, and not {built}")
            require(_standing(end) == _standing(played), f"its record replays to another end:\n{text}")
        if played.is_over:
            return
        played.apply(chance.choice(played.legal_actions()))


def check_tampering(trial: Trial, chance: Chance, deck: Any) -> None:
    """Check that a record changed by hand is refused, and the line that was changed is named."""
    lines = str(Record.of(trial.state)).splitlines()
    heads = {line.partition(":")[0]: place for place, line in enumerate(lines) if ":" in line}
    edits = [(place, lines[place] + "0") for place in (0, *(heads[key] for key in ("game", "rules", "deck", "result")))]
    moves = [place for place, line in enumerate(lines) if line[:1].isdigit()]
    revealed = [place for place, line in enumerate(lines) if line.startswith(REVEALED_PREFIX)]
    edits += [(place, lines[place] + "0") for place in revealed]
    if moves:
        place = chance.choice(moves)
        edits += [
            (place, lines[place] + ", boils the moon"),
            (place, lines[place] + ","),
            (place, "0" + lines[place]),
            (place, _other_seat(trial, lines[place])),
        ]
        illegal = _illegal_move(trial, lines, chance)
        if illegal is not None:
            edits.append(illegal)
    for place, edit in edits:
        changed = [*lines[:place], edit, *lines[place + 1 :]]
        try:
            Record.parse("\n".join(changed), deck).replay()
        except RecordError as error:
            trial.require(
                error.line == place + 1,
                "tampering",
                f"line {place + 1} was changed to {changed[place]!r}, and line {error.line} was blamed: {error}",
            )
        else:
            trial.fail("tampering", f"line {place + 1} was changed to {changed[place]!r}, and nobody noticed")


def _parse(trial: Trial, text: str, deck: Any) -> Record:
    try:
        return Record.parse(text, deck)
    except RecordError as error:
        trial.fail("record", f"it doesn't read back (is the game registered?): {error}\n{text}")


def _standing(state: State) -> tuple[Any, ...]:
    """Return a game's situation in a form comparable across two objects for the same game."""
    game = state.game
    shown = [game.show(state.view(seat)) for seat in (None, *range(game.players))]
    outcome = state.outcome if state.is_over else None
    return state.history(), state.legal_actions(), state.seat, state.turn, dict(state.census()), outcome, shown


def _other_seat(trial: Trial, line: str) -> str:
    head, _, rest = line.partition(":")
    number, _, name = head.partition(" ")
    names = [trial.game.seat_name(seat) for seat in range(trial.game.players)]
    return f"{number} {names[(names.index(name) + 1) % len(names)]}:{rest}"


def _illegal_move(trial: Trial, lines: list[str], chance: Chance) -> tuple[int, str] | None:
    """Replace one move of the record by an illegal one."""
    game, record = trial.game, Record.of(trial.state)
    which = chance.below(len(trial.actions))
    state = game.deal(trial.seed, quiet=True)
    for action in trial.actions[:which]:
        state.apply(action)
    legal = state.legal_actions()
    illegal = [number for number in range(len(game.actions)) if number not in legal]
    if not illegal:
        return None
    wrong = str(game.actions[chance.choice(illegal)])
    for line in record.lines:
        if which < len(line.moves):
            moves = ", ".join([*line.moves[:which], wrong, *line.moves[which + 1 :]])
            place = line.number - 1
            head = lines[place].partition(":")[0]
            return place, f"{head}: {moves}"
        which -= len(line.moves)
    trial.fail("record", f"it has fewer moves than were made: {lines}")

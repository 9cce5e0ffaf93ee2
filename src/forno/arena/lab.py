"""Comparison of two rule sets or decks over the same deals.

Both sides are dealt from the same seeds, and a difference is the mean over deals of what the two sides of a deal differ
by. Whether it could be luck is judged by Student's t over deals; since many rows are looked at, the marks are corrected
for their number (Holm), so that a table of rules that don't differ has a mark in one of twenty runs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import Any

from forno.arena.columns import align_columns, number
from forno.arena.intervals import CONFIDENCE_LEVEL, Estimate, estimate
from forno.arena.matches import Match
from forno.arena.playing import Played
from forno.core.language import N_, _

METHOD = N_(
    "Differences are means over deals that both sides played, with 95% intervals by Student's t over deals; "
    "* marks those that aren't luck, corrected for the number of rows (Holm)"
)
Measure = Callable[[Played], float]


@dataclass(frozen=True)
class MeasureRow:
    """One measure on both sides."""

    group: str
    name: str
    said: str
    """Its name in the current language."""
    share: bool
    a: Estimate
    b: Estimate
    difference: Estimate
    """Difference b − a."""
    significant: bool


@dataclass(frozen=True)
class Comparison:
    """All measures on both sides."""

    rows: tuple[MeasureRow, ...]
    games: tuple[int, int]
    deals: int
    """Number of deals that both sides played."""

    def as_dict(self) -> dict[str, Any]:
        return {
            "games": list(self.games),
            "deals": self.deals,
            "method": METHOD,
            "rows": [
                {
                    "group": row.group,
                    "name": row.name,
                    "a": _estimate_as_dict(row.a),
                    "b": _estimate_as_dict(row.b),
                    "difference": _estimate_as_dict(row.difference),
                    "significant": row.significant,
                }
                for row in self.rows
            ],
        }


def _estimate_as_dict(found: Estimate) -> dict[str, Any]:
    return {"mean": found.mean, "ci95": found.interval}


def compare(match_a: Match, a: Sequence[Played], match_b: Match, b: Sequence[Played]) -> Comparison:
    """Compare the games of two matches that were dealt from the same seeds."""
    both = {game.deal for game in a} & {game.deal for game in b}
    sides = [[game for game in games if game.deal in both] for games in (a, b)]
    measured: list[tuple[str, str, str, bool, Estimate, Estimate, Estimate]] = []
    for group, (name, said), share, measure in _measures(match_a, match_b, sides[0], sides[1]):
        one, other = (estimate(((game.deal, measure(game)) for game in games), share) for games in sides)
        measured.append((group, name, said, share, one, other, _difference(sides, measure)))
    marks = holm([row[-1].p_value for row in measured])
    rows = tuple(MeasureRow(*row, significant=mark) for row, mark in zip(measured, marks, strict=True))
    return Comparison(rows, (len(a), len(b)), len(both))


def _difference(sides: Sequence[Sequence[Played]], measure: Measure) -> Estimate:
    """Return the mean over deals of the difference between both sides' means of the deal."""
    means: list[dict[int, float]] = []
    for games in sides:
        values: defaultdict[int, list[float]] = defaultdict(list)
        for game in games:
            values[game.deal].append(measure(game))
        means.append({deal: sum(found) / len(found) for deal, found in values.items()})
    one, other = means
    return estimate((deal, other[deal] - one[deal]) for deal in one)


def holm(p_values: Sequence[float]) -> list[bool]:
    """Return which of several differences are significant together, by Holm's step-down method."""
    marks = [False] * len(p_values)
    for step, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[place] > (1 - CONFIDENCE_LEVEL) / (len(p_values) - step):
            break
        marks[place] = True
    return marks


def _measures(
    match_a: Match, match_b: Match, a: Sequence[Played], b: Sequence[Played]
) -> Iterable[tuple[str, tuple[str, str], bool, Measure]]:
    players = min(len(match_a.players), len(match_b.players))
    yield N_("length"), _measure_names(N_("turns")), False, lambda game: game.turns
    yield "length", _measure_names(N_("decisions")), False, lambda game: sum(game.decisions)
    yield N_("scores"), _measure_names(N_("mean score")), False, lambda game: sum(game.scores) / len(game.scores)
    yield "scores", _measure_names(N_("best score")), False, lambda game: max(game.scores)
    yield "scores", _measure_names(N_("best minus worst")), False, lambda game: max(game.scores) - min(game.scores)
    yield N_("wins"), _measure_names(N_("shared wins")), True, lambda game: len(game.winners) > 1
    for place in range(players):
        named = _measure_names(N_("wins of number {place} in turn order"), place=place + 1)
        yield "wins", named, True, partial(_share_of_position, place)
    for seat in range(players):
        named = _measure_names(N_("wins of seat {seat} ({name})"), match_a.game().seat_name(seat), seat=seat + 1)
        yield "wins", named, True, partial(Played.win_share, seat=seat)
    for order in sorted({order for game in (*a, *b) for order in game.tally}):
        yield N_("orders a game"), (order, order), False, partial(_count_of, order)


def _measure_names(message: str, name: str = "", **facts: object) -> tuple[str, str]:
    """Return a measure's name in English, for data, and in the current language."""
    return message.format(name=name, **facts), _(message).format(name=_(name), **facts)


def _share_of_position(place: int, game: Played) -> float:
    return game.win_share((game.first + place) % len(game.seats))


def _count_of(order: str, game: Played) -> float:
    return game.tally.get(order, 0)


# --- as text --------------------------------------------------------------------


def comparison_text(table: Comparison, a: str, b: str, title: str) -> str:
    """Format both sides, with the difference and a mark where it is significant."""
    lines = [["", f"A: {a}", f"B: {b}", "B - A [95%]", ""]]
    group = ""
    for row in table.rows:
        if row.group != group:
            group = row.group
            lines.append([_(group), "", "", "", ""])
        mark = "*" if row.significant else " "
        cells = (number(row.a, row.share), number(row.b, row.share), _interval(row.difference, row.share))
        lines.append([f"  {row.said}", *cells, mark])
    played = _("{title}: {a} and {b} games, {deals} deals on both sides").format(
        title=title, a=table.games[0], b=table.games[1], deals=table.deals
    )
    return f"{played}\n\n{align_columns(lines)}\n\n{_(METHOD)}."


def _interval(found: Estimate, share: bool) -> str:
    scale, digits = (100, 1) if share else (1, 2)
    if not isfinite(found.low):
        return f"{found.mean * scale:+.{digits}f}"
    return f"{found.mean * scale:+.{digits}f} [{found.low * scale:+.{digits}f}, {found.high * scale:+.{digits}f}]"

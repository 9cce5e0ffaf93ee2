"""Standings as text for a terminal, and as lines of a leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from forno.arena.intervals import METHOD, Estimate
from forno.arena.matches import Match
from forno.arena.standings import Standings
from forno.core.language import _, ngettext
from forno.core.registry import game_info

LEADERBOARD_HEAD = """# Leaderboard

Who wins how often, the best first: the share of the games that one seat wins, with its 95% interval, and Elo. Every
line was written by its own command, which plays the same games again; what bots with a budget in milliseconds do
depends on the machine.

| game | players | standings | games | command |
|---|---|---|---:|---|
"""


def align_columns(rows: Sequence[Sequence[str]]) -> str:
    """Format rows in columns: the first aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(f"{cell:{'<' if place == 0 else '>'}{width}}" for place, (cell, width) in enumerate(cells)).rstrip()
        for cells in ([*zip(row, widths, strict=True)] for row in rows)
    )


def percent(estimate: Estimate) -> str:
    """Format a share with its interval: `41.2% [38.0, 44.5]`."""
    return f"{100 * estimate.mean:.1f}% [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"


def number(estimate: Estimate, share: bool = False) -> str:
    """Format a mean with its error: `4.21 ±0.12`, or a share: `41.2% ±3.1`."""
    scale, unit, digits = (100, "%", 1) if share else (1, "", 2)
    reach = (estimate.high - estimate.low) / 2 * scale
    return f"{estimate.mean * scale:.{digits}f}{unit}" + (f" ±{reach:.{digits}f}" if isfinite(reach) else "")


def differences(table: Standings) -> list[tuple[str, str, str]]:
    """Format for each pair its names, the difference in wins (`+8.3% [+2.1, +14.5]`) and the p-value."""
    found: list[tuple[str, str, str]] = []
    for (one, other), more in table.more_wins.items():
        if more.deals:
            reach = f" [{100 * more.low:+.1f}, {100 * more.high:+.1f}]" if isfinite(more.low) else ""
            luck = "-" if not reach else "<0.001" if more.p_value < 0.001 else f"{more.p_value:.3f}"
            found.append((f"{one} – {other}", f"{100 * more.mean:+.1f}%{reach}", luck))
    return found


def incomplete_text(table: Standings) -> str:
    """Say how many deals weren't played in all rotations."""
    return ngettext(
        "{n} of the deals haven't been played in all rotations.",
        "{n} of the deals haven't been played in all rotations.",
        table.incomplete,
    ).format(n=table.incomplete)


def duration(seconds: float) -> str:
    """Format a duration: `3.1 ms`."""
    if seconds < 1e-3:
        return f"{1e6 * seconds:.0f} µs"
    value, unit = (1e3 * seconds, "ms") if seconds < 1 else (seconds, "s")
    return f"{value:.1f}".removesuffix(".0") + f" {unit}"


def standings_text(table: Standings) -> str:
    """Format the standings and the crosstable, with notes."""
    rows = [[_("bot"), _("games"), _("wins [95%]"), _("score"), _("rating"), "Elo", _("a decision"), _("slowest")]]
    for bot in table.bots:
        rating = "-" if bot.rating is None else f"{bot.rating.mu:.1f} ±{2 * bot.rating.sigma:.1f}"
        times = (duration(bot.seconds_per_decision), duration(bot.slowest_decision))
        rows.append([bot.name, str(bot.games), percent(bot.wins), number(bot.score), rating, f"{bot.elo:+.0f}", *times])
    parts = [align_columns(rows)]
    names = [bot.name for bot in table.bots]
    if len(names) > 1:
        cells = [
            [f"{100 * table.ahead[one, other]:.1f}%" if (one, other) in table.ahead else "-" for other in names]
            for one in names
        ]
        parts.append(
            align_columns(
                # Translators: how often the bot of a row finished ahead of that of a column
                [[_("ahead of"), *names], *([name, *row] for name, row in zip(names, cells, strict=True))],
            )
        )
        # Translators: a bot compared with another, how many more wins it has, and how likely so many are by luck
        parts.append(align_columns([[_("paired"), _("more wins [95%]"), _("by luck")], *map(list, differences(table))]))
    fair = _("Fair share: {percent:.1f}%.").format(percent=100 / table.players) if table.players else ""
    notes = [_("{games} games, {deals} deals.").format(games=table.games, deals=table.deals), fair, f"{_(METHOD)}."]
    if table.incomplete:
        notes.append(incomplete_text(table))
    if table.bots and table.games and table.bots[0].rating is None:
        notes.append(_("Ratings need OpenSkill: pip install 'forno[arena]'."))
    return "\n\n".join([*parts, " ".join(notes)])


# --- leaderboards ---------------------------------------------------------------


def line_of(match: Match, table: Standings, command: str) -> str:
    """Format the line of a match on a leaderboard, with the command that plays it again."""
    game = match.game()
    info = game_info(game.name)
    title = f"{info.title} {game.options.get(info.variant, '')}".strip()
    standings = ", ".join(f"{bot.name} {percent(bot.wins)} ({bot.elo:+.0f})" for bot in table.bots)
    cells = (title, str(match.table), standings, str(table.games), f"`{command}`")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def write_line(path: Path, line: str) -> None:
    """Add a line to a leaderboard, creating it if needed. A line with the same command is replaced."""
    text = path.read_text(encoding="utf-8") if path.exists() else LEADERBOARD_HEAD
    command = line.rpartition(" | ")[2]
    kept = [old for old in text.splitlines(keepends=True) if not old.endswith(f" | {command}")]
    path.write_text("".join([*kept, line]), encoding="utf-8")

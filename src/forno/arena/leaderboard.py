"""A leaderboard: a page of Markdown with a line for every match, and the command that plays it again."""

from __future__ import annotations

from pathlib import Path

from forno.arena.columns import percent
from forno.arena.matches import Match
from forno.arena.standings import Standings
from forno.core.registry import game_info

HEAD = """# Leaderboard

Who wins how often, the best first: the share of the games that one seat wins, with its 95% interval, and Elo. Every
line was written by its own command, which plays the same games again; what bots with a budget in milliseconds do
depends on the machine.

| game | players | standings | games | command |
|---|---|---|---:|---|
"""


def line_of(match: Match, table: Standings, command: str) -> str:
    """Format the line of a match."""
    game = match.game()
    info = game_info(game.name)
    title = f"{info.title} {game.options.get(info.variant, '')}".strip()
    standings = ", ".join(f"{bot.name} {percent(bot.wins)} ({bot.elo:+.0f})" for bot in table.bots)
    cells = (title, str(match.table), standings, str(table.games), f"`{command}`")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def write_line(path: Path, line: str) -> None:
    """Add a line to the page, creating it if needed. A line with the same command is replaced."""
    text = path.read_text(encoding="utf-8") if path.exists() else HEAD
    command = line.rpartition(" | ")[2]
    kept = [old for old in text.splitlines(keepends=True) if not old.endswith(f" | {command}")]
    path.write_text("".join([*kept, line]), encoding="utf-8")

"""Many games at once: matches between bots, ratings, reports, and comparisons of rules."""

from forno.arena.frames import load
from forno.arena.matches import Match, Task
from forno.arena.playing import Played, play
from forno.arena.runners import run_here, run_on_cluster
from forno.arena.standings import Standings, standings

__all__ = ["Match", "Played", "Standings", "Task", "load", "play", "run_here", "run_on_cluster", "standings"]

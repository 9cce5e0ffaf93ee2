"""Three players who know the game: `garzone`, `cuoco` and `pizzaiolo`."""

from __future__ import annotations

from forno.bots.bot import Bot
from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import View
from forno.games.pizza_master.bots.player import PlannedBot
from forno.games.pizza_master.bots.style import CUOCO, GARZONE, PIZZAIOLO, Style
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.state import PizzaMasterState


class Thinker(Bot):
    """A player who plans, without searching.

    What it is asked to judge is a world made up from its view, in which only what it knows counts.
    """

    def __init__(self, game: Game, seat: int, seed: int | str, style: Style) -> None:
        assert isinstance(game, PizzaMaster)
        super().__init__(game, seat, seed)
        self.player = PlannedBot(game.lookups, style)
        self.memory = game.memory(seat)

    def observe(self, event: Event) -> None:
        self.memory.observe(event)

    def choose(self, view: View) -> int:
        if len(view.actions) == 1:
            return view.actions[0]
        state = view.sample(self.memory, self.chance)
        assert isinstance(state, PizzaMasterState)
        state.quiet = True
        return self.player.act(state)


def garzone(game: Game, seat: int, seed: int | str = 0) -> Bot:
    """Return a player who plans one order at a time, and looks at nobody."""
    return Thinker(game, seat, seed, GARZONE)


def cuoco(game: Game, seat: int, seed: int | str = 0) -> Bot:
    """Return a player who plans the hand as a whole."""
    return Thinker(game, seat, seed, CUOCO)


def pizzaiolo(game: Game, seat: int, seed: int | str = 0) -> Bot:
    """Return a player who plans with the others, the missions and the objectives in mind."""
    return Thinker(game, seat, seed, PIZZAIOLO)

"""Three players who know the game: `garzone`, `cuoco` and `pizzaiolo`."""

from __future__ import annotations

from functools import partial

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

    def __init__(self, game: Game, seat: int, seed: int | str = 0, *, style: Style) -> None:
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


garzone = partial(Thinker, style=GARZONE)
"""A player who plans one order at a time, and looks at nobody."""
cuoco = partial(Thinker, style=CUOCO)
"""A player who plans the hand as a whole."""
pizzaiolo = partial(Thinker, style=PIZZAIOLO)
"""A player who plans with the others, the missions and the objectives in mind."""

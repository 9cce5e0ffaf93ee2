"""Gymnasium environments: one seat learns, bots have the others::

    import gymnasium
    import forno.adapters.gymnasium

    table = gymnasium.make("forno/MammaMia-v0", players=2, bots="random")
    observation, info = table.reset(seed=7)
    observation, reward, terminated, truncated, info = table.step(table.action_space.sample(info["action_mask"]))

Importing this module registers every game, plug-ins too. `GameEnv` is the same for a game of your own.
"""

from __future__ import annotations

from typing import Any, ClassVar

from forno.adapters.arguments import game_from, one_of
from forno.adapters.arrays import RENDER_MODES, VERSION, GameArrays, Rewards
from forno.adapters.extras import missing
from forno.bots.bot import Bot
from forno.bots.lineup import bot_seed, read_lineup
from forno.core.chance import Chance
from forno.core.errors import OptionError
from forno.core.events import seen_by
from forno.core.game import Game
from forno.core.language import _
from forno.core.observing import MEMORY
from forno.core.registry import GAMES

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise missing("Gymnasium", "gymnasium") from error


class GameEnv(gymnasium.Env):  # type: ignore[misc]
    """The decisions of one seat; bots decide for the others in between.

    `bots` names those who have the other seats, as for the arena: one for all of them (`cuoco`), or one for each
    (`cuoco,random`). `seat` is the learner's seat; `None` is another seat in every game. What it is shown and
    how the end is valued is chosen as in `forno.adapters.pettingzoo`. Rewards come at the end. `lenient` replaces an
    illegal action by the next legal one, for programs that know nothing of masks; `info["replaced"]` says so.

    After the last step the mask allows everything: a vector environment ignores the action that follows.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        *,
        bots: str = "random",
        seat: int | None = None,
        knowledge: str = MEMORY,
        scaled: bool = True,
        rewards: Rewards | None = None,
        render_mode: str | None = None,
        lenient: bool = False,
        **options: Any,
    ) -> None:
        self.game = game_from(game, options)
        self.lenient = lenient
        self.arrays = GameArrays(self.game, knowledge, scaled, rewards, quiet=False)
        self.render_mode = render_mode if render_mode is None else one_of("render_mode", render_mode, RENDER_MODES)
        self.game.check_seat(seat)
        self.fixed_seat = seat
        self.seat = seat or 0
        others = self.game.players - 1
        lineup = read_lineup(bots)
        if len(lineup) not in (1, others):
            raise OptionError(
                _(
                    "{bots!r} names {number} bots, but there are {seats} seats for them; "
                    "name one bot for all, or one for each."
                ).format(bots=bots, number=len(lineup), seats=others)
            )
        self.lineup = lineup if len(lineup) == others else lineup * others
        self.bots: dict[int, Bot] = {}
        high = self.arrays.high
        self.observation_space = spaces.Box(0, high, high.shape, self.arrays.dtype)
        self.action_space = spaces.Discrete(len(self.game.actions))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        arrays = self.arrays
        while True:
            arrays.deal(seed)
            seed = None  # a game in which the seat has nothing to decide is followed by the next one
            self.sit_down()
            self.let_bots_play(arrays.state.events)
            if not arrays.state.is_over:
                return self.told()

    def sit_down(self) -> None:
        """Choose the learner's seat and put bots on the others."""
        self.close()
        arrays = self.arrays
        luck = Chance(arrays.state.seed or 0, "seat")
        self.seat = luck.below(self.game.players) if self.fixed_seat is None else self.fixed_seat
        seats = [seat for seat in range(self.game.players) if seat != self.seat]
        luck_of_bots = bot_seed(arrays.state.seed or 0)
        for seat, player in zip(seats, self.lineup, strict=True):
            self.bots[seat] = player.make(self.game, seat, luck_of_bots)

    def let_bots_play(self, events: Any) -> None:
        """Tell the bots what happened, and let them decide until the learner's turn or the end."""
        state = self.arrays.state
        while True:
            for seat, bot in self.bots.items():
                for event in seen_by(events, seat):
                    bot.observe(event)
            if state.is_over or state.seat == self.seat:
                break
            events = state.apply(self.bots[state.seat].choose(state.view(state.seat)))
        self.arrays.legal = state.legal_actions()

    def told(self) -> tuple[Any, dict[str, Any]]:
        """Return the learner's observation and info."""
        return self.arrays.observation(self.seat), {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> Any:
        """Return the action mask, under the name that libraries with masked actions call."""
        return np.ones(self.arrays.choices, np.int8) if self.arrays.state.is_over else self.arrays.mask()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Apply the learner's action, and let the bots play until its next turn or the end."""
        state = self.arrays.state
        applied = self.arrays.next_legal(action) if self.lenient else action
        self.let_bots_play(state.apply(applied))
        reward = float(self.arrays.rewards(state.outcome)[self.seat]) if state.is_over else 0.0
        observation, info = self.told()
        if applied != action:
            info["replaced"] = True
        if self.render_mode == "human":
            self.render()
        return observation, reward, state.is_over, False, info

    def render(self) -> str | None:
        """Show the table as the learner's seat sees it."""
        return self.arrays.show(self.seat, self.render_mode)

    def close(self) -> None:
        for bot in self.bots.values():
            bot.close()
        self.bots = {}


def environment_id(name: str) -> str:
    """Return the name under which Gymnasium has a game: `forno/MammaMia-v0`."""
    return f"forno/{name.replace('-', ' ').title().replace(' ', '')}-v{VERSION}"


for _name in GAMES.names():
    gymnasium.register(environment_id(_name), f"{__name__}:{GameEnv.__name__}", kwargs={"game": _name, "lenient": True})

"""PettingZoo environments, in which every seat is an agent::

    from forno.adapters.pettingzoo import mamma_mia_v0

    game = mamma_mia_v0.env(edition="grande", players=4)
    game.reset(seed=7)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        action = None if termination or truncation else game.action_space(agent).sample(info["action_mask"])
        game.step(action)

Every registered game is such a module, plug-ins too, with `env`, `parallel_env` and `raw_env` (`Environments`). Those
of this module, `env` and `parallel_env`, also take a game that you made, and refuse illegal actions.
"""

from __future__ import annotations

from abc import abstractmethod
from types import ModuleType
from typing import Any, ClassVar

from forno.adapters.arguments import game_from, one_of
from forno.adapters.arrays import RENDER_MODES, VERSION, GameArrays, Rewards
from forno.adapters.extras import missing
from forno.core.chance import Chance
from forno.core.game import Game
from forno.core.observing import EVERYTHING, MEMORY
from forno.core.registry import GAMES

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ImportError as error:
    raise missing("PettingZoo", "pettingzoo") from error

INFO, OBSERVATION = MASKS = ("info", "observation")
"""Places for the action mask: the agent's info, or a dictionary beside the observation."""


class _Seats:
    """Common part of both kinds of environment."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    waits: ClassVar[int] = 0
    """Number of extra actions with which an agent waits."""

    def __init__(
        self,
        game: Game | str,
        *,
        knowledge: str = MEMORY,
        mask: str = INFO,
        scaled: bool = False,
        rewards: Rewards | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        lenient: bool = False,
        **options: Any,
    ) -> None:
        """Make an environment of a game, or of the game of that name with these options.

        `knowledge` says what agents are shown (see `forno.core.observing`), `scaled` whether numbers are bytes or
        fractions of their bounds, `mask` where the legal actions are: in the `info` or in the `observation`. `rewards`
        makes of an outcome what it is worth to each seat. `lenient` replaces an illegal action by the next legal one
        instead of raising `IllegalAction`, and `info["replaced"]` says so.
        """
        game = game_from(game, options)
        self.game = game
        self.metadata = _Seats.metadata | {"name": environment_name(game.name)}  # type: ignore[misc]
        self.arrays = GameArrays(game, knowledge, scaled, rewards, waits=self.waits)
        self.mask_in = one_of("mask", mask, MASKS)
        self.max_cycles = max_cycles
        """Number of decisions after which an agent is truncated; `None` for as long as the game goes on."""
        self.lenient = lenient
        self.render_mode = render_mode if render_mode is None else one_of("render_mode", render_mode, RENDER_MODES)
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.choices = self.arrays.choices
        high = self.arrays.high
        box = {agent: spaces.Box(0, high, high.shape, self.arrays.dtype) for agent in self.possible_agents}
        masks = {agent: spaces.MultiBinary(self.choices) for agent in self.possible_agents}
        self.observation_spaces: dict[str, Any] = box
        if mask == OBSERVATION:
            self.observation_spaces = {
                agent: spaces.Dict({"observation": box[agent], "action_mask": masks[agent]}) for agent in box
            }
        self.action_spaces = {agent: spaces.Discrete(self.choices) for agent in self.possible_agents}
        most = np.frombuffer(game.observer(EVERYTHING).layout.most, dtype=np.uint8)
        self.state_space = spaces.Box(0, most, most.shape, np.uint8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Any:
        observation = self.arrays.observation(self.seats[agent])
        if self.mask_in == OBSERVATION:
            return {"observation": observation, "action_mask": self.mask(agent)}
        return observation

    @abstractmethod
    def mask(self, agent: str) -> Any:
        """Return an agent's action mask as zeros and ones."""

    def state(self) -> Any:
        """Return the whole state with all hidden cards as an array: for a critic."""
        return self.arrays.everything()

    def render(self) -> str | None:
        """Show the table as a spectator sees it."""
        return self.arrays.show(None, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class GameEnv(_Seats, AECEnv):  # type: ignore[misc]
    """Turn-based environment: the agent that has to decide is selected.

    An agent that decided `max_cycles` times is truncated; chance decides for its seat until all are.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.arrays.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.decided = dict.fromkeys(self.agents, 0)
        """Number of decisions of each agent."""
        self.chance = Chance(self.arrays.state.seed or 0, "truncated")
        self.select()

    def select(self) -> None:
        """Select the agent that has to decide, after those that end before it."""
        self.agent_selection = self.possible_agents[self.arrays.state.seat]
        if self.mask_in == INFO:
            self.infos[self.agent_selection]["action_mask"] = self.arrays.mask()
        self._deads_step_first()

    def mask(self, agent: str) -> Any:
        mask = self.arrays.mask()
        return mask if self.seats[agent] == self.arrays.state.seat else mask * 0

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        arrays = self.arrays
        applied = arrays.next_legal(action) if self.lenient else action
        arrays.apply(applied)
        self.infos[agent] = {} if applied == action else {"replaced": True}
        self.decided[agent] += 1
        self.truncations[agent] = self.decided[agent] == self.max_cycles
        alive = [one for one in self.agents if not self.truncations[one]]
        while alive and not arrays.state.is_over and self.possible_agents[arrays.state.seat] not in alive:
            arrays.apply(self.chance.choice(arrays.legal))
        if arrays.state.is_over:
            self.end()
        elif alive:
            self.select()
        if self.render_mode == "human":
            self.render()

    def end(self) -> None:
        worth = self.arrays.rewards(self.arrays.state.outcome)
        self.rewards = {agent: float(worth[self.seats[agent]]) for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]


class ParallelGameEnv(_Seats, ParallelEnv):  # type: ignore[misc]
    """Parallel environment: every agent acts in every step; those not asked can only wait, the last action.

    For libraries that know nothing else. One step is one decision, so it takes as many as the game has. All agents are
    truncated after `max_cycles` steps.
    """

    waits = 1

    @property
    def wait(self) -> int:
        """The action of agents that aren't asked."""
        return self.choices - 1

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.arrays.deal(seed)
        self.agents = self.possible_agents[:]
        self.left = -1 if self.max_cycles is None else self.max_cycles
        return self.observations(), self.infos()

    def mask(self, agent: str) -> Any:
        arrays = self.arrays
        if self.seats[agent] == arrays.state.seat and not arrays.state.is_over:
            return arrays.mask()
        mask = arrays.mask() * 0
        mask[self.wait] = 1
        return mask

    def observations(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}

    def infos(self) -> dict[str, Any]:
        return {agent: {"action_mask": self.mask(agent)} if self.mask_in == INFO else {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        arrays = self.arrays
        agent = self.possible_agents[arrays.state.seat]
        action = actions[agent]
        applied = arrays.next_legal(action) if self.lenient else action
        arrays.apply(applied)
        self.left -= 1
        over = arrays.state.is_over
        worth = arrays.rewards(arrays.state.outcome) if over else [0.0] * len(self.agents)
        rewards = {agent: float(worth[self.seats[agent]]) for agent in self.agents}
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, not self.left and not over)
        infos = self.infos()
        if applied != action:
            infos[agent]["replaced"] = True
        told = (self.observations(), rewards, terminations, truncations, infos)
        if over or not self.left:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return told


env = GameEnv
parallel_env = ParallelGameEnv


def environment_name(game: str) -> str:
    """Return the name of a game's environments: `mamma_mia_v0`."""
    return f"{game.replace('-', '_')}_v{VERSION}"


class Environments(ModuleType):
    """A game's environments, as PettingZoo names them.

    They take the arguments of this module's `env` and `parallel_env` but the game. Both are lenient here, as
    PettingZoo's suites and programs without masks need; `raw_env` refuses illegal actions and has no wrappers.
    """

    def __init__(self, game: str) -> None:
        super().__init__(f"{__name__}.{environment_name(game)}", f"PettingZoo environments of {game}.")
        self.game = game

    def raw_env(self, **arguments: Any) -> GameEnv:
        """Return the turn-based environment without wrappers."""
        return env(self.game, **arguments)

    def env(self, *, lenient: bool = True, **arguments: Any) -> AECEnv:
        """Return the turn-based environment."""
        return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(self.raw_env(lenient=lenient, **arguments)))

    def parallel_env(self, *, lenient: bool = True, **arguments: Any) -> ParallelGameEnv:
        """Return the parallel environment."""
        return parallel_env(self.game, lenient=lenient, **arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return Environments, (self.game,)


def __getattr__(name: str) -> Environments:
    """Return the environments of a registered game: `mamma_mia_v0`. Raises `AttributeError`."""
    for game in GAMES.names():
        if environment_name(game) == name:
            return Environments(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

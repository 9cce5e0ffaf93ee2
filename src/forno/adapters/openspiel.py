"""OpenSpiel games: importing this module registers all of Forno's games, plug-ins included.

    import pyspiel
    import forno.adapters.openspiel

    game = pyspiel.load_game("forno_mamma_mia(edition=grande,players=4)")

All luck comes from the deal, so there is one chance node, at the root: which of `deals` deals it is. A state can be
dealt anew from what a player knows (`resample_from_infostate`), which is what OpenSpiel's IS-MCTS needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from forno.adapters.extras import missing
from forno.core.chance import Chance
from forno.core.errors import OptionError
from forno.core.events import Event, seen_by
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.observing import MEMORY, NOW
from forno.core.registry import GameInfo, Option, catalogue, game_info
from forno.core.registry import game as game_of
from forno.core.views import Memory

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise missing("OpenSpiel", "openspiel") from error

DEFAULT_DEALS = 10_000
"""Default number of deals at the chance node."""
UNSET = "default"
"""Value of an option that is left to the game."""
SEED_LIMIT = 1 << 62


class EventLog:
    """The events of a game and each player's part of them. Copies share events, which never change."""

    def __init__(self, game: Game, events: list[Event]) -> None:
        self.game = game
        self.events = events
        self.told: dict[int, tuple[int, str]] = {}
        """Cached texts by player: number of events in the text, and the text."""
        self.remembered: dict[int, tuple[int, Memory]] = {}

    def __deepcopy__(self, memo: object) -> EventLog:
        copied = EventLog(self.game, self.events[:])
        copied.told = self.told.copy()
        return copied

    def text(self, player: int) -> str:
        """Return the text of everything a player has seen."""
        since, text = self.told.get(player, (0, ""))
        text += "".join(f"{event}\n" for event in seen_by(self.events[since:], player))
        self.told[player] = (len(self.events), text)
        return text

    def memory(self, player: int) -> Memory:
        """Return the memory of everything a player has seen."""
        since, memory = self.remembered.get(player) or (0, self.game.memory(player))
        for event in seen_by(self.events[since:], player):
            memory.observe(event)
        self.remembered[player] = (len(self.events), memory)
        return memory


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of Forno's games with its options."""

    def __init__(self, kind: Any, info: GameInfo, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.deals = int(given.get("deals", DEFAULT_DEALS))
        options = {name: read_option(info.option(name), value) for name, value in given.items() if name != "deals"}
        self.forno = game_of(info.name, **{name: value for name, value in options.items() if value is not None})
        players = self.forno.players
        numbers = pyspiel.GameInfo(
            num_distinct_actions=len(self.forno.actions),
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.forno.longest,
        )
        super().__init__(kind, numbers, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self.forno, recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress. Before the deal `state` is `None`."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.deals = game.deals
        self.game = game.forno
        self.state: State | None = None
        self.log = EventLog(self.game, [])

    def current_player(self) -> int:
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.state.is_over else self.state.seat

    def _legal_actions(self, player: int) -> list[int]:
        if self.state is None or self.state.is_over or player != self.state.seat:
            return []
        return self.state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            self.state = self.game.deal(action)
            self.log.events += self.state.events
        else:
            self.log.events += self.state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else str(self.game.actions[action])

    def is_terminal(self) -> bool:
        return self.state is not None and self.state.is_over

    def returns(self) -> list[float]:
        if self.state is None or not self.state.is_over:
            return [0.0] * self.game.players
        return list(self.state.outcome.returns)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a state that this player can't tell from this one: what it can't know is dealt anew.

        `sampler` gives numbers from 0 to 1. The others then have seen what this player knows that they have. Such a
        state goes on like any other, but its history doesn't lead to it, so it can't be serialised.
        """
        assert self.state is not None
        chance = Chance(int(sampler() * SEED_LIMIT))
        world = self.clone()
        world.state = self.state.view(player).sample(self.log.memory(player), chance)
        world.log = EventLog(self.game, seen_by(self.log.events, player))
        found: SpielState = world
        return found

    def __str__(self) -> str:
        return "to be dealt" if self.state is None else f"{self.state!r}\n{self.game.show(self.state.view(None))}"


class SpielObserver:
    """OpenSpiel observer of a player: what lies open now, or perfect recall.

    The text with perfect recall is everything that the player has seen; the tensor what a perfect memory keeps of it
    (see `forno.core.observing`). Numbers are fractions of their bounds.
    """

    def __init__(self, game: Game, recall: bool) -> None:
        self.game = game
        self.recall = recall
        self.observer = game.observer(MEMORY if recall else NOW)
        layout = self.observer.layout
        self.numbers = bytearray(layout.size)
        self.view = np.frombuffer(self.numbers, dtype=np.uint8)
        self.scale = 1 / np.frombuffer(layout.most, dtype=np.uint8).astype(np.float32)
        self.tensor: Any = np.zeros(layout.size, np.float32)
        self.dict = {name: self.tensor[place] for name, place in layout.places.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        if state.state is None:
            self.tensor.fill(0)
            return
        self.observer.fill(state.state, player, self.numbers, 0)
        np.multiply(self.view, self.scale, out=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.state is None:
            return "to be dealt"
        view = state.state.view(player)
        now = f"player {player} {list(view.actions)}\n{self.game.show(view)}"
        return f"{state.log.text(player)}{now}" if self.recall else now


def read_option(option: Option, value: Any) -> Any:
    """Convert an option's value for its game; `None` if it is left to the game."""
    if value == UNSET:
        return None
    if option.kind == "switch" and isinstance(value, str):
        return value in ("yes", "true", "True", "on")
    return value.split("+") if option.kind == "names" else value


def write_option(option: Option, value: Any) -> Any:
    """Convert a game's option for OpenSpiel: the inverse of `read_option`."""
    if isinstance(value, bool) and option.default is None:
        return "yes" if value else "no"
    return "+".join(value) if option.kind == "names" else value


def spiel_game(game: Game) -> SpielGame:
    """Return OpenSpiel's game for one of ours. Raises `OptionError` for a deck of one's own."""
    info = game_info(game.name)
    params = {name: write_option(info.option(name), value) for name, value in game.options.items()}
    found: SpielGame = pyspiel.load_game(spiel_name(game.name), params)
    if found.forno != game:
        raise OptionError(_("OpenSpiel has the games with our decks only."))
    return found


def spiel_name(game: str) -> str:
    """Return the name of a game in OpenSpiel."""
    return "forno_" + game.replace("-", "_")


def register(info: GameInfo) -> None:
    """Register a game with OpenSpiel."""
    players = info.option("players")
    kind = pyspiel.GameType(
        short_name=spiel_name(info.name),
        long_name=info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players.most,
        min_num_players=players.least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            **{option.name: UNSET if option.default is None else option.default for option in info.options},
            "deals": DEFAULT_DEALS,
        },
    )

    class RegisteredGame(SpielGame):  # a class of its own, which OpenSpiel may let go of when the program ends
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, info, params)

    pyspiel.register_game(kind, RegisteredGame)


for _info in catalogue():
    if spiel_name(_info.name) not in pyspiel.registered_names():
        register(_info)

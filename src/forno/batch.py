"""Thousands of games side by side, with NumPy arrays in and out::

    import numpy as np
    from forno.batch import Batch

    games = Batch("mamma-mia", number=1000, players=3, seed=7)
    luck = np.random.default_rng(7)
    for _ in range(100):
        games.step(games.any_actions(luck))

The arrays are views of the same memory from step to step: what they hold changes with `step` and `reset`. Copy what you
keep. The rules and what fills the arrays are the modules that `make compile` compiles.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbits
from typing import Any

from forno.adapters.arguments import game_from
from forno.adapters.arrays import SEED_BITS, Rewards, worth
from forno.adapters.extras import missing
from forno.adapters.rows import Rows
from forno.core.chance import Chance
from forno.core.errors import IllegalAction, OptionError, Shown
from forno.core.game import Game, whole
from forno.core.language import _
from forno.core.observing import EVERYTHING, MEMORY, Layout

try:
    import numpy as np
except ImportError as error:
    raise missing("NumPy", "numpy") from error

MAX_GAMES = 10_000_000
"""Maximum number of games in a batch."""


class Batch:
    """A batch of games. In each the seat that is asked decides; a game that ends is replaced by a new deal at once."""

    def __init__(
        self,
        game: Game | str,
        number: int,
        *,
        knowledge: str = MEMORY,
        seed: int | str | None = None,
        rewards: Rewards | None = None,
        out: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        """`out`: arrays of the caller's by name (`observations`, `masks`, `seats`, `ended`, `rewards`), for instance in
        memory that several processes share; they are filled with every step and reset. Raises `OptionError`."""
        self.game = game_from(game, options)
        self.number = whole(number)
        if not 1 <= self.number <= MAX_GAMES:
            raise OptionError(
                _("'number' can't be {value!r}; it must be a number from {least} to {most}.").format(
                    value=Shown(number), least=1, most=MAX_GAMES
                )
            )
        number = self.number
        self.layout: Layout = self.game.observer(knowledge).layout
        size, players = self.layout.size, self.game.players
        chance = Chance(randbits(SEED_BITS) if seed is None else seed)
        self._rows = Rows(self.game, self.game.observer(knowledge), size, number, chance, rewards or worth)
        self._overseer = self.game.observer(EVERYTHING)
        rows = self._rows
        self.observations = np.frombuffer(rows.observations, dtype=np.uint8).reshape(number, size)
        """Observation of the deciding seat, by game: see `layout`."""
        self.masks = np.frombuffer(rows.masks, dtype=np.bool_).reshape(number, len(self.game.actions))
        """Action mask of the deciding seat, by game."""
        self.seats = np.frombuffer(rows.seats, dtype=np.uint8)
        """Deciding seat, by game."""
        self.ended = np.frombuffer(rows.ended, dtype=np.bool_)
        """Whether a game ended in the latest step; its other rows already show the next deal."""
        self.rewards = np.frombuffer(rows.rewards, dtype=np.float32).reshape(number, players)
        """Rewards of the games that ended, by seat; 0 elsewhere."""
        for array in (self.observations, self.masks, self.seats, self.ended, self.rewards):
            array.flags.writeable = False
        self._copies = [(self._fitting(name, array), getattr(self, name)) for name, array in (out or {}).items()]
        self._copy_out()

    def _fitting(self, name: str, array: Any) -> Any:
        """Return the caller's array of that name. Raises `OptionError` if there is none, or it has another shape."""
        names = ("observations", "masks", "seats", "ended", "rewards")
        if name not in names:
            raise OptionError(
                _("'out' can't have {value!r}; it can have {names}.").format(value=Shown(name), names=", ".join(names))
            )
        own = getattr(self, name)
        fits = isinstance(array, np.ndarray) and array.shape == own.shape and array.dtype == own.dtype
        if not fits or not array.flags.writeable:
            raise OptionError(
                _("'{name}' takes an array of {shape} {type} that can be written to.").format(
                    name=name, shape="×".join(map(str, own.shape)), type=own.dtype
                )
            )
        return array

    def _copy_out(self) -> None:
        for array, own in self._copies:
            np.copyto(array, own)

    def reset(self, seed: int | str | None = None) -> Any:
        """Deal all games anew; the same seed gives the same deals."""
        self._rows.reset(None if seed is None else Chance(seed))
        self._copy_out()
        return self.observations

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        """Apply one action in every game; return observations, rewards and which games ended.

        Raises `IllegalAction` if one of them isn't legal; then nothing was done anywhere.
        """
        self._rows.step(self._checked(actions).tolist())
        self._copy_out()
        return self.observations, self.rewards, self.ended

    def _checked(self, actions: Any) -> Any:
        """Return an array with one whole number for every game. Raises `IllegalAction`."""
        try:
            given = np.asarray(actions)
        except Exception:  # lists of different lengths, or a type that can't be an array
            given = np.empty(0)
        if given.shape != (self.number,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                _("{n} games take an array of {n} whole numbers, not {value!r}.").format(
                    n=self.number, value=Shown(actions)
                )
            )
        return given

    def everything(self) -> Any:
        """Return the whole state of every game with all hidden cards, seen from the deciding seat: for a critic."""
        size = self._overseer.layout.size
        found = self._rows.oversee(self._overseer, size)
        return np.frombuffer(found, dtype=np.uint8).reshape(self.number, size)

    def any_actions(self, luck: Any) -> Any:
        """Return a random legal action for every game, by a NumPy generator."""
        return np.array(self._rows.choose(luck.random(self.number).tolist()))

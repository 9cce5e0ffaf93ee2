"""Observations and action masks as NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from secrets import randbits
from typing import Any, TypeAlias

from forno.adapters.extras import missing
from forno.core.chance import Chance
from forno.core.errors import IllegalAction
from forno.core.game import Game, State, refusal, whole
from forno.core.observing import EVERYTHING, MEMORY, Layout, Observer
from forno.core.outcomes import Outcome

try:
    import numpy as np
except ImportError as error:
    raise missing("NumPy", "numpy") from error

Rewards: TypeAlias = Callable[[Outcome], Sequence[float]]
"""Function from an outcome to each seat's reward."""

VERSION = 0
"""Version of the environments, the `v0` in their names: raised when the same actions give other spaces, observations,
rewards or ends."""
SEED_BITS = 63
NOBODY = -1
RENDER_MODES = ("human", "ansi")
MAX_CACHED_MASKS = 5000
"""Maximum number of cached masks."""


def worth(outcome: Outcome) -> Sequence[float]:
    """Default rewards: `Outcome.returns`."""
    return outcome.returns


class GameArrays:
    """One game in progress, with its seats' observations as arrays."""

    def __init__(
        self,
        game: Game,
        knowledge: str = MEMORY,
        scaled: bool = False,
        rewards: Rewards | None = None,
        quiet: bool = True,
        waits: int = 0,
    ) -> None:
        self.game = game
        self.choices = len(game.actions) + waits
        """Size of the action space: the game's actions and the extra waiting ones."""
        self.observer: Observer = game.observer(knowledge)
        self.layout: Layout = self.observer.layout
        self.scaled = scaled
        self.rewards = rewards or worth
        self.most = np.frombuffer(self.layout.most, dtype=np.uint8)
        self.scale = 1 / self.most.astype(np.float32)
        self.quiet = quiet
        """Whether events are switched off, as nobody needs to hear of them."""
        self.overseer: Observer | None = None
        self.chance = Chance(randbits(SEED_BITS))
        self.state: State = game.deal(0, quiet=True)
        self.legal: list[int] = []
        self.fill = getattr(self.observer, "write", self.observer.fill)  # arguments that need no check
        self.refill = getattr(self.observer, "refill", self.observer.fill)
        self.known = bytearray(self.layout.size)
        self.known_by = self.known_before_by = NOBODY
        """Seat whose observation `known` holds, now or before the latest action."""
        self.shown = np.frombuffer(self.known, dtype=np.uint8)
        self.masks: dict[tuple[int, ...], Any] = {}
        """Cache of masks by legal actions."""

    @property
    def dtype(self) -> Any:
        return np.float32 if self.scaled else np.uint8

    @property
    def high(self) -> Any:
        """Upper bound of each number."""
        return np.ones(self.layout.size, dtype=np.float32) if self.scaled else self.most

    def deal(self, seed: int | None) -> None:
        """Deal a new game from this seed, or from the next one that follows from the last."""
        if seed is None:
            seed = self.chance.bits() >> 1
        else:
            self.chance = Chance(seed)
        self.state = self.game.deal(seed, quiet=self.quiet)
        self.legal = self.state.legal_actions()
        self.known_by = self.known_before_by = NOBODY

    def show(self, seat: int | None, mode: str | None) -> str | None:
        """Render the table as a seat or a spectator sees it: return it as text, or print it."""
        shown = self.game.show(self.state.view(seat))
        if mode == "ansi":
            return shown
        print(shown)
        return None

    def next_legal(self, action: Any) -> int:
        """Return the action if it is legal or the game is over, else the next legal one after it."""
        number = whole(action)
        return next((legal for legal in self.legal if legal >= number), min(self.legal, default=number))

    def apply(self, action: Any) -> None:
        """Apply an action. Raises `IllegalAction`."""
        number = whole(action)
        if number not in self.legal:
            raise IllegalAction(refusal(self.state, action))
        state = self.state
        self.known_before_by = state.seat if state.seat == self.known_by else NOBODY
        self.known_by = NOBODY
        state.apply(number)
        self.legal = state.legal_actions()

    def observation(self, seat: int) -> Any:
        """Return a seat's observation as a new array."""
        if seat != self.known_by:
            fill = self.refill if seat == self.known_before_by else self.fill
            fill(self.state, seat, self.known, 0)
            self.known_by, self.known_before_by = seat, NOBODY
        return self.shown * self.scale if self.scaled else self.shown.copy()

    def everything(self) -> Any:
        """Return the whole state, seen from the first seat: for a critic."""
        if self.overseer is None:
            self.overseer = self.game.observer(EVERYTHING)
        numbers = bytearray(self.overseer.layout.size)
        self.overseer.fill(self.state, 0, numbers, 0)
        return np.frombuffer(numbers, dtype=np.uint8)

    def mask(self) -> Any:
        """Return the deciding seat's action mask: 1 for legal, 0 for illegal."""
        legal = tuple(self.legal)
        mask = self.masks.get(legal)
        if mask is None:
            if len(self.masks) >= MAX_CACHED_MASKS:
                self.masks.clear()
            mask = self.masks[legal] = np.zeros(self.choices, dtype=np.int8)
            mask[self.legal] = 1
        return mask.copy()

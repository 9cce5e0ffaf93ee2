"""Sealed deals before they are dealt: the secret, and the numbers that seats have promised and shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from forno.core.sealing import Envelope, deal_seed, seal_of


@dataclass(frozen=True)
class Deal:
    """The inputs of a sealed deal. Without a secret (at older tables) nothing is sealed."""

    secret: str = ""
    """Known to the server alone until the game is over."""
    promises: Mapping[int, str] = field(default_factory=dict)
    """Promises by seat: the hash of the seat's number."""
    numbers: Mapping[int, str] = field(default_factory=dict)
    """Numbers by seat, shown after the call."""
    called: float | None = None
    """Time of the call for the numbers: since then nobody comes or goes, and no promise changes."""
    patience: float = 0.0
    """Seconds that the table waits for the numbers after the call."""

    @property
    def seal(self) -> str:
        """The hash of the secret, which everybody may know from the beginning on; empty if there is none."""
        return seal_of(self.secret) if self.secret else ""

    @property
    def awaited(self) -> list[int]:
        """The seats whose number is still awaited."""
        return [] if self.called is None else sorted(set(self.promises) - set(self.numbers))

    @property
    def due(self) -> float | None:
        """Time at which the cards are dealt without the missing numbers; `None` before the call."""
        return None if self.called is None else self.called + self.patience

    def ready(self, time: float) -> bool:
        """Return whether the cards can be dealt: every promised number was shown, or the time for it is up."""
        if self.called is None:
            return not self.promises
        return not self.awaited or time >= self.called + self.patience

    @property
    def seed(self) -> str:
        """The seed that follows from the secret and the numbers that were shown."""
        return deal_seed(self.secret, self.numbers)

    def without(self, seat: int) -> Deal:
        """Return the deal after the guest of a seat has gone."""
        return replace(self, promises={other: promise for other, promise in self.promises.items() if other != seat})

    def all_inputs(self, people: list[int]) -> Envelope:
        """Return all inputs, for after the game; `people`: the seats that could have added a number."""
        left_out = tuple(seat for seat in sorted({*people, *self.promises}) if seat not in self.numbers)
        return Envelope(self.seal, self.secret, dict(self.promises), dict(self.numbers), left_out)

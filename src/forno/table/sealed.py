"""A table's sealed deal on its way: the secret, and what the seats have promised and shown so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from forno.core.sealing import Envelope, deal_seed, seal_of


@dataclass
class Deal:
    """What the cards will be dealt from. Without a secret (at older tables) nothing is sealed."""

    secret: str = ""
    """Known here alone until the game is over."""
    promises: dict[int, str] = field(default_factory=dict)
    """By seat: the hash of a number that it has drawn."""
    numbers: dict[int, str] = field(default_factory=dict)
    """By seat: that number, shown after the call."""
    called: float | None = None
    """When the numbers were asked for: since then nobody comes or goes, and no promise changes."""
    patience: float = 0.0
    """For so many seconds after the call the table waits for them."""

    @property
    def seal(self) -> str:
        """What everybody may know of the secret from the beginning on; empty if there is none."""
        return seal_of(self.secret) if self.secret else ""

    @property
    def awaited(self) -> list[int]:
        """The seats whose number is still awaited."""
        return [] if self.called is None else sorted(set(self.promises) - set(self.numbers))

    @property
    def due(self) -> float | None:
        """Whoever hasn't shown a number by then is left out."""
        return None if self.called is None else self.called + self.patience

    def ready(self, time: float) -> bool:
        """Whether the cards can be dealt: all that was promised was shown, or the time for it is up."""
        if self.called is None:
            return not self.promises
        return not self.awaited or time >= self.called + self.patience

    @property
    def seed(self) -> str:
        """What follows from the secret, and from the numbers that were shown."""
        return deal_seed(self.secret, self.numbers)

    def forget(self, seat: int) -> None:
        """Whoever promised something there has gone."""
        self.promises.pop(seat, None)

    def copy(self) -> Deal:
        return Deal(self.secret, self.promises.copy(), self.numbers.copy(), self.called, self.patience)

    def opened(self, people: list[int]) -> Envelope:
        """Everything, for after the game; `people` are the seats that could have added a number."""
        left_out = tuple(seat for seat in people if seat not in self.numbers)
        return Envelope(self.seal, self.secret, dict(self.promises), dict(self.numbers), left_out)

"""Settings of a training run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Everything that a run depends on besides the variants, the seed and the checkpoint it starts from."""

    minutes: float = 10.0
    """How long it trains, everything included."""
    span: float = 20.0
    """The minutes over which learning rate and entropy fall, counted over all runs of a checkpoint."""
    workers: int = 2
    games: int = 64
    """How many games each worker plays side by side, twice: one half is stepped while the other is decided."""
    steps: int = 64
    """How many decisions of each game make a batch."""
    warm_up: int = 60
    """How many random steps are made first, so that games aren't all in the same phase."""
    hidden: int = 512
    blocks: int = 3
    critic_hidden: int = 768
    critic_blocks: int = 3
    minibatch: int = 32768
    epochs: int = 2
    rate: float = 3e-4
    rate_end: float = 3e-5
    critic_rate: float = 1.7
    """The critic's learning rate, times the policy's."""
    clip: float = 0.2
    entropy: float = 0.02
    entropy_end: float = 0.003
    trace: float = 0.96
    """The lambda of the generalised advantage estimates."""
    averaging: float = 0.999
    """How slowly the averaged weights follow: those are exported."""
    auxiliary: float = 0.25
    """The weight of the policy's own values in its loss."""
    shaping: float = 0.0
    """What a lead as large as the goal is taken to be worth before a game is over, for games that count points."""
    critic_first: int = 0
    """For so many batches only the critic learns: for a policy that comes without one."""
    snapshot_seconds: float = 60.0
    """How often the averaged weights are exported."""
    seed: int = 0

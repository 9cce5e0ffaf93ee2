"""Settings of a training run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Settings of a run, besides the variants, the seed and the checkpoint it starts from."""

    minutes: float = 10.0
    """Minutes of the run, everything included."""
    span: float = 20.0
    """The minutes over which learning rate and entropy fall, counted over all runs of a checkpoint."""
    workers: int = 2
    games: int = 64
    """Number of games per worker and half: one half is stepped while the other is decided."""
    steps: int = 64
    """Number of decisions of each game in a batch."""
    warm_up: int = 60
    """Number of random steps made first, so that games aren't all in the same phase."""
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
    """Decay of the averaged weights, which are exported."""
    auxiliary: float = 0.25
    """The weight of the policy's own values in its loss."""
    shaping: float = 0.0
    """Value of a lead as large as the goal before a game is over, for games that count points."""
    critic_first: int = 0
    """For so many batches only the critic learns: for a policy that comes without one."""
    snapshot_seconds: float = 60.0
    """Minutes between exports of the averaged weights."""
    seed: int = 0

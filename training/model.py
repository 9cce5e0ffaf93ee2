"""The networks: a policy that sees what its seat knows, and a critic that sees everything."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from training.space import Features


class Model(nn.Module):  # type: ignore[misc]  # PyTorch isn't there where types are checked
    """Features of 0 and 1, residual blocks, and two heads: actions (for a policy) and a value for each place.

    Values are what the end is worth to each place counted from the deciding seat, from -1 to 1.
    """

    def __init__(self, features: Features, hidden: int, blocks: int, actions: int, players: int) -> None:
        super().__init__()
        self.register_buffer("columns", torch.as_tensor(features.columns), persistent=False)
        self.register_buffer("least", torch.as_tensor(features.values), persistent=False)
        self.amounts = len(features.columns) - features.exact
        self.inputs = nn.Linear(len(features.columns), hidden)
        self.norms = nn.ModuleList(nn.LayerNorm(hidden) for _ in range(blocks))
        self.blocks = nn.ModuleList(nn.Linear(hidden, hidden) for _ in range(blocks))
        for block in self.blocks:
            nn.init.orthogonal_(block.weight, 0.5)
            nn.init.zeros_(block.bias)
        self.norm = nn.LayerNorm(hidden)
        self.policy = nn.Linear(hidden, actions) if actions else None
        if self.policy is not None:
            nn.init.orthogonal_(self.policy.weight, 0.01)
            nn.init.zeros_(self.policy.bias)
        self.values = nn.Linear(hidden, players)
        nn.init.orthogonal_(self.values.weight, 0.1)
        nn.init.zeros_(self.values.bias)

    def features(self, numbers: Any) -> Any:
        """Return the features of rows of columns, as the weights' type."""
        found = numbers.index_select(1, self.columns)
        amounts = self.amounts
        active = found >= self.least
        if amounts < len(self.least):
            active[:, amounts:] = found[:, amounts:] == self.least[amounts:]
        return active.to(torch.bfloat16 if torch.is_autocast_enabled(numbers.device.type) else self.inputs.weight.dtype)

    def forward(self, numbers: Any) -> tuple[Any, Any]:
        """Return logits of all actions (`None` for a critic) and values, for rows of columns."""
        stream = self.inputs(self.features(numbers))
        for norm, block in zip(self.norms, self.blocks, strict=True):
            stream = stream + block(torch.relu(norm(stream)))
        last = torch.relu(self.norm(stream))
        values = torch.tanh(self.values(last).float())
        return (None if self.policy is None else self.policy(last).float()), values

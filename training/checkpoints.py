"""Checkpoints of training runs, and weights as the bot reads them.

Both name their columns and actions. So training can go on with other variants than before: what has the same name keeps
its weights, what is new begins at zero. `python -m training.checkpoints FROM TO` writes a light copy of a checkpoint.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from training.space import Features, Space


@dataclass
class Checkpoint:
    """State of a training run."""

    seconds: float = 0.0
    """Seconds of training, over all runs."""
    decisions: int = 0
    """Number of decisions learned from."""
    stored: dict[str, Any] | None = None

    def save(
        self, path: Path, space: Space, policy: Any, critic: Any, averaged: dict[str, Any], optimizer: Any
    ) -> None:
        """Write a checkpoint."""
        import torch

        torch.save(
            {
                "seconds": self.seconds,
                "decisions": self.decisions,
                "names": names(space),
                "policy": policy.state_dict(),
                "critic": critic.state_dict(),
                "averaged": averaged,
                "optimizer": optimizer.state_dict(),
            },
            path,
        )

    @classmethod
    def load(cls, path: Path) -> Checkpoint:
        """Return a checkpoint, or exported weights to start a new training from."""
        if path.suffix == ".npz":
            return cls(stored={"exported": dict(np.load(path))})
        import torch

        stored = torch.load(path, map_location="cpu", weights_only=False)
        return cls(stored["seconds"], stored["decisions"], stored)

    def lighten(self, path: Path) -> None:
        """Write averaged policy and critic alone, in half precision: a sixth of the size, to go on elsewhere."""
        import torch

        assert self.stored is not None
        kept = {name: self.stored[name] for name in ("seconds", "decisions", "names")}
        for part in ("averaged", "critic"):
            kept[part] = {name: value.to(torch.bfloat16) for name, value in self.stored[part].items()}
        torch.save(kept, path)

    def restore(self, space: Space, policy: Any, critic: Any, averaged: dict[str, Any], optimizer: Any) -> None:
        """Put the stored weights into the networks, by the names of columns and actions."""
        import torch

        stored = self.stored
        assert stored is not None
        if "exported" in stored:
            found = imported(stored["exported"])
            theirs = names_of(stored["exported"])
            adopt(policy, found, theirs, space, space.policy_features)
            with torch.no_grad():
                for name, value in policy.named_parameters():
                    averaged[name].copy_(value)
            return
        theirs = stored["names"]
        if theirs == names(space):
            policy.load_state_dict(stored.get("policy", stored["averaged"]))
            critic.load_state_dict(stored["critic"])
            if "optimizer" in stored:
                optimizer.load_state_dict(stored["optimizer"])
            for name, value in averaged.items():
                value.copy_(stored["averaged"][name])
            return
        self.seconds, self.decisions = 0.0, 0
        adopt(policy, stored["averaged"], theirs, space, space.policy_features)
        adopt(critic, stored["critic"], theirs, space, space.critic_features)
        with torch.no_grad():
            for name, value in policy.named_parameters():
                averaged[name].copy_(value)


def names(space: Space) -> dict[str, Any]:
    """Return the names of the columns and actions that a checkpoint's weights belong to."""
    return {
        "columns": list(space.columns),
        "actions": list(space.actions),
        "features": [feature_keys(space.columns, part) for part in (space.policy_features, space.critic_features)],
    }


def names_of(exported: dict[str, Any]) -> dict[str, Any]:
    columns = bytes(exported["columns"]).decode().split("\n")
    actions = bytes(exported["actions"]).decode().split("\n")
    keys = [(columns[place], int(least)) for place, least in zip(exported["places"], exported["least"], strict=True)]
    return {"columns": columns, "actions": actions, "features": [keys, keys]}


def feature_keys(columns: list[str], features: Features) -> list[tuple[str, int]]:
    """Return the column's name and the value of each feature."""
    return [(columns[place], int(value)) for place, value in zip(features.columns, features.values, strict=True)]


def adopt(network: Any, stored: dict[str, Any], theirs: dict[str, Any], space: Space, features: Features) -> None:
    """Take over weights from a network with other columns, actions or seats; what it didn't have begins at zero."""
    import torch

    is_critic = network.policy is None
    own_features = feature_keys(space.columns, features)
    their_features = {key: place for place, key in enumerate(theirs["features"][1 if is_critic else 0])}
    their_actions = {name: place for place, name in enumerate(theirs["actions"])}
    order = {
        "inputs.weight": (1, [their_features.get(key, -1) for key in own_features]),
        "policy.weight": (0, [their_actions.get(name, -1) for name in space.actions]),
        "policy.bias": (0, [their_actions.get(name, -1) for name in space.actions]),
    }
    seats = len(stored["values.bias"])
    for name in ("values.weight", "values.bias"):
        order[name] = (0, [place if place < seats else -1 for place in range(space.players)])
    with torch.no_grad():
        for name, value in network.named_parameters():
            source = torch.as_tensor(stored[name]).float().cpu()
            if name in order:
                axis, places = order[name]
                picked = source.index_select(axis, torch.tensor([max(place, 0) for place in places]))
                known = torch.tensor([float(place >= 0) for place in places])
                source = picked * (known[None] if axis else known.view(-1, *[1] * (picked.dim() - 1)))
            value.copy_(source)


def export(path: Path, space: Space, weights: dict[str, Any]) -> None:
    """Write a policy's weights as `forno.bots.network` reads them: inputs and blocks in a byte each, others in two."""
    blocks = sum(name.startswith("blocks.") and name.endswith(".weight") for name in weights)
    found: dict[str, Any] = {
        "columns": text("\n".join(space.columns[: space.known])),
        "actions": text("\n".join(space.actions)),
        "places": space.policy_features.columns.astype(np.int16),
        "least": space.policy_features.values,
        **in_bytes("inputs", weights["inputs.weight"].T),
        "inputs_bias": weights["inputs.bias"],
    }
    for block in range(blocks):
        found[f"norm_{block}"] = weights[f"norms.{block}.weight"]
        found[f"norm_{block}_bias"] = weights[f"norms.{block}.bias"]
        found |= in_bytes(f"block_{block}", weights[f"blocks.{block}.weight"])
        found[f"block_{block}_bias"] = weights[f"blocks.{block}.bias"]
    for name in ("norm", "policy", "values"):
        found[name] = weights[f"{name}.weight"]
        found[f"{name}_bias"] = weights[f"{name}.bias"]
    halves = {name: value.astype(np.float16) if value.dtype == np.float32 else value for name, value in found.items()}
    temporary = path.with_suffix(".part.npz")
    np.savez(temporary, **{name: np.ascontiguousarray(value) for name, value in halves.items()})
    temporary.replace(path)


def imported(exported: dict[str, Any]) -> dict[str, Any]:
    """Return exported weights under the names that the network has while it is trained."""

    def read(name: str) -> Any:
        scale = exported.get(f"{name}_scale")
        return exported[name].astype(np.float32) * (1 if scale is None else scale.astype(np.float32)[:, None])

    found = {
        "inputs.weight": read("inputs").T,
        "inputs.bias": read("inputs_bias"),
    }
    block = 0
    while f"block_{block}" in exported:
        found[f"norms.{block}.weight"] = read(f"norm_{block}")
        found[f"norms.{block}.bias"] = read(f"norm_{block}_bias")
        found[f"blocks.{block}.weight"] = read(f"block_{block}")
        found[f"blocks.{block}.bias"] = read(f"block_{block}_bias")
        block += 1
    for name in ("norm", "policy", "values"):
        found[f"{name}.weight"] = read(name)
        found[f"{name}.bias"] = read(f"{name}_bias")
    return found


def in_bytes(name: str, rows: Any) -> dict[str, Any]:
    """Return rows as whole numbers from -127 to 127, and the factor of each row."""
    scale = (np.abs(rows).max(1) / 127).astype(np.float16)
    divisor = np.where(scale > 0, scale, 1).astype(np.float32)
    return {name: np.clip(np.rint(rows / divisor[:, None]), -127, 127).astype(np.int8), f"{name}_scale": scale}


def text(words: str) -> Any:
    """Return a text as an array of bytes."""
    return np.frombuffer(words.encode(), np.uint8)


if __name__ == "__main__":
    Checkpoint.load(Path(sys.argv[1])).lighten(Path(sys.argv[2]))

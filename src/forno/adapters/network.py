"""The arithmetic of a network (`forno.bots.network`) with NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from forno.adapters.extras import missing
from forno.bots.network import EPSILON, Weights

try:
    import numpy as np
except ImportError as error:
    raise missing("NumPy", "numpy") from error


class NumpyEvaluator:
    """See `forno.bots.network.Evaluator`."""

    def __init__(self, weights: Weights) -> None:
        def read(name: str) -> Any:
            kind, shape, content = weights[name]
            found = np.frombuffer(content, np.dtype(kind)).reshape(shape)
            if f"{name}_scale" in weights:
                return found.astype(np.float32) * read(f"{name}_scale")[:, None]
            return found.astype(np.float32) if found.dtype.kind == "f" else found

        def layer(name: str) -> tuple[Any, Any]:
            return np.ascontiguousarray(read(name).T), read(f"{name}_bias")

        def centred(*arrays: Any) -> tuple[Any, ...]:
            return tuple(array - array.mean(-1, keepdims=True) for array in arrays)

        self.places = read("places").astype(np.intp)
        self.least = read("least")
        # Every part of the stream is centred here, so that its mean, which a normalisation takes away, is always 0.
        self.inputs, self.bias = centred(read("inputs"), read("inputs_bias"))
        self.blocks: list[tuple[Any, Any, Any, Any]] = []
        while f"block_{len(self.blocks)}" in weights:
            name = str(len(self.blocks))
            self.blocks.append((read(f"norm_{name}"), read(f"norm_{name}_bias"), *centred(*layer(f"block_{name}"))))
        self.norm = (read("norm"), read("norm_bias"))
        self.policy = layer("policy")
        self.values = layer("values")

    def evaluate(self, rows: Sequence[bytes]) -> tuple[Any, Any]:
        numbers = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
        return self.evaluate_array(numbers)

    def evaluate_array(self, numbers: Any) -> tuple[Any, Any]:
        """Return logits and values for rows of columns as an array of bytes."""
        # Few features are active, and mostly the same in all rows: a product with those takes less than with all.
        there = np.flatnonzero(numbers.max(0).take(self.places) >= self.least)
        active = numbers.take(self.places[there], axis=1) >= self.least[there]
        stream = active.astype(np.float32) @ self.inputs.take(there, axis=0) + self.bias
        for scale, shift, weights, bias in self.blocks:
            stream = stream + activation(stream, scale, shift) @ weights + bias
        last = activation(stream, *self.norm)
        logits = last @ self.policy[0] + self.policy[1]
        return logits, np.tanh(last @ self.values[0] + self.values[1])


def activation(stream: Any, scale: Any, shift: Any) -> Any:
    """Normalise what is centred, scale and shift, and cut off what is negative."""
    variance = np.einsum("ij,ij->i", stream, stream)[:, None] / stream.shape[1]
    found = stream / np.sqrt(variance + EPSILON)
    found *= scale
    found += shift
    return np.maximum(found, 0, out=found)

"""A trained network: its weights, read from a file, and its answers to observations.

A network reads numbers by name (`forno.bots.encoding`) as features "at least so much", and answers with a logit for
every action and a value for every place at the table. With NumPy it decides within a millisecond
(`forno.adapters.network`); without, plain Python does the same arithmetic, some forty times slower.
"""

from __future__ import annotations

import ast
import struct
import sys
import zipfile
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from math import sqrt, tanh
from operator import itemgetter, mul
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from forno.core.errors import OptionError, Shown
from forno.core.language import _
from forno.core.plugins import load

if sys.version_info >= (3, 12):
    from math import sumprod
else:

    def sumprod(one: Sequence[float], other: Sequence[float]) -> float:
        return sum(map(mul, one, other), 0.0)


EPSILON: Final = 1e-5
"""Small constant that keeps a normalisation from dividing by zero."""
NUMPY_EVALUATOR: Final = "forno.adapters.network:NumpyEvaluator"
NUMPY_SIGNATURE: Final = b"\x93NUMPY"
STRUCT_CODES: Final = {"<f2": "e", "|i1": "b", "|u1": "B", "<i2": "h"}
"""Types of numbers in a file, and what the standard library calls them."""


class Tensor(NamedTuple):
    """An array as it lies in a file."""

    kind: str
    """The type of its numbers, as NumPy writes it."""
    shape: tuple[int, ...]
    content: bytes

    def numbers(self) -> list[float]:
        """Return all its numbers, row by row."""
        size = 1
        for length in self.shape:
            size *= length
        return list(struct.unpack(f"<{size}{STRUCT_CODES[self.kind]}", self.content))

    def lines(self) -> list[str]:
        """Return the lines of a text that was written as bytes."""
        return self.content.decode().split("\n")


Weights = dict[str, Tensor]


def read_weights(path: str | Path) -> Weights:
    """Read the arrays of an `.npz` file, without NumPy."""
    with zipfile.ZipFile(path) as archive:
        return {name.removesuffix(".npy"): _tensor(archive.read(name)) for name in archive.namelist()}


def _tensor(content: bytes) -> Tensor:
    if not content.startswith(NUMPY_SIGNATURE) or content[6] != 1:
        raise ValueError("it isn't an array in NumPy's first format")
    start = 10 + int.from_bytes(content[8:10], "little")
    header = ast.literal_eval(content[10:start].decode("latin-1"))
    if header["fortran_order"] or header["descr"] not in STRUCT_CODES:
        raise ValueError(f"an array can't be read as {header}")
    return Tensor(header["descr"], header["shape"], content[start:])


class Evaluator(Protocol):
    """Computes what a network answers."""

    def evaluate(self, rows: Sequence[bytes]) -> tuple[Sequence[Sequence[float]], Sequence[Sequence[float]]]:
        """Return for rows of columns the logits of all actions, and the values of all places from -1 to 1."""


class Network:
    """A network's names, and what computes its answers."""

    def __init__(self, weights: Weights) -> None:
        self.columns = weights["columns"].lines()
        """The names of what it reads."""
        self.actions = weights["actions"].lines()
        """The names of what it answers."""
        self.players = weights["values"].shape[0]
        """Number of seats that the value head rates."""
        self.is_fast = find_spec("numpy") is not None
        """Whether it answers fast enough to be asked many times for a decision."""
        make = load(NUMPY_EVALUATOR) if self.is_fast else PlainEvaluator
        self.evaluator: Evaluator = make(weights)


@lru_cache(maxsize=8)
def network_from(path: str) -> Network:
    """Return the network whose weights lie in that file; each file is read once. Raises `OptionError` for a file of
    another kind.
    """
    try:
        return Network(read_weights(path))
    except (KeyError, ValueError, zipfile.BadZipFile) as error:
        text = _("{file} doesn't hold a network's weights; `python -m training` writes files that do.")
        raise OptionError(text.format(file=Shown(path))) from error


class PlainEvaluator:
    """The arithmetic of a network in plain Python."""

    def __init__(self, weights: Weights) -> None:
        self.inputs: dict[int, tuple[list[int], list[list[float]]]] = {}
        """By column: the thresholds of its features, and the sum of their weights from each threshold on."""
        features = zip(weights["places"].numbers(), weights["least"].numbers(), matrix(weights, "inputs"), strict=True)
        for place, least, added in sorted(features):
            steps, sums = self.inputs.setdefault(int(place), ([], []))
            steps.append(int(least))
            sums.append([before + more for before, more in zip(sums[-1], added, strict=True)] if sums else added)
        self.bias = weights["inputs_bias"].numbers()
        self.blocks: list[tuple[list[float], list[float], list[list[float]], list[float]]] = []
        while f"block_{len(self.blocks)}" in weights:
            name = str(len(self.blocks))
            norm = _pair(weights, f"norm_{name}")
            self.blocks.append((*norm, matrix(weights, f"block_{name}"), weights[f"block_{name}_bias"].numbers()))
        self.norm = _pair(weights, "norm")
        self.policy = (matrix(weights, "policy"), weights["policy_bias"].numbers())
        self.values = (matrix(weights, "values"), weights["values_bias"].numbers())

    def evaluate(self, rows: Sequence[bytes]) -> tuple[list[list[float]], list[list[float]]]:
        answers = [self.answer(row) for row in rows]
        return [logits for logits, _values in answers], [values for _logits, values in answers]

    def answer(self, row: bytes) -> tuple[list[float], list[float]]:
        """Return logits and values for one row of columns."""
        active = [
            sums[reached - 1] for place, (steps, sums) in self.inputs.items() if (reached := bisect(steps, row[place]))
        ]
        stream = [sum(numbers, 0.0) for numbers in zip(self.bias, *active, strict=True)]
        for scale, shift, weights, bias in self.blocks:
            added = product(weights, bias, activation(stream, scale, shift))
            stream = [number + more for number, more in zip(stream, added, strict=True)]
        last = activation(stream, *self.norm)
        return product(*self.policy, last), [tanh(value) for value in product(*self.values, last)]


def matrix(weights: Weights, name: str) -> list[list[float]]:
    """Return a matrix, row by row. One in whole numbers has a factor for each row beside it."""
    (rows, width), numbers = weights[name].shape, weights[name].numbers()
    found = [numbers[row * width : (row + 1) * width] for row in range(rows)]
    if f"{name}_scale" not in weights:
        return found
    scaled: list[list[float]] = []
    for row, scale in zip(found, weights[f"{name}_scale"].numbers(), strict=True):
        values = {number: number * scale for number in set(row)}  # equal weights share an object
        scaled.append([values[number] for number in row])
    return scaled


def _pair(weights: Weights, name: str) -> tuple[list[float], list[float]]:
    return weights[name].numbers(), weights[f"{name}_bias"].numbers()


def activation(stream: Sequence[float], scale: Sequence[float], shift: Sequence[float]) -> list[float]:
    """Normalise, scale and shift, and cut off what is negative."""
    mean = sum(stream) / len(stream)
    centred = [number - mean for number in stream]
    factor = 1 / sqrt(sumprod(centred, centred) / len(centred) + EPSILON)
    return [max(0.0, number * factor * by + more) for number, by, more in zip(centred, scale, shift, strict=True)]


def product(weights: Sequence[Sequence[float]], bias: Sequence[float], numbers: Sequence[float]) -> list[float]:
    """Multiply a matrix with a vector and add a bias. Half of the vector is zero, and is left out."""
    there = [place for place, number in enumerate(numbers) if number]
    if len(there) < 2:  # an `itemgetter` of one place returns no tuple
        return [sumprod(row, numbers) + more for row, more in zip(weights, bias, strict=True)]
    pick = itemgetter(*there)
    picked = pick(numbers)
    return [sumprod(pick(row), picked) + more for row, more in zip(weights, bias, strict=True)]

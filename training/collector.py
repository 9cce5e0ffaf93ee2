"""Self-play in worker processes, which share memory with the learner: actions go in, observations come out."""

from __future__ import annotations

import gc
import multiprocessing
import os
import time
from collections.abc import Sequence
from multiprocessing import shared_memory
from typing import Any, Final

import numpy as np

from forno.batch import Batch
from forno.core.game import Game
from forno.core.observing import EVERYTHING
from forno.core.registry import game as make_game
from training.settings import Settings

HALVES: Final = 2
"""Number of parts of the games: while one is stepped, actions are chosen for the other."""
POLL_SECONDS: Final = 3e-5
STOP: Final = -1
Shapes = dict[str, tuple[tuple[int, ...], Any]]
Variant = dict[str, Any]
"""The options of a game, and its name under `game`."""


class Slots:
    """Arrays in shared memory, by name."""

    def __init__(self, tag: str, shapes: Shapes, create: bool) -> None:
        self.memory: list[shared_memory.SharedMemory] = []
        self.arrays: dict[str, Any] = {}
        for name, (shape, dtype) in shapes.items():
            size = int(np.prod(shape)) * np.dtype(dtype).itemsize
            memory = shared_memory.SharedMemory(f"{tag}_{name}", create=create, size=size)
            self.memory.append(memory)
            self.arrays[name] = np.ndarray(shape, dtype, buffer=memory.buf)
            if create:
                self.arrays[name][...] = 0

    def unlink(self) -> None:
        """Free the shared memory once every process has released it."""
        for memory in self.memory:
            memory.unlink()


def shapes(workers: int, games: int, width: int, choices: int, players: int) -> Shapes:
    """Return the shapes of the shared arrays, for rows of the widest variant."""
    rows = workers * games
    return {
        "numbers": ((HALVES, rows, width), np.uint8),
        "legal": ((HALVES, rows, choices), np.bool_),
        "seats": ((HALVES, rows), np.uint8),
        "ended": ((HALVES, rows), np.bool_),
        "rewards": ((HALVES, rows, players), np.float32),
        "actions": ((HALVES, rows), np.int64),
        "asked": ((HALVES,), np.int64),
        "shown": ((HALVES, workers), np.int64),
    }


def work(rank: int, tag: str, given: Shapes, settings: Settings, variants: Sequence[Variant]) -> None:
    """Step one worker's games until told to stop: in each half, all variants side by side."""
    slots = Slots(tag, given, create=False)
    arrays = slots.arrays
    first = rank * settings.games
    luck = np.random.default_rng([settings.seed, rank])
    halves: list[list[tuple[slice, Batch]]] = []
    for half in range(HALVES):
        batches: list[tuple[slice, Batch]] = []
        for place, (variant, number) in enumerate(zip(variants, shares(settings.games, len(variants)), strict=True)):
            seed = f"{settings.seed}.{rank}.{half}.{place}"
            batch = Batch(made(variant), number, knowledge=EVERYTHING, seed=seed)
            for _ in range(settings.warm_up):
                batch.step(batch.any_actions(luck))
            start = first + sum(batch.number for _rows, batch in batches)
            batches.append((slice(start, start + number), batch))
        halves.append(batches)
    gc.collect()
    gc.freeze()
    gc.disable()
    asked, parent = arrays["asked"], os.getppid()
    turn = 0
    while True:
        turn += 1
        for half, batches in enumerate(halves):
            while asked[half] < turn - 1:
                if asked[half] == STOP or os.getppid() != parent:
                    return
                time.sleep(POLL_SECONDS)
            for rows, batch in batches:
                if turn > 1:
                    batch.step(arrays["actions"][half, rows])
                arrays["numbers"][half, rows, : batch.layout.size] = batch.observations
                arrays["legal"][half, rows, : batch.masks.shape[1]] = batch.masks
                arrays["seats"][half, rows] = batch.seats
                arrays["ended"][half, rows] = batch.ended
                arrays["rewards"][half, rows, : batch.game.players] = batch.rewards
            arrays["shown"][half, rank] = turn


def shares(games: int, variants: int) -> list[int]:
    """Return the number of a worker's games of each variant, as equal as possible."""
    return [games // variants + (place < games % variants) for place in range(variants)]


def made(variant: Variant) -> Game:
    """Return the game of a variant."""
    options = dict(variant)
    return make_game(options.pop("game"), **options)


class Collector:
    """The workers and their memory, as the learner sees them."""

    def __init__(self, variants: list[Variant], settings: Settings, width: int, choices: int, players: int) -> None:
        """Start the workers. A variant that is named twice is played twice as much."""
        workers = settings.workers
        if settings.games < len(variants):
            raise ValueError(f"{settings.games} games can't be of {len(variants)} variants")
        self.variants = np.tile(np.repeat(np.arange(len(variants)), shares(settings.games, len(variants))), workers)
        """The variant of every row."""
        given = shapes(workers, settings.games, width, choices, players)
        tag = f"forno{os.getpid()}"
        self.slots = Slots(tag, given, create=True)
        self.arrays = self.slots.arrays
        context = multiprocessing.get_context("spawn")
        self.processes = [
            context.Process(target=work, args=(rank, tag, given, settings, variants), daemon=True)
            for rank in range(workers)
        ]
        for process in self.processes:
            process.start()
        self.turns = [0] * HALVES

    def wait(self, half: int) -> None:
        """Wait until all workers have shown their next step of that half."""
        self.turns[half] += 1
        shown = self.arrays["shown"][half]
        while shown.min() < self.turns[half]:
            if not all(process.is_alive() for process in self.processes):
                raise RuntimeError("a worker process exited unexpectedly")
            time.sleep(POLL_SECONDS)

    def step(self, half: int) -> None:
        """Let the workers take the actions of that half."""
        self.arrays["asked"][half] = self.turns[half]

    def close(self) -> None:
        """Stop the workers and give the memory back."""
        self.arrays["asked"][:] = STOP
        for process in self.processes:
            process.join(5)
            if process.is_alive():
                process.terminate()
        self.slots.unlink()

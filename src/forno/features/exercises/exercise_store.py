"""Visitors' memories: exercises under way and answered, kept with their books; and a rating by OpenSkill."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from forno.core.exercises import BY_NAME
from forno.features.book.book_store import BookKey
from forno.features.exercises.exercises import Prepared, read_prepared
from forno.features.exercises.page import Done, Rated
from forno.store import Store

DONE: Final = "memory "
"""What a leaf with an answered exercise is called begins so."""
OPEN, ANSWERS = "open", "answers"
SURE: Final = 2.0
"""How unsure the strength of a level is."""
MOST_RATED: Final = 500
"""So many of the latest exercises make the rating."""


class Memories:
    """All of a house."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def begin(self, book: BookKey, prepared: Prepared) -> None:
        """The exercise that is under way from now on, in place of any other."""
        await self.store.leaves.clear(book.exercise_namespace)
        await self.store.leaves.put(book.exercise_namespace, {OPEN: prepared.to_json()})

    async def current(self, book: BookKey) -> tuple[Prepared, list[str] | None] | None:
        """The exercise that is under way, and what was answered if it was already."""
        leaves = await self.store.leaves.read(book.exercise_namespace)
        if OPEN not in leaves:
            return None
        return read_prepared(leaves[OPEN]), json.loads(leaves[ANSWERS]) if ANSWERS in leaves else None

    async def answer(self, book: BookKey, prepared: Prepared, answers: Sequence[str]) -> None:
        """Write down what was answered: once, it counts."""
        right = prepared.right(answers)
        done = Done(self.store.now(), prepared.game, prepared.level, prepared.own, sum(right), len(right))
        await self.store.leaves.put(book.exercise_namespace, {ANSWERS: json.dumps(list(answers))})
        name = f"{DONE}{done.time:.3f} {secrets.token_hex(4)}"
        await self.store.leaves.put(book.namespace, {name: json.dumps(asdict(done))})

    async def done(self, book: BookKey) -> list[Done]:
        """What was answered so far, the oldest first."""
        leaves = await self.store.leaves.read(book.namespace)
        found = [Done(**json.loads(text)) for name, text in leaves.items() if name.startswith(DONE)]
        return sorted(found, key=lambda one: one.time)[-MOST_RATED:]


def rate(done: Sequence[Done]) -> list[Rated]:
    """The rating before the first exercise, and after each: a match against its level, which never changes.

    All right is won, half of it drawn, less is lost.
    """
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce()
    mine = model.rating()
    found = [Rated(mine.mu, mine.sigma)]
    for one in done:
        level = model.rating(mu=BY_NAME[one.level].strength, sigma=SURE)
        ranks = [1.0, 2.0] if one.right == one.of else [1.0, 1.0] if 2 * one.right >= one.of else [2.0, 1.0]
        ((mine,), _level) = model.rate([[mine], [level]], ranks=ranks)
        found.append(Rated(mine.mu, mine.sigma))
    return found

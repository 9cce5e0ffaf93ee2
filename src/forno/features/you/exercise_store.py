"""Storage of visitors' exercises, open and answered, beside their books; and a memory rating by OpenSkill."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from forno.core.exercises import LEVELS_BY_NAME
from forno.features.you.book_store import BookKey
from forno.features.you.exercise_page import Done, Rated
from forno.features.you.exercises import Prepared, read_prepared
from forno.store import Store

ANSWERED_PREFIX: Final = "memory "
"""Key prefix of answered exercises."""
OPEN_KEY, NUMBER_KEY = "open", "number"
"""Keys of the current exercise, and of the random number under which its answers are stored."""
LEVEL_SIGMA: Final = 2.0
"""Standard deviation of a level's strength in the rating."""
MAX_RATED_EXERCISES: Final = 500
"""Maximum number of exercises in the rating: the latest count."""


@dataclass(frozen=True)
class Current:
    """A visitor's current exercise."""

    prepared: Prepared
    name: str
    """Key under which its answers are stored."""
    done: Done | None
    """The result, once it is answered."""


class Memories:
    """Stores visitors' exercises."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def begin(self, book: BookKey, prepared: Prepared) -> None:
        """Store a new open exercise in place of any other."""
        await self.store.key_values.clear(book.exercise_namespace)
        await self.store.key_values.put(
            book.exercise_namespace, {OPEN_KEY: prepared.to_json(), NUMBER_KEY: secrets.token_hex(8)}
        )

    async def current(self, book: BookKey) -> Current | None:
        """Return the current exercise, with its answers once it is answered."""
        stored = await self.store.key_values.read(book.exercise_namespace)
        if OPEN_KEY not in stored:
            return None
        name = ANSWERED_PREFIX + stored.get(NUMBER_KEY, "")
        done = (await self.store.key_values.read(book.namespace, [name])).get(name)
        return Current(read_prepared(stored[OPEN_KEY]), name, None if done is None else Done(**json.loads(done)))

    async def answer(self, book: BookKey, current: Current, answers: Sequence[str]) -> None:
        """Store the answers to an exercise, which adds it to the rating. Only the first answers count."""
        prepared, right = current.prepared, current.prepared.right(answers)
        result = self.store.now(), prepared.game, prepared.level, prepared.own, sum(right), len(right)
        await self.store.key_values.put_new(
            book.namespace, current.name, json.dumps(asdict(Done(*result, tuple(answers))))
        )

    async def done(self, book: BookKey) -> list[Done]:
        """Return the latest answered exercises, the oldest first."""
        stored = await self.store.key_values.read(book.namespace)
        found = [Done(**json.loads(text)) for name, text in stored.items() if name.startswith(ANSWERED_PREFIX)]
        return sorted(found, key=lambda one: one.time)[-MAX_RATED_EXERCISES:]


def rate(done: Sequence[Done]) -> list[Rated]:
    """Return the rating before the first exercise and after each: a match against its level, whose strength is fixed.

    All answers right is a win, at least half of them a draw, fewer a loss.
    """
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce()
    mine = model.rating()
    found = [Rated(mine.mu, mine.sigma)]
    for one in done:
        level = model.rating(mu=LEVELS_BY_NAME[one.level].strength, sigma=LEVEL_SIGMA)
        ranks = [1.0, 2.0] if one.right == one.of else [1.0, 1.0] if 2 * one.right >= one.of else [2.0, 1.0]
        ((mine,), _level) = model.rate([[mine], [level]], ranks=ranks)
        found.append(Rated(mine.mu, mine.sigma))
    return found

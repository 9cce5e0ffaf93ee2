"""Key–values beside the tables: short texts by namespace and key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class Leaves(Protocol):
    """Short texts that stay: whoever has the name of a binder has all that is in it.

    So the name of what belongs to one person is nothing that anybody could guess, and is kept as a hash.
    """

    async def put(self, binder: str, leaves: Mapping[str, str]) -> None:
        """Keep these, all or none; one that is there already is replaced."""

    async def put_new(self, binder: str, name: str, text: str) -> None:
        """Keep a text unless there is one of that key already, in one step: of several at once the first stays."""

    async def read(self, binder: str, names: Sequence[str] | None = None) -> dict[str, str]:
        """Return all texts of a namespace, or those of these keys; missing ones are left out."""

    async def clear(self, binder: str) -> int:
        """Take all that is in a binder out for good. Returns how many leaves that were."""


class MemoryLeaves:
    """Leaves that are gone with whoever holds them: for places where all of it can be worked out anew."""

    def __init__(self) -> None:
        self._binders: dict[str, dict[str, str]] = {}

    async def put(self, binder: str, leaves: Mapping[str, str]) -> None:
        self._binders.setdefault(binder, {}).update(leaves)

    async def put_new(self, binder: str, name: str, text: str) -> None:
        self._binders.setdefault(binder, {}).setdefault(name, text)

    async def read(self, binder: str, names: Sequence[str] | None = None) -> dict[str, str]:
        leaves = self._binders.get(binder, {})
        return dict(leaves) if names is None else {name: leaves[name] for name in names if name in leaves}

    async def clear(self, binder: str) -> int:
        return len(self._binders.pop(binder, {}))

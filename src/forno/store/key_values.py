"""Key–values beside the tables: short texts by namespace and key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class KeyValues(Protocol):
    """Short texts by namespace and key.

    Anyone who knows a namespace can read everything in it. So a person's namespace can't be guessed, and is stored as a
    hash.
    """

    async def put(self, namespace: str, values: Mapping[str, str]) -> None:
        """Store these texts by key, all or none; existing ones are replaced."""

    async def put_new(self, namespace: str, key: str, text: str) -> None:
        """Store a text unless the key has one already, atomically: of several writers the first wins."""

    async def replace(self, namespace: str, key: str, old: str, new: str) -> bool:
        """Store a text if the key still has the old one, atomically; return whether it had."""

    async def read(self, namespace: str, keys: Sequence[str] | None = None) -> dict[str, str]:
        """Return all texts of a namespace, or those of these keys; missing ones are left out."""

    async def clear(self, namespace: str) -> int:
        """Delete a namespace; return the number of its texts."""


class MemoryKeyValues:
    """Key–values that aren't stored, for hosts that can work all of them out again."""

    def __init__(self) -> None:
        self._namespaces: dict[str, dict[str, str]] = {}

    async def put(self, namespace: str, values: Mapping[str, str]) -> None:
        self._namespaces.setdefault(namespace, {}).update(values)

    async def put_new(self, namespace: str, key: str, text: str) -> None:
        self._namespaces.setdefault(namespace, {}).setdefault(key, text)

    async def replace(self, namespace: str, key: str, old: str, new: str) -> bool:
        if self._namespaces.get(namespace, {}).get(key) != old:
            return False
        await self.put(namespace, {key: new})
        return True

    async def read(self, namespace: str, keys: Sequence[str] | None = None) -> dict[str, str]:
        values = self._namespaces.get(namespace, {})
        return dict(values) if keys is None else {key: values[key] for key in keys if key in values}

    async def clear(self, namespace: str) -> int:
        return len(self._namespaces.pop(namespace, {}))

"""Registers of plug-ins. Each is found by name and loaded when it is asked for, by itself."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar


class Named(Protocol):
    """An entry of a register, which has a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


def load(place: str) -> Any:
    """Import and return the object at `package.module:name`."""
    module, _colon, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


class PluginBroken(Exception):
    """Raised when a plug-in can't be loaded; says why."""


class Register(Generic[T]):
    """Things by their names: those that were added, and those that an installed package announces as an entry point.

    The name of an entry point is the name of what it leads to. Nothing is imported before it is asked for, and one
    that fails takes nothing else with it.
    """

    def __init__(self, group: str) -> None:
        self.group = group
        self._known: dict[str, T] = {}
        self._announced: dict[str, str] = {}
        self._searched = False
        self._reported: set[str] = set()

    def announce(self, name: str, place: str) -> None:
        """Register a plug-in, loaded when needed from `package.module:attribute`; the first of a name counts."""
        self._announced.setdefault(name, place)

    def add(self, item: T) -> bool:
        """Add a plug-in that is loaded already; `False` if another has its name."""
        if self._known.get(item.name, item) != item:
            return False
        self._known[item.name] = item
        return True

    def remove(self, name: str) -> None:
        """Take one out again that was added."""
        self._known.pop(name, None)

    def names(self) -> list[str]:
        """Return all names, those of this package first."""
        self._search()
        return list(dict.fromkeys([*self._announced, *self._known]))

    def first(self) -> str:
        """Return the name of the first entry of this package."""
        return next(iter(self._announced or self._known))

    def get(self, name: str) -> T | None:
        """Return the entry of that name, loaded now if need be; `None` if there is none. Raises `PluginBroken`."""
        if name not in self._known:
            if name not in self._announced:
                self._search()
            if name not in self._announced:
                return None
            try:
                item: T = load(self._announced[name])
                if item.name != name:
                    raise LookupError(f"it calls itself {item.name!r}")
            except Exception as error:
                raise PluginBroken(f"{self._announced[name]}: {type(error).__name__}: {error}") from error
            self._known[name] = item
        return self._known[name]

    def __iter__(self) -> Iterator[T]:
        """Yield all entries that can be loaded. Those that can't are logged, once."""
        for name in self.names():
            try:
                item = self.get(name)
            except PluginBroken as error:
                if name not in self._reported:
                    import logging  # only for plug-ins that fail

                    self._reported.add(name)
                    logging.getLogger("forno").warning("%s %r is left out: %s", self.group, name, error)
                continue
            if item is not None:
                yield item

    def _search(self) -> None:
        if not self._searched:
            from importlib.metadata import entry_points  # takes longer to load than all the rest of `forno`

            self._searched = True
            for point in entry_points(group=self.group):
                self.announce(point.name, point.value)

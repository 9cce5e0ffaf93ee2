"""Readers of pages for tests of faces: their words, and the composer of docs/web.md in short."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from forno.testing.faces import read


def words(html: str) -> str:
    """Return all text of the HTML."""
    return " ".join(" ".join(read(html).text).split())


@dataclass
class Controls:
    """The form and the controls of a seat's own regions, as the page's script sees them."""

    tree: dict[str, Any] = field(default_factory=dict)
    slots: dict[int, str] = field(default_factory=dict)
    """Which slot an action fills."""
    phrases: dict[int, str] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)
    """Initial content of a slot."""
    sends: set[int] = field(default_factory=set)
    submits: bool = False

    def ways(self) -> list[tuple[int, ...]]:
        return list(ways_through(self.tree))

    def compose(self, chosen: Mapping[str, int]) -> tuple[int, ...] | None:
        """Return the turn that is sent with these choices, or `None` if there is no single one."""
        ways = [(way, {self.slots[action]: action for action in way}) for way in self.ways()]
        depth: dict[str, int] = {}
        for way, _ in ways:
            for place, action in enumerate(way):
                depth[self.slots[action]] = min(place, depth.get(self.slots[action], place))
        counts: dict[str, int] = {}
        left = ways
        for slot in sorted(depth, key=lambda slot: depth[slot]):
            wanted = chosen.get(slot, self.first.get(slot))
            if wanted is not None and any(by.get(slot) == wanted for _, by in left):
                counts[slot] = wanted
                left = [(way, by) for way, by in left if by.get(slot) in (wanted, None)]
        whole = [way for way, by in left if all(counts.get(slot) == action for slot, action in by.items())]
        most = max(map(len, whole), default=0)
        meant = [way for way in whole if len(way) == most]
        return meant[0] if len(meant) == 1 else None


def ways_through(tree: Mapping[str, Any]) -> Iterator[tuple[int, ...]]:
    for action, below in tree.items():
        if below:
            for rest in ways_through(below):
                yield (int(action), *rest)
        else:
            yield (int(action),)


def controls(regions: Mapping[str, str]) -> Controls:
    """Return the controls in these regions."""
    found = Controls()
    for html in regions.values():
        for tag, attributes in read(html).tags:
            if attributes.get("id") == "turn-form":
                found.tree = json.loads(attributes["data-tree"] or "")
            found.submits |= attributes.get("type") == "submit"
            if tag != "button" or "data-slot" not in attributes:
                continue
            slot = attributes["data-slot"] or ""
            actions = [int(a) for a in (attributes.get("data-actions") or attributes.get("data-action") or "").split()]
            phrases = (attributes["data-phrase"] or "").split("|")
            assert all(phrases), attributes
            for action, phrase in zip(actions, phrases, strict=True):
                assert action not in found.slots, f"two controls for {action}"
                found.slots[action] = slot
                found.phrases[action] = phrase
            if "data-default" in attributes:
                assert slot not in found.first, f"two defaults for {slot}"
                found.first[slot] = actions[0]
            if "data-send" in attributes:
                found.sends.update(actions)
    return found

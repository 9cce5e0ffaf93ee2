"""Pictures on a game's rules pages: symbols, cards, and the components of each variant."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from forno.core.plugins import load
from forno.core.registry import game_info
from forno.pages.html import Markup


@dataclass(frozen=True)
class Item:
    """A picture with its name and meaning, plain text in the current language."""

    picture: Markup
    name: str
    text: str
    rule: str = ""


@dataclass(frozen=True)
class Group:
    """Items under a heading."""

    name: str
    title: str
    text: str = ""
    items: Sequence[Item] = field(default=())


class Menu(ABC):
    """A game's pictures for its rules pages."""

    variants: Sequence[str]
    """Names of the editions or modes."""

    @abstractmethod
    def facts(self, variant: str) -> Sequence[tuple[str, str]]:
        """Return a variant's components, from the same data as the rules."""

    @abstractmethod
    def signs(self, variant: str) -> Group:
        """Return the symbols on the cards of a variant, or of all variants if it is empty."""

    @abstractmethod
    def cards(self, variant: str) -> Sequence[Group]:
        """Return the cards of a variant."""

    @abstractmethod
    def left_out(self, variant: str) -> frozenset[str]:
        """Return the numbers of rules that don't concern a variant."""


def menu_for(game: str) -> Menu | None:
    """Return the pictures that a registered game names, or `None`."""
    named = game_info(game).menu
    menu: Menu | None = load(named) if named else None
    return menu

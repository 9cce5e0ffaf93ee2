"""What the pages of a game's rules show beside the rules: the signs, the cards, and what each variant plays with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from forno.core.plugins import load
from forno.core.registry import game_info
from forno.pages.html import Markup


@dataclass(frozen=True)
class Item:
    """A picture and what it means. Name and text are plain text in the language of the context."""

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
    """One game's part of its pages of rules."""

    variants: Sequence[str]
    """The names of the editions or modes."""

    @abstractmethod
    def facts(self, variant: str) -> Sequence[tuple[str, str]]:
        """What a variant plays with: from its table, so that no page can differ from the rules."""

    @abstractmethod
    def signs(self, variant: str) -> Group:
        """The signs on the cards of a variant, or of all variants if it is empty."""

    @abstractmethod
    def cards(self, variant: str) -> Sequence[Group]:
        """The cards of a variant."""

    @abstractmethod
    def left_out(self, variant: str) -> frozenset[str]:
        """The numbers of the rules that don't concern a variant."""


def menu_for(game: str) -> Menu | None:
    """What the pages of a registered game's rules show, if it names anything."""
    named = game_info(game).menu
    menu: Menu | None = load(named) if named else None
    return menu

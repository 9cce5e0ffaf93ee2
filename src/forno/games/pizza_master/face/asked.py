"""What a seat is asked, sorted out of its tree of actions; and the composer's marks for the answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from forno.games.pizza_master.rules.actions import (
    Collect,
    Complete,
    Declare,
    Discard,
    Finish,
    Keep,
    KeepIngredient,
    Pass,
    PlaceCoins,
    ReturnIngredient,
    Trade,
    TradeSpecials,
)
from forno.games.pizza_master.rules.game import PizzaMaster
from forno.publishing.face import Tree
from forno.publishing.html import esc

Answer = tuple[int, Complete]


@dataclass
class Asked:
    """The answers there are now, by what they do. All empty if nothing is asked."""

    discards: dict[str, int] = field(default_factory=dict)
    keep: int | None = None
    coins: list[tuple[int, PlaceCoins]] = field(default_factory=list)
    takes: dict[int, int] = field(default_factory=dict)
    takes_reserved: dict[int, int] = field(default_factory=dict)
    pass_: int | None = None
    completes: dict[str, list[Answer]] = field(default_factory=dict)
    """Ways to complete an order of the hand …"""
    completes_shared: dict[str, list[Answer]] = field(default_factory=dict)
    """… or a shared one."""
    trades: list[tuple[int, Trade | TradeSpecials]] = field(default_factory=list)
    finish: int | None = None
    keeps: list[tuple[int, KeepIngredient]] = field(default_factory=list)
    returns: list[tuple[int, ReturnIngredient]] = field(default_factory=list)
    declares: list[tuple[int, Declare]] = field(default_factory=list)


def sort_out(game: PizzaMaster, tree: Tree) -> Asked:
    """The first answers of a tree, by what they do."""
    asked = Asked()
    for number in tree:
        match game.actions[number]:
            case Keep():
                asked.keep = number
            case Discard(order):
                asked.discards[order] = number
            case PlaceCoins() as action:
                asked.coins.append((number, action))
            case Collect(kind, reserved):
                (asked.takes_reserved if reserved else asked.takes)[kind] = number
            case Pass():
                asked.pass_ = number
            case Complete(order, _chosen, shared) as action:
                (asked.completes_shared if shared else asked.completes).setdefault(order, []).append((number, action))
            case Trade() | TradeSpecials() as action:
                asked.trades.append((number, action))
            case Finish():
                asked.finish = number
            case KeepIngredient() as action:
                asked.keeps.append((number, action))
            case ReturnIngredient() as action:
                asked.returns.append((number, action))
            case Declare() as action:
                asked.declares.append((number, action))
    return asked


def discard_tree(game: PizzaMaster, hand: Sequence[str]) -> Tree:
    """All ways to discard, each once: in ascending order, though the rules take any (PM-4).

    In every order there would be thousands. Who discards the whole hand isn't asked what to keep.
    """
    tables = game.tables
    cards = sorted(tables.discard + tables.order_names.index(name) for name in hand)

    def below(start: int, left: int) -> Tree:
        if not left:
            return {}
        tree: dict[int, Tree] = {tables.keep: {}}
        for place in range(start, len(cards)):
            if cards[place] not in tree:
                tree[cards[place]] = below(place + 1, left - 1)
        return tree

    return below(0, len(cards))


def form(tree: Tree, inside: str, end: int | None = None) -> str:
    """The form of the turn. The tree is written with double quotes alone, which single ones can hold."""
    closing = "" if end is None else f' data-end="{end}"'
    text = json.dumps(tree, separators=(",", ":"))
    return f'<form id="turn-form" class="turn"{closing} data-tree=\'{text}\'>{inside}</form>'


def sends(action: int, phrase: str) -> str:
    """The marks of an answer that is sent at once."""
    return f'type="button" data-slot="answer" data-action="{action}" data-phrase="{esc(phrase)}" data-send'

"""The actions: every answer to every question, with its notation."""

from __future__ import annotations

from dataclasses import dataclass

from forno.games.pizza_master.rules.cards import KINDS


@dataclass(frozen=True)
class Keep:
    """PM-4: discard no more."""

    def __str__(self) -> str:
        return "keeps the rest"


@dataclass(frozen=True)
class Discard:
    """PM-4: discard one order card."""

    order: str

    def __str__(self) -> str:
        return f"discards {self.order}"


@dataclass(frozen=True)
class PlaceCoins:
    """PM-6: place a number of coins in one section. Those left after seafood go to meat."""

    kind: int
    number: int

    def __str__(self) -> str:
        coins = {0: "no coins", 1: "1 coin"}.get(self.number, f"{self.number} coins")
        return f"{coins} on {KINDS[self.kind]}"


@dataclass(frozen=True)
class Collect:
    """PM-9: take an ingredient from the refrigerator, or one that is reserved for oneself (PM-8)."""

    kind: int
    reserved: bool

    def __str__(self) -> str:
        return f"takes the reserved {KINDS[self.kind]}" if self.reserved else f"takes {KINDS[self.kind]}"


@dataclass(frozen=True)
class Pass:
    """PM-9, PM-11: collect no more."""

    def __str__(self) -> str:
        return "passes"


@dataclass(frozen=True)
class Complete:
    """PM-10, PM-11: complete an order of the hand or a shared one; PM-2: with these kinds for its wildcards."""

    order: str
    chosen: tuple[tuple[int, int], ...]
    """Number and kind for every wildcard of the card."""
    shared: bool

    def __str__(self) -> str:
        kinds = " and ".join(f"{number} {KINDS[kind]}" for number, kind in self.chosen)
        chosen = f" with {kinds}" if self.chosen else ""
        return f"completes {'the shared ' if self.shared else ''}{self.order}{chosen}"


@dataclass(frozen=True)
class Trade:
    """PM-12: turn two completed orders of one type face down for a cheese. Whether they are side dishes is chosen."""

    type: int
    side_dishes: int

    def __str__(self) -> str:
        name = KINDS[self.type]
        return (
            f"trades 2 {name} pizzas",
            f"trades a {name} pizza and a {name} side dish",
            f"trades 2 {name} side dishes",
        )[self.side_dishes]


@dataclass(frozen=True)
class TradeSpecials:
    """PM-12: turn two completed specials face down for any ingredient."""

    kind: int

    def __str__(self) -> str:
        return f"trades 2 specials for {KINDS[self.kind]}"


@dataclass(frozen=True)
class Finish:
    """PM-10: make no more."""

    def __str__(self) -> str:
        return "finishes"


@dataclass(frozen=True)
class KeepIngredient:
    """The mission Refrigerator: keep one ingredient of the tray, or none."""

    kind: int | None

    def __str__(self) -> str:
        return "keeps no ingredient" if self.kind is None else f"keeps 1 {KINDS[self.kind]}"


@dataclass(frozen=True)
class ReturnIngredient:
    """The mission Spoil: return an ingredient from the refrigerator, or from a player's tray or beside it."""

    kind: int
    owner: str | None
    beside: bool

    def __str__(self) -> str:
        if self.owner is None:
            place = "from the refrigerator"
        else:
            place = f"from beside {self.owner}'s tray" if self.beside else f"from {self.owner}'s tray"
        return f"returns {KINDS[self.kind]} {place}"


@dataclass(frozen=True)
class Declare:
    """PM-16: declare a completed special to be of one of the four types."""

    type: int

    def __str__(self) -> str:
        return f"declares a special to be {KINDS[self.type]}"


Action = (
    Keep
    | Discard
    | PlaceCoins
    | Collect
    | Pass
    | Complete
    | Trade
    | TradeSpecials
    | Finish
    | KeepIngredient
    | ReturnIngredient
    | Declare
)

"""The actions: every answer to every question, with its notation."""

from __future__ import annotations

from dataclasses import dataclass

from forno.games.mamma_mia.rules.cards import KINDS


@dataclass(frozen=True)
class Place:
    """MM-5: place ingredients of one kind on the oven."""

    kind: int
    number: int

    def __str__(self) -> str:
        return f"{self.number} {KINDS[self.kind]}"


@dataclass(frozen=True)
class PlaceOrder:
    """MM-6: place an order on top of them."""

    order: str

    def __str__(self) -> str:
        return f"order {self.order}"


@dataclass(frozen=True)
class PlaceNoOrder:
    """MM-6: place no order."""

    def __str__(self) -> str:
        return "no order"


@dataclass(frozen=True)
class Draw:
    """MM-7: fill the hand from one pile, the supply or one's waiter."""

    pile: str

    def __str__(self) -> str:
        return f"draws from the {self.pile}"


@dataclass(frozen=True)
class Choose:
    """MM-25 to MM-30: name the kind (for Ghiottona two kinds) that the order is baked with."""

    kinds: tuple[int, ...]

    def __str__(self) -> str:
        return "bakes with " + " and ".join(KINDS[kind] for kind in self.kinds)


@dataclass(frozen=True)
class AddMissing:
    """MM-14: add what is missing from one's hand."""

    def __str__(self) -> str:
        return "adds what is missing"


@dataclass(frozen=True)
class AskForHelp:
    """MM-18: ask the others for help."""

    def __str__(self) -> str:
        return "asks for help"


@dataclass(frozen=True)
class SendBack:
    """MM-14: the order goes under its owner's waiter."""

    def __str__(self) -> str:
        return "sends it back"


@dataclass(frozen=True)
class Request:
    """MM-18: how many of a missing kind are wanted from a helper."""

    kind: int
    number: int

    def __str__(self) -> str:
        return f"asks for {self.number or 'no'} {KINDS[self.kind]}"


@dataclass(frozen=True)
class EndRequest:
    """MMR-14: the request for a Bombastica is complete."""

    def __str__(self) -> str:
        return "asks for no more"


@dataclass(frozen=True)
class AddCard:
    """MMR-4: one of the cards that make up a Bombastica."""

    kind: int

    def __str__(self) -> str:
        return f"adds 1 {KINDS[self.kind]}"


@dataclass(frozen=True)
class Help:
    """MM-19: give what is asked for."""

    def __str__(self) -> str:
        return "helps"


@dataclass(frozen=True)
class RefuseHelp:
    """MM-19: don't."""

    def __str__(self) -> str:
        return "doesn't help"


Action = (
    Place
    | PlaceOrder
    | PlaceNoOrder
    | Draw
    | Choose
    | AddMissing
    | AskForHelp
    | SendBack
    | Request
    | EndRequest
    | AddCard
    | Help
    | RefuseHelp
)

"""Where things fly from and to: the selectors of places on the page."""

from __future__ import annotations

from forno.games.pizza_master.face.pieces import ingredient
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.events import Amounts
from forno.publishing.face import Fly

SHELF = "#refrigerator .shelf-{kind}"
CRATE = "#refrigerator .crate-{kind}"
"""`{kind}` stands for the name of the ingredient."""


def spot(seat: int, place: str = "") -> str:
    """A place before a player."""
    return f"#seat-{seat} .{place}" if place else f"#seat-{seat}"


def goods(counts: Amounts, start: str, end: str) -> tuple[Fly, ...]:
    """Ingredients on their way. `{kind}` in a selector stands for the name of the kind."""
    return tuple(
        Fly(start.format(kind=KINDS[kind]), end.format(kind=KINDS[kind]), ingredient(kind), count)
        for kind, count in enumerate(counts)
        if count
    )

"""Styles of the bots for Pizza Master: how far each level thinks, which is all that they differ in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """Style of a level of bot: what it takes into account."""

    together: bool = True
    """Orders are planned together; otherwise one after the other, the one with most points first."""
    redraws: bool = True
    """Orders that don't fit are discarded at the start of the day."""
    crowd: float = 1.0
    """Weight of the risk that others complete shared orders first."""
    notices: int | None = None
    """Surplus below which an ingredient counts as scarce, and is collected first (`None`: always). Otherwise one takes
    what one needs most of, or the first that comes to hand."""
    spite: float = 5.0
    """Value of another player lacking an ingredient."""
    aims: float = 0.7
    """The weight of objectives and missions."""
    trades: bool = True
    """Completed orders are traded if that completes another."""
    leftovers: float = 0.6
    """Share of what the refrigerator already holds that one counts on when shopping."""
    lack: float = 3.5
    """Cost for a plan of an ingredient that isn't bought, when shopping."""
    fit: float = 2.15
    """Points that a coin has to bring for an order that isn't planned to be kept, when discarding."""
    options: int = 8
    """The most orders considered at a time."""


GARZONE = Style(
    together=False, notices=-9, spite=0.0, redraws=False, crowd=0.0, aims=0.0, trades=False, leftovers=1.0, options=20
)
CUOCO = Style(notices=1, spite=0.0, crowd=0.0, aims=0.0, trades=False, lack=2.2)
PIZZAIOLO = Style()
SKETCHY = Style(crowd=0.0, options=6)
"""Style of playouts."""

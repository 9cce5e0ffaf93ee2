"""How far a player of Pizza Master thinks. The levels differ in this, and in nothing else."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """What is taken into account."""

    together: bool = True
    """Orders are planned together; otherwise one after the other, the one with most points first."""
    redraws: bool = True
    """Orders that don't fit are discarded at the start of the day."""
    crowd: float = 1.0
    """How much of what others seem to want is reckoned with, while collecting and for shared orders."""
    caution: float = 0.2
    """How much a plan suffers from what others may take."""
    risk: float = 0.0
    """What an order costs that was planned and fails: some of its ingredients are wasted."""
    aims: float = 1.0
    """The weight of objectives and missions."""
    trades: bool = True
    """Completed orders are traded if that completes another."""
    leftovers: float = 0.45
    """When shopping: what part of the refrigerator, of what it holds already, one counts on …"""
    gifts: float = 0.25
    """… and of what others' coins bring."""
    lack: float = 2.2
    """When shopping: what an ingredient that isn't bought costs a plan."""
    fit: float = 2.15
    """When discarding: the points a coin has to bring for an order that isn't planned to be kept."""
    options: int = 8
    """So many orders are thought about at a time."""


GARZONE = Style(together=False, redraws=False, crowd=0.0, aims=0.0, trades=False, leftovers=1.0, gifts=0.0, options=20)
CUOCO = Style(crowd=0.0, aims=0.0, trades=False, leftovers=0.6, gifts=0.0)
PIZZAIOLO = Style()
SEARCHED = Style(caution=0.0, gifts=0.0, leftovers=0.6)

"""Names and playouts for tests of reviews."""

from __future__ import annotations

from forno.features.review.worlds import Prospects

NAMES = ["Anna", "Bruno", "Carla"]


def prospects(*worths: float) -> Prospects:
    """Return what playouts came to for the reviewed seat of three."""
    made = Prospects(3)
    made.worths, made.scores = list(worths), [0.0] * len(worths)
    return made

"""The face of Pizza Master."""

from forno.games.pizza_master.face.face import FACE

__all__ = ["FACE"]

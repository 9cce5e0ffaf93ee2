"""The face of Pizza Master."""

from forno.web.faces.pizza_master.face import FACE

__all__ = ["FACE"]

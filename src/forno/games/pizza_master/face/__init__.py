"""How Pizza Master looks on a page."""

from forno.games.pizza_master.face.face import PizzaMasterFace

FACE = PizzaMasterFace()

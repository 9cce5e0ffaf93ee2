"""Face of Pizza Master: its HTML, style sheet and pictures."""

from forno.games.pizza_master.face.face import PizzaMasterFace

FACE = PizzaMasterFace()

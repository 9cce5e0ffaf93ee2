"""Face of Mamma Mia!: its HTML, style sheet and pictures."""

from forno.games.mamma_mia.face.face import MammaMiaFace

FACE = MammaMiaFace()

"""How Mamma Mia! looks on a page."""

from forno.games.mamma_mia.face.face import MammaMiaFace

FACE = MammaMiaFace()

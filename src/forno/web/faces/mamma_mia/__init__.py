"""How Mamma Mia! looks on a page."""

from forno.web.faces.mamma_mia.face import MammaMiaFace

FACE = MammaMiaFace()

"""The looks of the games: one folder a game, and a plain face for those that have none."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from forno.web.faces.face import Face
from forno.web.faces.plain import PlainFace


@cache
def face_for(game: str) -> Face:
    """The face of a registered game: `FACE` of `forno.web.faces.NAME`, or the plain one."""
    module = f"{__name__}.{game.replace('-', '_')}"
    if not game.replace("-", "_").isidentifier() or find_spec(module) is None:
        return PlainFace(game)
    face: Face = getattr(import_module(module), "FACE", None) or PlainFace(game)
    return face

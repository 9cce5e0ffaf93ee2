"""Faces of the games: each game's own, or the plain one."""

from __future__ import annotations

from functools import cache

from forno.core.plugins import load
from forno.core.registry import game_info
from forno.pages.face import Face
from forno.pages.plain_face import PlainFace


@cache
def face_for(game: str) -> Face:
    """Return the face that a registered game names, or the plain one."""
    named = game_info(game).face
    face: Face = load(named) if named else PlainFace(game)
    return face

"""Faces of games: each game's own, made once, or the plain one."""

from __future__ import annotations

from forno.core.registry import catalogue
from forno.pages.faces import face_for
from forno.pages.plain_face import PlainFace
from tests import toy


def test_each_of_our_games_has_a_face_of_its_own() -> None:
    for info in catalogue():
        face = face_for(info.name)
        assert face.name == info.name
        assert not isinstance(face, PlainFace)
        assert face_for(info.name) is face


def test_a_game_without_a_face_has_the_plain_one() -> None:
    with toy.registered(toy.INFO):
        face = face_for("toppings")
    assert isinstance(face, PlainFace)
    assert face.name == "toppings"
    face_for.cache_clear()

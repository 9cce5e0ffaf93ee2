"""Bots are somebody: every level has people with names, a face and a word about each."""

from __future__ import annotations

import pytest

from forno.bots import BotInfo, bots
from forno.pages.labels import bot_face, character, next_name
from forno.table.guests import check_name
from forno.web.assets import Assets

LEVELS = [info for info in bots() if info.people]


def test_every_level_of_the_house_is_somebody() -> None:
    assert [info.name for info in LEVELS] == ["garzone", "cuoco", "pizzaiolo", "nonna"]


@pytest.mark.parametrize("info", LEVELS, ids=lambda info: info.name)
def test_a_level_has_people_enough_for_a_table_and_a_face(info: BotInfo) -> None:
    assert len(info.people) >= 5
    assert info.about.endswith(".")
    assert f'id="{bot_face(info.name)}"'.encode() in Assets().files["art.svg"].content
    for person in info.people:
        check_name(person.name)
        assert character(info.name, person.name)
        assert f'id="{bot_face(info.name, person.name)}"'.encode() in Assets().files["art.svg"].content


def test_no_two_bots_have_the_same_name() -> None:
    names = [person.name for info in LEVELS for person in info.people]
    assert len(set(names)) == len(names)


def test_who_sits_down_isnt_here_yet() -> None:
    here: list[str | None] = ["Rosa", None]
    for _ in range(4):
        here.append(next_name("cuoco", here))
    assert here[2:] == ["Enzo", "Silvia", "Ettore", "Marisa"]
    assert next_name("cuoco", here) == ""
    assert next_name("random", here) == ""


def test_a_bot_without_people_looks_like_any_and_a_person_like_none() -> None:
    assert bot_face("random") == "bot"
    assert bot_face("somebody's program") == "bot"
    assert bot_face(None) == ""
    assert character("random", "Random") == ""

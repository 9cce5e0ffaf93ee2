"""Registers of plug-ins: found by name, loaded one by one, and a broken one takes nothing else with it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from forno.core.plugins import PluginBroken, Register, load


@dataclass(frozen=True)
class Oven:
    name: str
    shelves: int = 1


WOOD = Oven("wood")
HERE = __name__


@pytest.fixture
def ovens() -> Register[Oven]:
    return Register("forno.tests.ovens")


def test_an_object_is_loaded_from_its_module_and_name() -> None:
    assert load(f"{HERE}:WOOD") is WOOD
    with pytest.raises(AttributeError):
        load(f"{HERE}:GAS")


def test_what_was_announced_is_loaded_when_it_is_asked_for(ovens: Register[Oven]) -> None:
    ovens.announce("wood", f"{HERE}:WOOD")
    ovens.announce("gas", "no.such.module:GAS")
    assert ovens.names() == ["wood", "gas"]
    assert ovens.get("wood") is WOOD
    assert ovens.get("coal") is None
    with pytest.raises(PluginBroken, match=r"^no\.such\.module:GAS: ModuleNotFoundError"):
        ovens.get("gas")


def test_the_first_of_a_name_counts(ovens: Register[Oven]) -> None:
    ovens.announce("wood", f"{HERE}:WOOD")
    ovens.announce("wood", "no.such.module:WOOD")
    assert ovens.get("wood") is WOOD


def test_a_name_belongs_to_one_thing_until_it_is_removed(ovens: Register[Oven]) -> None:
    assert ovens.add(WOOD)
    assert ovens.add(Oven("wood")), "the same thing may be added again"
    assert not ovens.add(Oven("wood", shelves=2))
    ovens.remove("wood")
    assert ovens.add(Oven("wood", shelves=2))
    ovens.remove("a name that nobody has")


def test_what_calls_itself_otherwise_is_broken(ovens: Register[Oven]) -> None:
    ovens.announce("gas", f"{HERE}:WOOD")
    with pytest.raises(PluginBroken, match="it calls itself 'wood'"):
        ovens.get("gas")


def test_what_cant_be_loaded_is_left_out_of_all_and_logged_once(
    ovens: Register[Oven], caplog: pytest.LogCaptureFixture
) -> None:
    ovens.announce("gas", "no.such.module:GAS")
    ovens.announce("wood", f"{HERE}:WOOD")
    assert list(ovens) == list(ovens) == [WOOD]
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["forno.tests.ovens 'gas' is left out"]


def test_the_first_is_one_of_this_package(ovens: Register[Oven]) -> None:
    ovens.add(Oven("gas"))
    assert ovens.first() == "gas"
    ovens.announce("wood", f"{HERE}:WOOD")
    assert ovens.first() == "wood"

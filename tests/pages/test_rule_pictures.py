"""Pictures on rules pages: every variant has its components, signs and cards."""

from __future__ import annotations

import pytest

from forno.core.registry import catalogue
from forno.pages.rule_pictures import menu_for
from forno.rulebook import rules_of
from forno.testing.faces import read
from tests import toy


@pytest.mark.parametrize("name", [info.name for info in catalogue()])
def test_every_variant_has_components_signs_and_cards(name: str) -> None:
    menu = menu_for(name)
    assert menu is not None
    numbers = {rule.number for rule in rules_of(name)}
    for variant in menu.variants:
        assert all(label and value for label, value in menu.facts(variant))
        groups = [menu.signs(variant), *menu.cards(variant)]
        items = [item for group in groups for item in group.items]
        assert len(groups) > 1
        assert all(item.name and read(item.picture).tags for item in items)
        assert {item.rule for item in items} - {""} <= numbers
        assert menu.left_out(variant) < numbers


def test_a_game_without_pictures_has_none() -> None:
    with toy.registered(toy.INFO):
        assert menu_for("toppings") is None

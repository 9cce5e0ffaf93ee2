"""The pages of rules: one for each variant, with its numbers, signs and cards."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

import forno
from forno.pages.rule_pictures import menu_for
from forno.rulebook import rules_of
from tests.web.servers import Browser, Running

GAMES = ("mamma-mia", "pizza-master")


def variants() -> list[tuple[str, str]]:
    found = []
    for game in GAMES:
        menu = menu_for(game)
        assert menu is not None
        found += [(game, variant) for variant in menu.variants]
    return found


def test_every_variant_of_every_game_has_its_page() -> None:
    for info in forno.catalogue():
        if info.name in GAMES:
            choices = next(option.choices for option in info.options if option.name == info.variant)
            assert {variant for game, variant in variants() if game == info.name} == set(choices)


@pytest.mark.parametrize(("game", "variant"), variants())
def test_a_variants_page_has_its_numbers_signs_cards_and_rules(server: Running, game: str, variant: str) -> None:
    page = Browser(server.address).get(f"/rules/{game}/{variant}").text
    menu = menu_for(game)
    assert menu is not None
    for label, fact in menu.facts(variant):
        assert f"<dt>{label}</dt><dd>{fact}" in unescape(page)
    for group in (menu.signs(variant), *menu.cards(variant)):
        assert f'id="{group.name}"' in page
        assert group.items
        for item in group.items:
            assert f"<h3>{item.name}</h3>" in unescape(page)
            assert item.picture in page
    left_out = menu.left_out(variant)
    for entry in rules_of(game):
        assert (f'<div id="{entry.number}" class="rule"' in page) == (entry.number not in left_out)
    for number in re.findall(r'<a class="why" href="#([^"]+)"', page):
        assert f'id="{number}"' in page


def test_rules_that_are_left_out_are_rules() -> None:
    for game, variant in variants():
        menu = menu_for(game)
        assert menu is not None
        assert menu.left_out(variant) <= {entry.number for entry in rules_of(game)}
    for game in GAMES:
        menu = menu_for(game)
        assert menu is not None
        assert not frozenset.intersection(*(menu.left_out(variant) for variant in menu.variants))


def test_helping_is_told_only_where_there_is_helping(server: Running) -> None:
    browser = Browser(server.address)
    assert 'id="MM-18"' not in browser.get("/rules/mamma-mia/classic").text
    assert 'id="MM-18"' in browser.get("/rules/mamma-mia/grande").text
    assert 'id="MM-18"' in browser.get("/rules/mamma-mia").text


@pytest.mark.parametrize("edition", ["classic", "rio-grande", "grande", "grande-it"])
def test_every_sign_on_an_order_is_in_the_glossary(edition: str) -> None:
    menu = menu_for("mamma-mia")
    assert menu is not None
    known = {item.name for item in menu.signs(edition).items}
    game: Any = forno.game("mamma-mia", edition=edition)
    signs: set[str] = set()
    for orders in game.deck.orders.values():
        for card in orders:
            signs |= {"Jester's cap"} if len(card.jokers) == 1 else set()
            signs |= {"Two jester's caps"} if len(card.jokers) == 2 else set()
            signs |= {"The fewest"} if card.fewest else set()
            signs |= {"One or the other"} if card.either is not None else set()
            signs |= {"Crossed out"} if card.forbidden is not None else set()
            signs |= {"At least fifteen"} if card.at_least else set()
    assert known == signs | {"A picture and a number"}


def test_what_differs_from_the_first_edition_is_marked(server: Running) -> None:
    page = Browser(server.address).get("/rules/mamma-mia/rio-grande").text
    assert page.count('class="differs"') == 1
    assert 'class="differs"' not in Browser(server.address).get("/rules/mamma-mia/classic").text


def test_there_are_no_rules_of_what_isnt_played(server: Running) -> None:
    browser = Browser(server.address)
    for path in ("/rules/mamma-mia/master", "/rules/nothing", "/rules/pizza-master/classic"):
        assert browser.get(path).status_code == 404

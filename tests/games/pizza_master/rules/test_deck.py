"""The deck, and decks of your own."""

from __future__ import annotations

from pathlib import Path

import pytest

import forno
from forno import DeckError
from forno.games.pizza_master.rules.cards import KINDS, TYPES, OrderCard
from forno.games.pizza_master.rules.deck import load_deck, own_deck, read_deck
from tests.games.pizza_master.helpers import do, legal, sit_down

DECK = own_deck()
ORDER = """
[[orders]]
name = "toast"
type = "cheese"
dish = "side dish"
needs = { cheese = 2 }
points = 3
"""
MISSION = """
[[missions]]
name = "rush"
goal = "orders"
"""
OBJECTIVE = """
[[objectives]]
name = "tidy"
counts = "orders"
worth = "players"
"""


def ingredients(card: OrderCard) -> int:
    return sum(card.needs) + sum(card.wild)


@pytest.mark.rule("PM-3")
def test_there_are_74_orders_9_objectives_9_missions_and_65_ingredients() -> None:
    assert sum(card.count for card in DECK.orders) == 74
    assert len(DECK.objectives) == 9
    assert len(DECK.missions) == 9
    assert dict(zip(KINDS, DECK.ingredients, strict=True)) == {"cheese": 20, "vegetable": 15, "seafood": 15, "meat": 15}


@pytest.mark.rule("PM-3")
def test_every_ingredient_type_has_15_orders_and_there_are_14_specials() -> None:
    by_type = [sum(card.count for card in DECK.orders if card.type == place) for place in range(len(TYPES))]
    assert by_type == [15, 15, 15, 15, 14]


@pytest.mark.rule("PM-1")
def test_side_dishes_pizzas_and_specials_need_and_score_what_the_rulebook_says() -> None:
    ranges = {"side dish": ((2, 2), (3, 3)), "pizza": ((3, 4), (4, 6)), "special": ((4, 4), (7, 8))}
    for card in DECK.orders:
        (fewest, most), (least, best) = ranges[card.dish]
        assert fewest <= ingredients(card) <= most
        assert least <= card.points <= best


@pytest.mark.rule("PM-3")
def test_points_are_1_a_cheese_2_an_ingredient_and_1_more_for_variety() -> None:
    for card in DECK.orders:
        others = sum(card.needs[1:]) + sum(card.wild)
        different = sum(count > 0 for count in card.needs[1:]) + len(card.wild)
        assert card.points == card.needs[0] + 2 * others + (different >= 2)


@pytest.mark.rule("PM-2")
def test_the_specials_are_as_printed() -> None:
    specials = {card.name: (card.needs, card.wild, card.points, card.count) for card in DECK.orders if card.type == 4}
    assert specials == {
        "super-premium": ((1, 1, 1, 1), (), 8, 4),
        "freestyle-deluxe": ((1, 0, 0, 0), (3,), 7, 5),
        "freestyle-duo": ((1, 0, 0, 0), (1, 2), 8, 5),
    }


@pytest.mark.rule("PM-3")
def test_chicken_trio_is_worth_its_printed_6() -> None:
    card = next(card for card in DECK.orders if card.name == "chicken-trio")
    assert (card.needs, card.points, card.source) == ((1, 1, 0, 1), 6, "printed")


def test_what_the_rulebook_names_is_printed_and_the_rest_reconstructed() -> None:
    printed = {card.name for card in DECK.orders if card.source == "printed"}
    assert printed == {"chicken-trio", "super-premium", "freestyle-deluxe", "freestyle-duo"}
    assert {card.source for card in DECK.orders} == {"printed", "reconstructed"}


@pytest.mark.rule("PM-3")
def test_the_reconstruction_has_so_many_of_each_recipe() -> None:
    for place in (1, 2, 3):
        cards = {card.needs: (card.count, card.points, card.dish) for card in DECK.orders if card.type == place}

        def needs(cheese: int, own: int, other: int | None = None, place: int = place) -> tuple[int, ...]:
            found = [cheese, 0, 0, 0]
            found[place] = own
            if other is not None:
                found[other] = 1
            return tuple(found)

        expected = {
            needs(1, 1): (4, 3, "side dish"),
            needs(2, 1): (2, 4, "pizza"),
            needs(1, 2): (3, 5, "pizza"),
            needs(2, 2): (2, 6, "pizza"),
        } | {needs(1, 1, other): (2, 6, "pizza") for other in (1, 2, 3) if other != place}
        assert cards == expected
    cheese = sorted((card.needs[0], card.count, card.points, card.dish) for card in DECK.orders if card.type == 0)
    assert cheese == sorted([(1, 1, 3, "side dish"), (2, 2, 4, "pizza"), (3, 2, 5, "pizza")] * 3)


def test_a_deck_of_ones_own_takes_the_rest_from_the_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(ORDER)
    deck = load_deck(path)
    assert [card.name for card in deck.orders] == ["toast"]
    assert deck.orders[0].source == "own"
    assert (deck.title, deck.missions, deck.objectives) == ("mine", DECK.missions, DECK.objectives)
    assert deck.ingredients == DECK.ingredients
    assert deck.hash != DECK.hash


def test_a_deck_can_bring_everything() -> None:
    deck = read_deck(
        'title = "All"\ningredients = { cheese = 9, vegetable = 8, seafood = 7, meat = 6 }\n'
        + ORDER
        + MISSION
        + OBJECTIVE,
        "all.toml",
    )
    assert (deck.title, deck.ingredients) == ("All", (9, 8, 7, 6))
    mission, objective = deck.missions[0], deck.objectives[0]
    assert (mission.number, mission.of, mission.effect, mission.gives, mission.bonus) == (1, -1, "nothing", -1, 0)
    assert (objective.fewest, objective.times) == (False, 1)


def test_the_fingerprint_ignores_titles_and_sources_only() -> None:
    one = read_deck(ORDER, "one.toml")
    assert read_deck('title = "Two"\n' + ORDER + 'source = "reported"\n', "two.toml").hash == one.hash
    assert read_deck(ORDER.replace("points = 3", "points = 4"), "one.toml").hash != one.hash


def test_a_game_is_played_with_a_deck_of_ones_own_and_its_record_asks_for_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(ORDER + "count = 20\n")
    game = sit_down("tutorial", 2, deck=path, max_days=1)
    state = game.deal(3)
    assert "discards toast" in legal(state)
    do(state, "keeps the rest")
    record = str(forno.Record.of(state))
    with pytest.raises(forno.RecordError, match="deck of its own"):
        forno.Record.parse(record)
    assert forno.Record.parse(record, deck=path).replay().history() == state.history()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[orders", "x.toml: isn't TOML"),
        ("colours = 3", "x.toml: 'colours' is unknown; a deck has title, ingredients, orders, missions, objectives."),
        ('title = "empty"', "x.toml: it holds neither ingredients nor orders"),
        ("title = 3\n" + ORDER, "x.toml: 'title' must be a text."),
        ("orders = 3", r"x.toml: 'orders' must be \[\[orders\]\] entries."),
        ("orders = []", r"x.toml: 'orders' must be \[\[orders\]\] entries."),
        ("orders = [3]", r"x.toml: 'orders' must be \[\[orders\]\] entries."),
        (
            "ingredients = { cheese = 3 }",
            "'ingredients' must say how many there are of cheese, vegetable, seafood, meat",
        ),
        (
            "ingredients = { cheese = 32, vegetable = 1, seafood = 1, meat = 1 }",
            "'ingredients': cheese must be a number from 1 to 31, not 32",
        ),
        (
            "ingredients = { cheese = 1, vegetable = 0, seafood = 1, meat = 1 }",
            "'ingredients': vegetable must be a number from 1 to 31, not 0",
        ),
        (ORDER + "crust = 1", r"x.toml: order 1 \(toast\): 'crust' is unknown; it can have count, dish"),
        (ORDER.replace('"toast"', '"Toast!"'), r"order 1 \(Toast!\): a name is made of lower-case letters"),
        (ORDER.replace('name = "toast"\n', ""), r"order 1 \(without a name\): a name is made"),
        (ORDER.replace('"cheese"', '"fruit"'), r"order 1 \(toast\): 'type' must be one of cheese, .*, not 'fruit'"),
        (ORDER.replace('"side dish"', '"soup"'), "'dish' must be one of side dish, pizza, special, not 'soup'"),
        (ORDER.replace('"side dish"', '"special"'), "'dish' must be 'special' for a special, and only for a special"),
        (ORDER.replace("{ cheese = 2 }", "3"), "'needs' must be a table such as"),
        (ORDER.replace("cheese = 2", "ham = 2"), "there is no ingredient 'ham'"),
        (ORDER.replace("cheese = 2", "cheese = 16"), "the need for cheese must be a number from 1 to 15, not 16"),
        (ORDER.replace("cheese = 2", "cheese = true"), "the need for cheese must be a number from 1 to 15, not True"),
        (ORDER.replace("{ cheese = 2 }", "{ }"), "it needs nothing; give 'needs', 'wild'"),
        (ORDER + "wild = 3", "'wild' must be a list of numbers from 1 to 15, not 3"),
        (ORDER + "wild = [0]", r"'wild' must be a list of numbers from 1 to 15, not \[0\]"),
        (ORDER + "wild = [1, 1, 1, 1]", "there are only 3 kinds to choose: cheese can't be chosen"),
        (
            ORDER.replace("cheese = 2", "meat = 2") + "wild = [1]",
            "an order with wildcards can otherwise need only cheese",
        ),
        (ORDER.replace("points = 3", ""), "'points' must be a number from 1 to 50, not None"),
        (ORDER.replace("points = 3", "points = 51"), "'points' must be a number from 1 to 50, not 51"),
        (ORDER + "count = 0", "'count' must be a number from 1 to 31, not 0"),
        (ORDER + 'source = "dream"', "'source' must be one of printed, reported, reconstructed, own, not 'dream'"),
        (ORDER + ORDER, "x.toml: two cards are named 'toast'; every name must be its own."),
        (MISSION + MISSION, "x.toml: two cards are named 'rush'"),
        (OBJECTIVE + OBJECTIVE, "x.toml: two cards are named 'tidy'"),
        (MISSION.replace('"orders"', '"sleep"'), r"mission 1 \(rush\): 'goal' must be one of orders, .*, not 'sleep'"),
        (MISSION + "number = 21", "'number' must be a number from 1 to 20, not 21"),
        (MISSION + 'of = "cheese"', r"mission 1 \(rush\): 'of' doesn't belong here"),
        (
            MISSION.replace('"orders"', '"type"'),
            "'of' must be one of cheese, vegetable, seafood, meat, special, not None",
        ),
        (
            MISSION.replace('"orders"', '"collected"') + 'of = "special"',
            "'of' must be one of cheese, .*, not 'special'",
        ),
        (MISSION.replace('"orders"', '"last pass"') + "number = 1", "'number' doesn't belong here"),
        (MISSION + 'effect = "receive"', "'gives' must be one of cheese, vegetable, seafood, meat, not None"),
        (MISSION + 'effect = "draw"\ngives = 6', "'gives' must be a number from 1 to 5, not 6"),
        (MISSION + "gives = 1", "'gives' doesn't belong here"),
        (MISSION + "bonus = 21", "'bonus' must be a number from 0 to 20, not 21"),
        (OBJECTIVE.replace('"orders"', '"smiles"'), r"objective 1 \(tidy\): 'counts' must be one of"),
        (OBJECTIVE + 'goes_to = "all"', "'goes_to' must be one of most, fewest, not 'all'"),
        (OBJECTIVE.replace('"players"', '"gold"'), "'worth' must be one of everyone, players, own, own times players"),
        (OBJECTIVE + "times = 0", "'times' must be a number from 1 to 20, not 0"),
    ],
)
def test_what_is_wrong_with_a_deck_is_named(text: str, reason: str) -> None:
    with pytest.raises(DeckError, match=reason):
        read_deck(text, "x.toml")


def test_there_can_be_at_most_60_different_orders() -> None:
    text = "".join(ORDER.replace("toast", f"toast-{number}") for number in range(60))
    assert len(read_deck(text, "x.toml").orders) == 60
    with pytest.raises(DeckError, match="there are 61 different orders; 1 to 60 are possible"):
        read_deck(text + ORDER, "x.toml")


def test_a_deck_that_cant_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"nothing\.toml can't be read"):
        load_deck(tmp_path / "nothing.toml")
    path = tmp_path / "noise.toml"
    path.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(DeckError, match="isn't a text file in UTF-8"):
        load_deck(path)

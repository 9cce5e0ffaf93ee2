"""Deck files: the editions' decks as the rules list them, decks of your own, and every way to get one wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import forno
from forno.games.mamma_mia.rules.cards import COLOURS, KINDS, OrderCard
from forno.games.mamma_mia.rules.deck import edition_deck, load_deck, read_deck
from forno.games.mamma_mia.rules.events import Baked
from tests.games.mamma_mia.helpers import all_cards, do, each, happened, legal, opened, pile, sit_down

DECKS = {name: edition_deck(f"{name}.toml") for name in ("classic", "rio-grande", "grande", "grande-it")}


def orders(edition: str, colour: str, style: str) -> list[OrderCard]:
    return [card for card in DECKS[edition].orders[colour] if card.style == style]


def needs(kinds: int, **amounts: int) -> tuple[int, ...]:
    return tuple(amounts.get(kind.replace(" ", "_"), 0) for kind in KINDS[:kinds])


# The editions' decks


@pytest.mark.parametrize("edition", ["classic", "rio-grande"])
def test_eight_orders_for_every_colour_of_the_first_editions(edition: str) -> None:
    deck = DECKS[edition]
    assert list(deck.orders) == list(COLOURS[:5])
    for cards in deck.orders.values():
        styles = Counter(card.style for card in cards)
        assert styles == {"normale": 5, "bombastica": 1, "monotoni": 1, "minimale": 1}
        assert {card.source for card in cards} <= {"printed", "reported"}


@pytest.mark.parametrize("edition", ["grande", "grande-it"])
def test_fifteen_orders_for_every_colour_of_grande(edition: str) -> None:
    deck = DECKS[edition]
    assert list(deck.orders) == list(COLOURS)
    for cards in deck.orders.values():
        assert Counter(card.style for card in cards) == {
            "normale": 7,
            "bombastica": 1,
            "monotoni": 1,
            "minimale": 1,
            "ghiottona": 1,
            "monotoni-junior": 1,
            "minipizza": 1,
            "mamma-mia": 2,
        }
        assert {card.source for card in cards} <= {"printed", "reported", "reconstructed"}


@pytest.mark.parametrize(("edition", "kinds"), [("classic", 5), ("rio-grande", 5), ("grande", 6), ("grande-it", 6)])
def test_every_colour_has_one_order_with_four_of_each_foreign_kind(edition: str, kinds: int) -> None:
    for personal, colour in enumerate(COLOURS[:kinds]):
        fours = [card.needs for card in orders(edition, colour, "normale") if 4 in card.needs]
        expected = []
        for kind in range(kinds):
            if kind != personal:
                counts = [0] * kinds
                counts[personal], counts[kind] = 1, 4
                expected.append(tuple(counts))
        assert sorted(fours) == sorted(expected)


@pytest.mark.parametrize("edition", ["classic", "rio-grande"])
def test_the_first_editions_have_one_order_with_one_of_each_kind(edition: str) -> None:
    for colour in COLOURS[:5]:
        assert [card.name for card in orders(edition, colour, "normale") if set(card.needs) == {1}] == ["one-of-each"]


@pytest.mark.parametrize("edition", ["grande", "grande-it"])
def test_the_two_double_orders_of_grande(edition: str) -> None:
    doubles = {card.name: card.needs for card in orders(edition, "red", "normale") if 2 in card.needs}
    assert doubles == {
        "2-shrimp-2-green-pepper": needs(6, salami=1, shrimp=2, green_pepper=2),
        "2-pineapple-2-olive": needs(6, salami=1, pineapple=2, olive=2),
    }


@pytest.mark.rule("MM-24", "MM-25", "MM-26", "MM-27", "MM-28")
def test_the_special_orders() -> None:
    for edition, deck in DECKS.items():
        for personal, colour in enumerate(deck.orders):
            one = tuple(int(kind == personal) for kind in range(deck.kinds))
            none = (0,) * deck.kinds
            (bombastica,) = orders(edition, colour, "bombastica")
            assert (bombastica.at_least, bombastica.needs) == (15, none)
            (monotoni,) = orders(edition, colour, "monotoni")
            assert (monotoni.needs, monotoni.jokers) == (one, (6,))
            (minimale,) = orders(edition, colour, "minimale")
            assert (minimale.needs, minimale.fewest) == (one, 3 if deck.kinds == 5 else 4)
            for ghiottona in orders(edition, colour, "ghiottona"):
                number = 5 if edition == "grande-it" else 4
                assert (ghiottona.needs, ghiottona.jokers) == (one, (number, number))
            for junior in orders(edition, colour, "monotoni-junior"):
                assert (junior.needs, junior.jokers, junior.forbidden) == (none, (5,), personal)


@pytest.mark.rule("MM-29")
def test_each_minipizza_forbids_the_fourth_kind_that_follows() -> None:
    found = {}
    for colour in COLOURS:
        (card,) = orders("grande", colour, "minipizza")
        assert sorted(card.needs) == [0, 0, 0, 0, 0, 3]
        assert card.forbidden is not None
        found[colour] = (KINDS[card.needs.index(3)], KINDS[card.forbidden])
    assert found == {
        "yellow": ("pineapple", "salami"),
        "green": ("green pepper", "shrimp"),
        "brown": ("mushroom", "pineapple"),
        "purple": ("olive", "green pepper"),
        "red": ("salami", "mushroom"),
        "pink": ("shrimp", "olive"),
    }


@pytest.mark.rule("MM-30")
def test_each_mamma_mia_names_two_kinds() -> None:
    found = {}
    for colour in COLOURS:
        for card in orders("grande", colour, "mamma-mia"):
            assert card.either is not None
            assert card.either_count == 5
            assert sum(card.needs) == 1
            found[colour, card.name] = {KINDS[kind] for kind in card.either}
    assert found["red", "mamma-mia-pineapple-green-pepper"] == {"pineapple", "green pepper"}
    assert found["red", "mamma-mia-mushroom-olive"] == {"mushroom", "olive"}
    assert found["yellow", "mamma-mia-mushroom-olive"] == {"mushroom", "olive"}
    assert found["yellow", "mamma-mia-salami-shrimp"] == {"salami", "shrimp"}
    assert len(found) == 12


@pytest.mark.parametrize(
    ("edition", "colour", "name", "source"),
    [
        ("classic", "green", "4-salami", "printed"),
        ("classic", "green", "4-pineapple", "printed"),
        ("classic", "yellow", "4-salami", "reported"),
        ("classic", "red", "one-of-each", "reported"),
        ("rio-grande", "brown", "bombastica", "printed"),
        ("grande", "green", "4-olive", "printed"),
        ("grande", "green", "4-salami", "printed"),
        ("grande", "green", "4-pineapple", "printed"),
        ("grande", "red", "4-pineapple", "printed"),
        ("grande", "yellow", "4-olive", "reconstructed"),
        ("grande", "green", "minipizza", "reported"),
        ("grande", "red", "minipizza", "reconstructed"),
        ("grande", "red", "mamma-mia-pineapple-green-pepper", "printed"),
        ("grande-it", "red", "mamma-mia-mushroom-olive", "reconstructed"),
        ("grande-it", "pink", "ghiottona", "printed"),
    ],
)
def test_every_card_says_how_it_is_known(edition: str, colour: str, name: str, source: str) -> None:
    (card,) = (card for card in DECKS[edition].orders[colour] if card.name == name)
    assert card.source == source


def test_rio_grande_has_the_orders_of_the_first_edition_and_the_italian_grande_its_own() -> None:
    assert DECKS["classic"].orders == DECKS["rio-grande"].orders
    assert DECKS["classic"].hash == DECKS["rio-grande"].hash
    assert DECKS["grande"].hash != DECKS["grande-it"].hash
    for colour in COLOURS:
        pairs = zip(DECKS["grande"].orders[colour], DECKS["grande-it"].orders[colour], strict=True)
        assert [one.name for one, two in pairs if one != two] == ["ghiottona"]


# A deck of your own

TINY = """
title = "Tiny"
kinds = 5

[[orders]]
name = "twins"
needs = { P = 2 }

[[orders]]
name = "plain-{X1}"
needs = { P = 1, green_pepper = 1 }
colours = ["yellow", "brown", "purple", "red"]

[[orders]]
name = "plain-olive"
needs = { olive = 1 }
colours = ["green"]

[[orders]]
name = "heap"
at_least = 3
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY, encoding="utf-8")
    return path


def test_a_deck_of_ones_own_is_read(tiny: Path) -> None:
    deck = load_deck(tiny)
    assert deck.title == "Tiny"
    assert [card.name for card in deck.orders["brown"]] == ["twins", "plain-olive", "heap"]
    assert deck.orders["brown"][1].needs == needs(5, mushroom=1, green_pepper=1)
    assert deck.orders["green"][1].needs == needs(5, olive=1)
    assert {card.source for card in deck.orders["red"]} == {"own"}
    assert {card.style for card in deck.orders["red"]} == {"own"}


def test_a_deck_without_a_title_is_called_after_its_file(tiny: Path) -> None:
    tiny.write_text(TINY.replace('title = "Tiny"', ""), encoding="utf-8")
    assert load_deck(tiny).title == "tiny"


def test_a_game_with_a_deck_of_ones_own_is_played_to_the_end(tiny: Path) -> None:
    game = sit_down("classic", 3, deck=tiny)
    chance = forno.Chance(4)
    state = game.deal(4)
    assert state.view(0).waiters == (2, 2, 2)
    while not state.is_over:
        state.apply(chance.choice(state.legal_actions()))
    assert state.census() == all_cards(game)
    assert sum(state.outcome.scores) > 0
    replayed = forno.Record.parse(str(forno.Record.of(state)), deck=tiny).replay()
    assert replayed.outcome == state.outcome


def test_orders_of_ones_own_are_baked_by_their_own_needs(tiny: Path) -> None:
    game = sit_down("classic", 3, deck=load_deck(tiny))
    state = opened(
        game, *["green plain-olive", "yellow heap"], table="1 olive, 2 salami", hands=each(game, yellow="2 mushroom")
    )
    assert happened(state.events, Baked)[0].from_table == pile(game, "1 olive")
    assert legal(state) == ["adds what is missing", "sends it back"]
    assert happened(do(state, "adds what is missing"), Baked)[0].from_hand == pile(game, "1 mushroom")


def test_the_fingerprint_tells_decks_apart_by_what_matters_in_play() -> None:
    deck = read_deck(TINY, "tiny.toml")
    assert deck.hash != DECKS["classic"].hash
    assert (
        deck.hash
        == read_deck(TINY.replace('"Tiny"', '"Other"').replace("at_least", 'style = "pile"\nat_least'), "x").hash
    )
    assert deck.hash != read_deck(TINY.replace("P = 2", "P = 3"), "tiny.toml").hash
    assert len(deck.hash) == 16
    assert sit_down("classic", 3, deck=deck).deck_hash == deck.hash


def test_a_deck_for_other_kinds_isnt_played(tiny: Path) -> None:
    with pytest.raises(forno.OptionError, match=r"Tiny is for 5 kinds of ingredient, but Grande has 6\."):
        sit_down("grande", 3, deck=tiny)


@pytest.mark.rule("MM-28", "MM-29")
def test_jokers_never_take_a_needed_or_forbidden_kind() -> None:
    text = TINY + '\n[[orders]]\nname = "odd"\nneeds = { P = 1, X1 = 1 }\njokers = [1, 1]\nforbidden = "X2"\n'
    game = sit_down("classic", 2, deck=read_deck(text, "odd.toml"))
    hands = each(game, yellow="1 mushroom", green="1 olive, 1 salami, 1 mushroom")
    state = opened(game, "yellow odd", table="2 pineapple, 2 green pepper, 1 olive, 1 salami", hands=hands)
    assert happened(state.events, Baked)[0].from_table == pile(game, "1 pineapple, 1 green pepper, 1 olive, 1 salami")


# What can be wrong


def entry(text: str, kinds: str = "kinds = 5") -> str:
    return f"{kinds}\n[[orders]]\n{text}\n"


WRONG = [
    ("kinds = ", r"deck\.toml: isn't TOML: "),
    (
        'size = 3\nkinds = 5\n[[orders]]\nname = "a"\nneeds = { P = 1 }',
        r"'size' is unknown; a deck has title, kinds, orders\.",
    ),
    (entry('name = "a"\nneeds = { P = 1 }', "title = 4\nkinds = 5"), r"deck\.toml: 'title' must be a text\."),
    (entry('name = "a"\nneeds = { P = 1 }', ""), r"'kinds' must say how many kinds of ingredient there are, 2 to 6\."),
    (entry('name = "a"\nneeds = { P = 1 }', "kinds = 1"), r"'kinds' must say"),
    (entry('name = "a"\nneeds = { P = 1 }', "kinds = 7"), r"'kinds' must say"),
    (entry('name = "a"\nneeds = { P = 1 }', "kinds = true"), r"'kinds' must say"),
    (entry('name = "a"\nneeds = { P = 1 }', 'kinds = "5"'), r"'kinds' must say"),
    ("kinds = 5", r"deck\.toml: 'orders' must be \[\[orders\]\] entries\."),
    ("kinds = 5\norders = []", r"'orders' must be \[\[orders\]\] entries"),
    ("kinds = 5\norders = [1]", r"'orders' must be \[\[orders\]\] entries"),
    (
        entry('name = "a"\nneeds = { P = 1 }\n[[orders]]\nname = "a"\nneeds = { P = 2 }'),
        r"deck\.toml: yellow: two cards are named 'a'; every name must be its own\.",
    ),
    (
        entry('name = "a"\nneeds = { P = 1 }\ncolours = ["green"]'),
        r"yellow: there are 0 different orders; 1 to 40",
    ),
    (
        "kinds = 5\n" + "".join(f'[[orders]]\nname = "n{i}"\nneeds = {{ P = 1 }}\n' for i in range(41)),
        r"yellow: there are 41 different orders; 1 to 40 are possible\.",
    ),
    (
        entry('name = "a"\nneeds = { P = 1 }\n[[orders]]\nname = "b"\nneeds = { P = 2 }\ncolours = ["red"]'),
        r"all colours must have the same number of orders, but they have yellow 1, .* purple 1, red 2\.",
    ),
    (
        entry('name = "a"\nneed = { P = 1 }'),
        r"deck\.toml: order 1 \(a\): 'need' is unknown; it can have at_least, colours",
    ),
    (entry("needs = { P = 1 }"), r"order 1 \(without a name\): it has no name\."),
    (entry("name = 7\nneeds = { P = 1 }"), r"order 1 \(7\): 'name' must be a text\."),
    (entry('name = ""\nneeds = { P = 1 }'), r"'name' must be a text\."),
    (
        entry('name = "Big One"\nneeds = { P = 1 }'),
        r"order 1 \(Big One\): a name is made of lower-case letters, digits and single",
    ),
    (entry('name = "a--b"\nneeds = { P = 1 }'), r"a name is made of lower-case letters"),
    (entry('name = "a-{X7}"\nneeds = { P = 1 }'), r"there is no kind 'X7'; use P, X1 … X4 or pineapple, green pepper"),
    (entry('name = "a"\nstyle = 3\nneeds = { P = 1 }'), r"'style' must be a text\."),
    (
        entry('name = "a"\nsource = "rumour"\nneeds = { P = 1 }'),
        r"the source 'rumour' is unknown; it must be one of printed, reported",
    ),
    (entry('name = "a"\nsource_of = "printed"\nneeds = { P = 1 }'), r"'source_of' maps colours to sources\."),
    (
        entry('name = "a"\nsource_of = { blue = "printed" }\nneeds = { P = 1 }'),
        r"'source_of' maps colours to sources\.",
    ),
    (entry('name = "a"\ncolours = "red"\nneeds = { P = 1 }'), r"'colours' must be a list of colours\."),
    (entry('name = "a"\ncolours = ["blue"]\nneeds = { P = 1 }'), r"there is no colour 'blue'; there are yellow, green"),
    (entry('name = "a"\nneeds = 3'), r"'needs' must be a table such as \{ P = 1, X1 = 4 \}\."),
    (entry('name = "a"\nneeds = { X5 = 1 }'), r"order 1 \(a\): there is no kind 'X5'"),
    (entry('name = "a"\nneeds = { shrimp = 1 }'), r"there is no kind 'shrimp'"),
    (entry('name = "a"\nneeds = { P = 0 }'), r"the need for P must be a number from 1 to 15, not 0\."),
    (entry('name = "a"\nneeds = { P = 16 }'), r"the need for P must be a number from 1 to 15, not 16\."),
    (entry('name = "a"\nneeds = { P = "x" }'), r"the need for P must be a number from 1 to 15, not 'x'\."),
    (entry('name = "a"\nneeds = { P = 1, pineapple = 1 }'), r"pineapple is needed twice over\."),
    (entry('name = "a"\njokers = 3'), r"'jokers' must be a list of numbers from 1 to 15, not 3\."),
    (entry('name = "a"\njokers = [16]'), r"'jokers' must be a list of numbers from 1 to 15, not \[16\]\."),
    (entry('name = "a"\njokers = [0]'), r"'jokers' must be a list"),
    (entry('name = "a"\njokers = [2, 3]'), r"there can be one joker kind, or two of the same number\."),
    (entry('name = "a"\njokers = [2, 2, 2]'), r"there can be one joker kind, or two of the same number\."),
    (entry('name = "a"\nfewest = 16'), r"'fewest' must be a number from 1 to 15, not 16\."),
    (entry('name = "a"\nat_least = 61'), r"'at_least' must be a number from 1 to 60, not 61\."),
    (entry('name = "a"\nat_least = 0'), r"'at_least' must be a number from 1 to 60, not 0\."),
    (entry('name = "a"\neither = ["X1", "X2"]'), r"'either' and 'either_count' go together\."),
    (entry('name = "a"\nneeds = { P = 1 }\neither_count = 3'), r"'either' and 'either_count' go together\."),
    (entry('name = "a"\neither = ["X1"]\neither_count = 3'), r"'either' must name two different kinds\."),
    (entry('name = "a"\neither = ["X1", "X1"]\neither_count = 3'), r"'either' must name two different kinds\."),
    (entry('name = "a"\neither = "X1"\neither_count = 3'), r"'either' must name two different kinds\."),
    (
        entry('name = "a"\njokers = [3]\nfewest = 2'),
        r"only one of 'jokers', 'fewest', 'either' and 'at_least' is possible\.",
    ),
    (entry('name = "a"\nneeds = { P = 1 }\nat_least = 9'), r"'at_least' stands alone"),
    (entry('name = "a"\nforbidden = "P"\nat_least = 9'), r"'at_least' stands alone"),
    (entry('name = "a"'), r"it needs nothing; give 'needs', 'jokers', 'fewest', 'either', 'at_least'\."),
    (entry('name = "a"\nneeds = { P = 1 }\nforbidden = "P"'), r"pineapple is both needed and forbidden\."),
    (entry('name = "a"\nneeds = { P = 1 }\nforbidden = 3'), r"there is no kind 3; use P"),
    (
        entry('name = "a"\nneeds = { X1 = 1 }\neither = ["X1", "X2"]\neither_count = 2'),
        r"the kinds of 'either' can't also be needed or forbidden\.",
    ),
    (
        entry('name = "a"\nforbidden = "X2"\neither = ["X1", "X2"]\neither_count = 2'),
        r"the kinds of 'either' can't also be needed or forbidden\.",
    ),
    (
        entry('name = "a"\nneeds = { P = 1, X1 = 1, X2 = 1, X3 = 1 }\njokers = [2, 2]'),
        r"there is no kind left to choose\.",
    ),
    (
        entry('name = "a"\nneeds = { P = 1, X1 = 1, X2 = 1, X3 = 1 }\nforbidden = "X4"\nfewest = 2'),
        r"there is no kind left to choose\.",
    ),
    (
        entry('name = "good"\nneeds = { P = 1 }\n[[orders]]\nname = "bad"\nneeds = { Z = 1 }'),
        r"deck\.toml: order 2 \(bad\): there is no kind 'Z'",
    ),
]


@pytest.mark.parametrize(("text", "reason"), WRONG, ids=[f"{i} {reason[:30]}" for i, (_, reason) in enumerate(WRONG)])
def test_a_deck_that_cant_be_used_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(forno.DeckError, match=reason) as refused:
        read_deck(text, "deck.toml")
    assert str(refused.value).startswith("deck.toml: ")
    assert refused.value.code == "deck"


def test_the_limits_themselves_are_fine() -> None:
    deck = read_deck(
        entry('name = "a"\nneeds = { P = 15 }\n[[orders]]\nname = "b"\nat_least = 60', "kinds = 2"), "deck.toml"
    )
    assert list(deck.orders) == ["yellow", "green"]
    text = "kinds = 6\n" + "".join(f'[[orders]]\nname = "n{i}"\njokers = [15]\n' for i in range(40))
    assert {len(cards) for cards in read_deck(text, "deck.toml").orders.values()} == {40}
    read_deck(entry('name = "a"\nneeds = { P = 1, X1 = 1, X2 = 1 }\njokers = [2, 2]'), "deck.toml")
    read_deck(entry('name = "a"\nneeds = { P = 1, X1 = 1, X2 = 1, X3 = 1 }\nfewest = 2'), "deck.toml")


def test_a_file_that_isnt_there_or_isnt_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(forno.DeckError, match=r"none\.toml can't be read: No such file or directory\."):
        load_deck(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(forno.DeckError, match=r"bytes\.toml isn't a text file in UTF-8\."):
        load_deck(str(tmp_path / "bytes.toml"))

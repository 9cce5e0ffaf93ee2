"""The editions' numbers, as the table of the rules states them."""

from __future__ import annotations

import pytest

from forno.games.mamma_mia.rules.editions import EDITIONS


@pytest.mark.rule("MM-1", "MM-2", "MM-3", "MM-7", "MM-9", "MM-10", "MM-15", "MM-22")
@pytest.mark.parametrize("name", ["classic", "rio-grande"])
def test_the_thirteen_copy_editions(name: str) -> None:
    edition = EDITIONS[name]
    assert (edition.most_players, edition.kinds, edition.copies) == (5, 5, 13)
    assert dict(enumerate(edition.taken_out, 2)) == {2: 5, 3: 3, 4: 1, 5: 0}
    assert (edition.dealt, edition.hand, edition.draw) == (6, 7, 7)
    assert (edition.must_draw_supply, edition.pass_draw) == (True, 0)
    assert (edition.openings, edition.openings_alone, edition.helping) == (3, 3, False)
    assert edition.served_openly


@pytest.mark.rule("MM-1", "MM-2", "MM-3", "MM-7", "MM-9", "MM-10", "MM-15", "MM-22")
@pytest.mark.parametrize("name", ["grande", "grande-it"])
def test_the_fifteen_copy_editions(name: str) -> None:
    edition = EDITIONS[name]
    assert (edition.most_players, edition.kinds, edition.copies) == (6, 6, 15)
    assert dict(enumerate(edition.taken_out, 2)) == {2: 7, 3: 5, 4: 3, 5: 1, 6: 0}
    assert (edition.dealt, edition.hand, edition.draw) == (8, 9, 5)
    assert (edition.must_draw_supply, edition.pass_draw) == (False, 5)
    assert (edition.openings, edition.openings_alone, edition.helping) == (3, 4, True)
    assert not edition.served_openly


def test_only_rio_grande_has_an_oven_card() -> None:
    assert [name for name, edition in EDITIONS.items() if edition.oven_card] == ["rio-grande"]
    assert list(EDITIONS) == ["classic", "rio-grande", "grande", "grande-it"]

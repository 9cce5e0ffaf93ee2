"""The deck as a table to check against one's cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from forno import DeckError
from forno.games.mamma_mia.report import deck_report, deck_text
from forno.games.mamma_mia.rules.deck import edition_deck
from forno.games.mamma_mia.rules.editions import EDITIONS


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_order_of_an_edition_is_described_under_its_colour(edition: str) -> None:
    deck = edition_deck(EDITIONS[edition].deck)
    lines = deck_report(None, edition).splitlines()
    assert lines[0].startswith(f"{deck.title}: {len(deck.orders)} colours with ")
    fitting = [name for name, other in EDITIONS.items() if other.kinds == EDITIONS[edition].kinds]
    assert lines[0].endswith(f", for the editions {', '.join(fitting)}")
    assert lines[1] == f"fingerprint {deck.hash}"
    assert sum(line.startswith("  ") for line in lines) == sum(map(len, deck.orders.values()))
    assert sum("its own ingredient" in line for line in lines) == len(deck.orders)


def test_without_a_name_it_is_the_first_edition() -> None:
    assert deck_report(None, None) == deck_report(None, "classic")
    assert deck_text(None) == deck_text("classic") != deck_text("grande")


def test_a_deck_of_ones_own_is_read_and_fits_the_editions_with_its_kinds(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(deck_text("classic"), encoding="utf-8")
    assert deck_report(path, "classic").splitlines()[2:] == deck_report(None, "classic").splitlines()[2:]
    other = next(name for name, edition in EDITIONS.items() if edition.kinds != EDITIONS["classic"].kinds)
    with pytest.raises(DeckError, match=rf"mine\.toml is for \d kinds of ingredient, but {other} has \d"):
        deck_report(path, other)

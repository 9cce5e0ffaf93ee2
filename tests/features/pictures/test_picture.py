"""The picture of a result: it can be read by whoever reads SVG, and says who played, who won and with what."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from forno.core.language import use
from forno.features.pictures.picture import HEIGHT, WIDTH, result_picture, server_picture
from forno.pages.face import Guests
from forno.pages.faces import face_for
from forno.testing import at_random
from tests.variants import Variant, variants

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Anna", "<b>Bob</b>", "Carla & Co", '"Dora"', "山田太郎", "Bartolomea Sansevierio X")


def picture(variant: Variant, language: str) -> ElementTree.Element:
    game = variant.game()
    state, choose = game.deal(5), at_random(5)
    while not state.is_over:
        state.apply(choose(state.legal_actions()))
    guests = Guests(NAMES[: game.players], (False,) * game.players)
    with use(language):
        return ElementTree.fromstring(result_picture(face_for(game.name), state.view(None), guests))


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_picture_names_everybody_and_needs_nothing_from_elsewhere(variant: Variant) -> None:
    drawn = picture(variant, "en")
    texts = [text.text or "" for text in drawn.iter(f"{SVG}text")]
    assert set(NAMES[: variant.game().players]) <= set(texts)
    assert any(text.endswith(("won.", "won together.")) for text in texts)
    symbols = {symbol.get("id") for symbol in drawn.iter(f"{SVG}symbol")}
    assert {use.get("href", "").removeprefix("#") for use in drawn.iter(f"{SVG}use")} <= symbols
    assert "var(" not in ElementTree.tostring(drawn, encoding="unicode")


def test_a_picture_speaks_the_language() -> None:
    italian = [text.text for text in picture(variants()[0], "it").iter(f"{SVG}text")]
    assert any((text or "").startswith(("Ha vinto", "Hanno vinto")) for text in italian)


def test_long_names_are_written_small_enough() -> None:
    for text in picture(variants()[0], "en").iter(f"{SVG}text"):
        assert 8 <= int(text.get("font-size", "0")) <= 60


def test_the_house_has_a_picture_of_its_own() -> None:
    drawn = ElementTree.fromstring(server_picture("Pizza & games"))
    assert (drawn.get("width"), drawn.get("height")) == (str(WIDTH), str(HEIGHT))
    assert "Pizza & games" in [text.text for text in drawn.iter(f"{SVG}text")]

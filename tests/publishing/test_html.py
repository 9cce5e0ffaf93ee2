"""What all faces write with."""

from __future__ import annotations

from forno.publishing.html import art, asset, fill
from tests.publishing.markup import read


def test_a_symbol_without_a_label_is_decoration() -> None:
    [(_, svg), (_, use)] = read(art("salami")).tags
    assert svg["aria-hidden"] == "true"
    assert "aria-label" not in svg
    assert use["href"] == asset("art.svg") + "#salami"


def test_a_symbol_with_a_label_is_a_picture_with_that_name() -> None:
    [(_, svg), _] = read(art("salami", 'a "slice" of <b>')).tags
    assert svg["role"] == "img"
    assert svg["aria-label"] == 'a "slice" of <b>'


def test_regions_are_filled_where_their_ids_are() -> None:
    layout = '<main><div id="oven" class="x"></div><ul><li class="y" id="seat-1"></li></ul><p id="p"></p></main>'
    assert fill(layout, {"oven": "<b>3</b>", "seat-1": "Anna", "unknown": "?"}) == (
        '<main><div id="oven" class="x"><b>3</b></div><ul><li class="y" id="seat-1">Anna</li></ul><p id="p"></p></main>'
    )

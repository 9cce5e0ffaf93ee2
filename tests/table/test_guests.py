"""Names and chat texts."""

from __future__ import annotations

import pytest

from forno.table.errors import BadName, BadText
from forno.table.guests import clean_name, clean_text


@pytest.mark.parametrize(
    ("text", "name"), [(" Anna  B. ", "Anna B."), ("Zoë", "Zoë"), ("👩‍🍳", "👩‍🍳"), ("<b>", "<b>")]
)
def test_a_name_is_text_without_what_cant_be_seen(text: str, name: str) -> None:
    assert clean_name(text) == name


def test_names_and_words_are_cleaned_or_refused() -> None:
    assert clean_text(" three\n salami! ") == "three salami!"
    with pytest.raises(BadName):
        clean_name(" \t ")
    with pytest.raises(BadText):
        clean_text("")

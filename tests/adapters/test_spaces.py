"""The page of the environments' spaces is what the code says."""

from __future__ import annotations

from tests.adapters.spaces import PAGE, page


def test_the_page_of_spaces_is_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run 'make golden', and raise VERSION in adapters/arrays.py"

"""Pages that say what went wrong: the sentence, and a way back."""

from __future__ import annotations

import re

import pytest

from forno.core.language import use
from forno.pages.documents.document import PageContext
from forno.pages.documents.error_page import error_page, no_connection_page
from forno.web.assets import Assets

CONTEXT = PageContext(Assets())


@pytest.mark.parametrize(
    ("table", "closed", "ways"),
    [("", False, []), ("abc", False, ["/t/abc"]), ("abc", True, ["/t/abc/record"])],
)
def test_a_refusal_leads_back_to_what_it_is_about(table: str, closed: bool, ways: list[str]) -> None:
    with use("en"):
        page = error_page(CONTEXT, "Not <now>", "It isn't your turn & never was.", table, closed)
    links = re.findall(r'<a [^>]*href="([^"]*)"', page)
    assert {"/", "/lobby"} <= set(links)
    assert [link for link in links if link.startswith("/t/")] == ways
    assert "<h1>Not &lt;now&gt;</h1>" in page
    assert "your turn &amp; never was." in page


def test_without_a_connection_the_page_says_that_nothing_is_lost() -> None:
    with use("en"):
        page = no_connection_page(CONTEXT)
    assert "Nothing is lost" in page
    assert "data-offline" in page

"""HTML of all faces: nothing gets into a page unescaped, and nothing is escaped twice."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import forno
from forno.pages.html import STYLED_SYMBOLS, Art, Markup, art, markup, region, tag, together, unseen
from forno.pages.static_files import asset
from forno.testing.faces import read

NASTY = '<b>Bob</b> & "Co" \'n'


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("b", "<i>") == "<b>&lt;i&gt;</b>"
    assert tag("p", tag("b", "3"), " & ", 4, None, ["a", tag("i", "b")]) == "<p><b>3</b> &amp; 4a<i>b</i></p>"
    assert together("<", tag("i")) == "&lt;<i></i>"
    assert markup(markup("<")) == "&lt;"


def test_whatever_is_added_to_markup_is_escaped() -> None:
    bold = Markup("<b>")
    assert bold + "<" == "<b>&lt;"
    assert "<" + bold == "&lt;<b>"
    assert Markup("<br>").join(["<", bold]) == "&lt;<br><b>"
    assert Markup("<b>{}</b>{n}").format("<", n=bold) == "<b>&lt;</b><b>"
    assert all(isinstance(html, Markup) for html in (bold + "<", "<" + bold, bold * 2, bold.join(["<"]), bold.format()))


@given(st.text(), st.text())
def test_any_text_comes_out_of_an_element_as_it_went_in(text: str, title: str) -> None:
    html = tag("p", text, title=title)
    assert unescape(html.partition(">")[2].removesuffix("</p>")) == text or "&" in text
    assert html.count("<") == 2
    [(_, attributes)] = read(html.replace("\r", "")).tags
    assert attributes["title"] == title.replace("\r", "")


def test_attributes_are_written_with_dashes_and_left_out_where_they_say_nothing() -> None:
    html = tag("button.go", aria_label=NASTY, data_action=0, data_send=True, data_default=False, title=None)
    assert read(html).tags == [("button", {"class": "go", "aria-label": NASTY, "data-action": "0", "data-send": None})]


def test_json_in_an_attribute_stays_short() -> None:
    assert tag("form", data_tree='{"1":{}}') == "<form data-tree='{\"1\":{}}'></form>"


def test_an_element_is_named_as_in_a_style_sheet_and_by_nothing_else() -> None:
    assert tag("li#seat-1.seat.c-red") == '<li id="seat-1" class="seat c-red"></li>'
    for selector in ("", "li seat", 'li"', "li.", "li.<b>", "#seat"):
        with pytest.raises(ValueError, match="names no element"):
            tag(selector)


def test_words_for_those_who_listen_are_text() -> None:
    assert unseen("<") == '<span class="unseen">&lt;</span>'


def test_a_symbol_without_a_label_is_decoration() -> None:
    [(_, svg), (_, use)] = read(art("oven")).tags
    assert svg["aria-hidden"] == "true"
    assert "aria-label" not in svg
    assert use["href"] == asset("art.svg") + "#oven"


def test_a_symbol_within_a_labelled_element_is_plain() -> None:
    [(_, svg), (_, use)] = read(art.plain("oven")).tags
    assert "aria-hidden" not in svg
    assert use["href"] == asset("art.svg") + "#oven"


def test_a_symbol_with_a_label_is_a_picture_with_that_name() -> None:
    [(_, svg), _] = read(art("oven", 'a "slice" of <b>')).tags
    assert svg["role"] == "img"
    assert svg["aria-label"] == 'a "slice" of <b>'


def test_a_game_draws_with_its_own_sheet_and_with_the_houses() -> None:
    own = Art("mamma-mia")
    [_, (_, use)] = read(own("salami")).tags
    assert use["href"] == asset("mamma-mia/art.svg") + "#salami"
    assert own("oven") == art("oven")


def test_what_nobody_has_drawn_is_refused() -> None:
    for pictures in (art, Art("pizza-master"), Art("no-such-game")):
        with pytest.raises(LookupError, match="'salami' is drawn in none of"):
            pictures("salami")


def test_a_region_has_the_content_that_is_named_after_it() -> None:
    regions = {"oven": tag("b", 3), "seat-1": Markup("Anna"), "unknown": Markup("?")}
    assert region(regions, "div#oven.x", title="hot") == '<div id="oven" class="x" title="hot"><b>3</b></div>'
    assert region(regions, "li#seat-1.y.z") == '<li id="seat-1" class="y z">Anna</li>'
    assert region(regions, "p#p") == '<p id="p"></p>'


def test_symbols_that_style_sheets_name_have_their_class() -> None:
    sheets = Path(forno.__file__).parent.rglob("*.css")
    named = {name for sheet in sheets for name in re.findall(r"\bart-([a-z-]+)", sheet.read_text(encoding="utf-8"))}
    assert len(named) >= 4
    assert [name for name in sorted(named) if not STYLED_SYMBOLS.match(f"{name}-")] == []

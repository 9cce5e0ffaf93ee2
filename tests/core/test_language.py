"""Translations of what people read."""

from __future__ import annotations

from pathlib import Path

import pytest

from forno.core.language import (
    ENGLISH,
    N_,
    NN_,
    P_,
    Catalogue,
    _,
    _read,
    best,
    fixed,
    from_environment,
    is_offered,
    language,
    languages,
    ngettext,
    pgettext,
    read_catalogue,
    use,
)

POLISH = """\
# A catalogue with three forms, a context, a guess and something left over.
msgid ""
msgstr ""
"Language: pl\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

#: somewhere.py
msgid "oven"
msgstr "piec"

msgid ""
"a text "
"in two lines"
msgstr ""
"tekst\\n"
"w dwóch \\"wierszach\\""

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgctxt "type of order"
msgid "cheese"
msgstr "serowe"

msgid "cheese"
msgstr "ser"

#, fuzzy
msgid "waiter"
msgstr "może kelner"

msgid "hand"
msgstr ""

#~ msgid "gone"
#~ msgstr "nie ma"
"""


@pytest.fixture
def polish(tmp_path: Path) -> Catalogue:
    path = tmp_path / "pl.po"
    path.write_text(POLISH, encoding="utf-8")
    return read_catalogue(path)


def test_a_catalogue_is_read_as_it_is(polish: Catalogue) -> None:
    assert polish.one("oven") == "piec"
    assert polish.one("a text in two lines") == 'tekst\nw dwóch "wierszach"'
    assert polish.one("cheese") == "ser"
    assert polish.messages["type of order\x04cheese"] == ["serowe"]


@pytest.mark.parametrize(("number", "said"), [(1, "{n} karta"), (3, "{n} karty"), (5, "{n} kart"), (22, "{n} karty")])
def test_the_plural_is_that_of_the_language(polish: Catalogue, number: int, said: str) -> None:
    assert polish.many("{n} card", "{n} cards", number) == said


@pytest.mark.parametrize("message", ["waiter", "hand", "gone", "unheard of", ""])
def test_what_is_guessed_empty_or_gone_is_said_in_english(polish: Catalogue, message: str) -> None:
    assert polish.one(message) == message


def test_english_is_in_the_code() -> None:
    assert language() == ENGLISH
    assert _("pineapple") == "pineapple"
    assert ngettext("{n} card", "{n} cards", 1) == "{n} card"
    assert ngettext("{n} card", "{n} cards", 0) == "{n} cards"
    assert pgettext("type of order", "cheese") == "cheese"


def test_the_language_is_that_of_the_context() -> None:
    with use("it"):
        assert language() == "it"
        assert _("olive") == "olive"
        assert _("waiter") == "cameriere"
        assert ngettext("{n} coin", "{n} coins", 1) == "{n} moneta"
        assert pgettext("type of order", "cheese") == "al formaggio"
        with use("en"):
            assert _("waiter") == "waiter"
        assert _("waiter") == "cameriere"
    assert _("waiter") == "waiter"


def test_a_language_that_there_isnt_is_english() -> None:
    with use("tlh"):
        assert language() == ENGLISH


@pytest.mark.parametrize(
    ("language", "amount", "digits", "said"),
    [("en", 27.94, 1, "27.9"), ("de", 27.94, 1, "27,9"), ("it", 0.5, 2, "0,50"), ("fr", 3.0, 0, "3")],
)
def test_a_number_has_the_decimal_point_of_the_language(language: str, amount: float, digits: int, said: str) -> None:
    with use(language):
        assert fixed(amount, digits) == said


def test_words_in_tables_are_marked_and_left_as_they_are() -> None:
    assert N_("oven") == "oven"
    assert NN_("{n} card", "{n} cards") == ("{n} card", "{n} cards")
    assert P_("type of order", "cheese") == ("type of order", "cheese")


def test_english_and_every_catalogue_are_languages() -> None:
    assert languages()[0] == ENGLISH
    assert "it" in languages()
    with use("it"):
        assert language() == "it"
    with use("none such"):
        assert language() == "en"


def test_a_language_is_offered_when_most_of_it_is_translated(
    polish: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert polish.done == 5 / 7
    assert all(map(is_offered, languages()))
    monkeypatch.setitem(_read, "it", polish)
    assert not is_offered("it")
    assert from_environment({"LANGUAGE": "it:de"}) == "de"
    assert best(["it"]) == "it"  # who asks for it gets it


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (["it"], "it"),
        (["it-CH"], "it"),
        (["it_IT.UTF-8"], "it"),
        (["IT"], "it"),
        (["tlh", "it", "en"], "it"),
        (["en-GB", "it"], "en"),
        (["C"], "en"),
        ([], "en"),
        ([""], "en"),
    ],
)
def test_the_first_wanted_language_that_there_is_is_the_best(wanted: list[str], found: str) -> None:
    assert best(wanted) == found


@pytest.mark.parametrize(
    ("variables", "found"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "it_IT"}, "it"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "en_US", "LANGUAGE": "tlh:it"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LANGUAGE": ""}, "it"),
    ],
)
def test_the_environment_names_languages(variables: dict[str, str], found: str) -> None:
    assert from_environment(variables) == found

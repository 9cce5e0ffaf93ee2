"""Every language says everything, and says it with the same facts."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message as Entry

import forno
from forno.cli import main, screen
from forno.core.language import languages, use
from forno.core.registry import GAMES, catalogue
from forno.games.pizza_master.rules.deck import own_deck
from forno.games.pizza_master.words import NAMES
from forno.rulebook import _entries, document, rules
from tests.variants import Variant, variants
from tools.translations import (
    LOCALES,
    PACKAGE,
    SHORT,
    Message,
    blank,
    in_python,
    in_sources,
    merged,
    read_catalogue,
)

CATALOGUES = sorted(LOCALES.glob("*.po"))
PERCENT = re.compile(r"%(?:\(\w+\))?[sdr]")


messages = cache(in_sources)
"""Return the messages of the sources; reading them takes seconds."""


def forms(entry: Entry) -> list[str]:
    return [entry.string] if isinstance(entry.string, str) else list(entry.string or [""])


def key(entry: Entry) -> tuple[str, str]:
    return entry.context or "", entry.id if isinstance(entry.id, str) else entry.id[0]


def facts(text: str) -> Counter[str]:
    """Return what a message says besides words: its placeholders."""
    fields = [f"{name}!{conversion}:{form}" for _text, name, form, conversion in Formatter().parse(text) if name]
    return Counter(fields + PERCENT.findall(text))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_has_every_message(path: Path) -> None:
    catalogue = read_catalogue(path)
    lacking: list[str] = []
    for message in messages():
        entry = catalogue.get(message.single, message.context or None)
        if entry is None or entry.fuzzy or not all(forms(entry)):
            lacking.append(message.single)
    assert not lacking, "run 'make messages' and translate them"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_has_nothing_that_is_gone(path: Path) -> None:
    catalogue = read_catalogue(path)
    known = {message.key for message in messages()}
    assert not [key(entry) for entry in catalogue if entry.id and key(entry) not in known], "run 'make messages'"
    assert not catalogue.obsolete


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_translation_has_the_placeholders_of_the_english(path: Path) -> None:
    for entry in read_catalogue(path):
        if isinstance(entry.id, str):
            if entry.id and entry.string:
                assert facts(str(entry.string)).keys() == facts(entry.id).keys(), entry.id
            continue
        single, plural = entry.id
        for place, text in enumerate(filter(None, forms(entry))):
            # The first form may be that of other numbers, too, so it may tell the number: "0 carte" in French.
            fitting = [facts(plural).keys(), *([facts(single).keys()] if place == 0 else [])]
            assert facts(text).keys() in fitting, entry.id


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_space_at_the_ends_is_kept(path: Path) -> None:
    for entry in read_catalogue(path):
        if isinstance(entry.id, str) and entry.id and entry.string:
            text = str(entry.string)
            assert (text[0].isspace(), text[-1].isspace()) == (entry.id[0].isspace(), entry.id[-1].isspace()), entry.id


# --- the sources --------------------------------------------------------------


LOOSE_SIGN = re.compile(r"(?<=\S) (?:[;:!?»]|%(?![\w(]))|« ")
"""A sign that French keeps with the word beside it, and a space where a line may break."""
TYPED = re.compile(r"\w'\w|\.\.\.")
"""An apostrophe or an ellipsis as typewriters have them."""


def test_french_typography() -> None:
    told = [(key(entry)[1], form) for entry in read_catalogue(LOCALES / "fr.po") if entry.id for form in forms(entry)]
    told += [("", path.read_text(encoding="utf-8")) for path in PACKAGE.glob("games/*/rulebook/fr/*.md")]
    for english, french in told:
        assert not TYPED.findall(french), french
        assert LOOSE_SIGN.search(english) or not LOOSE_SIGN.findall(french), f"no-break spaces are missing: {french}"


@pytest.mark.parametrize("name", GAMES.names())
def test_what_a_game_tells_in_french_keeps_signs_with_their_words(name: str) -> None:
    state, chance = forno.game(name, players=3).deal(7), forno.Chance(7)
    events = list(state.events)
    while not state.is_over:
        events += state.apply(chance.choice(state.legal_actions()))
    with use("fr"):
        told = [state.game.tell(event) for event in events]
    assert not [sentence for sentence in told if re.search("[^\u00a0\u202f][:;!?]", sentence)]


def test_lines_break_at_plain_spaces_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "width", lambda: 16)
    assert screen.wrap("Il y a sept sortes\u00a0: une\u202f!") == "Il y a sept\n  sortes\u00a0: une\u202f!"


def test_messages_are_taken_out_of_python() -> None:
    source = """
def f(n):
    page = f"<b>{_('inside')}</b>"
    return _("one {n}") + ngettext("{n} card", "{n} cards", n) + pgettext("pile", "deck") + _(n) + other("no")
TABLE = (N_("late"), NN_("{n} coin", "{n} coins"), P_("type", "cheese"))
"""
    assert list(in_python(source)) == [
        Message("inside"),
        Message("one {n}"),
        Message("{n} card", "{n} cards"),
        Message("deck", context="pile"),
        Message("late"),
        Message("{n} coin", "{n} coins"),
        Message("cheese", context="type"),
    ]


def test_translators_are_told_where_a_message_stands() -> None:
    source = '''
"""The home page."""
# Translators: to sit down
JOIN = N_("Join")
LEVELS = (N_("Easy"), N_("A long sentence of its own."))

def form():
    """Return the form."""
    # Translators: what the
    # host says
    said = _("Say"), _("Said too")
    # a comment for programmers
    return tag("button.go", _("Go")), field(aria_label=_("Name")), P_("pile", "deck"), _("End")  # Translators: the last

def header():
    return tag("h1#top", _("Top"))
'''
    told = {message.single: message.comment for message in in_python(source)}
    assert told == {
        "Join": "to sit down",
        "Easy": "levels: The home page",
        "A long sentence of its own.": "",
        "Say": "what the host says",
        "Said too": "what the host says",
        "Go": "the last",
        "Name": "the last",
        "deck": "the last",
        "End": "the last",
        "Top": "a heading: header: The home page",
    }
    short = [message for message in in_sources() if len(message.single.split()) <= SHORT and not message.context]
    assert len(short) > 400
    assert [message.single for message in short if not message.comment] == []
    catalogue = read_catalogue(CATALOGUES[0])
    for message in short[:50]:
        entry = catalogue.get(message.single)
        assert entry is not None
        assert " ".join(entry.auto_comments) == message.comment, "run 'make messages'"


def test_messages_that_players_read_come_first() -> None:
    first = [places[0].partition("/")[0] for places in in_sources().values()]
    assert first[0] == "pages"
    assert max(place for place, part in enumerate(first) if part in ("pages", "games", "features")) < min(
        place for place, part in enumerate(first) if part in ("arena", "cli", "server", "store")
    )


def test_a_changed_message_shows_its_former_text() -> None:
    old = merged(
        blank("it"), {Message("Bake the pizza now"): ["a.py"], Message("{n} old card", "{n} old cards"): ["a.py"]}
    )
    old = old.replace('now"\nmsgstr ""', 'now"\nmsgstr "Inforna ora"').replace('msgstr[0] ""', 'msgstr[0] "carta"')
    old = old.replace('msgstr[1] ""', 'msgstr[1] "carte"')
    found = {
        Message("Bake your pizza now"): ["a.py"],
        Message("{n} card", "{n} cards"): ["a.py"],
        Message("Something else"): ["a.py"],
    }
    new = merged(old, found)
    assert '#, fuzzy\n#| msgid "Bake the pizza now"\nmsgid "Bake your pizza now"\nmsgstr "Inforna ora"\n' in new, (
        "a suggestion, with what it was made for"
    )
    assert '#| msgid "{n} old card"\n#| msgid_plural "{n} old cards"\nmsgid "{n} card"\n' in new
    assert 'msgid "Something else"\nmsgstr ""' in new
    assert merged(new, found) == new, "it stays until somebody has looked at it"
    seen = merged(new.replace("#, fuzzy\n", ""), found)
    assert "#|" not in seen
    assert 'msgid "Bake your pizza now"\nmsgstr "Inforna ora"' in seen


def test_merging_keeps_what_was_translated_and_adds_and_drops_the_rest() -> None:
    old = merged(blank("it"), {Message("gone"): ["a.py"], Message("kept"): ["a.py"]})
    old = old.replace('msgid "kept"\nmsgstr ""', 'msgid "kept"\nmsgstr "rimasto"')
    found = {Message("new"): ["b.py"], Message("kept"): ["b.py"], Message("{n} x", "{n} xs"): ["c.py"]}
    new = merged(old, found)
    assert new.startswith(blank("it"))
    assert 'msgid "kept"\nmsgstr "rimasto"' in new
    assert 'msgid "new"\nmsgstr ""' in new
    assert 'msgid_plural "{n} xs"\nmsgstr[0] ""\nmsgstr[1] ""' in new
    assert "gone" not in new
    assert merged(new, found) == new


def test_a_header_keeps_credits_and_drops_what_an_editor_adds() -> None:
    added = blank("fr").replace(
        '"MIME', '"POT-Creation-Date: 2026-11-16 07:22+0000\\n"\n"Last-Translator: Ada\\n"\n"MIME'
    )
    credited = "# Translated by Ada.\n"
    assert added != blank("fr")
    assert merged(credited + added, {Message("new"): ["a.py"]}).startswith(credited + blank("fr"))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_header_says_nothing_that_changes_by_itself(path: Path) -> None:
    *_credits, header = blank(path.stem).partition('msgid ""')
    assert path.read_text(encoding="utf-8").partition('msgid ""')[2].startswith(header), "run 'make messages'"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_is_in_the_order_of_the_sources(path: Path) -> None:
    found = [key(entry) for entry in read_catalogue(path) if entry.id]
    assert found == [message.key for message in messages()], "run 'make messages'"


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def test_nobody_calls_a_thing_that_isnt_needed_what_translates() -> None:
    """`module, _, name = …` makes `_` a local text, and `_("…")` in the same function an error when it is reached."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for function in functions(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == "_"]
            stored = any(isinstance(node.ctx, ast.Store) for node in names)
            called = any(
                isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_"
                for node in ast.walk(function)
            )
            assert not (stored and called), f"{path.name}: {function.name}"


def test_every_card_of_pizza_master_has_a_name_to_translate() -> None:
    deck = own_deck()
    orders = [card.name for card in deck.orders]
    others = [*(card.name for card in deck.missions), *(card.name for card in deck.objectives)]
    assert sorted(NAMES) == sorted(orders + others)


# --- what people read -----------------------------------------------------------


@pytest.mark.parametrize("name", languages())
@pytest.mark.parametrize("variant", [variant for variant in variants() if variant.players == 4], ids=str)
def test_every_action_has_a_phrase_of_its_own(name: str, variant: Variant) -> None:
    game = variant.game()
    with use(name):
        phrases = [game.say(number) for number in range(len(game.actions))]
    assert all(phrases)
    twice = [phrase for phrase, number in Counter(phrases).items() if number > 1]
    assert not twice


@pytest.mark.parametrize("name", [name for name in languages() if name != "en"])
def test_the_rules_have_the_same_numbers_and_headings_in_every_language(name: str) -> None:
    for info, part in product(catalogue(), ("rules", "rulings")):
        path, other = document(info, part), document(info, part, name)
        assert other != path, f"{info.name}: {part}"
        assert [entry[0] for entry in _entries(other)] == [entry[0] for entry in _entries(path)]
        ours, theirs = (file.read_text(encoding="utf-8") for file in (path, other))
        for mark in ("#", "##", "###", "|", "  -"):
            begins = f"{mark} "
            count = [sum(line.startswith(begins) for line in text.splitlines()) for text in (ours, theirs)]
            assert count[0] == count[1], f"{other}: {mark}"


def test_the_rule_book_is_in_the_language_of_the_context(capsys: pytest.CaptureFixture[str]) -> None:
    english = {rule.number: rule for rule in rules()}
    with use("it"):
        italian = {rule.number: rule for rule in rules()}
    assert english.keys() == italian.keys()
    alike = [number for number in english if english[number].text == italian[number].text]
    assert alike == ["MM-25"]  # says nothing but signs
    assert main(["rules", "MM-14", "--language", "it"]) == 0
    assert "comanda" in capsys.readouterr().out
    assert main(["--language=it", "rules", "MMR-1"]) == 0
    assert capsys.readouterr().out.startswith("MMR-1  Chiarimenti, Mamma Mia!")

"""Nothing that people read of a game slips past the catalogues.

A made-up language writes every message in circled letters and leaves placeholders as they are. Whatever still shows
plain words then was never translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from random import Random
from string import ascii_lowercase, ascii_uppercase

import pytest

import forno
from forno.core.language import Catalogue, _current
from forno.table.composing import turn_tree
from forno.web.faces import face_for
from forno.web.faces.face import Guests
from tests.variants import Variant, variants
from tools.translations import in_sources

CIRCLED = str.maketrans(
    ascii_lowercase + ascii_uppercase,
    "".join(chr(0x24D0 + place) for place in range(26)) + "".join(chr(0x24B6 + place) for place in range(26)),
)
PLACEHOLDER = re.compile(r"(\{[^}]*\})")
WORD = re.compile(r"[A-Za-z]{2,}")
RULE = re.compile(r"\b(?:MM|PM)R?-\d+\b")
PIZZAS = re.compile(r"bombastica|monotoni|junior|minimale|ghiottona|minipizza|mamma|mia|normale", re.IGNORECASE)
"""What the pizzas of Mamma Mia! are called is Italian in every language."""
READ = re.compile(r'(?:aria-label|title|alt|data-phrase|data-empty)="([^"]*)"|>([^<]+)<')
NAMES = ("①", "②", "③", "④", "⑤", "⑥")

VARIANTS = [variant for variant in variants() if variant.players in (3, 4)]


def circled(message: str) -> str:
    parts = PLACEHOLDER.split(message)
    return "".join(part if place % 2 else part.translate(CIRCLED) for place, part in enumerate(parts))


@pytest.fixture(scope="module")
def made_up() -> Catalogue:
    messages = {
        f"{message.context}\x04{message.single}" if message.context else message.single: [
            circled(message.single),
            circled(message.plural),
        ]
        for message in in_sources()
    }
    return Catalogue("made-up", messages, "n != 1")


@contextmanager
def spoken(catalogue: Catalogue) -> Iterator[None]:
    token = _current.set(catalogue)
    try:
        yield
    finally:
        _current.reset(token)


def plain_words(text: str) -> list[str]:
    return WORD.findall(PIZZAS.sub("", RULE.sub("", text)))


def read(html: str) -> str:
    """What a person reads or hears of a piece of a page."""
    return "\n".join(unescape(label or text) for label, text in READ.findall(f">{html}<"))


def states(variant: Variant, seed: int) -> Iterator[forno.State]:
    """A game of random moves, state by state, with the events of each step."""
    random = Random(seed)
    state = variant.game().deal(seed)
    yield state
    while not state.is_over:
        state.apply(random.choice(state.legal_actions()))
        yield state


def test_the_made_up_language_has_no_plain_words_of_its_own(made_up: Catalogue) -> None:
    with spoken(made_up):
        assert made_up.one("the edition") == "ⓣⓗⓔ ⓔⓓⓘⓣⓘⓞⓝ"
        assert made_up.many("{n} card", "{n} cards", 2) == "{n} ⓒⓐⓡⓓⓢ"
    assert plain_words("MM-14 ⓞⓡⓓⓔⓡ minipizza no order") == ["no", "order"]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_game_in_plain_text_is_translated_to_the_last_word(variant: Variant, made_up: Catalogue) -> None:
    with spoken(made_up):
        for state in states(variant, 7):
            game, view = state.game, state.view(state.seat)
            texts = [game.tell(event) for event in state.events]
            texts += [game.show(view), game.show(state.view(None))]
            if not state.is_over:
                texts += [game.ask(view), *(game.say(action) for action in view.actions)]
            for text in texts:
                assert not plain_words(text), text


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_table_on_a_page_is_translated_to_the_last_word(variant: Variant, made_up: Catalogue) -> None:
    face = face_for(variant.info.name)
    guests = Guests(NAMES[: variant.players], (False,) * variant.players)
    with spoken(made_up):
        for number, state in enumerate(states(variant, 8)):
            game = state.game
            texts = [read(face.layout(game, guests, 0))] if not number else []
            for event in state.events:
                seen = event.seen_by(None)
                beat = None if seen is None else face.beat(game, seen, guests)
                texts += [beat.tell, beat.say, read(beat.html)] if beat is not None else []
                for seat in range(game.players):
                    own = event.seen_by(seat)
                    texts.append("" if own is None else face.aside(game, own, guests))
            if number % 5 == 0 or state.is_over:
                spectator, view = state.view(None), state.view(state.seat)
                tree = {} if state.is_over else turn_tree(state)
                regions = [*face.board(spectator, guests).values(), *face.own(view, guests, tree).values()]
                texts += [read(html) for html in (*regions, face.ending(spectator, guests))]
                texts += face.log(view, guests)
            for text in texts:
                assert not plain_words(text), text

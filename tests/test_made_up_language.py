"""Nothing that people read slips past the catalogues.

A made-up language writes every message in circled letters and leaves placeholders as they are. Whatever still shows
plain words then was never translated.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from random import Random
from string import ascii_lowercase, ascii_uppercase

import pytest

import forno
from forno.core.language import Catalogue, _read, use
from forno.pages import caches
from forno.pages.face import Guests
from forno.pages.faces import face_for
from forno.table.composing import turn_tree
from tests.loops import run
from tests.variants import Variant, quick_at_smallest, variants
from tools.translations import in_sources

CIRCLED = str.maketrans(
    ascii_lowercase + ascii_uppercase,
    "".join(chr(0x24D0 + place) for place in range(26)) + "".join(chr(0x24B6 + place) for place in range(26)),
)
PLACEHOLDER = re.compile(r"(\{[^}]*\})")
WORD = re.compile(r"[A-Za-z]{2,}")
RULE = re.compile(r"\b(?:MM|PM)R?-\d+\b")
PIZZAS = re.compile(r"bombastica|monotoni|junior|minimale|ghiottona|minipizza|mamma|mia|normale", re.IGNORECASE)
"""Names of the pizzas of Mamma Mia!, Italian in every language."""
READ = re.compile(r'(?:aria-label|title|alt|placeholder|data-phrase|data-empty)="([^"]*)"|>([^<]+)<')
NAMES = ("①", "②", "③", "④", "⑤", "⑥")

VARIANTS = [variant for variant in variants() if variant.players in (3, 4)]


def circled(message: str) -> str:
    parts = PLACEHOLDER.split(message)
    return "".join(part if place % 2 else part.translate(CIRCLED) for place, part in enumerate(parts))


@pytest.fixture(scope="module")
def made_up() -> Catalogue:
    messages = {
        f"{message.context}\x04{message.single}" if message.context else message.single: [
            circled(form) for form in (message.single, message.plural) if form
        ]
        for message in in_sources()
    }
    return Catalogue(messages, "n != 1")


@contextmanager
def spoken(catalogue: Catalogue) -> Iterator[None]:
    _read["made-up"] = catalogue
    try:
        with use("made-up"):
            yield
    finally:
        del _read["made-up"]


def plain_words(text: str) -> list[str]:
    return WORD.findall(PIZZAS.sub("", RULE.sub("", text)))


def read(html: str) -> str:
    """Return what a person reads or hears of a piece of a page."""
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
        assert made_up.many("{n} coin", "{n} coins", 2) == "{n} ⓒⓞⓘⓝⓢ"
    assert plain_words("MM-14 ⓞⓡⓓⓔⓡ minipizza no order") == ["no", "order"]


@pytest.mark.parametrize("variant", quick_at_smallest(VARIANTS))
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


@pytest.mark.parametrize("variant", quick_at_smallest(VARIANTS))
def test_a_table_on_a_page_is_translated_to_the_last_word(variant: Variant, made_up: Catalogue) -> None:
    face = face_for(variant.info.name)
    guests = Guests(NAMES[: variant.players], (False,) * variant.players)
    with spoken(made_up):
        for number, state in enumerate(states(variant, 8)):
            game = state.game
            texts = [read(face.layout(game, guests, 0, {}))] if not number else []
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
            for text in texts:
                assert not plain_words(text), text


# --- whole pages ----------------------------------------------------------------

PAGES = (
    "/",
    "/lobby",
    "/new/mamma-mia",
    "/new/pizza-master",
    "/rules",
    "/rules/mamma-mia/grande",
    "/rules/pizza-master/master",
    "/replay",
    "/settings",
    "/daily",
    "/you",
    "/you/delete",
    "/groups/new",
    "/offline",
    "/nowhere",
)
OPENED = ("/play/mamma-mia", "/learn/mamma-mia", "/learn/pizza-master")
NAMED = re.compile(
    r"Forno|Mamma Mia!?|Pizza Master|Uwe Rosenberg|Perus Saranurak|ABACUSSPIELE|(?:Rio )?Grande(?: Games)?|"
    r"Wizards of Learning|English|Italiano|Deutsch|Français|Anna|Garzone|Cuoco|Pizzaiolo|Bisnonna|Nonna|Random|Search|Pino|Lia|Nino|Rosa|Enzo|Silvia|https?://\S+"
)
"""Names that are the same in every language: games and who made them, languages, guests, addresses."""


async def pages(folder: Path) -> dict[str, str]:
    """All pages, as somebody who reads Italian gets them, and the words of the script and of the device."""
    import httpx

    from forno.server.settings import ServerSettings
    from forno.web.app import create_app

    app = create_app(ServerSettings(data=str(folder / "tables.sqlite3"), bot_pause=(60, 60), evenings=0))
    await app.host.open()
    try:
        reader = {"accept-language": "it"}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://forno.test", headers=reader) as client:
            found = {path: (await client.get(path)).text for path in PAGES}
            token = re.findall('name="csrf-token" content="([^"]*)"', found["/"])[0]
            for path in OPENED:
                answer = await client.post(path, data={"name": "Anna"}, headers={"x-csrftoken": token})
                found[path] = (await client.get(answer.headers["location"])).text
            found["/manifest.webmanifest"] = (await client.get("/manifest.webmanifest")).json()["description"]
            return found
    finally:
        await app.host.close()


def said_on(page: str) -> str:
    """Return what a person reads or hears of a page, and what its script might say."""
    words = re.findall('<script id="words" type="application/json">(.*?)</script>', page)
    for left_out in (
        # These come from the documents, which are translated as wholes.
        '<section aria-labelledby="chapter.*?</section>',
        '<nav class="contents".*?</nav>',
        "<script.*?</script>",
        "<kbd>Esc</kbd>",
        # Seals and what they hold.
        "<code>[0-9a-f]{64}</code>",
    ):
        page = re.sub(left_out, "", page, flags=re.DOTALL)
    told = (PLACEHOLDER.sub("", text) for found in words for text in json.loads(found).values())
    return "\n".join((read(page), *told))


def forget() -> None:
    """Let go of whatever was kept for a language: pages are asked for in Italian, and answered in made-up words."""
    for module in [module for name, module in sys.modules.items() if name.startswith("forno.")]:
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    caches.forget()


@pytest.fixture
def unlearned() -> Iterator[None]:
    forget()
    yield
    forget()


@pytest.mark.slow  # its pages are served with worker processes
@pytest.mark.usefixtures("unlearned")
def test_every_page_is_translated_to_the_last_word(
    made_up: Catalogue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(_read, "it", made_up)
    left = {path: plain_words(NAMED.sub("", said_on(text))) for path, text in run(pages(tmp_path)).items()}
    assert not {path: words for path, words in left.items() if words}

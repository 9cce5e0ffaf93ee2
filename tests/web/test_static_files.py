"""What is served as it is: pictures, styles, script. Light enough, complete, and without anything inline."""

from __future__ import annotations

import gzip
import json
import re
import struct
from pathlib import Path

import pytest

from forno.core.language import use
from forno.games.pizza_master.rules.cards import KINDS
from forno.web.rendering import script_words

WEB = Path(__file__).parents[2] / "src" / "forno" / "web"
STATIC = WEB / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
SHEETS = sorted(STATIC.glob("*.css"))
TEMPLATES = sorted((WEB / "templates").rglob("*.html"))
FACES = sorted((WEB / "faces").rglob("*.py"))

KILO = 1024
MOST_ART = 24 * KILO
MOST_SCRIPT = 16 * KILO
"""Packed: as it is read, it may be commented."""
MOST_PACKED = 60 * KILO
"""Everything static that any table loads, packed; the page itself comes on top, and all together stay below 150 kB."""


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def symbols() -> set[str]:
    return set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "art.svg").read_text(encoding="utf-8")))


def test_the_sprite_is_light() -> None:
    assert (STATIC / "art.svg").stat().st_size <= MOST_ART


def test_the_script_of_a_table_is_light() -> None:
    modules = [STATIC / f"{name}.js" for name in ("theme", "page", "stream", "show", "compose", "sounds", "table")]
    assert sum(map(packed, modules)) <= MOST_SCRIPT


def test_a_table_is_light_over_the_wire() -> None:
    loaded = [path for path in STATIC.iterdir() if path.suffix in (".js", ".css", ".svg")]
    assert sum(packed(path) for path in loaded) <= MOST_PACKED


def test_every_symbol_is_drawn_once() -> None:
    found = re.findall(r'<symbol id="([^"]+)"', (STATIC / "art.svg").read_text(encoding="utf-8"))
    assert sorted(found) == sorted(set(found))


def test_every_ingredient_has_its_picture() -> None:
    assert symbols() >= {"pineapple", "pepper", "mushroom", "olive", "salami", "shrimp", *KINDS}


@pytest.mark.parametrize("path", FACES + TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_picture_that_a_page_names_is_drawn(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r'\bart\("([a-z-]+)"', text)) | set(re.findall(r'art\.svg"?\)? ?\}?\}?#([a-z-]+)', text))
    assert named <= symbols()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_have_nothing_inline(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"<[^>]*\s(?:on[a-z]+|style)\s*=", text) == []
    assert re.findall(r"<style\b|javascript:", text) == []
    for opening in re.findall(r"<script\b[^>]*>", text):
        assert "src=" in opening or 'type="application/json"' in opening


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_keep_to_the_policy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert (
        re.findall(
            r"\beval\(|new Function|\.outerHTML\s*=|insertAdjacentHTML|document\.write|setAttribute\(\"style", text
        )
        == []
    )
    assert re.findall(r"https?://", text) == []


MARKUP = {"show.js": 3, "learn.js": 2}
"""Regions, the log's pieces, the cards that fly, the text of a rule and the coach's topics: rendered by the server."""


def test_markup_comes_from_the_server_alone() -> None:
    with_markup = {path.name: path.read_text(encoding="utf-8").count("innerHTML") for path in SCRIPTS}
    assert {name: number for name, number in with_markup.items() if number}.items() <= MARKUP.items()


def test_the_page_gives_the_script_its_words_and_no_others() -> None:
    with use("en"):
        given = set(json.loads(script_words()))
    used = {word for path in SCRIPTS for word in re.findall(r"\bwords\.(\w+)", path.read_text(encoding="utf-8"))}
    assert used == given


def test_every_element_that_the_script_asks_for_is_in_a_template() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES)
    faces = "".join(path.read_text(encoding="utf-8") for path in FACES)
    asked = {
        name
        for path in SCRIPTS
        for name in re.findall(r'(?:byId|getElementById)\("([\w-]+)"\)', path.read_text(encoding="utf-8"))
    }
    missing = {name for name in asked if f'id="{name}"' not in written + faces}
    assert missing == set()


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_sheets_are_whole_and_load_nothing(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert text.count("{") == text.count("}")
    assert "@import" not in text
    assert re.findall(r"url\((?![\"']?(?:data:|#|/static/|[\w.-]+\.svg))", text) == []


def test_the_manifest_names_icons_of_their_true_size() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        path = STATIC / icon["src"].removeprefix("/static/")
        if path.suffix == ".png":
            width, height = struct.unpack(">II", path.read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        else:
            assert path.exists()

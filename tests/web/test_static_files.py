"""Pictures, styles, script: light enough, complete, written for people, and without anything inline."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from lightningcss import process_stylesheet
from playwright.sync_api import Browser

from forno.core.language import use
from forno.core.registry import catalogue
from forno.pages.documents.document import script_words
from forno.pages.html import symbols
from forno.web.assets import Assets

SOURCES = Path(__file__).parents[2] / "src" / "forno"
STATIC = SOURCES / "web" / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
SHEETS = sorted(SOURCES.rglob("*.css"))
ROOMS = ("games", "pages", "live", "features", "web", "offline")
MODULES = [path for room in ROOMS for path in sorted((SOURCES / room).rglob("*.py"))]
GAMES = [info.name for info in catalogue()]

KILO = 1024
MAX_ART_BYTES = 24 * KILO
MAX_SCRIPT_BYTES = 23 * KILO
MAX_PACKED_BYTES = 110 * KILO
"""Everything static that any table loads, packed; the page itself comes on top, and all together stay below 150 kB."""


@pytest.fixture(scope="module")
def assets() -> Assets:
    return Assets()


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def rules_of(path: Path) -> str:
    """A style sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", text_of(path), flags=re.DOTALL)


def in_short(path: Path) -> str:
    return str(path.relative_to(SOURCES))


def packed(assets: Assets, path: str) -> int:
    found = assets.find(path)
    assert found is not None
    return len(found.packed or found.content)


# --- light ------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_pictures_of_a_table_are_light(assets: Assets, game: str) -> None:
    both = [assets.find("art.svg"), assets.find(f"{game}/art.svg")]
    assert sum(len(sheet.content) for sheet in both if sheet) <= MAX_ART_BYTES


def test_the_script_of_a_table_is_light(assets: Assets) -> None:
    modules = ["theme.js", "table.js", *assets.modules_of("table.js")]
    assert sum(packed(assets, path) for path in modules) <= MAX_SCRIPT_BYTES


def test_pages_ask_ahead_for_what_their_script_imports(assets: Assets) -> None:
    assert set(assets.modules_of("page.js")) == {"server.js", "settings.js", "words.js"}
    assert {"page.js", "compose.js", "regions.js"} < set(assets.modules_of("table.js"))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_light_over_the_wire(assets: Assets, game: str) -> None:
    loaded = [path for path in assets.files if path.endswith((".js", ".css", ".svg", ".woff2"))]
    assert sum(packed(assets, path) for path in [*loaded, f"{game}/style.css", f"{game}/art.svg"]) <= MAX_PACKED_BYTES


def test_what_a_sheet_names_has_the_address_that_pages_ask_ahead_for(assets: Assets) -> None:
    named = re.findall(r'url\("?\.\./([^")]+)"?\)', assets.files["forno.css"].content.decode())
    fonts = [path for path in assets.files if path.endswith(".woff2")]
    assert sorted(f"/static/{name}" for name in named) == sorted(map(assets.address, fonts))
    assert len(fonts) == 3


# --- pictures ---------------------------------------------------------------------


def test_every_symbol_is_drawn_once() -> None:
    for path in SOURCES.rglob("art.svg"):
        found = re.findall(r'<symbol id="([^"]+)"', text_of(path))
        assert sorted(found) == sorted(set(found)), in_short(path)


def test_no_game_draws_what_the_house_draws_already() -> None:
    for game in GAMES:
        assert symbols(f"{game}/art.svg").isdisjoint(symbols("art.svg"))


def test_every_picture_that_a_page_names_is_drawn() -> None:
    for path in MODULES:
        drawn = symbols("art.svg").union(
            *(symbols(f"{game}/art.svg") for game in GAMES if game.replace("-", "_") in str(path))
        )
        assert set(re.findall(r'\bart\("([a-z-]+)"', text_of(path))) <= drawn, in_short(path)


# --- scripts ----------------------------------------------------------------------


def test_pages_are_built_of_elements_with_nothing_inline() -> None:
    inline = re.compile(r"\btag\(\s*f?\"style\b|\bon(?:click|load|submit|change|input|error)=|javascript:")
    assert {in_short(path): found for path in MODULES if (found := inline.findall(text_of(path)))} == {}


def test_scripts_keep_to_the_policy() -> None:
    forbidden = re.compile(
        r"\beval\(|new Function|\.outerHTML\s*=|insertAdjacentHTML|document\.write|setAttribute\(\"style|https?://"
    )
    assert {path.name: found for path in SCRIPTS if (found := forbidden.findall(text_of(path)))} == {}


MARKUP = {"regions.js": 1, "log.js": 1, "flights.js": 1, "why.js": 1, "coach.js": 1}
"""Regions, the log's pieces, the cards that fly, the text of a rule and the coach's topics: rendered by the server."""


def test_markup_comes_from_the_server_alone() -> None:
    with_markup = {path.name: text_of(path).count("innerHTML") for path in SCRIPTS}
    assert {name: number for name, number in with_markup.items() if number}.items() <= MARKUP.items()


def test_the_page_gives_the_script_its_words_and_no_others() -> None:
    with use("en"):
        given = set(json.loads(script_words()))
    used = {word for path in SCRIPTS for word in re.findall(r"(?<!/)\bwords\.(\w+)", text_of(path))}
    assert used == given


def test_every_element_that_the_script_asks_for_is_on_a_page() -> None:
    written = "".join(map(text_of, MODULES))
    asked = {name for path in SCRIPTS for name in re.findall(r'(?:byId|getElementById)\("([\w-]+)"\)', text_of(path))}
    assert {name for name in asked if not re.search(rf'id="{name}"|[a-z1-6]#{name}\b|_ID = "{name}"', written)} == set()


# --- style sheets -----------------------------------------------------------------


def test_sheets_load_nothing_but_their_own_parts() -> None:
    for path in SHEETS:
        text, name = rules_of(path), in_short(path)
        assert text.count("{") == text.count("}"), name
        assert re.findall(r"url\((?![\"']?(?:data:|#|/static/|[\w.-]+\.svg|fonts/[\w-]+\.woff2))", text) == [], name
        for part in re.findall(r"@import ([^;]*);", text):
            assert (path.parent / part.strip('"')).is_file(), name
        assert "@import" not in text or "{" not in text, f"{name}: a sheet has parts or rules"


def test_colours_have_names() -> None:
    for path in SHEETS:
        if path.name != "names.css":
            values = re.sub(r"[^{};]*\{", "", rules_of(path))
            assert re.findall(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(", values) == [], in_short(path)


def test_every_name_in_a_sheet_is_given_and_used() -> None:
    """A game's sheets use the house's names and their own; the house's none of a game's."""
    house = [path for path in SHEETS if path.is_relative_to(STATIC)]
    drawn = "".join(map(text_of, [*SOURCES.rglob("art.svg"), *SCRIPTS]))
    for game in ("", *GAMES):
        own = [path for path in SHEETS if game and game.replace("-", "_") in path.parts]
        seen = "".join(map(rules_of, house + own))
        given = set(re.findall(r"(--[\w-]+):", seen))
        used = set(re.findall(r"var\((--[\w-]+)", seen + drawn))
        scripted = set(re.findall(r'"(--[\w-]+)"', drawn))
        assert used - given - scripted == set()
        if game:
            assert set(re.findall(r"(--[\w-]+):", "".join(map(rules_of, own)))) - used == set()


def outermost_rules(text: str) -> Iterator[str]:
    """Selectors and at-rules that no other rule encloses. Conditions such as `@media` are looked through."""
    enclosing: list[bool] = []
    for head, sign in re.findall(r"([^{};]*)([{};])", text):
        if sign == "{":
            is_condition = head.strip().startswith(("@media", "@container", "@supports"))
            if not is_condition and not any(enclosing):
                yield " ".join(head.split())
            enclosing.append(not is_condition)
        elif sign == "}":
            enclosing.pop()


def test_outermost_rules_are_found_in_conditions_but_not_in_other_rules() -> None:
    sheet = '@import "x.css"; a, b { c: d; e { f: g } } @media (h) { i:is(j, k) { l: m } } @keyframes n { to { o: p } }'
    assert list(outermost_rules(sheet)) == ["a, b", "i:is(j, k)", "@keyframes n"]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_concern_that_game_alone(game: str) -> None:
    """They are nested in its table, or in the body of a page that shows it. Its animations have names of their own."""
    scope = re.compile(rf'(?:\.{game}|\[data-game="{game}"\])(?![\w-])')
    shared = {rule for path in STATIC.rglob("*.css") for rule in outermost_rules(rules_of(path)) if rule[0] == "@"}
    for path in (path for path in SHEETS if game.replace("-", "_") in path.parts):
        for rule in outermost_rules(rules_of(path)):
            if rule.startswith("@"):
                assert rule.startswith("@keyframes"), f"{in_short(path)}: {rule}"
                assert rule not in shared, f"{in_short(path)}: {rule}"
            else:
                for selector in re.split(r",(?![^(]*\))", rule):
                    assert scope.match(selector.strip()), f"{in_short(path)}: {selector}"


def test_every_class_that_a_sheet_styles_is_on_some_page() -> None:
    """As a word in what writes pages, or with a beginning such as `c-{colour}` there."""
    written = "".join(map(text_of, [*SOURCES.rglob("*.py"), *SCRIPTS]))
    words = set(re.findall(r"(?<![\w-])[a-z][\w-]*(?![\w-])", written))
    begun = tuple(set(re.findall(r"(?<![\w-])([a-z][a-z-]*-)\$?\{", written)))
    for path in SHEETS:
        selectors = re.findall(r"([^{};]*)\{", rules_of(path))
        for name in sorted({name for selector in selectors for name in re.findall(r"\.([a-z][\w-]*)", selector)}):
            assert name in words or name.startswith(begun), f"{in_short(path)}: .{name}"


def test_what_all_games_share_names_none_of_them() -> None:
    for path in [*STATIC.rglob("*.css"), *SCRIPTS]:
        for info in catalogue():
            assert info.name not in text_of(path), in_short(path)
            assert info.title not in text_of(path), in_short(path)


def test_the_manifest_names_icons_of_their_true_size() -> None:
    manifest = json.loads(text_of(STATIC / "manifest.webmanifest"))
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        path = STATIC / icon["src"].removeprefix("/static/")
        if path.suffix == ".png":
            width, height = struct.unpack(">II", path.read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        else:
            assert path.exists()


# --- minified ---------------------------------------------------------------------


def test_the_minifier_understands_every_sheet() -> None:
    for path in SHEETS:
        process_stylesheet(text_of(path), filename=in_short(path), error_recovery=False)


def test_all_scripts_can_be_read_when_they_are_minified(assets: Assets, browser: Browser) -> None:
    """Whether they still do what they did, all browser tests ask of what the server serves."""
    page = browser.new_page()
    for path in SCRIPTS:
        served = assets.find(path.name)
        assert served is not None
        small = served.content.decode()
        assert len(small) < len(text_of(path))
        # What only modules may say is taken out, since functions can be read without being run.
        plain = re.sub(r"""\bimport *[{"].*?;|\bexport """, "", small, flags=re.DOTALL).replace("import.meta", "({})")
        page.evaluate("(text) => { new Function(text); }", plain)

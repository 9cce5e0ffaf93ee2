"""The site: built without a warning, whole, and open to everybody."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page

import forno
from tests.docs.pages import PAGES
from tests.sharing import once
from tests.web.browser.axe import complaints
from tools.site import build
from tools.site_reference import page_of

pytestmark = [pytest.mark.release, pytest.mark.slow]

SIGHTS = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
SEEN = (
    "index.html",
    "research.html",
    "notebooks/house-rule.html",
    "rules/mamma-mia-rules.html",
    "reference/forno.Game.html",
    "http.html",
    "measurements.html",
    "architecture.html",
    "search.html",
)
"""One page of every sort."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, in a folder of the sort that people have."""
    return once(tmp_path_factory, "a site, così", build_once) / "html"


def build_once(folder: Path) -> None:
    build(folder)


class Links(HTMLParser):
    """The places on a page, and where it leads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.places.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def test_every_link_leads_somewhere_and_none_leaves_the_folder(site: Path) -> None:
    pages = {path: Links(path) for path in site.rglob("*.html")}
    dead = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                assert parts.scheme in ("https", "http", "data", "mailto"), link
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            known = pages[there].places if there in pages else {parts.fragment}
            inside = there.is_relative_to(site.resolve()) and there.exists()
            if not inside or (parts.fragment and unquote(parts.fragment) not in known):
                dead.append(f"{path.relative_to(site)}: {link}")
    assert dead == []


def test_every_public_name_has_its_page(site: Path) -> None:
    for name in forno.__all__:
        page = (site / f"{page_of(name)}.html").read_text(encoding="utf-8")
        assert f'id="forno.{name}"' in page


def test_every_page_of_the_folder_is_on_the_site(site: Path) -> None:
    assert {path.stem for path in PAGES} <= {path.stem for path in site.glob("*.html")}


@pytest.fixture(params=SIGHTS)
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=SIGHTS[request.param])  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def test_axe_finds_nothing_and_nothing_sticks_out(site: Path, page: Page) -> None:
    found = {}
    for name in SEEN:
        page.goto((site / name).as_uri())
        found[name] = complaints(page)
        if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
            found[name].append("it is wider than the window")
    assert not any(found.values()), "\n".join(f"{name}: {what}" for name, whats in found.items() for what in whats)


def test_keys_lead_to_the_text_and_on(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((site / "playing.html").as_uri())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent").strip() == "Skip to content"
    page.keyboard.press("Enter")
    page.locator("a.next-page").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/command-line.html")
    page.close()

"""Results as pictures, and what whoever shows a link is told of a page."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from forno.core.errors import MissingExtra
from forno.features.pictures.routes import draw_png
from tests.web.servers import Browser, Running, running
from tools import scenes

PNG = b"\x89PNG\r\n\x1a\n"
OVER = "scenescoring"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("pictures")
    over = next(scene for scene in scenes.SCENES if scene.name == "scoring")
    scenes.keep(folder / "tables.sqlite3", [scenes.stage(over)])
    with running(folder) as server:
        yield server


def told(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', page))


def test_a_finished_table_has_its_picture_in_both_forms(server: Running) -> None:
    visitor = Browser(server.address)
    page = told(visitor.get(f"/t/{OVER}").text)
    assert page["og:image"] == f"{server.address}/t/{OVER}/result.png?speaks=en"
    assert page["og:url"] == f"{server.address}/t/{OVER}"
    assert page["twitter:card"] == "summary_large_image"
    svg = visitor.get(f"/t/{OVER}/result.svg?speaks=it")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    texts = [text.text or "" for text in ElementTree.fromstring(svg.text).iter("{http://www.w3.org/2000/svg}text")]
    assert any(text.startswith(("Ha vinto", "Hanno vinto")) for text in texts)
    assert "font-src data:" in svg.headers.get_list("content-security-policy", split_commas=True)[0]
    png = visitor.get(page["og:image"])
    assert png.headers["content-type"] == "image/png"
    assert png.content.startswith(PNG)
    assert int.from_bytes(png.content[16:20]) == 1200
    assert visitor.get(page["og:image"]).content == png.content
    assert told(visitor.get(f"/t/{OVER}/replay").text)["og:image"] == page["og:image"]


def test_of_a_running_game_nothing_is_told(server: Running) -> None:
    visitor = Browser(server.address)
    table = visitor.play_now("mamma-mia")
    page = told(visitor.get(f"/t/{table}").text)
    assert page["og:title"] == "Forno"
    assert page["og:image"] == told(visitor.get("/").text)["og:image"] == f"{server.address}/preview.png?speaks=en"
    assert visitor.get(page["og:image"]).content.startswith(PNG)
    for form in ("svg", "png"):
        assert visitor.get(f"/t/{table}/result.{form}").status_code == 409
    assert visitor.get("/t/nowhere/result.svg").status_code == 404


def test_addresses_are_whole_behind_a_proxy(server: Running) -> None:
    behind = Browser(server.address, **{"host": "forno.example", "x-forwarded-proto": "https"})
    assert told(behind.get(f"/t/{OVER}").text)["og:image"].startswith(f"https://forno.example/t/{OVER}/result.png")


def test_who_shows_links_may_look_at_tables_and_nobody_else(server: Running) -> None:
    robots = Browser(server.address).get("/robots.txt").text
    everybody, shows_links = robots.split("\n\n")
    assert "Disallow: /t/" in everybody
    assert "Disallow: /t/" not in shows_links
    assert "User-agent: Twitterbot" in shows_links
    assert "Disallow: /along/" in shows_links


def test_without_the_package_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtra, match=r"pip install 'forno\[web\]'"):
        draw_png("<svg/>")

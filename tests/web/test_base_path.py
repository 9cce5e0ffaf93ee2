"""A house under a path: whatever its pages, scripts and answers lead to lies there, too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from forno.pages.static_files import shared_folder
from tests.web.servers import SHORT, TOKEN, Browser, Listener, Program, ServerProcess

BASE = "/games/forno"
LEADS = ("href", "src", "action", "formaction", "data-why", "data-copy", "data-share", "poster", "srcset", "data-src")
MAX_PAGES = 60
ABSOLUTE = re.compile(r"""["'`]/(?!/)[a-z]""")
"""An address from the root, as a script might write it."""


class Leads(HTMLParser):
    """Return every address that a page leads to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.cookies: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.found += [(tag, name, value) for name, value in attrs if name in LEADS and value]
        if tag == "meta" and str(named.get("content", "")).startswith("http"):
            self.found.append((tag, "content", str(named["content"])))


class Visitor(Browser):
    """A visitor who writes whole paths."""

    @property
    def token(self) -> str:
        found = TOKEN.search(self.client.get(f"{BASE}/settings").text)
        assert found is not None
        return found[1]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server, without the path."""
    process = ServerProcess(tmp_path_factory.mktemp("base"), "--base-path", BASE, base=BASE)
    process.start()
    yield process.address.removesuffix(BASE)
    process.stop()


@pytest.fixture(scope="module")
def over(house: str) -> str:
    """The name of a table whose game is over."""
    program = Program.opens(house + BASE, "pizza-master", options=SHORT)
    program.start()
    program.play_on()
    return program.table


def inside(address: str, house: str) -> bool:
    """Whether an address leads to this house; those of nobody's don't lead anywhere."""
    if address.startswith(("#", "data:")):
        return True
    parts = urlsplit(address)
    if parts.netloc:
        return f"{parts.scheme}://{parts.netloc}" == house and parts.path.startswith(f"{BASE}/")
    return address.startswith(f"{BASE}/")


def test_no_page_leads_out_of_the_path(house: str, over: str) -> None:
    anna = Visitor(house)
    gathering = anna.send(f"{BASE}/friends/mamma-mia", follow_redirects=True).url.path
    playing = anna.send(f"{BASE}/play/pizza-master").url.path
    lesson = anna.send(f"{BASE}/learn/mamma-mia").url.path
    assert all(path.startswith(f"{BASE}/t/") for path in (gathering, playing, lesson))
    along = anna.send(f"{BASE}/along").text
    waiting = [
        f"{BASE}/",
        gathering,
        f"{gathering}/options",
        playing,
        lesson,
        f"{BASE}/t/{over}",
        f"{BASE}/t/{over}/replay",
    ]
    waiting += [f"{BASE}/t/nowhere", f"{BASE}/your-tables", f"{BASE}/offline"]
    seen: set[str] = set()
    pages = [along]
    while waiting and len(seen) < MAX_PAGES:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen.add(path)
        answer = anna.get(path, follow_redirects=False)
        if answer.status_code in (302, 303, 307):
            assert inside(answer.headers["location"], house), path
            continue
        if answer.headers["content-type"].startswith("text/html"):
            pages.append(answer.text)
            links = [value for tag, name, value in Leads(answer.text).found if (tag, name) == ("a", "href")]
            waiting += [link.partition("#")[0] for link in links if link.partition("#")[0]]
    assert len(seen) > 20
    leads = [lead for page in pages for lead in Leads(page).found]
    assert {tag for tag, _name, _value in leads} >= {"a", "form", "script", "link", "use", "img", "button"}
    assert [lead for lead in leads if not inside(lead[2], house)] == []
    for cookie in anna.client.cookies.jar:
        assert cookie.path.startswith(f"{BASE}/"), cookie


def test_files_that_pages_name_are_there(house: str) -> None:
    named = {
        value.partition("#")[0] for tag, _name, value in Leads(httpx.get(f"{house}{BASE}/").text).found if tag != "a"
    }
    files = [path for path in named if "/static/" in path]
    assert len(files) > 5
    assert {httpx.get(house + path).status_code for path in files} == {200}


def test_forms_redirects_and_errors_stay_inside(house: str, over: str) -> None:
    anna = Visitor(house)
    form = {"name": "Anna", "back": "/lobby"}
    answer = anna.send(f"{BASE}/settings", form, follow_redirects=False)
    assert answer.headers["location"] == f"{BASE}/lobby"
    record = anna.get(f"{BASE}/t/{over}/record")
    assert record.status_code == 200
    assert anna.get(f"{BASE}/nothing").status_code == 404


def test_what_lies_outside_isnt_there(house: str) -> None:
    assert httpx.get(f"{house}/").headers["location"] == f"{BASE}/"
    assert httpx.get(f"{house}{BASE}").headers["location"] == f"{BASE}/"
    for path in ("/lobby", f"{BASE}x/lobby", "/api/games", "/static/forno.css", "/games"):
        assert httpx.get(house + path).status_code == 404, path
    for path in ("/healthz", "/readyz"):
        assert httpx.get(house + path).status_code == httpx.get(house + BASE + path).status_code == 200


def test_what_devices_and_programs_read_names_the_path(house: str) -> None:
    manifest = json.loads(httpx.get(f"{house}{BASE}/manifest.webmanifest").text)
    assert {manifest[name] for name in ("id", "start_url", "scope")} == {f"{BASE}/"}
    assert all(httpx.get(house + icon["src"]).status_code == 200 for icon in manifest["icons"])
    assert httpx.get(f"{house}{BASE}/api/openapi.json").json()["servers"] == [{"url": BASE}]
    assert httpx.get(f"{house}{BASE}/service-worker.js").status_code == 200
    assert f"Disallow: {BASE}/t/" in httpx.get(f"{house}{BASE}/robots.txt").text


def test_streams_tell_addresses_inside(house: str) -> None:
    anna = Visitor(house)
    table = anna.send(f"{BASE}/friends/mamma-mia").url.path
    listener = Listener(house, f"{table}/stream", cookies=anna.client.cookies)
    anna.send(f"{table}/bot", {"seat": "1", "bot": "cuoco"})
    told = listener.wait_for("guests")
    leads = Leads(told.data["regions"]["guests"]).found
    listener.close()
    assert leads
    assert [lead for lead in leads if not inside(lead[2], house)] == []


@pytest.mark.parametrize("path", ["forno", "/forno/../x", "//forno", "/for no", "/é", "/?x"])
def test_a_path_that_is_none_is_refused(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    from forno.cli import main

    assert main(["serve", "--base-path", path]) == 2
    assert "base" in capsys.readouterr().err


def test_scripts_write_no_address_but_through_the_one_that_knows() -> None:
    wrong = []
    for path in sorted(Path(str(shared_folder())).glob("*.js")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if ABSOLUTE.search(line.replace("at(`/", "").replace('at("/', "")) and "import" not in line:
                wrong.append(f"{path.name}: {line.strip()}")
    assert wrong == []

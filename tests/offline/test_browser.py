"""The package in a real browser, from a host that serves files and knows nothing of Forno."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests import golden
from tests.offline.conftest import hosting
from tests.offline.pages import DESKTOP, QUICK, Inside, opened
from tests.offline.routers import astray

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
IN_THE_WORKER = """([quick, code]) => new Promise((done, failed) => {
  const worker = new Worker("worker.js" + quick, { type: "module" });
  worker.onerror = (event) => failed(new Error(event.message));
  worker.onmessage = ({ data }) => {
    if (data.stage === "failed") failed(new Error(data.reason));
    if (data.number !== 1) return;
    worker.terminate();
    if (data.wrong) failed(new Error(data.wrong));
    else done(data.answer);
  };
  worker.postMessage({ number: 1, code });
})"""


def test_records_playthroughs_and_shelves_are_the_same_in_webassembly(browser: Browser, host: str) -> None:
    """Every golden file comes out to the letter, and tables in IndexedDB are as safe as in any store."""
    page = browser.new_page()
    page.goto(f"{host}files.json")
    told = {
        "records": [path.read_text(encoding="utf-8") for path in sorted(golden.RECORDS.glob("*.txt"))],
        "playthroughs": {
            str(variant): golden.playthrough_path(variant).read_text(encoding="utf-8")
            for variant in golden.usual_tables()
        },
        "suite": packed(ROOT / "src", "forno/testing/*.py"),
        "tests": packed(ROOT, "tests/__init__.py", "tests/amounts.py", "tests/variants.py", "tests/golden.py"),
    }
    code = f"told = {json.dumps(json.dumps(told))}\n" + CHECKS
    assert json.loads(page.evaluate(IN_THE_WORKER, ["", code])) == {"records": len(told["records"]), "wrong": []}


CHECKS = """
import base64, io, json, zipfile
told = json.loads(told)
for part in ("suite", "tests"):
    zipfile.ZipFile(io.BytesIO(base64.b64decode(told[part]))).extractall("/forno")
import forno
from js import eval as script
from forno.offline.browser_host import ShelfStore
from forno.testing import stores
from tests import golden
wrong = []
for text in told["records"]:
    state = forno.Record.parse(text).replay()
    if not state.is_over or str(forno.Record.of(state)) != text:
        wrong.append(text[:80])
for variant in golden.usual_tables():
    if golden.playthrough_text(variant) != told["playthroughs"][str(variant)]:
        wrong.append(str(variant))
shelves = (await script("import('../shelf.js')")).Shelf
shelf = await shelves.open("another")
checks = []
stores.check_store(lambda: ShelfStore(shelf), checks.append)
for check in checks:
    await check
json.dumps({"records": len(told["records"]), "wrong": wrong})
"""


def packed(root: Path, *patterns: str) -> str:
    """Files of ours as text, to be unpacked elsewhere."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for path in (path for pattern in patterns for path in root.glob(pattern)):
            file.write(path, path.relative_to(root))
    return base64.b64encode(archive.getvalue()).decode()


def test_languages_settings_rules_and_lessons_are_there_and_bad_luck_has_a_sentence(
    browser: Browser, host: str
) -> None:
    context = browser.new_context(**DESKTOP, locale="it-IT")
    context.route("**/shelf.js", lambda route: route.fulfill(body=DENIED, content_type="text/javascript"))
    page = opened(context, host)
    inside = Inside(page)
    expect(inside.locator("html[lang=it]")).to_be_visible()
    inside.locator(".menu > summary").click()
    inside.locator(".menu a[href='/lobby']").click()
    expect(inside.locator("main")).to_contain_text("serve la rete")
    inside.locator(".menu > summary").click()
    inside.locator(".menu a[href='/rules']").click()
    inside.locator("a.go[href^='/rules/']").first.click()
    expect(inside.locator(".rule").first).to_be_visible()
    inside.locator("a.name").click()
    inside.locator("button[formaction^='/learn/']").first.click()
    expect(inside.locator("#coach")).to_be_visible()
    # Nothing can be kept here, and that is said.
    page.locator("#notice button").click()
    expect(page.locator("#notice")).to_be_hidden()
    inside.locator("#log a.why, #coach a.why").first.click()
    expect(inside.locator("#why-title")).to_be_visible()
    inside.locator("#why [data-close]").click()
    page.goto(f"{host}{QUICK}#/settings")
    inside.locator("#name").fill("Zoë")
    inside.locator("#language").select_option("en")
    inside.locator("main form button.go").first.click()
    expect(inside.locator("html[lang=en]")).to_be_visible()
    expect(inside.locator("#name")).to_have_value("Zoë")
    page.goto(f"{host}{QUICK}#/t/nowhere")
    expect(inside.locator("[role=alert]")).to_contain_text("We can't find that table")
    context.close()


def told_why(context: BrowserContext, address: str, sentence: str) -> None:
    """Nothing can be played, which is said, with a way on."""
    page = opened(context, address)
    Inside(page).locator("button.go").first.click()
    expect(page.locator("#sorry-text")).to_contain_text(sentence)
    page.locator("#sorry-again").click(trial=True)
    context.close()


def test_who_has_an_old_browser_is_told_so(browser: Browser, host: str) -> None:
    context = browser.new_context(**DESKTOP)
    context.add_init_script("delete globalThis.WebAssembly")
    told_why(context, host, "too old")


def test_who_misses_a_part_of_the_package_is_told_so(browser: Browser, package: Path) -> None:
    with hosting(package) as (address, server):
        server.broken.add("forno.zip")
        told_why(browser.new_context(**DESKTOP), address, "Something is missing")


DENIED = "export class Shelf { static open() { return Promise.reject(new Error('denied')); } }"
REGISTER = """() => navigator.serviceWorker.register("service-worker.js").then(
  ({ installing }) => new Promise((done) => installing.addEventListener("statechange", () => done(installing.state)))
)"""


def test_a_fetch_that_breaks_off_goes_on_where_it_was(browser: Browser, package: Path) -> None:
    with hosting(package) as (address, server):
        page = browser.new_page()
        page.goto(f"{address}files.json")
        server.broken.add("worker.js")
        assert page.evaluate(REGISTER) == "redundant"
        large = server.asked.count("pyodide.asm.wasm")
        assert large, "it broke off in the middle"
        server.broken.clear()
        assert page.evaluate(REGISTER) == "installed"
        assert server.asked.count("pyodide.asm.wasm") == large, "what has arrived isn't fetched again"
        page.close()


@pytest.mark.slow
def test_nothing_lies_in_the_package_that_isnt_listed(package: Path) -> None:
    told = json.loads((package / "files.json").read_text(encoding="utf-8"))
    there = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    assert there - {*told["files"], *told["later"]} == {"files.json", "service-worker.js"}
    for archive in ("forno.zip", "pyodide/python_stdlib.zip"):
        names = zipfile.ZipFile(package / archive).namelist()
        assert any(name.endswith(".pyc") for name in names)
        assert not [name for name in names if name.endswith(".py")], "nothing is compiled when the page is opened"
    page = (package / "index.html").read_text(encoding="utf-8")
    assert "wasm-unsafe-eval" in page
    assert "unsafe-inline" not in page
    assert "<script>" not in page


@pytest.mark.slow
def test_every_way_on_a_page_leads_somewhere(package: Path) -> None:
    """Features of a server aren't offered here, whatever pages have learnt meanwhile."""
    shown = {path.name: path.read_text(encoding="utf-8") for path in (package / "pages").rglob("*.html")}
    assert {name: lost for name, html in shown.items() if (lost := astray(html))} == {}

"""A review that grows in a real browser, with pages as the server renders them."""

from __future__ import annotations

from playwright.sync_api import Browser, Route, expect

from forno.features.review import Reviewer
from forno.features.review.page import Ways, review_content, waiting_content
from forno.features.review.sources import OfTable
from tests.finished import finished
from tests.web.stage import Stage

WAYS = Ways("/t/one/review", "/t/one/replay", "/t/one/try", "token")
HIDE = """yes => { Object.defineProperty(document, 'hidden', { value: yes, configurable: true });
document.dispatchEvent(new Event('visibilitychange')); }"""


def pages() -> tuple[str, str, str]:
    """The review before anything is found, in the middle, and complete."""
    table = finished("one", "pizza-master", max_days=1)
    assert table.final.seed is not None
    source = OfTable(table.id, table.recipe, table.final.seed, table.final.history())
    reviewer = Reviewer(source.states(), 0, effort=0.2)
    while len(reviewer.review().points) < 2 or not reviewer.review().findings:
        assert not reviewer.advance(0.0)
    middle = review_content(table.game, ("Anna", "Cuoco"), reviewer.review(), WAYS)
    reviewer.advance()
    return waiting_content(WAYS, 0), middle, review_content(table.game, ("Anna", "Cuoco"), reviewer.review(), WAYS)


def test_a_review_grows_under_its_reader_but_not_behind_their_back(browser: Browser) -> None:
    first, *later = pages()
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=later.pop(0), content_type="text/html; charset=utf-8")

    script = '<script type="module" src="/static/review.js"></script>'
    stage = Stage(browser, f"{first}{script}", clock="running")
    page = stage.page
    page.route("**/t/one/review*", answer)
    page.reload()
    expect(page.locator("[data-again]")).to_be_hidden()
    expect(page.get_by_text("Analysing your game")).to_be_visible()
    stage.do(HIDE, True)
    page.clock.run_for(2_000)
    expect(page.locator("progress")).to_be_visible()
    page.locator("#numbers > summary").click()
    page.locator("#finding-1 a").focus()
    expect(page.locator("[data-again]")).to_be_hidden()
    page.clock.run_for(60_000)
    assert len(asked) == 1, "a page that nobody sees asked again"
    stage.do(HIDE, False)
    page.clock.run_for(2_000)
    expect(page.locator("#review[data-done]")).to_be_visible()
    expect(page.locator("#numbers")).to_have_attribute("open", "")
    expect(page.locator("#finding-1 a")).to_be_focused()
    page.clock.run_for(60_000)
    assert len(asked) == 2, "a complete review was asked for again"
    assert stage.text("#news") == "Turning points"
    assert stage.errors == []
    page.unroute_all()

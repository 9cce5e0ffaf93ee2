"""Bisnonna without a server: her weights are fetched when she is chosen, and kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.offline.conftest import hosting
from tests.offline.pages import DESKTOP, QUICK, Inside, opened
from tests.offline.test_aeroplane import KEPT, seated
from tools.people import Person, fill_in, may_decide, play
from tools.waiting import until

pytestmark = pytest.mark.slow


def test_bisnonna_is_fetched_when_she_is_chosen_and_then_plays_without_a_network(
    browser: Browser, package: Path
) -> None:
    networks = {path.name for path in (package / "networks").iterdir()}
    context = browser.new_context(**DESKTOP)
    failures: list[str] = []
    context.on("console", lambda message: failures.append(message.text) if "bisnonna" in message.text else None)
    with hosting(package) as (address, server):
        page = opened(context, address)
        until(lambda: page.evaluate(KEPT), "the package isn't kept")
        page.goto(f"{address}{QUICK}#/new/pizza-master")
        inside = Inside(page)
        fill_in(cast(Page, inside), ["me", "bot:bisnonna"], {"mode": "tutorial"})
        expect(inside.locator("#seat-1 option:checked")).to_have_text("Bot: Bisnonna, 3 MB to download")
        assert not networks & set(server.asked), "nobody has chosen her yet"
        server.broken |= networks
        start = inside.locator("main form button.go")
        start.click()
        expect(inside.locator("[role=alert]")).to_contain_text("Bisnonna needs 2 MB that aren't on this device yet")
        server.broken.clear()
        start.click()
        seated(page, Person, 3)
        table = page.url
        page.close()
    context.set_offline(True)
    again = context.new_page()
    again.goto(table)
    person = seated(again, Person, 3)
    play([person], turns=1)
    until(lambda: may_decide(person.look()))
    assert failures == []
    context.close()


def test_the_list_of_files_names_networks_apart(package: Path) -> None:
    told = json.loads((package / "files.json").read_text(encoding="utf-8"))
    assert {Path(path).parent.name for path in told["later"]} == {"networks"}
    assert not [path for path in told["files"] if path.endswith(".npz")], "they aren't fetched with the package"

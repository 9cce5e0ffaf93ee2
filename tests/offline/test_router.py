"""The router of a browser: pages and commands without a server."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from forno.core.language import languages
from forno.core.records import Record
from forno.core.registry import catalogue
from forno.offline.browser_host import MemoryShelf
from tests.loops import run
from tests.offline.routers import Browser, astray

GAMES = [info.name for info in catalogue()]


@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_watched_again_and_saved(game: str, language: str) -> None:
    async def evening() -> None:
        browser = Browser(language=language)
        first = await browser.open(f"/play/{game}", bot="garzone", name="Anna")
        assert 'class="coach intro"' in await browser.page(first), "a newcomer is introduced to the game"
        table = first.removesuffix("?first=1")
        assert 'class="coach intro"' not in await browser.page(table)
        await browser.play(table)
        over = await browser.page(table)
        assert 'id="ending"' in over
        saved = await browser.get(f"{table}/record")
        assert "# " in saved["text"]
        assert "Anna" in saved["text"]
        assert Record.parse(saved["text"]).replay().is_over
        again = await browser.page(f"{table}/replay?at=3&seat=0")
        assert 'id="replay-bar"' in again
        assert 'aria-current="step"' in again
        pasted = await browser.send("/replay", record=saved["text"], go="2")
        assert 'name="record"' in pasted["page"]
        listed = await browser.get("/your-tables")
        assert f'href="{table}"' in listed["piece"]

    run(evening())


def test_a_finished_game_is_reviewed_and_tried_from_a_moment_without_a_server() -> None:
    async def evening() -> None:
        browser = Browser()
        short = {"option_players": "2", "option_mode": "tutorial", "option_max_days": "1"}
        table = await browser.open("/new/pizza-master", seat_0="me", seat_1="bot:garzone", **short)
        await browser.play(table)
        assert f'href="{table}/review?seat=0"' in await browser.page(table)
        assert f'href="{table}/review?seat=0"' in await browser.page(f"{table}/replay?at=1&seat=0")
        while "data-again" in (page := await browser.page(f"{table}/review?seat=0")):
            assert "Now looking at" in page
        assert "Chances to win" in page
        assert await browser.page(f"{table}/review?seat=0") == page
        assert (await browser.get(f"{table}/review?seat=9"))["error"]
        trial = await browser.open(f"{table}/try", seat="0", place="2")
        assert 'data-phase="playing"' in await browser.page(trial)
        record = (await browser.get(f"{table}/record"))["text"]
        assert "Player" in (await browser.send("/review", record=record, seat="1"))["page"]

    run(evening())


def test_a_game_goes_on_where_it_was_left() -> None:
    async def evening() -> None:
        shelf = MemoryShelf()
        before = Browser(shelf)
        table = await before.open("/new/mamma-mia", option_players="2", seat_0="me", seat_1="person", person_1="Bruno")
        for seat in (0, 1, 0):
            live = await before.host.find(table.rpartition("/")[2])
            await before.move(table, live.table.awaited or 0)
            assert seat in (0, 1)
        shown = await before.page(f"{table}?seat=1")
        after = Browser(shelf)
        assert await after.page(f"{table}?seat=1") == shown
        assert f'href="{table}"' in (await after.get("/your-tables"))["piece"]

    run(evening())


def test_what_happens_is_told_as_a_servers_stream_tells_it() -> None:
    async def evening() -> None:
        browser = Browser()
        table = await browser.open("/new/mamma-mia", option_players="2", seat_0="me", seat_1="person", person_1="Bruno")
        live = await browser.host.find(table.rpartition("/")[2])
        page = await browser.page(f"{table}?seat=0")
        position = re.search('data-position="([^"]+)"', page)
        assert position is not None
        end = await browser.listen(f"{table}", position[1])
        await browser.move(table, live.table.awaited or 0)
        while not browser.heard:
            await asyncio.sleep(0)
        assert [event for event, _data in browser.heard][:1] == ["public"]
        assert browser.heard[0][1]["steps"]
        end()
        assert not live.publisher.readers

    run(evening())


def test_people_at_one_device_gather_settle_and_begin() -> None:
    async def evening() -> None:
        browser = Browser()
        table = await browser.open("/friends/mamma-mia", name="Anna")
        page = await browser.page(table)
        assert "You are offline" in page
        assert "qr.svg" not in page
        await browser.send(f"{table}/sit", seat="1", name="Bruno")
        await browser.send(f"{table}/bot", seat="2", bot="cuoco")
        assert "Bruno" in await browser.page(table)
        options = await browser.page(f"{table}/options")
        assert 'name="option_edition"' in options
        refused = await browser.send(f"{table}/options", option_players="9")
        assert refused["error"]
        assert refused["message"]
        await browser.send(f"{table}/start", bot="garzone")
        page = await browser.page(table)
        assert 'data-device="0 1"' in page
        assert 'id="cover"' in page

    run(evening())


def test_a_lesson_has_its_coach_and_a_rematch_no_lesson() -> None:
    async def evening() -> None:
        browser = Browser()
        table = await browser.open("/learn/mamma-mia")
        assert 'id="coach"' in await browser.page(table)
        await browser.play(table)
        again = await browser.send(f"{table}/rematch")
        assert again["go"] != table
        page = await browser.page(again["go"])
        assert 'data-phase="playing"' in page
        assert 'id="coach"' not in page

    run(evening())


def test_a_hint_is_given() -> None:
    async def evening() -> None:
        browser = Browser()
        table = await browser.open("/new/mamma-mia", option_players="2", seat_0="me", seat_1="person", person_1="Bruno")
        assert (await browser.send(f"{table}/hint", seat=0))["data"]["html"]

    run(evening())


def test_what_cant_be_done_is_said_in_a_sentence_on_a_page() -> None:
    async def evening() -> None:
        browser = Browser()
        for method, address in (("GET", "/t/nowhere"), ("GET", "/t/x/y"), ("POST", "/along"), ("POST", "/new/chess")):
            answer = await browser.arrays.ask(method, address, {}, browser.visitor)
            assert re.fullmatch("[A-Z].*[.]", answer["message"]), answer
            assert answer["message"].replace("'", "&#x27;") in answer["page"]
            assert astray(answer["page"]) == []
        italian = await Browser(language="it").get("/t/nowhere")
        assert "tavolo" in italian["message"]

    run(evening())


def test_a_damaged_table_is_told_of_and_the_others_are_played() -> None:
    async def evening() -> None:
        shelf = MemoryShelf()
        browser = Browser(shelf)
        fine = (await browser.open("/play/mamma-mia", bot="garzone")).removesuffix("?first=1")
        torn = await browser.open("/play/mamma-mia", bot="garzone")
        name = torn.rpartition("/")[2]
        entries = json.loads(await shelf.entries(name))
        damaged = MemoryShelf()
        for table, _due, about in json.loads(await shelf.tables()):
            for number, entry in json.loads(await shelf.entries(table)):
                await damaged.add(table, number, "{}" if table == name and number else entry, None, about)
        assert entries
        again = Browser(damaged)
        answer = await again.get(torn)
        assert answer["error"] == "damaged"
        assert answer["message"]
        assert f'href="{fine}"' in (await again.get("/your-tables"))["piece"]

    run(evening())

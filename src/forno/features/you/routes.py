"""Routes of the page *You*: statistics, export and deletion, and memory exercises."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from litestar import Response, get, post
from litestar.params import FromPath

from forno.core.exercises import LEVELS, LEVELS_BY_NAME, Level
from forno.core.language import language
from forno.core.registry import game_info
from forno.features.you import exercises
from forno.features.you.book import earned_at
from forno.features.you.book_page import delete_book_page, new_honours
from forno.features.you.exercise_page import result_page, watching_page
from forno.features.you.page import You, companions, you_page
from forno.live.host import rematch_id
from forno.table.errors import Damaged, NotFound
from forno.web.answers import NEVER_COMPRESSED
from forno.web.errors import explain
from forno.web.page_requests import Answer, Page, PageRequest

MAX_TABLES_READ: Final = 6
"""Maximum number of the visitor's own games searched for an exercise."""


@get("/you")
async def you(page: Page) -> Answer:
    return await answer_you(page, LEVELS[0])


async def answer_you(page: PageRequest, level: Level, wrong: str = "", status: int = 200) -> Answer:
    """Answer with the page *You*."""
    page.count("moves")
    left = await page.host.books.write_in(page.book, await page.find_tables(), page.name)
    book = await page.host.books.read(page.book)
    done = await page.host.memories.done(page.book)
    rated = await asyncio.to_thread(exercises.rate, done) if done else []
    own = frozenset(await own_tables(page))
    kept = [one.table for one in page.kept]
    rows = await page.host.store.summaries([*kept, *map(rematch_id, kept)])
    known = companions(page.kept, {row.table: row for row in rows})
    groups = await page.host.groups.of_player(page.player) if page.player is not None else []
    has_key = any((page.player, page.host.passkeys, page.host.mail_keys))
    told = You(book, left, known, own, done, rated, groups if page.has_keys else None, has_key)
    html = await asyncio.to_thread(you_page, page.context, told, level, wrong)
    if book.games:  # an empty book needs no cookie
        page.keep_book()
    return page.answer(html, status, secret=True)


@get(["/book", "/exercises", "/exercises/now"])
async def former_address(page: Page) -> Answer:
    return page.go("/you")


@post("/t/{table:str}/honours", status_code=200)
async def honours_of_game(page: Page, table: FromPath[str]) -> Answer:
    """Return the honours that a finished game has brought to whoever played it."""
    page.count("moves")
    played = [kept for kept in page.kept if kept.table == table]
    await page.host.books.write_in(page.book, played, page.name)
    found = await page.host.books.read(page.book)
    html = await asyncio.to_thread(lambda: new_honours(earned_at(found, table)))
    if found.games:
        page.keep_book()
    return Response({"html": html}, cookies=page.cookies, headers={"cache-control": NEVER_COMPRESSED})


@get("/you/export")
async def export(page: Page) -> Answer:
    """Send everything stored in the visitor's book as JSON."""
    page.count("moves")
    await page.host.books.write_in(page.book, await page.find_tables(), page.name)
    told = await page.host.books.export(page.book)
    if told["leaves"]:
        page.keep_book()
    return page.download("forno-book.json", told)


@get("/you/delete")
async def ask_before_deleting(page: Page) -> Answer:
    return page.answer(delete_book_page(page.context))


@post("/you/delete")
async def delete(page: Page) -> Answer:
    """Delete the visitor's book for good; a new one begins with the next game."""
    page.count("moves")
    await page.host.books.delete(page.keep_book())
    return page.go("/you")


# --- exercises ----------------------------------------------------------------------------


async def own_tables(page: PageRequest) -> dict[str, list[str]]:
    """Return the finished tables of this browser, by game."""
    wanted = {info.name for info in exercises.games_with_exercises()}
    found: dict[str, list[str]] = {}
    for row in await page.host.store.summaries([kept.table for kept in page.kept]):
        if row.phase == "over" and row.game in wanted:
            found.setdefault(row.game, []).append(row.table)
    return found


@post("/you/exercises")
async def begin(page: Page) -> Answer:
    """Prepare an exercise and go to it. Its source and answers stay on the server."""
    form = await page.form()
    game, wish = form.text("game"), form.text("level")
    seed = secrets.token_hex(16)
    try:
        exercises.find_exercise(game_info(game).name, wish)
        if form.text("from") == "own":
            tables = (await own_tables(page)).get(game, [])
            secrets.SystemRandom().shuffle(tables)
            logs = []
            for table in tables[:MAX_TABLES_READ]:
                try:
                    logs.append((table, await page.host.store.load(table)))
                except (NotFound, Damaged):
                    continue
            if not logs:
                raise exercises.nothing_to_ask()
            prepared = await page.host.desk.run(page.client, exercises.from_tables, logs, wish, seed, language())
        else:
            prepared = await page.host.desk.run(page.client, exercises.made_up, game, wish, seed, language())
    except exercises.NoExercise as error:
        status, _code, sentence = explain(error)
        return await answer_you(page, LEVELS_BY_NAME.get(wish, LEVELS[0]), sentence, status)
    await page.host.memories.begin(page.keep_book(), prepared)
    return page.go("/you/exercise")


@get("/you/exercise")
async def now(page: Page) -> Answer:
    """Show the current exercise: the questions, or the result once it is answered."""
    current = await page.host.memories.current(page.book)
    if current is None:
        return page.go("/you")
    if current.done is None:
        return page.answer(watching_page(page.context, current.prepared), secret=True)
    rated = await asyncio.to_thread(exercises.rate, await page.host.memories.done(page.book))
    before, after = rated[-2:] if len(rated) > 1 else (rated[0], rated[0])
    return page.answer(result_page(page.context, current.prepared, current.done.answers, before, after), secret=True)


@post("/you/exercise")
async def answer(page: Page) -> Answer:
    page.count("moves")
    form = await page.form()
    current = await page.host.memories.current(page.book)
    if current is not None:
        given = [form.text(f"answer-{place}")[:40] for place in range(len(current.prepared.questions))]
        await page.host.memories.answer(page.book, current, given)
    return page.go("/you/exercise")

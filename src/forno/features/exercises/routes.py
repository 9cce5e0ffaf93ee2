"""Routes of memory exercises: choosing, watching, answering, and the rating."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

from litestar import Request, Response, get, post

from forno.core.exercises import BY_NAME, LEVELS, Level
from forno.core.language import _, language
from forno.core.registry import game_info
from forno.features.exercises.exercise_store import rate
from forno.features.exercises.exercises import (
    NoExercise,
    exercise_of,
    from_tables,
    games_with_exercises,
    made_up,
    nothing_to_ask,
)
from forno.features.exercises.page import exercises_page, result_page, watching_page
from forno.table.errors import Damaged, NotFound
from forno.web.errors import explain
from forno.web.page_requests import Answer, PageRequest

Web = Request[Any, Any, Any]
MOST_TABLES: Final = 6
"""Maximum number of the visitor's own games searched for an exercise."""


@get("/exercises", include_in_schema=False)
async def exercises(request: Web) -> Response[Any]:
    page = PageRequest(request)
    return await choices(page, LEVELS[0])


async def choices(page: PageRequest, level: Level, wrong: str = "", status: int = 200) -> Answer:
    key, _cookies = page.book()
    done = await page.house.memories.done(key)
    rated = await asyncio.to_thread(rate, done) if done else []
    own = await own_tables(page)
    return page.answer(exercises_page(page.context, frozenset(own), level, done, rated[1:], wrong), status)


async def own_tables(page: PageRequest) -> dict[str, list[str]]:
    """Return the finished tables of this browser, by game."""
    wanted = {info.name for info in games_with_exercises()}
    found: dict[str, list[str]] = {}
    for row in await page.house.store.summaries([kept.table for kept in page.kept]):
        if row.phase == "over" and row.game in wanted:
            found.setdefault(row.game, []).append(row.table)
    return found


@post("/exercises", include_in_schema=False)
async def begin(request: Web) -> Response[Any]:
    """Prepare an exercise and go to it. Its source and answers stay on the server."""
    page = PageRequest(request)
    form = await request.form()
    game, wish = str(form.get("game") or ""), str(form.get("level") or "")
    key, cookies = page.book()
    seed = secrets.token_hex(16)
    try:
        if exercise_of(game_info(game).name) is None or wish not in BY_NAME:
            raise NoExercise(_("We can't find that exercise. Choose one on the page."))
        if form.get("from") == "own":
            tables = (await own_tables(page)).get(game, [])
            secrets.SystemRandom().shuffle(tables)
            logs = []
            for table in tables[:MOST_TABLES]:
                try:
                    logs.append((table, await page.house.store.load(table)))
                except (NotFound, Damaged):
                    continue
            if not logs:
                raise nothing_to_ask()
            prepared = await page.house.desk.run(page.client, from_tables, logs, wish, seed, language())
        else:
            prepared = await page.house.desk.run(page.client, made_up, game, wish, seed, language())
    except NoExercise as error:
        status, _code, sentence = explain(error)
        return await choices(page, BY_NAME.get(wish, LEVELS[0]), sentence, status)
    await page.house.memories.begin(key, prepared)
    return page.go("/exercises/now", cookies)


@get("/exercises/now", include_in_schema=False)
async def now(request: Web) -> Response[Any]:
    """Show the current exercise: the questions, or the result once it is answered."""
    page = PageRequest(request)
    key, _cookies = page.book()
    current = await page.house.memories.current(key)
    if current is None:
        return page.go("/exercises")
    if current.done is None:
        return page.answer(watching_page(page.context, current.prepared), secret=True)
    rated = await asyncio.to_thread(rate, await page.house.memories.done(key))
    before, after = rated[-2:] if len(rated) > 1 else (rated[0], rated[0])
    return page.answer(result_page(page.context, current.prepared, current.done.answers, before, after), secret=True)


@post("/exercises/now", include_in_schema=False)
async def answer(request: Web) -> Response[Any]:
    page = PageRequest(request)
    page.house.moves.count(page.client)
    form = await request.form()
    key, _cookies = page.book()
    current = await page.house.memories.current(key)
    if current is not None:
        given = [str(form.get(f"answer-{place}") or "")[:40] for place in range(len(current.prepared.questions))]
        await page.house.memories.answer(key, current, given)
    return page.go("/exercises/now")


HANDLERS: Final = [exercises, begin, now, answer]

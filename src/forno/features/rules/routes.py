"""Routes for learning: guided first games, rule pages, and single rules."""

from __future__ import annotations

from typing import Any, Final

from litestar import MediaType, Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from forno.core.registry import game_info
from forno.features.rules.page import all_rules_page, rule_text, rulebook_page
from forno.pages.documents.forms import BOT, ME, TableWish
from forno.pages.lessons import lesson_for
from forno.pages.rule_pictures import menu_for
from forno.rulebook import rule
from forno.table.settings import TableSettings
from forno.web.home import open_table
from forno.web.page_requests import PageRequest

Web = Request[Any, Any, Any]


@post("/learn/{game:str}", include_in_schema=False)
async def learn(request: Web, game: FromPath[str]) -> Response[Any]:
    """Open a guided first game: the lesson's deal and bots, with the visitor in the first seat."""
    page = PageRequest(request)
    info = game_info(game)
    lesson = lesson_for(info.name)
    if lesson is None:
        raise NotFoundException
    page.host.openings.count(page.client)
    form = await request.form()
    seats = [ME, *(BOT + bot for bot in lesson.bots)]
    wish = TableWish(dict(lesson.options), TableSettings(lesson=lesson.name), seats=seats)
    return await open_table(page, info, wish, str(form.get("name") or ""), {})


# --- rules ------------------------------------------------------------------------------


@get("/rules", include_in_schema=False)
async def all_rules(request: Web) -> Response[Any]:
    page = PageRequest(request)
    return page.answer(all_rules_page(page.context))


@get("/rules/text/{number:str}", include_in_schema=False)
async def one_rule(number: FromPath[str]) -> Response[Any]:
    """Send one rule or ruling for the pop-up of the page's script."""
    return Response(str(rule_text(rule(number))), media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


@get(["/rules/{game:str}", "/rules/{game:str}/{variant:str}"], include_in_schema=False)
async def rulebook(request: Web, game: FromPath[str], variant: FromPath[str] = "") -> Response[Any]:
    """Show the rules of a game, or of one edition or mode."""
    page = PageRequest(request)
    info = game_info(game)
    menu = menu_for(info.name)
    if variant and (menu is None or variant not in menu.variants):
        raise NotFoundException
    return page.answer(rulebook_page(page.context, info, variant))


HANDLERS: Final = [learn, all_rules, one_rule, rulebook]

"""Routes for learning: guided first games, rule pages, and single rules."""

from __future__ import annotations

from litestar import MediaType, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from forno.core.registry import game_info
from forno.features.rules.page import all_rules_page, rule_text, rulebook_page
from forno.live.commands.arguments import Sent
from forno.pages.documents.forms import lesson_wish
from forno.pages.rule_pictures import menu_for
from forno.rulebook import rule
from forno.web.home import open_table
from forno.web.page_requests import Answer, Page


@post("/learn/{game:str}")
async def learn(page: Page, game: FromPath[str]) -> Answer:
    """Open a guided first game: the lesson's deal and bots, with the visitor in the first seat."""
    info = game_info(game)
    wish = lesson_wish(info.name)
    if wish is None:
        raise NotFoundException
    page.count("openings")
    form = await page.form()
    return await open_table(page, info, wish, form.text("name"), Sent({}))


# --- rules ------------------------------------------------------------------------------


@get("/rules")
async def all_rules(page: Page) -> Answer:
    return page.answer(all_rules_page(page.context))


@get("/rules/text/{number:str}")
async def one_rule(number: FromPath[str]) -> Answer:
    """Send one rule or ruling for the pop-up of the page's script."""
    return Response(str(rule_text(rule(number))), media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


@get(["/rules/{game:str}", "/rules/{game:str}/{variant:str}"])
async def rulebook(page: Page, game: FromPath[str], variant: FromPath[str] = "") -> Answer:
    """Show the rules of a game, or of one edition or mode."""
    info = game_info(game)
    menu = menu_for(info.name)
    if variant and (menu is None or variant not in menu.variants):
        raise NotFoundException
    return page.answer(rulebook_page(page.context, info, variant))

"""Routes for learning: guided first games, rule pages, and single rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from litestar import MediaType, Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from forno.core.language import _, language
from forno.core.registry import game_info
from forno.pages.forms import BOT, ME, Wish
from forno.pages.html import Markup, markup, tag
from forno.pages.lessons import lesson_for
from forno.pages.rule_pictures import Menu, menu_for
from forno.rulebook import Rule, rule, rules, rules_of
from forno.table.settings import TableSettings
from forno.web.home import open_table
from forno.web.page_requests import PageRequest
from forno.web.rendering import game_card, game_cards

NUMBER: Final = re.compile(r"\b[A-Z]+-\d+\b")
LONG: Final = 60
"""Length in characters above which a rule's first sentence becomes its heading."""

Web = Request[Any, Any, Any]


@post("/learn/{game:str}", include_in_schema=False)
async def learn(request: Web, game: FromPath[str]) -> Response[Any]:
    """Open a guided first game: the lesson's deal and bots, with the visitor in the first seat."""
    page = PageRequest(request)
    info = game_info(game)
    lesson = lesson_for(info.name)
    if lesson is None:
        raise NotFoundException
    page.house.openings.count(page.client)
    form = await request.form()
    seats = [ME, *(BOT + bot for bot in lesson.bots)]
    wish = Wish(dict(lesson.options), TableSettings(lesson=lesson.name), seats=seats, people=[""] * len(seats))
    return await open_table(page, info, wish, str(form.get("name") or ""), {})


# --- rules ------------------------------------------------------------------------------


@get("/rules", include_in_schema=False)
async def all_rules(request: Web) -> Response[Any]:
    page = PageRequest(request)
    games = game_cards()
    for game in games:
        info, menu = game_info(game["name"]), menu_for(game["name"])
        game["variants"] = [(name, info.variant_title(name)) for name in menu.variants] if menu else []
    return page.answer("rules.html", games=games)


@get("/rules/text/{number:str}", include_in_schema=False)
async def rule_text(request: Web, number: FromPath[str]) -> Response[Any]:
    """Send one rule or ruling for the pop-up of the page's script."""
    found = rule(number)
    paragraphs, reason = told(found)
    first, *others = paragraphs
    title, _stop, rest = first.partition(". ") if len(first) > LONG else (first, "", "")
    html = PageRequest(request).pages.render(
        "lesson_rule.html",
        language(),
        "",
        rule=found,
        title=linked(title.removesuffix(".")),
        paragraphs=[linked(text) for text in (rest, *others) if text],
        reason=linked(reason),
        game=game_card(game_info(found.game)),
    )
    return Response(html, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


@get(["/rules/{game:str}", "/rules/{game:str}/{variant:str}"], include_in_schema=False)
async def rulebook(request: Web, game: FromPath[str], variant: FromPath[str] = "") -> Response[Any]:
    """Show the rules of a game, or of one edition or mode."""
    page = PageRequest(request)
    info = game_info(game)
    menu = menu_for(info.name)
    variants = menu.variants if menu else ()
    if variant and variant not in variants:
        raise NotFoundException
    left_out = menu.left_out(variant) if menu and variant else frozenset()
    return page.answer(
        "rulebook.html",
        sheets=["rooms.css", *page.pages.assets.sheets_of(info.name)],
        game=game_card(info),
        title=f"{info.title} · {info.variant_title(variant)}" if variant else info.title,
        variants=[(name, info.variant_title(name)) for name in variants],
        variant=variant,
        first=info.variant_title(variants[0]) if variants else "",
        plates=[
            (name, info.variant_title(name), plate(menu, name))
            for name in variants
            if menu and (not variant or name == variant)
        ],
        signs=menu.signs(variant) if menu else None,
        groups=menu.cards(variant) if menu and variant else [],
        chapters=chapters(rule for rule in rules_of(info.name) if rule.number not in left_out),
    )


def plate(menu: Menu, variant: str) -> list[tuple[str, str, bool]]:
    """Return the facts of a variant, each with whether it differs from the first variant."""
    usual = dict(menu.facts(menu.variants[0]))
    return [(label, text, usual.get(label) != text) for label, text in menu.facts(variant)]


def chapters(book: Iterable[Rule]) -> list[dict[str, Any]]:
    """Return rules grouped by chapter."""
    found: list[dict[str, Any]] = []
    for entry in book:
        if not found or found[-1]["title"] != entry.chapter:
            # The list of chapters is narrow, so it leaves out the bracketed part of a heading.
            short = entry.chapter.partition(" (")[0]
            found.append({"title": entry.chapter, "short": short, "id": f"chapter-{len(found) + 1}", "rules": []})
        paragraphs, reason = told(entry)
        found[-1]["rules"].append(
            {"number": entry.number, "paragraphs": [linked(text) for text in paragraphs], "reason": linked(reason)}
        )
    return found


def told(entry: Rule) -> tuple[list[str], str]:
    """Return the paragraphs of a rule, and the reason of a ruling."""
    # The word that begins this paragraph in the rulings, in the language of the page.
    mark = _("why:")
    lines = entry.text.splitlines()
    reasons = [line.removeprefix(mark).strip() for line in lines if line.startswith(mark)]
    return [line for line in lines if not line.startswith(mark)], " ".join(reasons)


def linked(text: str) -> Markup:
    """Return text with links for the rule numbers in it."""
    games = {entry.number: entry.game for entry in rules()}

    def link(match: re.Match[str]) -> str:
        number = match[0]
        return tag("a.why", number, href=f"/rules/{games[number]}#{number}") if number in games else number

    return Markup(NUMBER.sub(link, markup(text)))


HANDLERS: Final = [learn, all_rules, rule_text, rulebook]

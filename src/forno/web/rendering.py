"""Whole pages, from the templates; what the games' faces and the publisher render is put into them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from jinja2.ext import Extension

from forno.bots import USUAL, bots_for
from forno.bots.registry import BotChoice
from forno.core.language import _, capital, labelled, language, languages, listed, ngettext, use
from forno.core.registry import GameInfo, catalogue
from forno.pages.base_path import at, base
from forno.pages.faces import face_for
from forno.pages.html import Markup, script_json
from forno.pages.labels import LANGUAGES, bot_face, bot_label, bot_name
from forno.pages.lessons import lesson_for
from forno.web.assets import Assets


class Addressed(Extension):
    """Templates write addresses from the root; wherever the house lies is put before them when they are read."""

    LEADS = re.compile(r'\b(href|src|action|formaction|data-why|data-copy|data-share)="/')

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return self.LEADS.sub(rf'\1="{base()}/', source)


class Pages:
    """Renders the templates in `templates/`."""

    def __init__(self, assets: Assets) -> None:
        self.assets = assets
        self.jinja = Environment(
            loader=PackageLoader("forno.web"),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
            extensions=[Addressed],
        )
        self.jinja.globals |= {
            "_": _,
            "ngettext": ngettext,
            "capital": capital,
            "labelled": labelled,
            "at": at,
            "asset": assets.address,
            "modules": assets.modules_of,
            "words": script_words,
            "description": description,
            "anywhere": False,
            "offline_size": 0,
        }

    def render(self, template: str, speaks: str, token: str, /, here: str = "/", **data: Any) -> str:
        """A page or a piece of one, in that language, with that token in its forms."""
        with use(speaks):
            field = Markup('<input type="hidden" name="_csrf_token" value="{}">').format(token)
            return self.jinja.get_template(template).render(
                language=language(),
                languages=[(code, LANGUAGES.get(code, code)) for code in languages()],
                token=token,
                token_field=lambda: field,
                here=here,
                **data,
            )


def description() -> str:
    """What this place is, for search engines and devices."""
    games = listed(info.title for info in catalogue())
    return _("Pizza games to play with friends and bots: {games}.").format(games=games)


def bot_cards(bots: Sequence[BotChoice]) -> list[dict[str, str]]:
    """Bots to choose from: what they are called, and what is to be known about them."""
    return [{"name": bot.name, "short": bot_name(bot.name), "label": bot_label(bot.name)} for bot in bots]


def game_cards() -> list[dict[str, Any]]:
    return [game_card(info) for info in catalogue()]


def game_card(info: GameInfo) -> dict[str, Any]:
    """What the home page says about a game."""
    credits = _("by {designer}, published by {publishers}").format(designer=info.designer, publishers=info.publishers)
    return {
        "name": info.name,
        "title": info.title,
        "summary": _(info.summary),
        "credits": credits,
        "picture": face_for(info.name).picture(),
        "lesson": lesson_for(info.name) is not None,
        "strengths": strengths(info),
    }


def strengths(info: GameInfo) -> list[dict[str, Any]]:
    """The levels of bots that know a game, the weakest first; none where there is nothing to choose."""
    levels = [bot for bot in bots_for(info.name) if bot.about]
    usual = next((bot.name for bot in levels if bot.name == USUAL), levels[0].name if levels else "")
    found = [
        {
            "name": bot.name,
            "title": bot.title,
            "about": _(bot.about),
            "face": bot_face(bot.name),
            "usual": bot.name == usual,
        }
        for bot in levels
    ]
    return found if len(found) > 1 else []


def script_words() -> Markup:
    """What the script says by itself."""
    return script_json(
        {
            "your_turn": _("Your turn"),
            "back": _("{name} is back."),
            "unreachable": _("The kitchen can't be reached. Check your network and try again."),
            "copied": _("Copied."),
            "pass_to": _("Pass the device to {name}."),
            "why": _("Why?"),
            "mute": _("Mute {name}"),
            "muted": _("{name} is muted. Hear again"),
            "seconds": _("{seconds} s"),
            "undo": _("Undo"),
            "taken_back": _("Taken back."),
        }
    )

"""The home page: your tables, and the games to play."""

from __future__ import annotations

from forno.bots import USUAL, bots_for
from forno.core.language import _
from forno.core.registry import GameInfo, catalogue
from forno.pages.documents.document import PageContext, Preview, document
from forno.pages.faces import face_for
from forno.pages.html import Content, Markup, art, tag, together, unseen
from forno.pages.labels import bot_face
from forno.pages.lessons import lesson_for


def home_page(context: PageContext, yours: Markup, preview: Preview | None = None) -> Markup:
    """Return the home page; `yours` is the list of the visitor's tables. Without a server the script fills it."""
    return document(
        context,
        "",
        _your_tables(context, yours) if yours or not context.has_server else None,
        _hero(context),
        tag("section.games", (_game(context, info) for info in catalogue()), aria_label=_("Games")),
        offline_package(context),
        main="room regular" if yours else "room",
        script="home.js",
        preview=preview,
        last=context.script("adding.js") if context.has_server else None,
    )


def offline_package(context: PageContext) -> Markup | None:
    """Return the offer of the package that plays offline: fetched when somebody wants it, and not before."""
    if not context.offline_megabytes:
        return None
    play, size = _("Play offline"), context.offline_megabytes
    about = _("Bots, lessons and several people on this device, without a network. It is fetched once: {size} MB.")
    broken = _("It broke off. What has arrived is kept: press again to fetch the rest.")
    return together(
        tag(
            "section.offline-package",
            tag("a.quiet", play, href="/anywhere/", data_offline_package=True),
            tag("small", about.format(size=size)),
            tag("progress", hidden=True, aria_label=play),
            tag("p.wrong", role="status", data_broken=broken),
        ),
        context.script("fetching.js"),
    )


def game_picture(game: str) -> Markup:
    """Return a game's picture, as decoration."""
    return tag("div.picture", face_for(game).picture(), aria_hidden="true")


def game_article(info: GameInfo, *content: Content) -> Markup:
    """Return what a page of all games says about one of them."""
    return tag(
        f"article.game.game-{info.name}",
        game_picture(info.name),
        tag("h2", info.title),
        tag("p", _(info.summary)),
        content,
    )


def _your_tables(context: PageContext, yours: Markup) -> Markup:
    elsewhere = tag(
        "form.elsewhere",
        context.csrf_field(),
        tag("a.quiet", _("Your book"), href="/book"),
        " ",
        tag("button.quiet", _("Play on another device"), type="submit"),
        method="post",
        action="/along",
    )
    return tag(
        "section.yours",
        tag("h2#yours-title", _("Your tables")),
        tag("div#yours", yours),
        elsewhere if context.has_server else None,
        hidden=not context.has_server,
        aria_labelledby="yours-title",
    )


def _hero(context: PageContext) -> Markup:
    if not context.has_server:
        about = _("The oven is hot. Play with bots, or with whoever sits beside you: no network needed.")
        return tag("section.hero", art("oven"), tag("h1", "Forno"), tag("p", about))
    about = _("The oven is hot. Play with bots at once, or send your friends a link.")
    daily = tag("p", tag("a.quiet", _("The daily table"), href="/daily"))
    return tag("section.hero", art("oven"), tag("h1", "Forno"), tag("p", about), daily)


def _game(context: PageContext, info: GameInfo) -> Markup:
    name, which = info.name, unseen(f": {info.title}")
    learn = tag("button.quiet", _("Learn by playing"), which, type="submit", formaction=f"/learn/{name}")
    form = tag(
        "form.actions",
        context.csrf_field(),
        _strengths(info),
        tag("button.go", _("Play now"), which, type="submit"),
        tag("button.quiet", _("Play with friends"), which, type="submit", formaction=f"/friends/{name}"),
        learn if lesson_for(name) is not None else None,
        tag("a", _("New table"), which, href=f"/new/{name}"),
        tag("a", _("Rules"), which, href=f"/rules/{name}"),
        method="post",
        data_deals="alone" if context.has_server else None,
        action=f"/play/{name}",
    )
    credits = _("by {designer}, published by {publishers}").format(designer=info.designer, publishers=info.publishers)
    return game_article(info, form, tag("p.credits", tag("small", credits)))


def _strengths(info: GameInfo) -> Markup | None:
    """Return the levels of bots that know a game, the weakest first, if there is a choice."""
    levels = [bot for bot in bots_for(info.name) if bot.about]
    if len(levels) < 2:
        return None
    usual = next((bot for bot in levels if bot.name == USUAL), levels[0])
    choices = (
        (
            tag(
                "label",
                tag("input", type="radio", name="bot", value=bot.name, checked=bot is usual),
                tag("span", art(bot_face(bot.name)), bot.title),
            ),
            tag(f"p.about-{bot.name}", tag("small", _(bot.about))),
        )
        for bot in levels
    )
    return tag("fieldset.strength", tag("legend.unseen", _("Play against")), choices)

"""The home page: your tables, and the games to play."""

from __future__ import annotations

from collections.abc import Sequence

from forno.bots import DEFAULT_BOT, BotInfo, bots_for
from forno.core.language import _
from forno.core.registry import GameInfo, catalogue
from forno.pages.documents.document import PageContext, Preview, document
from forno.pages.faces import face_for
from forno.pages.html import NOTHING, Content, Markup, art, quiet_button, submit, tag, together, unseen
from forno.pages.labels import LEVELS, bot_face, bot_level
from forno.pages.lessons import learn_label, lesson_for


def home_page(context: PageContext, yours: Markup, preview: Preview | None = None) -> Markup:
    """Return the home page; `yours` is the list of the visitor's tables. Without a server the script fills it."""
    return document(
        context,
        "",
        _your_tables(context, yours) if yours or not context.has_server else None,
        _hero(context),
        _games(context),
        offline_package(context),
        main="room home regular" if yours else "room home",
        script="home.js",
        preview=preview,
        last=context.script("adding.js") if context.has_server else None,
    )


def offline_package(context: PageContext) -> Markup | None:
    """Return the offer of the package that plays offline: fetched when somebody wants it, and not before."""
    if not context.offline_megabytes:
        return None
    play, size = _("Play offline"), context.offline_megabytes
    about = _("Bots, lessons and friends on this device, no network needed. One download: {size} MB.")
    broken = _("Download interrupted. Try again to continue.")
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
    return tag(
        "section.yours",
        tag("h2#yours-title.unseen", _("Your tables")),
        tag("div#yours", yours),
        hidden=not context.has_server,
        aria_labelledby="yours-title",
    )


def _hero(context: PageContext) -> Markup:
    about = _("The oven is hot. Play with bots at once, or send your friends a link.")
    if not context.has_server:
        about = _("The oven is hot. Play with bots or with friends beside you: no network needed.")
    return tag("section.hero", tag("h1", art("oven"), "Forno"), tag("p", about))


def _games(context: PageContext) -> Markup:
    """Return one choice of opponents with the games that know all levels, then the other games."""
    shared: list[GameInfo] = []
    others: list[GameInfo] = []
    levels: list[BotInfo] = []
    for info in catalogue():
        known = [bot for bot in bots_for(info.name) if bot.name in LEVELS]
        if len(known) == len(LEVELS):
            shared.append(info)
            levels = known
        else:
            others.append(info)
    return together(
        _game_form(context, shared, _opponents(levels)) if shared else NOTHING,
        _game_form(context, others) if others else NOTHING,
    )


def _game_form(context: PageContext, games: Sequence[GameInfo], opponents: Content = None) -> Markup:
    return context.form(
        f"/play/{games[0].name}",
        opponents,
        tag("div.cards", (_game(context, info) for info in games)),
        selector="form.games",
        aria_label=_("Games"),
    )


def _game(context: PageContext, info: GameInfo) -> Markup:
    name, which = info.name, unseen(f": {info.title}")
    deals = "alone" if context.has_server else None
    lesson = lesson_for(name)
    learn = None
    if lesson is not None:
        learn = quiet_button(learn_label(lesson), which, formaction=f"/learn/{name}")
    actions = tag(
        "p.actions",
        submit(_("Play now"), which, formaction=f"/play/{name}", data_deals=deals),
        quiet_button(_("With friends"), which, formaction=f"/friends/{name}"),
        learn,
    )
    credits = _("by {designer}, published by {publishers}").format(designer=info.designer, publishers=info.publishers)
    return game_article(info, actions, tag("p.credits", tag("small", credits)))


def _opponents(levels: Sequence[BotInfo]) -> Markup:
    """Return the choice of the bots' level; the sentence of the chosen one is shown."""
    choices = (
        (
            tag(
                "label",
                tag("input", type="radio", name="bot", value=bot.name, checked=bot.name == DEFAULT_BOT),
                tag("span", art(bot_face(bot.name)), tag("b", bot_level(bot.name)), " ", tag("small", bot.title)),
            ),
            tag(f"p.about-{bot.name}", tag("small", _(bot.about))),
        )
        for bot in levels
    )
    return tag("fieldset.strength", tag("legend.unseen", _("Play against")), choices)

"""The HTML document around every page: head, header with its menu, settings dialog and scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from forno.core.language import _, language, listed
from forno.core.registry import catalogue
from forno.pages.documents.settings_form import device_settings, language_select
from forno.pages.html import Content, Markup, art, csrf_field, quiet_button, script_json, tag, together

DOCTYPE: Final = Markup("<!doctype html>\n")
VIEWPORT: Final = "width=device-width, initial-scale=1, viewport-fit=cover"
FONTS: Final = ("fonts/alegreya.woff2", "fonts/cabin-400.woff2", "fonts/cabin-600.woff2")
RULES_PATH: Final = "/rules"


class StaticFiles(Protocol):
    """Addresses of the files that pages load."""

    def address(self, path: str) -> str:
        """Return the address of a static file, such as `forno.css`."""

    def modules_of(self, script: str) -> Sequence[str]:
        """Return the modules that a script imports, directly or not."""

    def sheets_of(self, game: str) -> list[str]:
        """Return a game's own style sheets."""


@dataclass(frozen=True)
class PageContext:
    """Context of a page: site, visitor and form token."""

    files: StaticFiles
    has_server: bool = True
    """False in the package that plays without a server."""
    offline_megabytes: int = 0
    """Size of the offline package that the server offers; 0 if it offers none."""
    notices: bool = False
    """Whether the server sends notices of tables that are played over days."""
    token: str = ""
    """CSRF token for the page's forms; empty without a server."""
    address: str = "/"
    """The page's own address, to which a change of language leads back."""

    def csrf_field(self) -> Markup:
        return csrf_field(self.token)

    def form(
        self, action: str | None, *content: Content, selector: str = "form", **attributes: str | int | None
    ) -> Markup:
        """Return a form that is posted to an address, or to the page's own, with the CSRF token."""
        return tag(selector, self.csrf_field(), *content, method="post", action=action, **attributes)

    def sheet(self, path: str) -> Markup:
        return tag("link", rel="stylesheet", href=self.files.address(path))

    def script(self, path: str) -> Markup:
        return tag("script", type="module", src=self.files.address(path))


@dataclass(frozen=True)
class Preview:
    """Link preview of a page."""

    title: str
    description: str
    url: str
    image: str
    width: int
    height: int


def document(
    context: PageContext,
    title: str,
    *content: Content,
    main: str = "room",
    body: Mapping[str, str | int | None] | None = None,
    sheets: Sequence[str] = ("rooms.css",),
    script: str = "page.js",
    rules: str = RULES_PATH,
    preview: Preview | None = None,
    about: Content = None,
    tools: Content = None,
    last: Content = None,
) -> Markup:
    """Return a whole page.

    `title` is empty for the home page. `main` holds the classes of the `main` element, `body` the attributes of `body`.
    `about` and `tools` go into the header, `last` to the end of the body.
    """
    return DOCTYPE + tag(
        "html",
        tag("head", _metadata(context, title, preview), _links(context, sheets), _scripts(context, script)),
        tag(
            "body",
            tag("a.jump", _("Skip to the content"), href="#content"),
            _header(context, about, tools, rules),
            tag("main#content", content, tabindex=-1, class_=main or None),
            _settings_dialog(context),
            tag("div#news.unseen", aria_live="polite", role="log", aria_relevant="additions"),
            last,
            **(body or {}),
        ),
        lang=language(),
    )


def titled_page(
    context: PageContext,
    title: str,
    *content: Content,
    heading: str = "",
    told: str = "",
    wrong: str = "",
    main: str = "room narrow",
    sheets: Sequence[str] = ("rooms.css",),
    script: str = "page.js",
    preview: Preview | None = None,
    last: Content = None,
) -> Markup:
    """Return a page under its title, or under another heading.

    `told` and `wrong` answer a form: what was done, or what is wrong with what was sent.
    """
    return document(
        context,
        title,
        tag("h1", heading or title),
        tag("p", told, role="status") if told else None,
        alert(wrong),
        content,
        main=main,
        sheets=sheets,
        script=script,
        preview=preview,
        last=last,
    )


def alert(wrong: str) -> Markup | None:
    """Return a sentence about what is wrong with what was sent, if anything is."""
    return tag("p.wrong", wrong, role="alert") if wrong else None


def table_document(
    context: PageContext,
    game: str,
    title: str,
    *content: Content,
    body: Mapping[str, str | int | None],
    script: str,
    sheets: Sequence[str] = (),
    preview: Preview | None = None,
    about: Content = None,
    tools: Content = None,
    last: Content = None,
) -> Markup:
    """Return a page that shows a game's table; `sheets` are those that it needs besides the table's."""
    return document(
        context,
        title,
        tag("h1.unseen", title),
        content,
        main="",
        body=body,
        sheets=["table.css", *sheets, *context.files.sheets_of(game)],
        script=script,
        rules=f"/rules/{game}",
        preview=preview,
        about=about,
        tools=tools,
        last=last,
    )


def description() -> str:
    """Return what this site is, for search engines and devices."""
    games = listed(info.title for info in catalogue())
    return _("Pizza games to play with friends and bots: {games}.").format(games=games)


def sorry(symbol: str, *content: Content) -> Markup:
    """Return a picture and what is said where a page can't show what was asked for."""
    return tag("section.sorry", art(symbol), content)


def _metadata(context: PageContext, title: str, preview: Preview | None) -> Content:
    return (
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content=VIEWPORT),
        tag("title", f"{title} · Forno" if title else f"Forno: {_('pizza games for the browser')}"),
        tag("meta", name="description", content=description()),
        _preview(preview) if preview else None,
        tag("meta", name="csrf-token", content=context.token),
        tag("meta", name="color-scheme", content="light dark"),
    )


def _preview(preview: Preview) -> Content:
    told = {
        "site_name": "Forno",
        "type": "website",
        "title": preview.title,
        "description": preview.description,
        "url": preview.url,
        "image": preview.image,
        "image:width": str(preview.width),
        "image:height": str(preview.height),
    }
    tags = [tag("meta", property=f"og:{name}", content=text) for name, text in told.items()]
    return (tags, tag("meta", name="twitter:card", content="summary_large_image"))


def _links(context: PageContext, sheets: Sequence[str]) -> Content:
    address = context.files.address
    return (
        map(context.sheet, ("forno.css", *sheets)),
        tag("link", rel="icon", href=address("icon.svg"), type="image/svg+xml"),
        (
            tag("link", rel="preload", href=address(font), as_="font", type="font/woff2", crossorigin=True)
            for font in FONTS
        ),
        tag("link", rel="manifest", href="/manifest.webmanifest") if context.has_server else None,
    )


def _scripts(context: PageContext, script: str) -> Content:
    address = context.files.address
    return (
        tag("script#words", script_words(), type="application/json"),
        tag("script", src=address("theme.js")),
        [tag("link", rel="modulepreload", href=address(module)) for module in context.files.modules_of(script)],
        context.script(script),
        None if context.has_server else tag("script", type="module", src="./frame.js"),
    )


def _header(context: PageContext, about: Content, tools: Content, rules: str) -> Markup:
    return tag(
        "header.bar",
        tag("a.name", "Forno", href="/"),
        about,
        tag(
            "nav",
            tools,
            tag("a.quiet", _symbol_and_word("help", _("Rules")), href=rules) if rules != RULES_PATH else None,
            _menu(context, rules),
            aria_label=_("Forno"),
        ),
    )


def _symbol_and_word(symbol: str, text: str) -> Content:
    return (art(symbol), tag("span.word", text))


def _menu(context: PageContext, rules: str) -> Markup:
    """Return the menu: everything that isn't on the page itself, each once; home where a clock has taken its place."""
    links = {"/lobby": _("Lobby")}
    if rules == RULES_PATH:
        links[RULES_PATH] = _("Rules")
    if context.has_server:
        links |= {"/daily": _("The daily table"), "/you": _("You")}
    links["/replay"] = _("Watch a recorded game")
    moving = context.form("/along", tag("button", _("Play on another device"), type="submit"))
    return tag(
        "details.menu",
        tag("summary.quiet", _symbol_and_word("menu", _("Menu"))),
        tag(
            "div",
            tag("a.home", _("Home"), href="/"),
            (tag("a", text, href=address) for address, text in links.items()),
            moving if context.has_server else None,
            tag("a", _("Settings"), href="/settings", data_open="settings", aria_haspopup="dialog"),
            tag("a", _("For developers"), href="/api/openapi.json") if context.has_server else None,
        ),
    )


def _settings_dialog(context: PageContext) -> Markup:
    return tag(
        "dialog#settings.settings-dialog",
        tag("h2#settings-title", _("Settings")),
        device_settings(),
        context.form(
            "/settings",
            tag("input", type="hidden", name="back", value=context.address),
            language_select("dialog-language", data_submits=True),
            quiet_button(_("Change the language")),
        ),
        tag("p", tag("a", _("Your name"), href="/settings")),
        done_button(),
        aria_labelledby="settings-title",
    )


def done_button() -> Markup:
    """Return the button that closes a dialog."""
    return tag("p.actions", tag("button.go", _("Done"), type="button", data_close=True))


def why_dialog(context: PageContext) -> Markup:
    """Return the dialog that shows one rule, with its script."""
    dialog = tag("dialog#why.why-slip", tag("div#why-text"), done_button(), aria_labelledby="why-title")
    return together(dialog, context.script("why.js"))


def script_words() -> Markup:
    """Return the messages that the scripts show, as JSON."""
    return script_json(
        {
            "your_turn": _("Your turn"),
            "back": _("{name} is back."),
            "unreachable": _("We can't reach the kitchen. Check your connection and try again."),
            "copied": _("Copied."),
            "pass_to": _("Pass the device to {name}."),
            "why": _("Why?"),
            "mute": _("Mute {name}"),
            "muted": _("{name} is muted. Unmute"),
            "seconds": _("{seconds} s"),
            "until": _("until {when}"),  # Translators: until when a player has time for a turn
            "time_up": _("Time's up!"),
            "undo": _("Undo"),  # Translators: a button: takes back the turn that was just sent
            "taken_back": _("Taken back."),
            "wished": _("Next: {what}."),
            "unwish": _("Don't take {what} next"),
            "wish_gone": _("There is no {what} left. Choose again."),
        }
    )

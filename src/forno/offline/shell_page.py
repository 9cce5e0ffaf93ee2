"""The page around the pages: it starts the worker and shows one page after the other in a frame."""

from __future__ import annotations

from typing import Any

from forno.core.language import _
from forno.pages.documents.document import DOCTYPE, VIEWPORT, StaticFiles, description
from forno.pages.html import Markup, art, script_json, tag


def shell_page(files: StaticFiles, told: dict[str, Any], policy: str) -> Markup:
    """Return that page. `told` is for its script; `policy` holds where the host sends no content security policy."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content=VIEWPORT),
        tag("title", "Forno"),
        tag("meta", name="description", content=description()),
        tag("meta", name="color-scheme", content="light dark"),
        tag("link", rel="stylesheet", href=files.address("forno.css")),
        tag("link", rel="stylesheet", href="./shell.css"),
        tag("link", rel="icon", href=files.address("icon.svg"), type="image/svg+xml"),
        tag("link", rel="manifest", href="./manifest.webmanifest"),
        tag("script#told", script_json(told), type="application/json"),
        tag("script", src=files.address("theme.js")),
        tag("script", type="module", src="./shell.js"),
    )
    sorry = tag(
        "dialog#sorry.sorry",
        art("puff"),
        tag("h1#sorry-title", "Forno"),
        tag("p#sorry-text", role="alert"),
        tag("p.actions", tag("button#sorry-again.go", type="button")),
        aria_labelledby="sorry-title",
    )
    body = tag(
        "body.shell",
        tag("p#wait", role="status", hidden=True),
        tag("div#notice", tag("p"), tag("button.quiet", type="button"), role="status", hidden=True),
        sorry,
    )
    return DOCTYPE + tag("html", head, body, lang="en")


def shell_words() -> dict[str, str]:
    """Return the words of `static/shell.js`, by its keys."""
    return {
        "warming": _("The oven is warming up…"),
        "forgets": _("This browser can't save games: they are gone when you close this page. Download their records."),
        "old": _("This browser is too old to play offline. Update it, or play online."),
        "broken": _("Something is missing, so the game didn't load. Your games are safe."),
        "again": _("Try again"),
        "done": _("Done"),
    }

"""What the page around the pages says by itself."""

from __future__ import annotations

from forno.core.language import _


def shell_words() -> dict[str, str]:
    """The keys are those of `static/shell.js`."""
    return {
        "warming": _("The oven is warming up …"),
        "forgets": _("This browser keeps nothing here: your games last as long as this page. Save their records."),
        "old": _("This browser is too old to play without a server. A newer one can; so can this one on a server."),
        "broken": _("The kitchen didn't open: a part of it is missing. Nothing that you have played is lost."),
        "again": _("Try again"),
        "done": _("Done"),
    }

"""The offline package: addresses of its static files, and the page around the pages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from forno.core.language import _
from forno.core.registry import catalogue
from forno.pages.documents.document import DOCTYPE, VIEWPORT, StaticFiles, description
from forno.pages.html import Markup, art, script_json, tag

FILE_NAME: Final = "static-files.json"


@dataclass(frozen=True)
class PackageFiles:
    """Static files that lie beside the package's pages."""

    addresses: Mapping[str, str]
    modules: Mapping[str, Sequence[str]]
    """Imports of each script."""
    sheets: Mapping[str, list[str]]
    """Style sheets of each game."""
    networks: Mapping[str, tuple[str, int]]
    """Address and size of each file of a network's weights, by its path in the package `forno`."""

    @classmethod
    def of(cls, files: StaticFiles, paths: Sequence[str], networks: Mapping[str, tuple[str, int]]) -> PackageFiles:
        """Return these files of a server as they lie in the package, with its networks."""
        sheets = {info.name: files.sheets_of(info.name) for info in catalogue()}
        wanted = [*paths, *(sheet for own in sheets.values() for sheet in own)]
        scripts = [path for path in paths if path.endswith(".js")]
        return cls(
            {path: f".{files.address(path)}" for path in wanted},
            {script: files.modules_of(script) for script in scripts},
            sheets,
            networks,
        )

    @classmethod
    def read(cls, text: str) -> PackageFiles:
        return cls(**json.loads(text))

    def write(self) -> str:
        return json.dumps(asdict(self))

    def address(self, path: str) -> str:
        return self.addresses[path]

    def modules_of(self, script: str) -> Sequence[str]:
        return self.modules[script]

    def sheets_of(self, game: str) -> list[str]:
        return self.sheets[game]


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

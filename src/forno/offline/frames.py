"""Frames of pages: rendered when the package is built, with holes for what isn't known before somebody plays."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Final

from forno.pages.html import Markup, markup

OPENS, CLOSES = "\ue000", "\ue001"
"""For private use, so nothing that is written has them."""
HOLE: Final = re.compile(f"{OPENS}([a-z_]+){CLOSES}")


def hole(name: str) -> Markup:
    """Where something of that name belongs."""
    return Markup(f"{OPENS}{name}{CLOSES}")


def filled(frame: str, parts: Mapping[str, object]) -> str:
    """The frame with its holes filled: text is escaped, markup isn't."""
    return HOLE.sub(lambda found: markup(parts[found[1]]), frame)


def table_frame(phase: str, hot: bool, coach: bool) -> str:
    """The name of the frame for a table: several people on one device and lessons need more."""
    return "-".join(["table", phase, *(["hot"] if hot else []), *(["coach"] if coach else [])])


class Frames:
    """The frames of all languages, one file each."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder
        self._read: dict[str, dict[str, str]] = {}

    def frame(self, language: str, name: str) -> str:
        """The frame of that name; `sheet GAME` is where a game's style sheet lies."""
        if language not in self._read:
            text = self._folder.joinpath(f"{language}.json").read_text(encoding="utf-8")
            self._read[language] = json.loads(text)
        return self._read[language][name]

    def fill(self, language: str, name: str, parts: Mapping[str, object]) -> str:
        """A page."""
        sheet = {"sheet": self.frame(language, f"sheet {parts['game']}")} if "game" in parts else {}
        return filled(self.frame(language, name), {**parts, **sheet})

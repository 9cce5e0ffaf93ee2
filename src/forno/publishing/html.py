"""What all faces write with: escaping, pictures, static files, regions filled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

esc = escape
"""Text as HTML: everything from people, and every translated sentence, goes through it."""

_OPENING_TAG = re.compile(r'<[a-z][a-z0-9]*(?=\s)[^>]*?\sid="([^"]+)"[^>]*>')


@cache
def asset(path: str) -> str:
    """The address of a static file: another one if the file is another, so that browsers may keep it."""
    content = files("forno.web").joinpath("static", path).read_bytes()
    return f"/static/{fingerprint(content)}/{path}"


def fingerprint(content: bytes) -> str:
    return sha256(content).hexdigest()[:10]


@cache
def art(symbol: str, label: str = "") -> str:
    """A symbol of the art sheet: decoration without a label, a picture with one."""
    use = f'<use href="{asset("art.svg")}#{symbol}"/>'
    if not label:
        return f'<svg class="art art-{symbol}" aria-hidden="true">{use}</svg>'
    return f'<svg class="art art-{symbol}" role="img" aria-label="{esc(label)}">{use}</svg>'


def hints_on_request(summary: str) -> str:
    """Hints that the page asks for when they are opened (`Face.hint`). The summary is HTML."""
    return f'<details class="hints"><summary>{summary}</summary><div id="hint" aria-live="polite"></div></details>'


def fill(layout: str, regions: Mapping[str, str]) -> str:
    """A layout with its empty regions filled: what belongs into an element comes right after its opening tag."""

    def filled(tag: re.Match[str]) -> str:
        return tag[0] + regions.get(tag[1], "")

    return _OPENING_TAG.sub(filled, layout)

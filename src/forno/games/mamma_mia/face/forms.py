"""The composer's marks (see docs/web.md): controls, the sentence, the one red button."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from forno.publishing.face import Tree
from forno.publishing.html import esc

_encode = msgspec.json.Encoder().encode


def all_actions(tree: Tree) -> set[int]:
    """Every action of the tree. What follows is often the same, and looked at once."""
    found: set[int] = set()
    level = [tree]
    while level:
        below: list[Tree] = []
        for branches in level:
            found.update(branches)
            last: Tree | None = None
            for followers in branches.values():
                if followers and followers is not last:
                    last = followers
                    below.append(followers)
        level = below
    return found


def tree_json(tree: Tree) -> str:
    """The tree as JSON, which has nothing in it that an attribute would mind."""
    return str(_encode(tree), "ascii")


def button(
    action: int, slot: str, phrase: str, inside: str, css: str, *, default: bool = False, send: bool = False
) -> str:
    """A control for one action. `inside` is HTML, the phrase is text."""
    marks = (" data-default" if default else "") + (" data-send" if send else "")
    return (
        f'<button type="button" class="{css}" data-slot="{slot}" data-action="{action}" '
        f'data-phrase="{esc(phrase)}"{marks}>{inside}</button>'
    )


def span(slot: str, empty: str) -> str:
    """A part of the sentence that fills itself in.

    Three dots are written as a reference: one wide character would make every form a string of wide ones.
    """
    shown = esc(empty).replace("…", "&hellip;")
    return f'<em data-slot="{slot}" data-empty="{shown}">{shown}</em>'


def form(tree: Tree, sentence: str, controls: str, submit: str, css: str = "") -> str:
    """A turn to be composed. Sentence and controls are HTML, the button's words are text."""
    return form_around(tree, sentence, controls, esc(submit), css)


def form_around(tree: Tree, sentence: str, controls: str, submit: str, css: str = "") -> str:
    """The same where everything is HTML."""
    return (
        f'<form id="turn-form" class="turn {css}" data-tree=\'{tree_json(tree)}\'>'
        f'<p class="say" aria-live="polite">{sentence}</p><div class="send">{controls}'
        f'<button type="submit" class="go">{submit}</button></div></form>'
    )


def form_of_one_step(tree: Tree, sentence: str, buttons: Iterable[str], css: str = "") -> str:
    """A question that is answered by choosing: every control sends. What would follow is asked then."""
    return (
        f'<form id="turn-form" class="turn one-step {css}" data-tree=\'{tree_json({a: {} for a in tree})}\'>'
        f'<p class="say">{sentence}</p><span class="options">{"".join(buttons)}</span></form>'
    )

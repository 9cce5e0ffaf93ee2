"""The form in which a turn is composed, with the attributes that `static/compose.js` reads (docs/web.md).

A turn is a sentence with blanks. Controls, anywhere on the page, fill them; the tree says which choices go together.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar

from forno.pages.face import Tree
from forno.pages.html import NOTHING, Content, Markup, markup, tag, together
from forno.pages.json_encoding import encode

FORM_ID = "turn-form"
_answered: ContextVar[tuple[int | None, str | None, bool]] = ContextVar("_answered", default=(None, None, True))
"""The number that the turn's form answers, after how many seconds the page may give an only answer, and whether there
are hints."""


class answering:  # noqa: N801  (it reads as a word: with answering(7))
    """Mark the turns made within: the number they answer, the delay before the page gives an only answer, and whether
    there are hints."""

    __slots__ = ("_before", "_marks")

    def __init__(self, number: int, after: float | None = None, hints: bool = True) -> None:
        self._marks = (number, None if after is None else f"{after:.2f}", hints)

    def __enter__(self) -> None:
        self._before = _answered.set(self._marks)

    def __exit__(self, *error: object) -> None:
        _answered.reset(self._before)


def form(tree: Tree, *inside: Content, kind: str = "", end: int | None = None) -> Markup:
    """Return the form of a seat's turn. `end` is the action that ends a slot which takes several."""
    classes = f".turn.{kind}" if kind else ".turn"
    number, after, _hints = _answered.get()
    marks: dict[str, str | int | None] = {"data_number": number, "data_after": after, "data_end": end}
    return tag(f"form#{FORM_ID}{classes}", *inside, **marks, data_tree=encode(tree).decode())


def one_step(tree: Tree) -> Tree:
    """Return the tree cut after its first answers; what follows is asked later."""
    return {action: {} for action in tree}


def question(text: Content) -> Markup:
    return tag("p.question", text)


def sentence(message: str, **parts: Content) -> Markup:
    """Return the turn as a sentence: a translated message with blanks, or what is settled, in its braces."""
    filled = markup(message).format(**{name: together(part) for name, part in parts.items()})
    return tag("p.say", filled, aria_live="polite")


def blank(slot: str, empty: str = "", full: str | None = None) -> Markup:
    """Return a blank of the sentence, which the script fills in; `full` is said around what was chosen, `{chosen}`."""
    return tag("em", empty, data_slot=slot, data_empty=empty, data_full=full)


def control(
    action: int | Sequence[int],
    slot: str,
    phrase: str,
    *inside: Content,
    css: str = "",
    default: bool = False,
    send: bool = False,
    at: str | None = None,
    **attributes: str | int | None,
) -> Markup:
    """Return a button for an action, or for several in turn, with `|` between their phrases. Classes: `.chip.kinds`.

    `at` is a selector of what it is about, where that lies on the table: pressing that presses the button.
    """
    return tag(
        f"button{css}",
        *inside,
        type="button",
        data_slot=slot,
        data_action=action if isinstance(action, int) else None,
        data_actions=None if isinstance(action, int) else " ".join(map(str, action)),
        data_phrase=phrase,
        data_default=default,
        data_send=send,
        data_at=at,
        **attributes,
    )


def choices(
    legend: str, controls: Sequence[Markup], css: str = ".options", kind: str = "", seen: bool = False
) -> Markup | None:
    """Return a group of controls. Most legends are for screen readers, as the sentence asks already."""
    if not controls:
        return None
    group = f"fieldset.choice.{kind}" if kind else "fieldset.choice"
    return tag(group, tag("legend" if seen else "legend.unseen", legend), tag(f"span{css}", controls))


def hints_on_request(summary: Content) -> Markup:
    """Return the element for hints, which the page requests when it is opened (`Face.hint`); nothing without hints."""
    if not _answered.get()[2]:
        return NOTHING
    said = tag("div#hint", aria_live="polite", role="group", aria_labelledby="hint-name", tabindex=0)
    return tag("details.hints", tag("summary#hint-name", summary), said)


def ends(tree: Tree) -> set[int]:
    """Return the last actions of all paths through the tree."""
    return set().union(*(ends(below) if below else {action} for action, below in tree.items()))


def last_actions(tree: Tree) -> set[int]:
    """Return the actions that always end the turn: one press is enough for them."""
    return ends(tree) - _following_actions(tree)


def _following_actions(tree: Tree) -> set[int]:
    return set().union(*({action} | _following_actions(below) for action, below in tree.items() if below))


def all_actions(tree: Tree) -> set[int]:
    """Return every action of the tree. Shared subtrees are visited once."""
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

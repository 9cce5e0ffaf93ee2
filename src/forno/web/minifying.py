"""Style sheets and scripts without what only people read: comments, indents, spaces. What they do stays the same.

Both are cut into pieces first, so that nothing within a string, an address, a template or a regular expression is
touched. Of a script's line breaks those stay that may end a statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

STRING: Final = r'"(?:[^"\\\n]|\\.|\\\n)*"|' r"'(?:[^'\\\n]|\\.|\\\n)*'"
COMMENT: Final = r"/\*.*?\*/"

# --- style sheets -----------------------------------------------------------------

_SHEET: Final = re.compile(
    rf"(?P<kept>{STRING}|url\(\s*(?![\"'\s])(?:[^)\\]|\\.)*\))"
    rf"|(?P<gap>(?:\s|{COMMENT})+)"
    r"|(?P<sign>[{};,])"
    r"|(?P<other>(?:(?!url\(|/\*)[^\s{};,\"'])+|.)",
    re.DOTALL,
)


def minified_sheet(text: str) -> str:
    """A style sheet: no gap beside braces, semicolons, commas and after a colon; one space elsewhere.

    Spaces around other signs stay, since some of them mean something: `a :hover`, `and (`, `1px + 2px`.
    """
    pieces: list[str] = []
    gap = ""
    for match in _SHEET.finditer(text):
        piece = match[0]
        if match.lastgroup == "gap":
            # A comment alone keeps two words apart without a space.
            gap = " " if re.sub(COMMENT, "", piece, flags=re.DOTALL) else "/**/"
            continue
        before = pieces[-1][-1:] if pieces else "{"
        if match.lastgroup == "sign":
            if piece == "}" and before == ";":
                pieces.pop()
        elif gap and before not in "{};," and not (before == ":" and gap == " "):
            pieces.append(gap)
        pieces.append(piece)
        gap = ""
    return "".join(pieces)


# --- scripts ----------------------------------------------------------------------

_SCRIPT: Final = re.compile(
    rf"(?P<string>{STRING})"
    rf"|(?P<gap>(?:\s|{COMMENT}|//[^\n]*)+)"
    r"|(?P<word>[\w$#\u0080-\uffff]+)"
    r"|(?P<sign>=>|\+\+|--|.)",
    re.DOTALL,
)
_REGULAR: Final = re.compile(r"/(?![*/])(?:[^\\/\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
BEFORE_VALUES: Final = re.compile("await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield")
"""Words after which a slash begins a regular expression. After any other word it divides."""
BEFORE_CONDITIONS: Final = ("if", "while", "for", "with")
"""Words whose brackets are followed by a statement, which may begin with a regular expression."""
GOING_ON: Final = frozenset("{([,;:?=&|!~<>*%^") | {"=>"}
"""Signs after which a statement goes on, whatever line it is on."""
CLOSING: Final = frozenset("})],;")


def minified_script(text: str) -> str:
    """A script: no gap where none is needed, a line break where one may end a statement, one space elsewhere."""
    pieces: list[str] = []
    gap = ""
    for piece, is_gap in _pieces_of_script(text):
        if is_gap:
            gap = "\n" if "\n" in piece else " "
            continue
        if gap and pieces:
            pieces.append(_between(pieces[-1], gap, piece))
        pieces.append(piece)
        gap = ""
    return "".join(pieces) + "\n"


def _between(before: str, gap: str, after: str) -> str:
    """What is left of a gap."""
    if after in CLOSING or (before in GOING_ON and (before, after) != ("<", "!")):
        return ""
    if gap == "\n":
        return gap
    one, other = before[-1], after[0]
    if _is_word(other):
        would_join = _is_word(one) or (one == "/" and len(before) > 1)  # as flags of a regular expression
    else:
        would_join = (_is_word(one) and other == ".") or (one in "+-/<" and other in "+-/*!")
    return gap if would_join else ""


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign in "_$#\\" or sign > "\x7f"


def _pieces_of_script(text: str, at: int = 0) -> Iterator[tuple[str, bool]]:
    """Words, signs, and gaps, which are marked; strings, templates and regular expressions whole."""
    last, before = "", ""
    conditions: list[bool] = []
    condition_ended = False
    while at < len(text):
        is_gap = False
        if text[at] == "`":
            piece = text[at : _end_of_template(text, at)]
        elif (
            text[at] == "/"
            and (condition_ended or _value_expected(last, before))
            and (regular := _REGULAR.match(text, at))
        ):
            piece = regular[0]
        else:
            match = _SCRIPT.match(text, at)
            assert match is not None
            piece, is_gap = match[0], match.lastgroup == "gap"
        yield piece, is_gap
        at += len(piece)
        if is_gap:
            continue
        if piece == "(":
            conditions.append(last in BEFORE_CONDITIONS and before != ".")
        condition_ended = piece == ")" and bool(conditions) and conditions.pop()
        last, before = piece, last


def _value_expected(last: str, before: str) -> bool:
    """Whether a value may begin after these two pieces. A brace is taken for the end of a block."""
    if BEFORE_VALUES.fullmatch(last):
        return before != "."
    return not last or not (_is_word(last[-1]) or last[-1] in ")]\"'`" or last in ("++", "--"))


def _end_of_template(text: str, at: int) -> int:
    """Behind the template that begins there. What is filled in may hold templates itself."""
    at += 1
    while text[at] != "`":
        if text[at] == "\\":
            at += 2
        elif text.startswith("${", at):
            at = _end_of_filling(text, at + 2)
        else:
            at += 1
    return at + 1


def _end_of_filling(text: str, at: int) -> int:
    depth = 0
    for piece, _is_gap in _pieces_of_script(text, at):
        at += len(piece)
        if piece == "{":
            depth += 1
        elif piece == "}":
            if depth == 0:
                return at
            depth -= 1
    raise ValueError("a template isn't closed")

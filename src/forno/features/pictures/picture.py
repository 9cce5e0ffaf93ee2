"""Picture of a game's result for link previews: the bill, the winner and the best order.

The SVG is self-contained: symbols and the title face are embedded, and the colours are those of the style sheets.
Its words are text, so that they can be read aloud and searched.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final
from unicodedata import east_asian_width

from forno.core.language import _, labelled, language
from forno.core.outcomes import Outcome
from forno.core.registry import game_info
from forno.core.views import View
from forno.pages.face import BestOrder, Face, Guests, view_outcome
from forno.pages.html import ART_FILE, Content, Markup, symbols, tag, together
from forno.pages.labels import result, variant_text
from forno.pages.static_files import shared_folder, static_file

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Height of the picture; link previews show 1200 × 630 pixels without cropping."""
LETTER_WIDTH_EM: Final = 0.48
"""Average width of a letter of the title face in em; wide East Asian letters count twice."""
BILL_WIDTH: Final = 640
TOOTH_WIDTH: Final = 16
TITLE_FONT_FAMILY: Final = "Alegreya, 'Alegreya SemiBold', Georgia, serif"
ROOM_GRADIENT: Final = Markup(
    '<radialGradient id="room" cx="0.5" cy="0.32" r="0.9"><stop offset="0" stop-color="#fff6e4"/>'
    '<stop offset="0.55" stop-color="#f8e7ca"/><stop offset="1" stop-color="#ecd5b0"/></radialGradient>'
)
"""Background gradient: the room at noon, as on the pages."""
_SYMBOL: Final = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
_NAMED: Final = re.compile(r"--([\w-]+): (#[0-9a-f]+);")
_VARIABLE: Final = re.compile(r"var\(--([\w-]+)\)")


def result_picture(face: Face, view: View, guests: Guests) -> str:
    """Return the SVG picture of a finished game from a spectator's view, in the language of the context."""
    outcome = view_outcome(view)
    assert isinstance(outcome, Outcome)
    game, info = view.game, game_info(view.game.name)
    best = face.best(view)
    variant = variant_text(info, str(game.options.get(info.variant, "")), game.players)
    won = result(outcome.places, guests.names, ())
    rows = [_row(face, view, outcome, guests, place, seat) for place, seat in enumerate(chain(*outcome.ranking))]
    sheets = (f"{info.name}/{ART_FILE}", ART_FILE)
    right = 60 + BILL_WIDTH + 40
    room = WIDTH - right - 50
    said = [_write(right + room // 2, 306, won, 50, room, fill="title", text_anchor="middle")]
    heading = _write(60 + BILL_WIDTH // 2, 112, info.title, 60, BILL_WIDTH - 90, fill="brick", text_anchor="middle")
    under = _write(60 + BILL_WIDTH // 2, 156, variant, 28, BILL_WIDTH - 90, fill="ink-soft", text_anchor="middle")
    return _picture(
        labelled(info.title, won),
        sheets,
        ["oven", "crown", *(symbol for _count, symbol in best.pieces)] if best else ["oven", "crown"],
        _use("oven", right + room // 2 - 150, 40, 300, 208),
        said,
        _bill(60, 40, BILL_WIDTH, HEIGHT - 80),
        heading,
        under,
        rows,
        _card(best, guests.names[best.seat], right, room) if best else None,
    )


def server_picture(words: str) -> str:
    """Return the SVG picture for pages without a result."""
    return _picture(
        "Forno",
        (ART_FILE,),
        ["oven"],
        _use("oven", 345, 60, 510, 355),
        _write(WIDTH // 2, 520, "Forno", 120, 1000, fill="title", text_anchor="middle"),
        _write(WIDTH // 2, 580, words, 36, 1080, fill="text-soft", text_anchor="middle"),
    )


def _picture(title: str, sheets: Iterable[str], used: Sequence[str], *content: Content) -> str:
    drawn = together(*content)
    return tag(
        "svg",
        tag("title", title),
        Markup(f"<style>@font-face{{font-family:Alegreya;src:url({_title_face()}) format('woff2')}}</style>"),
        tag("defs", [_symbol(name, sheets) for name in dict.fromkeys(used)]),
        ROOM_GRADIENT,
        tag("rect", width=WIDTH, height=HEIGHT, fill="url(#room)"),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        lang=language(),
        font_family=TITLE_FONT_FAMILY,
        color=_light("ink"),
    )


def _row(face: Face, view: View, outcome: Outcome, guests: Guests, line: int, seat: int) -> Markup:
    """Return one line of the bill: place, name and score."""
    players = view.game.players
    height = min(96, 380 // players)
    middle = 204 + line * height + height // 2
    size = min(38, height - 16)
    colour = _colours().get(view.game.seat_name(seat), _light("crust"))
    first = outcome.places[seat] == 1
    mark = _use("crown", 92, middle - 22, 44, 44) if first else None
    left = 60 + BILL_WIDTH - 45
    return together(
        tag("rect", x=84, y=middle - height // 2 + 4, width=BILL_WIDTH - 48, height=height - 8, rx=12, fill="#ffeccb")
        if first
        else None,
        mark or _write(114, middle + size // 3, outcome.places[seat], size, 44, fill="ink-faint", text_anchor="middle"),
        tag("circle", cx=166, cy=middle, r=13, fill=colour, stroke=_light("ink-soft"), stroke_width=2),
        _write(196, middle + size // 3, guests.names[seat], size, 285, fill="ink"),
        _write(left, middle + size // 3, face.scored(outcome.scores[seat]), size, 150, fill="ink", text_anchor="end"),
    )


def _card(best: BestOrder, name: str, left: int, room: int) -> Markup:
    """Return the best order as a card."""
    top, height = 372, 204
    pieces = best.pieces[:6]
    step = min(112, (room - 30) // max(1, len(pieces)))
    start = left + room // 2 - step * len(pieces) // 2
    needs = [
        together(
            _write(start + step * place + step // 4, top + 156, count, 34, step // 2, fill="ink", text_anchor="middle"),
            _use(symbol, start + step * place + step // 2 - 4, top + 122, step // 2, step // 2),
        )
        for place, (count, symbol) in enumerate(pieces)
    ]
    middle = left + room // 2
    whose = f"{_('The best order')} · {name}"
    return together(
        tag("rect", x=left, y=top, width=room, height=height, rx=20, fill=_light("paper"), stroke=_light("card-edge")),
        _write(middle, top + 44, whose, 26, room - 40, fill="ink-soft", text_anchor="middle"),
        _write(middle, top + 92, best.title, 40, room - 40, fill="brick", text_anchor="middle"),
        needs,
    )


def _bill(left: int, top: int, width: int, height: int) -> Markup:
    """Return the outline of the bill, a slip torn off a roll."""
    teeth = width // TOOTH_WIDTH
    edge = f"l{TOOTH_WIDTH / 2} {TOOTH_WIDTH / 2}l{TOOTH_WIDTH / 2} -{TOOTH_WIDTH / 2}"
    back = f"l-{TOOTH_WIDTH / 2} -{TOOTH_WIDTH / 2}l-{TOOTH_WIDTH / 2} {TOOTH_WIDTH / 2}"
    path = f"M{left} {top}{edge * teeth}V{top + height}{back * teeth}z"
    return tag("path", d=path, fill=_light("paper"), stroke=_light("paper-edge"), stroke_width=2)


def _write(x: int, y: int, text: str | int, size: int, room: int, fill: str, **how: Any) -> Markup:
    """Return a text that fits into `room` pixels, in a smaller size if necessary."""
    text = str(text)
    width = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text) * LETTER_WIDTH_EM
    fitting = int(min(size, room / max(width, 1)))
    return tag("text", text, x=x, y=y, font_size=fitting, fill=_light(fill), **how)


def _use(symbol: str, x: int, y: int, width: int, height: int) -> Markup:
    return tag("use", href=f"#{symbol}", x=x, y=y, width=width, height=height)


def _symbol(name: str, sheets: Iterable[str]) -> Markup:
    """Return a symbol in its daylight colours."""
    sheet = next(sheet for sheet in sheets if name in symbols(sheet))
    return _draw_sheet(sheet)[name]


@cache
def _draw_sheet(sheet: str) -> dict[str, Markup]:
    text = static_file(sheet).read_text(encoding="utf-8")
    lit = _VARIABLE.sub(lambda found: _light(found[1]), text)
    return {found[1]: Markup(found[0]) for found in _SYMBOL.finditer(lit)}


@cache
def _colours() -> dict[str, str]:
    """Return the style sheets' colours that don't depend on the time of day."""
    return dict(_NAMED.findall(shared_folder().joinpath("styles", "names.css").read_text(encoding="utf-8")))


NOON_COLOURS: Final = {"title": "brick", "text-soft": "ink-mild", "colour": "tomato", "steam": "ink-faint"}
"""Colours that depend on the time of day, as they are at noon."""


def _light(name: str) -> str:
    return _colours()[NOON_COLOURS.get(name, name)]


@cache
def _title_face() -> str:
    font = shared_folder().joinpath("fonts", "alegreya.woff2").read_bytes()
    return f"data:font/woff2;base64,{b64encode(font).decode()}"

"""The result of a game: as a sentence, and as the heading of the last page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from forno.core.language import N_, _, listed, ngettext
from forno.pages.html import Markup, art, tag

PLACES: Final = {
    2: N_("You came second."),
    3: N_("You came third."),
    4: N_("You came fourth."),
    5: N_("You came fifth."),
    6: N_("You came sixth."),
}


def result(places: Sequence[int], names: Sequence[str], mine: Sequence[int]) -> str:
    """Return who won. A viewer with one seat is addressed as "you"; several on one device by name."""
    winners = [seat for seat, place in enumerate(places) if place == 1]
    if not winners:
        return _("The game is over.")
    (me,) = mine if len(mine) == 1 else (None,)
    others = listed([names[seat] for seat in winners if seat != me])
    if me in winners:
        return _("You won together with {names}.").format(names=others) if others else _("You won!")
    won = ngettext("{names} won.", "{names} won together.", len(winners)).format(names=others)
    place = None if me is None else PLACES.get(places[me])
    return f"{won} {_(place)}" if place else won


def heading(places: Sequence[int], names: Sequence[str], mine: Sequence[int]) -> Markup:
    """Return the result as a heading, with a crown for the winner."""
    won = any(places[seat] == 1 for seat in mine if seat < len(places))
    return tag(f"h2#result.result{'.won' if won else ''}", art("crown") if won else None, result(places, names, mine))


def you() -> Markup:
    """Return the mark of the viewer's own row."""
    return tag("small.you", _("you"))

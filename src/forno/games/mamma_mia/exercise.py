"""Memory exercise "What's in the oven?" (MM-11: what was announced must be remembered)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast

from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.exercises import Level, Posed, Question
from forno.core.game import Game
from forno.core.language import N_, _, capital
from forno.games.mamma_mia.rules.events import (
    Baked,
    OrderPlaced,
    OrderRevealed,
    OvenEmptied,
    OvenOpened,
    Placed,
    Returned,
    TurnEnded,
)
from forno.games.mamma_mia.words import SYMBOLS, kind_word, order_card, order_title

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia

YES, NO = "yes", "no"
BOMBASTICA: Final = "bombastica"


@dataclass
class _Round:
    """A stretch of a game from one baking to the next."""

    start: int
    rest: tuple[int, ...]
    """Leftovers from before, by kind."""
    end: int = 0
    """Index of the event that opens the oven."""
    cuts: list[tuple[int, int]] = field(default_factory=list)
    """Ends of turns: index of the event, and number of cards in the oven."""


class InTheOven:
    """See `forno.core.exercises.Exercise`."""

    title: str = N_("What's in the oven?")

    def options(self, level: Level, chance: Chance) -> Mapping[str, Any]:
        return {"edition": chance.choice(["classic", "rio-grande"]), "players": 3 if level.whole else 4}

    def pose(
        self, game: Game, events: Sequence[Event], names: Sequence[str], level: Level, chance: Chance
    ) -> Posed | None:
        found = [place for place in _rounds(events) if bool(sum(place.rest)) == level.rest]
        places = []
        for place in found:
            if level.whole:
                places += [(place, place.end)] if place.cuts and place.cuts[-1][1] >= level.cards else []
            else:
                places += [(place, at) for at, cards in place.cuts if cards >= level.cards][:1]
        if not places:
            return None
        chosen, end = chance.choice(places)
        mamma_mia = cast("MammaMia", game)
        asked = _amounts(mamma_mia, events[chosen.start : end], chance, level.questions)
        if level.whole:
            asked += _first_order(mamma_mia, events, chosen, names)
        return Posed(chosen.start, end, tuple(asked[: level.questions]))


def _rounds(events: Sequence[Event]) -> list[_Round]:
    """Return the rounds that end with an opening."""
    found: list[_Round] = []
    current, cards = _Round(0, ()), 0
    for at, event in enumerate(events):
        match event:
            case OvenEmptied(leftovers=leftovers):
                current, cards = _Round(at, leftovers), sum(leftovers)
            case Placed(number=number):
                current.start = current.start or at
                cards += number
            case OrderPlaced():
                cards += 1
            case TurnEnded():
                current.cuts.append((at + 1, cards))
            case OvenOpened():
                current.end = at
                found.append(current)
    return found


def _amounts(game: MammaMia, events: Sequence[Event], chance: Chance, most: int) -> list[Question]:
    counts = [0] * game.edition.kinds
    for event in events:
        if isinstance(event, OvenEmptied):
            counts = list(event.leftovers)
        elif isinstance(event, Placed):
            counts[event.kind] += event.number
    kinds = list(range(len(counts)))
    if most < len(kinds):
        chance.shuffle(kinds)
        # What isn't there at all is too easy to ask about, unless too few kinds are there.
        kinds = sorted(sorted(kinds, key=lambda kind: not counts[kind])[:most])
    about = _("How many of these are in the oven?")
    return [Question(about, capital(kind_word(kind)), (), str(counts[kind]), SYMBOLS[kind]) for kind in kinds]


def _first_order(game: MammaMia, events: Sequence[Event], chosen: _Round, names: Sequence[str]) -> list[Question]:
    """Ask whether the first order that comes out finds what it needs: nobody's choice comes before it."""
    revealed = next((e for e in events[chosen.end :] if isinstance(e, (OrderRevealed, OvenEmptied))), None)
    if not isinstance(revealed, OrderRevealed) or revealed.order.startswith(BOMBASTICA):
        return []
    fate = next(e for e in events[chosen.end :] if isinstance(e, (Baked, Returned)))
    alone = isinstance(fate, Baked) and not sum(fate.from_hand) and not sum(fate.from_helper)
    title = order_title(order_card(game, revealed.seat, revealed.order))
    about = _("The first order to come out is {name}'s: {order}. Does it find everything it needs?").format(
        name=names[revealed.seat], order=title
    )
    choices = ((YES, _("Yes, it is baked")), (NO, _("No, something is missing")))
    return [Question(about, "", choices, YES if alone else NO)]


EXERCISE: Final = InTheOven()

"""Chronicle of Pizza Master: what visitors' books tell of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from forno.core.chronicles import Deed, Deeds, Honour
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.language import N_
from forno.games.pizza_master.rules.events import Completed, DayStarted, MissionWon, PrizeWon, Scored
from forno.games.pizza_master.words import card_name

WASTED: Final = "wasted"
MISSIONS: Final = "missions"
REASONS: Final = {"in-hand": N_("you still held it at the end")}


class PizzaMasterChronicle:
    """See `forno.core.chronicles.Chronicle`."""

    reasons: Mapping[str, str] = REASONS
    honours: Sequence[Honour] = (
        Honour(
            "nothing-wasted",
            N_("Nothing wasted"),
            N_("Win without ever leaving an ingredient on your tray."),
            lambda digest, seat: digest.won(seat) and not digest.deeds[seat].feats.get(WASTED, 0),
        ),
        Honour(
            "three-missions",
            N_("On a mission"),
            N_("Get three mission cards in one game."),
            lambda digest, seat: digest.deeds[seat].feats.get(MISSIONS, 0) >= 3,
        ),
        Honour(
            "ten-orders",
            N_("Ten of the best"),
            N_("Complete ten orders in one game."),
            lambda digest, seat: sum(digest.deeds[seat].made.values()) >= 10,
        ),
    )

    def deeds(self, game: Game, events: Iterable[Event], final: State) -> tuple[Deeds, ...]:
        found = [Deed() for _seat in range(game.players)]
        for event in events:
            match event:
                case DayStarted():
                    for deed in found:
                        deed.begin_row()
                case Completed(seat=seat, order=order):
                    found[seat].made[order] += 1
                    found[seat].count(1)
                case MissionWon(seat=seat) | PrizeWon(seat=seat):
                    found[seat].feats[MISSIONS] += 1
                case Scored(wasted=wasted):
                    for seat, number in enumerate(wasted):
                        found[seat].feats[WASTED] += number
                        found[seat].count(0, number)
        for seat, deed in enumerate(found):
            view = final.view(seat)
            for order in getattr(view, "hand", None) or ():
                deed.miss(order, "in-hand")
        return tuple(deed.done() for deed in found)

    def order_title(self, order: str) -> str:
        return card_name(order)


CHRONICLE: Final = PizzaMasterChronicle()

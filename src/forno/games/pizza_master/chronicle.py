"""Chronicle of Pizza Master: what visitors' books tell of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from forno.core.chronicles import Deed, Deeds, Digest, Honour
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.language import N_
from forno.games.pizza_master.rules.events import Completed, DayStarted, MissionWon, PrizeWon, Scored
from forno.games.pizza_master.words import card_name

WASTED: Final = "wasted"
MISSIONS: Final = "missions"
REASONS: Final = {"in-hand": N_("you still held it at the end")}


def _nothing_wasted(digest: Digest, seat: int) -> bool:
    return digest.won(seat) and not digest.deeds[seat].feats.get(WASTED, 0)


def _three_missions(digest: Digest, seat: int) -> bool:
    return digest.deeds[seat].feats.get(MISSIONS, 0) >= 3


def _ten_orders(digest: Digest, seat: int) -> bool:
    return sum(digest.deeds[seat].made.values()) >= 10


class PizzaMasterChronicle:
    """See `forno.core.chronicles.Chronicle`."""

    reasons: Mapping[str, str] = REASONS
    honours: Sequence[Honour] = (
        Honour(
            "nothing-wasted",
            N_("Nothing wasted"),
            N_("Win without ever leaving an ingredient on your tray."),
            _nothing_wasted,
        ),
        Honour("three-missions", N_("On a mission"), N_("Get three mission cards in one game."), _three_missions),
        Honour("ten-orders", N_("Ten of the best"), N_("Complete ten orders in one game."), _ten_orders),
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

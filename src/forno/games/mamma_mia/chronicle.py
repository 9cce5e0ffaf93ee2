"""Chronicle of Mamma Mia!: what visitors' books tell of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from forno.core.chronicles import Deed, Deeds, Honour
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.language import N_
from forno.games.mamma_mia.rules.events import Baked, HelpGiven, OvenOpened, Returned
from forno.games.mamma_mia.words import title_of_name

HELPED: Final = "helped"
REASONS: Final = {
    "incomplete": N_("something was missing"),
    "forbidden": N_("a forbidden ingredient was on the table"),
    "no-kind": N_("no kind fitted"),
    "no-help": N_("nobody helped"),
}


class MammaMiaChronicle:
    """See `forno.core.chronicles.Chronicle`."""

    reasons: Mapping[str, str] = REASONS
    honours: Sequence[Honour] = (
        Honour(
            "nothing-sent-back",
            N_("Nothing sent back"),
            N_("Win without one of your orders going back to your waiter."),
            lambda digest, seat: digest.won(seat) and not digest.deeds[seat].missed,
        ),
        Honour(
            "bombastica",
            N_("Bombastica!"),
            N_("Bake a Bombastica."),
            lambda digest, seat: any(order.startswith("bombastica") for order in digest.deeds[seat].made),
        ),
        Honour(
            "good-neighbour",
            N_("Good neighbour"),
            N_("Help others three times in one game."),
            lambda digest, seat: digest.deeds[seat].feats.get(HELPED, 0) >= 3,
        ),
    )

    def deeds(self, game: Game, events: Iterable[Event], final: State) -> tuple[Deeds, ...]:
        found = [Deed() for _seat in range(game.players)]
        for event in events:
            match event:
                case OvenOpened():
                    for deed in found:
                        deed.begin_row()
                case Baked(seat=seat, order=order):
                    found[seat].made[order] += 1
                    found[seat].count(1)
                case Returned(seat=seat, order=order, reason=reason):
                    found[seat].miss(order, reason)
                    found[seat].count(0, 1)
                case HelpGiven(seat=seat):
                    found[seat].feats[HELPED] += 1
        return tuple(deed.done() for deed in found)

    def order_title(self, order: str) -> str:
        return title_of_name(order)


CHRONICLE: Final = MammaMiaChronicle()

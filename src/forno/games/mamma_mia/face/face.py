"""The face of Mamma Mia!: the table, and the functions that render each part of it."""

from __future__ import annotations

from forno.core.events import Event
from forno.core.game import Game, instance
from forno.core.language import _, ngettext
from forno.core.views import Memory, OwnPlace, View
from forno.games.mamma_mia.face import beats, board, ending, hints, seats
from forno.games.mamma_mia.face.board import LANE_IDS
from forno.games.mamma_mia.face.changes import changes
from forno.games.mamma_mia.face.hand import hand_regions
from forno.games.mamma_mia.face.pictures import art
from forno.games.mamma_mia.face.turn import turn_region
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
from forno.games.mamma_mia.knowledge.viewing import place_in
from forno.games.mamma_mia.knowledge.views import MammaMiaPlace, MammaMiaView
from forno.pages.face import Beat, BestOrder, Face, Guests, Recollection, Regions, Tree
from forno.pages.html import Markup, region, tag, together


class MammaMiaFace(Face):
    """See `forno.pages.face.Face` for what it promises."""

    name = "mamma-mia"

    def layout(self, game: Game, guests: Guests, seat: int | None, regions: Regions) -> Markup:
        """Return the others clockwise from your left along the top; the oven; your place, hand and turn below."""
        assert isinstance(game, MammaMia)
        first = 0 if seat is None else seat + 1
        others = [(first + place) % game.players for place in range(game.players)]
        if seat is not None:
            others.remove(seat)
        colours = game.colours
        mine = None
        if seat is not None:
            mine = tag(
                "section.mine",
                tag(f"div#seat-{seat}.seat.own-seat.c-{colours[seat]}", seats.place(colours[seat], seat, regions)),
                region(regions, "div#hand.hand"),
                region(regions, "div#turn.turn-spot"),
                aria_label=_("Your place"),
            )
        return tag(
            "div.mamma-mia",
            tag(
                "section#round.round",
                region(regions, "p#baking.baking"),
                None if game.edition.served_openly else region(regions, "p#completed.completed"),
                region(regions, "p#status.status"),
                aria_label=_("The game"),
            ),
            tag(
                "ul.seats",
                (
                    tag(f"li#seat-{other}.seat.c-{colours[other]}", seats.place(colours[other], other, regions))
                    for other in others
                ),
                aria_label=_("Players"),
            ),
            _middle(game, seat is not None, regions),
            region(regions, "aside#aid.aid") if "aid" in regions else None,
            mine,
            data_players=game.players,
            data_edition=game.edition.name,
        )

    def board(self, view: View, guests: Guests) -> Regions:
        return board.board(instance(view, MammaMiaView), guests)

    def touched(self, memory: Memory, event: Event, guests: Guests) -> Regions | None:
        return changes(instance(memory, MammaMiaMemory), event, guests)

    def own(self, place: OwnPlace, guests: Guests, tree: Tree | None) -> Regions:
        mine = place_in(place) if isinstance(place, MammaMiaView) else instance(place, MammaMiaPlace)
        regions = hand_regions(mine, tree) | {"turn": turn_region(mine, guests, tree or {})}
        if isinstance(place, MammaMiaView) and place.oven_tally is not None:
            regions["aid"] = board.aid(place.oven_tally)  # of this seat alone, unless the whole table plays with it
        return regions

    def hint(self, view: View, recollection: Recollection | None) -> Markup:
        return hints.hints(instance(view, MammaMiaView), recollection)

    def reminds(self, game: Game) -> bool:
        return instance(game, MammaMia).memory_aid

    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        return beats.beat(instance(game, MammaMia), event, guests)

    def aside(self, game: Game, event: Event, guests: Guests) -> str:
        return beats.aside(instance(game, MammaMia), event)

    def ending(self, view: View, guests: Guests) -> Markup:
        return ending.ending(instance(view, MammaMiaView), guests)

    def best(self, view: View) -> BestOrder | None:
        return ending.best(instance(view, MammaMiaView))

    def scored(self, score: int) -> str:
        return ngettext("{n} order", "{n} orders", score).format(n=score)

    def picture(self) -> Markup:
        return together(map(art, ("salami", "olive", "mushroom", "pepper", "pineapple", "shrimp")))


def _middle(game: MammaMia, seated: bool, regions: Regions) -> Markup:
    """Return the supply, the oven, the counter before it when it is open, and the waiter of the seat."""
    lanes = (region(regions, f"li#{LANE_IDS[kind]}.lane", data_kind=kind) for kind in range(game.lookups.kinds))
    used = region(regions, "p#used.label.used")
    counter = tag("div.counter", tag("h2.unseen", _("On the table")), tag("ul.lanes", lanes), used)
    on_trial = region(regions, "div#verdict", data_hint_clear=True)
    return tag(
        "div.middle",
        tag(
            "section#supply.pile-spot",
            region(regions, "div#supply-pile.pile"),
            region(regions, "p#supply-label.label"),
            aria_label=_("Supply"),
        ),
        tag(
            "div.hearth",
            tag("div.scene", art("oven"), aria_hidden="true"),
            region(regions, "section#oven.in-oven", aria_label=_("Oven")),
        ),
        tag("section#opening.opening", counter, on_trial, aria_label=_("The open oven")),
        region(regions, "section#waiter.pile-spot", aria_label=_("Your waiter")) if seated else None,
    )

"""The face of Pizza Master: the table, and the functions that render each part of it."""

from __future__ import annotations

from forno.core.events import Event
from forno.core.game import Game, instance
from forno.core.language import _
from forno.core.views import OwnPlace, View
from forno.games.pizza_master.face import beats
from forno.games.pizza_master.face.board import TRACK_POINTS, board
from forno.games.pizza_master.face.ending import best, ending
from forno.games.pizza_master.face.hand import hand_region
from forno.games.pizza_master.face.hints import hints
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.turn import AskedTurn, turn_region, wishes
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.knowledge.viewing import place_in
from forno.games.pizza_master.knowledge.views import PizzaMasterPlace, PizzaMasterView
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.words import many_points
from forno.pages.face import Beat, BestOrder, Face, Guests, Recollection, Regions, Tree
from forno.pages.html import Content, Markup, region, tag, together


class PizzaMasterFace(Face):
    """See `forno.pages.face.Face` for what it promises."""

    name = "pizza-master"

    def layout(self, game: Game, guests: Guests, seat: int | None, regions: Regions) -> Markup:
        assert isinstance(game, PizzaMaster)
        around = [(place + (0 if seat is None else seat + 1)) % game.players for place in range(game.players)]
        others = around if seat is None else around[:-1]

        def part(name: str) -> Markup:
            return region(regions, f"div#{name}.region")

        cards = (part("mission") if game.missions else None, part("objectives") if game.mode.objectives else None)
        stage = tag(
            "div.stage",
            region(regions, "section#phase.region", aria_label=_("The day")),
            _panes(),
            tag("section.others", [part(f"seat-{other}") for other in others], aria_label=_("Players")),
            tag(
                "section.kitchen",
                tag("div.edge", _places(game), part("track")),
                tag("div.top", part("board"), part("refrigerator"), tag("div.pinned", cards), part("rail")),
                aria_label=_("The table"),
            ),
        )
        mine = None
        if seat is not None:
            own = (part(f"seat-{seat}"), part("hand"), part("turn"), wishes(game))
            mine = tag("section.mine", own, aria_label=_("Your place"))
        return tag(
            f"div.pizza-master.mode-{game.mode.name}.players-{game.players}{'' if seat is not None else '.watching'}",
            tag("div.around", stage, mine),
        )

    def board(self, view: View, guests: Guests) -> Regions:
        return board(instance(view, PizzaMasterView), guests)

    def own(self, place: OwnPlace, guests: Guests, tree: Tree | None) -> Regions:
        if isinstance(place, PizzaMasterView):
            place = place_in(place)
        assert isinstance(place, PizzaMasterPlace)
        asked = AskedTurn(place.game, tree or {})
        return {"hand": hand_region(place, asked), "turn": turn_region(place, guests, tree or {}, asked)}

    def hint(self, view: View, recollection: Recollection | None) -> Markup:
        return hints(instance(view, PizzaMasterView))

    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        return beats.beat(instance(game, PizzaMaster), event, guests)

    def aside(self, game: Game, event: Event, guests: Guests) -> str:
        return beats.aside(event)

    def picture(self) -> Markup:
        return together(map(art, KINDS))

    def ending(self, view: View, guests: Guests) -> Markup:
        return ending(instance(view, PizzaMasterView), guests)

    def best(self, view: View) -> BestOrder | None:
        return best(instance(view, PizzaMasterView))

    def scored(self, score: int) -> str:
        return many_points(score)


def _panes() -> Markup:
    """Return the choice of what a small screen shows in full; large ones show everything at once."""
    panes = {"kitchen": _("Kitchen"), "players": _("Players"), "goals": _("Goals")}
    choices = (
        tag("label", tag("input", type="radio", name="pane", value=pane, checked=pane == "kitchen"), tag("span", word))
        for pane, word in panes.items()
    )
    return tag("fieldset.panes.pills", tag("legend.unseen", _("What the screen shows")), choices)


def _places(game: PizzaMaster) -> Markup:
    """Return the places of the score track, with a mark where something waits: prizes, milestones and the goal."""
    milestones = game.mode.own_milestones if game.milestones == "own" else game.mode.shared_milestones
    found: list[Markup] = []
    for place in range(TRACK_POINTS + 1):
        marks = ""
        inside: Content = place if place % 5 == 0 else None
        if place in milestones:
            marks += ".milestone"
            inside = art("coin") if inside is None else inside
        if game.missions and place in game.mode.prizes:
            marks += ".prize"
        if place == game.mode.goal:
            marks += ".goal"
        found.append(tag(f"i{marks}", inside, data_n=f"{place:02}"))
    return tag("div.places", found, aria_hidden="true")

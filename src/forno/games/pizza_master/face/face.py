"""The face of Pizza Master: the trattoria's kitchen by day."""

from __future__ import annotations

from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import _
from forno.core.views import OwnPlace, View
from forno.games.pizza_master.face import beats
from forno.games.pizza_master.face.board import TRACK, board
from forno.games.pizza_master.face.ending import ending
from forno.games.pizza_master.face.hints import hints
from forno.games.pizza_master.face.own import own
from forno.games.pizza_master.face.pieces import art
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.game import PizzaMaster
from forno.games.pizza_master.rules.views import PizzaMasterPlace, PizzaMasterView, place_in
from forno.publishing.face import Beat, Face, Guests, Tree
from forno.publishing.html import esc


class PizzaMasterFace(Face):
    """See `forno.publishing.face.Face` for what it promises."""

    name = "pizza-master"
    scope = "pm"

    def layout(self, game: Game, guests: Guests, seat: int | None) -> str:
        assert isinstance(game, PizzaMaster)
        around = [(place + (0 if seat is None else seat + 1)) % game.players for place in range(game.players)]
        others = around if seat is None else around[:-1]
        seats = "".join(_region(f"seat-{other}") for other in others)
        cards = ""
        if game.missions:
            cards += _region("mission")
        if game.mode.objectives:
            cards += _region("objectives")
        mine = ""
        if seat is not None:
            mine = (
                f'<section class="mine" aria-label="{esc(_("Your place"))}">{_region(f"seat-{seat}")}'
                f"{_region('hand')}{_region('turn')}</section>"
            )
        return (
            f'<div class="pm pm-{game.mode.name} players-{game.players}{"" if seat is not None else " watching"}">'
            '<div class="around">'
            f'<section id="phase" class="region" aria-label="{esc(_("The day"))}"></section>'
            f'<section class="others" aria-label="{esc(_("Players"))}">{seats}</section>'
            f'<section class="kitchen" aria-label="{esc(_("The table"))}">'
            f'<div class="edge">{_places(game)}<div id="track" class="region"></div></div>'
            f'<div class="top">{_region("board")}{_region("refrigerator")}'
            f'<div class="pinned">{cards}</div>{_region("rail")}</div></section>{mine}</div></div>'
        )

    def board(self, view: View, guests: Guests) -> dict[str, str]:
        assert isinstance(view, PizzaMasterView)
        return board(view, guests)

    def own(self, place: OwnPlace, guests: Guests, tree: Tree | None) -> dict[str, str]:
        if isinstance(place, PizzaMasterView):
            place = place_in(place)
        assert isinstance(place, PizzaMasterPlace)
        return own(place, guests, tree or {})

    def hint(self, view: View) -> str:
        assert isinstance(view, PizzaMasterView)
        return hints(view)

    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        assert isinstance(game, PizzaMaster)
        return beats.beat(game, event, guests)

    def aside(self, game: Game, event: Event, guests: Guests) -> str:
        return beats.aside(event)

    def picture(self) -> str:
        slices = "".join(f'<span class="slice slice-{name}">{art(name)}</span>' for name in KINDS)
        return f'<div class="pm-picture" aria-hidden="true"><div class="slices">{slices}</div></div>'

    def ending(self, view: View, guests: Guests) -> str:
        assert isinstance(view, PizzaMasterView)
        return ending(view, guests)


def _region(name: str) -> str:
    return f'<div id="{name}" class="region"></div>'


def _places(game: PizzaMaster) -> str:
    """The places of the score track, with a mark where something waits: prizes, milestones and the goal."""
    milestones = game.mode.own_milestones if game.milestones == "own" else game.mode.shared_milestones
    found: list[str] = []
    for place in range(TRACK + 1):
        marks = ["place", f"at-{place}"]
        inside = str(place) if place % 5 == 0 else ""
        if place in milestones:
            marks.append("milestone")
            inside = inside or art("coin")
        if game.missions and place in game.mode.prizes:
            marks.append("prize")
        if place == game.mode.goal:
            marks.append("goal")
        found.append(f'<i class="{" ".join(marks)}">{inside}</i>')
    return f'<div class="places" aria-hidden="true">{"".join(found)}</div>'


FACE = PizzaMasterFace()

"""The face of Mamma Mia!: the empty table, and who fills which part of it."""

from __future__ import annotations

from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import _
from forno.core.views import Memory, OwnPlace, View
from forno.games.mamma_mia.face import beats, board, hints, own, scoring
from forno.games.mamma_mia.face.beats import BEATS
from forno.games.mamma_mia.face.board import LANE_IDS
from forno.games.mamma_mia.face.touching import TOUCH
from forno.games.mamma_mia.rules.game import MammaMia
from forno.games.mamma_mia.rules.viewing import place_in
from forno.games.mamma_mia.rules.views import MammaMiaPlace, MammaMiaView
from forno.publishing import face as contract
from forno.publishing.face import Beat, Guests, Tree
from forno.publishing.html import art, esc


class MammaMiaFace(contract.Face):
    """See `forno.publishing.face.Face` for what it promises."""

    name = "mamma-mia"
    scope = "mm"

    def layout(self, game: Game, guests: Guests, seat: int | None) -> str:
        """The others clockwise from the own left along the top; the oven; the own place, hand and turn below."""
        assert isinstance(game, MammaMia)
        first = 0 if seat is None else seat + 1
        others = [(first + place) % game.players for place in range(game.players)]
        if seat is not None:
            others.remove(seat)
        colours = game.colours
        places = "".join(
            f'<li id="seat-{other}" class="seat c-{colours[other]}">{board.place(colours[other], other)}</li>'
            for other in others
        )
        lanes = "".join(
            f'<li id="{LANE_IDS[kind]}" class="lane" data-kind="{kind}"></li>' for kind in range(game.tables.kinds)
        )
        aid = '<aside id="aid" class="aid"></aside>' if game.memory_aid else ""
        middle = (
            f'<div class="middle"><section id="supply" class="pile-spot" aria-label="{esc(_("Supply"))}">'
            '<div id="supply-pile" class="pile"></div><p id="supply-label" class="label"></p></section>'
            f'<div class="hearth"><div class="scene" aria-hidden="true">{art("oven")}</div>'
            f'<section id="oven" class="in-oven" aria-label="{esc(_("Oven"))}"></section></div>'
            f'<section id="opening" class="opening" aria-label="{esc(_("The open oven"))}"><div class="counter">'
            f'<h2 class="unseen">{esc(_("On the table"))}</h2><ul class="lanes">{lanes}</ul>'
            '<p id="used" class="label used"></p></div><div id="verdict"></div></section>'
        )
        if seat is None:
            mine = ""
            middle += "</div>"
        else:
            middle += f'<section id="waiter" class="pile-spot" aria-label="{esc(_("Your waiter"))}"></section></div>'
            mine = (
                f'<section class="mine" aria-label="{esc(_("Your place"))}">'
                f'<div id="seat-{seat}" class="seat own-seat c-{colours[seat]}">'
                f"{board.place(colours[seat], seat)}</div>"
                '<div id="hand" class="hand"></div><div id="turn" class="turn-spot"></div></section>'
            )
        completed = "" if game.edition.served_openly else '<p id="completed" class="completed"></p>'
        return (
            f'<div class="mm" data-players="{game.players}" data-edition="{game.edition.name}">'
            f'<section id="round" class="round" aria-label="{esc(_("The game"))}"><p id="baking" class="baking"></p>'
            f'{completed}<p id="status" class="status"></p></section>'
            f'<ul class="seats" aria-label="{esc(_("Players"))}">{places}</ul>{middle}{aid}{mine}</div>'
        )

    def board(self, view: View, guests: Guests) -> dict[str, str]:
        assert isinstance(view, MammaMiaView)
        return board.board(view, guests)

    def touched(self, memory: Memory, event: Event, guests: Guests) -> dict[str, str] | None:
        touch = TOUCH.get(type(event))
        return None if touch is None else touch(memory, event, guests)

    def own(self, place: OwnPlace, guests: Guests, tree: Tree | None) -> dict[str, str]:
        return own.own(_place(place), guests, tree)

    def hint(self, view: View) -> str:
        assert isinstance(view, MammaMiaView)
        return hints.hints(view)

    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        show = BEATS.get(type(event))
        return None if show is None else show(game, event, guests)

    def aside(self, game: Game, event: Event, guests: Guests) -> str:
        assert isinstance(game, MammaMia)
        return beats.aside(game, event)

    def ending(self, view: View, guests: Guests) -> str:
        assert isinstance(view, MammaMiaView)
        return scoring.ending(view, guests)

    def picture(self) -> str:
        around = "".join(art(symbol) for symbol in ("salami", "olive", "mushroom", "pepper", "pineapple", "shrimp"))
        return f'<span class="mm-picture" aria-hidden="true">{art("oven")}<span class="around">{around}</span></span>'


def _place(place: OwnPlace) -> MammaMiaPlace:
    if isinstance(place, MammaMiaPlace):
        return place
    assert isinstance(place, MammaMiaView)
    return place_in(place)

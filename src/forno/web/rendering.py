"""Pages as HTML, and tables as data: everything that is rendered outside the games' own faces."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from forno.core.language import _, language, languages, ngettext, use
from forno.core.plain import plain
from forno.core.registry import GameInfo, catalogue, game_info
from forno.publishing.face import Regions
from forno.publishing.faces import face_for
from forno.publishing.html import Markup
from forno.publishing.lessons import lesson_for
from forno.table.guests import names_of
from forno.web.assets import Assets
from forno.web.bots import BotChoice
from forno.web.forms import colour_option, starters
from forno.web.visitors import Viewer
from forno.web.words import LANGUAGES, bot_label, bot_name, clock_text, clocks, variant_text

if TYPE_CHECKING:
    from forno.web.house import House
    from forno.web.live import Live

UNSAFE: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


MOST_NAMES: Final = 1000


class SeatName(NamedTuple):
    """A guest of a game that has begun, as the page shows it."""

    seat: int
    name: str
    colour: str
    colour_name: str
    bot: str
    present: bool
    stand_in_bot: str
    """The name of the bot that plays for this guest, should nobody be there."""
    may_hand_over: bool
    may_take_back: bool
    may_choose: bool
    """Whether who looks may say which bot that is."""


class Pages:
    """Renders the templates in `templates/`."""

    def __init__(self, house: House, assets: Assets) -> None:
        self.house = house
        self.assets = assets
        self.jinja = Environment(
            loader=PackageLoader("forno.web"),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
        )
        self.jinja.globals |= {
            "_": _,
            "ngettext": ngettext,
            "asset": assets.address,
            "modules": assets.modules_of,
            "words": script_words,
            "description": description,
        }
        self._names_rendered = lru_cache(maxsize=MOST_NAMES)(self._render_names)

    def render(self, template: str, speaks: str, token: str, /, here: str = "/", **data: Any) -> str:
        """A page or a piece of one, in that language, with that token in its forms."""
        with use(speaks):
            field = Markup('<input type="hidden" name="_csrf_token" value="{}">').format(token)
            return self.jinja.get_template(template).render(
                language=language(),
                languages=[(code, LANGUAGES.get(code, code)) for code in languages()],
                token=token,
                token_field=lambda: field,
                here=here,
                **data,
            )

    def piece(self, template: str, speaks: str, token: str, /, **data: Any) -> Markup:
        """A piece of a page, for a region."""
        return Markup(self.render(template, speaks, token, **data))

    # --- games ----------------------------------------------------------------------

    def games(self) -> list[dict[str, Any]]:
        return [game_card(info) for info in catalogue()]

    # --- guests ---------------------------------------------------------------------

    def guest_regions(self, live: Live, viewer: Viewer) -> Regions:
        """The parts of the frame that show who is there: before the start the whole gathering."""
        with use(viewer.language):
            if live.table.phase != "gathering":
                return {"seat-names": self._seat_names(live, viewer)}
            data = self._gathering(live, viewer)
            return {"guests": self.piece("_gathering.html", viewer.language, viewer.token, **data)}

    def _seat_names(self, live: Live, viewer: Viewer) -> Markup:
        """Who plays. Most of the time everybody at a table is shown the same."""
        table, seat = live.table, viewer.seat
        names = live.guests().names
        info = game_info(table.game.name)
        guests = []
        for place, other in enumerate(table.seats):
            colour, present = table.game.seat_name(place), live.present(place)
            guests.append(
                SeatName(
                    place,
                    names[place],
                    colour,
                    info.seat_title(colour),
                    bot_label(other.bot) if other.bot is not None else "",
                    present,
                    live.stand_in_for(place) if other.person else "",
                    seat is not None and not present and table.may_hand_over(place, seat),
                    other.stand_in and place in viewer.device and table.phase == "playing",
                    other.person and place in viewer.device and table.phase == "playing",
                )
            )
        posts = any(guest.may_hand_over or guest.may_take_back or guest.may_choose for guest in guests)
        form = (live.id, viewer.token) if posts else ("", "")
        bots = tuple(choice.name for choice in self.house.bots.stand_ins(table.game))
        return self._names_rendered(viewer.language, tuple(guests), bots, table.rematch, *form)

    def _render_names(
        self,
        speaks: str,
        guests: tuple[SeatName, ...],
        bots: tuple[str, ...],
        rematch: str | None,
        table: str,
        token: str,
    ) -> Markup:
        return self.piece(
            "_seat_names.html", speaks, token, id=table, guests=guests, bots=bots, bot_name=bot_name, rematch=rematch
        )

    def _guests(self, live: Live, viewer: Viewer) -> list[dict[str, Any]]:
        table = live.table
        names = live.guests().names
        starter = table.game.options.get("starter")
        info = game_info(table.game.name)
        return [
            {
                "seat": place,
                "name": names[place],
                "taken": other.taken,
                "colour": table.game.seat_name(place),
                "colour_name": info.seat_title(table.game.seat_name(place)),
                "bot": bot_label(other.bot) if other.bot is not None else "",
                "present": live.present(place),
                "mine": place in viewer.device,
                "host": place == table.host,
                "starts": starter == table.game.seat_name(place),
            }
            for place, other in enumerate(table.seats)
        ]

    def _gathering(self, live: Live, viewer: Viewer) -> dict[str, Any]:
        table = live.table
        info = game_info(table.game.name)
        colours = colour_option(info)
        return {
            "id": live.id,
            "seat": viewer.seat,
            "guests": self._guests(live, viewer),
            "name": viewer.name,
            "host_here": table.host in viewer.device,
            "host_name": "" if table.host is None else table.seats[table.host].name,
            "about": self.about(live),
            "free": sum(not other.taken for other in table.seats),
            "bots": bot_cards(self.house.bots.choices(table.game)),
            "colours": [(name, colours.value_title(name)) for name in colours.choices] if colours else [],
            "starters": starters(table.game, info),
            "starter": table.game.options.get("starter", ""),
            "clocks": clocks(),
            "clock": table.settings.clock,
            "public": table.settings.public,
            "link": f"{viewer.origin}/t/{live.id}",
        }

    def about(self, live: Live) -> str:
        """What is played here, in a line."""
        info = game_info(live.table.game.name)
        variant = str(live.table.game.options.get(info.variant, ""))
        parts = [info.title, variant_text(info, variant, live.table.game.players)]
        if live.table.settings.clock:
            parts.append(clock_text(live.table.settings.clock))
        return " · ".join(parts)

    # --- as data ----------------------------------------------------------------------

    def guests_data(self, live: Live) -> dict[str, Any]:
        """Who is there, for programs."""
        table = live.table
        names = names_of(table.seats)
        return {
            "phase": table.phase,
            "host": table.host,
            "seats": [
                {
                    "seat": place,
                    "colour": table.game.seat_name(place),
                    "name": names[place],
                    "bot": seat.bot,
                    "stand_in": seat.stand_in,
                    "stand_in_bot": live.stand_in_for(place) if seat.person else None,
                    "present": live.present(place),
                }
                for place, seat in enumerate(table.seats)
            ],
            "rematch": table.rematch,
        }

    def table_data(self, live: Live, seat: int | None) -> dict[str, Any]:
        """A table as one seat, or a spectator, may know it."""
        table = live.table
        data: dict[str, Any] = {
            "table": live.id,
            "game": table.game.name,
            "rules": table.game.rules_version,
            "deck": table.game.deck_hash,
            "options": plain(dict(table.game.options)),
            "settings": {"public": table.settings.public, "clock": table.settings.clock},
            "seat": seat,
            "number": live.number(seat),
            "position": str(live.position),
        }
        data |= self.guests_data(live)
        if table.phase != "gathering":
            view = table.view(seat)
            data["view"] = plain(view)
            data["awaited"] = live.talk.awaited(seat)
            data["awaits"] = view.awaited
            data["clock"] = live.clock_left(table.view(None).awaited)
            data["actions"] = [
                {"number": action, "notation": str(table.game.actions[action])} for action in view.actions
            ]
        return data


def description() -> str:
    """What this place is, for who looks for one."""
    games = ", ".join(info.title for info in catalogue())
    return _("Pizza games to play with friends and bots: {games}.").format(games=games)


def bot_cards(bots: Sequence[BotChoice]) -> list[dict[str, str]]:
    """Bots to choose from: what they are called, and what is to be known about them."""
    return [{"name": bot.name, "short": bot_name(bot.name), "label": bot_label(bot.name)} for bot in bots]


def game_card(info: GameInfo) -> dict[str, Any]:
    """What the home page says about a game."""
    credits = _("by {designer}, published by {publishers}").format(designer=info.designer, publishers=info.publishers)
    return {
        "name": info.name,
        "title": info.title,
        "summary": _(info.summary),
        "credits": credits,
        "picture": face_for(info.name).picture(),
        "lesson": lesson_for(info.name) is not None,
    }


def script_json(data: Any) -> Markup:
    """Data for the script, inside a page: no sign in it can end the element that holds it."""
    return Markup(json.dumps(data, separators=(",", ":")).translate(UNSAFE))


def script_words() -> Markup:
    """What the script says by itself."""
    return script_json(
        {
            "your_turn": _("Your turn"),
            "unreachable": _("The kitchen can't be reached. Look at your network and try again."),
            "copied": _("Copied."),
            "pass_to": _("Pass the device to {name}."),
            "why": _("Why?"),
            "mute": _("Mute {name}"),
            "muted": _("{name} is muted. Hear again"),
            "seconds": _("{seconds} s"),
        }
    )

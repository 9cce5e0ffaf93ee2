"""The players on a table's page: the gathering before the game, and the names during it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from forno.bots import DEFAULT_BOT
from forno.bots.registry import BotChoice
from forno.core.game import Game
from forno.core.language import _, capital, ngettext
from forno.core.registry import game_info
from forno.pages.documents.forms import about_bots
from forno.pages.documents.sealed_deals import deal_words
from forno.pages.documents.table_forms import command_form
from forno.pages.documents.time_fields import settled_time, time_fields, vacation_fields, vacation_text
from forno.pages.documents.time_proposal import propose_time, proposed_time
from forno.pages.face import Guests, Regions
from forno.pages.faces import face_for
from forno.pages.html import (
    NOTHING,
    Content,
    Markup,
    art,
    choice,
    hidden_fields,
    quiet_button,
    select,
    submit,
    tag,
    unseen,
)
from forno.pages.labels import (
    about,
    about_variant,
    answers_text,
    bot_choice,
    bot_face,
    bot_label,
    bot_name,
    bot_option,
    character,
    for_players,
    starters,
)
from forno.pages.publishing.readers import Viewer
from forno.table.guests import MAX_NAME_CHARACTERS, UNNAMED, Seat
from forno.table.settings import VOTE
from forno.table.table import Table


class TableBots(Protocol):
    """The bots of the table's host."""

    def choices(self, game: Game) -> Sequence[BotChoice]:
        """Return the bots that can be invited."""

    def stand_ins(self, game: Game) -> Sequence[BotChoice]:
        """Return the bots that can stand in for a person."""

    def stand_in_for(self, table: Table, seat: int) -> str:
        """Return the bot that stands in for an absent person."""


def guest_regions(table: Table, guests: Guests, present: Sequence[bool], bots: TableBots, viewer: Viewer) -> Regions:
    """Return the players' regions for the table's phase, in the current language."""
    if table.phase == "gathering":
        return {"guests": gathering(table, guests, present, bots, viewer)}
    regions = {
        "seat-names": seat_names(table, guests, present, bots, viewer),
        "proposal": proposed_time(table, guests, viewer),
    }
    if table.phase == "over":
        regions |= {"rematch": rematch(table, viewer), "rematch-wish": rematch_wish(table, guests, viewer)}
    return regions


# --- what both are made of ----------------------------------------------------------


def _for(name: str) -> Markup:
    """Return text for screen readers that tells equal buttons apart."""
    return unseen(f": {name}")


# --- during the game ------------------------------------------------------------------


def seat_names(table: Table, guests: Guests, present: Sequence[bool], bots: TableBots, viewer: Viewer) -> Markup:
    """Return the players' names with controls for absent ones."""
    rows = (_guest(table, guests, present[seat], bots, viewer, seat) for seat in range(len(table.seats)))
    return tag("ul.plain.guest-list", rows)


def _guest(table: Table, guests: Guests, present: bool, bots: TableBots, viewer: Viewer, seat: int) -> Markup:
    guest, name, colour = table.seats[seat], guests.names[seat], table.game.seat_name(seat)
    playing, mine = table.phase == "playing", seat in viewer.device
    told = [game_info(table.game.name).seat_title(colour)]
    told += [bot_label(guest.bot)] if guest.bot is not None else []
    told += [] if present else [_missed(table)]
    told += [vacation_text(guest)] if guest.vacations else []
    told += [_("with the memory aid")] if guest.aided else []
    told += [] if guest.key_from is None else [_("new link from {host}").format(host=guests.names[guest.key_from])]
    forms: list[Markup] = []
    voted = viewer.seat is not None and (seat, viewer.seat) in table.votes
    if viewer.seat is not None and not present and not voted and table.may_hand_over(seat, viewer.seat):
        stand_in = bot_name(bots.stand_in_for(table, seat))
        rule = _("{bot} plays instead. Only {name} can choose another bot.").format(bot=stand_in, name=name)
        button = quiet_button(_("Let a bot play for {name}").format(name=name))
        if table.settings.late == VOTE:
            votes = {"n": sum(place == seat for place, _by in table.votes), "most": table.votes_needed(seat)}
            rule += " " + _("Votes: {n} of {most}.").format(**votes)
        forms.append(command_form(table, viewer, "hand-over", button, tag("small", rule), seat=seat, css=".absence"))
    if guest.stand_in and mine and playing:
        back = quiet_button(_("Take my seat back"))
        forms.append(command_form(table, viewer, "take-back", back, seat=seat, css=".absence"))
    if guest.person and mine and playing:
        id = f"stand-in-{seat}"
        choices = [(bot.name, bot_choice(bot.name)) for bot in for_players(bots.stand_ins(table.game))]
        label = tag("label", tag("small", _("Who plays for you when you are away")), for_=id)
        chosen = select(id, "bot", choices, bots.stand_in_for(table, seat), data_submits=True)
        forms.append(command_form(table, viewer, "stand-in", label, " ", chosen, quiet_button(_("Change")), seat=seat))
    if guest.person and mine and playing and table.settings.slow:
        form = command_form(table, viewer, "vacation", vacation_fields(seat), quiet_button(_("Announce it")), seat=seat)
        forms.append(tag("details.vacation", tag("summary", _("Vacation")), form))
    keeps = viewer.device and table.key_keeper(seat) in viewer.device
    if guest.person and playing and keeps and not mine and viewer.origin and (table.settings.slow or not present):
        forms.append(_replace_key(table, viewer, seat, name))
    alone = sum(other.person for other in table.seats) == 1 and not table.settings.slow
    fixed = alone or table.proposal is not None or table.settings.daily or table.settings.lesson
    if guest.person and seat == viewer.seat and playing and viewer.origin and not fixed:
        forms.append(propose_time(table, viewer, seat))
    return tag(
        f"li.c-{colour}{'' if present else '.away'}",
        tag("b", name),
        " ",
        tag("small", " · ".join(told)),
        forms,
        data_name_of=seat,
        data_name=name,
        data_absent=_absent(table, guest, present, mine) if playing else None,
        data_mine=mine,
    )


def _replace_key(table: Table, viewer: Viewer, seat: int, name: str) -> Markup:
    """Return the button with which the host replaces a lost key."""
    told = _("For {name} alone, if they lost their link. The old one stops working, and everyone is told.")
    button = quiet_button(_("Create a new link for {name}").format(name=name))
    form = command_form(table, viewer, "replace-key", tag("p", tag("small", told.format(name=name))), button, seat=seat)
    return tag("details.lost-key", tag("summary", _("Lost link")), form)


def _missed(table: Table) -> str:
    """Return the note on a person for whom a bot may play."""
    return _("time is up") if table.settings.slow else _("away")


def _absent(table: Table, guest: Seat, present: bool, mine: bool) -> str | None:
    """Return the note on a person who is missed or has a stand-in."""
    if guest.stand_in:
        return _("Take my seat back") if mine else _("a bot plays")
    return None if present or mine else _missed(table)


# --- after the game ---------------------------------------------------------------------


def rematch(table: Table, viewer: Viewer) -> Markup:
    """Return the button for a rematch."""
    if viewer.seat is not None:
        word = _("Rematch") if table.rematch is None else _("Join the rematch")
        alone = all(place in viewer.device for place, seat in enumerate(table.seats) if seat.person)
        button = submit(word)
        return command_form(
            table, viewer, "rematch", button, seat=viewer.seat, data_deals="alone" if alone else "together"
        )
    return tag("a.go", _("Watch the rematch"), href=f"/t/{table.rematch}") if table.rematch else NOTHING


def rematch_wish(table: Table, guests: Guests, viewer: Viewer) -> Markup:
    """Return the note on who wants a rematch, with the button to join."""
    wish = table.rematch_wish
    if wish is None or wish in viewer.device:
        return NOTHING
    wanted = tag("p", _("{name} wants a rematch.").format(name=guests.names[wish]))
    return tag("div.wanted", wanted, rematch(table, viewer))


# --- before the game --------------------------------------------------------------------


def gathering(table: Table, guests: Guests, present: Sequence[bool], bots: TableBots, viewer: Viewer) -> Markup:
    """Return the gathering: seats, who may take them, and the host's settings."""
    host_here = table.host in viewer.device
    free = sum(not seat.taken for seat in table.seats)
    chairs = [_chair(table, guests, present[seat], bots, viewer, seat) for seat in range(len(table.seats))]
    deal = table.deal
    settings: Content = None
    if deal.called is not None:
        below: Content = tag("p.shuffling", _("Shuffling the cards…"), role="status")
    elif host_here:
        below = _start(table, viewer, bots, free)
        settings = about_bots(bots.choices(table.game)) if free else None, _settle(table, viewer)
    elif viewer.seat is not None:
        host = _host_name(table) or _("The host")
        below = tag("p", _("You're in. {host} will start the game.").format(host=host), role="status")
    else:
        below = None if free else tag("p", _("All seats are taken; you can watch."))
    joins = viewer.seat is None and free > 0 and deal.called is None
    return tag(
        "div.gather",
        tag("h2", _("Your table") if host_here else _invites(table) if joins else _("Waiting for players")),
        tag("p", about_variant(table) if joins else about(table)),
        settled_time(table.settings, face_for(table.game.name).reminds(table.game)),
        _join(table, viewer) if joins else None,
        _say_name(table, viewer) if viewer.seat is not None and not viewer.name else None,
        _invitation(table, viewer) if free and viewer.seat is not None else None,
        below,
        tag(f"ol.chairs.of-{len(chairs)}", chairs),
        tag("div.asides", settings, None if joins else _about_deal(table, guests)),
        data_seal=deal.seal if table.sealed else None,
        data_called=deal.called is not None,
        data_promises=" ".join(f"{seat}:{promise}" for seat, promise in sorted(deal.promises.items())),
        data_device=" ".join(map(str, sorted(viewer.device))),
    )


def _about_deal(table: Table, guests: Guests) -> Markup | None:
    words = deal_words(table, guests)
    if not table.sealed:
        return words or None
    return tag("details.about-deal", tag("summary", _("Fair deal")), words)


def _chair(table: Table, guests: Guests, present: bool, bots: TableBots, viewer: Viewer, seat: int) -> Markup:
    guest, name, colour = table.seats[seat], guests.names[seat], table.game.seat_name(seat)
    title = game_info(table.game.name).seat_title(colour)
    mine, host_here, host = seat in viewer.device, table.host in viewer.device, seat == table.host
    told = [title]
    told += [_("host")] if host else []
    told += [bot_name(guest.bot), character(guest.bot, guest.name)] if guest.bot is not None else []
    told += [_("away")] if guest.taken and not present else []
    told += [vacation_text(guest), answers_text(guest.answers) if table.settings.slow else ""]
    told += [_("with the memory aid")] if guest.aided else []
    # Translators: of a seat: it has the first turn
    told += [_("starts")] if table.game.options.get("starter") == colour else []
    sign = art(bot_face(guest.bot, guest.name)) if guest.bot is not None else art("person") if guest.taken else None
    does: Content = None
    if not guest.taken:
        does = _add_player(table, viewer, bots, seat, title) if host_here else None
    elif mine and not host:
        does = command_form(table, viewer, "leave", quiet_button(_("Stand up")), seat=seat)
    elif host_here and not host:
        # Translators: a button: takes somebody off a seat
        does = command_form(table, viewer, "clear", quiet_button(_("Remove"), _for(name)), seat=seat)
    return tag(
        f"li.chair.c-{colour}{'' if guest.taken else '.open'}{'.yours' if mine else ''}",
        tag("span.disc", sign, aria_hidden="true"),
        tag("span.who", name if guest.taken else _("Free")),  # Translators: of a seat: nobody sits there
        tag("small", " · ".join(filter(None, told))),
        does,
        data_name_of=seat,
        data_name=name,
        data_n=f"{seat:02}",
    )


def _say_name(table: Table, viewer: Viewer) -> Markup:
    """Return the name field for visitors without a name."""
    length = {"maxlength": MAX_NAME_CHARACTERS, "required": True}
    field = tag("input#say-name", name="name", autocomplete="nickname", placeholder=_("Your name"), **length)
    label = tag("label", _("What should the others call you?"), for_="say-name")
    return command_form(
        table, viewer, "name", label, field, quiet_button(_("That's me")), seat=viewer.seat, css=".say-name"
    )


def _host_name(table: Table) -> str:
    """Return the name that the host has said; empty if there is none."""
    name = "" if table.host is None else table.seats[table.host].name or ""
    return "" if name in (UNNAMED, _(UNNAMED)) else name


def _invites(table: Table) -> str:
    """Return who invites to what."""
    title = game_info(table.game.name).title
    host = _host_name(table)
    if not host:
        return _("You're invited to {game}").format(game=title)
    return _("{host} invites you to {game}").format(host=host, game=title)


def _join(table: Table, viewer: Viewer) -> Markup:
    """Return the form to take the first free seat: a name, unless it is known, and a button."""
    named = None if viewer.name else _name_field("join-name", _("Your name"))
    return command_form(table, viewer, "sit", named, submit(_("Join the game")), css=".join.actions")


def _name_field(id: str, label: str) -> Content:
    length = {"maxlength": MAX_NAME_CHARACTERS, "required": True}
    field = tag(f"input#{id}", name="name", autocomplete="nickname", placeholder=label, **length)
    return tag("label.unseen", label, for_=id), field


def _add_player(table: Table, viewer: Viewer, bots: TableBots, seat: int, title: str) -> Markup:
    """Return the host's ways to fill a free seat."""
    ways = _add_bot(table, viewer, bots, seat, title), _add_person(table, viewer, seat, title)
    return tag("details.here", tag("summary", _("Add a player"), _for(title)), tag("div.actions", ways))


def _add_bot(table: Table, viewer: Viewer, bots: TableBots, seat: int, title: str) -> Markup:
    """Return the host's form to seat a bot."""
    id = f"bot-{seat}"
    choices = [(bot.name, bot_option(bot)) for bot in for_players(bots.choices(table.game))]
    label = tag("label.unseen", capital(_("bot")), for_=id)
    button = quiet_button(_("Add a bot"), _for(title))
    return command_form(table, viewer, "bot", label, select(id, "bot", choices, DEFAULT_BOT), button, seat=seat)


def _add_person(table: Table, viewer: Viewer, seat: int, title: str) -> Markup:
    """Return the host's form to seat somebody on the same device."""
    button = quiet_button(_("Add on this device"), _for(title))
    return command_form(table, viewer, "sit", _name_field(f"sit-{seat}", _("Name")), button, seat=seat)


def _start(table: Table, viewer: Viewer, bots: TableBots, free: int) -> Markup:
    """Return the host's form to start with bots on the empty seats."""
    button = tag("button.go.big", _("Start the game"), type="submit")
    if not free:
        return command_form(table, viewer, "start", button, css=".start.actions")
    told = ngettext("A bot takes the free seat:", "Bots take the {n} free seats:", free).format(n=free)
    choices = [(bot.name, bot_option(bot)) for bot in for_players(bots.choices(table.game))]
    chosen = DEFAULT_BOT if any(name == DEFAULT_BOT for name, _title in choices) else choices[0][0]
    filled = tag("span.fills", tag("label", told, for_="fill-with"), " ", select("fill-with", "bot", choices, chosen))
    return command_form(table, viewer, "start", button, filled, css=".start.actions")


def _settle(table: Table, viewer: Viewer) -> Markup:
    """Return the host's settings before the start."""
    game, info = table.game, game_info(table.game.name)
    option, chosen = info.colours, starters(game, info)
    colours = None
    if option is not None:
        choices = [(name, option.value_title(name)) for name in option.choices]
        fields = []
        for seat, guest in enumerate(table.seats):
            label = _("Seat {number}").format(number=seat + 1) + (f" ({guest.name})" if guest.taken else "")
            fields.append(choice(f"set-colour-{seat}", label, f"colour_{seat}", choices, game.seat_name(seat)))
        colours = tag("fieldset.two", tag("legend", _("Colours")), fields)
    starter = None
    if chosen:
        usual = str(game.options.get("starter", ""))
        starter = choice("set-starter", _("Who starts"), "starter", chosen, usual)
    public = tag("input", type="checkbox", name="public", value="yes", checked=table.settings.public)
    edition = tag("a", _("Change edition, players and more"), href=f"/t/{table.id}/options")
    form = command_form(
        table,
        viewer,
        "configure",
        colours,
        starter,
        time_fields(table.settings, bool(viewer.origin), "set-"),
        tag("label.tick", public, tag("span", _("Show it in the lobby"))) if viewer.origin else None,
        tag("p.actions", quiet_button(_("Change"))),
    )
    inside = tag("div.paper", tag("p", edition), form, _handicaps(table, viewer))
    return tag("details.options", tag("summary", _("Options")), inside)


def _handicaps(table: Table, viewer: Viewer) -> Markup | None:
    """Return the host's forms that give one person the memory aid as a handicap, or take it away."""
    people = [(seat, guest) for seat, guest in enumerate(table.seats) if guest.person]
    if table.game.with_memory_aid() is None:
        return None
    forms = []
    for seat, guest in people:
        words = _("No memory aid for {name}") if guest.aided else _("Memory aid for {name}")
        given = hidden_fields(aided="no" if guest.aided else "yes")
        forms.append(command_form(table, viewer, "aid", given, quiet_button(words.format(name=guest.name)), seat=seat))
    told = _("A child or a newcomer can play with the memory aid though the others don't. Everyone sees who has it.")
    return tag(
        "fieldset.handicap", tag("legend", _("Handicap")), tag("p", tag("small", told)), tag("div.actions", forms)
    )


def _invitation(table: Table, viewer: Viewer) -> Markup:
    if not viewer.origin:
        return tag("p", _("You are offline, so nobody can join by link. Add players on this device."))
    path = f"/t/{table.id}"
    code = _("QR code with the link of this table")
    link = tag("input", readonly=True, value=f"{viewer.origin}{path}", aria_label=_("Link of this table"))
    copy = tag("button.quiet", _("Copy"), type="button", data_copy=path)
    share = tag("button.quiet.share", _("Send the link"), type="button", data_share=path)
    return tag(
        "section.invite",
        tag("img.qr", src=f"{path}/qr.svg", alt=code, width=144, height=144),
        tag("div.tell", tag("p", _("Friends join with this link or the QR code.")), share),
        tag("p.link", link, copy),
        aria_label=_("Invite"),
    )

"""The page of a table, at one moment; and the record that is left of it."""

from __future__ import annotations

from forno.core.language import _, labelled
from forno.core.registry import game_info
from forno.pages.documents.chat import chat
from forno.pages.documents.document import PageContext, Preview, done_button, table_document, titled_page, why_dialog
from forno.pages.documents.notebook import notebook
from forno.pages.documents.sealed_deals import deal_words, opened_envelope
from forno.pages.face import Regions
from forno.pages.faces import face_for
from forno.pages.html import Content, Markup, art, hidden_fields, quiet_button, script_json, tag, together
from forno.pages.labels import about, daily_text, heading, result
from forno.pages.lessons import introduction
from forno.pages.publishing.contents import Contents
from forno.pages.publishing.readers import Viewer
from forno.pages.publishing.show import MAX_FIRST_LOG_LINES, LogLine, log_lines


def table_page(
    context: PageContext,
    table_id: str,
    contents: Contents,
    viewer: Viewer,
    own_link: str = "",
    daily: Markup | None = None,
    daily_card: str = "",
    preview: Preview | None = None,
    newcomer: bool = False,
    whole_log: bool = False,
) -> Markup:
    """Return the page of a table for one viewer, in the language of the context.

    `own_link` opens the viewer's seat on another device. `daily` says how a daily table went, and `daily_card` is what
    is passed on of it. A `newcomer` is introduced to the game. `whole_log`: with all lines of the log that may still be
    read, instead of the latest.
    """
    table, seat = contents.table, viewer.seat
    game = table.game.name
    guests = contents.guest_regions(viewer)
    gathering = contents.show is None
    shown, log = ({}, []) if gathering else contents.whole(seat, viewer.language)
    play: Content = tag("div.play", tag("div#guests.room", guests.get("guests")))
    beside: Content = None
    coach: Markup | None = None
    if contents.show is not None:
        over = _ending(context, table_id, contents, viewer, guests, daily) if table.phase == "over" else None
        board = tag(f"div#table.table-{game}", contents.show.face.layout(table.game, contents.guests, seat, shown))
        coach = _coach(shown.get("coach")) or _introduction(game, newcomer and seat is not None and not over)
        proposal = tag("div#proposal", guests.get("proposal"), aria_live="polite") if table.phase == "playing" else None
        play = coach, tag("div.play", over, proposal, tag("h2.unseen", _("The table")), board)
        cut = not whole_log and len(log) > MAX_FIRST_LOG_LINES
        lines = _latest(context, table_id, game, seat, log) if cut else log_lines(game, log)
        happened = _("What happened")
        log_list = tag("ol#log.log", lines, tabindex=0, aria_label=happened, data_why=f"/rules/{game}#RULE")
        names = tag("summary", _("Players")), tag("div#seat-names", guests.get("seat-names"))
        has_new_link = any(guest.key_from is not None for guest in table.seats)
        notes = seat is not None and table.settings.notes and table.phase == "playing"
        beside = (
            notebook(context, table_id, seat, table.notes.get(seat, "")) if notes and seat is not None else None,
            tag("section.leaf", tag("h2", happened), log_list),
            tag("details.leaf.guests", names, hidden=table.phase == "over", open=has_new_link),
            _deal(contents) if table.phase == "playing" else None,
        )
    origin = table.origin.table if table.origin is not None else ""
    side = tag(
        "aside.side",
        beside,
        _what_if(origin) if origin and context.has_server else None,
        chat(context, table_id, game_info(game), seat) if _talks(context, contents, viewer) else None,
        _own_link(own_link) if own_link else None,
        _notices(context, contents, seat) if context.notices and seat is not None and table.settings.slow else None,
        aria_label=_("Beside the table"),
    )
    return table_document(
        context,
        game,
        about(table),
        play,
        side,
        body=_marks(table_id, contents, viewer),
        script="table.js",
        preview=preview,
        about=(tag("p.about", about(table)), tag("p.day", daily_text(day)) if (day := table.settings.daily) else None),
        tools=_tools(_talks(context, contents, viewer)),
        last=_last(context, contents, viewer, guests, coach is not None, daily_card),
    )


def _latest(context: PageContext, table_id: str, game: str, seat: int | None, log: list[LogLine]) -> Markup:
    """Return the latest lines of the log, under a link to those before them."""
    place = "" if seat is None else f"&seat={seat}"
    link = tag("a", _("Show earlier"), href=f"/t/{table_id}?whole_log=1{place}#log")
    earlier = tag("li.earlier", link, context.script("earlier.js"))
    return together((earlier, log_lines(game, log[-MAX_FIRST_LOG_LINES:])))


def _marks(table_id: str, contents: Contents, viewer: Viewer) -> dict[str, str | int | bool | None]:
    """Return the attributes of the body, which tell the script where things stand."""
    table, seat, progress = contents.table, viewer.seat, contents.progress
    awaits = None if contents.show is None else table.view(None).awaited
    people = [str(place) for place, guest in enumerate(table.seats) if guest.bot is None]
    return {
        "class_": "at-table",
        "data_table": table_id,
        "data_game": table.game.name,
        "data_seat": "" if seat is None else seat,
        "data_players": table.game.players,
        "data_number": table.steps(seat),
        "data_position": str(progress.position),
        "data_phase": table.phase,
        "data_people": " ".join(people),
        "data_clock": None if contents.show is None else progress.clock_left(awaits),
        "data_zone": table.seats[seat].zone if seat is not None and table.settings.slow else None,
        "data_call": progress.call(viewer),
        "data_device": " ".join(map(str, sorted(viewer.device))) if viewer.shares_device else None,
        "data_awaits": awaits,
        "data_aided": seat is not None and table.seats[seat].aided,
    }


def _talks(context: PageContext, contents: Contents, viewer: Viewer) -> bool:
    """Return whether there is anybody to talk to: spectators of a game, or other people at the table."""
    table = contents.table
    if viewer.seat is None:
        return context.has_server and table.phase != "gathering"
    return context.has_server and sum(seat.bot is None for seat in table.seats) > len(viewer.device)


def _tools(talks: bool) -> Content:
    clock = tag("span#clock.clock", art("clock"), tag("span", data_seconds=True), role="timer", hidden=True)
    words = tag("span.word", _("Chat")), tag("span", data_unread=True)
    sounds = art("sound"), art("sound-off"), tag("span.word", _("Sounds"))
    return (
        tag("button#skip.quiet", art("skip"), tag("span.word", _("Skip")), type="button", hidden=True),
        clock,
        tag("button#chat-switch.quiet", art("talk"), words, type="button") if talks else None,
        tag("button#sound-switch.quiet", sounds, type="button", aria_pressed="false"),
    )


def _coach(told: Markup | None) -> Markup | None:
    """Return where a lesson speaks, if there is one."""
    if told is None:
        return None
    return _note("aside#lesson.coach", _("Your first game"), told, _("Stop the lessons"))


def _introduction(game: str, wanted: bool) -> Markup | None:
    """Return what a newcomer is told at the first decisions, each a few seconds to read."""
    told = introduction(game) if wanted else None
    return None if told is None else _note("aside#lesson.coach.intro", _("In one minute"), told, _("Skip"))


def _note(element: str, title: str, told: Markup, stop: str) -> Markup:
    got_it = _("Got it"), tag("span.waiting", aria_hidden="true", hidden=True)
    return tag(
        element,
        tag("h2#lesson-title", art("waiter"), tag("span", title)),
        tag("div#coach", told, aria_live="polite"),
        tag(
            "p.actions",
            tag("button.go", got_it, type="button", data_got_it=True),
            tag("button.quiet", stop, type="button", data_stop=True),
            tag("button.quiet", _("Continue the lessons"), type="button", data_resume=True, hidden=True),
        ),
        aria_labelledby="lesson-title",
    )


def _ending(
    context: PageContext, table_id: str, contents: Contents, viewer: Viewer, guests: Regions, daily: Markup | None
) -> Markup:
    """Return how the game ended, and where to go from there."""
    assert contents.show is not None
    table, seat, here = contents.table, viewer.seat, f"/t/{table_id}"
    mine, names, places = sorted(viewer.device), contents.guests.names, table.final.outcome.places
    envelope = opened_envelope(table, contents.guests, mine)
    if not context.has_server and not table.chosen:
        envelope = tag("p.small", _("Your own browser dealt these cards."))
    ways: list[Markup] = []
    if context.has_server:
        ways.append(tag("button.quiet", _("Share"), type="button", data_open="share", aria_haspopup="dialog"))
    review = f"{here}/review" if seat is None else f"{here}/review?seat={seat}"
    ways.append(tag("a.quiet", _("Review"), href=review))
    return tag(
        "section#ending.ending.room",
        heading(places, names, mine),
        daily,
        tag("div.actions", tag("div#rematch", guests.get("rematch")), ways),
        tag("div#honours", aria_live="polite") if context.has_server and seat is not None else None,
        contents.show.face.ending(table.view(seat), contents.guests),
        tag(
            "div.actions",
            tag("a.quiet", _("Watch it again"), href=f"{here}/replay"),
            tag("a.quiet", _("Download the record"), href=f"{here}/record"),
            tag("a.quiet", _("Home"), href="/"),
        ),
        envelope,
        tabindex=-1,
        aria_labelledby="result",
    )


def _share(contents: Contents, viewer: Viewer, daily_card: str) -> Markup:
    """Return the dialog that passes a result on: as a link, or as a picture."""
    table = contents.table
    address = f"/t/{table.id}"
    picture = f"{address}/result.png?speaks={viewer.language}"
    told = result(table.final.outcome.places, contents.guests.names, ())
    card = daily_card or labelled(game_info(table.game.name).title, told)
    if daily_card:
        address = "/daily"
    return tag(
        "dialog#share",
        tag("h2#share-title", _("Share the result")),
        tag("img", src=picture, alt=card, loading="lazy", width=600, height=315),
        tag(
            "p.actions",
            tag("button.go", _("Send the link"), type="button", data_share=address, data_text=card),
            tag("a.quiet", _("Download the picture"), href=picture, download="forno.png"),
            tag("button.quiet", _("Done"), type="button", data_close=True),
        ),
        aria_labelledby="share-title",
    )


def _deal(contents: Contents) -> Markup | None:
    words = deal_words(contents.table, contents.guests)
    return tag("details.leaf.about-deal", tag("summary", _("Fair deal")), words) if words else None


def _what_if(origin: str) -> Markup:
    goes_on = _("Here you try something else in a finished game. That game stays as it was.")
    finished = tag("a.quiet", _("The finished game"), href=f"/t/{origin}/replay?at=0")
    return tag("section.leaf", tag("h2", _("What if?")), tag("p", goes_on), tag("p.actions", finished))


def _notices(context: PageContext, contents: Contents, seat: int) -> Markup:
    """Return the way to a player's notices, and the button that reminds whoever everybody waits for."""
    here, people = f"/t/{contents.table.id}", sum(guest.person for guest in contents.table.seats)
    over = contents.table.phase == "over"
    word = _("Notifications") if over else _("Notify me when it's my turn")
    link = tag("a.quiet", word, href=f"{here}/notices?seat={seat}")
    nudge = context.form(
        f"{here}/nudge",
        hidden_fields(seat=seat),
        quiet_button(_("Nudge the player we're waiting for")),
        selector="form.nudge",
    )
    waits = contents.table.phase == "playing" and people > 1
    return tag("section.leaf", tag("div.actions", link, nudge if waits else None))


def _own_link(link: str) -> Markup:
    told = _("Your personal link opens your seat on another device. Keep it to yourself.")
    summary = tag("summary", _("On another device"))
    return tag("details.leaf.personal", summary, tag("p", told), personal_link(link))


def personal_link(link: str) -> Markup:
    """Return a link that opens somebody's seats, to be copied."""
    shown = tag("input", readonly=True, value=link, aria_label=_("Your personal link"))
    return tag("p.link", shown, tag("button.quiet", _("Copy"), type="button", data_copy=link))


def personal_link_page(
    context: PageContext, title: str, told: Content, link: str, code: Markup, code_label: str, back: Markup
) -> Markup:
    """Return the page that shows such a link, with its QR code and what to do with it."""
    return titled_page(
        context,
        title,
        tag(
            "section.paper.invite",
            tag("div.qr", code, role="img", aria_label=code_label),
            tag("div.tell", told),
            personal_link(link),
            aria_label=title,
        ),
        tag("p.actions", back),
    )


def _last(
    context: PageContext, contents: Contents, viewer: Viewer, guests: Regions, coach: bool, daily_card: str
) -> Content:
    """Return what lies over the table: notices, dialogs and scripts."""
    table, server = contents.table, context.has_server
    over: Content = None
    if table.phase == "over":
        won = any(table.final.outcome.places[seat] == 1 for seat in viewer.device)
        wish = tag("div#rematch-wish", guests.get("rematch-wish"), aria_live="polite")
        share = _share(contents, viewer, daily_card) if server else None
        over = wish, celebration(table.game.name) if won else None, share
    return (
        over,
        tag("p#lost.lost-line", _("Connection lost. Trying again…"), role="status", hidden=True),
        _hot_seat() if viewer.shares_device else None,
        _dialogs(),
        why_dialog(context),
        context.script("coach.js") if coach else None,
        context.script("adding.js") if server and table.phase != "playing" else None,
        context.script("checking.js") if server and table.phase == "over" else None,
        tag("script#words-said", script_json(contents.progress.words(viewer.seat)), type="application/json"),
    )


def _hot_seat() -> Markup:
    """Return what covers the table while several people pass a device on."""
    asked = _(
        "Someone asks for help, but not from you. Wait a little, then pass the device on, so that nobody can tell."
    )
    return together(
        tag("div#pass-on.pass-on", tag("p", asked), tag("button.go", type="button"), role="status", hidden=True),
        tag(
            "div#cover.cover",
            art("waiter"),
            tag("h2#cover-text"),
            tag("button#cover-go.go.big", _("It's me: show my hand"), type="button"),
            role="dialog",
            aria_modal="true",
            aria_labelledby="cover-text",
            hidden=True,
        ),
    )


def _dialogs() -> Content:
    wait = tag("p.actions", tag("button.go", _("Wait"), type="button", data_close=True))
    back, on = tag("button.go", _("Go back"), value="no", autofocus=True), tag("button.quiet", value="yes")
    keys = {
        "←→": _("next choice"),
        _("Enter"): _("choose, or take back"),
        "s": _("send the turn"),
        "Esc": _("clear my choices"),
        "k": _("show the rest at once"),
        "h": _("go to the hand"),
        "l": _("go to the log"),
        "c": _("go to the chat"),
        "?": _("these keys"),
    }
    arrows = tag("kbd", "←"), " ", tag("kbd", "→")
    rows = ((tag("dt", arrows if key == "←→" else tag("kbd", key)), tag("dd", does)) for key, does in keys.items())
    return (
        tag("dialog#absent", tag("h2#absent-title"), tag("div"), wait, aria_labelledby="absent-title"),
        tag(
            "dialog#ask",
            tag("form", tag("h2#ask-text"), tag("p.actions", back, on), method="dialog"),
            aria_labelledby="ask-text",
        ),
        tag(
            "dialog#keys",
            tag("h2#keys-title", _("Keys")),
            tag("dl.keys", rows),
            done_button(),
            aria_labelledby="keys-title",
        ),
    )


def celebration(game: str) -> Markup:
    """Return what rains down on who won."""
    return tag("div.celebration", [face_for(game).picture()] * 3, aria_hidden="true")


def signed_record(contents: Contents) -> str:
    """Return the record of a finished game or closed table. Players' names are comments."""
    table = contents.table
    head, gap, moves = table.record_text().partition("\n\n")
    chosen = ["# This deal was chosen: whoever knew the seed knew the cards."] if table.chosen else []
    names = [f"# {table.game.seat_name(place)}: {name}" for place, name in enumerate(contents.guests.names)]
    return "\n".join([head, *chosen, *names]) + gap + moves

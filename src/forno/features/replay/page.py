"""HTML of a replay: the table at one step, the whole story, and the controls."""

from __future__ import annotations

from typing import Final

from forno.core.language import N_, _, capital, labelled
from forno.core.registry import game_info
from forno.features.replay.replaying import ALL_SEATS, NOBODY, Hand, ShownScene
from forno.pages.documents.document import PageContext, Preview, document, table_document, why_dialog
from forno.pages.documents.new_table_page import alert
from forno.pages.html import Markup, csrf_field, hidden_fields, labelled_field, select, tag, together
from forno.pages.labels import variant_text
from forno.pages.publishing.show import log_lines

PACES: Final = {"slow": N_("Slow"), "normal": N_("Normal"), "fast": N_("Fast"), "instant": N_("Instant")}


def replay_page(
    context: PageContext,
    shown: ShownScene,
    action: str,
    pasted: str = "",
    deck: str = "",
    review: str = "",
    trial: str = "",
    preview: Preview | None = None,
) -> Markup:
    """Return the page of a recorded game; see `replay_content`."""
    info = game_info(shown.game)
    title = labelled(_("Watch it again"), f"{info.title} · {variant_text(info, shown.variant, shown.players)}")
    return table_document(
        context,
        info.name,
        title,
        replay_content(shown, action, context.token, pasted, deck, review, trial),
        body={
            "class_": "at-table replay",
            "data_game": info.name,
            "data_players": shown.players,
            "data_phase": "replay",
        },
        script="replay.js",
        preview=preview,
        last=why_dialog(context),
    )


def record_page(context: PageContext, record: str = "", wrong: str = "") -> Markup:
    """Return the form for a record to be watched: after a mistake with what was sent."""
    deck = capital(_("deck file, if the game doesn't use the standard deck"))
    review = tag("button.quiet", _("Review"), type="submit", formaction="/review")
    form = context.form(
        "/replay",
        labelled_field(
            "record",
            _("Paste a record here"),
            tag("textarea#record", record, name="record", rows=12, spellcheck="false"),
        ),
        labelled_field(
            "file", _("Or choose a file"), tag("input#file", name="file", type="file", accept=".txt,text/plain")
        ),
        labelled_field("deck", deck, tag("input#deck", name="deck", type="file", accept=".toml,text/plain")),
        tag("p.actions", tag("button.go", _("Watch"), type="submit"), review),
        selector="form.paper",
        enctype="multipart/form-data",
    )
    title = _("Watch a recorded game")
    return document(context, title, tag("h1", title), alert(wrong), form, main="room narrow")


def replay_content(
    shown: ShownScene, action: str, token: str = "", pasted: str = "", deck: str = "", review: str = "", trial: str = ""
) -> Markup:
    """Return the content under the title. A `pasted` record isn't stored: every step sends it again.

    `review` and `trial` are the addresses of the review and of trial games; empty if there are none.
    """
    hands = [_hand(shown.game, hand) for hand in shown.hands]
    table = tag(
        "div.play",
        tag("h2.unseen", _("The table")),
        tag(f"div#table.table-{shown.game}", shown.table),
        tag("div.open-hands", hands) if hands else None,
        tag("section.ending.room", shown.ending) if shown.ending else None,
    )
    leaves = _events_section(shown, action, token, bool(pasted), review, trial), _story(shown, action, bool(pasted))
    beside = tag("aside.side", leaves, aria_label=_("Beside the table"))
    return together(table, beside, _bar(shown, action, token, pasted, deck))


def _hand(game: str, hand: Hand) -> Markup:
    cards = tag(f"div.{game}", hand.html, tabindex=0, role="group", aria_label=hand.name)
    return tag(f"section.leaf.open-hand.c-{hand.colour}", tag("h2", hand.name), cards)


def _address(shown: ShownScene, action: str, step: int) -> str:
    return f"{action}?at={step}&seat={shown.seen_by}"


def _events_section(shown: ShownScene, action: str, token: str, pasted: bool, review: str, trial: str) -> Markup:
    lines = log_lines(shown.game, shown.told) or tag("li", _("The cards are dealt."))
    copy = tag(
        "button.quiet", _("Copy a link to this moment"), type="button", data_copy=_address(shown, action, shown.at)
    )
    return tag(
        "section.leaf",
        tag("h2", _("What happened")),
        tag("ol.log", lines, data_why=f"/rules/{shown.game}#RULE"),
        None if pasted else tag("p", copy),
        tag("div.actions", _review(shown, review, pasted), _trial(shown, trial, token)) if review else None,
    )


def _review(shown: ShownScene, address: str, pasted: bool) -> Markup:
    """Return the link to the game's review, for the seat whose point of view is shown, if it is one."""
    if pasted:
        return tag("button.quiet", _("Review"), form="replay-bar", formaction=address)
    return tag("a.quiet", _("Review"), href=f"{address}?seat={shown.seen_by}" if shown.seen_by.isdecimal() else address)


def _trial(shown: ShownScene, address: str, token: str) -> Markup | None:
    """Return the button that starts a trial game from this moment, unless the game is over."""
    if not address or shown.ending:
        return None
    seat = {"seat": shown.seen_by} if shown.seen_by.isdecimal() else {}
    fields = csrf_field(token) + hidden_fields(place=shown.place, **seat)
    return tag("form", fields, tag("button.quiet", _("Try it from here")), method="post", action=address)


def _story(shown: ShownScene, action: str, pasted: bool) -> Markup:
    def line(step: int, told: str) -> Markup:
        if pasted:
            way = tag("button.link", told, form="replay-bar", name="go", value=step)
        else:
            way = tag("a", told, href=_address(shown, action, step), data_go=step)
        return tag("li", way, aria_current="step" if step == shown.at else None)

    lines = [line(step, told) for step, told in enumerate(shown.story)]
    whole = _("The whole game")
    return tag("section.leaf", tag("h2", whole), tag("ol.story", lines, start=0, tabindex=0, aria_label=whole))


def _bar(shown: ShownScene, action: str, token: str, pasted: str, deck: str) -> Markup:
    at, last = shown.at, len(shown.story) - 1
    sent = csrf_field(token) + hidden_fields(record=pasted, deck_text=deck) if pasted else None

    def to(word: str, step: int, far: bool = False) -> Markup:
        return tag("button.quiet.far" if far else "button.quiet", word, name="go", value=step, disabled=step == at)

    seats = [(ALL_SEATS, _("everyone, all hands open")), (NOBODY, _("a spectator"))]
    seats += [(str(place), name) for place, name in enumerate(shown.names)]
    paces = [(value, _(name)) for value, name in PACES.items()]
    play = {"data_play": _("Play"), "data_pause": _("Pause")}
    return tag(
        "form#replay-bar.replay-bar",
        sent,
        tag("button#play.go", _("Play"), type="button", hidden=True, **play),
        to(_("Beginning"), 0, far=True),
        to(_("Back"), max(at - 1, 0)),
        tag("input#at", type="range", aria_label=_("Step"), name="at", min=0, max=last, value=at),
        tag("span.where", _("{part} of {whole}").format(part=at, whole=last)),
        to(_("Next"), min(at + 1, last)),
        to(_("End"), last, far=True),
        tag("label", _("Seen by"), for_="seat"),
        select("seat", "seat", seats, shown.seen_by),
        tag("label", _("Pace"), for_="pace", hidden=True),
        select("pace", None, paces, data_setting="pace", hidden=True),
        tag("button.quiet", _("Go there"), type="submit"),
        method="post" if pasted else "get",
        action=action,
    )

"""Everything that the page of a table shows, at one moment; and the record that is left of it."""

from __future__ import annotations

from typing import Any

from forno.core.language import _, use
from forno.core.registry import game_info
from forno.pages.base_path import at
from forno.pages.faces import face_for
from forno.pages.html import NOTHING, Markup, attributes, fill, script_json, tag
from forno.pages.labels import about
from forno.pages.publisher import Publisher
from forno.pages.readers import Viewer
from forno.pages.results import heading, result
from forno.pages.sealed_deals import deal_words, opened_envelope
from forno.pages.show import log_lines


def table_parts(table_id: str, publisher: Publisher, viewer: Viewer) -> dict[str, Any]:
    """What the frame of a table's page is filled with."""
    table, seat = publisher.table, viewer.seat
    progress, guests = publisher.progress, publisher.guests
    info = game_info(table.game.name)
    regions = publisher.guest_regions(viewer)
    hot = len(viewer.device) > 1
    parts: dict[str, Any] = {
        "id": table_id,
        "game": {"name": info.name},
        "title": about(table),
        "hot": hot,
        "phase": table.phase,
        "said": script_json(progress.words(seat)),
        "guests": regions.get("guests", NOTHING),
        "seat_names": regions.get("seat-names", NOTHING),
        "rematch": regions.get("rematch", NOTHING),
        "rematch_wish": regions.get("rematch-wish", NOTHING),
        "origin": "" if table.origin is None else table.origin.table,
        "ending": "",
        "deal": NOTHING,
        "envelope": NOTHING,
        "result": NOTHING,
        "shared": "",
        "share": at(f"/t/{table_id}"),
        "daily": NOTHING,
        "celebration": NOTHING,
        "table": "",
        "coach": None,
        "log": NOTHING,
    }
    clock = awaits = None
    if publisher.show is not None:
        with use(viewer.language):
            face = publisher.show.face
            shown, log = publisher.whole(seat, viewer.language)
            parts["table"] = fill(face.layout(table.game, guests, seat), shown)
            parts["log"] = log_lines(info.name, log)
            parts["coach"] = shown.get("coach")
            if words := deal_words(table, guests):
                parts["deal"] = tag("details.leaf.about-deal", tag("summary", _("The deal")), words)
            awaits = table.view(None).awaited
            clock = progress.clock_left(awaits)
            if table.phase == "over":
                places, mine = table.final.outcome.places, sorted(viewer.device)
                parts["ending"] = face.ending(table.view(seat), guests)
                parts["envelope"] = opened_envelope(table, guests, mine)
                if not viewer.origin and not table.chosen:
                    parts["envelope"] = tag(
                        "p.small", _("Your own browser dealt these cards: there is no host to distrust.")
                    )
                parts["result"] = heading(places, guests.names, mine)
                parts["shared"] = f"{info.title}: {result(places, guests.names, ())}"
                parts["celebration"] = celebration(info.name) if any(places[seat] == 1 for seat in mine) else NOTHING
    parts["marks"] = attributes(
        data_table=table_id,
        data_game=info.name,
        data_seat="" if seat is None else seat,
        data_players=table.game.players,
        data_number=table.steps(seat),
        data_position=str(progress.position),
        data_phase=table.phase,
        data_people=" ".join(str(place) for place, guest in enumerate(table.seats) if guest.bot is None),
        data_clock=clock,
        data_call=progress.call(viewer),
        data_device=" ".join(map(str, sorted(viewer.device))) if hot else None,
        data_awaits=awaits,
    )
    return parts


def celebration(game: str) -> Markup:
    """What rains down on who won."""
    return tag("div.celebration", [face_for(game).picture()] * 3, aria_hidden="true")


def signed_record(publisher: Publisher) -> str:
    """The record of a finished game or a closed table. Who played is a remark, which no reader of records minds."""
    table = publisher.table
    head, gap, moves = table.record_text().partition("\n\n")
    chosen = ["# This deal was chosen: whoever knew the seed knew the cards."] if table.chosen else []
    names = [f"# {table.game.seat_name(place)}: {name}" for place, name in enumerate(publisher.guests.names)]
    return "\n".join([head, *chosen, *names]) + gap + moves

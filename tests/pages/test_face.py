"""The contract of faces: what is sent of a beat, whom it speaks to, and when a hint remembers."""

from __future__ import annotations

import json

from forno.pages.face import Beat, BestOrder, Fly, Guests, recollection, spoken_to
from forno.pages.faces import face_for
from forno.pages.html import Markup
from forno.table.entries import AidGiven, BotSat, Sat
from forno.table.keys import key_hash
from forno.table.table import Table
from tests.table.helpers import do, opened, started

GUESTS = Guests(("Anna", "Bruno", "Carla"), (False, True, True), ("", "nonna", "cuoco"))


def test_only_bots_have_portraits() -> None:
    assert [GUESTS.face(seat) for seat in range(3)] == ["", "nonna", "cuoco"]
    assert [Guests(GUESTS.names, GUESTS.bots).face(seat) for seat in range(3)] == ["", "bot", "bot"]


def test_of_a_beat_only_what_isnt_usual_is_sent() -> None:
    assert json.loads(Beat("placed").json) == {"kind": "placed", "pause": 800}
    fly = Fly("#hand", "#oven", Markup("<i></i>"))
    sent = json.loads(Beat("placed", "Anna places.", seat=0, pause=0, fly=(fly, Fly("a", "b", Markup(""), 3))).json)
    assert sent == {
        "kind": "placed",
        "tell": "Anna places.",
        "seat": 0,
        "fly": [
            {"start": "#hand", "end": "#oven", "card": "<i></i>"},
            {"start": "a", "end": "b", "card": "", "number": 3},
        ],
    }


def test_a_sentence_speaks_to_its_own_seat_and_to_nobody_else() -> None:
    beat = spoken_to(Beat("placed", "Anna places.", seat=0), "You place.")
    assert [beat.told_to(seat) for seat in (None, 0, 1)] == ["Anna places.", "You place.", "Anna places."]
    assert spoken_to(beat, "Anna places.") is beat


def among_bots() -> Table:
    table = opened(players=2)
    do(table, Sat(1.0, 0, "Anna", key_hash("a")))
    do(table, BotSat(1.0, 1, "cuoco"))
    do(table, table.start(2.0, 7))
    return table


def test_a_hint_remembers_only_where_that_spoils_nobodys_game() -> None:
    face = face_for("mamma-mia")
    assert recollection(started(players=2), 0, face) is None
    against_bots = recollection(among_bots(), 0, face)
    assert against_bots is not None
    assert "Against bots alone" in against_bots.why
    assert against_bots.memory.seat == 0
    aided = recollection(started(players=2, memory_aid=True), 1, face)
    assert aided is not None
    assert "With the memory aid" in aided.why


def test_the_memory_aid_of_one_seat_is_that_seats_alone() -> None:
    table = opened(players=2)
    for seat, name in enumerate(("Anna", "Bruno")):
        do(table, Sat(1.0, seat, name, key_hash(name)))
    do(table, AidGiven(1.0, 1, True))
    do(table, table.start(2.0, 7))
    face = face_for("mamma-mia")
    assert [recollection(table, seat, face) is None for seat in (0, 1)] == [True, False]


def test_the_best_order_needs_no_pieces() -> None:
    assert BestOrder(0, "Minimale").pieces == ()

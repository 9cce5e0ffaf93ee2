"""Sealed deals on a page and as data: nothing that opens a deal is told before the end."""

from __future__ import annotations

from forno.core.language import use
from forno.core.sealing import new_number, seal_of
from forno.pages.documents.sealed_deals import deal_data, deal_words, opened_envelope
from forno.pages.face import Guests
from forno.table.entries import NumberPromised, Opened, Sat
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.testing.faces import read
from tests.pages.markup import words
from tests.table.helpers import do, started

GUESTS = Guests(("<b>Anna", "Bruno"), (False, False))
SECRET = "5" * 64
SEAL = seal_of(SECRET)


def sealed() -> Table:
    table = Table("t")
    do(table, Opened(0.0, "mamma-mia", {"players": 2}, None, TableSettings(), SECRET))
    for seat, name in enumerate(("Anna", "Bruno")):
        do(table, Sat(1.0, seat, name, key_hash(name)))
    return table


def test_the_seal_is_shown_and_who_is_ready_to_add_a_number() -> None:
    table = sealed()
    do(table, NumberPromised(2.0, 0, seal_of(new_number())))
    with use("en"):
        note = deal_words(table, GUESTS)
    read(note)
    told = words(note)
    assert SEAL in told
    assert "Ready to add a number: <b>Anna." in told
    assert SECRET not in told


def test_before_the_end_nothing_that_opens_the_deal_is_told() -> None:
    table = sealed()
    told = deal_data(table)
    assert (told["kind"], told["seal"], told["called"]) == ("sealed", SEAL, False)
    assert not {"secret", "numbers", "seed"} & set(told)


def test_a_deal_that_was_chosen_or_made_here_says_so() -> None:
    lesson = Table("t")
    do(lesson, Opened(0.0, "mamma-mia", {"players": 2}, None, TableSettings(lesson="first")))
    with use("en"):
        assert "same practice deal" in words(deal_words(lesson, GUESTS))
        assert "same practice deal" in words(opened_envelope(lesson, GUESTS, []))
    assert deal_data(lesson)["kind"] == "chosen"
    own = started(players=2)
    assert deal_words(own, GUESTS) == ""
    assert (deal_data(own)["kind"], deal_data(own)["seal"]) == ("unsealed", None)

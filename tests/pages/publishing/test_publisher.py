"""The publisher of a table: every reader gets what is theirs, with no server anywhere."""

from __future__ import annotations

from typing import Any

import pytest

from forno.core.chance import Chance
from forno.core.language import use
from forno.pages.publishing.publisher import Publisher
from forno.table.entries import HandedOver, KeyReplaced, Said, Sat, TakenBack
from forno.table.keys import key_hash
from forno.table.table import Table
from tests.pages.publishing.helpers import Clock, NoBots, Page, enter, publishing, start
from tests.table.helpers import NAMES, opened, seated, some_way
from tests.variants import Variant, chosen_variants, quick_at_smallest

GAMES = [("mamma-mia", {"players": 3}), ("pizza-master", {"players": 3, "mode": "master"})]


def go_on(publisher: Publisher, chance: Chance) -> None:
    seat = publisher.table.awaited
    assert seat is not None
    enter(publisher, publisher.table.decide(3.0, seat, some_way(publisher.table.turn_tree(), chance)))


@pytest.mark.parametrize("variant", quick_at_smallest(chosen_variants()))
def test_a_page_that_stays_shows_what_one_that_is_loaded_anew_shows(variant: Variant) -> None:
    publisher = publishing(seated(variant.info.name, **variant.games()[0].options))
    start(publisher, 5)
    chance = Chance(5)
    pages = [Page(), Page(0), Page(1, "it"), Page(language="it")]
    for page in pages:
        publisher.join(page, None)
    steps = 0
    while publisher.table.phase == "playing" and steps < 150:
        go_on(publisher, chance)
        steps += 1
        for page in pages if steps % 10 == 0 or publisher.table.phase == "over" else ():
            shown = publisher.contents.whole(page.seat, page.language)[0]
            assert {name: page.regions[name] for name in shown} == shown
            assert page.position == publisher.position


def test_pages_show_the_time_of_whoever_takes_a_seat_back() -> None:
    table = seated("mamma-mia", clock=7200, players=3)
    publisher = publishing(table)
    clock = publisher.clock
    assert isinstance(clock, Clock)
    start(publisher, 5)
    page = Page()
    publisher.join(page, None)
    seat = publisher.table.awaited
    assert seat is not None
    other = (seat + 1) % 3
    clock.time = 6000.0
    enter(publisher, HandedOver(6002.0, seat, "random", other))
    assert page.heard_of("guests")[-1]["clock"] is None
    enter(publisher, TakenBack(6002.0, seat))
    told = page.heard[-1][1]
    assert (told["awaits"], told["clock"]) == (seat, 7200)
    clock.time = 7000.0
    enter(publisher, HandedOver(7002.0, other, "random", seat))
    enter(publisher, TakenBack(7002.0, other))
    assert page.heard[-1][1]["clock"] == publisher.progress.clock_left(seat) == 6200


def test_everybody_reads_in_the_log_who_replaced_a_lost_key() -> None:
    publisher = publishing(seated("mamma-mia", players=3))
    start(publisher, 5)
    pages = Page(), Page(2)
    for page in pages:
        publisher.join(page, None)
    enter(publisher, KeyReplaced(1.0, 1, 0, "new"))
    for page in pages:
        ((step,),) = [told["steps"] for told in page.heard_of("late")]
        names = publisher.contents.guests.names
        assert step["tell"] == step["own"] == f"{names[0]} gave {names[1]} a new personal link."
        assert f"new link from {names[0]}" in page.heard_of("guests")[-1]["regions"]["seat-names"]


def test_who_has_just_sat_down_is_not_away() -> None:
    clock = Clock()
    publisher = Publisher(Table("t"), NoBots(), away_after=30.0, clock=clock)
    for entry in opened("mamma-mia", players=2).log:
        enter(publisher, entry)
    clock.time = 100.0
    enter(publisher, Sat(5.0, 1, "Bruno", key_hash("b")))
    assert publisher.attendance.present(1)
    clock.time = 140.0
    assert not publisher.attendance.present(1)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_one_who_comes_back_hears_what_was_missed_and_shows_the_same(game: str, options: dict[str, Any]) -> None:
    publisher = publishing(seated(game, **options))
    start(publisher, 6)
    chance = Chance(6)
    for _ in range(4):
        go_on(publisher, chance)
    for seat in (None, 0):
        steady, hasty = Page(seat), Page(seat)
        publisher.join(steady, None)
        publisher.join(hasty, None)
        assert publisher.leave(hasty) == []
        go_on(publisher, chance)
        publisher.join(hasty, hasty.position)
        assert hasty.regions == steady.regions
        assert hasty.position == steady.position
        publisher.join(hasty, hasty.position)
        assert len(hasty.heard_of("public")) == len(steady.heard_of("public"))
        publisher.leave(hasty)
        publisher.leave(steady)


def test_what_all_hear_is_the_same_bytes_and_what_is_private_goes_to_its_seat_alone() -> None:
    publisher = publishing(seated("mamma-mia", players=3))
    start(publisher, 7)
    pages = [Page(seat) for seat in (0, 1, 2, None)]
    for page in pages:
        publisher.join(page, None)
    chance = Chance(7)
    for _ in range(20):
        go_on(publisher, chance)
    first, *others = pages
    assert first.heard_of("public")
    assert all(page.heard_of("public") == first.heard_of("public") for page in others)
    assert not pages[-1].heard_of("own")
    assert all("hand" not in step.get("regions", {}) for told in first.heard_of("public") for step in told["steps"])
    assert any(told["asides"] for told in first.heard_of("own"))


def test_programs_hear_events_as_their_seat_sees_them() -> None:
    publisher = publishing(seated("mamma-mia", players=3))
    start(publisher, 7)
    program, watching = Page(0, plain=True), Page(plain=True)
    publisher.join(program, None)
    publisher.join(watching, None)
    go_on(publisher, Chance(7))
    drawn = [event for told in program.heard_of("events") for event in told["events"] if event["event"] == "Drew"]
    hidden = [event for told in watching.heard_of("events") for event in told["events"] if event["event"] == "Drew"]
    assert program.heard_of("snapshot")[0]["view"]["hand"]
    assert drawn
    assert all(event["ingredients"] is None for event in hidden)


def test_before_the_start_pages_show_who_gathers() -> None:
    publisher = publishing(opened("mamma-mia", players=3))
    page = Page()
    publisher.join(page, None)
    enter(publisher, Sat(1.0, 0, "<b>Anna</b>", key_hash("key0")))
    assert "&lt;b&gt;Anna" in page.regions["guests"]
    start_heard = len(page.heard)
    enter(publisher, Sat(1.0, 1, "Bruno", key_hash("key1")))
    enter(publisher, Sat(1.0, 2, "Carla", key_hash("key2")))
    start(publisher, 1)
    assert [name for name, _ in page.heard[start_heard:]] == ["guests", "guests", "started"]


def test_somebody_who_reads_along_is_here_and_a_while_after_isnt() -> None:
    publisher = publishing(seated("mamma-mia", players=3))
    clock = publisher.clock
    assert isinstance(clock, Clock)
    start(publisher, 1)
    clock.time = 100.0
    assert not publisher.attendance.present(0)
    page, other = Page(0), Page(1)
    publisher.join(page, None)
    publisher.join(other, None)
    assert publisher.attendance.present(0)
    assert publisher.leave(page) == [0]
    clock.time = 129.0
    assert publisher.attendance.present(0)
    clock.time = 131.0
    assert not publisher.attendance.present(0)
    publisher.tell_guests()
    assert "away" in other.regions["seat-names"]
    enter(publisher, HandedOver(3.0, 0, "random", 1))
    assert publisher.contents.guests.bots[0]


def test_the_clock_is_told_by_the_time_since_the_question() -> None:
    publisher = publishing(seated("mamma-mia", clock=60, players=3))
    clock = publisher.clock
    assert isinstance(clock, Clock)
    start(publisher, 1)
    page = Page()
    publisher.join(page, None)
    assert page.heard_of("snapshot")[0]["clock"] == 60
    go_on(publisher, Chance(1))
    clock.time += 12.4
    late = Page()
    publisher.join(late, None)
    assert late.heard_of("snapshot")[0]["clock"] == 48


def test_what_spectators_say_is_for_players_after_the_game() -> None:
    publisher = publishing(seated("mamma-mia", players=3))
    start(publisher, 1)
    player, spectator = Page(0), Page()
    publisher.join(player, None)
    publisher.join(spectator, None)
    enter(publisher, Said(3.0, None, "Zoe", "spectators", "Psst!"))
    enter(publisher, Said(3.0, 1, NAMES[1], "table", "Ciao!"))
    assert [told["text"] for told in player.heard_of("said")] == ["Ciao!"]
    assert [told["text"] for told in spectator.heard_of("said")] == ["Psst!", "Ciao!"]


def test_whatever_was_told_before_starting_anew_tells_the_table_as_it_is() -> None:
    publisher = publishing(seated("mamma-mia", players=3))
    start(publisher, 1)
    page = Page(0)
    publisher.join(page, None)
    go_on(publisher, Chance(1))
    shown = dict(page.regions)
    page.regions.clear()
    publisher.start_anew()
    assert page.regions == shown


def test_a_whole_page_is_put_together_from_the_regions() -> None:
    publisher = publishing(seated("mamma-mia", players=3))
    start(publisher, 1)
    assert publisher.contents.show is not None
    with use("en"):
        regions = publisher.contents.whole(0, "en")[0]
        page = publisher.contents.show.face.layout(publisher.table.game, publisher.contents.guests, 0, regions)
    assert "Into the oven!" in page
    assert NAMES[1] in page


def test_that_time_is_up_is_told_to_all_or_only_to_whom_nobody_may_know_to_be_asked() -> None:
    publisher = publishing(seated("mamma-mia", clock=30, players=4, edition="grande"))
    start(publisher, 2)
    chance = Chance(2)
    pages = [Page(seat) for seat in (None, 0, 1, 2, 3)]
    for page in pages:
        publisher.join(page, None)
    known = hidden = 0
    while publisher.table.phase == "playing" and not (known and hidden):
        table, show = publisher.table, publisher.contents.show
        assert show is not None
        assert table.awaited is not None
        seat, public = table.awaited, show.awaits == table.awaited
        before = [len(page.heard_of("late")) for page in pages]
        enter(publisher, table.decide(3.0, seat, some_way(table.turn_tree(), chance), "clock"))
        new = [len(page.heard_of("late")) - count for page, count in zip(pages, before, strict=True)]
        assert new == [int(public or page.seat == seat) for page in pages]
        known, hidden = known + public, hidden + (not public)
    assert hidden, "help was asked for, and somebody's time ran out in secret"
    [step] = pages[0].heard_of("late")[0]["steps"]
    assert step["tell"].endswith("'s time is up: a bot decides.")

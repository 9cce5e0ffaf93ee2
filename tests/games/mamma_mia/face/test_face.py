"""The face of Mamma Mia!: everything that happens is shown, in HTML that holds, in words that people read."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

import forno
from forno.core.events import Awaits, Event
from forno.games.mamma_mia.face import FACE
from forno.games.mamma_mia.face.pieces import book_of
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.pages.face import Guests
from forno.rulebook import rule
from forno.table.composing import turn_tree
from tests.pages.markup import read, words

EDITIONS = [("classic", 2), ("classic", 4), ("rio-grande", 5), ("grande", 3), ("grande", 6), ("grande-it", 2)]
NAMES = ("Anna", "<b>Bob</b>", "Carla & Co", '"Dora"', "Enzo", "Fede")
SILENT = (Awaits,)
"""Events without a beat, as the table itself shows whose decision is awaited."""


def make(edition: str = "classic", players: int = 4, memory_aid: bool = False) -> MammaMia:
    game = forno.game("mamma-mia", edition=edition, players=players, memory_aid=memory_aid)
    assert isinstance(game, MammaMia)
    return game


def guests_of(game: MammaMia) -> Guests:
    return Guests(NAMES[: game.players], tuple(seat % 2 == 1 for seat in range(game.players)))


def random_game(game: MammaMia, seed: int) -> Iterator[tuple[MammaMiaState, list[Event]]]:
    """Every state of a game in which everything is left to chance, with the events that led to it."""
    rng = random.Random(seed)
    state = game.deal(seed)
    yield state, list(state.events)
    while not state.is_over:
        yield state, list(state.apply(rng.choice(state.legal_actions())))


def labels(html: str) -> list[str]:
    """Return the names of the pictures of orders."""
    found = [(attributes.get("class") or "", attributes.get("title")) for _, attributes in read(html).tags]
    return [label or "" for kind, label in found if "served-order" in kind]


def seen(events: list[Event], seat: int | None = None) -> list[Event]:
    return [event for event in (e.seen_by(seat) for e in events) if event is not None]


@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_every_event_has_a_beat_or_is_silent_on_purpose(edition: str, players: int) -> None:
    game = make(edition, players)
    guests = guests_of(game)
    kinds: Counter[str] = Counter()
    for seed in range(4):
        for _, events in random_game(game, seed):
            for event in seen(events):
                beat = FACE.beat(game, event, guests)
                if isinstance(event, SILENT):
                    assert beat is None
                    continue
                assert beat is not None, event
                kinds[beat.kind] += 1
                assert beat.tell or beat.forgets is not None, event
                assert "{" not in beat.tell + beat.say, beat
                read(beat.html)
                for fly in beat.fly:
                    read(fly.card)
                    assert 1 <= fly.number <= 5
                if beat.why:
                    assert rule(beat.why).text
    expected = {"placed", "order-placed", "drew", "turn-ended", "oven-opened", "revealed", "order-revealed", "returned"}
    assert expected < set(kinds)
    assert kinds["ended"] == 4


@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_every_page_is_well_formed_and_names_are_text(edition: str, players: int) -> None:
    game = make(edition, players, memory_aid=players == 4)
    guests = guests_of(game)
    for step, (state, _) in enumerate(random_game(game, 1)):
        if step % 3 and not state.is_over:
            continue
        board = FACE.board(state.view(None), guests)
        for seat in {state.seat, step % players}:
            tree = turn_tree(state) if seat == state.seat and not state.is_over else {}
            regions = FACE.own(state.view(seat), guests, tree)
            page = FACE.layout(game, guests, seat, board | regions)
            reader = read(page + FACE.ending(state.view(seat), guests))
            ids = [str(attributes["id"]) for _, attributes in reader.tags if "id" in attributes]
            assert len(ids) == len(set(ids))
            assert {*board, *regions} <= set(ids)
            assert "<b>Bob" not in page
            assert "<b>Bob</b>" in " ".join(reader.text)


def test_every_control_and_picture_has_a_name() -> None:
    game = make("grande", 4)
    guests = guests_of(game)
    for state, _ in random_game(game, 3):
        if state.is_over:
            break
        regions = FACE.own(state.view(state.seat), guests, turn_tree(state))
        for html in regions.values():
            for button in html.split("<button")[1:]:
                assert words(f"<button{button.partition('</button>')[0]}</button>")


def test_the_shared_board_speaks_to_nobody_in_particular() -> None:
    game = make("grande", 4)
    guests = Guests(("Anna", "Bruno", "Carla", "Dora"), (False,) * 4)
    for state, events in random_game(game, 5):
        text = " ".join(words(html) for html in FACE.board(state.view(None), guests).values())
        told = " ".join(f"{beat.tell}" for e in seen(events) if (beat := FACE.beat(game, e, guests)))
        assert not {"you", "your", "You", "Your"} & set((text + " " + told).replace(".", " ").split())


@pytest.mark.rule("MMR-11")
def test_a_players_log_ends_with_the_own_turn_unless_the_table_has_the_memory_aid() -> None:
    for aid in (False, True):
        game = make(memory_aid=aid)
        guests = guests_of(game)
        for state, events in random_game(game, 1):
            for event in seen(events):
                beat = FACE.beat(game, event, guests)
                if type(event).__name__ == "TurnEnded" and not aid:
                    assert beat is not None
                    assert beat.forgets == vars(event)["seat"]
                else:
                    assert beat is None or beat.forgets is None
            assert ("aid" in FACE.board(state.view(None), guests)) is aid


def test_a_seat_alone_is_told_what_it_drew() -> None:
    game = make()
    guests = guests_of(game)
    told = 0
    for _, events in random_game(game, 2):
        for event in events:
            mine = FACE.aside(game, event, guests)
            public = event.seen_by(None)
            assert public is None or FACE.aside(game, public, guests) == ""
            told += bool(mine)
    assert told > 30


def test_an_announcement_is_said_in_words() -> None:
    game = make()
    state = game.position(
        hands=["3 salami, 4 olive", "7 mushroom", "7 pineapple", "7 green pepper"], seat="yellow", oven=[]
    )
    state.apply(game.parse("3 salami"))
    beats = [FACE.beat(game, event, guests_of(game)) for event in seen(list(state.apply(state.legal_actions()[0])))]
    [placed] = [beat for beat in beats if beat is not None and beat.kind == "placed"]
    assert placed.say == "Three salami!"
    assert placed.tell == "Anna puts in three salami."
    assert placed.fly[0].number == 3
    assert placed.fly[0].start == "#seat-0"
    assert placed.fly[0].end == "#oven"


@pytest.mark.rule("MM-14")
def test_an_order_that_goes_back_says_what_was_missing_and_which_rule() -> None:
    game = make()
    state = game.position(
        hands=["6 salami", "6 mushroom", "6 pineapple", "6 olive"],
        seat="yellow",
        table="",
        used="rest",
        oven=["1 pineapple", "2 olive", "yellow 4-olive"],
    )
    beats = [FACE.beat(game, event, guests_of(game)) for event in seen(list(state.events))]
    [fate] = [beat for beat in beats if beat is not None and beat.kind == "returned"]
    assert fate.tell.endswith("goes back under the waiter: two olives missing.")
    assert fate.why == "MM-14"


@pytest.mark.rule("MM-29")
def test_a_forbidden_ingredient_is_named_with_its_rule() -> None:
    game = make("grande", 4)
    state = game.position(
        hands=["8 salami", "8 mushroom", "8 pineapple", "8 olive"],
        seat="yellow",
        table="1 salami",
        used="rest",
        oven=["3 pineapple", "yellow minipizza"],
    )
    beats = [FACE.beat(game, event, guests_of(game)) for event in seen(list(state.events))]
    [fate] = [beat for beat in beats if beat is not None and beat.kind == "returned"]
    assert "there is salami on the table" in fate.tell
    assert fate.why == "MM-29"


@pytest.mark.rule("MM-23")
def test_the_end_is_counted_step_by_step() -> None:
    reasons = set()
    for seed in range(40):
        game = make("classic", 2)
        guests = Guests(("Anna", "Bruno"), (False, False))
        *_, (state, _) = random_game(game, seed)
        told = words(FACE.ending(state.view(None), guests))
        reason = state.outcome.reason
        reasons.add(reason)
        assert ("are tied, so ingredients in hand decide" in told) is (reason != "most-orders")
        assert ("share the win" in told) is (reason == "shared")
        assert words(FACE.ending(state.view(0), guests)).replace("Anna you", "Anna") == told
    assert "most-orders" in reasons
    assert len(reasons) > 1
    assert FACE.ending(make().deal(1).view(None), guests_of(make())) == ""


@pytest.mark.rule("MM-23")
@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_at_the_end_all_completed_orders_are_shown_before_their_owners(edition: str, players: int) -> None:
    game = make(edition, players)
    guests = guests_of(game)
    *_, (state, _) = random_game(game, 5)
    view, book = state.view(None), book_of(game)
    assert view.completed
    board = FACE.board(view, guests)
    titles = [
        [book.leaves[seat][order].title for order in orders] for seat, orders in enumerate(state.outcome.revealed)
    ]
    for seat, named in enumerate(titles):
        assert labels(board[f"served-{seat}"]) == named
        assert words(board[f"baked-{seat}"]) == f"{len(named)} completed"
    ranked = list(chain(*state.outcome.ranking))
    assert labels(FACE.ending(view, guests)) == [title for seat in ranked for title in titles[seat]]


@pytest.mark.rule("MM-23")
def test_the_log_tells_whose_orders_came_out_of_the_common_pile() -> None:
    game = make("grande", 3)
    *_, (state, events) = random_game(game, 5)
    beats = [FACE.beat(game, event, guests_of(game)) for event in seen(events)]
    [told] = [beat for beat in beats if beat is not None and beat.kind == "completed-revealed"]
    for seat, orders in enumerate(state.outcome.revealed):
        titles = "; ".join(book_of(game).leaves[seat][order].title for order in orders) or "nothing"
        assert f"{NAMES[seat]}: {titles}." in told.tell
    assert told.why == "MM-23"


@pytest.mark.rule("MM-11")
def test_hints_count_what_is_in_sight_and_nothing_that_must_be_remembered() -> None:
    game, open_game = make(), make(memory_aid=True)
    piles = {
        "hands": ["1 pineapple, 2 olive, order 4-olive", "6 mushroom", "6 salami", "6 green pepper"],
        "seat": "yellow",
        "oven": ["2 olive"],
    }
    texts = []
    for played in (game, open_game):
        texts.append(words(FACE.hint(played.position(**piles).view(0), None)))
    assert "two olives missing" in texts[0]
    assert "all in sight" in texts[1]

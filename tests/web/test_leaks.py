"""Nothing leaks: deal out anew what a seat can't know, and its page, its stream and its answers are the same bytes.

Two tables have the same log so far. At one of them everything that a seat can't know is then dealt out anew, with a
perfect memory of what it has seen. What it can ask for must be the same at both, and so must be what its streams are
sent while the game goes on with the same moves, for as long as the seat sees the same events.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from forno.core.chance import Chance
from forno.core.events import Event, seen_by
from forno.core.game import State
from forno.core.views import Memory
from forno.features.notices.messages import Message, message_text, message_title
from forno.features.notices.push import payload as push_payload
from forno.features.notices.webhook import payload as webhook_payload
from forno.features.your_tables.page import running_row
from forno.live import live_table
from forno.live.live_table import LiveTable
from forno.live.streams import Stream
from forno.pages.documents.table_page import signed_record
from forno.pages.face import Recollection
from forno.pages.json_encoding import encode
from forno.pages.publishing.readers import Viewer
from forno.server.settings import ServerSettings
from forno.store import outlook
from forno.store.outbox import TOPICS, OutboxItem, outbox_items
from forno.table.entries import AidGiven, BotSat, Entry, Forced, Moved, Noted, Opened, Sat
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.web.app import Application, create_app
from tests.amounts import THOROUGH, amount
from tests.loops import run
from tests.table.helpers import dealt, offered
from tests.web.servers import LIVELY

SHORTER: dict[str, Any] = {} if THOROUGH else {"max_days": 12}
"""Players who play at random never come to an end of Pizza Master by themselves; people take no longer than that."""
AIDED = "aided"
"""Option of these tests: the seat that has the memory aid as a handicap."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("mamma-mia", {"players": 3}),
    ("mamma-mia", {"edition": "grande", "players": 4}),
    ("mamma-mia", {"edition": "rio-grande", "players": 2, "memory_aid": True}),
    ("mamma-mia", {"players": 3, AIDED: 1}),
    ("pizza-master", {"players": 3} | SHORTER),
    ("pizza-master", {"mode": "master", "players": 4, "secret_objectives": True} | SHORTER),
]
NAMES = [f"{game}-{number}" for number, (game, _) in enumerate(GAMES)]
MAX_GAMES = 8
"""Maximum number of games in search of a move with one answer in one world and a choice in another."""
HOUR = 3600
OVER_DAYS = TableSettings(clock=72 * HOUR, increment=12 * HOUR, bank=120 * HOUR, rest="nights", notes=True)
POINTS = 12
"""At so many points of every game."""
TRIES = amount(12, 40)
"""Number of worlds that are looked at for one that differs in who has a choice."""
CHOICE = "one answer here, a choice there"
AHEAD = 8
"""Number of moves that are played on in both worlds, unless the seat sees the difference before."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """A server whose clocks stand still: both worlds have the same seconds left, however slow the machine is."""
    folder: Path = tmp_path_factory.mktemp("leaks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_table, "steady", lambda: 0.0)
        yield create_app(ServerSettings(data=str(folder / "tables.sqlite3"), away_after=1e9, **LIVELY))


def opening(game: str, options: dict[str, Any], seed: int) -> list[Entry]:
    """A table with a person at every seat, dealt."""
    entry = Opened(0.0, game, {name: value for name, value in options.items() if name != AIDED}, None, OVER_DAYS)
    players = Table.replay("probe", [entry]).game.players
    guests = [Sat(0.0, seat, f"Guest {seat}", "hash") for seat in range(players)]
    aids = [AidGiven(0.0, options[AIDED], aided=True)] if AIDED in options else []
    return [entry, *guests, *aids, dealt(entry, f"leaks {seed}")]


def opened(app: Application, game: str, options: dict[str, Any], seed: int) -> LiveTable:
    return app.host.live("leaks", opening(game, options, seed))


def state_of(live: LiveTable) -> State:
    assert live.table.state is not None
    return live.table.state


def make_move(live: LiveTable, action: int) -> None:
    """A move as the server makes it, without storing it."""
    assert live.table.awaited is not None
    live.follow(live.table.decide(0.0, live.table.awaited, (action,)))


def whole_game(app: Application, game: str, options: dict[str, Any], seed: int) -> list[Entry]:
    """The log of a game that chance played."""
    rng = random.Random(seed)
    live = opened(app, game, options, seed)
    while live.table.awaited is not None:
        make_move(live, rng.choice(offered(live.table)))
    return live.table.log


def points(log: list[Entry], rng: random.Random) -> list[int]:
    """Yield moments at which worlds part: before some of the moves, some of which left somebody only one answer."""
    chosen = {number for number, entry in enumerate(log) if type(entry) is Moved}
    before_only = sorted(number for number in chosen if isinstance(log[min(number + 1, len(log) - 1)], Forced))
    return rng.sample(sorted(chosen), POINTS) + rng.sample(before_only, min(POINTS, len(before_only)))


def shown(app: Application, live: LiveTable, seat: int | None) -> bytes:
    """Return everything that a seat is told when it asks, or while it is away.

    Page, snapshot, answers of the API, hints, its table on home, mails, webhooks and web push.
    """
    viewer = viewer_of(seat)
    regions, log = live.contents.whole(seat, "en")
    assert live.contents.show is not None
    layout = live.contents.show.face.layout(live.table.game, live.contents.guests, seat, regions)
    parts = [
        regions,
        [vars(line) for line in log],
        layout,
        live.contents.table_data(seat),
        live.contents.guest_regions(viewer),
    ]
    face = live.contents.show.face
    hint = ""
    if seat is not None:
        recollection = Recollection(live.table.memory(seat), "You remember.")
        hint = live.contents.hint(seat) + face.hint(live.table.view(seat), recollection)
    anew = live.publisher.anew(Stream(viewer)) + live.publisher.anew(Stream(viewer, plain=True))
    row = vars(running_row(live, [] if seat is None else [seat])) if live.table.phase == "playing" else {}
    told = [hint, {key: value for key, value in row.items() if key != "since"}, notices(live.table, seat)]
    return encode([*parts, *told]) + b"".join(anew)


def notices(table: Table, seat: int | None) -> list[object]:
    """Return everything that a seat may be told while it is away: as a mail, to a webhook, and by web push."""
    if seat is None:
        return []
    messages = [
        Message(topic, message_title(topic), message_text(table, seat, topic), "https://table", "https://stop")
        for topic in TOPICS
    ]
    return [
        part
        for message in messages
        for part in (
            message.body,
            webhook_payload("https://example.org", message)[1],
            push_payload(message).decode(),
        )
    ]


def viewer_of(seat: int | None) -> Viewer:
    return Viewer(seat, frozenset() if seat is None else frozenset({seat}))


def memory_of(live: LiveTable, seat: int | None) -> Memory:
    """A perfect memory of what has been shown to a seat."""
    memory = live.table.game.memory(seat)
    for event in seen_by(live.table.told_events(), seat):
        memory.observe(event)
    return memory


def elsewhere(
    app: Application, live: LiveTable, seat: int | None, chance: Chance, move: Entry | None = None
) -> LiveTable:
    """The same table in a world that the seat can't tell from the true one: if possible, in one where after that move
    somebody has a choice who has one answer here, or the other way round."""
    assert live.table.question is None
    other = app.host.live(live.id, live.table.log)
    view, memory = state_of(live).view(seat), memory_of(live, seat)
    for _ in range(1 if move is None else TRIES):
        world = other.table.state = view.sample(memory, chance)
        if isinstance(move, Moved) and differ(live, (state_of(live), world), move):
            break
    return other


def differ(live: LiveTable, worlds: Sequence[State], move: Moved) -> bool:
    """Whether after that move the table has a question with one answer in some of these worlds, but not in all."""
    found = set()
    for world in worlds:
        trial = world.clone()
        if trial.seat != move.seat or move.actions[0] not in trial.legal_actions():
            return False
        found.add(live.table.pending.after([trial.apply(move.actions[0])])[0].question is None)
    return len(found) > 1


class Ears:
    """A page and a program at one seat, or watching; and how much of the table's events they have been shown."""

    def __init__(self, live: LiveTable, seat: int | None) -> None:
        self.live, self.seat = live, seat
        self.streams = [Stream(viewer_of(seat)), Stream(viewer_of(seat), plain=True)]
        for stream in self.streams:
            live.join(stream, live.publisher.position)
        self.start = len(live.table.told_events())
        self.notices: list[OutboxItem] = []
        """Notices for the seat since the worlds parted, with the times at which they may be sent."""

    def move(self, action: int) -> None:
        """Have a move made at the table, which may cause notices for the seat."""
        table = self.live.table
        assert table.awaited is not None
        items = outbox_items(table.check(table.decide(0.0, table.awaited, (action,))))
        self.notices += [item for item in items if item.seat == self.seat]
        make_move(self.live, action)

    def heard(self) -> list[bytes]:
        """Return what was sent since the last time."""
        sent = [b"".join(stream.waiting) for stream in self.streams]
        for stream in self.streams:
            stream.waiting.clear()
            stream.size = 0
        return sent

    def seen(self) -> list[Event]:
        """Return what the seat may see of what was shown since the last time."""
        events = self.live.table.told_events(self.start)
        self.start += len(events)
        return seen_by(events, self.seat)

    def counted(self) -> dict[str, object]:
        """Every number that leaves the table for this seat, or from which such a number is made."""
        live, table = self.live, self.live.table
        publisher = live.publisher
        data = live.contents.table_data(self.seat)
        return {
            "steps": (table.steps(self.seat), table.steps(None)),
            "position": publisher.position,
            "parts": [len(seen_by(part, self.seat)) for part in publisher.progress.parts_after(0)],
            "told": (data["number"], data["position"], data.get("awaited"), data.get("awaits"), data.get("clock")),
            "entries": table.number,
            "called": publisher.progress.call(Viewer(self.seat, frozenset(range(table.game.players)))),
        }


def compare(app: Application, ours: Ears, theirs: Ears, seen: Counter[str]) -> bool:
    """Whether the seat has seen the same in both worlds; if it has, it was sent the same."""
    events, others = ours.seen(), theirs.seen()
    heard, told = ours.heard(), theirs.heard()
    if events != others:
        seen["apart"] += 1
        return False
    assert heard == told, f"seat {ours.seat} can tell worlds apart by what it is sent of {events}"
    assert bool(heard[1]) == bool(events), f"seat {ours.seat} sees {events} and hears {heard[1]!r}"
    assert ours.counted() == theirs.counted(), f"seat {ours.seat} can tell worlds apart by counting after {events}"
    assert ours.notices == theirs.notices, f"seat {ours.seat} can tell worlds apart by its notices of {events}"
    assert ours.live.table.awaited == theirs.live.table.awaited, "who is asked depends on what is hidden"
    seen["alike"] += 1
    seen["sent"] += bool(heard[1])
    seen["notices"] += len(ours.notices)
    if ours.live.table.question != theirs.live.table.question:
        # In one world somebody has one answer, in the other several: that doesn't show on a page that is loaded now.
        seen[CHOICE] += 1
        assert shown(app, ours.live, ours.seat) == shown(app, theirs.live, ours.seat), f"while asked: {ours.seat}"
    return True


def go_on(app: Application, ours: Ears, theirs: Ears, first: int, rng: random.Random, seen: Counter[str]) -> None:
    """The same moves in both worlds, up to where the seat sees the difference: first that one, if it can be made."""
    for ahead in range(AHEAD):
        awaited = ours.live.table.awaited
        if awaited is None or theirs.live.table.awaited != awaited:
            return
        actions, others = offered(ours.live.table), offered(theirs.live.table)
        if awaited == ours.seat:
            assert actions == others
        both = sorted(set(actions) & set(others))
        if not both:
            return
        action = first if ahead == 0 and first in both else rng.choice(both)
        ours.move(action)
        theirs.move(action)
        if not compare(app, ours, theirs, seen):
            return


@pytest.mark.parametrize(("game", "options"), GAMES, ids=NAMES)
def test_streams_send_the_same_bytes_in_every_world_that_a_seat_holds_possible(
    app: Application, game: str, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(seed: int, seen: Counter[str]) -> None:
        rng = random.Random(seed)
        log = whole_game(app, game, options, seed)
        for point in points(log, rng):
            live = app.host.live("leaks", log[:point])
            move = log[point]
            assert isinstance(move, Moved)
            # In every world that whoever moves holds possible, that move can be made.
            seat = rng.choice([None, *range(live.table.game.players), *[move.seat] * 4])
            # A world that differs in who has a choice is looked for where somebody has none after that move.
            search = isinstance(log[point + 1], Forced) and (THOROUGH or not seen[CHOICE])
            other = elsewhere(app, live, seat, Chance(f"{seed} {point}"), move if search else None)
            go_on(app, Ears(live, seat), Ears(other, seat), move.actions[0], rng, seen)

    seen: Counter[str] = Counter()
    for seed in range(MAX_GAMES):
        run(scenario(seed, seen))
        if seed and seen[CHOICE]:
            break
    assert seen["alike"] > seen["apart"] + POINTS
    assert seen["sent"] > POINTS
    assert seen["notices"] > POINTS
    assert seen[CHOICE] > 0
    assert "failed" not in caplog.text


@pytest.mark.parametrize(("game", "options"), GAMES, ids=NAMES)
def test_pages_snapshots_and_answers_are_the_same_bytes_in_every_world_that_a_seat_holds_possible(
    app: Application, game: str, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        rng = random.Random(0)
        log = whole_game(app, game, options, 0)
        for point in points(log, rng)[::4]:
            live = app.host.live("leaks", log[:point])
            for seat in (None, *range(live.table.game.players)):
                other = elsewhere(app, live, seat, Chance(f"{point} {seat}"))
                assert shown(app, live, seat) == shown(app, other, seat), f"seat {seat} at {point}"

    run(scenario())
    assert "failed" not in caplog.text


def test_numbers_dont_tell_how_many_decisions_others_made(app: Application) -> None:
    """A turn sent in one piece and the same turn sent step by step look the same to everyone else."""

    async def scenario(together: bool) -> list[bytes]:
        live = opened(app, "mamma-mia", {"players": 3}, 1)
        state = live.table.state
        assert state is not None
        mover = state.seat
        others = [Stream(Viewer(seat, frozenset({seat}))) for seat in range(3) if seat != mover]
        others.append(Stream(Viewer()))
        for stream in others:
            live.join(stream, live.publisher.position)
        trial = state.clone()
        actions = []
        while trial.seat == mover and not trial.is_over:
            actions.append(trial.legal_actions()[0])
            trial.apply(actions[-1])
        assert len(actions) > 1
        for turn in [tuple(actions)] if together else [(action,) for action in actions]:
            live.follow(Moved(0.0, mover, turn))
        return [b"".join(stream.waiting) for stream in others]

    assert run(scenario(True)) == run(scenario(False))


def test_bots_and_guests_of_the_table_are_no_secret_but_seeds_and_keys_are(app: Application) -> None:
    async def scenario() -> None:
        opening = Opened(0.0, "mamma-mia", {"players": 2})
        guests = (Sat(0.0, 0, "Anna", "the-hash-of-a-key"), BotSat(0.0, 1, "cuoco"))
        entries = [opening, *guests, dealt(opening, "the-secret-seed")]
        live = app.host.live("secrets", entries)
        for seat in (None, 0, 1):
            text = shown(app, live, seat)
            assert b"cuoco" in text
            assert b"Anna" in text
            assert b"the-secret-seed" not in text
            assert b"the-hash-of-a-key" not in text
        live.close()

    run(scenario())


def test_a_notebook_is_its_seats_alone_and_nothing_tells_that_it_is_used(app: Application) -> None:
    """Streams, pages, answers, numbers, lists and notices are the same whether or not somebody writes."""

    async def scenario(writes: bool) -> tuple[list[bytes], list[bytes], bytes, bytes]:
        live = opened(app, "mamma-mia", {"players": 3}, 1)
        others = [Ears(live, seat) for seat in (None, 1, 2)]
        own = Ears(live, 0)
        if writes:
            note = Noted(0.0, 0, "three olives below")
            assert outlook(live.table.check(note)) == (live.table.due, None, ())
            live.follow(note)
        for _turn in range(6):
            make_move(live, offered(live.table)[0])
        heard = [part for ears in others for part in (*ears.heard(), repr(ears.counted() | {"entries": 0}).encode())]
        pages = [shown(app, live, seat) for seat in (None, 1, 2)]
        return heard, pages, b"".join(own.heard()), shown(app, live, 0)

    silent, written = run(scenario(False)), run(scenario(True))
    assert silent[:2] == written[:2]
    assert not any(b"olives below" in told for told in (*written[0], *written[1]))
    assert b"olives below" in written[2]
    assert b"olives below" in written[3]


def test_a_notebook_isnt_in_the_record_and_goes_along_to_all_devices_of_its_player(app: Application) -> None:
    async def scenario() -> None:
        live = opened(app, "mamma-mia", {"players": 3}, 2)
        live.follow(Noted(0.0, 0, "three olives below"))
        late = Stream(viewer_of(0))
        live.join(late, live.publisher.position)
        assert b"olives below" in b"".join(late.waiting)
        rng = random.Random(2)
        while live.table.awaited is not None:
            make_move(live, rng.choice(offered(live.table)))
        assert "olives below" not in signed_record(live.contents)
        for seat in (None, 1, 2):
            assert b"olives below" not in shown(app, live, seat)

    run(scenario())


def test_the_memory_aid_of_one_seat_shows_nothing_to_the_others_but_that_there_is_one(app: Application) -> None:
    async def scenario() -> None:
        plain, aided = (opened(app, "mamma-mia", {"players": 3} | more, 3) for more in ({}, {AIDED: 1}))
        own, other = Ears(aided, 1), Ears(aided, 2)
        before = aided.contents.whole(1, "en")[0]["aid"]
        rng = random.Random(3)
        for _turn in range(20):
            action = rng.choice(offered(plain.table))
            make_move(plain, action)
            make_move(aided, action)
            tally = aided.contents.whole(1, "en")[0]["aid"]
            heard, others = (b"".join(ears.heard()) for ears in (own, other))
            assert b"In the oven" not in others
            assert tally == before or encode(tally) in heard
            before = tally
        for seat in (None, 0, 2):
            assert plain.table.view(seat) == aided.table.view(seat)
            assert plain.contents.whole(seat, "en") == aided.contents.whole(seat, "en")
            told = [
                {**data, "seats": [{**guest, "aided": False} for guest in data["seats"]]}
                for live in (plain, aided)
                if (data := live.contents.table_data(seat))
            ]
            assert told[0] | {"position": ""} == told[1] | {"position": ""}
            assert "with the memory aid" in aided.contents.guest_regions(viewer_of(seat))["seat-names"]
        assert aided.table.view(1).oven_tally == memory_of(aided, 1).oven_contents()  # type: ignore[attr-defined]
        regions, log = aided.contents.whole(1, "en")
        assert "aid" in regions
        assert len(log) > len(plain.contents.whole(1, "en")[1])

    run(scenario())

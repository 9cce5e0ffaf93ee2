"""Checks of knowledge: views, memories, own places and sampled states."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.plain import plain
from forno.core.views import Memory, OwnPlace, View
from forno.testing.trial import MAX_DECISIONS, ConformanceError, Trial, differences, fingerprint

DEALS = 60
"""Number of deals that show what can be dealt."""

MAX_STRANGE_SHARE = 0.1
"""Samples with a never-dealt feature beyond which it is no accident."""

Shown = tuple[int, str]
"""Seat, and a field of its view."""

Places = Mapping[int, OwnPlace]


def places_of(trial: Trial) -> Places:
    """Return every seat's own place, for games in which it differs from the view."""
    game, state = trial.game, trial.state
    return {seat: game.own_place(state, seat) for seat in range(game.players)} if game.has_places else {}


def check_concern(trial: Trial, before: Places, awaited: int, events: Iterable[Event]) -> None:
    """Check that after a step the places of those whom it doesn't concern are as they were."""
    state = trial.state
    concerned: set[int] = {awaited, state.seat}
    for event in events:
        seats = event.concerns()
        if seats is None:
            return
        strangers = [seat for seat in seats if seat not in trial.seats]
        trial.require(not strangers, "concern", f"{event} concerns {strangers}, who don't play")
        concerned.update(seats)
    for seat, place in places_of(trial).items():
        if seat not in concerned:
            trial.require(
                place == before[seat],
                "concern",
                f"seat {seat}'s own place was {before[seat]} and is {place}, and nothing that happened concerns it",
            )


def check_view(trial: Trial) -> None:
    """Check that a view is of its seat, and offers the legal actions to the seat that decides and to nobody else."""
    state = trial.state
    legal = tuple(state.legal_actions())
    for seat in trial.seats:
        view = state.view(seat)
        trial.require(view.seat == seat, "view", f"seat {seat}'s view says it is seat {view.seat}'s")
        trial.require(view.game is trial.game, "game", f"seat {seat}'s view is of {view.game!r}")
        try:
            hash(view)
        except TypeError as error:
            trial.fail("frozen", f"the view of seat {seat}: {error}")
        deciding = not state.is_over and seat == state.seat
        awaited = None if state.is_over else state.seat
        trial.require(
            view.awaited == awaited or (view.awaited is None and not deciding),
            "view",
            f"seat {seat}'s view awaits {view.awaited}, and {awaited} is to decide",
        )
        mine = legal if deciding else ()
        trial.require(view.actions == mine, "view", f"seat {seat} can do {mine}, and its view says {view.actions}")
        trial.require(state.view(seat) == view, "view", f"asked twice, seat {seat}'s view differs")
        if seat is not None:
            place = trial.game.own_place(state, seat)
            shown = (place.seat, place.actions)
            trial.require(shown == (seat, mine), "view", f"seat {seat}'s own place says {shown}")


def check_memory(trial: Trial) -> None:
    """Check that what everyone has seen suffices to rebuild everyone's view."""
    for seat, memory in trial.memories.items():
        whose = (memory.game, memory.seat)
        trial.require(whose == (trial.game, seat), "game", f"the memory of seat {seat} says that it is of {whose}")
        changed = differences({"view": trial.state.view(seat)}, {"view": memory.view()})
        trial.require(not changed, "memory", f"the state's and seat {seat}'s own, from what it saw: {changed}")
        if seat is not None and not isinstance(place := memory.own_place(), View):
            known = trial.game.own_place(trial.state, seat)
            trial.require(place == known, "memory", f"seat {seat}'s own place is {known}, from what it saw {place}")


def check_sample(trial: Trial, seat: int | None, chance: Chance, *, play_out: bool) -> None:
    """Check that a sampled world has all the cards, looks the same to the seat, and can be played to its end."""
    state, memory = trial.state, trial.memories[seat]
    view = state.view(seat)
    world = view.sample(memory, chance)
    _check_world(trial, view, world, f"for seat {seat}")
    trial.require(world.is_over == state.is_over, "sample", f"for seat {seat}: one is over and one isn't")
    trial.require(world.seed is None, "sample", f"for seat {seat}: it pretends to be dealt from {world.seed!r}")
    begun = getattr(world, "built_from", "missing")
    trial.require(begun is None, "built-from", f"of a state sampled for seat {seat} it is {begun}")
    if seat == state.seat and not state.is_over:
        legal = state.legal_actions()
        trial.require(
            world.seat == seat and world.legal_actions() == legal,
            "sample",
            f"seat {seat} can do {legal}, and in the sampled world {world.legal_actions()}",
        )
    changed = differences({"view": view}, {"view": memory.view()})
    trial.require(not changed, "sample", f"it changed what seat {seat} remembers: {changed}")
    if play_out:
        _play_out(trial, seat, world, chance)


def check_poor_sample(trial: Trial, earlier: Memory, chance: Chance) -> None:
    """Check that a world sampled with a poor memory has all the cards, too, and looks the same to the seat.

    Poor memories are an empty one, and one of an earlier moment, which contradicts the view.
    """
    seat = earlier.seat
    view = trial.state.view(seat)
    for how, memory in (("an empty memory", trial.game.memory(seat)), ("an earlier memory", earlier)):
        where = f"for seat {seat}, with {how}"
        try:
            world = view.sample(memory, chance)
        except Exception as error:
            trial.fail("sample", f"{where}: {error!r}")
        _check_world(trial, view, world, where)
    _play_out(trial, seat, world, chance)


def _check_world(trial: Trial, view: View, world: State, where: str) -> None:
    found = dict(world.census())
    trial.require(found == trial.census, "sample", f"{where}: the cards are {found}, not {trial.census}")
    changed = differences({"view": view}, {"view": world.view(view.seat)})
    trial.require(not changed, "sample", f"{where}: it doesn't look the same: {changed}")


def check_sample_repeats(trial: Trial, seat: int | None, chance: Chance) -> None:
    """Check that the same chance samples the same world."""
    view, memory, seed = trial.state.view(seat), trial.memories[seat], chance.bits()
    one, other = (fingerprint(view.sample(memory, Chance(seed))) for _ in range(2))
    changed = differences(one, other)
    trial.require(not changed, "sample", f"for seat {seat}, the same chance gave two worlds: {changed}")


def check_sampled_deals(game: Game) -> None:
    """Check that a world sampled right after the deal could have been dealt, as everybody knows how cards are dealt.

    Whatever it shows another seat, deals show that seat as well: of what many worlds show, hardly more is strange to
    so many deals than of what other deals show.
    """
    facts: dict[str, frozenset[str]] = {}
    known: defaultdict[Shown, set[str]] = defaultdict(set)
    for number in range(DEALS):
        state = game.deal(f"known {number}")
        for other in range(game.players):
            for shown, parts in _shown_parts(state, other, facts):
                known[shown] |= parts

    def strange_fields(state: State, seat: int) -> set[str]:
        """Return the fields of a seat's view that show something that no known deal shows."""
        return {shown[1] for shown, parts in _shown_parts(state, seat, facts) if not parts <= known[shown]}

    strange: Counter[str] = Counter()
    for number in range(DEALS):
        trial = Trial(game, number)
        dealt = {other: strange_fields(trial.state, other) for other in range(game.players)}
        for seat in trial.seats:
            others = [other for other in range(game.players) if other != seat]
            world = trial.state.view(seat).sample(trial.memories[seat], Chance(number))
            strange.update(set().union(*(strange_fields(world, other) for other in others)))
            strange.subtract(set().union(*(dealt[other] for other in others)))
    worlds = DEALS * (game.players + 1)
    for field, times in strange.items():
        if times > MAX_STRANGE_SHARE * worlds:
            message = f"{times} of {worlds} worlds sampled after the deal show others a {field!r} that isn't dealt"
            raise ConformanceError("sample", message, game, "0 and others")


def _shown_parts(state: State, seat: int, facts: dict[str, frozenset[str]]) -> Iterator[tuple[Shown, frozenset[str]]]:
    """Yield the smallest parts of each field of a seat's view, kept in `facts`: most fields look alike to all seats."""
    view = state.view(seat)
    for field in fields(view):
        value = getattr(view, field.name)
        if isinstance(value, Game):
            continue
        text = repr(value)
        parts = facts.get(text)
        if parts is None:
            found: set[str] = set()
            _add_facts(plain(value), "", found)
            parts = facts[text] = frozenset(found)
        yield (seat, field.name), parts


def _add_facts(value: Any, place: str, found: set[str]) -> None:
    """Add the smallest parts of a value: numbers with their place, names without."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        found.add(place + repr(value))
        return
    for number, part in enumerate(value):
        _add_facts(part, place if isinstance(part, str) else f"{place}{number}: ", found)


def _play_out(trial: Trial, seat: int | None, world: State, chance: Chance) -> None:
    world.quiet = chance.below(2) == 0
    done: list[int] = []
    try:
        for _ in range(MAX_DECISIONS):
            if world.is_over:
                break
            legal = world.legal_actions()
            trial.require(bool(legal), "sample", f"for seat {seat}: after {done} nothing is legal")
            done.append(chance.choice(legal))
            world.apply(done[-1])
    except Exception as error:
        error.add_note(f"in a world sampled for seat {seat}, after {done}")
        raise
    trial.require(world.is_over, "sample", f"for seat {seat}: it doesn't end")
    found = dict(world.census())
    trial.require(found == trial.census, "sample", f"for seat {seat}: the cards at its end are {found}")

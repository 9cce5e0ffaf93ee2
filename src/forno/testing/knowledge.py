"""Checks of knowledge: events, views, memories and sampled states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from forno.core.chance import Chance
from forno.core.events import Event, SeatEvent
from forno.core.game import Game, State
from forno.core.plain import plain
from forno.core.views import OwnPlace
from forno.testing.trial import LONGEST, ConformanceError, Trial, differences, fingerprint

STEPS_TOGETHER = 4
"""Number of steps for which two states that look the same are played on alike."""

SAMPLES = 4
"""Number of sampled states that tell two memories apart."""

DEALS = 60
"""Number of deals that show what can be dealt."""

STRANGE = 0.1
"""Samples with a never-dealt feature beyond which it is no accident."""

Fact = tuple[int, str, str]
"""Seat, field of its view, and a part of the value there."""


def check_privacy(trial: Trial, events: Iterable[Event]) -> None:
    """Nobody but its seat sees the private part of an event, or anything of a secret one."""
    for event in events:
        if not event.private and not event.secret:
            continue
        if not isinstance(event, SeatEvent):
            trial.fail("privacy", f"{event} has a private part, and no seat that it belongs to")
        owner = event.seat
        for seat in trial.seats:
            seen = event.seen_by(seat)
            if seat == owner:
                trial.require(seen == event, "privacy", f"seat {seat} sees its own {event} as {seen}")
            elif event.secret:
                trial.require(seen is None, "privacy", f"seat {seat} sees the secret {event}")
            elif seen is not None:
                leaks = [name for name in event.private if getattr(seen, name) is not None]
                trial.require(not leaks, "privacy", f"seat {seat} sees {', '.join(leaks)} of {event}")


Places = Mapping[int, OwnPlace]


def places_of(trial: Trial) -> Places:
    """Return every seat's own place, for games in which it differs from the view."""
    game, state = trial.game, trial.state
    return {seat: game.own_place(state, seat) for seat in range(game.players)} if game.has_places else {}


def check_concern(trial: Trial, before: Places, awaited: int, events: Iterable[Event]) -> None:
    """After a step the places of those whom it doesn't concern are as they were."""
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
    """A view is of its seat, and offers the legal actions to the seat that decides and to nobody else."""
    state = trial.state
    legal = tuple(state.legal_actions())
    for seat in trial.seats:
        view = state.view(seat)
        trial.require(view.seat == seat, "view", f"seat {seat}'s view says it is seat {view.seat}'s")
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
    """What everyone has seen suffices to rebuild everyone's view."""
    for seat, memory in trial.memories.items():
        changed = differences({"view": trial.state.view(seat)}, {"view": memory.view()})
        trial.require(not changed, "memory", f"the state's and seat {seat}'s own, from what it saw: {changed}")


def check_sample(trial: Trial, seat: int | None, chance: Chance) -> None:
    """A sampled world has all the cards, looks the same to the seat, and can be played to its end."""
    state, memory = trial.state, trial.memories[seat]
    view = state.view(seat)
    world = view.sample(memory, chance)
    found = dict(world.census())
    trial.require(found == trial.census, "sample", f"for seat {seat}: the cards are {found}, not {trial.census}")
    changed = differences({"view": view}, {"view": world.view(seat)})
    trial.require(not changed, "sample", f"it doesn't look the same to seat {seat}: {changed}")
    trial.require(world.is_over == state.is_over, "sample", f"for seat {seat}: one is over and one isn't")
    trial.require(world.seed is None, "sample", f"for seat {seat}: it pretends to be dealt from {world.seed!r}")
    if seat == state.seat and not state.is_over:
        legal = state.legal_actions()
        trial.require(
            world.seat == seat and world.legal_actions() == legal,
            "sample",
            f"seat {seat} can do {legal}, and in the sampled world {world.legal_actions()}",
        )
    changed = differences({"view": view}, {"view": memory.view()})
    trial.require(not changed, "sample", f"it changed what seat {seat} remembers: {changed}")
    _play_out(trial, seat, world, chance)


def check_poor_sample(trial: Trial, seat: int | None, chance: Chance) -> None:
    """A world sampled by a seat that remembers nothing has all the cards, too, and looks the same to the seat."""
    view = trial.state.view(seat)
    try:
        world = view.sample(trial.game.memory(seat), chance)
    except Exception as error:
        trial.fail("sample", f"for seat {seat}, which remembers nothing: {error!r}")
    found = dict(world.census())
    trial.require(
        found == trial.census,
        "sample",
        f"for seat {seat}, which remembers nothing: the cards are {found}, not {trial.census}",
    )
    changed = differences({"view": view}, {"view": world.view(seat)})
    trial.require(not changed, "sample", f"it doesn't look the same to seat {seat}, which remembers nothing: {changed}")
    _play_out(trial, seat, world, chance)


def check_sample_repeats(trial: Trial, seat: int | None, chance: Chance) -> None:
    """The same chance samples the same world."""
    view, memory, seed = trial.state.view(seat), trial.memories[seat], chance.bits()
    one, other = (fingerprint(view.sample(memory, Chance(seed))) for _ in range(2))
    changed = differences(one, other)
    trial.require(not changed, "sample", f"for seat {seat}, the same chance gave two worlds: {changed}")


def check_sampled_deals(game: Game, deals: int = DEALS) -> None:
    """Everybody knows how cards are dealt, so a world sampled right after the deal could have been dealt.

    Whatever it shows another seat, deals show that seat as well: of what many worlds show, hardly more is strange to
    so many deals than of what other deals show.
    """
    known: set[Fact] = set()
    for number in range(deals):
        known |= _shown_to_others(game.deal(f"known {number}"), None)
    strange: Counter[str] = Counter()
    for number in range(deals):
        trial = Trial(game, number)
        for seat in trial.seats:
            world = trial.state.view(seat).sample(trial.memories[seat], Chance(number))
            strange.update({fact[1] for fact in _shown_to_others(world, seat) - known})
            strange.subtract({fact[1] for fact in _shown_to_others(trial.state, seat) - known})
    worlds = deals * (game.players + 1)
    for field, times in strange.items():
        if times > STRANGE * worlds:
            message = f"{times} of {worlds} worlds sampled after the deal show others a {field!r} that isn't dealt"
            raise ConformanceError("sample", message, game, "0 and others", ())


def _shown_to_others(state: State, seat: int | None) -> set[Fact]:
    """Return the parts of the other seats' views."""
    return {
        (other, field, fact)
        for other in range(state.game.players)
        if other != seat
        for field, value in plain(state.view(other)).items()
        for fact in _facts(value)
    }


def _facts(value: Any) -> Iterator[str]:
    """Split a value into its smallest parts: numbers with their place, names without."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        yield repr(value)
        return
    for place, part in enumerate(value):
        named = isinstance(part, str)
        yield from (fact if named else f"{place}: {fact}" for fact in _facts(part))


def check_leak(trial: Trial, seat: int | None, chance: Chance) -> None:
    """What a seat sees does not depend on what it can't know.

    The true world and a sampled one look the same to the seat. Whatever is then done in both alike: as long as they
    go on looking the same, the seat was told the same. What lay open for a moment only, and is gone from the view,
    may differ; but then it is something to remember, so a perfect memory has a use for it. And the same view reads
    the same.
    """
    true = trial.state.clone()
    world = true.view(seat).sample(trial.memories[seat], chance)
    told: list[list[Event]] = [[], []]
    for _ in range(STEPS_TOGETHER):
        one, other = true.view(seat), world.view(seat)
        if one != other or _any_over(true, world):
            return
        shown = trial.game.show(one), trial.game.show(other)
        trial.require(shown[0] == shown[1], "leak", f"equal views of seat {seat} are shown as {shown}")
        if seat is not None:
            places = trial.game.own_place(true, seat), trial.game.own_place(world, seat)
            trial.require(places[0] == places[1], "leak", f"to equal views of seat {seat} belong the places {places}")
        both = [action for action in true.legal_actions() if action in world.legal_actions()]
        if true.seat != world.seat or not both:
            return
        action = chance.choice(both)
        for place, state in enumerate((true, world)):
            told[place] += [seen for event in state.apply(action) if (seen := event.seen_by(seat)) is not None]
        if _any_over(true, world) or true.view(seat) != world.view(seat):
            return
        if _public(told[0]) != _public(told[1]):
            trial.require(
                _remembered(trial, seat, told[0], true) != _remembered(trial, seat, told[1], true),
                "leak",
                f"two worlds look the same to seat {seat} before and after {action}, but it was told {told[0]} "
                f"in one and {told[1]} in the other, which isn't even anything to remember",
            )
            return


def _public(events: list[Event]) -> list[Event]:
    """Return the public parts of events: chance may deal the seat itself other cards."""
    return [replace(event, **dict.fromkeys(event.private)) for event in events if not event.secret]


def _any_over(*states: State) -> bool:
    return any(state.is_over for state in states)


def _remembered(trial: Trial, seat: int | None, told: list[Event], state: State) -> list[Any]:
    """Return samples of the states that a perfect memory holds possible."""
    memory = trial.game.memory(seat)
    for event in [*trial.seen[seat], *told]:
        memory.observe(event)
    view = state.view(seat)
    return [fingerprint(view.sample(memory, Chance(seed))) for seed in range(SAMPLES)]


def _play_out(trial: Trial, seat: int | None, world: State, chance: Chance) -> None:
    world.quiet = chance.below(2) == 0
    done: list[int] = []
    try:
        for _ in range(LONGEST):
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

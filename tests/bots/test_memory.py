"""A human memory fades, blurs and gets confused, always in the same way; with its rates at zero it is perfect."""

from __future__ import annotations

import pytest

from forno.bots.memory import Forgetting, Mind
from forno.core.chance import Chance
from forno.core.events import seen_by
from forno.games.mamma_mia.bots.recall import HumanMemory
from forno.games.mamma_mia.rules.state import MammaMiaState
from tests.games.mamma_mia.helpers import sit_down

GRANDE = sit_down("grande", 4)
WORST = Forgetting(fading=0.05, blurring=0.05, mixing=0.05)


def played(memories: list[HumanMemory], steps: int, seed: int = 3) -> MammaMiaState:
    """A game by chance, seen by these memories from seat 0."""
    chance = Chance(seed)
    state = GRANDE.deal(seed)
    events = state.events
    for _ in range(steps):
        for event in seen_by(events, 0):
            for memory in memories:
                memory.observe(event)
        events = state.apply(chance.choice(state.legal_actions()))
    for event in seen_by(events, 0):
        for memory in memories:
            memory.observe(event)
    return state


def human(forgetting: Forgetting, seed: int = 0) -> HumanMemory:
    return HumanMemory(GRANDE, 0, forgetting, Chance(seed), trusting=False)


def test_without_rates_nothing_is_ever_lost() -> None:
    mind = Mind(Forgetting(), Chance(0))
    traces = [mind.see() for _ in range(100)]
    for trace in traces:
        assert not trace.is_lost(10**9)
        assert not trace.is_mixed_up(10**9)
        assert trace.amount(7, 10**9) == 7


@pytest.mark.parametrize("rate", [1 / 20, 1 / 100])
def test_a_trace_holds_as_long_on_average_as_the_rate_says(rate: float) -> None:
    mind = Mind(Forgetting(fading=rate), Chance(1))
    traces = [mind.see() for _ in range(2000)]
    left = sum(not trace.is_lost(round(1 / rate)) for trace in traces) / len(traces)
    assert left == pytest.approx(0.368, abs=0.04)


def test_what_is_forgotten_stays_forgotten() -> None:
    mind = Mind(WORST, Chance(2))
    traces = [mind.see() for _ in range(50)]
    for trace in traces:
        lost = [trace.is_lost(now) for now in range(300)]
        assert lost == sorted(lost)


def test_amounts_blur_by_one_and_small_ones_last() -> None:
    mind = Mind(Forgetting(blurring=0.05), Chance(4))
    traces = [mind.see() for _ in range(500)]
    assert all(trace.amount(1, 10**6) == 1 for trace in traces)
    wrong = {number: sum(trace.amount(number, 8) != number for trace in traces) for number in (2, 3, 6)}
    assert 0 < wrong[2] < wrong[3] < wrong[6]
    assert {trace.amount(6, 10**6) for trace in traces} == {5, 7}


def test_a_person_without_rates_recalls_the_whole_oven() -> None:
    memory = human(Forgetting())
    state = played([memory], 60)
    assert memory.recall().oven == memory.oven
    assert sum(max(entry, 0) for entry in memory.oven) == sum(max(entry, 0) for entry in state.oven)
    assert memory.recall().view() == state.view(0)


def test_the_same_chance_forgets_the_same() -> None:
    one, same, other = human(WORST, 1), human(WORST, 1), human(WORST, 2)
    played([one, same, other], 90)
    assert one.recall().oven == same.recall().oven
    assert one.recall().oven != other.recall().oven


def test_higher_rates_leave_less() -> None:
    bad, good = human(WORST), human(Forgetting(fading=0.005))
    played([bad, good], 90)
    assert len(bad.recall().oven) < len(good.recall().oven) <= len(good.oven)


@pytest.mark.parametrize("seed", range(8))
def test_a_poor_memory_never_contradicts_what_can_be_seen(seed: int) -> None:
    memory = human(WORST, seed)
    chance = Chance(seed)
    state = GRANDE.deal(seed)
    events = state.events
    while not state.is_over:
        for event in seen_by(events, 0):
            memory.observe(event)
        if state.seat == 0:
            view = state.view(0)
            world = view.sample(memory.recall(), chance)
            assert world.view(0) == view
            assert world.census() == state.census()
        events = state.apply(chance.choice(state.legal_actions()))

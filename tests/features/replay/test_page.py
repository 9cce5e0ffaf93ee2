"""Replays: the steps of a game, and what of it is shown."""

from __future__ import annotations

import pytest

from forno.core.events import Event
from forno.features.replay.page import Looking, scene, show_record
from forno.table.composing import is_shown
from tests.features.replay.helpers import played
from tests.variants import Variant, chosen_variants, variants


@pytest.mark.parametrize("variant", chosen_variants(), ids=str)
def test_a_step_is_whatever_somebody_else_notices(variant: Variant) -> None:
    record = played(variant.game())
    actions = record.replay().history()
    assert record.seed is not None
    state = record.game.deal(record.seed)
    steps: list[tuple[int, list[Event]]] = [(0, list(state.events))]
    for number, action in enumerate(actions, 1):
        events = list(state.apply(action))
        if any(map(is_shown, events)):
            steps.append((number, events))
        else:
            steps[-1][1].extend(events)
    for at in (*range(len(steps)), len(steps) + 5, None):
        found = scene((state for _line, state in record.steps()), at)
        number, events = steps[-1] if at is None else steps[min(at, len(steps) - 1)]
        assert found.state.history() == actions[:number]
        assert list(found.steps[found.at]) == events
        assert (found.at, len(found.steps)) == (steps.index((number, events)), len(steps))


def test_what_is_seen_of_a_game_is_one_hand_none_or_all() -> None:
    text = str(played(variants()[0].game()))
    hands = {who: show_record(text, None, Looking(4, who, "en")) for who in ("all", "none", "0", "99", "²")}
    assert [shown.seen_by for shown in hands.values()] == ["all", "none", "0", "all", "all"]
    assert [len(shown.hands) for shown in hands.values()] == [2, 0, 0, 2, 2]
    assert all(shown.told for shown in hands.values())


@pytest.mark.parametrize("variant", chosen_variants(), ids=str)
def test_every_step_has_a_sentence_and_the_same_one_wherever_one_looks_from(variant: Variant) -> None:
    text = str(played(variant.game()))
    first, later = (show_record(text, None, Looking(at, who, "en")) for at, who in ((0, "0"), (7, "none")))
    assert first.story == later.story
    assert all(first.story)
    assert later.told[0].tell == later.story[7]

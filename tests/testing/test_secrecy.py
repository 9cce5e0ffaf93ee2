"""The suite notices events that tell what their reader may not know."""

from __future__ import annotations

from typing import cast

import pytest

from forno.core.chance import Chance
from forno.core.events import Event, event
from forno.core.views import Memory, View
from forno.testing import ConformanceError, Trial, check_many, check_privacy
from tests import toy
from tests.testing.spoilt import Spoilt, SpoiltGame, Whispered, retold
from tests.toy import ToppingsMemory, ToppingsState, ToppingsView


@event
class TalkativeDrew(toy.Drew):
    """Forgets to hide the card."""

    def seen_by(self, seat: int | None) -> TalkativeDrew | None:
        return self


def test_a_private_field_that_others_see_is_noticed() -> None:
    def tell(state: Spoilt, event: Event) -> list[Event]:
        return [TalkativeDrew(event.seat, event.card) if isinstance(event, toy.Drew) else event]

    trial = Trial(SpoiltGame(retold(tell)), 1)
    check_privacy(trial, trial.step(trial.state.legal_actions()[0]))
    told = trial.step(toy.DRAW)
    with pytest.raises(ConformanceError, match="privacy: seat None sees card of TalkativeDrew"):
        check_privacy(trial, told)


def test_an_event_that_tells_what_nobody_may_know_is_noticed() -> None:
    def tell(state: Spoilt, event: Event) -> list[Event]:
        stock = state.inner.stock
        return [event, Whispered(stock[-1])] if isinstance(event, toy.Played) and stock else [event]

    # A sampled world must gossip as the true one does, or the two are told apart by that alone.
    class Gossip(SpoiltGame):
        def memory(self, seat: int | None) -> ToppingsMemory:
            return GossipMemory(self, seat)

    class GossipMemory(ToppingsMemory):
        def view(self) -> ToppingsView:
            return gossip(super().view(), game)

    def gossip(view: ToppingsView, game: SpoiltGame) -> ToppingsView:
        return GossipView(**vars(view))

    class GossipView(ToppingsView):
        def sample(self, memory: Memory, chance: Chance) -> ToppingsState:
            return cast(ToppingsState, game.spoil(super().sample(memory, chance), game))

    class Wrong(retold(tell)):  # type: ignore[misc]  # a class made by a function
        def view(self, seat: int | None) -> View:
            return gossip(self.inner.view(seat), game)

    game = Gossip(Wrong)
    with pytest.raises(ConformanceError) as failure:
        check_many(game, range(20), stride=1)
    assert failure.value.invariant == "leak"

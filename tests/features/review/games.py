"""Games for tests of reviews: played by bots, but for the turns that a test is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from forno.bots import RandomBot, make_bot
from forno.bots.bot import Bot
from forno.core.game import Game, State

Says = Callable[[State], int | None]
"""Replacement of what a bot would do; `None` for nothing else."""


def tell(state: State, bots: list[Bot]) -> None:
    for event in state.events:
        for seat, bot in enumerate(bots):
            seen = event.seen_by(seat)
            if seen is not None:
                bot.observe(seen)


def played(
    game: Game,
    seed: int,
    says: Says = lambda state: None,
    bot: str | Callable[[Game, int, int], Bot] = "cuoco",
    anew: Callable[[State], State] = lambda state: state,
) -> Iterator[State]:
    """A game: the state as dealt, and then after every action, the same one moved on; or another one from where `anew`
    gives one. There everybody plays at random but the seat that decides then: the others hold other cards."""
    state = game.deal(seed)
    make = partial(make_bot, bot) if isinstance(bot, str) else bot
    bots: list[Bot] = [make(game, seat, seed) for seat in range(game.players)]
    tell(state, bots)
    yield state
    while not state.is_over:
        world = anew(state)
        if world is not state:
            knowing, state = state.seat, world
            bots = [one if seat == knowing else RandomBot(game, seat, seed) for seat, one in enumerate(bots)]
        said = says(state)
        state.apply(bots[state.seat].choose(state.view(state.seat)) if said is None else said)
        tell(state, bots)
        yield state

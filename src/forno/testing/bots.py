"""Checks of a bot: it peeks at nothing, and all its luck comes from its seed.

    from forno.testing import check_bot, check_bot_in_processes

    def test_it_does_not_peek():
        check_bot(MyBot, forno.game("mamma-mia", players=3), seed=7)
        check_bot_in_processes("mybot:MyBot", forno.game("mamma-mia", players=3), seed=7)

A bot with a time budget depends on the clock; give it a budget that it can count.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

from forno.bots.bot import Bot
from forno.core.chance import Chance
from forno.core.game import Game
from forno.core.plugins import load
from forno.core.registry import game as make_game
from forno.testing.trial import Trial, run_elsewhere, where

MakeBot: TypeAlias = Callable[[Game, int, int | str], Bot]
"""Factory of a bot for a game, a seat and a seed."""


class BotCheckError(AssertionError):
    """A bot chose an illegal action, or chose differently without knowing a difference."""


def check_bot(make: MakeBot, game: Game, seed: int | str, seat: int = 0, stride: int = 1) -> list[int]:
    """Play a game with the bot in that seat and the others at random; return its choices.

    A twin with the same seed sees the same events. At every `stride`-th decision everything that the seat can't know
    is dealt anew, and the twin is given the view of that other world. Both must choose the same at every decision.
    """
    bot, twin = make(game, seat, seed), make(game, seat, seed)
    trial = Trial(game, seed)
    others, deal_anew = Chance(seed, "others"), Chance(seed, "worlds")
    told = 0
    choices: list[int] = []
    while not trial.state.is_over:
        state = trial.state
        if state.seat != seat:
            trial.step(others.choice(state.legal_actions()))
            continue
        for event in trial.seen[seat][told:]:
            bot.observe(event)
            twin.observe(event)
        told = len(trial.seen[seat])
        view = other = state.view(seat)
        if len(choices) % stride == 0:
            other = view.sample(trial.memories[seat], deal_anew).view(seat)
        action, again = bot.choose(view), twin.choose(other)
        here = where(game, seed, trial.actions)
        if action not in view.actions:
            raise BotCheckError(f"it chose {action}, which isn't among {list(view.actions)}\n  {here}")
        if action != again:
            raise BotCheckError(
                f"with the same seed, events and view it chose {action} and {again}: hidden cards or luck of another "
                f"source made a difference\n  {here}"
            )
        choices.append(action)
        trial.step(action)
    return choices


def check_bot_in_processes(factory: str, game: Game, seed: int | str, seat: int = 0, **options: Any) -> None:
    """Play the same game in two processes whose hashes differ, and compare all choices of the bot.

    The factory is named, `package.module:callable`, because it is imported there; it is called with the options too.
    The game must be registered, and have the deck that comes with it.
    """
    asked = json.dumps([factory, game.name, dict(game.options), seed, seat, options])
    code = "import forno, forno.testing.bots as bots; bots.print_choices()"
    played = []
    for done in run_elsewhere(code, asked.encode()):
        if done.returncode:
            raise BotCheckError(f"{factory} failed in a process of its own:\n{done.stderr.decode()}")
        played.append(json.loads(done.stdout))
    if played[0] != played[1]:
        place = next(n for n, pair in enumerate(zip(*played, strict=False)) if pair[0] != pair[1])
        raise BotCheckError(f"in two processes it chose differently from its decision {place + 1} on; seed {seed!r}")


def print_choices() -> None:
    """Entry point of the second process of `check_bot_in_processes`."""
    factory, name, options, seed, seat, more = json.load(sys.stdin)
    make = load(factory)
    game = make_game(name, **options)
    print(json.dumps(check_bot(lambda *where: make(*where, **more), game, seed, seat)))

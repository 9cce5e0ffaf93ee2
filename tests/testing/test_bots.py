"""The checks of bots notice what they are there for."""

from __future__ import annotations

import pytest

import forno
from forno.bots import Bot, RandomBot
from forno.core.views import View
from forno.testing import BotCheckError, check_bot, check_bot_in_processes
from tests.variants import SHORTER

pytestmark = pytest.mark.slow


class Moody(Bot):
    """Its luck isn't its own."""

    moods = forno.Chance("moods")

    def choose(self, view: View) -> int:
        return self.moods.choice(view.actions)


class Hashing(Bot):
    """Its choices hang on the hashes of the process."""

    def choose(self, view: View) -> int:
        return view.actions[hash(str(view.actions)) % len(view.actions)]


class Peeking(Bot):
    """Looks at what identity alone can tell: which world its view comes from."""

    def choose(self, view: View) -> int:
        return view.actions[id(view) // 16 % len(view.actions)]


class Lawless(Bot):
    def choose(self, view: View) -> int:
        return -1


@pytest.mark.parametrize("name", ["mamma-mia", "pizza-master"])
def test_a_bot_without_fault_passes(name: str) -> None:
    game = forno.game(name, players=2, **SHORTER.get(name, {}))
    assert check_bot(RandomBot, game, 7, seat=1, stride=9)
    check_bot_in_processes("forno.bots:RandomBot", game, 7)


@pytest.mark.parametrize("make", [Moody, Peeking])
def test_a_bot_that_chooses_differently_is_noticed(make: type[Bot]) -> None:
    with pytest.raises(BotCheckError, match="with the same seed, events and view it chose"):
        check_bot(make, forno.game("mamma-mia", players=2), 7)


def test_a_bot_that_breaks_the_rules_is_noticed() -> None:
    with pytest.raises(BotCheckError, match="it chose -1, which isn't among"):
        check_bot(Lawless, forno.game("mamma-mia", players=2), 7)


def test_a_bot_that_hangs_on_hashes_is_noticed_between_processes() -> None:
    game = forno.game("mamma-mia", players=2)
    check_bot(Hashing, game, 7)
    with pytest.raises(BotCheckError, match="in two processes it chose differently"):
        check_bot_in_processes("tests.testing.test_bots:Hashing", game, 7)


def test_a_factory_that_fails_there_is_told() -> None:
    with pytest.raises(BotCheckError, match="failed in a process of its own"):
        check_bot_in_processes("forno.bots:NoBot", forno.game("mamma-mia", players=2), 7)

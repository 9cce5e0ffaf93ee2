"""OpenSpiel's IS-MCTS as a bot: it knows what a bot knows, keeps to its budget, and plays in the arena."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import forno
from forno.adapters import ismcts
from forno.adapters.ismcts import IsmctsBot, QuickPlayouts
from forno.adapters.openspiel import spiel_game
from forno.arena import Match, run_here
from forno.bots import Bot
from forno.bots.lineup import read_lineup
from forno.core.chance import Chance
from forno.core.events import seen_by
from forno.testing import Trial, check_bot
from tests.variants import Variant, chosen_variants

pytestmark = pytest.mark.slow

NAME = "forno.adapters.ismcts:IsmctsBot"


def brief_search(game: forno.Game, seat: int, seed: int | str = 0) -> Bot:
    return IsmctsBot(game, seat, seed, iterations=3)


@pytest.mark.parametrize(
    ("name", "options"), [("mamma-mia", {"players": 2}), ("pizza-master", {"players": 2, "max_days": 2})]
)
def test_it_peeks_at_nothing_and_follows_its_seed(name: str, options: dict[str, Any]) -> None:
    check_bot(brief_search, forno.game(name, **options), seed=7, stride=8)


def test_it_plays_whole_games_in_the_arena() -> None:
    match = Match.of("mamma-mia", {"players": 2}, read_lineup(f"{NAME}:iterations=2,garzone"), "7")
    (game, _other) = run_here(match, list(match.tasks(1)), 1)
    assert game.winners


@pytest.mark.parametrize("variant", chosen_variants(), ids=str)
def test_openspiel_has_the_same_game(variant: Variant) -> None:
    assert spiel_game(variant.game()).forno == variant.game()


def test_other_decks_are_refused(tmp_path: Path) -> None:
    ours = (Path(forno.__file__).parent / "games/mamma_mia/decks/classic.toml").read_text("utf-8")
    own = tmp_path / "own.toml"
    own.write_text(ours.replace("P = 1, X1 = 4", "P = 2, X1 = 4"), "utf-8")
    with pytest.raises(forno.OptionError, match="our decks"):
        IsmctsBot(forno.game("mamma-mia", players=2, deck=str(own)), 0)


def test_it_stops_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count()
    monkeypatch.setattr(ismcts, "perf_counter", lambda: next(seconds))
    bot, trial = at_the_table(milliseconds=5000)
    bot.choose(trial.state.view(bot.seat))
    assert bot.search.simulations == 6  # each asks for the time once, but for the first two


def test_iterations_are_its_budget_whatever_the_time() -> None:
    bot, trial = at_the_table(milliseconds=0, iterations=9)
    bot.choose(trial.state.view(bot.seat))
    assert bot.search.simulations == 9


def at_the_table(**budget: Any) -> tuple[IsmctsBot, Trial]:
    """Return the bot at the seat that decides first."""
    game = forno.game("mamma-mia", players=2)
    trial = Trial(game, 7)
    bot = IsmctsBot(game, trial.state.seat, 1, **budget)
    for event in seen_by(trial.state.events, bot.seat):
        bot.observe(event)
    return bot, trial


def test_playouts_leave_the_state_alone() -> None:
    state = spiel_game(forno.game("mamma-mia", players=2)).new_initial_state()
    state.apply_action(3)
    before = str(state)
    assert sum(QuickPlayouts(Chance(1)).evaluate(state)) == 0
    assert str(state) == before
    assert [share for _action, share in QuickPlayouts(Chance(1)).prior(state)] == [
        1 / len(state.legal_actions())
    ] * len(state.legal_actions())


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "open_spiel.python.algorithms", None)
    monkeypatch.delitem(sys.modules, "forno.adapters.ismcts")
    with pytest.raises(forno.MissingExtra, match=r"pip install 'forno\[openspiel\]'"):
        import_module("forno.adapters.ismcts")

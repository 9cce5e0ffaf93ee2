"""Programs as bots: a good one, bad ones, and ours as programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import forno
from forno.arena import Match, Task, play
from forno.bots.external import ExternalBot, shared
from forno.bots.lineup import read_lineup
from forno.core.events import seen_by
from forno.core.plain import plain
from forno.testing import at_random

pytestmark = pytest.mark.slow
PYTHON = sys.executable
EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"


@pytest.fixture(autouse=True)
def nobody_stays() -> Iterator[None]:
    """Neither programs of these tests nor of those before them."""
    shared.stop_idle()
    yield
    shared.stop_idle()


def program(tmp_path: Path, body: str) -> str:
    """A bot that does as a body of Python says when it is asked to choose, `told` being what it was told."""
    file = tmp_path / "bot.py"
    file.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    word, _, rest = line.strip().partition(' ')\n"
        "    if word == 'forno': print('fornook', flush=True)\n"
        "    if word == 'game': print('readyok', flush=True)\n"
        "    if word == 'choose':\n"
        "        told = json.loads(rest)\n" + "".join(f"        {line}\n" for line in body.splitlines()),
        encoding="utf-8",
    )
    return f"{PYTHON} {file}"


def asked(command: str, milliseconds: int | None = None) -> int:
    """Return a program's answer to the first question of a game."""
    game = forno.game("mamma-mia", players=2, starter="yellow")
    state = game.deal(7)
    bot = ExternalBot(game, 0, 7, command=command, milliseconds=milliseconds)
    try:
        for event in seen_by(state.events, 0):
            bot.observe(event)
        return bot.choose(state.view(0))
    finally:
        bot.close()


@pytest.mark.parametrize("name", ["mamma-mia", "pizza-master"])
def test_the_example_plays_whole_games_in_one_process(name: str) -> None:
    lineup = read_lineup(f"random,exec:{PYTHON} {EXAMPLE}")
    match = Match.of(name, {}, lineup, 7)
    games = [play(match, Task(0, rotation)) for rotation in range(2)]
    assert [len(game.decisions) for game in games] == [2, 2]
    assert len(shared.running) == 1, "one program for all games"


@pytest.mark.parametrize(("name", "options"), [("mamma-mia", {"edition": "grande"}), ("pizza-master", {})])
def test_our_bot_as_a_program_plays_like_our_bot(name: str, options: dict[str, str]) -> None:
    outside = Match.of(name, options, read_lineup(f"random,random,exec:{PYTHON} -m forno bot random"), 7)
    inside = Match.of(name, options, read_lineup("random,random,random"), 7)
    one, other = (
        replace(play(match, Task(0, 0)), seconds=[], median=[], slowest=[], seats=[], bots={})
        for match in (outside, inside)
    )
    assert one == other


def test_an_answer_is_a_number_or_a_notation(tmp_path: Path) -> None:
    by_number = asked(program(tmp_path, "print('info thinking')\nprint('bestaction', told['actions'][1]['number'])"))
    by_words = asked(program(tmp_path, "print('bestaction', told['actions'][1]['notation'], flush=True)"), 5000)
    assert by_number == by_words


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("print('bestaction 9999', flush=True)", r"chose 9999, which isn't allowed; it could choose from \["),
        ("print('bestaction anchovies', flush=True)", "chose 'anchovies': 'anchovies' isn't an action here"),
        ("print('bestaction', flush=True)", "chose '': '' isn't an action here"),
        ("print('hello', flush=True)", "said 'hello', not 'bestaction'"),
        ("print('error I am lost', flush=True)", "says: I am lost"),
        ("sys.exit('no more flour')", r"has ended \(exit code 1\)\. Its last words: no more flour"),
        ("time.sleep(30)", "didn't say 'bestaction' within 1.01 s"),
    ],
)
def test_a_bad_answer_ends_the_game_with_the_reason(body: str, said: str, tmp_path: Path) -> None:
    hurry = 10 if "sleep" in body else 60_000
    with pytest.raises(forno.BotError, match=said):
        asked(program(tmp_path, body), milliseconds=hurry)
    assert not shared.running


def test_a_program_that_can_not_be_started() -> None:
    with pytest.raises(forno.BotError, match="can't be started"):
        asked("/no/such/program")
    with pytest.raises(forno.BotError, match="can't be started"):
        asked("unclosed 'quote")
    with pytest.raises(forno.BotError, match="has ended"):
        asked(f"{PYTHON} -c pass")


def test_every_event_and_view_has_a_plain_form_that_json_keeps() -> None:
    for name in ("mamma-mia", "pizza-master"):
        state = forno.game(name, players=3).deal(3)
        choose = at_random(3)
        while not state.is_over:
            for told in (*state.events, state.view(0)):
                assert json.loads(json.dumps(plain(told))) == plain(told)
            state.apply(choose(state.legal_actions()))
    assert "game" not in plain(state.view(0))
    with pytest.raises(TypeError, match="has no plain form"):
        plain(object())

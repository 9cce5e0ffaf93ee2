"""One seat's side of a game as text: what it is told, and how its answers are read."""

from __future__ import annotations

import json

import pytest

import forno
from forno.adapters.text import TextEnv, TextSeat, read_move
from forno.core.observing import MEMORY, NOW


def test_only_perfect_notes_tell_what_is_long_gone() -> None:
    table = TextEnv("mamma-mia", knowledge=MEMORY)
    table.reset(num_players=2, seed=7)
    for _ in range(20):
        table.step(str(table.game.actions[table.state.legal_actions()[0]]))
    text, view = table.seats[table.state.seat], table.state.view(table.state.seat)
    memory = text.prompt(view)
    text.knowledge = NOW
    now = text.prompt(view)
    assert "You are dealt" in memory
    assert "You are dealt" not in now
    shown = [json.loads(prompt.split("as JSON: ")[1].split("\n")[0]) for prompt in (now, memory)]
    assert sum(shown[1].pop("notes")["oven"]) > 0
    assert shown[0] == shown[1]
    assert "actions" not in shown[0]


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ('First {"move": "a"}, no: {"move": "2 olive"}', "2 olive"),
        ("Thinking.\n\n[2 olive]\n", "2 olive"),
        ('{"move": "say \\"x\\""}', 'say "x"'),
        ("  \n", ""),
    ],
)
def test_the_last_move_of_an_answer_counts(answer: str, move: str) -> None:
    assert read_move(answer) == move


def test_wrong_knowledge_is_refused() -> None:
    with pytest.raises(forno.OptionError, match="choose from now, memory"):
        TextSeat(forno.game("mamma-mia"), 0, "everything")

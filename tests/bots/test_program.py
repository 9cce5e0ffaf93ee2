"""Our bots as programs: the greeting, and what they can not understand."""

from __future__ import annotations

import io
import json

import pytest

import forno
from forno.bots.lineup import Player
from forno.bots.program import serve
from forno.bots.protocol import introduce


def conversation(*lines: str, deck: str | None = None) -> tuple[bool, list[str]]:
    out = io.StringIO()
    return serve(Player("random", "random"), lines, out, deck), out.getvalue().splitlines()


def test_the_greeting() -> None:
    assert conversation("forno 1\n", "\n", "quit\n", "never read\n") == (True, ["id name random", "fornook"])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("forno 2", "error this program speaks version 1 of the protocol, not '2'."),
        ("dance", "error 'dance' is no word of the protocol; there are forno, game, event, choose and quit."),
        ("choose {}", "error there is no game yet."),
        ("event {}", "error there is no game yet."),
        ("game [", "error this is no JSON: "),
        ("game []", "error this is no JSON object."),
        ("game {}", "error the game lacks 'game'."),
        ('game {"options": {}, "game": "chess"}', "error there is no game 'chess'"),
    ],
)
def test_what_it_can_not_understand_is_said(line: str, said: str) -> None:
    fine, answers = conversation(line)
    assert not fine
    assert answers[-1].startswith(said)


def test_another_deck_or_other_events_are_refused() -> None:
    game = forno.game("mamma-mia", players=2)
    told = introduce(game, 0, 7)
    assert conversation(f"game {json.dumps(told | {'deck': 'own'})}")[1][-1].endswith("see --deck.")
    hello = f"game {json.dumps(told)}"
    assert conversation(hello, 'event {"event": "Castled"}')[1][-1] == "error mamma-mia has no event 'Castled'."
    assert "this is no Placed" in conversation(hello, 'event {"event": "Placed", "seat": 1}')[1][-1]

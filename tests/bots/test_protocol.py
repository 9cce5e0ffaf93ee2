"""Words of the line protocol: a line is a word and JSON."""

from __future__ import annotations

import json

import pytest

import forno
from forno.bots import protocol
from forno.core.errors import BotError


def test_a_line_is_a_word_and_its_content_in_one_line() -> None:
    assert protocol.say("quit") == "quit"
    line = protocol.say("event", {"text": "two\nlines", "seat": 1})
    assert line == 'event {"text":"two\\nlines","seat":1}'
    word, rest = protocol.split_line(f"  {line} \n")
    assert (word, protocol.content(rest)) == ("event", {"text": "two\nlines", "seat": 1})
    assert protocol.split_line("\n") == ("", "")


@pytest.mark.parametrize(("rest", "said"), [("[", "this is no JSON: "), ("[1]", "no JSON object"), ("7", "no JSON")])
def test_content_is_an_object(rest: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        protocol.content(rest)


def test_a_game_is_introduced_with_all_that_is_needed_to_make_it_again() -> None:
    game = forno.game("mamma-mia", edition="grande", players=3)
    told = json.loads(json.dumps(protocol.introduce(game, 2, 7)))
    again = forno.game(
        told["game"],
        **{name: tuple(value) if isinstance(value, list) else value for name, value in told["options"].items()},
    )
    assert again == game
    assert (told["rules"], told["deck"], told["seat"], told["seed"]) == (game.rules_version, game.deck_hash, 2, 7)
    assert told["seats"] == [game.seat_name(seat) for seat in range(3)]
    assert [game.parse(action) for action in told["actions"]] == list(range(len(game.actions)))

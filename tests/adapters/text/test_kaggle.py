"""The three functions of Kaggle's game environments."""

from __future__ import annotations

import forno
from forno.adapters.text import TextSeat, kaggle
from forno.core.events import seen_by


def test_the_three_functions_of_kaggles_environments() -> None:
    game = forno.game("mamma-mia", players=2)
    state = game.deal(7)
    text = TextSeat(game, state.seat)
    for event in seen_by(state.events, state.seat):
        text.observe(event)
    observation = kaggle.observation_of(text, state.view(state.seat))
    moves = kaggle.get_legal_moves(observation)
    assert list(moves) == state.legal_actions()
    prompt = kaggle.generate_prompt(observation, [])
    assert "Rules:" in prompt
    assert "Legal moves" not in prompt
    assert "'9 olive' isn't legal" in kaggle.generate_prompt(observation, [], "9 olive", "9 olive")
    assert "named no move" in kaggle.generate_prompt(observation, [], "Hm.")
    legal = list(moves.values())
    asked = kaggle.generate_prompt(observation, [], '{"move": "legal moves"}', "legal moves")
    assert asked.endswith(f"Legal moves: {'; '.join(legal)}.")
    assert (
        kaggle.parse_response(f'{{"move": "{legal[0].upper()}"}}', legal, observation=observation).legal_action
        == legal[0]
    )
    assert kaggle.parse_response('{"move": "9 olive"}', legal) == kaggle.ParsedMove(None, "9 olive")
    assert kaggle.parse_response("", legal) == kaggle.ParsedMove()

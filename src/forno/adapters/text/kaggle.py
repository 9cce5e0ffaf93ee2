"""The three functions of Kaggle's game environments, for a harness around a language model.

They read an observation as `observation_of` makes it, with the keys of Kaggle's OpenSpiel environment: `legalActions`,
`legalActionStrings` and a text of what the player knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from forno.adapters.text.seat import HOW_TO_ANSWER, LEGAL_REQUEST, TextSeat, read_move
from forno.core.views import View

PROMPT = "prompt"


@dataclass(frozen=True)
class ParsedMove:
    """A response that was read, with the names that Kaggle's harness asks for."""

    legal_action: str | None = None
    """The legal move that it names, in notation."""
    raw_action: str | None = None
    """The move that it names, legal or not."""
    submission: Any = None
    thoughts: str | None = None


def observation_of(text: TextSeat, view: View) -> dict[str, Any]:
    """Return what a seat is told as such an observation."""
    return {
        "playerId": text.seat,
        "currentPlayer": view.awaited,
        "isTerminal": False,
        "legalActions": list(view.actions),
        "legalActionStrings": [str(text.game.actions[action]) for action in view.actions],
        PROMPT: f"{text.briefing()}\n\n{text.prompt(view)}",
    }


def get_legal_moves(observation: Mapping[str, Any]) -> dict[int, str]:
    """Return the legal moves by their numbers."""
    return dict(zip(observation.get("legalActions", ()), observation.get("legalActionStrings", ()), strict=True))


def generate_prompt(
    observation: Mapping[str, Any],
    move_history: Sequence[str],
    previous_response: str | None = None,
    previous_action: str | None = None,
) -> str:
    """Return the prompt for a decision; after a response that didn't count, with the reason or the legal moves."""
    parts = [observation.get(PROMPT) or f"{observation.get('observationString', '')}\n\n{HOW_TO_ANSWER}"]
    if previous_action and previous_action.lower() == LEGAL_REQUEST:
        parts.append(f"Legal moves: {'; '.join(get_legal_moves(observation).values())}.")
    elif previous_action:
        parts.append(f"Your move {previous_action!r} isn't legal now. {HOW_TO_ANSWER}")
    elif previous_response is not None:
        parts.append(f"Your answer named no move. {HOW_TO_ANSWER}")
    return "\n\n".join(parts)


def parse_response(
    response: str, legal_action_strings: Sequence[str] | None, *, observation: Mapping[str, Any] | None = None
) -> ParsedMove:
    """Return the move that a response names."""
    raw = read_move(response)
    legal = {" ".join(move.lower().split()): move for move in legal_action_strings or ()}
    return ParsedMove(legal.get(" ".join(raw.lower().split())), raw or None)

"""Scripted language models: one answers well, one badly, one never."""

from __future__ import annotations

from forno.adapters.text import ModelSilent
from forno.adapters.text.seat import LEGAL_REQUEST


def good_model(messages: list[dict[str, str]]) -> str:
    """Answer well: ask for the legal moves, think aloud, and take the last one."""
    return good_answer(messages[-1]["content"])


def good_answer(text: str) -> str:
    """Return such a model's answer to a text."""
    if not text.startswith("Legal moves: "):
        return f'{{"move": "{LEGAL_REQUEST}"}}'
    move = text.removeprefix("Legal moves: ").removesuffix(".").split("; ")[-1]
    return f'I could also pass.\n```json\n{{"move": "{move}"}}\n```'


def bad_model(messages: list[dict[str, str]]) -> str:
    """Never name a legal move."""
    return "I castle {kingside."


def silent_model(messages: list[dict[str, str]]) -> str:
    """Never answer."""
    raise ModelSilent("no answer within 1 s")

"""Notices as channels send them: what happened, until when there is time, and nothing of the game."""

from __future__ import annotations

import pytest

from forno.core.errors import MissingExtra
from forno.core.language import use
from forno.features.notices.messages import Message, message_text, message_title, moment_text, require
from forno.store.outbox import BEGUN, OVER, TOPICS, TURN
from tests.table.helpers import over, started


def test_every_topic_has_a_title_of_its_own() -> None:
    assert len({message_title(topic) for topic in TOPICS}) == len(TOPICS)


def test_a_moment_is_told_where_somebody_lives() -> None:
    moment = 1_763_398_800.0
    with use("en"):
        assert moment_text(moment, "Europe/Rome") == "17 November, 18:00 (Europe/Rome)"
        assert moment_text(moment, "") == "17 November, 17:00 (UTC)"


def test_who_has_to_decide_is_told_until_when() -> None:
    table = started(players=2, clock=3600, starter="yellow")
    with use("en"):
        assert message_text(table, 0, TURN).startswith("Mamma Mia! with Bruno: It's your turn. You have time until ")
        assert message_text(table, 1, TURN) == "Mamma Mia! with Anna: It's your turn."
        assert "It's your turn" in message_text(table, 0, BEGUN)
        assert "It's your turn" not in message_text(table, 1, BEGUN)


def test_without_a_clock_there_is_no_time_to_tell() -> None:
    with use("en"):
        assert message_text(started(players=2, starter="yellow"), 0, TURN).endswith("It's your turn.")
        assert message_text(over(), 0, OVER) == "Mamma Mia! with Bruno: The game is over."


def test_a_notice_ends_with_the_way_to_stop_it() -> None:
    body = Message("a", "title", "text", "https://x.example/t/one", "https://x.example/stop").body
    assert body.startswith("text\n\nhttps://x.example/t/one\n\n")
    assert body.endswith("https://x.example/stop\n")


def test_a_missing_library_is_named_with_what_to_install() -> None:
    require("json")
    with pytest.raises(MissingExtra, match=r"no_such_library isn't installed: pip install 'forno\[notices\]'"):
        require("no_such_library")

"""Messages of streams: server-sent events with JSON, and positions in them."""

from __future__ import annotations

import json

import pytest

from forno.pages.publishing.messages import StreamPosition, message, own_message, public_message, read_position


def fields(sent: bytes) -> dict[str, str]:
    assert sent.endswith(b"\n\n")
    assert sent.count(b"\n\n") == 1
    return dict(line.split(": ", 1) for line in sent.decode().rstrip("\n").split("\n"))


@pytest.mark.parametrize("position", [StreamPosition(0, 0), StreamPosition(120, 7)])
def test_a_position_is_read_as_it_was_written(position: StreamPosition) -> None:
    assert read_position(str(position)) == position
    assert read_position(f" {position}\n") == position


@pytest.mark.parametrize("text", ["", "7", "7.", ".7", "-1.0", "1.2.3", "a.b", "1e3.0", "1234567890.0", "²½.0"])
def test_what_is_no_position_is_none(text: str) -> None:
    assert read_position(text) is None


def test_an_event_is_one_line_of_json_whatever_it_says() -> None:
    told = fields(message("chat", {"text": "one\n\ntwo\nevent: public"}))
    assert set(told) == {"event", "data"}
    assert told["event"] == "chat"
    assert json.loads(told["data"]) == {"text": "one\n\ntwo\nevent: public"}
    assert fields(message("chat", {}, StreamPosition(2, 3)))["id"] == "2.3"


def test_the_public_message_carries_steps_that_are_json_already() -> None:
    told = fields(public_message(StreamPosition(4, 1), [b'{"kind":"a"}', b'{"kind":"b"}'], None, 30))
    assert (told["id"], told["event"]) == ("4.1", "public")
    assert json.loads(told["data"]) == {
        "number": 4,
        "steps": [{"kind": "a"}, {"kind": "b"}],
        "awaits": None,
        "clock": 30,
    }
    assert json.loads(fields(public_message(StreamPosition(4, 1), [], 0, None))["data"])["awaits"] == 0


def test_the_message_for_a_seat_has_no_position_of_its_own() -> None:
    told = fields(own_message(7, {"hand": "<p>"}, ["You draw."], True, "round"))
    assert set(told) == {"event", "data"}
    assert json.loads(told["data"]) == {
        "number": 7, "regions": {"hand": "<p>"}, "asides": ["You draw."], "awaited": True, "call": "round",
    }  # fmt: skip

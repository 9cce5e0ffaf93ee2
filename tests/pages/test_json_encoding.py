"""JSON as bytes: the same from every encoder, and in one line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from forno.pages import json_encoding
from forno.pages.json_encoding import encode, encode_with

DATA: dict[str, Any] = {"text": "Zoë\n\r\u2028", "number": 1.5, "list": [None, True], "<": "</script>"}


@pytest.fixture(autouse=True)
def standard_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_encoding, "_encode", json_encoding._encode_by_standard_library)


def test_what_is_written_reads_back_and_holds_no_line_break() -> None:
    written = encode(DATA)
    assert json.loads(written) == DATA
    assert b"\n" not in written
    assert b"\r" not in written
    assert b": " not in written
    assert "Zoë".encode() in written


def test_a_host_may_have_another_encoder() -> None:
    encode_with(lambda data: b"olives")
    assert encode(DATA) == b"olives"


def test_the_servers_encoder_writes_the_same() -> None:
    import msgspec

    plain = {"text": "Zoë\n<&>", "list": [None, True, 7], "nested": {"1": -0.25}}
    assert msgspec.json.encode(plain) == encode(plain)

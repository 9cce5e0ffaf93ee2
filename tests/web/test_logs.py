"""Logs as lines of JSON: every line has its request, and none has a key."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from forno.web.logs import REQUEST_ID, JsonLines, log_request, next_request, shown_path


def line(message: str, *, failed: bool = False, **extra: object) -> dict[str, object]:
    error = None
    if failed:
        try:
            raise KeyError("olives")
        except KeyError:
            error = sys.exc_info()
    record = logging.LogRecord("forno.web", logging.ERROR, "file.py", 1, message, (), error)
    vars(record).update(extra)
    written = JsonLines().format(record)
    assert "\n" not in written
    assert written.isascii()
    read: dict[str, object] = json.loads(written)
    return read


def test_a_record_is_one_line_whatever_it_says() -> None:
    told = line("two\nlines of Zoë", failed=True)
    assert (told["level"], told["logger"], told["message"]) == ("error", "forno.web", "two\nlines of Zoë")
    assert "KeyError: 'olives'" in str(told["error"])
    assert "request" not in told


def test_lines_of_one_request_have_its_number() -> None:
    token = REQUEST_ID.set("abc")
    try:
        assert line("one")["request"] == "abc"
    finally:
        REQUEST_ID.reset(token)
    assert next_request() != next_request()


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/t/abc/me/key", "/t/abc/me/…"),
        ("/t/abc", "/t/abc"),
        ("/groups/key/cup", "/groups/…"),
        ("/notices/stop/one/0/sign", "/notices/…"),
        ("/along/code\nmore", "/along/…"),
        ("/me/", "/me/"),
    ],
)
def test_no_key_in_an_address_is_logged(path: str, shown: str) -> None:
    assert shown_path(path) == shown


def test_a_request_is_logged_without_who_asked(caplog: pytest.LogCaptureFixture) -> None:
    scope = {"method": "GET", "path": "/t/abc/me/key", "client": ("10.0.0.7", 80), "headers": [(b"cookie", b"key")]}
    with caplog.at_level(logging.WARNING, "forno.requests"):
        log_request("n", scope, 200, 0.1)
    assert caplog.records == []
    with caplog.at_level(logging.INFO, "forno.requests"):
        log_request("n", scope, 200, 0.1234567)
    [record] = caplog.records
    assert getattr(record, "told") == {  # noqa: B009
        "request": "n", "method": "GET", "path": "/t/abc/me/…", "status": 200, "seconds": 0.123457,
    }  # fmt: skip

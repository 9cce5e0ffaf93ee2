"""Errors as answers: a status, a code and a sentence; what nobody expected is told to the log alone."""

from __future__ import annotations

import pytest
from litestar.exceptions import HTTPException, NotFoundException

from forno.core.errors import OptionError
from forno.store import Conflict, StoreError
from forno.table.errors import NotHost, Stale
from forno.web import errors
from forno.web.errors import explain, log_store_failure


@pytest.fixture(autouse=True)
def nothing_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "STORE_FAILURES", {})


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Stale("look again."), 409, "stale"),
        (NotHost("the host alone."), 403, "not-host"),
        (OptionError("players can't be 9."), 422, "option"),
        (Conflict("too late."), 409, "conflict"),
        (NotFoundException(), 404, "not-found"),
        (HTTPException(status_code=405), 405, "method"),
        (HTTPException(status_code=418), 418, "request"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"), 400, "bad-request"),
        (RecursionError(), 400, "bad-request"),
    ],
)
def test_an_error_has_its_status_and_code(error: Exception, status: int, code: str) -> None:
    assert explain(error)[:2] == (status, code)


def test_a_sentence_begins_with_a_capital() -> None:
    assert explain(OptionError("players can't be 9."))[2] == "Players can't be 9."


@pytest.mark.parametrize(
    "error", [StoreError("/srv/tables.db: disk full"), KeyError("olives"), HTTPException("olives")]
)
def test_what_concerns_the_host_is_told_to_nobody_else(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    status, _code, sentence = explain(error)
    assert status in (500, 503)
    assert "olives" not in sentence
    assert "/srv" not in sentence
    assert caplog.records[0].name == "forno.web"


def test_an_outage_is_logged_once_a_minute_for_each_reason(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1000.0
    monkeypatch.setattr("forno.web.errors.time.monotonic", lambda: now)
    for reason in ("disk full", "disk full", "no connection"):
        log_store_failure(reason)
    assert len(caplog.records) == 2
    now += errors.LOG_AGAIN_SECONDS
    log_store_failure("disk full")
    assert len(caplog.records) == 3
    for number in range(100):
        log_store_failure(f"reason {number}")
    assert len(errors.STORE_FAILURES) == errors.MAX_STORE_FAILURES

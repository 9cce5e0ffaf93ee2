"""Error responses: a status, a code and a sentence, never more."""

from __future__ import annotations

import logging
import time
from typing import Any, Final

from litestar.exceptions import HTTPException, SerializationException

from forno.core.errors import FornoError
from forno.core.language import _, capital
from forno.live.commands.arguments import BadRequest, unreadable
from forno.store import StoreError

log = logging.getLogger("forno.web")

UNPROCESSABLE: Final = 422
INTERNAL_ERROR: Final = 500
UNAVAILABLE: Final = 503
STATUS: Final = {
    "bad-request": 400,
    "not-found": 404,
    "unknown-game": 404,
    "unknown-rule": 404,
    "stale": 409,
    "not-your-turn": 409,
    "seat-taken": 409,
    "wrong-phase": 409,
    "conflict": 409,
    "closed": 410,
    "no-seat": 403,
    "not-host": 403,
    "missing-key": 401,
    "player-key": 403,
    "game-too-long": 413,
    "too-large": 413,
    "not-json": 415,
    "too-many": 429,
    "form": 403,
    "missing-extra": 501,
    "store": UNAVAILABLE,
    "damaged": INTERNAL_ERROR,
    "busy": UNAVAILABLE,
    "lost": UNAVAILABLE,
}
"""Status by error code; every other error of Forno's is 422."""
CODES: Final = {400: "bad-request", 404: "not-found", 405: "method", 413: "too-large"}
BODY: Final = "data"
"""Name of the body parameter in handlers."""
STORE_FAILURES: Final[dict[str, float]] = {}
"""Reasons for which the store failed lately, with the times at which they were logged."""
MAX_STORE_FAILURES: Final = 20
LOG_AGAIN_SECONDS: Final = 60.0


class TooLarge(FornoError):
    """A body that is longer than it may be."""

    code = "too-large"


class NotJson(FornoError):
    """A body that isn't declared as JSON, in a request without a key."""

    code = "not-json"


class BadForm(FornoError):
    """A form without the token of the page that it should come from."""

    code = "form"


def too_large() -> TooLarge:
    return TooLarge(_("That's too much at once. Send less."))


def not_json() -> NotJson:
    return NotJson(_("Send JSON, and say so: 'Content-Type: application/json'."))


def bad_form() -> BadForm:
    return BadForm(_("This page has expired. Reload it."))


def log_store_failure(reason: str) -> None:
    """Log why the store failed, once a minute for each reason: in an outage every request fails."""
    now = time.monotonic()
    for older in [text for text, when in STORE_FAILURES.items() if now - when >= LOG_AGAIN_SECONDS]:
        del STORE_FAILURES[older]
    if reason not in STORE_FAILURES and len(STORE_FAILURES) < MAX_STORE_FAILURES:
        STORE_FAILURES[reason] = now
        log.error("the store failed: %s", reason)


def explain(error: BaseException) -> tuple[int, str, str]:
    """Return status, code and sentence. What nobody expected is written to the server's log and told to nobody."""
    if isinstance(error, StoreError) and error.code == StoreError.code:
        # The file's path and its fault are for the operator only.
        log_store_failure(str(error))
        sentence = _("The tables can't be reached right now. Nothing is lost; try again in a moment.")
        return UNAVAILABLE, error.code, sentence
    if isinstance(error, FornoError):
        return STATUS.get(error.code, UNPROCESSABLE), error.code, capital(str(error))
    if isinstance(error, HTTPException) and error.status_code < INTERNAL_ERROR:
        return error.status_code, CODES.get(error.status_code, "request"), _http(error)
    if isinstance(error, SerializationException):
        return 400, BadRequest.code, str(unreadable(error))
    if isinstance(error, UnicodeDecodeError):
        return 400, BadRequest.code, str(unreadable(_("it isn't text.")))
    if isinstance(error, RecursionError):
        return 400, BadRequest.code, str(unreadable(_("it is too deeply nested.")))
    log.error("a request failed", exc_info=error)
    return INTERNAL_ERROR, "broken", _("Something went wrong in the kitchen. Your table is safe; try again.")


def _http(error: HTTPException) -> str:
    match error.status_code:
        case 404:
            return _("We can't find that page.")
        case 405:
            return _("This address can't be used like that; go back to the page you came from.")
        case 413:
            return str(too_large())
    return str(unreadable(_detail(error)))


def _detail(error: HTTPException) -> str:
    extra: Any = error.extra
    if not (isinstance(extra, list) and extra and isinstance(extra[0], dict)):
        return str(error.detail)
    key, reason = str(extra[0].get("key", "")), str(extra[0].get("message", ""))
    if key == BODY:
        return _("the request has no body.") if reason == repr(BODY) else reason
    return f"{key}: {reason}".strip(": ")

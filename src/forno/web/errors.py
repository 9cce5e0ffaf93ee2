"""What a visitor is told when something can't be done: a status, a code and a sentence; never more."""

from __future__ import annotations

import logging
from typing import Any, Final

from litestar.exceptions import HTTPException, PermissionDeniedException, SerializationException

from forno.core.errors import FornoError
from forno.core.language import _

log = logging.getLogger("forno.web")

STATUS: Final = {
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
    "too-large": 413,
    "too-many": 429,
    "form": 403,
    "store": 503,
    "damaged": 500,
}
"""Everything else that Forno raises on purpose is about what was sent: 422."""
UNPROCESSABLE: Final = 422
BROKEN: Final = 500
BODY: Final = "data"
"""What handlers call the body of a request."""
CODES: Final = {400: "bad-request", 404: "not-found", 405: "method", 413: "too-large", 429: "too-many"}


class MissingKey(FornoError):
    """A request that needs a seat key has none."""

    code = "missing-key"


class TooLarge(FornoError):
    """A body that is longer than it may be."""

    code = "too-large"


class TooMany(FornoError):
    """Too many requests from one client."""

    code = "too-many"


class BadForm(FornoError):
    """A form without the token of the page that it should come from."""

    code = "form"


class BadRequest(FornoError):
    """A body that can't be read."""

    code = "bad-request"


def missing_key(program: bool = False) -> MissingKey:
    if program:
        return MissingKey(_("This needs the key that whoever sits down gets; send it as 'Authorization: Bearer KEY'."))
    return MissingKey(_("You have no seat at this table; take one, or use your personal link."))


def too_large() -> TooLarge:
    return TooLarge(_("That is too much at once; send less."))


def too_many() -> TooMany:
    return TooMany(_("That was a lot at once. Wait a minute and try again."))


def bad_form() -> BadForm:
    return BadForm(_("This page is too old to send anything; load it again."))


def explain(error: BaseException) -> tuple[int, str, str]:
    """Status, code and sentence. What nobody expected is written to the server's log and told to nobody."""
    if isinstance(error, FornoError):
        return STATUS.get(error.code, UNPROCESSABLE), error.code, _sentence(str(error))
    if isinstance(error, PermissionDeniedException):
        form = bad_form()
        return 403, form.code, str(form)
    if isinstance(error, HTTPException) and error.status_code < BROKEN:
        return error.status_code, CODES.get(error.status_code, "request"), _http(error)
    if isinstance(error, SerializationException):
        return 400, CODES[400], _("That can't be read: {reason}").format(reason=error)
    log.error("a request failed", exc_info=error)
    return BROKEN, "broken", _("Something went wrong in the kitchen. Your table is safe; try again.")


def _http(error: HTTPException) -> str:
    match error.status_code:
        case 404:
            return _("There is no such page.")
        case 405:
            return _("This address can't be used like that; go back to the page that you came from.")
        case 413:
            return str(too_large())
        case 429:
            return str(too_many())
    return _("That can't be read: {reason}").format(reason=_detail(error))


def _detail(error: HTTPException) -> str:
    extra: Any = error.extra
    if not (isinstance(extra, list) and extra and isinstance(extra[0], dict)):
        return str(error.detail)
    key, reason = str(extra[0].get("key", "")), str(extra[0].get("message", ""))
    if key == BODY:
        return _("it has no body.") if reason == repr(BODY) else reason
    return f"{key}: {reason}".strip(": ")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]

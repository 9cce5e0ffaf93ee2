"""Server logs as lines of JSON: every request, and every error in it.

A request has a number, which is in its line, in every other line that was written because of it, and in the header
`X-Request-Id` of its answer. Nothing in a line says who asked: no address, no name, no key, and nothing of a path that
could be a key.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Final

REQUEST_ID: ContextVar[str] = ContextVar("request", default="")
"""The number of the request that is being answered."""
SECRET_PATTERN: Final = re.compile("(/me/|/along/|/groups/|/notices/|/you/key/mail/).+", re.DOTALL)
"""Parts of addresses with keys of seats, codes of links and groups, and signatures."""

log = logging.getLogger("forno.requests")


def next_request() -> str:
    """Drawn, not counted: how much others ask for is nobody's business."""
    return token_hex(8)


def shown_path(path: str) -> str:
    """Return a path without what no log may show: the keys of personal links, and codes that open something."""
    return SECRET_PATTERN.sub(r"\1…", path)


def log_request(number: str, scope: Any, status: int, seconds: float) -> None:
    if not log.isEnabledFor(logging.INFO):
        return
    told = {"method": scope["method"], "path": shown_path(scope["path"]), "status": status}
    log.info("answered", extra={"told": {"request": number, **told, "seconds": round(seconds, 6)}})


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if number := REQUEST_ID.get():
            line["request"] = number
        line |= getattr(record, "told", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True)


def write_lines() -> None:
    """Log everything as lines of JSON from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("forno", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    logging.getLogger("forno").setLevel(logging.INFO)

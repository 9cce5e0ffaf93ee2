"""Requests under a base path, rewritten as if the server lay at the root."""

from __future__ import annotations

from typing import Any

from forno.pages.base_path import base
from forno.web.health import PATHS


def inside(scope: Any) -> Any:
    """Return the request without the base path; `None` if it lies outside the path.

    Health checks may come without the path, as they come from inside.
    """
    under, path = base(), scope["path"]
    if not under or path in PATHS:
        return scope
    if not path.startswith(f"{under}/"):
        return None
    raw = scope.get("raw_path", b"").removeprefix(under.encode())
    return {**scope, "path": path.removeprefix(under), "raw_path": raw}


async def answer_outside(scope: Any, send: Any) -> None:
    """Redirect from the root and from the path without its slash; answer 404 to everything else."""
    near = scope["path"] in ("/", base())
    told = (b"location", f"{base()}/".encode()) if near else (b"content-type", b"text/plain; charset=utf-8")
    body = b"" if near else b"There is nothing here.\n"
    headers = [told, (b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 307 if near else 404, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

"""QR codes of links."""

from __future__ import annotations

import io
from functools import lru_cache


@lru_cache(maxsize=256)
def qr_picture(link: str) -> bytes:
    import segno  # takes a tenth of a server's start, and few tables need it

    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, xmldecl=False, omitsize=True)
    return out.getvalue()

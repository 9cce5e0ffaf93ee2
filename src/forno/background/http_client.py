"""HTTP requests of our own that carry a key."""

from __future__ import annotations

import urllib.request
from typing import Any


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects: they would take the key to another host."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None

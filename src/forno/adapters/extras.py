"""What is said when a library isn't there."""

from __future__ import annotations

from forno.core.errors import MissingExtra
from forno.core.language import _


def missing(library: str, extra: str) -> MissingExtra:
    """The error for a library that an adapter needs, with the way to get it."""
    return MissingExtra(
        _("{library} isn't installed: pip install 'forno[{extra}]'.").format(library=library, extra=extra)
    )

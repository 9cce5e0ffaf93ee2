"""The error for a missing library."""

from __future__ import annotations

from forno.core.errors import MissingExtra
from forno.core.language import _


def missing(library: str, extra: str) -> MissingExtra:
    """Return the error for a library that an adapter needs, with the command that installs it."""
    return MissingExtra(
        _("{library} isn't installed: pip install 'forno[{extra}]'.").format(library=library, extra=extra)
    )

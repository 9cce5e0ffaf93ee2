"""Errors of stores."""

from __future__ import annotations

from forno.core.errors import FornoError


class StoreError(FornoError, RuntimeError):
    """The store can't be opened, or can't keep what it was given."""

    code = "store"


class Conflict(StoreError):
    """Another entry of this number was stored first."""

    code = "conflict"

"""What can go wrong where tables are kept."""

from __future__ import annotations

from pathlib import Path

from forno.core.errors import FornoError
from forno.core.language import _


class StoreError(FornoError, RuntimeError):
    """The store can't be opened, or can't keep what it was given."""

    code = "store"


class Conflict(StoreError):
    """Another entry of this number is there already: whoever wrote it was first."""

    code = "conflict"


def not_there(path: Path) -> StoreError:
    return StoreError(_("{path}: can't be opened; check that the folder is there.").format(path=path))


def not_usable(path: Path, reason: object) -> StoreError:
    return StoreError(_("{path}: can't be used: {reason}.").format(path=path, reason=reason))

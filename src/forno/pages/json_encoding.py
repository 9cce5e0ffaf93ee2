"""JSON as bytes, by one encoder per process."""

from __future__ import annotations

from collections.abc import Callable
from json import JSONEncoder
from typing import Any

_write = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _encode_by_standard_library(data: Any) -> bytes:
    return _write(data).encode()


_encode: Callable[[Any], bytes] = _encode_by_standard_library


def encode_with(encoder: Callable[[Any], bytes]) -> None:
    """Set the JSON encoder of the process: a host may have a faster one that writes the same."""
    global _encode
    _encode = encoder


def encode(data: Any) -> bytes:
    """Encode data as JSON. It never holds a line break."""
    return _encode(data)

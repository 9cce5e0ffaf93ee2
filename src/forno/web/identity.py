"""Identity of a request: language, name and seat keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote, unquote

from litestar.datastructures import Cookie

from forno.core.language import ENGLISH, is_offered, languages
from forno.features.identity.players import PLAYER_COOKIE
from forno.features.your_tables.seat_cookie import TABLES_COOKIE, Kept, write_kept
from forno.pages.base_path import at, base
from forno.table.guests import tidy_name

NAME_COOKIE: Final = "forno_name"
LANGUAGE_COOKIE: Final = "forno_language"
KEYS_COOKIE: Final = "forno_seat"
"""Sent to one table alone. A hot seat has several keys in it."""
TICKET_COOKIE: Final = "forno_ticket"
"""Sent to one table alone: with what a device sits down there. It is there before the seat is taken, so a key that got
lost on its way is found again."""
KEY_SEPARATOR: Final = "~"
YEAR_SECONDS: Final = 365 * 24 * 3600
MAX_KEYS: Final = 8


def header(scope: Mapping[str, Any], name: bytes) -> str:
    """Return a header of a request, empty if it has none."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def headers_of(scope: Mapping[str, Any]) -> dict[bytes, bytes]:
    """Return all headers of a request; of a repeated one the first."""
    return dict(reversed(scope["headers"]))


def cookies(scope: Mapping[str, Any]) -> dict[str, str]:
    return read_cookies(header(scope, b"cookie"))


def read_cookies(text: str) -> dict[str, str]:
    """Read the cookies in a `Cookie` header."""
    if not text:
        return {}
    found = {}
    for part in text.split(";"):
        name, equals, value = part.strip().partition("=")
        if equals:
            found[name] = value.strip('"')
    return found


def language_of(jar: Mapping[str, str], accepted: str) -> str:
    """Return the language of a request: chosen, or else the one that the browser likes best of those there are."""
    chosen = jar.get(LANGUAGE_COOKIE)
    return chosen if chosen is not None and chosen in languages() else preferred_language(accepted)


@lru_cache(maxsize=1000)
def preferred_language(accepted: str) -> str:
    """Return the best of the languages that we offer, for an `Accept-Language` header."""
    wishes: list[tuple[float, str]] = []
    for part in accepted.split(",")[:20]:
        tag, _, quality = part.partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        wishes.append((-weight, tag.strip().lower().partition("-")[0]))
    for _weight, tag in sorted(wishes, key=lambda wish: wish[0]):
        if tag in languages() and is_offered(tag):
            return tag
    return ENGLISH


def name_of(jar: Mapping[str, str]) -> str:
    """Return the name that the visitor goes by, empty if there is none yet."""
    return tidy_name(unquote(jar.get(NAME_COOKIE, "")))


def keys_of(jar: Mapping[str, str]) -> list[str]:
    """Return the seat keys that come with a request to a table's page."""
    return [key for key in jar.get(KEYS_COOKIE, "").split(KEY_SEPARATOR) if key][:MAX_KEYS]


def bearer(scope: Mapping[str, Any]) -> str:
    """Return the seat key of a program, empty if there is none."""
    return "".join(read_bearer(header(scope, b"authorization")))


def read_bearer(text: str) -> list[str]:
    """Read the seat key in an `Authorization` header, if there is one."""
    scheme, _, key = text.partition(" ")
    key = key.strip()
    return [key] if key and scheme.lower() == "bearer" else []


def cookie(scope: Mapping[str, Any], name: str, value: str, path: str = "/", seconds: int = YEAR_SECONDS) -> Cookie:
    """Return a cookie that scripts can't read. No link ever sets one with a key: the visitor is asked first."""
    return Cookie(
        key=name,
        value=value,
        path=at(path),
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=scope.get("scheme") == "https",
    )


def origin_of(scope: Mapping[str, Any]) -> str:
    """Return the server's address as the visitor wrote it, with the base path."""
    return f"{scope.get('scheme', 'http')}://{header(scope, b'host')}{base()}"


def name_cookie(scope: Mapping[str, Any], name: str) -> Cookie:
    return cookie(scope, NAME_COOKIE, quote(name))


def keys_cookie(scope: Mapping[str, Any], table: str, keys: Iterable[str]) -> Cookie:
    """Return the keys of one table, which go nowhere else."""
    unique = list(dict.fromkeys(keys))[-MAX_KEYS:]
    return cookie(scope, KEYS_COOKIE, KEY_SEPARATOR.join(unique), f"/t/{table}")


def tables_cookie(scope: Mapping[str, Any], tables: Iterable[Kept]) -> Cookie:
    """Return the tables of this browser."""
    return cookie(scope, TABLES_COOKIE, write_kept(tables))


def forgetting_cookies(scope: Mapping[str, Any], tables: Iterable[str]) -> list[Cookie]:
    """Return cookies that delete the player's key, the list of tables, and the seats at these tables."""
    known = [(PLAYER_COOKIE, "/"), (TABLES_COOKIE, "/")]
    known += [(name, f"/t/{table}") for table in tables for name in (KEYS_COOKIE, TICKET_COOKIE)]
    return [cookie(scope, name, "", path, 0) for name, path in known]

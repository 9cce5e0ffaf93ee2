"""Settings of a server, and the options with which a host sets them."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from forno.features.daily.daily import BOT_EVENINGS_PER_DAY
from forno.store.places import is_database, secret_file, write_secret
from forno.table.pacing import BOT_PAUSE_SECONDS

PREFIX: Final = "FORNO_"
SECRET_VARIABLE = "FORNO_SECRET"
FILE_NAME = "forno.sqlite3"
KILOBYTE = 1024
METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable for the folder where several workers share their metrics; prometheus_client reads it."""


@dataclass(frozen=True)
class ServerOption:
    """One thing that a host can set."""

    name: str
    kind: str
    """`text`, `path`, `url`, `smtp`, `number`, `count`, `choice` or `list`."""
    default: Any
    says: str
    """Description, used in the documentation."""
    choices: tuple[str, ...] = ()
    least: float = 0

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


def _option(default: Any, says: str, kind: str = "", choices: tuple[str, ...] = ()) -> Any:
    """Return a setting that hosts set as a text, or choose."""
    found = kind or ("choice" if choices else "text")
    return field(default=default, metadata={"kind": found, "says": says, "choices": choices})


def _limit(default: float, least: float, says: str) -> Any:
    """Return a setting with a smallest value, below which the server doesn't work.

    A rate below one a minute lets nobody do anything; a browser has several connections, some 20 headers, and cookies
    of several kilobytes; and shorter times than a second end what only takes its time, or keep the server busy with
    itself.
    """
    return field(default=default, metadata={"says": says, "least": least})


@dataclass(frozen=True)
class ServerSettings:
    """Times are in seconds. Nothing here changes while the server runs."""

    data: str = FILE_NAME
    """Store of the tables: the path of an SQLite file, or an address that `forno.store` knows."""
    programs: Mapping[str, str] = field(default_factory=dict)
    """Bots of this server alone: the name, and the command line of a program that speaks the line protocol."""
    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    """Signs the tokens of forms. It must outlive the server, or the forms of open pages are refused."""
    bot_pause: tuple[float, float] = BOT_PAUSE_SECONDS
    """Shortest and longest pause before a bot's answer."""
    most_request: int = 1024 * KILOBYTE
    """Bytes of a body that are read at all, before an overlong one is cut off."""
    base_path: str = _option("", "the path of all pages, such as `/forno`; the root by default", "path")
    log: str = _option("plain", "`json`: a line of JSON per request", choices=("plain", "json"))
    trusted_proxies: tuple[str, ...] = _option(
        ("127.0.0.1", "::1"),
        "addresses or networks of proxies whose `X-Forwarded-…` headers count; `*`: every direct peer",
        "list",
    )
    offline: str = _option("", "the offline package to offer to visitors: the folder that `make offline` wrote")
    statistics: str = _option("off", "`on`: the page `/house` shows statistics", choices=("off", "on"))
    player_keys: str = _option(
        "offered",
        "`required`: nobody sits down without a player's key; `off`: nothing is stored of who sits where, "
        "*Your tables* are those of one browser, and there are no groups",
        choices=("offered", "required", "off"),
    )
    address: str = _option(
        "", "the address of this server for links in notifications, such as `https://forno.example.org`", "url"
    )
    mail: str = _option(
        "", "the mail server for notifications: `smtp://name:password@mail.example.org`, or `smtps://…`", "smtp"
    )
    mail_from: str = _option("", "the address that mails come from, such as `forno@example.org`")
    webhooks: str = _option(
        "off",
        "`on`: players can have notifications sent to webhooks; `local`: in private networks, too",
        choices=("off", "on", "local"),
    )
    push: str = _option("off", "`on`: players' browsers can show notifications (web push)", choices=("off", "on"))
    passkeys: str = _option("off", "`on`: players can keep their key in a passkey", choices=("off", "on"))
    metrics_key: str = _option("", "the key for `/metrics`, which is closed without one")
    thinkers: int = _limit(2, 1, "processes for slow bots")
    evenings: int = _limit(BOT_EVENINGS_PER_DAY, 0, "bot games per daily table; 0: none")
    most_tables: float = _limit(30, 1, "tables opened per minute and address")
    most_moves: float = _limit(600, 1, "moves and other changes per minute and address")
    most_words: float = _limit(30, 1, "messages per minute and address")
    most_replays: float = _limit(120, 1, "replay steps per minute and address")
    replay_seconds: float = _limit(10.0, 1, "seconds for one replay step")
    most_reviews: float = _limit(12, 1, "reviews per minute and address")
    most_connections: int = _limit(4096, 16, "open connections; fewer if the limit of open files is low")
    most_connections_per_address: int = _limit(512, 8, "open connections per address, trusted proxies excepted")
    most_streams_per_address: int = _limit(400, 2, "streams per address, half of them for spectators")
    most_streams: int = _limit(200, 1, "streams of spectators per table")
    most_tabs: int = _limit(12, 1, "streams per seat")
    """A new stream ends the oldest."""
    most_body: int = _limit(16 * KILOBYTE, 4096, "bytes of a move")
    most_upload: int = _limit(256 * KILOBYTE, 16384, "bytes of a deck or a record")
    most_head: int = _limit(32 * KILOBYTE, 8192, "bytes of a request's head")
    most_headers: int = _limit(100, 32, "headers per request")
    head_seconds: float = _limit(10.0, 1, "seconds to send the head")
    body_seconds: float = _limit(60.0, 1, "seconds to send the body")
    stall_seconds: float = _limit(30.0, 1, "seconds without reading a stream")
    """At most twice as long."""
    deal_patience: float = _limit(4.0, 1, "seconds to wait for numbers of a sealed deal")
    away_after: float = _limit(15.0, 1, "seconds without a stream until a seat is away")
    idle_after: float = _limit(600.0, 1, "seconds without readers until a table is unloaded")
    """It leaves the memory, never the store."""
    ping_every: float = _limit(15.0, 1, "seconds between pings on a stream")


def _as_option(one: Field[Any]) -> ServerOption:
    kind = one.metadata.get("kind") or ("count" if one.type == "int" else "number")
    return ServerOption(one.name, **{"kind": kind, "default": one.default, **one.metadata})


CHOSEN: Final = [_as_option(one) for one in fields(ServerSettings) if one.metadata]
"""Options that are settings as they are."""
LIMITS: Final = {option.name: option for option in CHOSEN if option.kind in ("count", "number")}
OPTIONS: Final[Mapping[str, ServerOption]] = {
    option.name: option
    for option in (
        ServerOption("host", "text", "127.0.0.1", "the address to listen on"),
        ServerOption("port", "count", 8000, "the port; if none is given and this one is taken, the next free one"),
        ServerOption(
            "data", "text", "", "where tables are kept: a file (default: in your data folder) or `postgresql://…`"
        ),
        ServerOption("workers", "count", 1, "number of worker processes, for tables in PostgreSQL", least=1),
        *(option for option in CHOSEN if option.name not in LIMITS),
        ServerOption("secret", "text", "", "signs form tokens; by default one that is kept with the tables"),
        *LIMITS.values(),
    )
}


def data_file() -> Path:
    """Return the default path of the tables' file, in the user's data folder."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", home / ".local" / "share"))
    return base / "forno" / FILE_NAME


def lasting_secret(data: str, told: str = "") -> str:
    """Return the secret that belongs to the data: what the host told, or what lies beside the data, made if missing.

    All servers of a database find the same one there.
    """
    if told := told or os.environ.get(SECRET_VARIABLE, ""):
        return sha256(told.encode()).hexdigest()
    if is_database(data):
        from forno.store.postgres.store import server_secret

        return server_secret(data)
    path = secret_file(data)
    if not path.exists():
        write_secret(path, secrets.token_hex(32))
    return path.read_text(encoding="ascii").strip()

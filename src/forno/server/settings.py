"""Settings of a server."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from forno.features.daily.daily import BOT_EVENINGS_PER_DAY
from forno.store.places import is_database
from forno.store.transfer import secret_file, write_secret
from forno.table.pacing import BOT_PAUSE_SECONDS

SECRET_VARIABLE = "FORNO_SECRET"
FILE_NAME = "forno.sqlite3"
KILOBYTE = 1024
METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable for the folder where several workers share their metrics; prometheus_client reads it."""


@dataclass(frozen=True)
class ServerSettings:
    """Times are in seconds. Nothing here changes while the server runs."""

    data: str = FILE_NAME
    """Store of the tables: the path of an SQLite file, or an address that `forno.store` knows."""
    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    """Signs the tokens of forms. It must outlive the server, or the forms of open pages are refused."""
    programs: Mapping[str, str] = field(default_factory=dict)
    """Bots of this server alone: the name, and the command line of a program that speaks the line protocol."""
    offline: str = ""
    """The folder of the package that plays without a server; without one it isn't offered."""
    base_path: str = ""
    """The path under which everything lies, such as `/forno`; nothing at the root."""
    log: str = "plain"
    """Log format: `plain`, or `json` with a line for every request."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks of proxies whose `X-Forwarded-…` headers count; `*` means every direct peer."""
    statistics: str = "off"
    """`on`: the page `/house` says what is played here."""
    player_keys: str = "offered"
    """`offered`: browsers have a player's key, which finds their tables on other devices; `required`: nobody sits down
    without one; `off`: each browser is on its own."""
    address: str = ""
    """Address of this server with the base path, for links in notifications; without one no notifications are sent."""
    mail: str = ""
    """Mail server for notifications, such as `smtp://name:password@mail.example.org`; without one no mails are sent."""
    mail_from: str = ""
    """Address from which mails are sent."""
    webhooks: str = "off"
    """`on`: players can have notifications sent to webhooks; `local`: also to addresses of private networks."""
    push: str = "off"
    """`on`: players can have notifications shown by their browsers (web push)."""
    passkeys: str = "off"
    """`on`: players can keep their key in a passkey; the address must begin with `https://`."""
    metrics_key: str = ""
    """Token for `/metrics`; empty switches it off."""
    bot_pause: tuple[float, float] = BOT_PAUSE_SECONDS
    """Shortest and longest pause before a bot's answer."""
    away_after: float = 15.0
    """Seconds without a stream after which a seat is absent."""
    deal_patience: float = 4.0
    """Seconds that a start waits for promised numbers of a sealed deal."""
    ping_every: float = 15.0
    idle_after: float = 600.0
    """Seconds without readers after which a table leaves the memory (never the store)."""
    evenings: int = BOT_EVENINGS_PER_DAY
    """Bot games per daily table."""
    thinkers: int = 2
    """Worker processes for slow bots."""
    most_connections: int = 4096
    """Maximum number of open connections; fewer if the limit of open files is too low for them."""
    most_connections_per_address: int = 512
    """Maximum number of open connections of one address that isn't a trusted proxy's."""
    most_streams_per_address: int = 400
    """Maximum number of streams of one address; spectators have half of them."""
    most_streams: int = 200
    """Maximum number of spectators' streams at a table."""
    most_tabs: int = 12
    """Maximum number of streams of one seat; a new one ends the oldest."""
    most_body: int = 16 * KILOBYTE
    most_upload: int = 256 * KILOBYTE
    """Maximum bytes of a deck or record."""
    most_request: int = 1024 * KILOBYTE
    """Bytes of a body that are read at all, before an overlong one is cut off."""
    most_head: int = 32 * KILOBYTE
    most_headers: int = 100
    head_seconds: float = 10.0
    """Timeout of a request's head."""
    body_seconds: float = 60.0
    """Timeout of a request's body."""
    stall_seconds: float = 30.0
    """Seconds after which a client that doesn't read is disconnected (at most twice as long)."""
    most_tables: float = 30
    """Tables opened per minute and client."""
    most_moves: float = 600
    """Moves and other changes of tables per minute and client."""
    most_words: float = 30
    """Chat messages per minute and client."""
    most_replays: float = 120
    """Replay steps per minute and client."""
    replay_seconds: float = 10.0
    """Timeout of a replay step."""
    most_reviews: float = 12
    """Reviews per minute and client."""


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

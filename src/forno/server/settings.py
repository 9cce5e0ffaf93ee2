"""What a server is told when it starts."""

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
from forno.table.pacing import BOT_PAUSE

SECRET_VARIABLE = "FORNO_SECRET"
FILE_NAME = "forno.sqlite3"
KILOBYTE = 1024
METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable for the folder where several workers share their metrics; prometheus_client reads it."""


@dataclass(frozen=True)
class ServerSettings:
    """Times are in seconds. Nothing here changes while the server runs."""

    data: str = FILE_NAME
    """Where tables are kept: the path of a SQLite file, or an address that `forno.store` knows."""
    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    """Signs the tokens of forms. It must outlive the server, or pages that are open lose their say."""
    programs: Mapping[str, str] = field(default_factory=dict)
    """Bots of this server alone: the name, and the command line of a program that speaks the line protocol."""
    offline: str = ""
    """The folder of the package that plays without a server; without one it isn't offered."""
    base_path: str = ""
    """The path under which everything lies, such as `/forno`; nothing at the root."""
    log: str = "plain"
    """How the server's log is written: `plain`, or `json`, a line for every request."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks whose word on who asks is believed."""
    statistics: str = "off"
    """`on`: the page `/house` says what is played here."""
    metrics_key: str = ""
    """What opens `/metrics`; nothing does if it is empty."""
    bot_pause: tuple[float, float] = BOT_PAUSE
    """How long a bot takes to answer, at least and at most."""
    away_after: float = 15.0
    """So long without a stream, and a seat counts as absent."""
    deal_patience: float = 4.0
    """How long a start waits for numbers that were promised for the deal."""
    ping_every: float = 15.0
    idle_after: float = 600.0
    """So long without anybody, and a table leaves the memory (never the store)."""
    evenings: int = BOT_EVENINGS_PER_DAY
    """How many evenings bots play of every daily table."""
    thinkers: int = 2
    """How many processes think for slow bots."""
    most_streams: int = 200
    """Streams of spectators that a table has at a time; …"""
    most_tabs: int = 12
    """… and those of one seat. That is never refused another: the oldest ends for it."""
    most_body: int = 16 * KILOBYTE
    most_upload: int = 256 * KILOBYTE
    """For decks and records."""
    most_request: int = 1024 * KILOBYTE
    """What is read of a body at all, frames and all: whatever is longer than it may be is read on, but not for ever."""
    most_head: int = 32 * KILOBYTE
    most_headers: int = 100
    head_seconds: float = 10.0
    """How long the head of a request may take, also the first one of a connection, …"""
    body_seconds: float = 60.0
    """… and its body."""
    stall_seconds: float = 30.0
    """So long without reading anything that waits for it, or up to twice as long, and a connection is cut off."""
    most_tables: float = 30
    """Tables that one client may open a minute; …"""
    most_moves: float = 600
    """… moves, and everything else that changes a table, …"""
    most_words: float = 30
    """… messages, …"""
    most_replays: float = 120
    """… and steps of games that are watched again, …"""
    replay_seconds: float = 10.0
    """… each of which may take so long, beside everything else; …"""
    most_reviews: float = 12
    """… and games that one client has reviewed a minute."""


def data_file() -> Path:
    """Where tables are kept if nobody says otherwise: in the user's own folder for such things."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", home / ".local" / "share"))
    return base / "forno" / FILE_NAME


def lasting_secret(data: str, told: str = "") -> str:
    """The secret that belongs to the data: what the host told, or what lies beside the data, made if there is none.

    All servers of a database find the same one there.
    """
    if told := told or os.environ.get(SECRET_VARIABLE, ""):
        return sha256(told.encode()).hexdigest()
    if is_database(data):
        from forno.store.postgres.store import house_secret

        return house_secret(data)
    path = secret_file(data)
    if not path.exists():
        write_secret(path, secrets.token_hex(32))
    return path.read_text(encoding="ascii").strip()

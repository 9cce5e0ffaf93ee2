"""Capacity of a server: open files, connections and streams, in all and per address."""

from __future__ import annotations

import errno
import logging
import os
import sys
from typing import Final

from forno.background.rate_limits import Places
from forno.server.settings import ServerSettings

MAX_OPEN_FILES: Final = 65_536
"""Open files that are asked for: child processes inherit the limit, and some close every number below it."""
RESERVED_FILES: Final = 128
"""Open files kept for the store, worker processes and bots."""
MIN_CONNECTIONS: Final = 16

log = logging.getLogger("forno.server")


def raise_open_files_limit() -> int | None:
    """Raise the soft limit of open files to the hard one. Return the limit; `None` on Windows, which has none."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if wanted <= soft:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


class Capacity:
    """Counts connections and streams. Seats and health checks have a reserve that spectators can't use up.

    Half of all connections may be spectators' streams, and 7 of 8 streams of any kind. Beyond that a connection is
    closed after its answer, so it doesn't keep anybody out. Half of an address's streams may be spectators'.
    """

    def __init__(self, settings: ServerSettings, open_files: int | None) -> None:
        most = settings.most_connections
        if open_files is not None:
            most = min(most, max(MIN_CONNECTIONS, open_files - RESERVED_FILES))
        self.connections = Places(most, min(settings.most_connections_per_address, max(1, most // 2)))
        per_address = settings.most_streams_per_address
        self.streams = Places(most * 7 // 8, per_address)
        self.spectators = Places(most // 2, max(1, per_address // 2))
        self._warned = False

    @property
    def is_scarce(self) -> bool:
        """Whether only the reserve is left, so that connections end with their answer."""
        return self.connections.taken > self.streams.most

    def check_open_files(self) -> None:
        """Log, once, that no file can be opened: the event loop drops new connections then without a word."""
        if self._warned:
            return
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE):
                raise
            self._warned = True
            log.error(
                "too many open files, so new visitors are turned away: raise the limit (LimitNOFILE= in a systemd "
                "unit, ulimits in compose.yaml, or ulimit -n), or lower most_connections"
            )

"""Connections to a PostgreSQL server: a few for reading, one for writing, one for listening."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from forno.core.language import _
from forno.store.places import StoreError, shown_place
from forno.store.postgres.schema import SCHEMA, prepare

MAX_READERS: Final = 4
TIMEOUT_SECONDS: Final = 10.0
"""Timeout of a connection and of an answer."""
CONNECTION_ERRORS: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what it says if the other end hung up a moment ago
    OSError,
    TimeoutError,
    EOFError,
)
"""Errors of the connection rather than of the statement."""
ENCRYPTION_FAILURES: Final = (
    ssl.SSLError,
    FileNotFoundError,
    PermissionError,
    asyncpg.exceptions.ClientConfigurationError,
)
"""Errors of what an address says about encryption, if it says anything."""
FAILURES: Final = (asyncpg.PostgresError, *CONNECTION_ERRORS)


class Database:
    """A database, as one loop uses it."""

    def __init__(self, url: str, most_readers: int = MAX_READERS) -> None:
        self.url = url
        self.place = shown_place(url)
        self.most_readers = most_readers
        self._pool: Any = None
        self._opening = asyncio.Lock()
        self._ahead = 0.0
        """Offset of the database's clock to this machine's monotonic one."""

    def now(self) -> float:
        """Return the time by the database's clock: that of whichever machine this is may be wrong."""
        return time.monotonic() + self._ahead

    async def prepare(self) -> None:
        """Bring the database up to date. Raises `StoreError` with the reason if that can't be."""
        try:
            connection = await self.connect()
        except FAILURES as error:
            raise self.unreachable(error) from error
        with self.failing():
            try:
                await prepare(connection, self.place)
                await self.set_clock(connection)
            finally:
                await connection.close()

    async def set_clock(self, connection: Any) -> None:
        asked = time.monotonic()
        told = float(await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8"))
        self._ahead = told - (asked + time.monotonic()) / 2

    async def connect(self) -> Any:
        return await asyncpg.connect(self.url, **self._how())

    def _how(self) -> dict[str, Any]:
        # Plans are kept: one that reads all of a small table would go on reading all of a large one.
        settings = {"search_path": SCHEMA, "application_name": "forno", "enable_seqscan": "off"}
        return {"timeout": TIMEOUT_SECONDS, "command_timeout": TIMEOUT_SECONDS, "server_settings": settings}

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        """Lend a connection for a moment. Raises `StoreError` if there is none in time, or it fails."""
        with self.failing():
            if self._pool is None:
                async with self._opening:
                    if self._pool is None:
                        how = self._how()
                        how |= {"min_size": 0, "max_size": self.most_readers, "reset": leave_as_it_is}
                        self._pool = await asyncpg.create_pool(self.url, **how)
            async with self._pool.acquire(timeout=TIMEOUT_SECONDS) as connection:
                yield connection

    async def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await pool.close()
            except FAILURES:
                pool.terminate()

    @contextmanager
    def failing(self) -> Iterator[None]:
        """Raise the database's errors as `StoreError`, with a sentence."""
        try:
            yield
        except FAILURES as error:
            raise self.failure(error) from error

    def unreachable(self, error: BaseException) -> StoreError:
        """Return why no connection could be made."""
        if isinstance(error, asyncpg.PostgresError):
            sentence = _("{path} refuses the connection: {reason}. Check user, password and database.")
        elif "ssl" in urlsplit(self.url).query and isinstance(error, ENCRYPTION_FAILURES):
            sentence = _("{path} can't be reached: {reason}; check the address's sslmode and files of certificates.")
        else:
            sentence = _("{path} can't be reached: {reason}; check that the database runs, its host and its port.")
        return StoreError(sentence.format(path=self.place, reason=reason_of(error)))

    def failure(self, error: BaseException) -> StoreError:
        sentence = _("{path} can't be used: {reason}.")
        if isinstance(error, asyncpg.InsufficientPrivilegeError):
            sentence = _(
                "{path} can't be used: {reason}. The user must own the schema forno, or be allowed to create it (GRANT "
                "CREATE ON DATABASE)."
            )
        return StoreError(sentence.format(path=self.place, reason=reason_of(error)))


def reason_of(error: BaseException) -> str:
    return str(error).rstrip(".") or type(error).__name__


async def leave_as_it_is(_connection: Any) -> None:
    """Skip resetting a connection: readers change nothing about it."""


class DatabaseConnection:
    """One connection that is made when it is needed, and anew when it broke."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Any = None

    @property
    def process(self) -> int | None:
        """The database's process at the other end."""
        return None if self._connection is None else int(self._connection.get_server_pid())

    @asynccontextmanager
    async def using(self) -> AsyncIterator[Any]:
        """Yield the connection to one user at a time. After an error it is unknown whether it was executed."""
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            self._connection = await self._database.connect()
        try:
            yield self._connection
        except CONNECTION_ERRORS:
            self.cut()
            raise

    def cut(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        if self._connection is not None:
            with suppress(*FAILURES):
                await self._connection.close(timeout=TIMEOUT_SECONDS)
            self._connection = None


def check_address(url: str) -> None:
    """Raise `StoreError` if that can't be the address of a database."""
    try:
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        parts = None
    if parts is None or "@" in parts.netloc.partition("@")[2] + parts.path + parts.query + parts.fragment:
        raise StoreError(
            _(
                "the database address can't be read. The port must be a number; in the password write @ as %40, "
                "/ as %2F, : as %3A, # as %23, ? as %3F and % as %25."
            )
        )
    if not parts.path.strip("/"):
        raise StoreError(_("Name the database: postgresql://USER@HOST/DATABASE."))

"""Schema of a PostgreSQL database: created, recognised and migrated."""

from __future__ import annotations

from typing import Any, Final

from forno.store.places import newer_version, other_data

SCHEMA: Final = "forno"
"""Name of our schema; the database may hold others."""
LOCK_ID: Final = 0x466F726E
"""Advisory lock of migrations ("Forn"), so that several servers can start at once."""
STEPS: Final = (
    """
    CREATE TABLE house (
        name text PRIMARY KEY,
        value text NOT NULL
    );
    CREATE TABLE entries (
        table_id text COLLATE "C" NOT NULL,
        number integer NOT NULL,
        entry text NOT NULL,
        due double precision,
        PRIMARY KEY (table_id, number)
    );
    CREATE TABLE tables (
        table_id text COLLATE "C" PRIMARY KEY,
        game text NOT NULL,
        variant text NOT NULL,
        phase text NOT NULL,
        public boolean NOT NULL,
        players integer NOT NULL,
        names text NOT NULL,
        bots text NOT NULL,
        clock integer NOT NULL,
        opened double precision NOT NULL,
        changed double precision NOT NULL,
        wakes boolean NOT NULL,
        places text NOT NULL
    );
    CREATE INDEX lobby ON tables (phase, changed) WHERE public;
    CREATE INDEX waking ON tables (table_id) WHERE wakes;
    CREATE UNLOGGED TABLE workers (
        worker text PRIMARY KEY,
        seen timestamptz NOT NULL
    );
    CREATE UNLOGGED TABLE leases (
        table_id text COLLATE "C" PRIMARY KEY,
        worker text NOT NULL REFERENCES workers ON DELETE CASCADE
    );
    CREATE INDEX leases_of_a_worker ON leases (worker);
    CREATE UNLOGGED TABLE attendance (
        table_id text COLLATE "C" NOT NULL,
        worker text NOT NULL REFERENCES workers ON DELETE CASCADE,
        seats integer[] NOT NULL,
        PRIMARY KEY (table_id, worker)
    );
    CREATE INDEX attendance_of_a_worker ON attendance (worker);
    CREATE UNLOGGED TABLE notes (
        name text PRIMARY KEY,
        note text NOT NULL,
        until timestamptz NOT NULL
    );
    """,
    """
    CREATE INDEX finished ON tables (table_id) WHERE phase = 'over';
    CREATE TABLE leaves (
        binder text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        text text NOT NULL,
        PRIMARY KEY (binder, name)
    );
    """,
    """
    CREATE TABLE outbox (
        table_id text COLLATE "C" NOT NULL,
        seat integer NOT NULL,
        topic text NOT NULL,
        turn double precision NOT NULL,
        ready double precision,
        attempts integer NOT NULL,
        delivered text NOT NULL,
        PRIMARY KEY (table_id, seat, topic, turn)
    );
    CREATE INDEX waiting ON outbox (ready) WHERE ready IS NOT NULL;
    """,
)
"""Migrations from each version to the next, from an empty database on. What needn't outlive the database's
crash is unlogged: then nobody holds a table, and everybody says so again."""
VERSION: Final = len(STEPS)


async def prepare(connection: Any, place: str) -> None:
    """Bring the database up to date. Raises `StoreError` if a newer Forno has written it."""
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({LOCK_ID})")
        version = 0
        if await connection.fetchval(f"SELECT to_regclass('{SCHEMA}.house')"):
            version = int(await connection.fetchval(f"SELECT value FROM {SCHEMA}.house WHERE name = 'version'"))
        elif await connection.fetchval("SELECT count(*) FROM pg_namespace WHERE nspname = $1", SCHEMA):
            raise other_data(place)
        else:
            await connection.execute(f"CREATE SCHEMA {SCHEMA}")
        if version > VERSION:
            raise newer_version(place)
        for step in STEPS[version:]:
            await connection.execute(step)
        if version < VERSION:
            await connection.execute(
                "INSERT INTO house VALUES ('version', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                str(VERSION),
            )

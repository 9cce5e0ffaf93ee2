"""The likely mistakes of a host: each is answered with its cause and the remedy, and changes nothing on disk."""

from __future__ import annotations

import os
import socket
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from forno.store import open_store
from forno.store.sqlite.files import FileLock
from forno.table.entries import Opened
from forno.table.settings import TableSettings
from tests.loops import main, run


@dataclass(frozen=True)
class Mistake:
    """A command line, and what has to be said about it."""

    words: str
    """With the names of things in the folder; `PORT` is one that is taken."""
    cause: str
    remedy: str
    variables: dict[str, str] = field(default_factory=dict)
    hidden: str = ""
    """Texts that may not be printed."""
    lacks: str = ""
    """A package that isn't installed."""


DATABASE = "postgresql://forno@127.0.0.1"
MISTAKES = {
    "a folder": Mistake("serve --data folder", "folder is a folder", "name a file in it, such as"),
    "a text": Mistake("serve --data notes.txt", "notes.txt: isn't a database", "choose another file"),
    "another database": Mistake("serve --data other.db", "holds other data", "Choose another place"),
    "a folder that isn't there": Mistake("serve --data clbu/t.db", "there is no folder clbu", "make the folder first"),
    "a path through a file": Mistake("serve --data notes.txt/t.db", "t.db can't be used: Not a dir", "check the path"),
    "another kind of database": Mistake("serve --data mysql://host/db", "tables can't be kept in", "Use a file"),
    "the secret's name": Mistake("serve --data club.secret", "are for the secret", "choose another"),
    "no extra": Mistake("serve --data postgresql:///x", "need the extra 'postgres'", "pip install", lacks="asyncpg"),
    "a port in words": Mistake(f"serve --data {DATABASE}:db/x", "The port must be a number", "write @ as %40"),
    "no database named": Mistake(f"serve --data {DATABASE}", "Name the database", "postgresql://USER@HOST/DATABASE"),
    "a password with a slash": Mistake(
        "serve --data postgresql://forno:oli/ves@127.0.0.1/forno",
        "the database address can't be read",
        "/ as %2F",
        hidden="oli",
    ),
    "a password with an at sign": Mistake(
        "serve --data postgresql://forno:oli@ves@127.0.0.1/forno",
        "the database address can't be read",
        "@ as %40",
        hidden="oli",
    ),
    "nobody at the database's port": Mistake(
        f"serve --data {DATABASE}:1/forno", "127.0.0.1:1/forno can't be reached", "check that the database runs"
    ),
    "a taken port": Mistake("serve --port PORT --data new.db", "port PORT is taken", "choose another with --port"),
    "a taken port by variable": Mistake(
        "serve --data new.db", "port PORT is taken", "choose another", {"FORNO_PORT": "PORT"}
    ),
    "no such port": Mistake("serve --port 99999 --data new.db", "there is no port 99999", "the last is 65535"),
    "a port by name": Mistake("serve --port http", "invalid int value: 'http'", "Try 'forno serve --help'"),
    "another machine's address": Mistake(
        "serve --host 203.0.113.9 --port 0 --data new.db", "isn't an address of this machine", "0.0.0.0 for others"
    ),
    "no host": Mistake("serve --host= --data new.db", "'' isn't an address of this machine", "0.0.0.0 for others"),
    "a certificate that isn't there": Mistake(
        f"serve --data {DATABASE}:1/forno?sslmode=verify-full&sslrootcert=missing.pem",
        "No such file or directory",
        "check the address's sslmode and files of certificates",
    ),
    "a certificate that is none": Mistake(
        f"serve --data {DATABASE}:1/forno?sslmode=verify-full&sslrootcert=notes.txt",
        "no certificate or crl found",
        "check the address's sslmode and files of certificates",
    ),
    "no such way to encrypt": Mistake(
        f"serve --data {DATABASE}:1/forno?sslmode=on", "`sslmode` parameter must be", "check the address's sslmode"
    ),
    "an address without the base path": Mistake(
        "serve --base-path /forno --data new.db",
        "'address' must end with the base path",
        "such as https://forno.example.org/forno",
        {"FORNO_ADDRESS": "https://forno.example.org", "FORNO_WEBHOOKS": "on"},
    ),
    "workers on a file": Mistake(
        "serve --workers 2 --data new.db", "tables in a file can have only one worker", "PostgreSQL"
    ),
    "a program that isn't there": Mistake(
        "serve --data new.db --bot robo=no-such-program", "there is no program 'no-such-program'", "check the path"
    ),
    "a program without a name": Mistake("serve --data new.db --bot robo", "robo", "--bot NAME=COMMAND"),
    "a name that is taken": Mistake(
        f"serve --data new.db --bot nonna={sys.executable}", "a bot can't be called 'nonna'", "choose another name"
    ),
    "no configuration": Mistake("serve --config missing.toml", "missing.toml can't be read", "check the path"),
    "a configuration that isn't one": Mistake("serve --config notes.txt", "notes.txt isn't a file in TOML", "line 1"),
    "an unknown option in a file": Mistake("serve --config wrong.toml", "no option 'prot'", "there are host, port"),
    "an unknown variable": Mistake(
        "serve --port PORT --data new.db", "FORNO_PROT isn't an option", "did you mean FORNO_PORT?", {"FORNO_PROT": "1"}
    ),
    "a path without a slash": Mistake("serve --base-path forno", "'forno' isn't a path", "such as /forno"),
    "no room for a move": Mistake(
        "serve --data new.db", "FORNO_MOST_BODY: '10' isn't", "number from 4096 on", {"FORNO_MOST_BODY": "10"}
    ),
    "a browser's connections": Mistake("serve --config tight.toml", "most_connections_per_address: 1", "from 8 on"),
    "no offline package": Mistake("serve --offline folder --data new.db", "folder can't be used", "'make offline'"),
    "a second server": Mistake("serve --port 0 --data served.db", "serves these tables", "stop it, or choose another"),
    "a word too many": Mistake("admin list all --data club.db", "unrecognized arguments: all", "--help'"),
    "a slip of the pen": Mistake("admin lst --data club.db", "invalid choice: 'lst'", "choose from"),
    "tables that aren't there": Mistake("admin list --data clubb.db", "there are no tables", "Name the right place"),
    "a table that isn't there": Mistake("admin show nowhere --data club.db", "no table 'nowhere'", "forno admin list"),
    "no table named": Mistake("admin delete --data club.db", "required: TABLE", "admin delete --help'"),
    "no days": Mistake("admin purge --data club.db", "required: --days", "admin purge --help'"),
    "less than no days": Mistake("admin purge --days -1 --data club.db", "--days: -1.0 isn't", "a number from 0 on"),
    "notices without an address": Mistake(
        "serve --data new.db", "Notifications contain links", "set 'address' as well", {"FORNO_WEBHOOKS": "on"}
    ),
    "mails from nobody": Mistake(
        "serve --data new.db",
        "mail_from: That isn't an e-mail address",
        "Write one like",
        {"FORNO_ADDRESS": "https://forno.example.org", "FORNO_MAIL": "smtp://127.0.0.1"},
    ),
    "a mail server without its scheme": Mistake(
        "serve --data new.db",
        "FORNO_MAIL isn't an address",
        "such as smtp://",
        {"FORNO_MAIL": "forno:olives@mail.example.org"},
        hidden="olives",
    ),
    "a mail server with a port in words": Mistake(
        "serve --data new.db", "FORNO_MAIL isn't an address", "such as smtp://", {"FORNO_MAIL": "smtp://mail:port"}
    ),
    "notices without their extra": Mistake(
        "serve --data new.db",
        "aiosmtplib isn't installed",
        "pip install 'forno[notices]'",
        {"FORNO_ADDRESS": "https://x.org", "FORNO_MAIL": "smtp://127.0.0.1", "FORNO_MAIL_FROM": "a@b.org"},
        lacks="aiosmtplib",
    ),
    "push without encryption": Mistake(
        "serve --data new.db",
        "Browsers accept notifications",
        "begin with https://",
        {"FORNO_ADDRESS": "http://forno.example.org", "FORNO_PUSH": "on"},
    ),
    "no destination": Mistake("admin move --data club.db", "required: --to", "admin move --help'"),
    "a move onto itself": Mistake("admin move --data club.db --to club.db", "already holds tables", "an empty place"),
    "a table of a running server": Mistake("admin delete a --data served.db", "another server", "stop it"),
    "no backup there": Mistake("admin restore missing --data new.db", "missing can't be used", "check the path"),
    "not a backup": Mistake("admin restore notes.txt --data new.db", "isn't a complete backup", "forno admin backup"),
    "a backup over the tables": Mistake("admin backup club.db --data club.db", "isn't a backup", "choose another name"),
    "a backup into nowhere": Mistake("admin backup no/b.jsonl --data club.db", "can't be used", "check the path"),
}


@pytest.fixture(scope="module")
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A host's folder, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    for name in [name for name in os.environ if name.startswith("FORNO_")]:
        monkeypatch.delenv(name)
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.txt").write_text("these are my notes, " * 100)
    (tmp_path / "wrong.toml").write_text("prot = 80")
    (tmp_path / "tight.toml").write_text("most_connections_per_address = 1")
    file = sqlite3.connect("other.db")
    file.execute("CREATE TABLE recipes (name TEXT)")
    file.close()

    async def furnish(place: str) -> None:
        store = open_store(place)
        await store.create("a", Opened(1.0, "mamma-mia", {"players": 2}, None, TableSettings()))
        await store.close()

    for place in ("club.db", "served.db"):
        run(furnish(place))
    (tmp_path / "served.secret").write_text("secret")
    claim = FileLock(tmp_path / "served.db")
    FileLock(tmp_path / "club.db").close()
    yield tmp_path
    claim.close()


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file's mode and content."""
    found = [folder, *folder.rglob("*")]
    return {str(path): (path.stat().st_mode, path.read_bytes() if path.is_file() else b"") for path in found}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_answered_with_its_cause_and_the_remedy(
    folder: Path, taken: int, what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mistake = MISTAKES[what]
    for name, value in mistake.variables.items():
        monkeypatch.setenv(name, value.replace("PORT", str(taken)))
    if mistake.lacks:
        monkeypatch.setitem(sys.modules, mistake.lacks, None)
        for module in [name for name in sys.modules if name.startswith("forno.store.postgres")]:
            monkeypatch.delitem(sys.modules, module)
    before = everything(folder)
    words = mistake.words.replace("PORT", str(taken)).split()
    assert main(["--language", "en", *words]) in (1, 2)
    said = capsys.readouterr()
    assert mistake.cause.replace("PORT", str(taken)) in said.err
    assert mistake.remedy in said.err
    assert "Traceback" not in said.err
    assert len(said.err.splitlines()) <= 1 + len(mistake.variables)
    assert not mistake.hidden or mistake.hidden not in said.out + said.err
    assert everything(folder) == before

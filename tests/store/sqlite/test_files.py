"""The file of the tables: for its owner alone, and for one server at a time."""

from __future__ import annotations

import errno
import io
import logging
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from forno.store import StoreError, open_store
from forno.store.dumps import header
from forno.store.sqlite.files import user_name
from forno.store.sqlite.store import SqliteStore
from tests.loops import main, run
from tests.store.helpers import OPENED, said, with_store

ROOT = Path(__file__).parents[3]
SERVE_UNTIL_KILLED = """
import sys
from forno.store import open_store
store = open_store(sys.argv[1], serving=True)
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def careless() -> Iterator[None]:
    """A machine on which new files can be read and written by everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(path: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}


# Rights


@pytest.mark.usefixtures("careless")
def test_only_the_owner_reads_the_file_and_what_lies_beside_it(path: Path) -> None:
    async def use(store: SqliteStore) -> dict[str, int]:
        await store.create("a", OPENED)
        await store.append("a", 1, said("hello"))
        return rights(path)

    assert with_store(path, use) == {"tables.db": 0o600, "tables.db-wal": 0o600, "tables.db-shm": 0o600}


@pytest.mark.usefixtures("careless")
def test_a_link_to_a_file_that_isnt_there_yet_makes_a_private_one(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "real.db"
    real.parent.mkdir()
    path.symlink_to(real)
    with_store(path, lambda store: store.create("a", OPENED))
    assert rights(real) == {"real.db": 0o600}


def test_a_file_that_everybody_could_read_is_closed_to_them(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with_store(path, lambda store: store.create("a", OPENED))
    reader = sqlite3.connect(path)  # keeps what lies beside the file there
    reader.execute("SELECT * FROM entries").fetchall()
    for file in path.parent.iterdir():
        file.chmod(0o644)
    with caplog.at_level(logging.WARNING, "forno.store"):
        with_store(path, lambda store: store.append("a", 1, said("hello")))
    assert set(rights(path).values()) == {0o600}
    assert f"{path} could be read by everybody" in caplog.text
    reader.close()


def test_a_group_that_may_read_the_file_still_may(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with_store(path, lambda store: store.create("a", OPENED))
    path.chmod(0o640)
    with_store(path, lambda store: store.append("a", 1, said("hello")))
    assert rights(path)["tables.db"] == 0o640
    assert not caplog.records


# Files that aren't ours


def make_text(path: Path) -> None:
    path.write_text("these are my notes, " * 100)
    path.chmod(0o644)


def make_folder(path: Path) -> None:
    path.mkdir(0o755)
    (path / "letter.txt").write_text("dear")


def make_other_database(path: Path) -> None:
    file = sqlite3.connect(path)
    file.execute("CREATE TABLE recipes (name TEXT)")
    file.close()
    path.chmod(0o644)


def make_newer(path: Path) -> None:
    file = sqlite3.connect(path)
    file.executescript("CREATE TABLE t (x); PRAGMA application_id = 0x466F726E; PRAGMA user_version = 99")
    file.close()
    path.chmod(0o644)


def make_pipe(path: Path) -> None:
    os.mkfifo(path, 0o644)


NOT_OURS = {
    "text": (make_text, "isn't a database; choose another file"),
    "folder": (make_folder, "is a folder; name a file in it, such as"),
    "other database": (make_other_database, "holds other data. Choose another place"),
    "newer": (make_newer, "was written by a newer version of Forno. Use that version"),
    "pipe": (make_pipe, "isn't a regular file; choose another"),
}
COMMANDS = {
    "serve": ["serve", "--port", "0"],
    "mcp": ["mcp"],
    **{name: ["admin", name] for name in ("list", "check", "rotate")},
    **{name: ["admin", name, "TABLE"] for name in ("show", "close", "delete")},
    "purge": ["admin", "purge", "--days", "1"],
    "backup": ["admin", "backup", "FOLDER/backup.jsonl"],
    "restore": ["admin", "restore", "BACKUP"],
    "move": ["admin", "move", "--to", "FOLDER/other.db"],
}


def everything(folder: Path) -> dict[str, tuple[int, float, bytes]]:
    """Every file's mode, time of change and content."""
    return {
        str(path.relative_to(folder)): (
            (found := path.stat()).st_mode,
            found.st_mtime,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in [folder, *folder.rglob("*")]
    }


@pytest.mark.parametrize("what", NOT_OURS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_place_that_isnt_ours_is_refused_and_left_as_it_is(
    tmp_path: Path, command: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "backup.jsonl"
    backup.write_text(f"{header()}\n")
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "place"
    make, sentence = NOT_OURS[what]
    make(path)
    before = everything(folder)
    words = [word.replace("FOLDER", str(folder)).replace("BACKUP", str(backup)) for word in COMMANDS[command]]
    assert main(["--language", "en", *words, "--data", str(path)]) in (1, 2)
    assert sentence in capsys.readouterr().err
    assert everything(folder) == before


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"serve", "mcp", "restore"}))
def test_a_file_that_isnt_there_isnt_made_by_whoever_looks_for_it(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "folder" / "missing.db"
    words = [word.replace("FOLDER", str(tmp_path)) for word in COMMANDS[command]]
    assert main(["--language", "en", *words, "--data", str(path)]) == 1
    assert f"{path}: there are no tables here. Name the right place with --data" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_place_whose_name_is_that_of_its_own_secret_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", "en", "serve", "--data", str(tmp_path / "club.secret")]) == 1
    assert "names ending in .secret are for the secret beside a file; choose another" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# Rights

LACKING = {
    "place.db": "may not read and write {folder}/place.db. Make {user} its owner, or run forno as its owner",
    "": "may not make files in {folder}. Make {user} its owner, or choose another place",
}
"""Path that the user has no right to, in the folder of the tables, and what is said."""


@pytest.mark.parametrize("lacking", LACKING)
def test_whoever_lacks_a_right_is_named_with_the_remedy(
    tmp_path: Path, lacking: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, closed = tmp_path / "place.db", tmp_path / lacking
    with_store(path, lambda store: store.create("a", OPENED))
    (tmp_path / "place.secret").unlink(missing_ok=True)

    def refuse(really_open: Callable[..., Any], file: Any, *told: Any, **more: Any) -> Any:
        if Path(file) == closed or (not lacking and Path(file).parent == closed and Path(file) != path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
        return really_open(file, *told, **more)

    for module in (os, io):
        monkeypatch.setattr(module, "open", partial(refuse, module.open))
    monkeypatch.setattr(os, "access", lambda file, mode: Path(file) != closed)
    assert main(["--language", "en", "serve", "--port", "0", "--data", str(path)]) == 1
    said = capsys.readouterr().err
    assert f"the user {user_name()} {LACKING[lacking].format(folder=tmp_path, user=user_name())}" in said


# One server


def test_a_second_server_of_one_file_is_refused_with_a_sentence(path: Path) -> None:
    async def use() -> None:
        first = SqliteStore(path, serving=True)
        with pytest.raises(StoreError, match=rf"another server \(process {os.getpid()}\) serves these tables; stop it"):
            SqliteStore(path, serving=True)
        await first.create("a", OPENED)
        await first.close()
        second = SqliteStore(path, serving=True)
        assert await second.load("a") == [OPENED]
        await second.close()

    run(use())


def test_a_link_to_the_file_is_no_way_around_that(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.symlink_to(path)

    async def use() -> None:
        first = open_store(path, serving=True)
        with pytest.raises(StoreError, match="another server"):
            open_store(f"sqlite:///{other}", serving=True)
        await first.close()

    run(use())


def test_whoever_only_reads_or_repairs_needs_no_claim(path: Path) -> None:
    async def use() -> None:
        server = SqliteStore(path, serving=True)
        await server.create("a", OPENED)
        assert await reading().load("a") == [OPENED]
        await server.close()

    def reading() -> SqliteStore:
        opened.append(SqliteStore(path))
        return opened[-1]

    opened: list[SqliteStore] = []
    run(use())
    run(opened[0].close())


def test_a_file_that_cant_be_opened_is_claimed_by_nobody(path: Path) -> None:
    path.write_text("these are my notes, " * 100)
    for _attempt in range(2):
        with pytest.raises(StoreError, match="isn't a database"):
            open_store(path, serving=True)
    with pytest.raises(StoreError, match=r"there is no folder .*nowhere\. Check the path"):
        open_store(path.parent / "nowhere" / "tables.db", serving=True)


@pytest.mark.slow
def test_the_claim_ends_with_its_process_however_that_ends(path: Path) -> None:
    command = [sys.executable, "-c", SERVE_UNTIL_KILLED, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match=rf"another server \(process {process.pid}\)"):
            open_store(path, serving=True)
        process.kill()
    run(open_store(path, serving=True).close())

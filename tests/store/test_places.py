"""Addresses of stores: a file or a database; and the secret beside a file."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from forno.store.places import StoreError, file_of, is_database, secret_file, shown_place, write_secret


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("tables.db", "tables.db"),
        ("sqlite:///tables.db", "tables.db"),
        ("sqlite:////srv/tables.db", "/srv/tables.db"),
        (Path("/srv/tables.db"), "/srv/tables.db"),
    ],
)
def test_a_file_is_named_by_a_path_or_an_address(address: str | Path, file: str) -> None:
    assert file_of(address) == Path(file)
    assert not is_database(address)
    assert shown_place(address) == str(address)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("mysql://host/tables", "can't be kept in 'mysql://host/tables'"),
        ("", "Name the file"),
        ("sqlite:///", "Name the file"),
        (":memory:", "Name the file"),
        ("tables.secret", "names ending in .secret are for the secret"),
    ],
)
def test_what_names_no_file_is_refused(address: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason):
        file_of(address)


def test_a_database_is_shown_without_user_name_and_password() -> None:
    for address in ("postgresql://forno:olives@host:5432/tables?sslmode=require", "postgres://a@b:c@host:5432/tables"):
        assert is_database(address)
        assert shown_place(address) == "postgresql://host:5432/tables"


def test_the_secret_lies_beside_the_file() -> None:
    assert secret_file("sqlite:////srv/tables.db") == Path("/srv/tables.secret")


@pytest.mark.skipif(sys.platform == "win32", reason="rights differ there")
def test_a_secret_replaces_another_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.secret"
    path.write_text("old")
    path.chmod(0o644)
    (tmp_path / "tables.secret.new").write_text("left by a server that was killed")
    write_secret(path, "olives")
    assert path.read_text() == "olives\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]

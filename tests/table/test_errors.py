"""Errors of tables."""

from __future__ import annotations

from forno.table import errors


def test_every_error_of_a_table_has_a_code_of_its_own() -> None:
    kinds: list[type[errors.TableError]] = [errors.TableError, *errors.TableError.__subclasses__()]
    assert len({kind.code for kind in kinds}) == len(kinds)

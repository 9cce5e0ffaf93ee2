"""Errors: typed, each with a code that never changes."""

from __future__ import annotations

import pytest

import forno

CODES = {
    forno.FornoError: "error",
    forno.InvalidNotation: "invalid-notation",
    forno.AmbiguousNotation: "ambiguous-notation",
    forno.IllegalAction: "illegal-action",
    forno.UnknownGame: "unknown-game",
    forno.OptionError: "option",
    forno.DeckError: "deck",
    forno.PositionError: "position",
    forno.RecordError: "record",
}


@pytest.mark.parametrize(("error", "code"), CODES.items(), ids=lambda value: getattr(value, "__name__", value))
def test_codes_never_change(error: type[forno.FornoError], code: str) -> None:
    assert error.code == code
    assert issubclass(error, forno.FornoError)


def test_every_error_has_a_code_of_its_own() -> None:
    errors: list[type[forno.FornoError]] = [forno.FornoError, *forno.FornoError.__subclasses__()]
    assert set(CODES) <= set(errors)
    assert len({error.code for error in errors}) == len(errors)


def test_a_record_error_names_the_line() -> None:
    error = forno.RecordError("it ends too soon.", 12)
    assert (error.line, str(error)) == (12, "line 12: it ends too soon.")
    assert str(forno.RecordError("there is none.")) == "there is none."

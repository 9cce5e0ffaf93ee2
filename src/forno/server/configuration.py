"""Configuration by command line, environment or file, in this order of precedence.

Everything is checked before the server starts. `docs/hosting.md` has the table of it, and a test compares.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from math import isfinite
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from forno.core.errors import OptionError
from forno.core.language import N_, _
from forno.pages.base_path import BASE_PATTERN
from forno.server.settings import OPTIONS, PREFIX, ServerOption

BOTS_SECTION: Final = "bots"
"""Table of the configuration file that names programs."""
GIVEN_KEY: Final = "given"
"""Key of the names of options that were set explicitly."""
ANY_PROXY: Final = "*"


def configure(arguments: Mapping[str, Any], environment: Mapping[str, str], path: Path | None) -> dict[str, Any]:
    """Return the value of every option, `bots`, and the names that were `given`.

    Raises `OptionError` with what is wrong, and where.
    """
    written = read_file(path) if path is not None else {}
    found: dict[str, Any] = {BOTS_SECTION: written.get(BOTS_SECTION, {}), GIVEN_KEY: set()}
    for option in OPTIONS.values():
        if arguments.get(option.name) is not None:
            found[option.name] = check_value(option, arguments[option.name], f"--{option.name.replace('_', '-')}")
        elif option.variable in environment:
            found[option.name] = check_value(option, environment[option.variable], option.variable)
        elif option.name in written:
            found[option.name] = check_value(option, written[option.name], f"{path}: {option.name}")
        else:
            found[option.name] = option.default
            continue
        found[GIVEN_KEY].add(option.name)
    return found


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Return a sentence for each variable that begins as ours do and is no option."""
    known = [option.variable for option in OPTIONS.values()]
    sentences = []
    for name in environment:
        if name.startswith(PREFIX) and name not in known:
            likely = get_close_matches(name, known, 1)
            sentences.append(
                _("{name} isn't an option and is ignored; did you mean {likely}?").format(name=name, likely=likely[0])
                if likely
                else _("{name} isn't an option and is ignored; the guide to hosting lists them.").format(name=name)
            )
    return sentences


def read_file(path: Path) -> dict[str, Any]:
    """Read a configuration file. Raises `OptionError` if it is unreadable or names an unknown option."""
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(
            _("{path} can't be read: {reason}; check the path.").format(path=path, reason=error.strerror)
        ) from error
    except ValueError as error:
        raise OptionError(_("{path} isn't a file in TOML: {reason}.").format(path=path, reason=error)) from error
    for name in written:
        if name not in OPTIONS and name != BOTS_SECTION:
            raise OptionError(
                _("{path}: there is no option {name!r}; there are {names}.").format(
                    path=path, name=name, names=", ".join([*OPTIONS, BOTS_SECTION])
                )
            )
    programs = written.get(BOTS_SECTION, {})
    if not isinstance(programs, dict) or not all(isinstance(command, str) for command in programs.values()):
        raise OptionError(_("{path}: each line of [bots] needs a name and a command.").format(path=path))
    return written


def check_value(option: ServerOption, value: Any, where: str) -> Any:
    """Return the value of an option as it is used. Raises `OptionError`."""
    read, wrong = _READERS[option.kind]
    try:
        return read(option, value)
    except (ValueError, TypeError):
        facts = {"where": where, "value": value, "least": option.least, "choices": ", ".join(option.choices)}
        raise OptionError(_(wrong).format(**facts)) from None


def _text(_option: ServerOption, value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError
    return value


def _path(_option: ServerOption, value: Any) -> str:
    path: str = value.rstrip("/") if isinstance(value, str) else ""
    if not isinstance(value, str) or BASE_PATTERN.fullmatch(path) is None:
        raise ValueError
    return path


def _address(schemes: tuple[str, ...]) -> Callable[[ServerOption, Any], str]:
    """Return a reader of addresses that begin with one of these schemes."""

    def read(option: ServerOption, value: Any) -> str:
        address = _text(option, value)
        parts = urlsplit(address)
        if address and (parts.scheme not in schemes or not parts.hostname or parts.port == 0):  # or no number
            raise ValueError
        return address.rstrip("/")

    return read


def _number(option: ServerOption, value: Any) -> float:
    number = float(value)
    if isinstance(value, bool) or not isfinite(number) or number < option.least:
        raise ValueError
    return number


def _count(option: ServerOption, value: Any) -> int:
    number = int(value)
    if isinstance(value, bool | float) or number < option.least:
        raise ValueError
    return number


def _choice(option: ServerOption, value: Any) -> str:
    if value not in option.choices:
        raise ValueError
    return str(value)


def _addresses(_option: ServerOption, value: Any) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    named = tuple(part.strip() for part in parts if part.strip())
    for name in named:
        if name != ANY_PROXY:
            ip_network(name)
    return named


_READERS: Final[Mapping[str, tuple[Callable[[ServerOption, Any], Any], str]]] = {
    "text": (_text, N_("{where}: {value!r} isn't text.")),
    "path": (_path, N_("{where}: {value!r} isn't a path such as /forno.")),
    "url": (_address(("https", "http")), N_("{where}: {value!r} isn't an address such as https://forno.example.org.")),
    "smtp": (
        _address(("smtp", "smtps")),
        N_("{where} isn't an address such as smtp://name:password@mail.example.org."),
    ),
    "number": (_number, N_("{where}: {value!r} isn't a number from {least} on.")),
    "count": (_count, N_("{where}: {value!r} isn't a whole number from {least} on.")),
    "choice": (_choice, N_("{where}: {value!r} is none of {choices}.")),
    "list": (_addresses, N_("{where}: {value!r} aren't addresses or networks.")),
}
"""Readers of values by kind, each with the sentence for a value that doesn't fit."""


def table() -> str:
    """Return all options as a Markdown table for the documentation."""
    lines = ["| option | default | meaning |", "|---|---|---|"]
    for option in OPTIONS.values():
        usual = ", ".join(option.default) if option.kind == "list" else str(option.default)
        lines.append(f"| `{option.name}` | {usual} | {option.says} |")
    return "\n".join(lines)

"""Configuration by command line, environment or file, in this order of precedence.

Everything is checked before the server starts. `docs/hosting.md` has the table of it, and a test compares.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from ipaddress import ip_network
from math import isfinite
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from forno.core.errors import OptionError
from forno.core.language import N_, _
from forno.pages.base_path import BASE_PATTERN
from forno.server.settings import ServerSettings

PREFIX: Final = "FORNO_"
BOTS_SECTION: Final = "bots"
"""Table of the configuration file that names programs."""
GIVEN_KEY: Final = "given"
"""Key of the names of options that were set explicitly."""
ANY_PROXY: Final = "*"


@dataclass(frozen=True)
class ServerOption:
    """One thing that can be set."""

    name: str
    kind: str
    """`text`, `path`, `url`, `smtp`, `number`, `count`, `choice` or `list`."""
    default: Any
    says: str
    """Description, used in the documentation."""
    choices: tuple[str, ...] = ()
    least: float = 0

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


SERVER: Final = (
    ServerOption("host", "text", "127.0.0.1", "the address to listen on"),
    ServerOption("port", "count", 8000, "the port; if none is given and this one is taken, the next free one"),
    ServerOption(
        "data", "text", "", "where tables are kept: a file (default: in your data folder) or `postgresql://…`"
    ),
    ServerOption("workers", "count", 1, "number of worker processes, for tables in PostgreSQL", least=1),
    ServerOption("base_path", "path", "", "the path of all pages, such as `/forno`; the root by default"),
    ServerOption("log", "choice", "plain", "`json`: a line of JSON per request", ("plain", "json")),
    ServerOption(
        "trusted_proxies",
        "list",
        ("127.0.0.1", "::1"),
        "addresses or networks of proxies whose `X-Forwarded-…` headers count; `*`: every direct peer",
    ),
    ServerOption(
        "offline",
        "text",
        "",
        "the offline package to offer to visitors: the folder that `make offline` wrote",
    ),
    ServerOption("statistics", "choice", "off", "`on`: the page `/house` shows statistics", ("off", "on")),
    ServerOption(
        "player_keys",
        "choice",
        "offered",
        "`required`: nobody sits down without a player's key; `off`: nothing is stored of who sits where, "
        "*Your tables* are those of one browser, and there are no groups",
        ("offered", "required", "off"),
    ),
    ServerOption(
        "address",
        "url",
        "",
        "the address of this server for links in notifications, such as `https://forno.example.org`",
    ),
    ServerOption(
        "mail", "smtp", "", "the mail server for notifications: `smtp://name:password@mail.example.org`, or `smtps://…`"
    ),
    ServerOption("mail_from", "text", "", "the address that mails come from, such as `forno@example.org`"),
    ServerOption(
        "webhooks",
        "choice",
        "off",
        "`on`: players can have notifications sent to webhooks; `local`: in private networks, too",
        ("off", "on", "local"),
    ),
    ServerOption("push", "choice", "off", "`on`: players' browsers can show notifications (web push)", ("off", "on")),
    ServerOption("passkeys", "choice", "off", "`on`: players can keep their key in a passkey", ("off", "on")),
    ServerOption("metrics_key", "text", "", "the key for `/metrics`, which is closed without one"),
    ServerOption("secret", "text", "", "signs form tokens; by default one that is kept with the tables"),
)
LIMITS: Final[Mapping[str, tuple[float, str]]] = {
    "thinkers": (1, "processes for slow bots"),
    "evenings": (0, "bot games per daily table; 0: none"),
    "most_tables": (1, "tables opened per minute and address"),
    "most_moves": (1, "moves and other changes per minute and address"),
    "most_words": (1, "messages per minute and address"),
    "most_replays": (1, "replay steps per minute and address"),
    "replay_seconds": (1, "seconds for one replay step"),
    "most_reviews": (1, "reviews per minute and address"),
    "most_connections": (16, "open connections; fewer if the limit of open files is low"),
    "most_connections_per_address": (8, "open connections per address, trusted proxies excepted"),
    "most_streams_per_address": (2, "streams per address, half of them for spectators"),
    "most_streams": (1, "streams of spectators per table"),
    "most_tabs": (1, "streams per seat"),
    "most_body": (4096, "bytes of a move"),
    "most_upload": (16384, "bytes of a deck or a record"),
    "most_head": (8192, "bytes of a request's head"),
    "most_headers": (32, "headers per request"),
    "head_seconds": (1, "seconds to send the head"),
    "body_seconds": (1, "seconds to send the body"),
    "stall_seconds": (1, "seconds without reading a stream"),
    "deal_patience": (1, "seconds to wait for numbers of a sealed deal"),
    "away_after": (1, "seconds without a stream until a seat is away"),
    "idle_after": (1, "seconds without readers until a table is unloaded"),
    "ping_every": (1, "seconds between pings on a stream"),
}
"""Smallest value of each limit with which the server works, and its description.

A rate below one a minute lets nobody do anything; a browser has several connections, some 20 headers, and cookies of
several kilobytes; and shorter times than a second end what only takes its time, or keep the server busy with itself.
"""
_settings: Final = {field.name: field for field in fields(ServerSettings)}


def _limit(name: str, least: float, says: str) -> ServerOption:
    kind = "count" if _settings[name].type == "int" else "number"
    return ServerOption(name, kind, _settings[name].default, says, least=least)


OPTIONS: Final[Mapping[str, ServerOption]] = {
    option.name: option for option in (*SERVER, *(_limit(name, *limit) for name, limit in LIMITS.items()))
}


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
        raise OptionError(_("{path}: [bots] has a name and a command in each line.").format(path=path))
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

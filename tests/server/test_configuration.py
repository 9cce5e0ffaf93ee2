"""Settings of a host: on the command line, in variables or in a file, checked before anything starts."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from forno.cli import main
from forno.cli.serve import settings_from, variables
from forno.core.errors import OptionError
from forno.server.configuration import configure, table
from forno.server.settings import LIMITS, OPTIONS, ServerSettings

ROOT = Path(__file__).parents[2]


class Asked:
    """A command line."""

    def __init__(self, **told: Any) -> None:
        vars(self).update({"bot": [], "quick": False, "config": None} | told)


def test_the_command_line_counts_more_than_a_variable_and_that_more_than_a_file(tmp_path: Path) -> None:
    path = tmp_path / "forno.toml"
    path.write_text('port = 1\nhost = "a"\nlog = "json"\nmost_tables = 7\n')
    told = configure({"port": 3}, {"FORNO_PORT": "2", "FORNO_HOST": "b"}, path)
    assert (told["port"], told["host"], told["log"], told["most_tables"]) == (3, "b", "json", 7)
    assert told["workers"] == OPTIONS["workers"].default


def test_whoever_sets_nothing_gets_what_is_usual(tmp_path: Path) -> None:
    told = configure({}, {}, None)
    data = {"data": str(tmp_path / "tables.db"), "secret": "told"}
    settings = settings_from(told | data, Asked())  # type: ignore[arg-type]
    usual = ServerSettings()
    for name in (*LIMITS, "log", "metrics_key", "statistics", "trusted_proxies", "bot_pause"):
        assert getattr(settings, name) == getattr(usual, name)


def test_what_is_chosen_reaches_the_server(tmp_path: Path) -> None:
    known = {field.name for field in fields(ServerSettings)}
    chosen = {
        option.name: next(choice for choice in option.choices if choice != option.default)
        for option in OPTIONS.values()
        if option.kind == "choice" and option.name in known
    }
    assert {"player_keys", "passkeys", "push"} <= set(chosen)
    data = {"data": str(tmp_path / "tables.db"), "secret": "told"}
    settings = settings_from(configure({}, {}, None) | data | chosen, Asked())  # type: ignore[arg-type]
    assert {name: getattr(settings, name) for name in chosen} == chosen


def test_bot_games_of_daily_tables_can_be_switched_off() -> None:
    assert configure({}, {"FORNO_EVENINGS": "0"}, None)["evenings"] == 0


def test_bots_and_proxies_are_named_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "forno.toml"
    path.write_text('trusted_proxies = ["10.0.0.0/8", "::1"]\n[bots]\nrobo = "python my_bot.py"\n')
    told = configure({}, {}, path)
    assert told["trusted_proxies"] == ("10.0.0.0/8", "::1")
    assert told["bots"] == {"robo": "python my_bot.py"}
    assert configure({}, {"FORNO_TRUSTED_PROXIES": "10.1.2.3, 10.1.2.4"}, None)["trusted_proxies"] == (
        "10.1.2.3",
        "10.1.2.4",
    )


@pytest.mark.parametrize(
    "variable",
    [
        "FORNO_PORT=many",
        "FORNO_PORT=-1",
        "FORNO_WORKERS=0",
        "FORNO_LOG=loud",
        "FORNO_MOST_TABLES=nan",
        "FORNO_MOST_TABLES=0",
        "FORNO_MOST_BODY=1.5",
        "FORNO_TRUSTED_PROXIES=the proxy",
        "FORNO_HOST=a\0b",
    ],
)
def test_what_cant_be_is_refused_and_named(variable: str) -> None:
    name, _equals, value = variable.partition("=")
    with pytest.raises(OptionError, match=name):
        configure({}, {name: value}, None)


@pytest.mark.parametrize(
    "text",
    ["port = ", "ports = 8000", "port = true", "port = 80.5", "host = 7", "bots = 7", "[bots]\nrobo = 7", "log = []"],
)
def test_a_file_with_something_wrong_in_it_is_refused_and_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "forno.toml"
    path.write_text(text)
    with pytest.raises(OptionError, match=r"forno\.toml"):
        configure({}, {}, path)


def test_a_file_that_isnt_there_is_refused_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", "en", "serve", "--config", str(tmp_path / "missing.toml")]) != 0
    assert "missing.toml can't be read" in capsys.readouterr().err


def test_no_password_is_on_a_workers_command_line() -> None:
    told = variables(Asked(data="postgresql://anna:olives@db/forno", workers=3))  # type: ignore[arg-type]
    assert told["FORNO_DATA"] == "postgresql://anna:olives@db/forno"
    assert told["FORNO_WORKERS"] == "1"


def test_every_option_is_in_the_documentation_as_it_is() -> None:
    assert table() in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")

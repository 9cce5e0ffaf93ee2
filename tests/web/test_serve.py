"""`forno serve` and `forno sit` on the command line."""

from __future__ import annotations

import logging
import socket
from pathlib import Path

import pytest

from forno.background.rate_limits import RateLimit
from forno.cli import main
from forno.cli.serve import PathOnly, listen, read_program
from forno.core.errors import OptionError
from forno.pages.publishing.messages import StreamPosition, read_position
from forno.server.settings import lasting_secret
from forno.table.guests import tidy_name
from forno.web.identity import preferred_language
from forno.web.security import form_token, new_form_key, token_fits


def test_the_log_shows_neither_queries_nor_the_keys_of_personal_links() -> None:
    def logged(path: str) -> str:
        record = logging.LogRecord("uvicorn.access", 20, "", 0, "%s %s %s %s %s", None, None)
        record.args = ("127.0.0.1:1", "GET", path, "1.1", 200)
        assert PathOnly().filter(record)
        return record.getMessage()

    assert "secret" not in logged("/t/abc/stream?after=secret")
    assert logged("/t/abc/me/secretkey").count("secretkey") == 0
    assert "/t/abc/me/…" in logged("/t/abc/me/secretkey")


def test_a_taken_port_is_passed_over_unless_it_was_asked_for() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with listen("127.0.0.1", port, tries=50) as second:
            assert second.getsockname()[1] > port
        with pytest.raises(OptionError, match=f"port {port} is taken; stop the program that has it"):
            listen("127.0.0.1", port)
    with pytest.raises(OptionError, match="no port"):
        listen("127.0.0.1", 99_999)


def test_bots_of_a_server_are_named_with_their_commands() -> None:
    assert read_program("robo=python bot.py --fast=yes") == ("robo", "python bot.py --fast=yes")
    for wrong in ("robo", "=python", "robo="):
        with pytest.raises(OptionError, match="NAME=COMMAND"):
            read_program(wrong)


def test_a_bot_of_a_server_cant_take_a_known_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["serve", "--port", "0", "--data", str(tmp_path / "t.sqlite3"), "--bot", "nonna=true"])
    assert code == 2
    assert "nonna" in capsys.readouterr().err


def test_sit_wants_the_link_of_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sit", "http://127.0.0.1:9/lobby", "cuoco"]) == 2
    assert "write http://127.0.0.1:8000/t/" in capsys.readouterr().err
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert main(["sit", f"http://127.0.0.1:{port}/t/abcdefgh2345", "cuoco"]) == 1
    assert "can't be reached" in capsys.readouterr().err


def test_the_secret_outlives_the_server_and_is_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORNO_SECRET", raising=False)
    data = str(tmp_path / "tables.sqlite3")
    secret = lasting_secret(data)
    assert lasting_secret(data) == secret != lasting_secret(str(tmp_path / "others.sqlite3"))
    assert (tmp_path / "tables.secret").stat().st_mode & 0o077 == 0
    monkeypatch.setenv("FORNO_SECRET", "ours")
    assert lasting_secret(data) == lasting_secret("elsewhere.sqlite3") != secret


def test_a_token_fits_the_form_key_that_it_was_made_of_and_no_other() -> None:
    mine, others = new_form_key("secret"), new_form_key("secret")
    token = form_token("secret", mine)
    assert token_fits("secret", token, mine)
    assert not token_fits("secret", token, others)
    assert not token_fits("another", token, mine)
    assert not token_fits("secret", mine, mine)
    assert form_token("another", mine) == ""
    for wrong in ("", "0", "0" * 88, "A" * 86 + "==", "ü" * 10, token[:-4], token + "AAAA"):
        assert not token_fits("secret", wrong, mine)
        assert not token_fits("secret", token, wrong)
        assert not token_fits("secret", wrong, wrong)
        assert form_token("secret", wrong) == ""


def test_a_token_is_another_one_on_every_page() -> None:
    key = new_form_key("secret")
    tokens = {form_token("secret", key) for _ in range(100)}
    assert len({token[:20] for token in tokens}) == len({token[-20:] for token in tokens}) == 100


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("it-IT,it;q=0.9", "it"), ("en;q=0.4, it;q=0.5", "it"), ("tlh", "en"), ("", "en"), (";;q=x,,", "en")],
)
def test_the_language_is_the_best_of_those_there_are(accepted: str, language: str) -> None:
    assert preferred_language(accepted) == language


def test_names_are_tidied() -> None:
    assert tidy_name("  Anna \n\t Maria\x00 ") == "Anna Maria"
    assert len(tidy_name("x" * 99)) == 24


def test_positions_are_read_as_they_are_written() -> None:
    assert read_position(str(StreamPosition(41, 7))) == StreamPosition(41, 7)
    for wrong in ("", "41", "41.", ".1", "-1.2", "1.2.3", "x.y", "9" * 20 + ".1", "１.２x"):
        assert read_position(wrong) is None, wrong


def test_a_limit_counts_every_client_for_itself() -> None:
    limit = RateLimit(2)
    assert [limit.allows("one") for _ in range(3)] == [True, True, False]
    assert limit.allows("two")

"""The command line and the terminal in another language than English."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import forno
from forno.cli import main
from forno.core.language import languages, use

Captured = pytest.CaptureFixture[str]


def play(lines: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return main(["play", "--seed", "3", "--edition", "grande", *words])


def test_help_is_in_the_language_asked_for(capsys: Captured) -> None:
    assert main(["play", "--help", "--language", "it"]) == 0
    said = capsys.readouterr().out
    assert "uso: forno play" in said
    assert "mostra questo aiuto ed esce" in said
    assert "opzioni di Mamma Mia!" in said
    assert "(default" not in said


def test_the_environment_says_the_language(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("LANGUAGE", "it_IT.UTF-8")
    assert main(["bots"]) == 0
    assert "ogni gioco" in capsys.readouterr().out
    assert main(["bots", "--language", "en"]) == 0
    assert "every game" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plya", "--language", "it"], "scelta non valida: 'plya'"),
        (["deck", "--language=it"], "mancano questi argomenti: check|show"),
        (["--language", "it", "games", "chess"], "non c'è il gioco 'chess'"),
        (["play", "--edition", "grnade", "--language", "it"], "intendevi 'grande'?"),
        (["play", "--players", "six", "--language", "it"], "'six' non è un numero"),
        (["rules", "MM-99", "--language", "it"], "le più vicine sono"),
    ],
)
def test_errors_are_in_that_language(words: list[str], said: str, capsys: Captured) -> None:
    assert main(words) in (1, 2)
    assert said in capsys.readouterr().err


def test_a_language_that_there_isnt_is_refused_with_those_there_are(capsys: Captured) -> None:
    assert main(["games", "--language", "tlh"]) == 2
    assert f"there is no language 'tlh'; there are {', '.join(languages())}" in capsys.readouterr().err


def test_a_game_is_played_with_phrases_notation_or_numbers(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    lines = "1 ananas, nessuna comanda, pesca dalla riserva\n1 olive, no order, draws from the waiter\n1\nesci\n"
    assert play(lines, monkeypatch, "--language", "it") == 0
    said = capsys.readouterr().out
    assert "Tu sei giallo." in said
    assert "Inforni un ananas. Peschi una carta dalla riserva" in said
    assert "Inforni un'oliva. Peschi una carta dal tuo cameriere" in said
    assert "Mettici sopra una delle tue comande, o nessuna." in said
    assert said.endswith("Lasci il tavolo.\n")


def test_what_isnt_understood_is_answered_with_phrases(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    assert play("pizza\n?\nregole mm14\nesci\n", monkeypatch, "--language", "it") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "'pizza' qui non è un'azione; prova 'un ananas'" in said
    assert "regole elenca le regole" in said
    assert "MM-14 Quando appare una comanda" in said


def test_a_record_is_told_in_that_language_and_stays_in_english(tmp_path: Path, capsys: Captured) -> None:
    game = forno.game("mamma-mia", players=2)
    with use("it"):
        state = game.deal(7)
        while not state.is_over:
            state.apply(state.legal_actions()[0])
        text = str(forno.Record.of(state))
    assert "draws from the supply" in text
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["replay", "--all", str(path), "--language", "it"]) == 0
    said = capsys.readouterr().out
    assert "pesca dalla riserva" in said
    assert "draws" not in said
    assert main(["verify", str(path), "--language", "it"]) == 0
    assert "turni; giallo" in capsys.readouterr().out


def test_a_seat_is_found_by_its_colour_in_either_language(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    for colour in ("verde", "green"):
        assert play("esci\n", monkeypatch, "--language", "it", "--seat", colour) == 0
        assert "Tu sei verde." in capsys.readouterr().out

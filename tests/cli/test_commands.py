"""The command line as people call it: good and bad, what it prints and how it exits."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import forno
from forno.cli import main
from forno.core.language import capital
from tests import toy
from tests.cli.helpers import OWN_DECK, Captured, assert_no_secret_of_others, call


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a finished game of three."""
    file = tmp_path / "game.txt"
    file.write_text(str(finished("classic")), encoding="utf-8")
    return file


def finished(edition: str, seed: int = 7, **options: object) -> forno.Record:
    state = forno.game("mamma-mia", edition=edition, players=3, **options).deal(seed)
    chance = forno.Chance(seed)
    while not state.is_over:
        state.apply(chance.choice(state.legal_actions()))
    return forno.Record.of(state)


# --- the command itself -------------------------------------------------------


@pytest.mark.slow
def test_version_says_whether_it_is_compiled() -> None:
    done = call("--version")
    assert done.returncode == 0
    assert done.stdout.startswith(f"forno {forno.__version__} (")
    assert ("compiled" if os.environ.get("FORNO_EXPECT_COMPILED") else "interpreted") in done.stdout


@pytest.mark.parametrize(
    "command", ["", "play", "replay", "verify", "rules", "deck", "games", "arena", "lab", "bots", "bot"]
)
def test_every_command_has_help_with_examples(command: str, capsys: Captured) -> None:
    assert main([*command.split(), "--help"]) == 0
    assert f"examples:\n  forno {command or 'play'}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "COMMAND"),
        ("bake", "bake"),
        ("play --oven hot", "--oven"),
        ("play mama-mia", "did you mean 'mamma-mia'?"),
        ("play --players two", "'two' isn't a number"),
        ("play --players 7", "a number from 2 to 6"),
        ("play --edition gande", "did you mean 'grande'?"),
        ("play --helping", "is played without 'helping'"),
        ("play --colours yellow,blue --players 2", "can't have 'blue'"),
        ("play --humans 9", "--humans must be 1 to 4"),
        ("play --seat pink", "there are 1 yellow, 2 green, 3 brown, 4 purple"),
        ("play --seat yellow --watch", "not allowed with"),
        ("play --seed  ", ""),
        ("replay", "FILE"),
        ("deck check", "say which: forno deck check"),
        ("deck bake", "check"),
        ("deck show my-deck.toml --toml", "--toml prints the standard deck: forno deck show --toml"),
        ("deck check my-deck.toml --toml", "--toml prints the standard deck: forno deck show --toml"),
        ("deck show --edition huge", "there are classic"),
        ("deck show --game chess", "no game 'chess'"),
        ("games chess", "there are mamma-mia"),
        ("rules --game chess", "no game 'chess'"),
    ],
)
def test_wrong_usage_is_said_in_a_sentence(words: str, said: str, capsys: Captured) -> None:
    assert main(words.split()) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("forno: ")
    assert said in printed.err
    assert printed.out == ""


@pytest.mark.slow
def test_usage_errors_leave_a_process_with_2_and_no_traceback() -> None:
    done = call("play", "--players", "9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("forno: ")
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
@pytest.mark.slow
def test_a_reader_who_leaves_early_gets_no_traceback() -> None:
    command = f"{sys.executable} -m forno play --watch --seed 1 --bots random | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("--- Mamma Mia!")
    assert done.stderr == ""


# --- games --------------------------------------------------------------------


def test_games_names_designer_publisher_and_every_option(capsys: Captured) -> None:
    assert main(["games", "mamma-mia"]) == 0
    printed = capsys.readouterr().out
    assert "by Uwe Rosenberg, published by ABACUSSPIELE, Rio Grande Games" in " ".join(printed.split())
    for option in forno.game_info("mamma-mia").options:
        assert f"--{option.name.replace('_', '-')} " in printed
    assert "classic, rio-grande, grande, grande-it (default: classic)" in printed


def test_games_lists_them_all(capsys: Captured) -> None:
    assert main(["games"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert all(f"{info.name}: {info.title} by {info.designer}" in printed for info in forno.catalogue())


# --- replay and verify --------------------------------------------------------


def test_verify_says_ok_in_one_line(record: Path, capsys: Captured) -> None:
    assert main(["verify", str(record)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("\n") == 1
    assert printed.startswith(f"{record}: OK, Mamma Mia! (classic), 3 players, seed 7, ")
    assert "win" in printed


def test_verify_says_where_a_record_breaks_and_goes_on(record: Path, tmp_path: Path, capsys: Captured) -> None:
    broken = tmp_path / "broken.txt"
    lines = record.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("2 "))
    lines[place] = lines[place].split(":")[0] + ": 7 shrimp"
    broken.write_text("\n".join(lines), encoding="utf-8")
    assert main(["verify", str(broken), str(record)]) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith(f"forno: {broken}: line {place + 1}: ")
    assert printed.out.startswith(f"{record}: OK")


@pytest.mark.parametrize("content", [b"", b"Dear diary", b"\xff\xfe\x00", b"forno record 1\ngame: chess\n"])
def test_what_is_no_record_is_refused(content: bytes, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(content)
    for command in ("verify", "replay"):
        assert main([command, str(file)]) == 1
        assert capsys.readouterr().err.startswith(f"forno: {file}: ")


def test_a_record_that_is_not_there(tmp_path: Path, capsys: Captured) -> None:
    assert main(["replay", str(tmp_path / "none.txt")]) == 1
    assert "none.txt: No such file or directory." in capsys.readouterr().err


@pytest.mark.slow
def test_verify_reads_the_standard_input(record: Path) -> None:
    done = call("verify", "-", typed=record.read_text(encoding="utf-8"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("-: OK")


@pytest.mark.slow
def test_replay_tells_everything_openly(record: Path) -> None:
    done = call("replay", str(record))
    assert done.returncode == 0
    game = forno.Record.parse(record.read_text(encoding="utf-8"))
    flat = " ".join(done.stdout.split())
    assert game.seed is not None
    for event in game.game.deal(game.seed).events:
        if type(event).__name__ == "Dealt":
            assert capital(game.game.tell(event)) in flat
    for number, line in enumerate(game.lines, 1):
        assert f"{number} {line.seat}: {', '.join(line.moves)}" in flat
    assert done.stdout.endswith(f"result: {game.result}\n")


def test_replay_by_decision_shows_every_move_on_its_own(record: Path, capsys: Captured) -> None:
    assert main(["replay", str(record), "--step"]) == 0
    printed = capsys.readouterr().out.splitlines()
    game = forno.Record.parse(record.read_text(encoding="utf-8"))
    assert [f"1 {game.lines[0].seat}: {move}" for move in game.lines[0].moves] == [
        line for line in printed if line.startswith("1 ")
    ]


@pytest.mark.parametrize("seat", ["green", "2"])
@pytest.mark.slow
def test_replay_of_a_seat_keeps_the_secrets_of_the_others(seat: str, tmp_path: Path) -> None:
    file = tmp_path / "grande.txt"
    game = finished("grande")
    file.write_text(str(game), encoding="utf-8")
    done = call("replay", str(file), "--seat", seat)
    assert done.returncode == 0
    flat = " ".join(done.stdout.split())
    assert_no_secret_of_others(flat, game, 1)
    assert "doesn't help" in flat
    for line in game.lines:
        if line.seat != "green":
            assert f"{line.seat}: {', '.join(line.moves)}" not in flat


def test_replay_for_a_seat_that_is_not_there(record: Path, capsys: Captured) -> None:
    assert main(["replay", str(record), "--seat", "pink"]) == 2
    assert "there are 1 yellow, 2 green, 3 brown" in capsys.readouterr().err


def test_replay_of_a_broken_record_tells_it_up_to_there(record: Path, capsys: Captured) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text.replace("result: ", "result: nobody; "), encoding="utf-8")
    assert main(["replay", str(record)]) == 1
    printed = capsys.readouterr()
    assert "The end." in printed.out
    assert "the game says" in printed.err


def test_replay_in_a_terminal_stops_after_every_turn(
    record: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forno.cli.files.is_terminal", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n\nq\n"))
    assert main(["replay", str(record)]) == 0
    assert capsys.readouterr().out.count("[Enter: go on, q: quit]") == 3


def test_a_record_with_a_deck_of_its_own_needs_that_deck(tmp_path: Path, capsys: Captured) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(OWN_DECK, encoding="utf-8")
    file = tmp_path / "game.txt"
    file.write_text(str(finished("classic", deck=str(deck))), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert "--deck" in capsys.readouterr().err
    assert main(["verify", str(file), "--deck", str(deck)]) == 0
    assert main(["replay", str(file), "--deck", str(deck)]) == 0


def test_a_record_can_go_on_from_a_position(tmp_path: Path, capsys: Captured) -> None:
    state = forno.game("mamma-mia", players=2).position(hands=["3 olive", "2 salami"], seat="green", oven=["1 salami"])
    state.apply(state.legal_actions()[0])
    file = tmp_path / "puzzle.txt"
    file.write_text(str(forno.Record.of(state)), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert "2 players, from a position, 1 turn; unfinished" in capsys.readouterr().out
    assert main(["replay", str(file)]) == 0
    assert "2 players, from a position" in capsys.readouterr().out


# --- deck ---------------------------------------------------------------------


def test_a_deck_that_would_take_long_to_read_is_refused(tmp_path: Path, capsys: Captured) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text("a." * 900 + "a = 1", encoding="utf-8")
    for command in (["deck", "check"], ["play", "--bots", "cuoco", "--deck"]):
        assert main([*command, str(deck)]) != 0
        assert "line 1: a key has at most 8 parts" in capsys.readouterr().err


def test_deck_check_shows_the_orders_and_how_they_are_known(tmp_path: Path, capsys: Captured) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(OWN_DECK, encoding="utf-8")
    assert main(["deck", "check", str(deck)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{deck}: OK\nTwo of a kind: 5 colours with 2 orders each, for the editions classic, ")
    assert (
        "green (its own ingredient: green pepper)\n  2-mushroom      own      two mushrooms and one green pepper"
        in printed
    )
    assert "How the cards are known: 5 × own, 5 × printed" in printed


@pytest.mark.parametrize(
    ("name", "option", "variant"),
    [(info.name, info.variant, variant) for info in forno.catalogue() if info.deck_text for variant in info.variants],
)
def test_deck_show_as_a_file_is_a_deck_to_start_from(
    name: str, option: str, variant: str, tmp_path: Path, capsys: Captured
) -> None:
    assert main(["deck", "show", "--toml", "--game", name, f"--{option}", variant]) == 0
    deck = tmp_path / "deck.toml"
    deck.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["deck", "check", str(deck), "--game", name, f"--{option}", variant]) == 0
    usual: dict[str, object] = {option: variant}
    assert forno.game(name, **usual, deck=str(deck)).deck_hash == forno.game(name, **usual).deck_hash


def test_deck_check_names_file_card_and_fault(tmp_path: Path, capsys: Captured) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(OWN_DECK.replace("X1 = 2", "X9 = 2"), encoding="utf-8")
    assert main(["deck", "check", str(deck)]) == 1
    assert capsys.readouterr().err.startswith(f"forno: {deck}: order 1 (2-{{X1}}): there is no kind 'X9'")


@pytest.mark.parametrize(
    ("kinds", "words", "said"),
    [("5", ["--edition", "grande"], "grande has 6"), ("4", [], "the editions have 5 or 6")],
)
def test_deck_check_refuses_a_deck_for_other_ingredients(
    kinds: str, words: list[str], said: str, tmp_path: Path, capsys: Captured
) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(OWN_DECK.replace("kinds = 5", f"kinds = {kinds}"), encoding="utf-8")
    assert main(["deck", "check", str(deck), *words]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("edition", forno.game_info("mamma-mia").option("edition").choices)
def test_deck_show_prints_the_deck_of_an_edition(edition: str, capsys: Captured) -> None:
    assert main(["deck", "show", "--edition", edition]) == 0
    printed = capsys.readouterr().out
    assert "yellow (its own ingredient: pineapple)" in printed
    assert printed.count("monotoni ") == (6 if edition.startswith("grande") else 5)


def test_a_game_without_decks_says_so(capsys: Captured) -> None:
    info = forno.GameInfo("plain", "Plain", "Nothing.", "nobody", "nobody", "mode", (), "nowhere:Nothing")
    with toy.registered(info):
        assert main(["deck", "show", "--game", "plain"]) == 2
    assert capsys.readouterr().err == "forno: Plain takes no deck files; leave the deck out.\n"

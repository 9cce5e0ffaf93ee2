"""`forno play`: whole games through the standard input, odd answers, and what stays secret."""

from __future__ import annotations

import io
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import forno
from forno.cli import main
from forno.cli.play import TextGame, understood
from forno.core.events import seen_by
from forno.core.language import use
from tests.cli.helpers import Captured, assert_no_secret_of_others, call

GAME = ["play", "--starter", "yellow", "--seed", "7", "--bots", "random"]
"""Yellow begins with 1 green pepper, 1 mushroom, 4 salami and the order 4-olive."""


def played(monkeypatch: pytest.MonkeyPatch, capsys: Captured, *typed: str, words: tuple[str, ...] = ()) -> str:
    """Return what is printed when these lines are typed, and then the input ends."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert main([*GAME, *words]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def moves(file: Path) -> list[str]:
    """The lines of a record."""
    return [", ".join(line.moves) for line in forno.Record.parse(file.read_text(encoding="utf-8")).lines]


@pytest.mark.parametrize("words", ["--edition classic --players 2", "--edition grande --players 3 --seat brown"])
@pytest.mark.slow
def test_a_whole_game_through_the_standard_input(words: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    done = call("play", *words.split(), "--bots", "random", "--seed", "5", "--record", str(file), typed="1\n" * 600)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The end. " in " ".join(done.stdout.split())
    assert "wins" in done.stdout
    assert f"The record is in {file}." in done.stdout
    record = forno.Record.parse(file.read_text(encoding="utf-8"))
    assert record.replay().is_over
    seat = 2 if "brown" in words else 0
    assert_no_secret_of_others(" ".join(done.stdout.split()), record, seat)
    assert_own_hand_only(done.stdout, record, seat)


@pytest.mark.rule("MMR-8")
def test_on_one_keyboard_who_can_only_say_no_is_asked_like_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    rng = random.Random(3)
    typed = [str(rng.randint(1, 3)) for _ in range(4000)]
    words = ("--edition", "grande", "--players", "3", "--humans", "3")
    file = tmp_path / "game.txt"
    out = " ".join(played(monkeypatch, capsys, *typed, words=(*words, "--record", str(file))).split())
    assert "You don't have everything that is asked for, so you can't help. 1. don't help" in out
    assert "brown: press Enter, then pass the keyboard to" in out
    assert forno.Record.parse(file.read_text(encoding="utf-8")).replay().is_over


@pytest.mark.rule("MM-14")
def test_who_has_one_answer_can_give_no_other(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    game = forno.game("mamma-mia", players=2)
    rng = random.Random(1)
    refused = []
    for seed in range(20):
        table = TextGame(forno.game_info("mamma-mia"), game.deal(seed), [0, 1], clear=False)
        for part in table.begin():
            table.observe(part.events)
        while table.awaited is not None and table.pending.question is None:
            table.do(rng.choice(table.state.legal_actions()))
        if (seat := table.awaited) is not None:
            capsys.readouterr()
            refused += [table.answer(seat, text) for text in ("2", "adds what is missing", "1, 1")]
            assert table.answer(seat, "1, sends it back")
            told = capsys.readouterr().out
            break
    assert refused == [False] * 3
    for words in ("There is no choice 2", "isn't allowed now", "You can't know yet what 1 means", "Your turn was over"):
        assert words in told


def assert_own_hand_only(transcript: str, record: forno.Record, seat: int) -> None:
    """Every hand that was printed is the hand of that seat at one of its decisions. Long lines go on in the next."""
    shown = {line for line in transcript.replace("\n  ", " ").splitlines() if line.startswith("Your ingredients")}
    own: set[str] = set()
    for _, state in record.steps():
        view = state.view(seat)
        own |= {line for line in record.game.show(view).splitlines() if line.startswith("Your ingredients")}
    assert shown <= own
    assert len(shown) > 3


@pytest.mark.parametrize("edition", ["classic", "grande"])
def test_the_screen_is_the_same_whatever_the_others_hold(
    edition: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    game = forno.game("mamma-mia", edition=edition, players=3, starter="yellow")
    dealt = game.deal(11)
    memory = game.memory(0)
    for event in seen_by(dealt.events, 0):
        memory.observe(event)
    sampled = dealt.view(0).sample(memory, forno.Chance(4))
    screens: list[str] = []
    for state in (dealt, sampled):
        monkeypatch.setattr(sys, "stdin", io.StringIO("?\nnonsense\n9, waiter\n\n"))
        with pytest.raises(EOFError):
            TextGame(forno.game_info("mamma-mia"), state, [0], clear=False).play()
        screens.append(capsys.readouterr().out)
    assert screens[0] == screens[1]
    assert dealt.view(1) != sampled.view(1)


def test_the_first_screen_tells_who_you_are_and_what_to_do(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    screen = played(monkeypatch, capsys)
    assert "You are yellow. Green, brown and purple play at random." in screen
    assert "Type ? for help" in screen
    assert "Your ingredients: one green pepper, one mushroom and four salami" in screen
    assert "  4-olive  four olives and one pineapple" in screen
    assert "Choose ingredients for the oven." in screen
    assert len(screen.splitlines()) <= 24
    assert max(map(len, screen.splitlines())) < 80


def test_answers_by_number_by_words_and_all_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    file = tmp_path / "game.txt"
    typed = ("4", "no order", "draws from the waiter", "2 SALAMI , 4-olive,  sup")
    played(monkeypatch, capsys, *typed, words=("--record", str(file)))
    lines = forno.Record.parse(file.read_text(encoding="utf-8")).lines
    assert [line.moves for line in lines if line.seat == "yellow"] == [
        ("2 salami", "no order", "draws from the waiter"),
        ("2 salami", "order 4-olive", "draws from the supply"),
    ]


@pytest.mark.parametrize(
    ("language", "answer", "meant"),
    [
        ("en", "two olives", "2 olive"),
        ("en", "2 olives", "2 olive"),
        ("en", "Draw from the waiter", "draws from the waiter"),
        ("it", "un'oliva", "1 olive"),
        ("it", "1 oliva", "1 olive"),
        ("it", "2 peperoni  verdi", "2 green pepper"),
        ("de", "1 Olive", "1 olive"),
        ("de", "3 pilze", "3 mushroom"),
        ("de", "vom Kellner ziehen", "draws from the waiter"),
        ("fr", "1 olive", "1 olive"),
        ("fr", "3 champignons", "3 mushroom"),
        ("fr", "piocher chez le serveur", "draws from the waiter"),
    ],
)
def test_an_answer_may_be_the_phrase_with_its_number_as_a_word_or_a_digit(
    language: str, answer: str, meant: str
) -> None:
    game = forno.game("mamma-mia", edition="grande", players=3)
    with use(language):
        assert str(game.actions[understood(game, answer)]) == meant


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("0", "There is no choice 0. Choose 1 to 6."),
        ("99", "There is no choice 99"),
        ("salami", "'salami' can mean '1 salami'"),
        ("7 salami", "'7 salami' isn't allowed now"),
        ("anchovies", "'anchovies' isn't an action here"),
        ("2 salami, anchovies", "'anchovies' isn't an action here; try 'no order', 'order 4-olive'."),
        ("2 salami, 4-shrimp", "'4-shrimp' isn't an action here"),
        ("2 salami, no order, supply, anchovies", "'anchovies' isn't an action here"),
        ("2 salami, 1", "You can't know yet what 1 means there."),
        ("2 salami,", "There is a comma too many."),
        (",", "There is a comma too many."),
    ],
)
def test_a_wrong_answer_is_explained_and_nothing_is_done(
    answer: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    file = tmp_path / "game.txt"
    screen = played(monkeypatch, capsys, answer, words=("--record", str(file)))
    assert said in screen
    assert moves(file) == []


def test_nobody_can_look_at_a_draw_and_think_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    file = tmp_path / "game.txt"
    screen = played(monkeypatch, capsys, "2 salami, no order, supply, 1 olive", words=("--record", str(file)))
    assert "Your turn was over before '1 olive'." in screen
    assert "Done: 2 salami, no order, supply. Not done: 1 olive." in screen
    assert moves(file)[0] == "2 salami, no order, draws from the supply"


def test_help_rules_and_another_look(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    screen = played(monkeypatch, capsys, "?", "help", "rules MM-7", "rules", "rules MM-99", "", "quit", "never read")
    assert screen.count("this help") == 2
    assert "MM-7  Then the player draws up to the hand size" in screen
    assert "MM-30 " in screen
    assert "there is no rule 'MM-99'" in screen
    assert screen.count("Your ingredients") == 2
    assert screen.endswith("You leave the table.\n")


def test_many_choices_stand_in_columns(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    screen = played(monkeypatch, capsys)
    assert " 1. one green pepper    2. one mushroom        3. one salami\n 4. two salami  " in screen


def test_quitting_in_the_middle_saves_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    file = tmp_path / "game.txt"
    screen = played(monkeypatch, capsys, "1, no order, supply", "quit", words=("--record", str(file)))
    assert f"The record is in {file}." in screen
    assert file.read_text(encoding="utf-8").endswith("result: unfinished\n")
    assert main(["verify", str(file)]) == 0


def test_a_record_is_not_written_over_another(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "game.txt"
    file.write_text("precious", encoding="utf-8")
    assert main([*GAME, "--record", str(file)]) == 2
    assert "choose another name" in capsys.readouterr().err
    assert main([*GAME, "--record", str(tmp_path / "nowhere" / "game.txt")]) == 2
    assert "can't be written" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "precious"


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
@pytest.mark.slow
def test_control_c_ends_politely_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    process = subprocess.Popen(
        [sys.executable, "-m", "forno", *GAME, "--record", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("Choose ingredients"):
            break
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert file.exists()


def test_two_people_pass_the_keyboard(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    words = ("--humans", "2", "--players", "3")
    screen = played(monkeypatch, capsys, "", "1, no order, supply", "", "", "quit", words=words)
    assert "On this keyboard: yellow and green. Brown plays at random." in screen
    wait = screen.index("yellow: press Enter, then pass the keyboard to green.")
    assert screen.index("You draw one card from the supply: ") < wait
    assert "> green (you)" in screen[wait:]
    assert "> yellow (you)" not in screen[wait:]
    assert "Yellow draws one card from the supply." in screen[wait:]


def test_the_screen_is_wiped_between_two_people(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n1, no order, supply\n\n\nquit\n"))
    monkeypatch.setattr("forno.cli.play.is_terminal", lambda: True)
    assert main([*GAME, "--humans", "2", "--players", "3"]) == 0
    before, after = capsys.readouterr().out.split("pass the keyboard to green. ")
    assert "yellow (you)" in before
    assert "\x1b[2J\x1b[3J" in after.partition("green: press Enter")[0]


def test_watching_needs_nobody(capsys: Captured) -> None:
    assert main(["play", "--watch", "--seed", "7", "--players", "3", "--bots", "random"]) == 0
    screen = capsys.readouterr().out
    assert "Yellow, green and brown play at random." in screen
    assert "wins" in screen
    assert "(you)" not in screen
    assert "the supply:" not in screen


def test_the_same_seed_plays_the_same_game(capsys: Captured) -> None:
    for _ in range(2):
        assert main(["play", "--watch", "--seed", "pizza", "--bots", "random"]) == 0
    screen = capsys.readouterr().out
    assert screen[: len(screen) // 2] == screen[len(screen) // 2 :]


def test_opponents_are_named_one_for_all_or_one_for_each(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main([*GAME[:-1], "random,random,random"]) == 0
    assert "Green, brown and purple play at random." in capsys.readouterr().out
    assert main([*GAME[:-1], "random,random"]) == 2
    assert "names 2 bots for 3 seats" in capsys.readouterr().err
    assert main([*GAME[:-1], "randon"]) == 2
    assert "did you mean 'random'?" in capsys.readouterr().err


def test_bots_are_introduced_by_the_names_that_the_game_uses(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert main([*GAME[:-1], "cuoco,random,cuoco"]) == 0
    screen = " ".join(capsys.readouterr().out.split())
    assert "Green and purple are bots (cuoco). Brown plays at random." in screen


WATCHED = ["play", "--watch", "--seed", "7", "--players", "3", "--bots", "random"]


def watched(capsys: Captured) -> str:
    assert main(WATCHED) == 0
    return capsys.readouterr().out


def test_what_comes_out_of_the_oven_between_two_orders_is_told_in_one_line(capsys: Captured) -> None:
    out = [line for line in watched(capsys).splitlines() if "Out of the oven" in line]
    assert out
    assert all(line.startswith("Out of the oven: ") and line.count("Out of") == 1 for line in out)


def test_seats_have_their_colours_where_there_are_any_and_lines_break_as_before(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    plain = watched(capsys)
    assert "\x1b" not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = watched(capsys)
    assert "\x1b[1;38;5;35mGreen\x1b[0m puts in" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert watched(capsys) == plain

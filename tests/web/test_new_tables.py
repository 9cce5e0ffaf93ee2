"""New tables: every option reaches the table, mistakes are told where they are, and decks can be one's own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest

from forno.cli import main
from forno.core.errors import FornoError
from forno.core.registry import GameInfo, Option, catalogue, read_deck
from forno.pages.documents.forms import OPTION_PREFIX
from forno.table import games
from forno.table.games import shared_game
from tests.web.servers import SHORT, Browser, Program, Running, running

GAMES = catalogue()
USUAL = {"name": "Anna", "seat_0": "me"}


def values(option: Option) -> Iterator[tuple[str, Any]]:
    """Values of an option, as a form sends them and as the game takes them."""
    if option.kind == "switch":
        yield from (("yes", True), ("no", False))
    elif option.kind == "choice":
        yield from ((choice, choice) for choice in option.choices)
    elif option.kind == "number":
        yield from ((str(number), number) for number in {option.least, option.most})


def combinations() -> list[tuple[GameInfo, dict[str, tuple[str, Any]]]]:
    """For every game and variant, every value of every other option."""
    found = []
    for info in GAMES:
        for variant in info.variants:
            for option in info.options:
                for value in values(option):
                    found.append((info, {info.variant: (variant, variant), option.name: value}))
    return found


def wrong_at(page: str) -> dict[str, str]:
    """The sentences at the options of a form, by the name of the option."""
    found = re.findall(r'<small id="option-([a-z_]+)-wrong" class="wrong">([^<]+)</small>', page)
    return {name: unescape(sentence) for name, sentence in found}


@pytest.mark.parametrize("info", GAMES, ids=[info.name for info in GAMES])
def test_every_option_is_in_the_form(server: Running, info: GameInfo) -> None:
    page = Browser(server.address).get(f"/new/{info.name}").text
    for option in info.options:
        name = "colour_0" if option.name == "colours" else OPTION_PREFIX + option.name
        assert f'name="{name}"' in page, option.name
        for sent, _value in values(option):
            if option.kind != "number":
                assert f'value="{sent}"' in page


def test_every_value_of_every_option_reaches_the_table_or_is_refused_at_its_field(server: Running) -> None:
    browser = Browser(server.address)
    refused = 0
    for info, chosen in combinations():
        options = {name: value for name, (_, value) in chosen.items()}
        sent = (
            USUAL
            | {OPTION_PREFIX + name: text for name, (text, _) in chosen.items()}
            | {"clock": "120", "public": "yes"}
        )
        answer = browser.send(f"/new/{info.name}", sent)
        try:
            made = shared_game(info.name, options, None)
        except FornoError:
            refused += 1
            assert answer.status_code == 422, (options, answer.url)
            (where, sentence), *others = wrong_at(answer.text).items()
            assert not others
            assert where in set(chosen) - {info.variant}, (options, where)
            assert re.fullmatch("[A-Z].*[.]", sentence)
            for name, text in sent.items():
                kept = rf'name="{name}"[^>]*value="{text}"[^>]*checked|<option value="{text}" selected|value="{text}"'
                assert re.search(kept, answer.text), (name, text)
            continue
        assert answer.url.path.startswith("/t/"), (options, answer.text)
        told = Program(server.address, answer.url.path.removeprefix("/t/")).get()
        for name, value in options.items():
            assert told["options"].get(name, info.option(name).default) == value
        assert told["options"] == {k: list(v) if isinstance(v, tuple) else v for k, v in made.options.items()}
        usual = {"increment": 0, "bank": 0, "late": "bot-decides", "rest": "", "notes": False}
        assert told["settings"] == {"public": True, "clock": 120} | usual
        assert told["seats"][0]["name"] == "Anna"
    assert refused


def test_colours_are_chosen_with_the_seats_and_two_alike_are_told_there(server: Running) -> None:
    browser = Browser(server.address)
    sent = USUAL | {"option_players": "3", "colour_0": "red", "colour_2": "green", "option_starter": "green"}
    table = browser.send("/new/mamma-mia", sent).url.path.removeprefix("/t/")
    options = Program(server.address, table).get()["options"]
    assert options["colours"][0] == "red"
    assert options["colours"][2] == "green"
    assert options["starter"] == "green"
    alike = browser.send("/new/mamma-mia", sent | {"colour_2": "red"})
    assert alike.status_code == 422
    assert "same colour" in alike.text
    nobody = browser.send("/new/mamma-mia", sent | {"option_starter": "purple"})
    assert list(wrong_at(nobody.text)) == ["starter"]


def test_what_is_no_option_is_told_at_its_field(server: Running) -> None:
    browser = Browser(server.address)
    for field, text in (("players", "many"), ("players", "99"), ("helping", "perhaps"), ("edition", "huge")):
        answer = browser.send("/new/mamma-mia", USUAL | {OPTION_PREFIX + field: text})
        assert answer.status_code == 422
        assert list(wrong_at(answer.text)) == [field]
    guest = browser.send("/new/mamma-mia", USUAL | {"seat_1": "bot:hal"})
    assert guest.status_code == 422
    assert "hal" in guest.text


# --- decks of your own ---------------------------------------------------------------


MAMMA_MIA = (files("forno.games.mamma_mia") / "decks" / "classic.toml").read_text(encoding="utf-8")
PIZZA_MASTER = (files("forno.games.pizza_master") / "decks" / "orders.toml").read_text(encoding="utf-8")
DECKS: dict[str, tuple[str, dict[str, Any]]] = {
    "mamma-mia": (MAMMA_MIA.replace("X1 = 4", "X1 = 3"), {"players": 2}),
    "pizza-master": (PIZZA_MASTER.replace("points = ", "points = 1", 1), SHORT),
}


@pytest.mark.parametrize("game", DECKS)
@pytest.mark.parametrize("through", ["form", "api"])
def test_a_deck_of_ones_own_is_played_with_and_its_record_verified(
    server: Running, tmp_path: Path, game: str, through: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text, options = DECKS[game]
    deck = tmp_path / "own.toml"
    deck.write_text(text, encoding="utf-8")
    if through == "form":
        browser = Browser(server.address)
        sent = {"name": "Anna", "seat_0": "me", "seat_1": "bot:cuoco", "_csrf_token": browser.token}
        sent |= {OPTION_PREFIX + name: str(value) for name, value in options.items()}
        upload = {"option_deck": ("own.toml", text.encode(), "application/toml")}
        answer = browser.client.post(f"/new/{game}", data=sent, files=upload)
        assert answer.url.path.startswith("/t/"), answer.text
        table = answer.url.path.removeprefix("/t/")
        program = Program(server.address, table, browser.key(table))
    else:
        program = Program.opens(server.address, game, options=options, deck=text)
        program.start()
    assert program.get()["deck"] != shared_game(game, options, None).deck_hash
    assert program.play_on()["phase"] == "over"
    record = tmp_path / "record.txt"
    record.write_text(program.client.get(f"/tables/{program.table}/record").text, encoding="utf-8")
    assert main(["verify", str(record), "--deck", str(deck)]) == 0
    assert main(["verify", str(record)]) != 0
    assert "--deck" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "text", "names"),
    [
        ("mamma-mia", MAMMA_MIA.replace("P = 1, X2 = 4", "P = 1, X2 = 40", 1), "4-"),
        ("mamma-mia", MAMMA_MIA.replace("P = 1, X1 = 4", "P = 1, pineappel = 4", 1), "pineappel"),
        ("mamma-mia", "this is no deck", "TOML"),
        ("mamma-mia", "", "kinds"),
        ("pizza-master", PIZZA_MASTER.replace("points = ", "points = -", 1), "points"),
        ("mamma-mia", "a" + ".a" * 20_000 + " = 1", "line 1: it is longer than"),
        ("mamma-mia", "[" + "a." * 400 + "a]", "line 1: a key has at most"),
        ("mamma-mia", "kinds = " + "9" * 1_500, "line 1: a number or a name"),
        ("pizza-master", "[ingredients]\n" * 5_000, "line 2001: a deck has at most"),
    ],
)
def test_a_deck_that_isnt_one_gets_a_sentence_that_names_the_card(
    server: Running, game: str, text: str, names: str
) -> None:
    answer = httpx.post(f"{server.address}/api/tables", json={"game": game, "deck": text})
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"] == "deck"
    assert names in answer.json()["message"]
    browser = Browser(server.address)
    sent = USUAL | {"_csrf_token": browser.token, "option_players": "3"}
    page = browser.client.post(f"/new/{game}", data=sent, files={"option_deck": ("own.toml", text.encode())})
    assert page.status_code == 422
    assert names in wrong_at(page.text)["deck"]
    page = browser.send("/replay", {"record": f"game: {game}", "deck_text": text or " "})
    assert page.status_code == 422
    assert names in unescape(page.text)


def test_half_a_character_is_refused_where_it_is_sent(server: Running) -> None:
    content, headers = b'{"game": "mamma-mia", "deck": "\\ud800"}', {"Content-Type": "application/json"}
    answer = httpx.post(f"{server.address}/api/tables", content=content, headers=headers)
    assert answer.status_code in (400, 422), answer.text


def test_a_file_that_is_no_text_or_too_long_is_no_deck(server: Running) -> None:
    browser = Browser(server.address)
    sent = USUAL | {"_csrf_token": browser.token}
    for content, status in ((b"\xff\xfe\x00", 422), (b"#" * 150_000, 422), (b"#" * 300_000, 413)):
        page = browser.client.post("/new/mamma-mia", data=sent, files={"option_deck": ("own.toml", content)})
        assert page.status_code == status
        if status == 422:
            assert "deck" in wrong_at(page.text)


def test_who_made_another_mistake_is_told_to_choose_the_deck_again(server: Running) -> None:
    browser = Browser(server.address)
    sent = USUAL | {"_csrf_token": browser.token, "option_helping": "yes"}
    page = browser.client.post("/new/mamma-mia", data=sent, files={"option_deck": ("own.toml", MAMMA_MIA.encode())})
    assert set(wrong_at(page.text)) == {"helping", "deck"}


def test_a_deck_is_read_beside_the_loop_also_when_its_table_wakes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long one takes its time, in which others have their turns."""
    read: list[bool] = []

    def watched(name: str, text: str, file: str) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            read.append(True)
        else:
            read.append(False)
        return read_deck(name, text, file)

    monkeypatch.setattr(games, "read_deck", watched)
    with running(tmp_path) as server:
        options = {"players": 2, "mode": "trainee"}
        program = Program.opens(server.address, "pizza-master", options=options, deck=PIZZA_MASTER + "# mine\n")
        program.start()
        number = program.await_turn()["number"]
        assert read == [True]
    games.own_deck.cache_clear()
    with running(tmp_path) as server:
        assert Program(server.address, program.table, program.key).get()["number"] >= number
    assert read == [True, True]

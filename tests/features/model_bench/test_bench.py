"""The benchmark of language models: whole games with reviews, commands and addresses."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

import forno
from forno.adapters.text import ModelSilent, Talk
from forno.bots.lineup import read_player
from forno.cli import main
from forno.core.observing import MEMORY, NOW
from forno.features.model_bench import AddressModel, Bench, CommandModel, ModelGame, play_bench, table
from tests.adapters.models import bad_model, good_answer, good_model
from tests.variants import SHORTER

HELLO = [{"role": "user", "content": "Legal moves: 1 olive; 2 olive."}]


@pytest.mark.slow
@pytest.mark.parametrize("name", [info.name for info in forno.catalogue()])
def test_a_review_parts_memory_judgement_and_luck(name: str) -> None:
    game = forno.game(name, players=2, **SHORTER.get(name, {}))
    (one,) = play_bench(Bench(game, read_player("garzone"), 1, 0, (NOW,), effort=0.01), good_model)
    assert set(one.lost) == {"memory", "judgement", "luck"}
    assert one.lost["judgement"] > 0, "it plays the last legal move"
    assert forno.Record.parse(one.record).replay().is_over


def test_a_report_has_a_row_for_each_kind_of_knowledge() -> None:
    bench = Bench(forno.game("mamma-mia", players=2), read_player("garzone"), 1)
    results = [
        ModelGame(knowledge, deal, seat, float(seat), Talk(10, refused=5), {"memory": lost, "judgement": 0.1}, "")
        for knowledge, lost in ((NOW, 0.5), (MEMORY, 0.0))
        for deal, seat in ((0, 0), (0, 1), (1, 0), (1, 1))
    ]
    head, _line, now, memory = table(bench, results).splitlines()
    assert head.split(" | ")[3:6] == ["lost by memory", "lost by judgement", "lost by luck"]
    assert now == "| now | 4 | 50.0% ± 0.0 | 50.0% ± 0.0 | 10.0% ± 0.0 | 0.0% ± 0.0 | 50.0% ± 0.0 | 0.0% ± 0.0 |"
    assert memory.split(" | ")[3] == "0.0% ± 0.0"


def test_the_same_seed_plays_the_same_games_from_every_seat() -> None:
    bench = Bench(forno.game("mamma-mia", players=2), read_player("garzone"), 2, "x", (MEMORY,), effort=0.0)
    first, second = play_bench(bench, bad_model)
    assert (first.deal, first.seat, second.deal, second.seat) == (0, 0, 0, 1)
    assert [first, second] == list(play_bench(bench, bad_model))
    assert first.talk.forfeited == first.talk.decisions


class Server(BaseHTTPRequestHandler):
    """An OpenAI-compatible server that answers well, but not everybody."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answers = {"good": good_answer(asked["messages"][-1]["content"]), "empty": ""}
        found = self.path == "/v1/chat/completions" and asked["model"] in answers
        content = {"choices": [{"message": {"content": answers[asked["model"]]}}]} if found else "no such model"
        body = json.dumps(content).encode()
        self.send_response(200 if found and self.headers["Authorization"] == "Bearer key" else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Server) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()
        thread.join()


def test_a_model_behind_an_address(address: str) -> None:
    assert '"2 olive"' in AddressModel(address, "good", key="key")(HELLO)
    for model, key, reason in (("good", "", "404"), ("empty", "key", "empty"), ("other", "key", "no such model")):
        with pytest.raises(ModelSilent, match=reason):
            AddressModel(address, model, key=key)(HELLO)
    with pytest.raises(ModelSilent):
        AddressModel("http://127.0.0.1:9", "good", timeout=1)(HELLO)
    with pytest.raises(forno.OptionError, match="begins with http"):
        AddressModel("file:///etc/passwd", "good")
    assert "key" not in repr(AddressModel(address, "good", key="key"))


@pytest.mark.slow
def test_a_model_that_is_a_command() -> None:
    echo = f"{sys.executable} -S -c \"import sys; print(sys.stdin.read().split('; ')[-1])\""
    assert CommandModel(echo)(HELLO).strip() == "2 olive."
    with pytest.raises(ModelSilent, match="exit code 3: away"):
        CommandModel(f"{sys.executable} -S -c \"import sys; print('away', file=sys.stderr); sys.exit(3)\"")(HELLO)
    with pytest.raises(ModelSilent, match=r"within 0\.05 s"):
        CommandModel(f'{sys.executable} -S -c "input(); import time; time.sleep(600)"', timeout=0.05)(HELLO)
    with pytest.raises(forno.BotError, match="can't be started"):
        CommandModel("/no/such/model")(HELLO)


def test_the_command_prints_a_table_and_keeps_every_game(
    address: str, tmp_path: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "key")
    out = f"{tmp_path}/games.jsonl"
    words = ["bench-llm", "--address", address, "--model", "good", "--key-variable", "MY_KEY", "--bots", "garzone"]
    assert main([*words, "--games", "2", "--players", "2", "--effort", "0", "--seed", "7", "--out", out]) == 0
    shown = capsys.readouterr().out
    assert "| now | 2 |" in shown
    assert "| memory | 2 |" in shown
    assert "Seed: 7" in shown
    with open(out, encoding="utf-8") as file:
        assert [json.loads(line)["talk"]["refused"] for line in file] == [0] * 4
    assert main([*words, "--knowledge", "everything"]) == 2
    assert "choose from now, memory" in capsys.readouterr().err

"""The benchmark of language models: whole games with reviews, commands and addresses."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from typing import ClassVar

import pytest

import forno
from forno.adapters.text import Model, ModelSilent, Talk
from forno.bots.lineup import read_player
from forno.cli import main
from forno.core.observing import MEMORY, NOW
from forno.features.model_bench import AddressModel, Bench, CommandModel, ModelGame, bench, play_bench, table
from forno.features.model_bench.bench import MAX_ANSWER_BYTES
from tests.adapters.models import bad_model, good_answer, good_model, silent_model
from tests.variants import SHORTER

DRIPPING = {
    "dripping": (b"HTTP/1.0 200 OK\r\n", b"X: y\r\n", 0.01),
    "dripping error": (b"HTTP/1.0 400 No\r\n\r\n", b"y", 0.1),
}
"""Models whose answers never end: how they begin, and how they go on every so many seconds."""
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
    assert now.split(" | ")[1:6] == ["4", "50.0%", "50.0%", "10.0%", "0.0%"], "deals that don't differ tell no interval"
    assert now.split(" | ")[7] == "0.0% [0.0, 84.2] |", "two deals without one say little of how often it happens"
    assert memory.split(" | ")[3] == "0.0%"
    unlike = [*results, ModelGame(NOW, 2, 0, 0.0, Talk(10), {"memory": 0.2}, "")]
    assert table(bench, unlike).splitlines()[2].split(" | ")[3] == "44.0% [13.0, 75.0]"


def test_the_same_seed_plays_the_same_games_from_every_seat() -> None:
    bench = Bench(forno.game("mamma-mia", players=2), read_player("garzone"), 2, "x", (MEMORY,), effort=0.0)
    first, second = play_bench(bench, bad_model)
    assert (first.deal, first.seat, second.deal, second.seat) == (0, 0, 0, 1)
    assert [first, second] == list(play_bench(bench, bad_model))
    assert first.talk.forfeited == first.talk.decisions


@pytest.mark.parametrize("name", [info.name for info in forno.catalogue()])
@pytest.mark.parametrize("model", [good_model, bad_model, silent_model])
def test_whole_games_of_models_that_answer_well_badly_or_never(name: str, model: Model) -> None:
    game = forno.game(name, players=2, **SHORTER.get(name, {}))
    bench = Bench(game, read_player("random"), 1, 3, effort=0.0)
    played = list(play_bench(bench, model))
    assert [one.knowledge for one in played] == [NOW, MEMORY]
    for one in played:
        assert forno.Record.parse(one.record).replay().is_over
        assert one.talk.forfeited == (0 if model is good_model else one.talk.decisions)
    told = table(bench, played).splitlines()
    assert len(told) == 4
    if model is bad_model:
        assert told[3].endswith("| 100.0% | 100.0% |"), "every answer refused, every decision left to chance"


class Server(BaseHTTPRequestHandler):
    """An OpenAI-compatible server: what it does depends on the model that is asked for."""

    busy: ClassVar[list[tuple[int, int]]] = []
    """Statuses and delays of the next answers of the model `busy`; after these it answers well."""
    closed: ClassVar[threading.Event] = threading.Event()
    temperatures: ClassVar[list[object]] = []
    """Temperatures that it was asked for."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.temperatures.append(asked.get("temperature"))
        model = asked["model"]
        headers: dict[str, object] = {}
        content = "" if model == "empty" else good_answer(asked["messages"][-1]["content"])
        body = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
        body = {"deep": b"[" * 10**5, "huge": b" " * (MAX_ANSWER_BYTES + 1)}.get(model, body)
        status = 200
        if self.path != "/v1/chat/completions" or self.headers["Authorization"] != "Bearer key" or model == "other":
            status, body = 404, b"no such model"
        elif model == "busy" and self.busy:
            status, headers["Retry-After"] = self.busy.pop(0)
        elif model == "moved":
            status, headers["Location"] = 302, self.path
        if model in DRIPPING:
            first, drop, seconds = DRIPPING[model]
            self.wfile.write(first)
            with suppress(OSError):  # until the reader gives up
                while not self.closed.wait(seconds):
                    self.wfile.write(drop)
            return
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, str(value))
        self.send_header("Content-Length", str(len(body) + (1 << 19 if model == "endless" else 0)))
        self.end_headers()
        self.wfile.write(body)
        with suppress(OSError):  # until the reader gives up
            while model == "endless" and not self.closed.wait(0.01):
                self.wfile.write(b" ")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        Server.closed.set()
        server.shutdown()
        thread.join()


def test_a_model_behind_an_address(address: str) -> None:
    assert '"2 olive"' in AddressModel(address, "good", key="key")(HELLO)
    for model, key, reason in (("good", "", "404"), ("empty", "key", "empty"), ("other", "key", "no such model")):
        with pytest.raises(ModelSilent, match=reason):
            AddressModel(address, model, key=key)(HELLO)
    with pytest.raises(ModelSilent):
        AddressModel("http://127.0.0.1:9", "good", timeout=1)(HELLO)
    with pytest.raises(forno.OptionError, match="begin with http"):
        AddressModel("file:///etc/passwd", "good")
    assert "key" not in repr(AddressModel(address, "good", key="key"))


def test_a_server_in_trouble_is_asked_again_and_one_that_refuses_isnt(address: str) -> None:
    busy = AddressModel(address, "busy", key="key")
    Server.busy[:] = [(429, 0), (503, 0)]
    assert '"2 olive"' in busy(HELLO)
    assert not Server.busy
    Server.busy[:] = [(429, 9999), (400, 0)]
    for reason in ("429", "400"):
        with pytest.raises(ModelSilent, match=reason):
            busy(HELLO)
    assert not Server.busy


def test_a_key_isnt_taken_to_another_address(address: str) -> None:
    with pytest.raises(ModelSilent, match="302"):
        AddressModel(address, "moved", key="key", timeout=0.5)(HELLO)


@pytest.mark.parametrize(
    ("model", "reason"),
    [("endless", r"no answer within 0\.3 s"), ("dripping", r"no answer within 0\.3 s"), ("dripping error", "400")],
)
def test_an_answer_that_never_ends_isnt_waited_for(address: str, model: str, reason: str) -> None:
    begun = monotonic()
    with pytest.raises(ModelSilent, match=reason):
        AddressModel(address, model, key="key", timeout=0.3)(HELLO)
    assert monotonic() - begun < 15, "the error alone takes 30 s"


@pytest.mark.parametrize(("model", "reason"), [("deep", "recursion"), ("huge", "more than 1 MiB")])
def test_an_answer_that_cant_be_read_is_none(address: str, model: str, reason: str) -> None:
    with pytest.raises(ModelSilent, match=reason):
        AddressModel(address, model, key="key")(HELLO)


@pytest.mark.slow
def test_a_model_that_is_a_command() -> None:
    echo = f"{sys.executable} -S -c \"import sys; print(sys.stdin.read().split('; ')[-1])\""
    assert CommandModel(echo)(HELLO).strip() == "2 olive."
    with pytest.raises(ModelSilent, match="exit code 1: away"):
        CommandModel(f"{sys.executable} -S -c \"import sys; sys.exit(chr(10).join(('Traceback', 'away')))\"")(HELLO)
    with pytest.raises(ModelSilent, match=r"within 0\.05 s"):
        CommandModel(f'{sys.executable} -S -c "input(); import time; time.sleep(600)"', timeout=0.05)(HELLO)
    with pytest.raises(forno.BotError, match="can't be started"):
        CommandModel("/no/such/model")(HELLO)


@pytest.mark.slow
def test_a_command_that_writes_without_end_or_leaves_another_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MAX_OUTPUT_BYTES", 1 << 20)
    for stream in ("out", "err"):
        endless = f"{sys.executable} -S -c \"import sys\nwhile True: sys.std{stream}.write('x' * 65536)\""
        with pytest.raises(ModelSilent, match="wrote more than 1 MiB"):
            CommandModel(endless)(HELLO)
    with pytest.raises(ModelSilent, match="more than 1 MiB"):
        CommandModel(f"{sys.executable} -S -c \"print('x' * (1 << 20))\"")(HELLO)
    assert CommandModel("sh -c 'sleep 600 & echo 2 olive'", timeout=60)(HELLO) == "2 olive\n"


def test_the_command_prints_a_table_and_keeps_every_game(
    address: str, tmp_path: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "key")
    out = f"{tmp_path}/games.jsonl"
    words = ["bench-llm", "--address", address, "--model", "good", "--key-variable", "MY_KEY", "--bots", "garzone"]
    assert (
        main(
            [
                *words,
                "--games",
                "2",
                "--players",
                "2",
                "--effort",
                "0",
                "--seed",
                "7",
                "--setting",
                "temperature=0.5",
                "--out",
                out,
            ]
        )
        == 0
    )
    shown = capsys.readouterr().out
    assert "| now | 2 |" in shown
    assert "| memory | 2 |" in shown
    assert "Seed: 7" in shown
    with open(out, encoding="utf-8") as file:
        assert [json.loads(line)["talk"]["refused"] for line in file] == [0] * 4
    assert set(Server.temperatures[-4:]) == {0.5}
    for wrong, reason in (
        (["--knowledge", "everything"], "choose from now, memory"),
        (["--timeout", "nan"], "at most 86400 seconds"),
        (["--tries", "0"], "at least 1"),
        (["--setting", "temperature"], "write it like temperature=0"),
        (["--setting", "model=other"], "write it like temperature=0"),
        (["--out", out], "games.jsonl is there already; choose another name"),
    ):
        assert main([*words, *wrong]) != 0
        assert reason in capsys.readouterr().err
    assert main(["bench-llm", "--command", "true", "--setting", "temperature=0"]) == 2

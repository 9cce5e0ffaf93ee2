"""A server as its host sees it: that it lives, that it can serve, what it counts and what it logs."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from forno.store import StoreError
from forno.web import health
from forno.web.logs import JsonLines, shown_path
from tests.web.servers import Listener, Program, Running, running
from tools.waiting import until

KEY = {"Authorization": "Bearer olives"}
SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? (-?[0-9.e+]+)')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("health"), metrics_key="olives") as server:
        yield server


def test_a_server_that_lives_says_so_and_is_ready(server: Running) -> None:
    for path in ("/healthz", "/readyz"):
        answer = httpx.get(f"{server.address}{path}")
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert httpx.head(f"{server.address}{path}").text == ""
        refused = httpx.put(f"{server.address}{path}")
        assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


def test_a_server_that_cant_reach_its_store_lives_but_isnt_ready(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_what: object, **_named: object) -> None:
        raise StoreError("the disk is gone")

    monkeypatch.setattr(health, "STORE_CHECK_SECONDS", -1.0)
    with monkeypatch.context() as patch:
        patch.setattr(server.app.host.store, "listing", fail)
        told = httpx.get(f"{server.address}/readyz")
        assert told.status_code == 503
        assert "disk" not in told.text
        assert httpx.get(f"{server.address}/healthz").status_code == 200
    assert httpx.get(f"{server.address}/readyz").status_code == 200


def test_a_server_that_drains_isnt_ready_and_ends_its_connections(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app.host, "draining", True)
    told = httpx.get(f"{server.address}/readyz")
    assert told.status_code == 503
    assert told.headers["connection"] == "close"


def test_numbers_are_shown_to_whoever_has_the_key_and_to_nobody_else(server: Running, tmp_path: Path) -> None:
    address = f"{server.address}/metrics"
    assert httpx.get(address, headers=KEY).status_code == 200
    for wrong in ({}, {"Authorization": "Bearer salami"}, {"Authorization": "Bearer"}):
        assert httpx.get(address, headers=wrong).status_code == 404
    with running(tmp_path) as without:
        assert httpx.get(f"{without.address}/metrics", headers={"Authorization": "Bearer"}).status_code == 404


def test_numbers_count_moves_streams_bots_and_the_store_in_prometheus_words(server: Running) -> None:
    program = Program.opens(server.address, "mamma-mia", name="Zoe the Great", options={"players": 3})
    program.start()
    stream = Listener(server.address, f"/t/{program.table}/stream")
    program.play_on(12)
    text = httpx.get(f"{server.address}/metrics", headers=KEY).text
    stream.close()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(SAMPLE.fullmatch(line) for line in lines)
    values = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}
    assert values['forno_moves_total{by="player"}'] >= 2
    assert values['forno_moves_total{by="bot"}'] >= 1
    assert values["forno_move_seconds_count"] >= 2
    assert values["forno_bot_seconds_count"] >= 1
    assert values['forno_store_seconds_count{what="append"}'] >= 3
    assert values["forno_streams"] >= 1
    assert values["forno_tables"] >= 1
    assert values["forno_listening"] == 1
    assert values['forno_requests_total{kind="move",status="200"}'] >= 2
    for secret in (program.table, program.key, "Zoe"):
        assert secret not in text


# Logs


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Return what is logged, as lines of JSON."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("forno")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield stream
    logger.removeHandler(handler)
    logger.setLevel(before)


def test_every_request_is_a_line_with_its_number_and_nothing_of_who_asked(
    server: Running, written: io.StringIO
) -> None:
    program = Program.opens(server.address, "mamma-mia")
    answer = httpx.get(f"{server.address}/t/{program.table}/me/{program.key}?x=secret")
    number = answer.headers["x-request-id"]
    until(lambda: number in written.getvalue())  # it is written when the answer is on its way
    line = next(line for line in map(json.loads, written.getvalue().splitlines()) if line.get("request") == number)
    assert line["path"] == f"/t/{program.table}/me/…"
    assert line["status"] == answer.status_code
    assert line["method"] == "GET"
    assert line["seconds"] >= 0
    assert program.key not in written.getvalue()
    assert "127.0.0.1" not in written.getvalue()
    assert "secret" not in written.getvalue()


def test_what_goes_wrong_is_logged_with_the_number_of_its_request(
    server: Running, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_what: object, **_named: object) -> None:
        raise StoreError("the disk is gone")

    monkeypatch.setattr(server.app.host.store, "listing", fail)
    answer = httpx.get(f"{server.address}/lobby")
    assert answer.status_code == 503
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    line = next(line for line in lines if "the disk is gone" in line["message"])
    assert line["request"] == answer.headers["x-request-id"]
    assert line["level"] == "error"


def test_numbers_of_requests_tell_nothing_of_how_many_there_were(server: Running) -> None:
    numbers = [httpx.get(f"{server.address}/healthz").headers["x-request-id"] for _request in range(3)]
    assert len(set(numbers)) == 3
    differences = {int(later, 16) - int(earlier, 16) for earlier, later in pairwise(numbers)}
    assert all(abs(difference) > 1000 for difference in differences)


def test_files_that_browsers_keep_carry_no_number(server: Running) -> None:
    page = httpx.get(f"{server.address}/")
    assert "x-request-id" in page.headers
    found = re.search(r'"(/static/[^"]+)"', page.text)
    assert found is not None
    assert "x-request-id" not in httpx.get(f"{server.address}{found[1]}").headers


def test_what_opens_something_isnt_in_a_logged_path() -> None:
    assert shown_path("/t/abc/me/KEY") == "/t/abc/me/…"
    assert shown_path("/forno/along/CODE") == "/forno/along/…"
    assert shown_path("/t/abc/notices") == "/t/abc/notices"


def test_every_code_and_signature_in_an_address_stays_out_of_logs(server: Running) -> None:
    routes = [route.path for route in server.app.litestar.routes]
    paths = [re.sub(r"\{(\w+)(:\w+)?\}", r"<\1>", path) for path in routes]
    secret = ("<key>", "<code>", "<signature>")
    told = [path for path in paths if any(word in path for word in secret)]
    assert len(told) >= 12
    assert not [path for path in map(shown_path, told) if any(word in path for word in secret)]

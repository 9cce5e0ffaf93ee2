"""The API as programs find it: the document that describes it, the example in the docs, and answers to mistakes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from forno.web.api import router
from tests.web.servers import Program, Running

DOCS = Path(__file__).parents[2] / "docs" / "api.md"


@pytest.fixture(scope="module")
def document(server: Running) -> dict[str, Any]:
    answer = httpx.get(f"{server.address}/api/openapi.json")
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


def test_the_document_lists_every_route_with_what_it_does_and_takes(document: dict[str, Any]) -> None:
    described = {
        (method.upper(), path): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    routes = {
        (method, re.sub(r"\{(\w+):str\}", r"{\1}", route.path)): handler
        for route in router.routes
        for handler in getattr(route, "route_handlers", ())
        for method in handler.http_methods
        if method != "OPTIONS"
    }
    assert set(described) == set(routes)
    assert len(routes) > 20
    for where, operation in described.items():
        assert operation["description"].strip().endswith((".", ":")) or "\n" in operation["description"], where
        takes = "data" in routes[where].parsed_fn_signature.parameters
        assert takes == ("requestBody" in operation), where
        if takes:
            named = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            assert document["components"]["schemas"][named]["properties"], where
    assert described["GET", "/api/tables/{table}/stream"]["responses"]["200"]["content"].keys() == {"text/event-stream"}
    assert document["components"]["securitySchemes"]["seat"]["scheme"] == "bearer"


def test_the_foot_of_every_page_leads_to_the_document(server: Running, document: dict[str, Any]) -> None:
    (link,) = re.findall(r'href="(/api[^"]*)"', httpx.get(f"{server.address}/lobby").text)
    assert httpx.get(server.address + link).json() == document


def test_a_move_is_described_with_its_fields(document: dict[str, Any]) -> None:
    assert set(document["components"]["schemas"]["Move"]["properties"]) == {"number", "actions", "seat"}
    assert set(document["components"]["schemas"]["Move"]["required"]) == {"number", "actions"}


def test_the_example_of_the_docs_plays_a_game(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert "http://127.0.0.1:8000" in example
    exec(example.replace("http://127.0.0.1:8000", server.address), {})
    assert "'winners'" in capsys.readouterr().out


def test_games_tell_their_options_and_bots(server: Running) -> None:
    for game in httpx.get(f"{server.address}/api/games").json():
        assert "cuoco" in game["bots"]
        assert {option["name"] for option in game["options"]} >= {"players", "deck"}


@pytest.mark.parametrize(
    ("method", "path", "rest", "status", "words"),
    [
        ("GET", "/api/nothing", {}, 404, "no such page"),
        ("GET", "/api/nothing/at/all", {}, 404, "no such page"),
        ("POST", "/api/tables", {}, 400, "no body"),
        ("POST", "/api/tables", {"json": {}}, 400, "game"),
        ("POST", "/api/tables", {"json": {"game": "mamma-mia", "colour": 1}}, 400, "colour"),
        ("POST", "/api/tables", {"json": {"game": "mama-mia"}}, 404, "mamma-mia"),
        ("GET", "/api/tables?phase=old", {}, 400, "phase"),
        ("PUT", "/api/tables", {}, 405, "can't be used like that"),
        ("POST", "/api/tables/HERE/start", {}, 401, "Authorization: Bearer KEY"),
        ("POST", "/api/tables/HERE/moves", {"json": {"number": 0, "actions": [1]}}, 401, "Authorization: Bearer KEY"),
        ("GET", "/api/tables/abcdefgh2345", {}, 404, "look at the address again"),
    ],
)
def test_every_mistake_is_answered_with_a_sentence_that_helps(
    server: Running, method: str, path: str, rest: dict[str, Any], status: int, words: str
) -> None:
    table = Program.opens(server.address, "mamma-mia", bots=0).table
    answer = httpx.request(method, server.address + path.replace("HERE", table), **rest)
    assert answer.status_code == status, answer.text
    assert words in answer.json()["message"]
    assert answer.json()["error"]


def test_a_hint_is_for_the_seat_of_the_key_alone(server: Running) -> None:
    program = Program.opens(server.address, "mamma-mia")
    path = f"{server.address}/api/tables/{program.table}"
    before = httpx.get(f"{path}/hint", headers=program.headers)
    assert before.status_code == 409
    assert "hasn't started" in before.json()["message"]
    httpx.post(f"{path}/start", headers=program.headers).raise_for_status()
    assert "Counted is your hand alone" in httpx.get(f"{path}/hint", headers=program.headers).json()["html"]
    assert httpx.get(f"{path}/hint").status_code == 401

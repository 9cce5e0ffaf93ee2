"""The API as programs find it: the document that describes it, the example in the docs, and answers to mistakes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from forno.live.commands import COMMANDS, MOVE
from forno.web.api import router
from tests.web.servers import Program, Running

TABLE = "/api/tables/{table}"
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
        (method, re.sub(r"\{(\w+):str\}", r"{\1}", route.path))
        for route in router.routes
        for handler in getattr(route, "route_handlers", ())
        for method in handler.http_methods
        if method != "OPTIONS"
    }
    assert set(described) == routes | {("POST", f"{TABLE}/{MOVE.name}"), ("GET", f"{TABLE}/stream")}
    assert len(routes) > 20
    bodies = {("POST", f"{TABLE}/{name}") for name, command in COMMANDS.items() if command.has_body}
    for where, operation in described.items():
        assert operation["description"].strip().endswith((".", ":")) or "\n" in operation["description"], where
        takes = where in bodies or where == ("POST", "/api/tables")
        assert takes == ("requestBody" in operation), where
        if takes:
            named = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            assert document["components"]["schemas"][named]["properties"], where
    assert described["GET", "/api/tables/{table}/stream"]["responses"]["200"]["content"].keys() == {"text/event-stream"}
    assert document["components"]["securitySchemes"]["seat"]["scheme"] == "bearer"


def test_every_refusal_is_described_as_it_is_told(document: dict[str, Any], server: Running) -> None:
    told = httpx.post(f"{server.address}/api/tables", json={"nothing": 1})
    assert told.status_code == 400
    refusal = document["components"]["schemas"]["Refusal"]
    assert set(told.json()) == set(refusal["required"]) == {"error", "message"}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            described = set(operation["responses"])
            wanted = {"400"} | ({"403", "404"} if "{table}" in path else set())
            if method == "post":
                wanted |= {"409", "413", "415", "422", "429"}
            if operation.get("security") == [{"seat": []}]:
                wanted |= {"401", "403", "404", "409"}
            assert described >= wanted, (method, path)
            for status in described - {"200", "201"}:
                content = operation["responses"][status]["content"]["application/json"]
                assert content["schema"] == {"$ref": "#/components/schemas/Refusal"}, (method, path, status)


def test_what_needs_a_key_says_so(document: dict[str, Any], server: Running) -> None:
    table = Program.opens(server.address, "mamma-mia", bots=0).table
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if "{table}" in path and not path.endswith("/stream"):
                body = {"seat": 1, "bot": "cuoco", "number": 0, "actions": [], "text": "Ciao", "name": "Anna"}
                body |= {"zone": "Europe/Rome", "first": "2100-08-01", "last": "2100-08-14"}
                body |= {"clock": 60, "agrees": True}
                named = (
                    operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
                )
                fields = document["components"]["schemas"].get(named.get("$ref", "").rpartition("/")[2], {})
                sent = {name: body[name] for name in fields.get("required", ())}
                told = httpx.request(method, server.address + path.format(table=table), json=sent)
                assert (told.status_code == 401) == (operation.get("security") == [{"seat": []}]), (method, path)


def test_bodies_take_nothing_that_isnt_named(document: dict[str, Any]) -> None:
    bodies = [schema for name, schema in document["components"]["schemas"].items() if name != "Refusal"]
    assert {body["title"] for body in bodies} == {
        "NewTable",
        *(command.takes.__name__ for command in COMMANDS.values() if command.programs and command.has_body),
    }
    assert all(schema["additionalProperties"] is False for schema in bodies)


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
        ("GET", "/api/nothing", {}, 404, "can't find that page"),
        ("GET", "/api/nothing/at/all", {}, 404, "can't find that page"),
        ("POST", "/api/tables", {}, 400, "no body"),
        ("POST", "/api/tables", {"json": {}}, 400, "game"),
        ("POST", "/api/tables", {"json": {"game": "mamma-mia", "colour": 1}}, 400, "colour"),
        ("POST", "/api/tables", {"json": {"game": "mama-mia"}}, 404, "mamma-mia"),
        ("GET", "/api/tables?phase=old", {}, 400, "phase"),
        ("PUT", "/api/tables", {}, 405, "can't be used like that"),
        ("POST", "/api/tables/HERE/start", {}, 401, "Authorization: Bearer KEY"),
        ("POST", "/api/tables/HERE/moves", {"json": {"number": 0, "actions": [1]}}, 401, "Authorization: Bearer KEY"),
        ("GET", "/api/tables/abcdefgh2345", {}, 404, "Check the link"),
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
    assert "remembers what was announced" in httpx.get(f"{path}/hint", headers=program.headers).json()["html"]
    assert httpx.get(f"{path}/hint").status_code == 401

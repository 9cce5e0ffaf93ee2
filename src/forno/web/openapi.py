"""The document that describes the API: `/api/openapi.json`.

Litestar describes the handlers in `forno.web.api`; commands, moves and streams are described from their own entries.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from http import HTTPStatus
from inspect import getdoc
from typing import Any, Final

import msgspec
from litestar import Litestar, Request
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityRequirement, SecurityScheme, Server

import forno
from forno.live.commands import COMMANDS
from forno.live.commands.arguments import Arguments
from forno.live.commands.gathering import NewTable, open_table
from forno.pages.base_path import base
from forno.web.play import Play

Data = dict[str, Any]
SEAT: Final = "seat"
BY_KEY: Final[list[SecurityRequirement]] = [{SEAT: []}]
"""Security requirement of what only the seat of a key may do."""
WHY: Final = {
    400: "The request can't be read.",
    401: "The request needs the key of a seat and has none.",
    403: "The key opens no seat here, or not one that may do this.",
    404: "There is no such table or game.",
    409: "The request is too early or too late, or somebody else was faster.",
    410: "The table is closed; its record is still there.",
    413: "The request is too large.",
    415: "The request isn't declared as JSON.",
    422: "The rules or the table don't allow that, or a value is wrong.",
    429: "Too many requests; try again in a minute.",
    500: "Something went wrong here, or the table is damaged.",
    503: "The tables can't be reached right now.",
}
AT_TABLE: Final = (400, 403, 404, 410, 500, 503)
"""Statuses with which any request to a table may be refused."""
CHANGE: Final = (409, 413, 415, 422, 429)
"""Further ones for requests that change it."""
JSON: Final = "application/json"
OBJECT: Final = {"additionalProperties": {}, "type": "object"}
TABLE_PARAMETER: Final = {"name": "table", "in": "path", "schema": {"type": "string"}, "required": True}
AFTER_PARAMETER: Final = {"name": "after", "in": "query", "schema": {"type": "string", "default": ""}}


class Refusal(msgspec.Struct):
    """Why something isn't done: a code that never changes, and a sentence for a person."""

    error: str
    message: str


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the refusals of a handler, for Litestar."""
    return {status: ResponseSpec(Refusal, False, description=WHY[status]) for status in statuses}


class Document(JsonRenderPlugin):
    """Answers requests for the document."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Data) -> bytes:
        return super().render(request, complete(openapi_schema))


def openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Forno",
        version=forno.__version__,
        description="Everything that the pages of Forno do, for programs. See docs/api.md.",
        path="/api/openapi.json",
        servers=[Server(url=base() or "/")],
        render_plugins=[Document(path="/")],
        components=Components(security_schemes={SEAT: SecurityScheme(type="http", scheme="bearer")}),
        # A spectator's requests have no key.
        security=[{}, *BY_KEY],
        use_handler_docstrings=True,
    )


def document(app: Litestar) -> Data:
    """Return the whole document of an application."""
    return complete(app.openapi_schema.to_schema())


def complete(described: Data) -> Data:
    """Return Litestar's document with everything that is described elsewhere."""
    paths = {path: dict(methods) for path, methods in described["paths"].items()}
    schemas = dict(described["components"]["schemas"])
    for (method, path), (operation, takes) in operations().items():
        paths.setdefault(path, {})[method] = operation
        if takes is not None:
            schemas[takes.__name__] = Arguments(takes).schema()
    return described | {"paths": paths, "components": described["components"] | {"schemas": schemas}}


# --- operations ----------------------------------------------------------------------------------


def operations() -> dict[tuple[str, str], tuple[Data, type | None]]:
    """Return what Litestar doesn't see, by method and path: the operation, and the dataclass of its arguments."""
    found: dict[tuple[str, str], tuple[Data, type | None]] = {
        ("post", "/api/tables"): (
            operation(open_table, "", (*AT_TABLE, *CHANGE), status=201, takes=NewTable),
            NewTable,
        ),
        ("get", "/api/tables/{table}/stream"): (
            operation(
                Play.stream,
                "stream",
                (*AT_TABLE, 429),
                parameters=[TABLE_PARAMETER, AFTER_PARAMETER],
                content={"text/event-stream": {"schema": {}}},
            ),
            None,
        ),
    }
    for command in COMMANDS.values():
        if command.programs:
            takes = command.takes if command.has_body else None
            refused = (
                *AT_TABLE,
                *(CHANGE if command.method == "POST" else (409,)),
                *((401,) if command.by_key else ()),
            )
            described = operation(
                command.run, command.name, refused, command.status, takes, parameters=[TABLE_PARAMETER]
            )
            if command.by_key:
                described["security"] = BY_KEY
            found[command.method.lower(), f"/api/tables/{{table}}/{command.name}"] = (described, takes)
    return found


def operation(
    function: Callable[..., Any],
    place: str,
    refused: Iterable[int],
    status: int = 200,
    takes: type | None = None,
    parameters: Sequence[Data] = (),
    content: Data | None = None,
) -> Data:
    """Describe an operation by the function that does it. `place`: the last part of its path."""
    title = capitalize(function.__name__)
    answers = {str(code): {"description": WHY[code], "content": body_of(Refusal)} for code in refused}
    answered = {"description": HTTPStatus(status).description, "content": content or {JSON: {"schema": OBJECT}}}
    described: Data = {
        "summary": title,
        "description": getdoc(function),
        "operationId": f"ApiTables{capitalize(place)}{title}",
        **({"parameters": list(parameters)} if parameters else {}),
        "responses": {str(status): answered} | answers,
    }
    return described if takes is None else described | {"requestBody": {"content": body_of(takes), "required": True}}


def body_of(type_: type) -> Data:
    return {JSON: {"schema": {"$ref": f"#/components/schemas/{type_.__name__}"}}}


def capitalize(name: str) -> str:
    return "".join(word.capitalize() for word in re.split("[_-]", name))

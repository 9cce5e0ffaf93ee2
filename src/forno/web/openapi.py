"""The document that describes the API: `/api/openapi.json`."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Schema, SecurityRequirement, SecurityScheme, Server

import forno
from forno.pages.base_path import base

SEAT: Final = "seat"
BY_KEY: Final[list[SecurityRequirement]] = [{SEAT: []}]
"""For what only the seat of a key may do."""
WHY: Final = {
    400: "It can't be read.",
    401: "It needs the key of a seat, and shows none.",
    403: "The key opens no seat here, or not one that may do this.",
    404: "There is no such table or game.",
    409: "It comes too late or too early, or somebody else was faster.",
    410: "The table is closed; its record is still there.",
    413: "It is too much.",
    415: "It isn't said to be JSON.",
    422: "It can be read, but not done.",
    429: "It is too often.",
    500: "Something went wrong here, or the table is damaged.",
    503: "The tables can't be reached right now.",
}
AT_TABLE: Final = (400, 403, 404, 410, 500, 503)
"""How whatever is asked of a table may be refused, …"""
CHANGE: Final = (409, 413, 415, 422, 429)
"""… and what would change it besides."""


class Refusal(msgspec.Struct):
    """Why something isn't done: a code that never changes, and a sentence for a person."""

    error: str
    message: str


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    return {status: ResponseSpec(Refusal, False, description=WHY[status]) for status in statuses}


def openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Forno",
        version=forno.__version__,
        description="Everything that the pages of Forno do, for programs. See docs/api.md.",
        path="/api/openapi.json",
        servers=[Server(url=base() or "/")],
        render_plugins=[JsonRenderPlugin(path="/")],
        components=Components(security_schemes={SEAT: SecurityScheme(type="http", scheme="bearer")}),
        # A spectator's requests have no key.
        security=[{}, *BY_KEY],
        use_handler_docstrings=True,
    )


def complete(app: Litestar, *bodies: type[msgspec.Struct]) -> None:
    """Say what Litestar doesn't see by itself: no body may hold what isn't named."""
    for body in bodies:
        schema = app.openapi_schema.components.schemas[body.__name__]
        assert isinstance(schema, Schema)
        schema.additional_properties = not body.__struct_config__.forbid_unknown_fields

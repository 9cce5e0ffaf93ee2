"""Schemathesis asks the real server whatever the document of the API allows, and what it doesn't.

A few hundred requests by themselves; `make test-load` makes it a hundred thousand (`FORNO_EXAMPLES` of each operation).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from litestar import Litestar
from schemathesis import BaseSchema, Case, GenerationMode

from forno.core.registry import game_info
from forno.web import api
from forno.web.openapi import document as describe
from forno.web.openapi import openapi
from tests.web.servers import SHORT, Program, running
from tools.waiting import WAIT

pytest_plugins = ["schemathesis.pytest.plugin"]

GAMES = ("mamma-mia", "pizza-master")
EXAMPLES = int(os.environ.get("FORNO_EXAMPLES", "5"))
PARTS = 4
"""Parts of the API that are asked beside one another."""
FRESH = 50
"""After so many requests there are new tables: the old ones have been through a lot."""
REFUSED = ["2xx", "401", "403", "404", "409", "410", "413", "422"]
"""Statuses of what can be read, but isn't possible now, or not to be done at all."""


@pytest.fixture(scope="module", params=range(PARTS))
def schema(request: pytest.FixtureRequest) -> BaseSchema:
    """One part of the API. Prepared here, since at import every process of a test run would prepare all of it."""
    described: dict[str, Any] = describe(Litestar([api.router], openapi_config=openapi()))
    described["paths"] = dict(list(described["paths"].items())[request.param :: PARTS])
    schema = schemathesis.openapi.from_dict(described)
    schema.config.checks.positive_data_acceptance.expected_statuses = REFUSED
    schema.config.max_stream_events = 1  # a stream never ends, and everything is told at its beginning
    return schema


class Tables:
    """Tables in every phase, and their hosts' keys."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.asked = 0
        self.programs: list[Program] = []
        self.over = Program.opens(address, "pizza-master", bots=1, options=SHORT)
        self.over.start()
        self.over.play_on()

    def choose(self, place: int) -> Program:
        if self.asked % FRESH == 0:
            self.programs = [*self._open(), self.over]
        self.asked += 1
        return self.programs[place % len(self.programs)]

    def _open(self) -> Iterator[Program]:
        for game in GAMES:
            yield Program.opens(self.address, game, bots=1)
            playing = Program.opens(self.address, game, bots=1, options={"players": 2})
            playing.start()
            yield playing


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with running(tmp_path_factory.mktemp("fuzz"), idle_after=5.0, most_streams=1000) as server:
        yield Tables(server.address)


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    with requests.Session() as session:
        yield session


def made_plausible(case: Case[Any], program: Program, choice: int) -> None:
    """Let a request get further than the first name that isn't one: with a table, key, game or option that there is."""
    if "table" in case.path_parameters:
        case.path_parameters["table"] = program.table
    if choice % 3:
        case.headers["Authorization"] = f"Bearer {program.key}"
    body: Any = case.body
    if not isinstance(body, dict) or choice % 5 == 0:
        return
    info = game_info(GAMES[choice % 2])
    plausible = {"game": info.name, "seat": choice % 6, "bot": ("random", "cuoco", "nonna")[choice % 3]}
    body |= {field: value for field, value in plausible.items() if field in body}
    if body.get("options"):
        names = [option.name for option in info.options]
        values = list(body["options"].values())
        body["options"] = {names[(choice + place) % len(names)]: value for place, value in enumerate(values)}
    if "number" in body and "actions" in body:
        told = program.get()
        body["number"] = told["number"]
        if body["actions"] and told.get("actions") and choice % 2:
            body["actions"][0] = told["actions"][choice % len(told["actions"])]["number"]


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@schemathesis.pytest.from_fixture("schema").parametrize()
def test_whatever_is_asked_is_answered_as_described(case: Case[Any], tables: Tables, session: requests.Session) -> None:
    choice = crc32(repr((case.body, case.query, case.headers, case.path_parameters)).encode())
    program = tables.choose(choice)
    if case.meta is None or case.meta.generation.mode is GenerationMode.POSITIVE:
        made_plausible(case, program, choice)
    case.call_and_validate(base_url=tables.address, session=session, timeout=WAIT)

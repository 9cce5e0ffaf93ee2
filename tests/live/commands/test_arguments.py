"""Arguments of commands: read from JSON and from forms, refused beyond their limits, described for programs."""

from __future__ import annotations

from typing import Any

import pytest

from forno.live.commands import COMMANDS
from forno.live.commands.arguments import MAX_ACTIONS_PER_TURN, Arguments, BadRequest
from forno.live.commands.gathering import NewTable
from forno.table.errors import NoSeat
from tests.live.commands.evening import PROGRAM_ARGUMENTS


@pytest.mark.parametrize("name", sorted(name for name, command in COMMANDS.items() if command.has_body))
def test_arguments_of_a_program_are_all_that_are_required_and_no_others(name: str) -> None:
    arguments = COMMANDS[name].arguments
    sent = PROGRAM_ARGUMENTS[name]
    arguments.read(sent)
    for missing in arguments.required:
        with pytest.raises(BadRequest, match=missing):
            arguments.read({field: value for field, value in sent.items() if field != missing})
    not_arguments: tuple[Any, ...] = (sent | {"pineapple": 1}, [], None, "text", 1)
    for wrong in not_arguments:
        with pytest.raises(BadRequest):
            arguments.read(wrong)
    for field in arguments.all:
        with pytest.raises(BadRequest, match=field.name):
            arguments.read(sent | {field.name: object()})
        if not field.optional:
            with pytest.raises(BadRequest, match=field.name):
                arguments.read(sent | {field.name: None})


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("bot", {"seat": "1"}),
        ("bot", {"seat": True}),
        ("bot", {"seat": 1.0}),
        ("sit", {"name": "Anna", "ticket": "short"}),
        ("sit", {"name": "Anna", "ticket": "x" * 201}),
        ("deal", {"promise": "0" * 63}),
        ("deal", {"promise": "0" * 64 + "\n"}),
        ("deal", {"number": "G" * 64}),
        ("configure", {"public": 1}),
        ("configure", {"options": []}),
        ("moves", {"number": 1, "actions": 1}),
        ("moves", {"number": 1, "actions": [None]}),
        ("moves", {"number": 1, "actions": [True]}),
        ("moves", {"number": 1, "actions": ["pass"] * (MAX_ACTIONS_PER_TURN + 1)}),
    ],
)
def test_a_value_of_another_type_or_beyond_its_limits_is_refused(name: str, sent: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        COMMANDS[name].arguments.read(sent)


def test_fields_of_a_form_are_text_and_may_be_left_empty() -> None:
    read = COMMANDS["bot"].arguments.read_fields
    assert vars(read({"seat": " 2 ", "bot": "random", "_csrf_token": "x"})) == {"seat": 2, "bot": "random"}
    assert vars(read({"seat": "2", "bot": ""})) == {"seat": 2, "bot": "cuoco"}
    assert vars(COMMANDS["sit"].arguments.read_fields({})) == {"name": "", "seat": None, "ticket": None}
    for seat in ("", "two", "-1", None):
        with pytest.raises(NoSeat):
            read({"seat": seat, "bot": "random"})
    with pytest.raises(BadRequest, match="number"):
        COMMANDS["moves"].arguments.read_fields({"actions": [1]})


def test_options_of_a_new_table_are_read_with_tuples_for_lists() -> None:
    sent = Arguments(NewTable).read({"game": "mamma-mia", "options": {"colours": ["red", "blue"]}})
    assert sent.options == {"colours": ("red", "blue")}


def test_arguments_are_described_with_their_limits_and_defaults() -> None:
    described = COMMANDS["sit"].arguments.schema()
    assert described["required"] == ["name"]
    assert described["additionalProperties"] is False
    assert described["properties"]["ticket"] == {
        "oneOf": [{"type": "string"}, {"type": "null"}],
        "minLength": 16,
        "maxLength": 200,
    }
    assert COMMANDS["bot"].arguments.schema()["properties"]["bot"] == {"type": "string", "default": "cuoco"}
    assert COMMANDS["moves"].arguments.schema()["properties"]["actions"]["maxItems"] == MAX_ACTIONS_PER_TURN

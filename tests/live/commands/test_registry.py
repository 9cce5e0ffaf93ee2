"""Commands: who may call each of them, and its address."""

from __future__ import annotations

import pytest

from forno.live.commands import COMMANDS
from forno.live.commands.callers import KeyCaller, MissingKey, ProgramCaller
from forno.live.commands.registry import Who
from forno.table.errors import NoSeat, NotHost
from tests.live.commands.evening import PROGRAM_ARGUMENTS, Evening, evening


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_is_for_those_whom_its_entry_names(name: str) -> None:
    async def play(at: Evening) -> None:
        sent = PROGRAM_ARGUMENTS.get(name, {})
        who = COMMANDS[name].who
        for caller, refused in (
            (ProgramCaller([]), MissingKey),
            (KeyCaller([]), MissingKey),
            (ProgramCaller(["forged"]), NoSeat),
            (at.bruno, NotHost),
        ):
            if who is Who.ANYBODY or (refused is NotHost and who is Who.SEAT):
                continue
            with pytest.raises(refused):
                await at.does(name, caller, **sent)
        assert at.names() == ["Anna", "Bruno", None]

    evening(play)


def test_every_command_has_a_description_and_an_address_of_its_own() -> None:
    assert len({command.run for command in COMMANDS.values() if command.programs}) == sum(
        command.programs for command in COMMANDS.values()
    )
    for name, command in COMMANDS.items():
        assert command.name == name
        assert command.run.__doc__, name
        assert command.takes.__doc__, name

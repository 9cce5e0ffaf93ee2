"""Table commands: who may call each, its arguments, its effect and its answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from forno.live.commands.arguments import Arguments, Fields, whole_number
from forno.live.commands.callers import Caller
from forno.live.host import Host
from forno.live.live_table import LiveTable
from forno.table.table import Table

A = TypeVar("A")


class Who(Enum):
    """Permission to call a command."""

    ANYBODY = "anybody"
    SEAT = "seat"
    """Anybody with a seat."""
    HOST = "host"


@dataclass(frozen=True)
class Call:
    """One call of a command, at a table and by a caller who may call it."""

    host: Host
    live: LiveTable
    caller: Caller
    wanted: int | None = None
    """The seat that a form names as the one that acts."""
    own: int | None = None
    """The seat that acts, unless anybody may call."""

    @property
    def seat(self) -> int:
        """The seat that acts."""
        assert self.own is not None
        return self.own


@dataclass(frozen=True)
class Result:
    """Result of a command."""

    live: LiveTable
    """The table at which the caller goes on."""
    seat: int | None = None
    keys: tuple[str, ...] = ()
    """Keys of the seats that the caller has taken. Only programs are told; browsers keep them in cookies."""
    name: str = ""
    """The name that the caller gave as their own."""
    data: dict[str, Any] | None = None
    """Data that scripts and programs asked for."""


@dataclass(frozen=True)
class Command(Generic[A]):
    """One command: `POST /t/TABLE/NAME` from pages, `/api/tables/TABLE/NAME` for programs."""

    name: str
    who: Who
    run: Callable[[Call, A], Awaitable[Result | None]]
    """Its docstring describes the command to programs. `None`: the caller stays where they are."""
    takes: type[A]
    """The dataclass that declares its arguments."""
    answer: Callable[[Result], dict[str, Any]]
    """Makes what programs are answered."""
    status: int = 200
    method: Literal["GET", "POST"] = "POST"
    """HTTP method for programs; pages always send a form."""
    limit: Literal["moves", "words"] = "moves"
    """The rate limit that counts it."""
    programs: bool = True
    """Whether programs can call it."""
    body: bool = True
    """Whether programs send its arguments; if not, only pages do."""
    read_fields: Callable[[Table, Fields], A] | None = None
    """Reads its form, where that has other fields than its arguments."""

    @cached_property
    def arguments(self) -> Arguments[A]:
        return Arguments(self.takes)

    @property
    def has_body(self) -> bool:
        """Whether programs send anything."""
        return self.body and bool(self.arguments.all)

    @property
    def by_key(self) -> bool:
        """Whether it needs the key of a seat."""
        return self.who is not Who.ANYBODY

    async def call(
        self, host: Host, live: LiveTable, caller: Caller, arguments: A, wanted: int | None = None
    ) -> Result:
        """Call it. Raises `MissingKey`, `NoSeat` or `NotHost` if the caller may not, and the command's own errors."""
        return await self._run(self._admit(host, live, caller, wanted), arguments)

    async def submit(self, host: Host, live: LiveTable, caller: Caller, form: Fields) -> Result:
        """Call it with a form's fields. `seat` is the seat that acts, unless the command requires a seat to act on."""
        wanted = None if "seat" in self.arguments.required else whole_number(form.get("seat"))
        call = self._admit(host, live, caller, wanted)
        read = self.read_fields
        arguments = self.arguments.read_fields(form) if read is None else read(live.table, form)
        return await self._run(call, arguments)

    def _admit(self, host: Host, live: LiveTable, caller: Caller, wanted: int | None) -> Call:
        if self.who is Who.ANYBODY:
            return Call(host, live, caller, wanted)
        seat = caller.host(live) if self.who is Who.HOST else caller.seat(live, wanted)
        return Call(host, live, caller, wanted, seat)

    async def _run(self, call: Call, arguments: A) -> Result:
        return await self.run(call, arguments) or Result(call.live, call.own)


# --- answers for programs ----------------------------------------------------------------------------


def guests_answer(result: Result) -> dict[str, Any]:
    """Return the guests by seat."""
    return result.live.contents.guests_data()


def table_answer(result: Result) -> dict[str, Any]:
    """Return the table as the caller's seat may know it."""
    return result.live.contents.table_data(result.seat)


def key_answer(result: Result) -> dict[str, Any]:
    """Return a seat that was taken, and its key."""
    live, seat = result.live, result.seat
    return {"table": live.id, "seat": seat, "key": result.keys[0], "number": live.table.steps(seat)}


def data_answer(result: Result) -> dict[str, Any]:
    """Return the command's own data."""
    return result.data or {}
